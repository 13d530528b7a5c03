import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, Schema, Transaction } from '../db/schema.ts'

type Part = Schema['file_chunk']['part']

/** Bytes of a chunk: what is read of a file at once while it is sent. */
export const CHUNK_BYTES = 256 * 1024
/** Written by one statement, so that other requests are handled in between. */
const CHUNKS_PER_STATEMENT = 4

/** Stores the bytes of a file. */
export async function writeContents(
  trx: Transaction,
  fileId: string,
  part: Part,
  bytes: Uint8Array,
): Promise<void> {
  const chunks: Schema['file_chunk'][] = []
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const position = start / CHUNK_BYTES
    chunks.push({ file_id: fileId, part, position, bytes: bytes.subarray(start, start + CHUNK_BYTES) })
  }
  for (let start = 0; start < chunks.length; start += CHUNKS_PER_STATEMENT) {
    await trx
      .insertInto('file_chunk')
      .values(chunks.slice(start, start + CHUNKS_PER_STATEMENT))
      .execute()
    await nextTurn()
  }
}

const findChunk = (db: Db, fileId: string, part: Part, position: number) =>
  db
    .selectFrom('file_chunk')
    .select('bytes')
    .where('file_id', '=', fileId)
    .where('part', '=', part)
    .where('position', '=', position)
    .executeTakeFirst()

/**
 * The bytes of a result, one chunk at a time.
 * @throws during iteration if they are deleted before the last chunk is read: what was read is incomplete
 */
export async function* readResult(db: Db, fileId: string, length: number): AsyncGenerator<Uint8Array> {
  for (let read = 0, position = 0; read < length; position++) {
    const chunk = await findChunk(db, fileId, 'result', position)
    if (chunk === undefined) throw new Error('The contents of a file were deleted while they were read.')
    yield chunk.bytes
    read += chunk.bytes.length
  }
}

/**
 * What was stored of a request, in memory of its own; undefined where it is deleted, also while it is read, or was not restored
 * from a backup.
 */
export async function findInput(
  db: Db,
  fileId: string,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (length === 0) return undefined
  const bytes = new Uint8Array(length)
  for (let read = 0, position = 0; read < length; position++) {
    const chunk = await findChunk(db, fileId, 'input', position)
    if (chunk === undefined) return undefined
    bytes.set(chunk.bytes, read)
    read += chunk.bytes.length
    await nextTurn()
  }
  return bytes
}

/** Whether the result is there: a restored backup has none. */
export const hasResult = async (db: Db, fileId: string): Promise<boolean> =>
  (await findChunk(db, fileId, 'result', 0)) !== undefined

export async function deleteContents(db: Db | Transaction, fileId: string): Promise<void> {
  await db.deleteFrom('file_chunk').where('file_id', '=', fileId).execute()
}

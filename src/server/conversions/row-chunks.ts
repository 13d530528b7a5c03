import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { JobRow } from '#api/conversions.ts'
import { isZeroRow } from '#api/job-row.ts'
import { Readable } from 'node:stream'

export const ROWS_PER_CHUNK = 1000
/** Above the size of any chunk: a row has at most 25 composed characters of name and 80 of price and currency. */
const MAX_CHUNK_BYTES = 4 * 1024 * 1024

const COMMA = Buffer.from(',')

const decompress = promisify(zstdDecompress)

export type PackedRows = {
  /** JSON of all rows, between the brackets of their array. */
  json: Uint8Array
  /** Stored form: the JSON array of each thousand rows, compressed. */
  chunks: Uint8Array[]
}

const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3 },
  // Of the output, bytes: by default 128 kB are reserved for the one or two of a small job.
  chunkSize: 16 * 1024,
}

/** @param texts the JSON array of each chunk */
export const compressChunks = (texts: readonly Buffer[]): PackedRows => ({
  json: Buffer.concat(texts.flatMap((text, n) => [...(n === 0 ? [] : [COMMA]), inner(text)])),
  chunks: texts.map((text) => zstdCompressSync(text, COMPRESSION)),
})

/** What is between the brackets of an array. */
const inner = (text: Buffer): Buffer => text.subarray(1, -1)

/**
 * JSON of the stored rows, between the brackets of their array; decompressed one chunk at a time in the
 * thread pool.
 */
export async function* decompressRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (!isFirst) yield COMMA
    isFirst = false
    yield inner(await decompress(chunk, { maxOutputLength: MAX_CHUNK_BYTES }))
  }
}

/** Counts the stored rows with an amount of 0.00, one chunk at a time. */
export async function countZeroRows(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let zeroRows = 0
  for await (const chunk of chunks) {
    const json = await decompress(chunk, { maxOutputLength: MAX_CHUNK_BYTES })
    const rows = JSON.parse(json.toString()) as JobRow[]
    for (const row of rows) if (isZeroRow(row)) zeroRows++
  }
  return zeroRows
}

/** Above this size the parts are sent one after another instead of being copied together. */
const MAX_BUFFERED_REPLY_BYTES = 256 * 1024

/** `{…fields, rows: […]}` as JSON, around rows that are JSON already. */
export function serializeRowsReply(fields: object, rowsJson: Uint8Array): Buffer | Readable {
  const [head, tail] = frame(fields)
  const parts = [head, rowsJson, tail]
  return rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES
    ? Buffer.concat(parts)
    : Readable.from(parts, { objectMode: false })
}

/** The same around rows that are still being unpacked. */
export const rowsStream = (fields: object, rowsJson: AsyncIterable<Buffer>): Readable =>
  Readable.from(framed(fields, rowsJson), { objectMode: false })

async function* framed(fields: object, rowsJson: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const [head, tail] = frame(fields)
  yield head
  yield* rowsJson
  yield tail
}

const frame = (fields: object): [head: Buffer, tail: Buffer] => [
  Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"rows":[`),
  Buffer.from(']}'),
]

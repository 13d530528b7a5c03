import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { migrationsFor } from '../db/migrations.ts'
import {
  BackupError,
  type Header,
  type Row,
  type Trailer,
  corruptedBackup,
  truncatedBackup,
  splitLines,
  notABackup,
  readHeader,
  readLine,
} from './format.ts'
import { type Table, isBackedUp } from './tables.ts'

const MAX_BATCH_ROWS = 200
const MAX_BATCH_BYTES = 4 * 1024 * 1024

/** Who gets what is read. Nothing of it counts before `readBackup` has come to its end: only then it is known to be whole. */
export type BackupReceiver = {
  begin: (header: Header) => Promise<void>
  rows: (table: Table, rows: Row[]) => Promise<void>
}

export type RestoredSummary = { header: Header; tables: number; rows: number }

/**
 * Reads a backup once, in little memory.
 * @param known the migrations of this version, in order
 * @throws {BackupError} when it is none, is damaged, or is of a newer version
 */
export async function readBackup(
  source: NodeJS.ReadableStream,
  known: readonly string[],
  receiver: BackupReceiver,
): Promise<RestoredSummary> {
  try {
    return await pipeline(
      source,
      createZstdDecompress({ rejectGarbageAfterEnd: true }),
      (pieces: AsyncIterable<Buffer>) => readLines(splitLines(pieces), known, receiver),
    )
  } catch (error) {
    throw toBackupError(error)
  }
}

/** Whether a backup is whole, without restoring it. */
export const verifyBackup = (source: NodeJS.ReadableStream): Promise<RestoredSummary> =>
  readBackup(source, Object.keys(migrationsFor('sqlite')), {
    begin: () => Promise.resolve(),
    rows: () => Promise.resolve(),
  })

async function readLines(
  lines: AsyncGenerator<Buffer>,
  known: readonly string[],
  receiver: BackupReceiver,
): Promise<RestoredSummary> {
  const first = await lines.next()
  if (first.done === true) throw notABackup()
  const header = readHeader(first.value, known)
  await receiver.begin(header)

  const hash = createHash('sha256').update(first.value)
  const batch = makeBatch(receiver)
  let end: Trailer | undefined
  for await (const line of lines) {
    if (end !== undefined) throw corruptedBackup()
    const content = readLine(line)
    if (content.kind === 'trailer') {
      end = content.trailer
      continue
    }
    hash.update(line)
    await batch.add(content.table, content.row, line.length)
  }
  await batch.flush()
  if (end === undefined) throw truncatedBackup()
  if (hash.digest('hex') !== end.sha256 || !hasSameCounts(end.rows, batch.counts)) throw corruptedBackup()
  if (batch.failure !== undefined) throw batch.failure.error
  const rows = [...batch.counts.values()].reduce((sum, n) => sum + n, 0)
  return { header, tables: Object.keys(end.rows).length, rows }
}

type Batch = {
  counts: ReadonlyMap<string, number>
  /** Why the receiver could not take what it was given. What is read from then on only shows whether it was damaged. */
  failure: { error: unknown } | undefined
  add: (table: Table, row: Row, length: number) => Promise<void>
  flush: () => Promise<void>
}

function makeBatch({ rows: take }: BackupReceiver): Batch {
  const counts = new Map<string, number>()
  let waiting: { table: Table; rows: Row[]; bytes: number } | undefined
  const batch: Batch = {
    counts,
    failure: undefined,
    async add(table, row, length) {
      if (waiting !== undefined && waiting.table !== table) await batch.flush()
      waiting ??= { table, rows: [], bytes: 0 }
      waiting.rows.push(row)
      waiting.bytes += length
      counts.set(table, (counts.get(table) ?? 0) + 1)
      if (waiting.rows.length >= MAX_BATCH_ROWS || waiting.bytes >= MAX_BATCH_BYTES) await batch.flush()
    },
    async flush() {
      if (waiting === undefined) return
      const { table, rows } = waiting
      waiting = undefined
      if (batch.failure !== undefined) return
      try {
        await take(table, rows)
      } catch (error) {
        batch.failure = { error }
      }
    },
  }
  return batch
}

const hasSameCounts = (
  said: Readonly<Record<string, number>>,
  counts: ReadonlyMap<string, number>,
): boolean =>
  Object.keys(said).every(isBackedUp) &&
  [...counts.keys()].every((table) => Object.hasOwn(said, table)) &&
  Object.entries(said).every(([table, count]) => (counts.get(table) ?? 0) === count)

/** What zstd finds, in our words. */
function toBackupError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError || !('code' in error)) return error
  const { code } = error
  if (code === 'ZSTD_error_prefix_unknown') return notABackup()
  if (code === 'Z_BUF_ERROR') return truncatedBackup()
  return typeof code === 'string' && /^(?:ZSTD_|Z_|ERR_ZSTD|ERR_TRAILING_JUNK)/.test(code)
    ? corruptedBackup()
    : error
}

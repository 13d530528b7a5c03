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

/** Receives the rows of a backup. They are known to be complete and undamaged only when `readBackup` has resolved. */
export type BackupReceiver = {
  begin: (header: Header) => Promise<void>
  rows: (table: Table, rows: Row[]) => Promise<void>
}

export type BackupReadSummary = { header: Header; tables: number; rows: number }

/**
 * Reads a backup as a stream, in batches.
 * @param known the migrations of this version, in order
 * @throws {BackupError} when it is not a backup, is damaged, or was made by a newer version
 */
export async function readBackup(
  source: NodeJS.ReadableStream,
  known: readonly string[],
  receiver: BackupReceiver,
): Promise<BackupReadSummary> {
  try {
    return await pipeline(
      source,
      createZstdDecompress({ rejectGarbageAfterEnd: true }),
      (chunks: AsyncIterable<Buffer>) => readLines(splitLines(chunks), known, receiver),
    )
  } catch (error) {
    throw toBackupError(error)
  }
}

/** Checks that a backup is complete and undamaged, without restoring it. @throws {BackupError} */
export const verifyBackup = (source: NodeJS.ReadableStream): Promise<BackupReadSummary> =>
  readBackup(source, Object.keys(migrationsFor('sqlite')), {
    begin: () => Promise.resolve(),
    rows: () => Promise.resolve(),
  })

async function readLines(
  lines: AsyncGenerator<Buffer>,
  known: readonly string[],
  receiver: BackupReceiver,
): Promise<BackupReadSummary> {
  const first = await lines.next()
  if (first.done === true) throw notABackup()
  const header = readHeader(first.value, known)
  await receiver.begin(header)

  const hash = createHash('sha256').update(first.value)
  const batch = makeBatch(receiver)
  let end: Trailer | undefined
  for await (const line of lines) {
    if (end !== undefined) throw corruptedBackup('it continues after its last line')
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
  if (hash.digest('hex') !== end.sha256) throw corruptedBackup('its checksum does not match')
  if (!hasSameCounts(end.rows, batch.counts)) throw corruptedBackup('its row counts do not match')
  if (batch.failure !== undefined) throw batch.failure.error
  const rows = [...batch.counts.values()].reduce((sum, n) => sum + n, 0)
  return { header, tables: Object.keys(end.rows).length, rows }
}

type Batch = {
  counts: ReadonlyMap<string, number>
  /**
   * First error of the receiver, which gets no more rows. Reading goes on, as damage found later is the better explanation.
   */
  failure: { error: unknown } | undefined
  add: (table: Table, row: Row, length: number) => Promise<void>
  flush: () => Promise<void>
}

function makeBatch(receiver: BackupReceiver): Batch {
  const counts = new Map<string, number>()
  let pending: { table: Table; rows: Row[]; bytes: number } | undefined
  const batch: Batch = {
    counts,
    failure: undefined,
    async add(table, row, length) {
      if (pending !== undefined && pending.table !== table) await batch.flush()
      pending ??= { table, rows: [], bytes: 0 }
      pending.rows.push(row)
      pending.bytes += length
      counts.set(table, (counts.get(table) ?? 0) + 1)
      if (pending.rows.length >= MAX_BATCH_ROWS || pending.bytes >= MAX_BATCH_BYTES) await batch.flush()
    },
    async flush() {
      if (pending === undefined) return
      const { table, rows } = pending
      pending = undefined
      if (batch.failure !== undefined) return
      try {
        await receiver.rows(table, rows)
      } catch (error) {
        batch.failure = { error }
      }
    },
  }
  return batch
}

const hasSameCounts = (
  expected: Readonly<Record<string, number>>,
  counts: ReadonlyMap<string, number>,
): boolean =>
  Object.keys(expected).every(isBackedUp) &&
  [...counts.keys()].every((table) => Object.hasOwn(expected, table)) &&
  Object.entries(expected).every(([table, count]) => (counts.get(table) ?? 0) === count)

/** Converts errors of zstd and zlib. */
function toBackupError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError || !('code' in error)) return error
  const { code } = error
  if (code === 'ZSTD_error_prefix_unknown') return notABackup()
  if (code === 'Z_BUF_ERROR') return truncatedBackup()
  return typeof code === 'string' && /^(?:ZSTD_|Z_|ERR_ZSTD|ERR_TRAILING_JUNK)/.test(code)
    ? corruptedBackup('it cannot be decompressed')
    : error
}

import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Dialect } from '../db/column-types.ts'
import { migrationsFor } from '../db/migrations.ts'
import type { Db } from '../db/schema.ts'
import { appliedMigrations, existingTables, withSnapshot, streamRows } from './snapshot.ts'
import { chainHead, formatHead } from '../tokens/chain.ts'
import { BackupError, headerLine, rowLine, trailerLine } from './format.ts'
import { BACKED_UP_TABLES, type Table } from './tables.ts'

/** UTF-16 code units of lines that are joined into one buffer. */
const MIN_CHUNK_LENGTH = 64 * 1024

export type BackupSummary = { tables: number; rows: number; bytes: number; ledgerHead: string | undefined }

type BackupOptions = { dialect: Dialect; at: Date; to: NodeJS.WritableStream; signal: AbortSignal }

/**
 * Writes a backup of one moment, also while servers run. Ends `to`, except standard output.
 * @throws {BackupError} when the database is not one of Levro, or of a newer version
 */
export const writeBackup = (db: Db, { dialect, at, to, signal }: BackupOptions): Promise<BackupSummary> =>
  withSnapshot(db, dialect, async (view) => {
    const migrations = await appliedMigrations(view)
    requireKnown(migrations, dialect)
    const existing = await existingTables(view)
    const tables = BACKED_UP_TABLES.filter((table) => existing.has(table))
    const counts = new Map<Table, number>(tables.map((table) => [table, 0]))
    const head = tables.includes('ledger_link') ? await chainHead(view) : undefined
    const ledgerHead = head && formatHead(head)
    let bytes = 0

    async function* lines(): AsyncGenerator<string> {
      yield headerLine(migrations, { createdAt: at, ledgerHead })
      for (const table of tables) {
        let count = 0
        for await (const row of streamRows(view, dialect, table)) {
          yield rowLine(table, row)
          count += 1
        }
        counts.set(table, count)
      }
    }

    async function* content(): AsyncGenerator<Buffer> {
      const hash = createHash('sha256')
      for await (const chunk of joinLines(lines())) {
        hash.update(chunk)
        yield chunk
      }
      yield Buffer.from(trailerLine({ rows: Object.fromEntries(counts), sha256: hash.digest('hex') }))
    }

    async function* countBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        bytes += chunk.length
        yield chunk
      }
    }

    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    await pipeline(content, zstd, countBytes, to, { signal, end: to !== process.stdout })
    const rows = [...counts.values()].reduce((sum, n) => sum + n, 0)
    return { tables: tables.length, rows, bytes, ledgerHead }
  })

function requireKnown(migrations: string[], dialect: Dialect): void {
  const known = Object.keys(migrationsFor(dialect))
  if (migrations.length === 0)
    throw new BackupError('This is not a Levro database: it has no record of migrations.')
  if (migrations.some((name) => !known.includes(name)))
    throw new BackupError('The database is that of a newer version of Levro: back it up with that one.')
}

async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const line of lines) {
    text += line
    if (text.length < MIN_CHUNK_LENGTH) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

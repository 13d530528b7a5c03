import { sql } from 'kysely'
import { makeMigrator } from '../db/database.ts'
import type { Dialect } from '../db/column-types.ts'
import { migrationsFor } from '../db/migrations.ts'
import { storedFingerprint } from '../db/key-fingerprint.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { isUnavailable } from '../db/errors.ts'
import { appliedMigrations, allowIdleTransaction, existingTables } from './snapshot.ts'
import { BackupError, corruptedBackup, type Header, type Row } from './format.ts'
import { type BackupReadSummary, readBackup } from './read.ts'
import { BACKED_UP_TABLES, TABLES, type Table } from './tables.ts'

const POSTGRES_BAD_TEXT = '22021'

type RestoreOptions = { dialect: Dialect; from: NodeJS.ReadableStream; now: number }

/**
 * Restores a backup of either database into this one, which must be empty, and migrates it, in one transaction. A running
 * server waits for the end, then serves the restored data.
 * @throws {BackupError} when the database is not empty, or the backup cannot be read
 */
export const restoreBackup = (db: Db, { dialect, from, now }: RestoreOptions): Promise<BackupReadSummary> =>
  db.transaction().execute(async (trx) => {
    if (dialect === 'postgres') await allowIdleTransaction(trx)
    const known = Object.keys(migrationsFor(dialect))
    const usedKey = (await existingTables(trx)).has('key_fingerprint')
      ? await storedFingerprint(trx)
      : undefined
    const restored = await readBackup(from, known, {
      begin: (header) => prepareTables(trx, dialect, header),
      rows: (table, rows) => insert(trx, table, rows),
    })
    await migrateTo(trx, dialect, known.at(-1))
    await requireSameKey(trx, usedKey)
    await schedulePurchaseChecks(trx, now)
    return restored
  })

/** A running server would go on with its own key, which is not that of the restored data. */
async function requireSameKey(trx: Transaction, usedKey: string | undefined): Promise<void> {
  const restored = await storedFingerprint(trx)
  if (usedKey !== undefined && restored !== undefined && usedKey !== restored)
    throw new BackupError(
      'A server has used this database with another secret key than that of the backup. Restore it into a new database.',
    )
}

/** A server has its key, and may have logged refusals, before there are accounts. Both are replaced. */
const FILLED_WITHOUT_ACCOUNTS: ReadonlySet<Table> = new Set(['key_fingerprint', 'security_event'])

/** Recreates the tables as of the backup's migrations. */
async function prepareTables(trx: Transaction, dialect: Dialect, { migrations }: Header): Promise<void> {
  const existing = await existingTables(trx)
  const own = TABLES.filter((table) => existing.has(table))
  if (dialect === 'postgres' && own.length > 0)
    // Writers wait, so that the tables stay empty. SQLite's transaction has the write lock already.
    await sql`lock table ${sql.join(own.map((table) => sql.table(table)))} in access exclusive mode`.execute(
      trx,
    )
  const kept = BACKED_UP_TABLES.filter((table) => existing.has(table) && !FILLED_WITHOUT_ACCOUNTS.has(table))
  for (const table of kept) await requireEmpty(trx, table)
  if ((await appliedMigrations(trx)).length > 0) {
    for (const table of own.toReversed()) await trx.schema.dropTable(table).execute()
    await sql`delete from kysely_migration`.execute(trx)
  }
  await migrateTo(trx, dialect, migrations.at(-1))
}

async function requireEmpty(trx: Transaction, table: Table): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx)
  if (rows.length > 0)
    throw new BackupError(
      'The database is not empty. A backup is restored into a new one, so that nothing is overwritten.',
    )
}

async function migrateTo(trx: Transaction, dialect: Dialect, name = ''): Promise<void> {
  const { error } = await makeMigrator(trx, dialect).migrateTo(name)
  if (error !== undefined) throw error
}

async function insert(trx: Transaction, table: Table, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  try {
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(trx)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === POSTGRES_BAD_TEXT)
      throw new BackupError(
        `A text of ${table} has a NUL in it, which PostgreSQL cannot keep, and SQLite can.`,
      )
    if (isUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw corruptedBackup(`the database rejects its rows of ${table} (${reason})`)
  }
}

/**
 * Makes all unfinished purchases due for a check at the provider, which may have changed them since the backup. Open and
 * processing ones come first.
 */
async function schedulePurchaseChecks(trx: Transaction, now: number): Promise<void> {
  await trx
    .updateTable('purchase')
    .set({ look_at: sql`case when status in ('open', 'processing') then created_at else ${now} end` })
    .where('look_at', 'is not', null)
    .execute()
}

import { sql } from 'kysely'
import type { Dialect } from '../db/column-types.ts'
import type { Db } from '../db/schema.ts'
import type { Row } from './format.ts'
import type { Table } from './tables.ts'

const ROWS_PER_FETCH = 50

/** Runs `work` in a read-only snapshot of the database. Does not block writers. */
export function withSnapshot<T>(db: Db, dialect: Dialect, work: (view: Db) => Promise<T>): Promise<T> {
  if (dialect === 'postgres')
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (view) => {
        await allowIdleTransaction(view)
        return work(view)
      })
  return db.connection().execute(async (view) => {
    // Kysely's transaction would begin `immediate`, which takes the write lock.
    await sql`begin deferred`.execute(view)
    try {
      return await work(view)
    } finally {
      await sql`rollback`.execute(view)
    }
  })
}

/** Disables PostgreSQL's timeout for idle transactions (see `postgres.ts`): a slow pipe may keep a backup waiting. */
export async function allowIdleTransaction(trx: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

/** Streams the rows of a table to back up. */
export async function* streamRows(view: Db, dialect: Dialect, table: Table): AsyncGenerator<Row> {
  let query = view.selectFrom(table).selectAll()
  // Reset emails are outdated by the time of a restore.
  if (table === 'outbox') query = query.where(sql<boolean>`kind <> 'reset'`)
  if (dialect === 'sqlite') {
    yield* query.stream()
    return
  }
  await sql`declare backup_rows no scroll cursor for ${query}`.execute(view)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_PER_FETCH)} from backup_rows`.execute(view)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close backup_rows`.execute(view)
}

const MIGRATION_TABLE = 'kysely_migration'

/** Names of the applied migrations, in order; empty for a new database. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await existingTables(db)).has(MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export async function existingTables(db: Db): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return new Set(tables.map(({ name }) => name))
}

import { sql } from 'kysely'
import type { Dialect } from '../db/column-types.ts'
import type { Db } from '../db/schema.ts'
import type { Row } from './format.ts'
import type { Table } from './tables.ts'

const ROWS_PER_FETCH = 50

/** Runs `work` on the database as it is at one moment. It keeps nobody from writing, however long it takes. */
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
    // The usual `begin` takes the lock of those who write.
    await sql`begin deferred`.execute(view)
    try {
      return await work(view)
    } finally {
      await sql`rollback`.execute(view)
    }
  })
}

/** PostgreSQL ends transactions of ours that do nothing for a while: here they wait for whoever reads or writes the file. */
export async function allowIdleTransaction(trx: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

/** The rows of a table that a backup keeps, a few at a time. */
export async function* streamRows(view: Db, dialect: Dialect, table: Table): AsyncGenerator<Row> {
  let kept = view.selectFrom(table).selectAll()
  // Nobody waits for a link to a new password that was asked for another day.
  if (table === 'outbox') kept = kept.where(sql<boolean>`kind <> 'reset'`)
  if (dialect === 'sqlite') {
    yield* kept.stream()
    return
  }
  await sql`declare kept no scroll cursor for ${kept}`.execute(view)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_PER_FETCH)} from kept`.execute(view)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close kept`.execute(view)
}

const MIGRATION_TABLE = 'kysely_migration'

/** What brought the tables to what they are, in order; nothing of a database that is new. */
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

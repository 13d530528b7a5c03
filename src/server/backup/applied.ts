import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

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

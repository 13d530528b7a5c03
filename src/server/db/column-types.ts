import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

type ColumnTypes = { integer: 'integer' | 'bigint'; bytes: 'blob' | 'bytea' }

/** Column types that differ. Both integers have 64 bits: `integer` of SQLite's STRICT tables, `bigint` of PostgreSQL. */
export const COLUMN_TYPES = {
  sqlite: { integer: 'integer', bytes: 'blob' },
  postgres: { integer: 'bigint', bytes: 'bytea' },
} as const satisfies Record<string, ColumnTypes>

export type Dialect = keyof typeof COLUMN_TYPES

export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

/** Starts a table. Without STRICT, SQLite accepts any type in any column. */
export function createTable(db: Kysely<unknown>, dialect: Dialect, name: string): CreateTableBuilder<string> {
  const table = db.schema.createTable(name)
  return dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table
}

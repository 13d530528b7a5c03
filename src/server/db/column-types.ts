import type { Kysely } from 'kysely'

/** Column types that the two databases name differently. */
export type ColumnTypes = { integer: 'integer' | 'bigint'; bytes: 'blob' | 'bytea' }

/** STRICT tables of SQLite know `integer` (64 bits) and `blob`; PostgreSQL's `integer` has 32 bits. */
export const COLUMN_TYPES = {
  sqlite: { integer: 'integer', bytes: 'blob' },
  postgres: { integer: 'bigint', bytes: 'bytea' },
} as const satisfies Record<string, ColumnTypes>

export type Dialect = keyof typeof COLUMN_TYPES

export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

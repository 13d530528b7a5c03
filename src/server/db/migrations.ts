import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { foundations } from './migrations/0001-foundations.ts'
import { trustedAccounts } from './migrations/0002-trusted-accounts.ts'
import { purchases } from './migrations/0003-purchases.ts'

/** Column types that the two databases name differently. */
export type ColumnTypes = { integer: 'integer' | 'bigint'; bytes: 'blob' | 'bytea' }

/** STRICT tables of SQLite know `integer` (64 bits) and `blob`; PostgreSQL's `integer` has 32 bits. */
export const COLUMN_TYPES = {
  sqlite: { integer: 'integer', bytes: 'blob' },
  postgres: { integer: 'bigint', bytes: 'bytea' },
} as const satisfies Record<string, ColumnTypes>

export type Dialect = keyof typeof COLUMN_TYPES

export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

const STEPS: Record<string, MigrationStep> = {
  '0001-foundations': foundations,
  '0002-trusted-accounts': trustedAccounts,
  '0003-purchases': purchases,
}

export const migrationsFor = (dialect: Dialect): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(STEPS).map(([name, step]) => [name, { up: (db: Kysely<unknown>) => step(db, dialect) }]),
  )

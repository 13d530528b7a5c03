import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Env } from '../env.ts'
import type { Dialect } from './column-types.ts'
import { migrationsFor } from './migrations.ts'
import { postgresDialect, registerPoolStats } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect, sqliteReadOnlyDialect } from './sqlite.ts'

const MIGRATION_ATTEMPTS = 3
/** On PostgreSQL; 0 is none. */
const STATEMENT_TIMEOUT_MS = 15_000

type DatabaseConfig = Pick<Env, 'databaseUrl' | 'dataDir'>

export const dialectOf = ({ databaseUrl }: DatabaseConfig): Dialect =>
  databaseUrl === undefined ? 'sqlite' : 'postgres'

/** Opens the database that the environment names, as it is. The caller closes it. */
export const connectDatabase = (
  { databaseUrl, dataDir }: DatabaseConfig,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {},
): Db =>
  databaseUrl === undefined
    ? new Kysely<Schema>({ dialect: sqliteDialect(dataDir) })
    : connectPostgres(databaseUrl, statementTimeoutMs)

/** Opens it as it is, to read alone. The caller closes it. */
export const connectReadOnly = (place: DatabaseConfig, options: { statementTimeoutMs?: number } = {}): Db =>
  place.databaseUrl === undefined
    ? new Kysely<Schema>({ dialect: sqliteReadOnlyDialect(place.dataDir) })
    : connectDatabase(place, options)

function connectPostgres(databaseUrl: string, statementTimeoutMs: number): Db {
  const dialect = postgresDialect(databaseUrl, statementTimeoutMs)
  const db = new Kysely<Schema>({ dialect })
  registerPoolStats(db, dialect.use)
  return db
}

/** Opens the database that the environment names and brings its tables up to date. The caller closes it. */
export async function openDatabase(
  env: DatabaseConfig,
  options: { statementTimeoutMs?: number } = {},
): Promise<Db> {
  // Rewriting a large table, and waiting for another process that does, takes longer than any call may.
  const patient = connectDatabase(env, { statementTimeoutMs: 0 })
  try {
    await migrate(patient, dialectOf(env))
  } finally {
    await patient.destroy()
  }
  return connectDatabase(env, options)
}

export function makeMigrator(db: Db, dialect: Dialect): Migrator {
  const migrations = migrationsFor(dialect)
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
}

/**
 * Safe when several processes start at once: a migration runs in one transaction under a lock. On PostgreSQL the lock
 * is given back just before the commit, so that another process may run into the same tables: it fails whole, and
 * finds the work done when it tries again.
 */
async function migrate(db: Db, dialect: Dialect): Promise<void> {
  const migrator = makeMigrator(db, dialect)
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    const [, unknown] =
      /executed migration (\S+) is missing/.exec(error instanceof Error ? error.message : '') ?? []
    if (unknown !== undefined)
      throw new Error(`the database belongs to a newer version of Levro, which knows "${unknown}".`)
    if (attempt === MIGRATION_ATTEMPTS) throw error
  }
}

import { type Dialect as KyselyDialect, Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Env } from '../env.ts'
import type { Dialect } from './column-types.ts'
import { migrationsFor } from './migrations.ts'
import { postgresDialect, registerPoolStats } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { markDatabaseCreated, sqliteDialect, sqliteReadOnlyDialect } from './sqlite.ts'
import { noteStorageFailure } from './storage-health.ts'

const MIGRATION_ATTEMPTS = 3
/** PostgreSQL only; 0 disables it. */
const STATEMENT_TIMEOUT_MS = 15_000

type DatabaseConfig = Pick<Env, 'databaseUrl' | 'dataDir'> & Partial<Pick<Env, 'newDatabase'>>
type ConnectOptions = { statementTimeoutMs?: number }

export const dialectOf = ({ databaseUrl }: DatabaseConfig): Dialect =>
  databaseUrl === undefined ? 'sqlite' : 'postgres'

/** Opens the configured database without migrating it. The caller closes it. */
export const connectDatabase = (
  { databaseUrl, dataDir, newDatabase = false }: DatabaseConfig,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS }: ConnectOptions = {},
): Db =>
  databaseUrl === undefined
    ? connect(sqliteDialect(dataDir, newDatabase))
    : connectPostgres(databaseUrl, statementTimeoutMs)

/** Like {@link connectDatabase}; on SQLite the connection cannot write. */
export const connectReadOnly = (config: DatabaseConfig, options?: ConnectOptions): Db =>
  config.databaseUrl === undefined
    ? new Kysely<Schema>({ dialect: sqliteReadOnlyDialect(config.dataDir) })
    : connectDatabase(config, options)

function connectPostgres(databaseUrl: string, statementTimeoutMs: number): Db {
  const dialect = postgresDialect(databaseUrl, statementTimeoutMs)
  const db = connect(dialect)
  registerPoolStats(db, dialect.stats)
  return db
}

function connect(dialect: KyselyDialect): Db {
  const db: Db = new Kysely<Schema>({ dialect, log: (event) => noteStorageFailure(db, event) })
  return db
}

/** Opens the configured database and runs pending migrations. The caller closes it. */
export async function openDatabase(config: DatabaseConfig, options?: ConnectOptions): Promise<Db> {
  // Rewriting a large table, or waiting for another process that does, takes longer than the statement timeout.
  const withoutTimeout = connectDatabase(config, { statementTimeoutMs: 0 })
  try {
    await migrate(withoutTimeout, dialectOf(config))
  } finally {
    await withoutTimeout.destroy()
  }
  if (config.databaseUrl === undefined) markDatabaseCreated(config.dataDir)
  return connectDatabase(config, options)
}

export function makeMigrator(db: Db, dialect: Dialect): Migrator {
  const migrations = migrationsFor(dialect)
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
}

/**
 * Safe when several processes start at once: migrations run in one transaction under a lock. On PostgreSQL the lock is
 * released just before the commit, so another process may conflict: its transaction fails, and the retry finds nothing
 * left to do.
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

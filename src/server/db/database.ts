import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Env } from '../env.ts'
import { type Dialect, migrationsFor } from './migrations.ts'
import { tellPoolUse } from './pool-use.ts'
import { postgresDialect } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

const MIGRATION_ATTEMPTS = 3
/** On PostgreSQL; 0 is none. */
const STATEMENT_TIMEOUT_MS = 15_000

/** Opens the database that the environment names and brings its tables up to date. The caller closes it. */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {},
): Promise<Db> {
  const dialect: Dialect = env.databaseUrl === undefined ? 'sqlite' : 'postgres'
  const db =
    env.databaseUrl === undefined
      ? new Kysely<Schema>({ dialect: sqliteDialect(env.dataDir) })
      : openPostgres(env.databaseUrl, statementTimeoutMs)
  try {
    await migrate(db, dialect)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function openPostgres(databaseUrl: string, statementTimeoutMs: number): Db {
  const dialect = postgresDialect(databaseUrl, statementTimeoutMs)
  const db = new Kysely<Schema>({ dialect })
  tellPoolUse(db, dialect.use)
  return db
}

/**
 * Safe when several processes start at once: a migration runs in one transaction under a lock. On PostgreSQL the lock
 * is given back just before the commit, so that another process may run into the same tables: it fails whole, and
 * finds the work done when it tries again.
 */
async function migrate(db: Db, dialect: Dialect): Promise<void> {
  const migrations = migrationsFor(dialect)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (attempt === MIGRATION_ATTEMPTS) throw error
  }
}

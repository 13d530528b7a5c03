import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'

/** The database within the data folder. */
export const SQLITE_FILE = 'levro.db'

const BUSY_TIMEOUT_MS = 5000
const MAX_CACHED_STATEMENTS = 500

/** Kysely's own SQLite dialect over `node:sqlite`. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  const database = openSqlite(dataDir)
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    const cached = statements.get(sql)
    if (cached !== undefined) return cached
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
    // A deferred transaction that reads and then writes beside another process fails at once, in spite of the timeout.
    const statement = adaptStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
    statements.set(sql, statement)
    return statement
  }
  return new TransactionalDdlDialect({ database: { prepare, close: () => database.close() } })
}

function openSqlite(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  })
  switchToWal(database)
  // FULL: an acknowledged charge survives a power cut; NORMAL lost some when it was measured.
  database.exec('pragma synchronous = full')
  return database
}

/** The first switch of a new file does not heed the busy timeout when two processes start at once. */
function switchToWal(database: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const until = Date.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (Date.now() > until) throw error
      Atomics.wait(pause, 0, 0, 20)
    }
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the typed schema lets nothing else through
const bindable = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]

/** Without this a migration that fails half way leaves its tables behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class TransactionalDdlDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }
}

import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { EnvError } from '../env.ts'
import { type SqliteFile, SqliteFileDriver } from './sqlite-driver.ts'

/** The database within the data folder. */
export const SQLITE_FILE = 'levro.db'

const OPEN_TIMEOUT_MS = 5000
const MAX_CACHED_STATEMENTS = 500

/** Kysely's own SQLite dialect over `node:sqlite`, with a driver of our own. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  const database = openSqlite(dataDir)
  const reader = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true, timeout: 0 })
  return new FileDialect({
    writer: adaptDatabase(database),
    reader: adaptDatabase(reader),
    isInTransaction: () => database.isTransaction,
  })
}

/** The same file for somebody who only looks, at one moment of it if they like: the transactions of this one are the caller's. */
export const sqliteReadOnlyDialect = (dataDir: string): SqliteDialect =>
  new SqliteDialect({
    database: adaptDatabase(
      new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true, timeout: OPEN_TIMEOUT_MS }),
    ),
  })

function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    const cached = statements.get(sql)
    if (cached !== undefined) return cached
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear()
    const statement = adaptStatement(database.prepare(sql))
    statements.set(sql, statement)
    return statement
  }
  return { prepare, close: () => database.close() }
}

function openSqlite(dataDir: string): DatabaseSync {
  createFolder(dataDir)
  // In a folder that was there others may look around. What SQLite puts beside it is as closed as the file itself.
  closeSync(openSync(join(dataDir, SQLITE_FILE), 'a', 0o600))
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), {
    // The driver waits, which holds up nobody else.
    timeout: 0,
    enableForeignKeyConstraints: true,
  })
  switchToWal(database)
  // FULL: an acknowledged charge survives a power cut; NORMAL lost some when it was measured.
  database.exec('pragma synchronous = full')
  return database
}

/** A path that can be no folder will not be one later. */
const PERMANENT_ERRORS = new Set(['EEXIST', 'ENOTDIR', 'ENOENT', 'EACCES', 'EPERM', 'EROFS'])

function createFolder(folder: string): void {
  try {
    // Where the system lets nobody make a folder, `recursive` tries without end.
    mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 })
  } catch (error) {
    // It was there, or another process has made it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (!(error instanceof Error && 'code' in error && PERMANENT_ERRORS.has(String(error.code)))) throw error
    throw new EnvError(`DATA_DIR must be a folder: ${folder} is none, and cannot be made.`)
  }
}

/** Two processes may open a new file at once. */
function switchToWal(database: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const until = Date.now() + OPEN_TIMEOUT_MS
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

class FileAdapter extends SqliteAdapter {
  /** Without this a migration that fails half way leaves its tables behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver knows who has to wait for whom. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class FileDialect extends SqliteDialect {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    super({ database: file.writer })
    this.#file = file
  }

  override createAdapter(): DialectAdapter {
    return new FileAdapter()
  }

  override createDriver(): Driver {
    return new SqliteFileDriver(this.#file)
  }
}

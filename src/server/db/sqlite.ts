import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
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
import { type OpenFiles, rememberFiles } from './open-files.ts'
import { type SqliteFile, SqliteFileDriver } from './sqlite-driver.ts'

/** File name in the data folder. */
export const SQLITE_FILE = 'levro.db'

/** Says that a database was created in the folder: one that is missing or empty later is not replaced by a new one. */
export const CREATED_FILE = 'levro.db.created'

const CREATED_TEXT = `A database of Levro was created here. Without its file ${SQLITE_FILE}, Levro does not start.\n`

const OPEN_TIMEOUT_MS = 5000
const MAX_CACHED_STATEMENTS = 500

/**
 * Kysely's SQLite dialect on `node:sqlite`, with {@link SqliteFileDriver} as its driver.
 * @throws {EnvError} when there was a database in the folder, unless `newDatabase` allows another
 */
export function sqliteDialect(dataDir: string, newDatabase = false): SqliteDialect {
  if (!newDatabase) requireEarlierDatabase(dataDir)
  const { database, files } = openSqlite(dataDir)
  const reader = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true, timeout: 0 })
  return new FileDialect({
    writer: adaptDatabase(database),
    reader: adaptDatabase(reader),
    isInTransaction: () => database.isTransaction,
    files,
  })
}

function requireEarlierDatabase(dataDir: string): void {
  const path = join(dataDir, SQLITE_FILE)
  if (!existsSync(join(dataDir, CREATED_FILE)) || sizeOf(path) > 0) return
  throw new EnvError(
    `DATA_DIR has lost its database: ${path} is ${existsSync(path) ? 'empty' : 'missing'}; put it back or restore a backup, or set NEW_DATABASE=yes to begin with an empty one.`,
  )
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Marks that the folder's database was created. A full disk prevents only the mark. */
export function markDatabaseCreated(dataDir: string): void {
  const path = join(dataDir, CREATED_FILE)
  try {
    if (sizeOf(path) === 0) writeFileSync(path, CREATED_TEXT, { mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** The same file opened read-only with Kysely's own driver: the caller may start a read transaction (a snapshot). */
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

function openSqlite(dataDir: string): { database: DatabaseSync; files: OpenFiles } {
  createFolder(dataDir)
  // Other users may read an existing folder. SQLite gives its -wal and -shm files the mode of the database file.
  closeSync(openSync(join(dataDir, SQLITE_FILE), 'a', 0o600))
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), {
    // The driver retries instead, without blocking the event loop.
    timeout: 0,
    enableForeignKeyConstraints: true,
  })
  switchToWal(database)
  // FULL: a committed charge survives a power cut; with NORMAL some were lost in tests.
  database.exec('pragma synchronous = full')
  // The first read creates the files of the write-ahead log.
  database.prepare('select count(*) from sqlite_schema').all()
  return { database, files: rememberFiles(join(dataDir, SQLITE_FILE)) }
}

/** Retrying does not help. */
const PERMANENT_ERRORS = new Set(['EEXIST', 'ENOTDIR', 'ENOENT', 'EACCES', 'EPERM', 'EROFS'])

function createFolder(folder: string): void {
  try {
    // Where the parent exists but is not writable, `recursive` retries without end.
    mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 })
  } catch (error) {
    // It exists, perhaps created by another process since.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (!(error instanceof Error && 'code' in error && PERMANENT_ERRORS.has(String(error.code)))) throw error
    throw new EnvError(`DATA_DIR must be a folder: ${folder} is not one and cannot be created.`)
  }
}

/** Retries while locked: two processes may open a new file at once. Blocks the thread, at most `OPEN_TIMEOUT_MS`. */
function switchToWal(database: DatabaseSync): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  const deadline = performance.now() + OPEN_TIMEOUT_MS
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      Atomics.wait(sleeper, 0, 0, 20)
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

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of Schema allow nothing else
const bindable = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]

class FileAdapter extends SqliteAdapter {
  /** Runs migrations in a transaction: one that fails leaves no tables. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** {@link SqliteFileDriver} serializes writes itself. */
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

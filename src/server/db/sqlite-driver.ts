import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDriver,
} from 'kysely'
import { isDatabaseLocked } from './errors.ts'
import type { OpenFiles } from './open-files.ts'

/** How long a queue of writes may go on without a turn of the event loop. */
const TURN_AFTER_MS = 10

/** How long to wait for the write lock of another process. */
const LOCK_TIMEOUT_MS = 5000
const MIN_RETRY_DELAY_MS = 2
const MAX_RETRY_DELAY_MS = 50

/** One SQLite file opened twice: in WAL mode reads do not wait for writes. */
export type SqliteFile = {
  writer: SqliteDatabase
  reader: SqliteDatabase
  /** State of the writer. SQLite ends a transaction by itself when the disk is full. */
  isInTransaction: () => boolean
  files: OpenFiles
}

/**
 * Transactions and single writes run one after the other; SELECTs built by Kysely outside a transaction run concurrently (raw
 * SQL counts as a write). Inside a transaction all writes must go through it: any other write would wait for its end, a
 * deadlock. A file locked by another process is retried without blocking the event loop.
 *
 * Before a write, before a commit and after it the files must still be those that were opened: what is acknowledged was in the
 * file that the path names. A file replaced between the last two checks makes the call fail after its commit, like a lost
 * connection.
 */
export class SqliteFileDriver implements Driver {
  readonly #file: SqliteFile
  readonly #drivers: { writer: SqliteDriver; reader: SqliteDriver }
  #lastWrite: Promise<void> = Promise.resolve()
  #turnedAt = 0
  #writer: DatabaseConnection | undefined
  #reader: DatabaseConnection | undefined

  constructor(file: SqliteFile) {
    this.#file = file
    this.#drivers = {
      writer: new SqliteDriver({ database: file.writer }),
      reader: new SqliteDriver({ database: file.reader }),
    }
  }

  async init(): Promise<void> {
    const { writer, reader } = this.#drivers
    await writer.init()
    await reader.init()
    this.#writer = await writer.acquireConnection()
    this.#reader = await reader.acquireConnection()
  }

  async acquireConnection(): Promise<FileConnection> {
    if (this.#writer === undefined || this.#reader === undefined) throw new Error('The driver is not ready.')
    return new FileConnection(this.#writer, this.#reader, {
      acquireWriteLock: () => this.#acquireWriteLock(),
      requireSameFiles: this.#file.files.requireSame,
    })
  }

  /**
   * A queue of writes leaves the event loop a turn from time to time: each may wait for the disk, and would otherwise be
   * followed by the next without one.
   * @returns releases the lock
   */
  async #acquireWriteLock(): Promise<() => void> {
    const previous = this.#lastWrite
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastWrite = promise
    await previous
    if (performance.now() - this.#turnedAt > TURN_AFTER_MS) {
      await nextTurn()
      this.#turnedAt = performance.now()
    }
    // A transaction whose rollback failed must not block the writes after it, nor include them.
    if (this.#file.isInTransaction()) await this.#rollBackLeftover(resolve)
    return resolve
  }

  async #rollBackLeftover(release: () => void): Promise<void> {
    try {
      await this.#writer?.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      release()
      throw error
    }
  }

  async beginTransaction(connection: FileConnection): Promise<void> {
    await connection.begin(async () => {
      this.#file.files.requireSame()
      // A deferred transaction that reads and then writes fails at once when another process has written in between.
      await this.#writer?.executeQuery(CompiledQuery.raw('begin immediate'))
    })
  }

  async commitTransaction(connection: FileConnection): Promise<void> {
    this.#file.files.requireSame()
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.end()
    this.#file.files.requireSame()
  }

  /** Never throws: the caller gets the error that caused the rollback. */
  async rollbackTransaction(connection: FileConnection): Promise<void> {
    try {
      if (this.#file.isInTransaction()) await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch {
      // The next write tries again.
    } finally {
      connection.end()
    }
  }

  async releaseConnection(connection: FileConnection): Promise<void> {
    connection.end()
  }

  /** Closes the reader first: the last connection checkpoints the WAL, which takes write access. */
  async destroy(): Promise<void> {
    await this.#drivers.reader.destroy()
    await this.#drivers.writer.destroy()
  }
}

type WriteGuards = { acquireWriteLock: () => Promise<() => void>; requireSameFiles: () => void }

/** Holds the write lock for one statement, or for a transaction from `begin` to `end`. */
class FileConnection implements DatabaseConnection {
  readonly #writer: DatabaseConnection
  readonly #reader: DatabaseConnection
  readonly #acquireWriteLock: () => Promise<() => void>
  readonly #requireSameFiles: () => void
  #releaseWriteLock: (() => void) | undefined

  constructor(
    writer: DatabaseConnection,
    reader: DatabaseConnection,
    { acquireWriteLock, requireSameFiles }: WriteGuards,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#acquireWriteLock = acquireWriteLock
    this.#requireSameFiles = requireSameFiles
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#releaseWriteLock !== undefined) return this.#writer.executeQuery<R>(query)
    const deadline = performance.now() + LOCK_TIMEOUT_MS
    if (SelectQueryNode.is(query.query))
      return retryWhileLocked(() => this.#reader.executeQuery<R>(query), deadline)
    const release = await this.#acquireWriteLock()
    try {
      this.#requireSameFiles()
      const result = await retryWhileLocked(() => this.#writer.executeQuery<R>(query), deadline)
      this.#requireSameFiles()
      return result
    } finally {
      release()
    }
  }

  async begin(start: () => Promise<void>): Promise<void> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS
    const release = await this.#acquireWriteLock()
    try {
      await retryWhileLocked(start, deadline)
      this.#releaseWriteLock = release
    } catch (error) {
      release()
      throw error
    }
  }

  end(): void {
    this.#releaseWriteLock?.()
    this.#releaseWriteLock = undefined
  }

  // oxlint-disable-next-line require-yield -- streaming is not used with this driver
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This driver does not stream query results.')
  }
}

/** The deadline, by `performance.now()`, counts from the call, not from the lock: queued calls time out together, not one after the other. */
async function retryWhileLocked<T>(work: () => Promise<T>, deadline: number): Promise<T> {
  for (let delayMs = MIN_RETRY_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseLocked(error) || performance.now() >= deadline) throw error
      await delay(delayMs)
    }
  }
}

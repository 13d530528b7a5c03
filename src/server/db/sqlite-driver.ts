import { setTimeout as delay } from 'node:timers/promises'
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

/** Another process may hold the file for as long. */
const LOCK_TIMEOUT_MS = 5000
const MIN_RETRY_DELAY_MS = 2
const MAX_RETRY_DELAY_MS = 50

/** A file of SQLite, opened twice: what only reads waits for nobody who writes. */
export type SqliteFile = {
  writer: SqliteDatabase
  reader: SqliteDatabase
  /** Of the writer. SQLite ends a transaction by itself when the disk is full. */
  isInTransaction: () => boolean
}

/**
 * Transactions and single writes take turns; reads outside of transactions go beside them, where Kysely made them (a text
 * counts as a write). So nothing inside a transaction may write by any other way than the transaction: it would wait for its
 * own end. Whoever finds the file locked by
 * another process waits without holding up the event loop: pages and everything else are served meanwhile.
 */
export class SqliteFileDriver implements Driver {
  readonly #file: SqliteFile
  readonly #drivers: { writer: SqliteDriver; reader: SqliteDriver }
  #turn: Promise<void> = Promise.resolve()
  #writer: DatabaseConnection | undefined
  #reader: DatabaseConnection | undefined

  constructor(file: SqliteFile) {
    this.#file = file
    const [writer, reader] = [file.writer, file.reader].map((database) => new SqliteDriver({ database }))
    if (writer === undefined || reader === undefined) throw new Error('A file is opened twice.')
    this.#drivers = { writer, reader }
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
    return new FileConnection(this.#writer, this.#reader, () => this.#takeTurn())
  }

  async #takeTurn(): Promise<() => void> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    // One whose end failed must not hold up all that follow, nor take them with it.
    if (this.#file.isInTransaction()) await this.#endLeftover(resolve)
    return resolve
  }

  async #endLeftover(leave: () => void): Promise<void> {
    try {
      await this.#writer?.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      leave()
      throw error
    }
  }

  async beginTransaction(connection: FileConnection): Promise<void> {
    await connection.begin(async () => {
      // One that reads first and then writes, beside another process, fails at once and cannot be tried again.
      await this.#writer?.executeQuery(CompiledQuery.raw('begin immediate'))
    })
  }

  async commitTransaction(connection: FileConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.end()
  }

  /** Never fails: why the transaction failed is what its caller is to hear. */
  async rollbackTransaction(connection: FileConnection): Promise<void> {
    try {
      if (this.#file.isInTransaction()) await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch {
      // The next turn tries once more.
    } finally {
      connection.end()
    }
  }

  async releaseConnection(connection: FileConnection): Promise<void> {
    connection.end()
  }

  /** The reader first: the last one that closes the file tidies it up, which takes writing. */
  async destroy(): Promise<void> {
    await this.#drivers.reader.destroy()
    await this.#drivers.writer.destroy()
  }
}

/** What one caller has of the file: outside of a transaction a statement at a time. */
class FileConnection implements DatabaseConnection {
  readonly #writer: DatabaseConnection
  readonly #reader: DatabaseConnection
  readonly #takeTurn: () => Promise<() => void>
  #leave: (() => void) | undefined

  constructor(
    writer: DatabaseConnection,
    reader: DatabaseConnection,
    acquireWriteLock: () => Promise<() => void>,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#takeTurn = acquireWriteLock
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#leave !== undefined) return this.#writer.executeQuery<R>(query)
    const until = Date.now() + LOCK_TIMEOUT_MS
    if (SelectQueryNode.is(query.query))
      return retryWhileLocked(() => this.#reader.executeQuery<R>(query), until)
    const leave = await this.#takeTurn()
    try {
      return await retryWhileLocked(() => this.#writer.executeQuery<R>(query), until)
    } finally {
      leave()
    }
  }

  async begin(start: () => Promise<void>): Promise<void> {
    const until = Date.now() + LOCK_TIMEOUT_MS
    const leave = await this.#takeTurn()
    try {
      await retryWhileLocked(start, until)
      this.#leave = leave
    } catch (error) {
      leave()
      throw error
    }
  }

  end(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  // oxlint-disable-next-line require-yield -- answers in pieces are read from nowhere
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Answers are not read in pieces here.')
  }
}

/** Counted from when it was asked, so that those who queue behind others give up with them, not one after the other. */
async function retryWhileLocked<T>(work: () => Promise<T>, until: number): Promise<T> {
  for (let pauseMs = MIN_RETRY_DELAY_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseLocked(error) || Date.now() >= until) throw error
      await delay(pauseMs)
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { LogEvent } from 'kysely'
import { type Clock, SECOND_MS } from '../clock.ts'
import { isStorageFailure } from './errors.ts'
import type { Db } from './schema.ts'

/** Time between two test writes. */
const TEST_INTERVAL_MS = 2 * SECOND_MS
/** A slow or locked database is not one that cannot be written. */
const TEST_TIMEOUT_MS = SECOND_MS
/** A small test may succeed on a full disk where a conversion does not. */
const FAILURE_MEMORY_MS = 10 * SECOND_MS

const TEST_KEY = 'storage:test'

const lastFailures = new WeakMap<Db, number>()

/** To be called with every event of a database: remembers writes that failed for the storage. */
export function noteStorageFailure(db: Db, event: LogEvent): void {
  if (event.level === 'error' && isStorageFailure(event.error)) lastFailures.set(db, performance.now())
}

export type StorageHealth = {
  /** Whether the database can be read, and writes to it reach the disk. */
  isReady: () => Promise<boolean>
  /** Whether writes reach the disk, by a test of at most every 2 s and the failures of the last 10 s. */
  isWritable: () => Promise<boolean>
}

export function makeStorageHealth(db: Db, clock: Clock): StorageHealth {
  let test: { at: number; result: Promise<boolean> } | undefined

  async function isWritable(): Promise<boolean> {
    const now = performance.now()
    if (test === undefined || now - test.at >= TEST_INTERVAL_MS) test = { at: now, result: canWrite() }
    return (await test.result) && performance.now() - (lastFailures.get(db) ?? -Infinity) > FAILURE_MEMORY_MS
  }

  async function canWrite(): Promise<boolean> {
    const timeout = new AbortController()
    const inTime = delay(TEST_TIMEOUT_MS, true, { signal: timeout.signal, ref: false }).catch(() => true)
    try {
      return await Promise.race([writeTestRow(), inTime])
    } finally {
      timeout.abort()
    }
  }

  /** A row that is expired at once: the hourly cleanup deletes it. */
  async function writeTestRow(): Promise<boolean> {
    const row = { key: TEST_KEY, hits: 0, resets_at: clock() }
    try {
      await db
        .insertInto('throttle')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ resets_at: row.resets_at }))
        .execute()
      return true
    } catch (error) {
      return !isStorageFailure(error)
    }
  }

  return { isWritable, isReady: async () => (await isReadable(db)) && (await isWritable()) }
}

async function isReadable(db: Db): Promise<boolean> {
  try {
    // Not raw SQL, which the SQLite driver queues as a write.
    await db.selectNoFrom((build) => build.lit(1).as('one')).execute()
    return true
  } catch {
    return false
  }
}

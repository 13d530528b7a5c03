import { setTimeout as delay } from 'node:timers/promises'
import { isConflict } from './errors.ts'
import type { Db, Transaction } from './schema.ts'

const MAX_ATTEMPTS = 10
/** Doubled with every attempt. Conflicting transactions wait for different times, or they would meet again. */
const FIRST_DELAY_MS = 5

/**
 * Runs `work` in one transaction and returns its result. `rollBack(result)` stops the work, undoes its writes and makes
 * `result` the result: for outcomes that are known only after a write.
 *
 * Where the database lets one of two transactions fail (SQLSTATE 40001: SERIALIZABLE, and databases that have nothing else;
 * 40P01: a deadlock), nothing of it was done, and `work` runs again: it must have no effect but its writes.
 */
export async function inTransaction<T>(db: Db, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error
      await delay(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

type Work<T> = (trx: Transaction, rollBack: (result: T) => never) => Promise<T>

async function runOnce<T>(db: Db, work: Work<T>): Promise<T> {
  let rolledBack: { result: T } | undefined
  try {
    return await db.transaction().execute((trx) =>
      work(trx, (result) => {
        rolledBack = { result }
        throw new Error('The transaction was rolled back on purpose.')
      }),
    )
  } catch (error) {
    if (rolledBack !== undefined) return rolledBack.result
    throw error
  }
}

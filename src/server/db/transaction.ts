import type { Db, Transaction } from './schema.ts'

/**
 * Runs `work` in one transaction and returns its result. `rollBack(result)` stops the work, undoes its writes and makes
 * `result` the result: for outcomes that are known only after a write.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Transaction, rollBack: (result: T) => never) => Promise<T>,
): Promise<T> {
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

import type { Db, Transaction } from './schema.ts'

/**
 * Runs `work` in one transaction and answers what it answers. `undo(verdict)` ends the work, takes back everything it
 * wrote, and makes `verdict` the answer: for outcomes that are known only after something was written.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Transaction, undo: (verdict: T) => never) => Promise<T>,
): Promise<T> {
  const outcome: { undone?: { verdict: T } } = {}
  const undo = (verdict: T): never => {
    outcome.undone = { verdict }
    throw new Error('The transaction was undone on purpose.')
  }
  try {
    return await db.transaction().execute((trx) => work(trx, undo))
  } catch (error) {
    if (outcome.undone !== undefined) return outcome.undone.verdict
    throw error
  }
}

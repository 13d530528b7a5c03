import type { Db, Transaction } from './schema.ts'

class Undone extends Error {
  readonly verdict: unknown

  constructor(verdict: unknown) {
    super('The transaction was undone on purpose.')
    this.verdict = verdict
  }
}

/**
 * Runs `work` in one transaction and answers what it answers. `undo(verdict)` ends the work, takes back everything it
 * wrote, and makes `verdict` the answer: for outcomes that are known only after something was written.
 */
export async function atomically<T>(
  db: Db,
  work: (trx: Transaction, undo: (verdict: T) => never) => Promise<T>,
): Promise<T> {
  const undo = (verdict: T): never => {
    throw new Undone(verdict)
  }
  try {
    return await db.transaction().execute((trx) => work(trx, undo))
  } catch (error) {
    if (error instanceof Undone) return error.verdict as T
    throw error
  }
}

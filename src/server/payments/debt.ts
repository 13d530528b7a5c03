import { sql } from 'kysely'
import type { Db, Transaction } from '../db/schema.ts'
import { postEntryToLockedAccount } from '../tokens/ledger.ts'
import { findIndebted, updatePurchase } from './purchases.ts'

/**
 * What pays a debt: the id of the purchase whose pack was credited, or the entry by which tokens were given back. A debt entry's
 * ref begins with it.
 */
export type Payer = string

/** @param ref that of the entry by which tokens were given back */
export const payerOfReturn = (ref: string): Payer => `return:${ref}`

/**
 * Tokens that were spent before a refund or dispute could take them are a debt of the account. Tokens of a later pack, and
 * those that are given back after a dispute or refund of another purchase, are credited in full, and pay the debt by an entry of
 * its own for each purchase that has one: its `uncovered_tokens` become fewer, so that a dispute that is withdrawn gives back
 * what was paid. The caller has locked the account and credited the tokens.
 * @param balance since then
 */
export async function payDebt(
  trx: Transaction,
  { accountId, payer, balance, at }: { accountId: string; payer: Payer; balance: number; at: number },
): Promise<void> {
  let left = balance
  for (const purchase of await findIndebted(trx, accountId)) {
    const taken = Math.min(purchase.uncovered_tokens, left)
    if (taken === 0) return
    const ref = `${payer}:${purchase.id}`
    const entry = { reason: 'debt', ref, delta: -taken, purchaseId: purchase.id, at } as const
    left = await postEntryToLockedAccount(trx, { ...entry, accountId })
    const uncovered_tokens = purchase.uncovered_tokens - taken
    // The locked account keeps others from changing it: an entry without its change must not be stored.
    if ((await updatePurchase(trx, purchase, { uncovered_tokens })) === undefined)
      throw new Error('The purchase with a debt has changed.')
  }
}

/** Tokens of the pack, or of those that were given back, that paid a debt. */
export async function findDebtPaidBy(db: Db, payer: Payer): Promise<number> {
  const { paid } = await db
    .selectFrom('token_entry')
    .select(sql<number>`cast(coalesce(-sum(delta), 0) as bigint)`.as('paid'))
    .where('reason', '=', 'debt')
    .where('ref', '>', `${payer}:`)
    .where('ref', '<', `${payer};`)
    .executeTakeFirstOrThrow()
  return paid
}

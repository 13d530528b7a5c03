import { sql } from 'kysely'
import type { Db, Transaction } from '../db/schema.ts'
import { findBalance, postEntryToLockedAccount } from '../tokens/ledger.ts'
import { findIndebted, updatePurchase } from './purchases.ts'

/**
 * Tokens that were spent before a refund or dispute could take them are a debt of the account. A later pack is credited in
 * full, and pays the debt by an entry of its own for each purchase that has one: its `uncovered_tokens` become fewer, so that a dispute
 * that is withdrawn gives back what was paid. The caller has locked the account and credited the pack.
 */
export async function payDebt(
  trx: Transaction,
  { accountId, purchaseId, at }: { accountId: string; purchaseId: string; at: number },
): Promise<void> {
  for (const purchase of await findIndebted(trx, accountId)) {
    const taken = Math.min(purchase.uncovered_tokens, (await findBalance(trx, accountId)) ?? 0)
    if (taken === 0) return
    const ref = `${purchaseId}:${purchase.id}`
    const entry = { reason: 'debt', ref, delta: -taken, purchaseId: purchase.id, at } as const
    await postEntryToLockedAccount(trx, { ...entry, accountId })
    const uncovered_tokens = purchase.uncovered_tokens - taken
    // The locked account keeps others from changing it: an entry without its change must not be stored.
    if ((await updatePurchase(trx, purchase, { uncovered_tokens })) === undefined)
      throw new Error('The purchase with a debt has changed.')
  }
}

/** Tokens of the pack that paid a debt. */
export async function findDebtPaidBy(db: Db, purchaseId: string): Promise<number> {
  const { paid } = await db
    .selectFrom('token_entry')
    .select(sql<number>`cast(coalesce(-sum(delta), 0) as bigint)`.as('paid'))
    .where('reason', '=', 'debt')
    .where('ref', '>', `${purchaseId}:`)
    .where('ref', '<', `${purchaseId};`)
    .executeTakeFirstOrThrow()
  return paid
}

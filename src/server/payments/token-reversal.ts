import type { Transaction } from '../db/schema.ts'
import type { CheckoutSession } from './provider.ts'
import { postEntryToLockedAccount, findBalance } from '../tokens/ledger.ts'
import type { Purchase } from './purchases.ts'

type Reversal = {
  session: CheckoutSession
  /** Tokens that should be reversed, in all. */
  reversed: number
  now: number
}

/**
 * Reverses tokens for a refund, as far as the balance allows, and credits them again when the refund is undone, as
 * after a withdrawn dispute. The caller has locked the account.
 * @returns how many of the reversed tokens could not be debited
 */
export async function reverseTokens(
  trx: Transaction,
  before: Purchase,
  { session, reversed, now }: Reversal,
): Promise<number> {
  const { account_id: accountId, uncovered_tokens: uncovered } = before
  const more = reversed - before.reversed_tokens
  if (more === 0) return uncovered
  const isDispute = session.disputedCents !== before.disputed_cents
  const entry = {
    reason: isDispute ? 'dispute' : 'refund',
    // Each version of a purchase has at most one reversal.
    ref: `${before.id}:${before.version}`,
    purchaseId: before.id,
    at: now,
  } as const
  if (more < 0) {
    const forgiven = Math.min(uncovered, -more)
    const given = -more - forgiven
    // Also when nothing was debited: the reversal and its end each have an entry.
    if (accountId !== null) await postEntryToLockedAccount(trx, { ...entry, accountId, delta: given })
    return uncovered - forgiven
  }
  const balance = accountId === null ? undefined : await findBalance(trx, accountId)
  const taken = Math.min(balance ?? 0, more)
  const missing = more - taken
  if (accountId !== null)
    await postEntryToLockedAccount(trx, { ...entry, accountId, delta: 0 - taken, uncovered: missing })
  return uncovered + missing
}

import type { Transaction } from '../db/schema.ts'
import type { CheckoutSession } from './provider.ts'
import { postEntryToLockedAccount, findBalance } from '../tokens/ledger.ts'
import type { Purchase } from './purchases.ts'

type Reversal = {
  session: CheckoutSession
  /** Tokens that are to have been taken back, in all. */
  reversed: number
  now: number
}

/**
 * Takes tokens back for money that was returned, as far as they are there; and gives back what was taken when the money
 * comes again, as after a claim that the buyer's bank has withdrawn. The caller holds the account.
 * @returns how many of the reversed tokens could not be taken
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
    // Of one version of the purchase there is one reversal.
    ref: `${before.id}:${before.version}`,
    purchaseId: before.id,
    at: now,
  } as const
  if (more < 0) {
    const forgiven = Math.min(uncovered, -more)
    const given = -more - forgiven
    // Also where nothing had been taken: what was claimed has its line, and so has its end.
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

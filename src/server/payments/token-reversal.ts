import type { Transaction } from '../db/schema.ts'
import type { CheckoutSession } from './provider.ts'
import { postEntryToLockedAccount, findLedgerState } from '../tokens/ledger.ts'
import type { Purchase } from './purchases.ts'

/** The entry, with its number within its account and the balance after it. */
export type ReversalEntry = {
  seq: number
  reason: 'refund' | 'dispute'
  ref: string
  delta: number
  balance: number
}

type Reversed = { uncovered: number; entry?: ReversalEntry }

type Reversal = {
  session: CheckoutSession
  /** Tokens that should be reversed, in all. */
  reversed: number
  now: number
}

/**
 * Reverses tokens for a refund, as far as the balance allows, and credits them again when the refund is undone, as
 * after a withdrawn dispute. The caller has locked the account.
 * @returns how many of the reversed tokens could not be debited, and the entry that was posted, unless nothing changed or
 * the account is deleted
 */
export async function reverseTokens(
  trx: Transaction,
  before: Purchase,
  { session, reversed, now }: Reversal,
): Promise<Reversed> {
  const { account_id: accountId, uncovered_tokens: uncovered } = before
  const more = reversed - before.reversed_tokens
  if (more === 0) return { uncovered }
  const isDispute = session.disputedCents !== before.disputed_cents
  const entry = {
    reason: isDispute ? 'dispute' : 'refund',
    // Each version of a purchase has at most one reversal.
    ref: `${before.id}:${before.version}`,
    purchaseId: before.id,
    at: now,
  } as const
  const state = accountId === null ? undefined : await findLedgerState(trx, accountId)
  const [taken, given] = [Math.max(more, 0), Math.max(-more, 0)]
  const forgiven = Math.min(uncovered, given)
  const covered = Math.min(state?.balance ?? 0, taken)
  // Also when nothing is moved: the reversal and its end each have an entry.
  const delta = given - forgiven - covered
  const missing = taken - covered
  const after = uncovered - forgiven + missing
  if (accountId === null || state === undefined) return { uncovered: after }
  const balance = await postEntryToLockedAccount(trx, { ...entry, accountId, delta, uncovered: missing })
  const { reason, ref } = entry
  return { uncovered: after, entry: { seq: state.entries + 1, reason, ref, delta, balance } }
}

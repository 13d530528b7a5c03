import type { Cents } from '#money/amount.ts'
import { tokensOf } from '#product/plans.ts'
import type { PurchaseProblem, PurchaseStatus } from '../db/schema.ts'
import type { CheckoutSession } from './provider.ts'
import { type Purchase, packOf } from './purchases.ts'

/** What a purchase is to be, by what the provider has of it. */
export type Verdict = {
  status: PurchaseStatus
  problem: PurchaseProblem | null
  /** Tokens that are to be taken back, of those that were given. */
  reversed: number
}

const STATUS_OF = {
  processing: 'processing',
  failed: 'expired',
  expired: 'expired',
} satisfies Record<Exclude<CheckoutSession['state'], 'open' | 'paid'>, PurchaseStatus>

/**
 * Judges by the order as it was made here and by what was really paid there. What was credited stays credited; what is
 * returned to the buyer takes tokens back.
 */
export function judge(purchase: Purchase, session: CheckoutSession): Verdict {
  const { state } = session
  if (purchase.status !== 'credited') {
    // There may be a newer order by now: of each pack one is open.
    if (state === 'open') return { status: purchase.status, problem: purchase.problem, reversed: 0 }
    if (state !== 'paid') return { status: STATUS_OF[state], problem: null, reversed: 0 }
    const problem = problemOf(purchase, session)
    if (problem !== null) return { status: 'refused', problem, reversed: 0 }
  }
  const returned = (session.refundedCents + session.disputedCents) as Cents
  return { status: 'credited', problem: null, reversed: tokensOf(packOf(purchase), returned) }
}

function problemOf(purchase: Purchase, { currency, amount }: CheckoutSession): PurchaseProblem | null {
  if (currency !== 'eur') return 'currency'
  if (amount !== purchase.price_cents) return 'amount'
  return purchase.account_id === null ? 'account' : null
}

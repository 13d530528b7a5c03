import type { Cents } from '#domain/money.ts'
import { tokensOf } from '#domain/plans.ts'
import type { PurchaseProblem, PurchaseStatus } from '../db/schema.ts'
import type { CheckoutSession } from '../payments/payments.ts'
import { type Purchase, packOf } from './purchases.ts'

/** What a purchase is to be, by what the provider has of it. */
export type Verdict = {
  status: PurchaseStatus
  problem: PurchaseProblem | null
  /** Tokens that are to be taken back, of those that were given. */
  reversed: number
}

const STATUS_OF = {
  open: 'open',
  processing: 'processing',
  failed: 'expired',
  expired: 'expired',
} satisfies Record<Exclude<CheckoutSession['state'], 'paid'>, PurchaseStatus>

/**
 * Judges by the order as it was made here and by what was really paid there. What was credited stays credited; what is
 * returned to the buyer takes tokens back.
 */
export function judge(purchase: Purchase, session: CheckoutSession): Verdict {
  const { state } = session
  if (purchase.status !== 'credited') {
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

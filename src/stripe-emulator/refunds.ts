import { invalid } from './api/parameters.ts'
import { type Context, secondsOf } from './context.ts'
import { type Charge, type Dispute, newBalanceTransaction, newDispute } from './objects.ts'
import type { Checkout } from './store.ts'
import { recordEvent } from './webhooks.ts'

/**
 * Refunds cents, or all that is left.
 * @throws {ApiError} when the charge cannot be refunded
 */
export function refund(context: Context, checkout: Checkout, cents?: number): void {
  const charge = requirePaid(checkout)
  // The bank has taken the money already: a refund would pay it back twice.
  if (checkout.disputes.some(({ status }) => status !== 'won'))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`)
  const amount = cents ?? left
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  checkout.refunds.push({ created: secondsOf(context), amount })
  recordEvent(context, checkout, 'charge.refunded', charge)
}

/**
 * Opens a dispute over cents, or over all that was not refunded.
 * @throws {ApiError} when there is nothing to dispute
 */
export function openDispute(context: Context, checkout: Checkout, cents?: number): void {
  const charge = requirePaid(checkout)
  if (checkout.disputes.some(isOpen)) throw invalid('This payment is in dispute already.')
  const amount = cents ?? charge.amount - charge.amount_refunded
  if (amount < 1 || amount > charge.amount) throw invalid('There is not so much to dispute.')
  const dispute = newDispute(charge, amount, secondsOf(context))
  charge.disputed = true
  checkout.disputes.push(dispute)
  recordEvent(context, checkout, 'charge.dispute.created', dispute)
  recordEvent(context, checkout, 'charge.dispute.funds_withdrawn', dispute)
}

/** @throws {ApiError} when there is no such dispute, or it is closed */
export function closeDispute(context: Context, id: string, how: 'won' | 'lost'): void {
  const checkouts = [...context.state.checkouts.values()]
  const checkout = checkouts.find(({ disputes }) => disputes.some((one) => one.id === id))
  const dispute = checkout?.disputes.find((one) => one.id === id)
  if (checkout === undefined || dispute === undefined) throw invalid('There is no such dispute.')
  if (!isOpen(dispute)) throw invalid('This dispute is closed already.')
  dispute.status = how
  if (how === 'won') {
    dispute.balance_transactions.push(newBalanceTransaction(dispute.amount, secondsOf(context)))
    recordEvent(context, checkout, 'charge.dispute.funds_reinstated', dispute)
  }
  recordEvent(context, checkout, 'charge.dispute.closed', dispute)
}

export const isOpen = ({ status }: Dispute): boolean => status !== 'won' && status !== 'lost'

function requirePaid({ charge }: Checkout): Charge {
  if (charge?.status !== 'succeeded') throw invalid('Nothing has been paid.')
  return charge
}

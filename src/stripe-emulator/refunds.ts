import type Stripe from 'stripe'
import { invalid } from './api/parameters.ts'
import { type RefundRequest, movement, newDispute, newRefund } from './objects/reversal.ts'
import { record } from './objects/event.ts'
import type { World } from './context.ts'

/** Gives money back; all that is left when no amount is named. @throws {ApiError} */
export function refund(
  world: World,
  charge: Stripe.Charge,
  { amount, ...request }: Omit<RefundRequest, 'amount'> & { amount: number | undefined },
): Stripe.Refund {
  if (charge.status !== 'succeeded')
    throw invalid(`Charge ${charge.id} has not been paid.`, undefined, 'charge_not_refundable')
  // The bank has taken the money already: giving it back once more would pay twice.
  if (disputesOf(world, charge).some(({ status }) => status !== 'won'))
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    )
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  if (amount !== undefined && amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
      'charge_already_refunded',
    )
  const made = newRefund(world, charge, { ...request, amount: amount ?? left })
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += made.amount
  charge.refunded = charge.amount_refunded === charge.amount
  world.state.refunds.set(made.id, made)
  record(world, 'charge.refunded', charge, previous)
  return made
}

/** A bank takes money back for its customer; all that is left when no amount is named. @throws {ApiError} */
export function dispute(world: World, charge: Stripe.Charge, cents?: number): Stripe.Dispute {
  if (charge.status !== 'succeeded') throw invalid('Only a payment that was made can be disputed.')
  if (disputesOf(world, charge).some(isOpen)) throw invalid('This payment is in dispute already.')
  const amount = cents ?? charge.amount - charge.amount_refunded
  if (amount < 1 || amount > charge.amount) throw invalid('There is not so much to dispute.', 'amount')
  const made: Stripe.Dispute = newDispute(world, charge, amount)
  charge.disputed = true
  world.state.disputes.set(made.id, made)
  record(world, 'charge.dispute.created', made)
  record(world, 'charge.dispute.funds_withdrawn', made)
  return made
}

/** @throws {ApiError} when it is closed already */
export function closeDispute(world: World, made: Stripe.Dispute, how: 'won' | 'lost'): void {
  if (!isOpen(made)) throw invalid('This dispute is closed already.')
  made.status = how
  if (how === 'won') {
    made.balance_transactions.push(movement(world, { id: made.id, amount: made.amount, fee: 0 }))
    record(world, 'charge.dispute.funds_reinstated', made)
  }
  record(world, 'charge.dispute.closed', made)
}

export const isOpen = ({ status }: Stripe.Dispute): boolean => status !== 'won' && status !== 'lost'

export const disputesOf = ({ state }: World, { id }: Stripe.Charge): Stripe.Dispute[] =>
  [...state.disputes.values()].filter(({ charge }) => charge === id)

export const refundsOf = ({ state }: World, { id }: Stripe.Charge): Stripe.Refund[] =>
  [...state.refunds.values()].filter(({ charge }) => charge === id)

import { ApiError, invalid } from './api/parameters.ts'
import type { SessionParams } from './api/session-params.ts'
import { type Context, secondsOf } from './context.ts'
import { type PaymentMethod, newCharge, newLineItem, newPaymentIntent, newSession } from './objects.ts'
import type { Checkout } from './store.ts'
import { recordEvent } from './webhooks.ts'

/** What can be chosen on the hosted page. */
export const OUTCOMES = ['paid', 'declined', 'delayed', 'delayed-failing', 'expired'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Time from a delayed payment to its settlement. */
const DELAY_MS = 10_000

const MIN_CENTS = 50

/** @throws {ApiError} for an amount below Stripe's minimum */
export function openCheckout(context: Context, params: SessionParams): Checkout {
  const [{ price_data }] = params.line_items
  const amount = price_data.unit_amount
  if (amount < MIN_CENTS) throw invalid('The total amount due must add up to at least €0.50 eur')
  const checkout: Checkout = {
    session: newSession(params, amount, context.origin, secondsOf(context)),
    item: newLineItem(price_data.product_data.name, amount),
    params,
    attempts: 0,
    refunds: [],
    disputes: [],
    eventIds: [],
  }
  context.state.checkouts.set(checkout.session.id, checkout)
  return checkout
}

/** @throws {ApiError} with status 404 */
export function requireCheckout({ state }: Context, id: string): Checkout {
  const found = state.checkouts.get(id)
  if (found === undefined)
    throw new ApiError(404, `No such checkout.session: '${id}'`, { code: 'resource_missing' })
  return found
}

/** Applies the outcome that was chosen on the page. A checkout that is no longer open stays as it is. */
export function resolvePayment(context: Context, checkout: Checkout, outcome: Outcome): void {
  if (checkout.session.status !== 'open') return
  checkout.attempts += 1
  switch (outcome) {
    case 'paid':
      attempt(context, checkout, 'card')
      succeed(context, checkout)
      complete(context, checkout, 'paid')
      return
    case 'declined':
      attempt(context, checkout, 'card')
      fail(context, checkout)
      return
    case 'delayed':
    case 'delayed-failing':
      attempt(context, checkout, 'sepa_debit')
      requireAttempt(checkout).intent.status = 'processing'
      checkout.settlement = { at: context.clock() + DELAY_MS, how: outcome === 'delayed' ? 'paid' : 'failed' }
      complete(context, checkout, 'unpaid')
      return
    case 'expired':
      expire(context, checkout)
  }
}

/**
 * Ends a delayed payment.
 * @throws {ApiError} when there is nothing to settle
 */
export function settle(context: Context, checkout: Checkout, how: 'paid' | 'failed'): void {
  if (checkout.settlement === undefined) throw invalid('This payment does not wait for anything.')
  delete checkout.settlement
  if (how === 'paid') {
    succeed(context, checkout)
    checkout.session.payment_status = 'paid'
    recordEvent(context, checkout, 'checkout.session.async_payment_succeeded', checkout.session)
  } else {
    fail(context, checkout)
    recordEvent(context, checkout, 'checkout.session.async_payment_failed', checkout.session)
  }
}

/** @throws {ApiError} when the session is not open */
export function expire(context: Context, checkout: Checkout): void {
  const { session } = checkout
  if (session.status !== 'open')
    throw invalid(`Only open Checkout Sessions can be expired. This one has a status of ${session.status}`)
  session.status = 'expired'
  session.url = null
  recordEvent(context, checkout, 'checkout.session.expired', session)
}

/**
 * Settles and expires what is due.
 * @returns whether anything has changed
 */
export function advanceClock(context: Context): boolean {
  let hasChanged = false
  for (const checkout of context.state.checkouts.values()) {
    const { session, settlement } = checkout
    const isOverdue = session.status === 'open' && session.expires_at * 1000 <= context.clock()
    const isSettled = settlement !== undefined && settlement.at <= context.clock()
    if (isOverdue) expire(context, checkout)
    if (isSettled) settle(context, checkout, settlement.how)
    hasChanged ||= isOverdue || isSettled
  }
  return hasChanged
}

function attempt(context: Context, checkout: Checkout, method: PaymentMethod): void {
  const { session, params } = checkout
  const intent = (checkout.intent ??= newPaymentIntent(session, params, secondsOf(context)))
  checkout.charge = newCharge(intent, method, secondsOf(context))
  session.payment_intent = intent.id
  intent.latest_charge = checkout.charge.id
}

function succeed(context: Context, checkout: Checkout): void {
  const { intent, charge } = requireAttempt(checkout)
  charge.status = 'succeeded'
  charge.paid = true
  charge.captured = true
  charge.amount_captured = charge.amount
  charge.receipt_url = `${context.origin}/receipts/${charge.id}`
  intent.status = 'succeeded'
  recordEvent(context, checkout, 'charge.succeeded', charge)
  recordEvent(context, checkout, 'payment_intent.succeeded', intent)
}

function fail(context: Context, checkout: Checkout): void {
  const { intent, charge } = requireAttempt(checkout)
  charge.status = 'failed'
  intent.status = 'requires_payment_method'
  recordEvent(context, checkout, 'payment_intent.payment_failed', intent)
}

function requireAttempt({ intent, charge }: Checkout) {
  if (intent === undefined || charge === undefined) throw new Error('The checkout has no attempt.')
  return { intent, charge }
}

function complete(context: Context, checkout: Checkout, paymentStatus: 'paid' | 'unpaid'): void {
  const { session } = checkout
  session.status = 'complete'
  session.payment_status = paymentStatus
  session.url = null
  recordEvent(context, checkout, 'checkout.session.completed', session)
}

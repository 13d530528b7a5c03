import type Stripe from 'stripe'
import { requireSession, type SessionParams } from './api/session-params.ts'
import { invalid } from './api/parameters.ts'
import {
  ACCEPTED,
  DECLINED,
  type Method,
  newCharge,
  newPaymentIntent,
  paymentError,
} from './objects/payment.ts'
import { record } from './objects/event.ts'
import { newLineItem, newSession, payerOf } from './objects/session.ts'
import type { Checkout } from './state.ts'
import { type World, newId, secondsOf } from './context.ts'

/** Said by a person on the hosted page. */
export const OUTCOMES = ['paid', 'declined', 'delayed', 'delayed-failing', 'expired'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How long a payment with a delay waits for its end. */
export const DELAY_MS = 10_000

/** @throws {ApiError} when the parameters do not go together */
export function openCheckout(world: World, params: SessionParams): Checkout {
  const total = requireSession(params, secondsOf(world))
  const { description, metadata = {} } = params.payment_intent_data ?? {}
  const session = newSession(world, params, { currency: 'eur', total })
  const items = params.line_items.map((item) => newLineItem(world, item))
  const details = params.line_items.flatMap(({ price_data }) => price_data.product_data.description ?? [])
  const checkout: Checkout = { session, items, details, intentData: { metadata, description }, attempts: 0 }
  world.state.checkouts.set(session.id, checkout)
  return checkout
}

/** What may come of a session: no card answers with a delay. */
export const outcomesOf = ({ payment_method_types }: Stripe.Checkout.Session): Outcome[] =>
  OUTCOMES.filter((outcome) => !outcome.startsWith('delayed') || payment_method_types.includes('sepa_debit'))

/** Does what the person chose. A checkout that is no longer open stays as it is. */
export function decide(world: World, checkout: Checkout, outcome: Outcome): void {
  if (checkout.session.status !== 'open') return
  checkout.attempts += 1
  switch (outcome) {
    case 'paid': {
      const { intent, charge } = attempt(world, checkout, 'card')
      succeed(world, intent, charge)
      complete(world, checkout, 'paid')
      return
    }
    case 'declined': {
      const { intent, charge } = attempt(world, checkout, 'card')
      fail(world, intent, charge, { code: 'card_declined', message: 'Your card was declined.' })
      return
    }
    case 'delayed':
    case 'delayed-failing': {
      const { intent } = attempt(world, checkout, 'sepa_debit')
      intent.status = 'processing'
      checkout.settlement = {
        at: world.clock() + DELAY_MS,
        how: outcome === 'delayed' ? 'paid' : 'failed',
      }
      complete(world, checkout, 'unpaid')
      return
    }
    case 'expired':
      expire(world, checkout)
  }
}

/** The end of a payment with a delay. @throws {ApiError} when there is nothing to end */
export function settle(world: World, checkout: Checkout, how: 'paid' | 'failed'): void {
  const intent = intentOf(world, checkout)
  const charge = intent && latestChargeOf(world, intent)
  if (checkout.settlement === undefined || intent === undefined || charge === undefined)
    throw invalid('This payment does not wait for anything.')
  delete checkout.settlement
  if (how === 'paid') {
    succeed(world, intent, charge)
    checkout.session.payment_status = 'paid'
    record(world, 'checkout.session.async_payment_succeeded', checkout.session)
  } else {
    fail(world, intent, charge, {
      code: 'payment_intent_payment_attempt_failed',
      message: 'The bank refused the payment.',
    })
    record(world, 'checkout.session.async_payment_failed', checkout.session)
  }
}

/** @throws {ApiError} when the session is not open */
export function expire(world: World, { session }: Checkout): void {
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`,
    )
  session.status = 'expired'
  session.url = null
  record(world, 'checkout.session.expired', session)
}

/** What time alone brings about. @returns whether anything has changed */
export function passTime(world: World): boolean {
  const due = [...world.state.checkouts.values()].filter((checkout) => nextOf(checkout) <= world.clock())
  for (const checkout of due) {
    if (checkout.settlement !== undefined) settle(world, checkout, checkout.settlement.how)
    else expire(world, checkout)
  }
  return due.length > 0
}

/** When time alone changes a checkout next, in milliseconds; Infinity when it does not. */
export function nextOf({ session, settlement }: Checkout): number {
  if (settlement !== undefined) return settlement.at
  return session.status === 'open' ? session.expires_at * 1000 : Infinity
}

export const intentOf = (world: World, { session }: Checkout): Stripe.PaymentIntent | undefined =>
  typeof session.payment_intent === 'string' ? world.state.intents.get(session.payment_intent) : undefined

export const latestChargeOf = (world: World, intent: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof intent.latest_charge === 'string' ? world.state.charges.get(intent.latest_charge) : undefined

function attempt(world: World, checkout: Checkout, method: Method) {
  const intent: Stripe.PaymentIntent = intentOf(world, checkout) ?? newPaymentIntent(world, checkout)
  const charge: Stripe.Charge = newCharge(world, intent, method)
  checkout.session.payment_intent = intent.id
  intent.latest_charge = charge.id
  intent.payment_method = charge.payment_method
  world.state.intents.set(intent.id, intent)
  world.state.charges.set(charge.id, charge)
  return { intent, charge }
}

function succeed(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  charge.status = 'succeeded'
  charge.paid = true
  charge.captured = true
  charge.amount_captured = charge.amount
  charge.balance_transaction = newId('txn_')
  charge.outcome = ACCEPTED
  charge.receipt_url = `${world.origin()}/receipts/${charge.id}`
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  record(world, 'charge.succeeded', charge)
  record(world, 'payment_intent.succeeded', intent)
}

type Failure = { code: string; message: string }

function fail(
  world: World,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  { code, message }: Failure,
): void {
  charge.status = 'failed'
  charge.outcome = DECLINED
  charge.failure_code = code
  charge.failure_message = message
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_payment_error = paymentError(charge)
  record(world, 'payment_intent.payment_failed', intent)
}

function complete(world: World, { session }: Checkout, payment_status: 'paid' | 'unpaid'): void {
  session.status = 'complete'
  session.payment_status = payment_status
  session.customer_details = payerOf(session)
  session.url = null
  record(world, 'checkout.session.completed', session)
}

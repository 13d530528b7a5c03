import type Stripe from 'stripe'
import { type World, newId, secondsOf } from '../context.ts'

/** The version that the SDK of this project is made for. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** Each kind of event with the object it is about. */
export type Subjects = {
  'checkout.session.completed': Stripe.Checkout.Session
  'checkout.session.async_payment_succeeded': Stripe.Checkout.Session
  'checkout.session.async_payment_failed': Stripe.Checkout.Session
  'checkout.session.expired': Stripe.Checkout.Session
  'payment_intent.succeeded': Stripe.PaymentIntent
  'payment_intent.payment_failed': Stripe.PaymentIntent
  'charge.succeeded': Stripe.Charge
  'charge.refunded': Stripe.Charge
  'charge.dispute.created': Stripe.Dispute
  'charge.dispute.closed': Stripe.Dispute
  'charge.dispute.funds_withdrawn': Stripe.Dispute
  'charge.dispute.funds_reinstated': Stripe.Dispute
}

/** Writes down what happened, and that it is to be told. The object is kept as it is now. */
export function record<T extends keyof Subjects>(
  world: World,
  type: T,
  subject: Subjects[T],
  previous?: Partial<Subjects[T]>,
): void {
  const event = {
    id: newId('evt_'),
    object: 'event',
    api_version: API_VERSION,
    created: secondsOf(world),
    data: {
      object: structuredClone(subject) as Stripe.Event.Data.Object,
      ...(previous !== undefined && { previous_attributes: previous }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } satisfies Stripe.EventBase
  world.state.events.set(event.id, event)
  world.state.deliveries.set(event.id, {
    eventId: event.id,
    attempts: 0,
    dueAt: world.clock(),
    problem: null,
  })
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Stripe keeps events for thirty days. */
export function forgetOldEvents({ state: { events, deliveries }, clock }: World): void {
  for (const [id, { created }] of events)
    if (created * 1000 < clock() - KEPT_MS && !deliveries.has(id)) events.delete(id)
}

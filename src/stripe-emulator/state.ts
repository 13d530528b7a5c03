import type Stripe from 'stripe'

/** How a payment with a delay ends, and when by itself. */
export type Settlement = { at: number; how: 'paid' | 'failed' }

/** On the wire a decimal is text; the SDK makes an object of it. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }

export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price }

export type Checkout = {
  session: Stripe.Checkout.Session
  items: LineItem[]
  /** What the shop says of the products, besides their names. */
  details: string[]
  /** For the payment intent, which is made when somebody first tries to pay. */
  intentData: { metadata: Record<string, string>; description: string | undefined }
  /** How often somebody tried to pay: a form that was sent twice names the same attempt. */
  attempts: number
  settlement?: Settlement
}

/** An event on its way. `dueAt` is null when it has been given up. */
export type Delivery = { eventId: string; attempts: number; dueAt: number | null; problem: string | null }

/** What was answered under an idempotency key. */
export type Answer = { fingerprint: string; status: number; body: unknown; at: number }

/** Everything that the provider knows, as it stands in its file. */
export type State = {
  checkouts: Map<string, Checkout>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  events: Map<string, Stripe.EventBase>
  deliveries: Map<string, Delivery>
  answers: Map<string, Answer>
}

export const emptyState = (): State => ({
  checkouts: new Map(),
  intents: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  events: new Map(),
  deliveries: new Map(),
  answers: new Map(),
})

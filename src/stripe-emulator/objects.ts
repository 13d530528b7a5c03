import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { SessionParams } from './api/session-params.ts'

/*
 * Stripe's objects, with the fields that its published API requires and those that the product, its tests or the pages
 * read. Amounts are euro cents, times are UTC seconds.
 */

type DeepPartial<T> = T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567'

/** Makes an id of Stripe's form: a prefix that names the kind, and a random part. */
export const newId = (prefix: string, length = 24): string =>
  prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** The fields that most objects have. */
const common = <const T extends string>(object: T, prefix: string, created: number) => ({
  id: newId(prefix),
  object,
  created,
  currency: 'eur',
  livemode: false,
})

const PAYMENT_METHODS = ['card', 'sepa_debit'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export function newSession(params: SessionParams, amount: number, origin: string, createdS: number) {
  const id = newId('cs_test_', 58)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: params.adaptive_pricing ?? null,
    amount_total: amount,
    automatic_tax: { enabled: false },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: createdS,
    currency: 'eur',
    custom_fields: [],
    custom_text: {},
    expires_at: createdS + 24 * 60 * 60,
    livemode: false,
    locale: params.locale ?? null,
    metadata: params.metadata,
    mode: 'payment',
    payment_intent: null as string | null,
    payment_method_types: PAYMENT_METHODS.slice(),
    payment_status: 'unpaid' as 'paid' | 'unpaid',
    shipping_options: [],
    status: 'open' as Stripe.Checkout.Session.Status,
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    url: `${origin}/c/pay/${id}` as string | null,
  } satisfies DeepPartial<Stripe.Checkout.Session>
}
export type Session = ReturnType<typeof newSession>

export const newLineItem = (description: string, amount: number) =>
  ({
    id: newId('li_'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: 'eur',
    description,
    quantity: 1,
  }) satisfies DeepPartial<Stripe.LineItem>
export type LineItem = ReturnType<typeof newLineItem>

/** Made at the first attempt to pay a session. */
export const newPaymentIntent = (session: Session, params: SessionParams, createdS: number) =>
  ({
    ...common('payment_intent', 'pi_', createdS),
    amount: session.amount_total,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    latest_charge: null as string | null,
    metadata: params.payment_intent_data.metadata,
    payment_method_types: PAYMENT_METHODS.slice(),
    status: 'requires_payment_method' as Stripe.PaymentIntent.Status,
  }) satisfies DeepPartial<Stripe.PaymentIntent>
export type PaymentIntent = ReturnType<typeof newPaymentIntent>

/** Makes the pending charge of one payment attempt. */
export const newCharge = ({ id, amount, metadata }: PaymentIntent, method: PaymentMethod, createdS: number) =>
  ({
    ...common('charge', method === 'card' ? 'ch_' : 'py_', createdS),
    amount,
    amount_captured: 0,
    amount_refunded: 0,
    billing_details: {},
    captured: false as boolean,
    disputed: false as boolean,
    metadata,
    paid: false as boolean,
    payment_intent: id,
    payment_method_details: { type: method },
    receipt_url: null as string | null,
    refunded: false as boolean,
    status: 'pending' as Stripe.Charge.Status,
  }) satisfies DeepPartial<Stripe.Charge>
export type Charge = ReturnType<typeof newCharge>

export const newDispute = ({ id, payment_intent }: Charge, amount: number, createdS: number) =>
  ({
    ...common('dispute', 'du_', createdS),
    amount,
    balance_transactions: [newBalanceTransaction(-amount, createdS)],
    charge: id,
    evidence: {},
    evidence_details: { has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response' as Stripe.Dispute.Status,
  }) satisfies DeepPartial<Stripe.Dispute>
export type Dispute = ReturnType<typeof newDispute>

/** @param amount euro cents: negative when the bank withdraws a disputed payment, positive when it is returned */
export const newBalanceTransaction = (amount: number, createdS: number) =>
  ({
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: createdS,
    created: createdS,
    currency: 'eur',
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    status: 'available',
    type: 'adjustment',
  }) satisfies DeepPartial<Stripe.BalanceTransaction>

/** Makes an event with a copy of the object as it is now. */
export const newEvent = (
  type: Stripe.Event['type'],
  object: Session | PaymentIntent | Charge | Dispute,
  createdS: number,
) =>
  ({
    id: newId('evt_'),
    object: 'event',
    created: createdS,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    type,
  }) satisfies DeepPartial<Stripe.EventBase>
export type Event = ReturnType<typeof newEvent>

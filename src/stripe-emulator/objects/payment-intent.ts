import type Stripe from 'stripe'
import { newId, randomText } from '../identifiers.ts'
import type { Checkout } from '../state.ts'
import { secondsOf, type World } from '../context.ts'

/** The intent of a session, made when somebody first tries to pay it. */
export function newPaymentIntent(world: World, { session, intentData }: Checkout) {
  const id = newId('pi_')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: secondsOf(world),
    currency: session.currency ?? 'eur',
    customer: null,
    customer_account: null,
    description: intentData.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: intentData.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
}

/** Why an intent could not be paid. */
export const paymentError = (charge: Stripe.Charge) =>
  ({
    charge: charge.id,
    ...(charge.failure_code !== null && { code: charge.failure_code, doc_url: docOf(charge.failure_code) }),
    ...(charge.failure_code === 'card_declined' && { decline_code: 'generic_decline' }),
    ...(charge.failure_message !== null && { message: charge.failure_message }),
    type: charge.failure_code === 'card_declined' ? 'card_error' : 'invalid_request_error',
  }) satisfies Stripe.PaymentIntent.LastPaymentError

const docOf = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

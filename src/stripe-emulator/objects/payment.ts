import type Stripe from 'stripe'
import { type World, newId, randomText, secondsOf } from '../context.ts'
import type { Checkout } from '../state.ts'

/** A card answers at once, a bank says it later. */
export type Method = 'card' | 'sepa_debit'

/** An attempt to take the money of an intent, before anybody has said yes or no. */
export function newCharge(world: World, intent: Stripe.PaymentIntent, method: Method) {
  const id = newId(method === 'card' ? 'ch_' : 'py_')
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: { city: null, country: 'BG', line1: null, line2: null, postal_code: null, state: null },
      email: 'payer@example.com',
      name: 'Test Payer',
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'LEVRO TEST',
    captured: false,
    created: secondsOf(world),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: newId('pm_'),
    payment_method_details: method === 'card' ? cardDetails(intent.amount) : BANK_DETAILS,
    radar_options: {},
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge
}

const cardDetails = (amount: number) =>
  ({
    card: {
      amount_authorized: amount,
      authorization_code: '123456',
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'BG',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: 'TestPaymentsCard',
      funding: 'credit',
      installments: null,
      last4: '4242',
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  }) satisfies Stripe.Charge.PaymentMethodDetails

const BANK_DETAILS = {
  sepa_debit: {
    bank_code: '37040044',
    branch_code: null,
    country: 'DE',
    fingerprint: 'TestPaymentsBank',
    last4: '3000',
    mandate: null,
  },
  type: 'sepa_debit',
} satisfies Stripe.Charge.PaymentMethodDetails

export const ACCEPTED = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
} satisfies Stripe.Charge.Outcome

export const DECLINED = {
  advice_code: 'try_again_later',
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'declined_by_network',
  reason: 'generic_decline',
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
} satisfies Stripe.Charge.Outcome

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

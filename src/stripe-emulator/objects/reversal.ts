import type Stripe from 'stripe'
import { type World, newId, secondsOf } from '../context.ts'

const TWO_WEEKS_S = 14 * 86_400

export const newDispute = (world: World, charge: Stripe.Charge, amount: number) => {
  const id = newId('du_')
  const created = secondsOf(world)
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [movement(world, { id, amount: -amount, fee: DISPUTE_FEE_CENTS })],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + TWO_WEEKS_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: typeof charge.payment_intent === 'string' ? charge.payment_intent : null,
    ...(charge.payment_method_details?.type === 'card' && { payment_method_details: BY_CARD }),
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies Stripe.Dispute
}

const DISPUTE_FEE_CENTS = 20_00

const BY_CARD = {
  card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
  type: 'card',
} satisfies Stripe.Dispute.PaymentMethodDetails

/** The money of a dispute as it leaves or comes back. */
export const movement = (world: World, { id, amount, fee }: { id: string; amount: number; fee: number }) =>
  ({
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: secondsOf(world),
    balance_type: 'payments',
    created: secondsOf(world),
    currency: 'eur',
    description: amount < 0 ? `Chargeback withdrawal for ${id}` : `Chargeback reversal for ${id}`,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'eur',
              description: 'Dispute fee',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'available',
    type: 'adjustment',
  }) satisfies Stripe.BalanceTransaction

const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence

export type RefundRequest = {
  amount: number
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined
  metadata: Record<string, string>
}

export const newRefund = (world: World, charge: Stripe.Charge, request: RefundRequest) =>
  ({
    id: newId('re_'),
    object: 'refund',
    amount: request.amount,
    balance_transaction: newId('txn_'),
    charge: charge.id,
    created: secondsOf(world),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    ...(charge.payment_method_details?.type === 'card' && { destination_details: TO_CARD }),
    metadata: request.metadata,
    payment_intent: typeof charge.payment_intent === 'string' ? charge.payment_intent : null,
    payment_method: charge.payment_method,
    reason: request.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }) satisfies Stripe.Refund

const TO_CARD = {
  card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
  type: 'card',
} satisfies Stripe.Refund.DestinationDetails

import type Stripe from 'stripe'
import { newId } from '../identifiers.ts'
import { secondsOf, type World } from '../context.ts'

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

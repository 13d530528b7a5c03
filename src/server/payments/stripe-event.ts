import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { PaymentEvent } from './provider.ts'
import { purchaseOf } from './reference.ts'

const id = z.string().min(1).max(255)
const checkoutSession = z.object({
  object: z.literal('checkout.session'),
  id,
  metadata: z.unknown(),
})
/** Charges, refunds and disputes, each of which names the payment it is about. */
const aboutPayment = z.object({
  object: z.enum(['charge', 'refund', 'dispute']),
  payment_intent: z.union([id, z.object({ id }).transform((payment) => payment.id)]),
})

/** What an event whose signature was checked is about. Kinds that nobody here waits for are about nothing. */
export function readStripeEvent({ data }: Stripe.Event): PaymentEvent {
  const session = checkoutSession.safeParse(data.object)
  if (session.success) {
    const { id: sessionId, metadata } = session.data
    return { about: 'session', sessionId, purchaseId: purchaseOf(metadata) }
  }
  const payment = aboutPayment.safeParse(data.object)
  return payment.success ? { about: 'payment', paymentId: payment.data.payment_intent } : { about: 'nothing' }
}

import { z } from 'zod'
import { done, endpoint, time } from './endpoint.ts'

/** Longer addresses are useless. */
const address = z.string().max(2048).optional()

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/create-checkout-session',
  access: 'user',
  summary: 'Start the payment of a pack, or go on with the one that is open',
  body: z.object({
    priceId: z.string().max(64).describe('of the list of plans: starter, business or pro'),
    successUrl: address.describe('checked to be a page of this site; the server builds the address itself'),
    cancelUrl: address.describe('likewise'),
  }),
  reply: z.object({ url: z.string().describe("the payment provider's page to pay on") }),
  errors: ['unknown_price', 'foreign_return_address', 'checkout_unavailable', 'payments_closed'],
})

export const finalized = z.object({
  ok: z.literal(true),
  tokensAdded: z
    .int()
    .min(0)
    .describe('by this very call; 0 when they were added before, or are not there yet'),
  purchaseTokens: z.int().describe('of the pack, whoever added them'),
  already: z.boolean().describe('whether they were added before this call'),
  balance: z.int().min(0),
  receiptUrl: z.string().nullable(),
})

export type Finalized = z.output<typeof finalized>

/** Answers 200 when the tokens are credited, 202 while the payment is pending. */
export const finalizeCheckout = endpoint({
  method: 'POST',
  path: '/api/checkout/finalize',
  access: 'user',
  summary:
    'Ask the payment provider whether a session was paid, and give its tokens if they were not given yet',
  body: z.object({ session_id: z.string().regex(/^\w{1,255}$/) }),
  reply: finalized,
  errors: ['checkout_expired', 'payment_refused', 'payment_unverified'],
})

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'anyone',
  summary:
    'A signed message of the payment provider. It is believed that there is news, and the provider is asked which',
  reply: done,
  errors: ['invalid_signature', 'payment_unverified', 'payments_closed'],
})

const cents = z.int().min(0)

/** A purchase as its buyer sees it. */
export const purchase = z.object({
  id: z.string(),
  createdAt: time,
  plan: z.string().describe('of the list of plans'),
  tokens: z.int(),
  priceCents: cents,
  status: z.enum(['open', 'processing', 'credited', 'expired', 'refused']),
  receiptUrl: z.string().nullable(),
  refundedCents: cents,
  disputedCents: cents.describe("what the buyer's bank has claimed back"),
  tokensReversed: z.int().describe('taken back for that, or to be taken'),
  tokensUncovered: z.int().describe('of those, used already: they could not be taken'),
})

export type Purchase = z.output<typeof purchase>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/account/purchases',
  access: 'user',
  summary: 'What was paid or is on its way, newest first, up to 20; `before` the id of the last one goes on',
  params: z.object({
    before: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
  }),
  reply: z.object({ purchases: z.array(purchase), total: z.int() }),
  errors: [],
})

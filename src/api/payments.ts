import { z } from 'zod'
import { done, endpoint, time } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** The error of a field that is missing, null or empty, instead of `bad_request`. */
const missing = (code: ErrorCode) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? code : undefined,
})

/** Longer addresses are useless. */
const address = z.string().max(2048).optional()

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/create-checkout-session',
  access: 'user',
  summary: 'Start the payment of a pack, or continue the open one',
  body: z.object({
    priceId: z
      .string(missing('missing_price'))
      .min(1, missing('missing_price'))
      .max(64)
      .describe('id of the pack: starter, business or pro'),
    successUrl: address.describe('must be a page of this site; the server builds the URL itself'),
    cancelUrl: address.describe('as successUrl'),
  }),
  reply: z.object({
    url: z.string().describe('page of the payment provider where the user pays'),
    tokensOwed: z
      .int()
      .min(0)
      .describe(
        'tokens of refunded or disputed purchases that were already used: they are deducted when a pack is added',
      ),
  }),
  errors: [
    'missing_price',
    'unknown_price',
    'foreign_return_address',
    'dispute_open',
    'checkout_unavailable',
    'payments_closed',
  ],
})

const cents = z.int().min(0)

const ordered = {
  plan: z.string().describe('id of the pack'),
  priceCents: cents,
  paidAt: time.nullable().describe('when it was paid; null until then'),
  receiptUrl: z.string().nullable(),
}

const purchaseState = {
  status: z.enum(['open', 'processing', 'credited', 'expired', 'refused']),
  refundedCents: cents,
  disputedCents: cents.describe("amount disputed by the buyer's bank"),
  tokensReversed: z.int().describe('tokens deducted for refunds and disputes, or still to be deducted'),
  tokensUncovered: z
    .int()
    .describe('of those, tokens that could not be deducted, because they were already used: they are owed'),
}

export const finalized = z.object({
  ok: z.literal(true),
  tokensAdded: z
    .int()
    .min(0)
    .describe('tokens added by this request; 0 if they were added before, or while the payment is pending'),
  purchaseTokens: z.int().describe('tokens of the pack, whether added by this request or not'),
  already: z.boolean().describe('whether the tokens were added before this request'),
  recentlyAdded: z
    .int()
    .min(0)
    .describe(
      'tokens of the pack if they were added in the last ten minutes, by this request or by an event; else 0',
    ),
  debtPaid: z.int().min(0).describe('tokens of the pack that were deducted for tokens owed'),
  balance: z.int().min(0),
  ...ordered,
  ...purchaseState,
})

export type Finalized = z.output<typeof finalized>

/** Answers 200 when the tokens are credited, 202 while the payment is pending. */
export const finalizeCheckout = endpoint({
  method: 'POST',
  path: '/api/checkout/finalize',
  access: 'user',
  summary:
    'Ask the payment provider whether a session was paid, and credit its tokens unless they already were',
  body: z.object({
    session_id: z.string(missing('missing_session')).regex(/^\w{1,255}$/, missing('missing_session')),
  }),
  reply: finalized,
  errors: ['missing_session', 'checkout_expired', 'payment_refused', 'payment_unverified'],
})

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'anyone',
  summary:
    'Receive a signed event of the payment provider. It is only a notification: the state is read from the provider',
  reply: done,
  errors: ['invalid_signature', 'payment_unverified', 'payments_closed'],
})

/** A purchase as its buyer sees it. */
export const purchase = z.object({
  id: z.string(),
  createdAt: time.describe('when it was ordered'),
  tokens: z.int(),
  ...ordered,
  ...purchaseState,
})

export type Purchase = z.output<typeof purchase>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/account/purchases',
  access: 'user',
  summary:
    'List completed and pending purchases, the last paid first, up to 20. For the next ones, set `before` to the `id` of the last one',
  params: z.object({
    before: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
  }),
  reply: z.object({ purchases: z.array(purchase), total: z.int() }),
  errors: [],
})

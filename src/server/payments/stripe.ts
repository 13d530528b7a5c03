import { z } from 'zod'
import { PRODUCT } from '#product/product.ts'
import { Stripe } from 'stripe'
import {
  type CheckoutOrder,
  type CheckoutSession,
  type PaymentEvent,
  type PaymentProvider,
  PaymentsUnavailableError,
  ProviderMismatchError,
  withTimeout,
} from './provider.ts'
import type { Env } from '../env.ts'

/** Metadata of our own sessions. Other products share the provider's account; buyers cannot write metadata. */
const metadataFor = (purchaseId: string) => ({ product: PRODUCT.slug, purchase: purchaseId })

const ownMetadata = z.object({
  product: z.literal(PRODUCT.slug),
  purchase: z.string().regex(/^[\w-]{1,64}$/),
  plan: z.string().optional(),
})

/** The metadata of a session; undefined when the session is not ours. */
const orderOf = (metadata: unknown): z.output<typeof ownMetadata> | undefined =>
  ownMetadata.safeParse(metadata).data

const id = z.string().min(1).max(255)
const checkoutSession = z.object({
  object: z.literal('checkout.session'),
  id,
  metadata: z.unknown(),
})
/** Charges, refunds and disputes, each of which names its payment. */
const paymentObject = z.object({
  object: z.enum(['charge', 'refund', 'dispute']),
  payment_intent: z.union([id, z.object({ id }).transform((payment) => payment.id)]),
})

/** Finds what a verified event refers to; `nothing` for event types that are not used. */
function readStripeEvent({ data }: Stripe.Event): PaymentEvent {
  const session = checkoutSession.safeParse(data.object)
  if (session.success) {
    const { id: sessionId, metadata } = session.data
    return { about: 'session', sessionId, purchaseId: orderOf(metadata)?.purchase }
  }
  const payment = paymentObject.safeParse(data.object)
  return payment.success ? { about: 'payment', paymentId: payment.data.payment_intent } : { about: 'nothing' }
}

const REQUEST_TIMEOUT_MS = 6000
/** Includes the second attempt when the first fails at once. A server that stops waits a little longer. */
const CALL_TIMEOUT_MS = 6500

const MAX_CLOCK_SKEW_MS = 300_000
const SECOND_MS = 1000

const EXPAND = ['payment_intent.latest_charge']

/** The fields that are read of an answer, validated: the SDK's types are not checked at run time. */
const httpUrl = z
  .string()
  .regex(/^https?:\/\//)
  .nullish()
const charge = z.object({
  id,
  livemode: z.boolean(),
  payment_intent: z.string().nullable(),
  amount: z.int().min(0),
  currency: z.string(),
  paid: z.boolean(),
  created: z.int().min(0),
  receipt_url: httpUrl,
  amount_refunded: z.int().min(0),
  disputed: z.boolean(),
})
const payment = z.object({
  id,
  livemode: z.boolean(),
  status: z.string(),
  amount: z.int().min(0),
  currency: z.string(),
  metadata: z.unknown(),
  latest_charge: charge.nullish(),
})
const session = z.object({
  object: z.literal('checkout.session'),
  id,
  livemode: z.boolean(),
  mode: z.string(),
  client_reference_id: z.string().nullish(),
  metadata: z.unknown(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  url: httpUrl,
  amount_total: z.int().min(0),
  currency: z.string(),
  payment_intent: payment.nullish(),
})
const dispute = z.object({
  payment_intent: z.string().nullable(),
  currency: z.string(),
  amount: z.int().min(0),
  status: z.string(),
  balance_transactions: z.array(z.object({ amount: z.int() })),
})
const disputes = z.object({ data: z.array(dispute) })
const sessionList = z.object({
  data: z.array(z.object({ id, payment_intent: z.string().nullable(), metadata: z.unknown() })),
})

const NO_DISPUTE = { disputedCents: 0, lostCents: 0 }

type StripeSession = z.output<typeof session>
type StripePayment = z.output<typeof payment>

/** The provider through its official SDK. */
export function makeStripe({
  secretKey,
  webhookSecret,
  apiOrigin,
  isLive,
}: NonNullable<Env['stripe']>): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    // The only HTTP client of the SDK whose timeout covers the whole answer rather than each part.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiOrigin !== undefined && originOptions(apiOrigin)),
  })

  async function read(answer: unknown): Promise<CheckoutSession> {
    const found = session.parse(answer)
    requireSameMode(found)
    const paid = found.payment_intent ?? undefined
    const last = paid?.latest_charge ?? undefined
    const order = orderOf(found.metadata)
    requireOwnPayment(found, paid)
    return {
      id: found.id,
      purchaseId: order?.purchase,
      plan: order?.plan,
      reference: found.client_reference_id ?? undefined,
      mode: found.mode,
      state: stateOf(found),
      url: found.url ?? undefined,
      amount: found.payment_status === 'no_payment_required' ? 0 : found.amount_total,
      currency: found.currency,
      payment: paid && {
        amount: paid.amount,
        currency: paid.currency,
        purchaseId: orderOf(paid.metadata)?.purchase,
      },
      paidAt: last && last.created * SECOND_MS,
      receiptUrl: last?.receipt_url ?? undefined,
      refundedCents: last?.amount_refunded ?? 0,
      ...(paid !== undefined && last?.disputed === true ? await disputedAmounts(paid) : NO_DISPUTE),
    }
  }

  /** @throws {ProviderMismatchError} for a test object with a live key, and the reverse */
  function requireSameMode({ livemode }: { livemode: boolean }): void {
    if (livemode !== isLive) throw new ProviderMismatchError(`livemode is ${livemode}`)
  }

  /** @throws {ProviderMismatchError} when session, payment and charge contradict each other */
  function requireOwnPayment({ payment_status }: StripeSession, paid: StripePayment | undefined): void {
    if (payment_status === 'paid' && paid?.status !== 'succeeded')
      throw new ProviderMismatchError(`the session is paid, its payment is ${paid?.status ?? 'missing'}`)
    if (paid === undefined) return
    requireSameMode(paid)
    const last = paid.latest_charge
    if (last === null || last === undefined) return
    requireSameMode(last)
    if (last.payment_intent !== paid.id) throw new ProviderMismatchError('the charge is of another payment')
    if (last.amount !== paid.amount || last.currency !== paid.currency || last.amount_refunded > last.amount)
      throw new ProviderMismatchError('the amounts of payment and charge differ')
    if (payment_status === 'paid' && !last.paid)
      throw new ProviderMismatchError('the session is paid, and its charge is not')
  }

  async function disputedAmounts({ id: paymentId, currency }: StripePayment): Promise<typeof NO_DISPUTE> {
    const { data } = disputes.parse(await stripe.disputes.list({ payment_intent: paymentId, limit: 100 }))
    if (data.some((one) => one.payment_intent !== paymentId || one.currency !== currency))
      throw new ProviderMismatchError('a dispute is of another payment or currency')
    const sumOf = (list: typeof data) => list.reduce((sum, { amount }) => sum + amount, 0)
    const counted = data.filter(hasMovedMoney)
    return {
      disputedCents: sumOf(counted),
      lostCents: sumOf(counted.filter(({ status }) => status === 'lost')),
    }
  }

  return {
    open: (order) =>
      callProvider(order.purchaseId, async () => {
        const options = { idempotencyKey: `${PRODUCT.slug}-purchase-${order.purchaseId}` }
        const opened = await read(await stripe.checkout.sessions.create(sessionParams(order), options))
        if (!isForOrder(opened, order)) throw new ProviderMismatchError('the new session is not as ordered')
        return opened
      }),
    find: (sessionId) =>
      callProvider(sessionId, async () => {
        const answer = await undefinedIfMissing(
          stripe.checkout.sessions.retrieve(sessionId, { expand: EXPAND }),
        )
        if (answer === undefined) return undefined
        const found = await read(answer)
        if (found.id !== sessionId) throw new ProviderMismatchError('the session is another one')
        return found
      }),
    findByPayment: (paymentId) =>
      callProvider(paymentId, async () => {
        const answer = await undefinedIfMissing(
          stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
        )
        const [found] = sessionList.parse(answer ?? { data: [] }).data
        if (found !== undefined && found.payment_intent !== paymentId)
          throw new ProviderMismatchError('the session is that of another payment')
        const purchaseId = orderOf(found?.metadata)?.purchase
        return found && purchaseId !== undefined ? { sessionId: found.id, purchaseId } : undefined
      }),
    close: (sessionId) =>
      callProvider(sessionId, async () => {
        try {
          await stripe.checkout.sessions.expire(sessionId)
        } catch (error) {
          // Paid or expired since, as the next check will show.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      }),
    readEvent: (body, signature, now) => {
      try {
        if (signature === undefined || !isNotFromFuture(signature, now)) return undefined
        const event = stripe.webhooks.constructEvent(
          // Given bytes, the SDK ignores a byte order mark at their start.
          body.toString(),
          signature,
          webhookSecret,
          undefined,
          undefined,
          now,
        )
        return readStripeEvent(event)
      } catch {
        return undefined
      }
    },
  }
}

/**
 * The SDK rejects only old timestamps: an event signed for next year could be replayed until then. Of several it takes the last
 * one; Stripe writes one, at the front.
 */
function isNotFromFuture(signature: string, now: number): boolean {
  const [, seconds] = /^t=(\d{1,12})(?:,(?!t=)[^,]*)+$/.exec(signature) ?? []
  return seconds !== undefined && Number(seconds) * 1000 <= now + MAX_CLOCK_SKEW_MS
}

/** Amounts and texts are set here: nothing is configured at the provider. */
function sessionParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { purchaseId, plan, name, description, price, lang, successUrl, cancelUrl } = order
  const metadata = { ...metadataFor(purchaseId), plan }
  return {
    mode: 'payment',
    submit_type: 'pay',
    // Otherwise a setting of the account may offer the buyer's currency, which is not the one that is compared.
    adaptive_pricing: { enabled: false },
    locale: lang,
    client_reference_id: purchaseId,
    metadata,
    payment_intent_data: { metadata, description: name },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: price, product_data: { name, description } },
      },
    ],
    success_url: successUrl,
    cancel_url: cancelUrl,
    expand: EXPAND,
  }
}

/** Every field that comes back as it was sent. */
const isForOrder = (session: CheckoutSession, { purchaseId, plan, price }: CheckoutOrder): boolean =>
  session.purchaseId === purchaseId &&
  session.reference === purchaseId &&
  session.plan === plan &&
  session.mode === 'payment' &&
  session.amount === price &&
  session.currency === 'eur'

function stateOf({ status, payment_status, payment_intent }: StripeSession): CheckoutSession['state'] {
  if (status !== 'complete') return status
  // A session that required no payment is complete too, with an amount of 0.
  if (payment_status !== 'unpaid') return 'paid'
  const hasFailed =
    payment_intent?.status === 'requires_payment_method' || payment_intent?.status === 'canceled'
  return hasFailed ? 'failed' : 'processing'
}

/**
 * Whether a dispute counts against the payment: by its balance transactions if it has any, else by its status. Inquiries
 * (`warning_*`) do not.
 */
function hasMovedMoney({ status, balance_transactions: movements }: z.output<typeof dispute>): boolean {
  if (movements.length > 0) return movements.reduce((sum, { amount }) => sum + amount, 0) < 0
  return !status.startsWith('warning_') && status !== 'won' && status !== 'prevented'
}

/** Undefined when the provider has no such object. */
async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined
    throw error
  }
}

/**
 * @param about the id of what is asked for
 * @throws {PaymentsUnavailableError} for every failure, and after the time limit
 */
async function callProvider<T>(about: string, call: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(call(), CALL_TIMEOUT_MS)
  } catch (cause) {
    if (cause instanceof ProviderMismatchError) throw new ProviderMismatchError(`${about}: ${cause.message}`)
    if (cause instanceof PaymentsUnavailableError) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    const status = cause instanceof Stripe.errors.StripeError ? cause.statusCode : undefined
    // 409: a concurrent request with the same key. 429: rate limit. Neither is stored under the key.
    const isRejected = status !== undefined && status !== 409 && status !== 429
    throw new PaymentsUnavailableError(message, { cause, isRejected })
  }
}

/** The options of the SDK for another origin than that of Stripe. */
export function originOptions(origin: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(origin)
  const isSecure = protocol === 'https:'
  return { protocol: isSecure ? 'https' : 'http', host: hostname, port: port || (isSecure ? '443' : '80') }
}

import { type PaymentEvent, type PaymentProvider, PaymentsUnavailableError, withTimeout } from './provider.ts'
import { type Checkout, findOwnOrigin, makeCheckout } from './checkout.ts'
import { type SyncPurchase, type SettleParts, type Settlement, makeSyncPurchase } from './sync.ts'
import {
  type Finalized,
  createCheckoutSession,
  finalizeCheckout,
  listPurchases as listPurchasesCall,
  receivePaymentEvent,
} from '#api/payments.ts'
import { findPack } from '#product/plans.ts'
import { findAccountById } from '../auth/accounts.ts'
import { type Clock, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, addRoute, addRawRoute } from '../http/routes.ts'
import { pseudonymousKey } from '../rate-limit/keys.ts'
import { type Limit, requireRateLimit } from '../rate-limit/rate-limit.ts'
import { findBySession, listPurchases } from './purchases.ts'

/** The services that need the provider. */
export type PaymentServices = {
  checkout: Checkout
  settle: SyncPurchase
  readEvent: PaymentProvider['readEvent']
  /** Handles an event; other products on the same provider account have events too. */
  hear: (event: PaymentEvent) => Promise<void>
}

export function makeSales(parts: SettleParts): PaymentServices {
  const { payments, log } = parts
  const settle = makeSyncPurchase(parts)

  /** Of our own, and not as an order says: nobody gets tokens for it, and somebody has to look if it was paid. */
  async function report(purchase: string, session: string): Promise<void> {
    const found = await payments.find(session)
    if (found?.purchaseId === purchase && found.state === 'paid')
      log.error({ purchase, session }, 'a payment has no order')
  }

  return {
    checkout: makeCheckout(parts, settle),
    settle,
    readEvent: payments.readEvent,
    async hear(event) {
      if (event.about === 'nothing') return
      const found = event.about === 'session' ? event : await payments.findByPayment(event.paymentId)
      if (found?.purchaseId === undefined) return
      const { purchaseId, sessionId } = found
      if ((await settle(purchaseId, sessionId)) === undefined) await report(purchaseId, sessionId)
    },
  }
}

type Parts = {
  db: Db
  clock: Clock
  /** Undefined where nothing is sold. */
  sales: PaymentServices | undefined
  /** The origins of the site, its canonical one first. */
  ownOrigins: () => string[]
}

/**
 * Limit for several slow calls to the provider. A server that stops waits less: what was begun is stored, and
 * the next call continues it.
 */
const CHECKOUT_WITHIN_MS = 13_000
export const EVENT_BYTES = 512 * 1024

const checkoutLimits = (accountId: string): Limit[] => [
  { key: `checkout:${pseudonymousKey(accountId)}`, limit: 30, windowMs: 10 * MINUTE_MS },
]
/** A waiting page polls twelve times. */
const finalizeLimits = (accountId: string): Limit[] => [
  { key: `finalize:${pseudonymousKey(accountId)}`, limit: 200, windowMs: 10 * MINUTE_MS },
]

export function mountPurchases(api: Api, { db, clock, sales, ownOrigins }: Parts): void {
  addRoute(api, createCheckoutSession, async ({ body, signedIn, refuse, request }) => {
    if (sales === undefined) return refuse('payments_closed')
    const pack = findPack(body.priceId) ?? refuse('unknown_price')
    const origins = ownOrigins()
    const originOf = (text: string | undefined, path: string) =>
      text === undefined ? origins[0] : findOwnOrigin(text, path, origins)
    const site = originOf(body.successUrl, '/checkout/success') ?? refuse('foreign_return_address')
    if (originOf(body.cancelUrl, '/pricing') === undefined) refuse('foreign_return_address')
    const { accountId } = signedIn
    await requireRateLimit(db, checkoutLimits(accountId), clock())
    const order = { accountId, pack, lang: langOf(request), site }
    const started = withTimeout(sales.checkout(order), CHECKOUT_WITHIN_MS)
    const url = await asked(request.log, started, () => refuse('checkout_unavailable'))
    return { url: url ?? refuse('not_authenticated') }
  })

  addRoute(api, finalizeCheckout, async ({ body, signedIn, refuse, request, reply }) => {
    const { accountId } = signedIn
    await requireRateLimit(db, finalizeLimits(accountId), clock())
    const known = await findBySession(db, body.session_id)
    if (known?.account_id !== accountId) return refuse('not_found')
    const settled = async (): Promise<Settlement> => {
      if (known.status === 'credited') return { purchase: known, isCredited: false }
      if (sales === undefined) return refuse('payment_unverified')
      const answer = sales.settle(known.id, body.session_id)
      const settlement = await asked(request.log, answer, () => refuse('payment_unverified'))
      return settlement ?? refuse('not_found')
    }
    const settlement = await settled()
    const { status, problem } = settlement.purchase
    if (problem === 'unknown') return refuse('payment_unverified')
    if (status === 'refused') return refuse('payment_refused')
    if (status === 'expired') return refuse('checkout_expired')
    if (status !== 'credited') reply.status(202)
    const account = (await findAccountById(db, accountId)) ?? refuse('not_authenticated')
    return finalizedOf(settlement, account.balance)
  })

  addRawRoute(api, receivePaymentEvent, { bodyLimit: EVENT_BYTES }, async ({ body, refuse, request }) => {
    if (sales === undefined) return refuse('payments_closed')
    const signature = request.headers['stripe-signature']
    const event =
      sales.readEvent(body, typeof signature === 'string' ? signature : undefined, clock()) ??
      refuse('invalid_signature')
    await asked(request.log, sales.hear(event), () => refuse('payment_unverified'))
    return DONE
  })

  addRoute(api, listPurchasesCall, async ({ params, signedIn }) =>
    listPurchases(db, signedIn.accountId, params.before),
  )
}

function finalizedOf({ purchase, isCredited }: Settlement, balance: number): Finalized {
  const already = purchase.status === 'credited' && !isCredited
  const tokensAdded = isCredited ? purchase.tokens : 0
  const { tokens: purchaseTokens, receipt_url: receiptUrl } = purchase
  return { ok: true, tokensAdded, purchaseTokens, already, balance, receiptUrl }
}

type Log = { warn: (facts: object, text: string) => void }

/** The provider's answer, or an API error when it does not answer. */
async function asked<T>(log: Log, answer: Promise<T>, refuse: () => never): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof PaymentsUnavailableError)) throw error
    log.warn({ problem: error.message }, 'the payment provider could not be asked')
    return refuse()
  }
}

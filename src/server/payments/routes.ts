import {
  type PaymentEvent,
  type PaymentProvider,
  PaymentsUnavailableError,
  logFailedCall,
  withTimeout,
} from './provider.ts'
import { type Checkout, findOwnOrigin, makeCheckout } from './checkout.ts'
import { type SyncPurchase, type PaymentDependencies, type SyncResult, makeSyncPurchase } from './sync.ts'
import type { FastifyBaseLogger } from 'fastify'
import * as contract from '#api/payments.ts'
import { findPack } from '#product/plans.ts'
import { findAccountById } from '../auth/accounts.ts'
import { type Clock, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, addRoute, addRawRoute } from '../http/routes.ts'
import { pseudonymousKey } from '../rate-limit/keys.ts'
import { type Limit, requireRateLimit } from '../rate-limit/rate-limit.ts'
import { findDebtPaidBy } from './debt.ts'
import { countDebt, findPurchaseBySession, listPurchases, toApiState } from './purchases.ts'

/** The services that need the provider. */
export type PaymentServices = {
  checkout: Checkout
  syncPurchase: SyncPurchase
  readEvent: PaymentProvider['readEvent']
  /** Handles an event; other products on the same provider account have events too. */
  handleEvent: (event: PaymentEvent) => Promise<void>
}

export function makePaymentServices(dependencies: PaymentDependencies): PaymentServices {
  const { provider, log } = dependencies
  const syncPurchase = makeSyncPurchase(dependencies)

  /**
   * Logs a paid session of this product whose purchase is missing or has another session: no tokens are credited, and
   * the operator must check it.
   */
  async function reportUnknownPayment(purchase: string, session: string): Promise<void> {
    const found = await provider.find(session)
    if (found?.purchaseId === purchase && found.state === 'paid')
      log.error({ purchase, session }, 'a payment has no purchase')
  }

  return {
    checkout: makeCheckout(dependencies, syncPurchase),
    syncPurchase,
    readEvent: provider.readEvent,
    async handleEvent(event) {
      if (event.about === 'nothing') return
      const found = event.about === 'session' ? event : await provider.findByPayment(event.paymentId)
      if (found?.purchaseId === undefined) return
      const { purchaseId, sessionId } = found
      if ((await syncPurchase(purchaseId, sessionId)) === undefined)
        await reportUnknownPayment(purchaseId, sessionId)
    },
  }
}

type PaymentRouteDependencies = {
  db: Db
  clock: Clock
  /** Undefined when no provider is configured. */
  payments: PaymentServices | undefined
  /** The origins of the site, its canonical one first. */
  ownOrigins: () => string[]
}

/**
 * Limit for several slow calls to the provider. A server that stops waits less: started work is stored, and the
 * next call continues it.
 */
const CHECKOUT_TIMEOUT_MS = 13_000
export const MAX_EVENT_BYTES = 512 * 1024

const checkoutLimits = (accountId: string): Limit[] => [
  { key: `checkout:${pseudonymousKey(accountId)}`, limit: 30, windowMs: 10 * MINUTE_MS },
]
/** A waiting page polls twelve times. */
const finalizeLimits = (accountId: string): Limit[] => [
  { key: `finalize:${pseudonymousKey(accountId)}`, limit: 200, windowMs: 10 * MINUTE_MS },
]

export function addPaymentRoutes(
  api: Api,
  { db, clock, payments, ownOrigins }: PaymentRouteDependencies,
): void {
  addRoute(api, contract.createCheckoutSession, async ({ body, signedIn, reject, request }) => {
    if (payments === undefined) return reject('payments_closed')
    const pack = findPack(body.priceId) ?? reject('unknown_price')
    const origins = ownOrigins()
    const originOf = (text: string | undefined, path: string) =>
      text === undefined ? origins[0] : findOwnOrigin(text, path, origins)
    const site = originOf(body.successUrl, '/checkout/success') ?? reject('foreign_return_address')
    if (originOf(body.cancelUrl, '/pricing') === undefined) reject('foreign_return_address')
    const { accountId } = signedIn
    await requireRateLimit(db, checkoutLimits(accountId), clock())
    const order = { accountId, pack, lang: langOf(request), site }
    const started = withTimeout(payments.checkout(order), CHECKOUT_TIMEOUT_MS)
    const result = await answerOrReject(request.log, started, () => reject('checkout_unavailable'))
    if (result.status !== 'ready')
      return reject(result.status === 'disputed' ? 'dispute_open' : 'not_authenticated')
    return { url: result.url, tokensOwed: await countDebt(db, accountId) }
  })

  addRoute(api, contract.finalizeCheckout, async ({ body, signedIn, reject, request, reply }) => {
    const { accountId } = signedIn
    await requireRateLimit(db, finalizeLimits(accountId), clock())
    const known = await findPurchaseBySession(db, body.session_id)
    if (known?.account_id !== accountId) return reject('not_found')
    const synced = async (): Promise<SyncResult> => {
      if (known.status === 'credited') return { purchase: known, isCredited: false }
      if (payments === undefined) return reject('payment_unverified')
      const answer = payments.syncPurchase(known.id, body.session_id)
      const found = await answerOrReject(request.log, answer, () => reject('payment_unverified'))
      return found ?? reject('not_found')
    }
    const result = await synced()
    const { status, problem } = result.purchase
    if (problem === 'unknown') return reject('payment_unverified')
    if (status === 'refused') return reject('payment_refused')
    if (status === 'expired') return reject('checkout_expired')
    if (status !== 'credited') reply.status(202)
    const account = (await findAccountById(db, accountId)) ?? reject('not_authenticated')
    const debtPaid = await findDebtPaidBy(db, result.purchase.id)
    return { ...toFinalized(result, account.balance, clock()), debtPaid }
  })

  addRawRoute(
    api,
    contract.receivePaymentEvent,
    { bodyLimit: MAX_EVENT_BYTES },
    async ({ body, reject, request }) => {
      if (payments === undefined) return reject('payments_closed')
      const signature = request.headers['stripe-signature']
      const event =
        payments.readEvent(body, typeof signature === 'string' ? signature : undefined, clock()) ??
        reject('invalid_signature')
      await answerOrReject(request.log, payments.handleEvent(event), () => reject('payment_unverified'))
      return DONE
    },
  )

  addRoute(api, contract.listPurchases, async ({ params, signedIn }) =>
    listPurchases(db, signedIn.accountId, params.before),
  )
}

/** A webhook is usually faster than the buyer's page. */
const RECENT_MS = 10 * MINUTE_MS

function toFinalized(
  { purchase, isCredited }: SyncResult,
  balance: number,
  now: number,
): Omit<contract.Finalized, 'debtPaid'> {
  const { status, tokens, credited_at: creditedAt } = purchase
  const isRecent = creditedAt !== null && now - creditedAt <= RECENT_MS
  return {
    ok: true,
    tokensAdded: isCredited ? tokens : 0,
    purchaseTokens: tokens,
    already: status === 'credited' && !isCredited,
    recentlyAdded: isRecent ? tokens : 0,
    balance,
    ...toApiState(purchase),
  }
}

/** The provider's answer, or an API error when it does not answer. */
async function answerOrReject<T>(
  log: FastifyBaseLogger,
  answer: Promise<T>,
  reject: () => never,
): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof PaymentsUnavailableError)) throw error
    logFailedCall(log, error)
    return reject()
  }
}

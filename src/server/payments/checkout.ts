import { formatCount } from '#money/format.ts'
import { localizedPath } from '#i18n/language.ts'
import { PACK_DESCRIPTION, type Pack } from '#product/plans.ts'
import { PRODUCT } from '#product/product.ts'
import { lockAccount } from '../auth/accounts.ts'
import { MINUTE_MS } from '../clock.ts'
import { inTransaction } from '../db/transaction.ts'
import { type CheckoutOrder, type CheckoutSession, PaymentsUnavailableError } from './provider.ts'
import {
  type PurchaseOrder,
  type Purchase,
  updatePurchase,
  findContested,
  findOrAddOpen,
  findPurchase,
  hasContested,
  orderedPack,
} from './purchases.ts'
import { type SyncPurchase, type PaymentDependencies, differenceOf } from './sync.ts'

/**
 * Maximum age of a purchase without a session. An older one expires: the provider may have other parameters under its
 * idempotency key.
 */
const SESSIONLESS_MAX_AGE_MS = 10 * MINUTE_MS
/** Each attempt ends one purchase that does not match or can no longer be paid. */
const MAX_ATTEMPTS = 5

export type CheckoutResult = { status: 'ready'; url: string } | { status: 'no-account' | 'disputed' }

/** @returns the URL of the payment page, unless the account no longer exists or has an open dispute */
export type Checkout = (order: PurchaseOrder) => Promise<CheckoutResult>

/**
 * Starts a payment, or continues the open one: repeated and concurrent calls get the same payment page. The
 * purchase is stored first, and its id is the idempotency key of the provider's session: a process that ends
 * between any two steps leaves nothing that can be paid and is unknown here. For the same reason a purchase
 * that is to be replaced gets its session first.
 */
export const makeCheckout =
  ({ db, clock, provider }: PaymentDependencies, syncPurchase: SyncPurchase): Checkout =>
  async (order) => {
    const { accountId } = order
    // A dispute may have been decided since.
    for (const { id, session_id } of await findContested(db, accountId))
      if (session_id !== null) await syncPurchase(id, session_id)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const purchase = await inTransaction(db, async (trx) => {
        if (!(await lockAccount(trx, accountId))) return 'no-account'
        return (await hasContested(trx, accountId)) ? 'disputed' : findOrAddOpen(trx, order, clock())
      })
      if (typeof purchase === 'string') return { status: purchase }
      const session = await sessionOf(purchase, order.pack)
      // Concurrent calls in two languages would close each other's sessions: after the first round a session
      // in the other language is accepted.
      const isWanted = matchesOrder(purchase, order) || (attempt > 0 && matchesPack(purchase, order))
      const isOpen = session?.state === 'open' && differenceOf(purchase, session) === null
      if (isWanted && isOpen && session.url !== undefined) {
        // If a dispute was opened after the check, the next reconciliation closes the page.
        if (!(await hasContested(db, accountId))) return { status: 'ready', url: session.url }
      }
      await end(purchase, session?.id)
    }
    throw new PaymentsUnavailableError('Concurrent calls ended every purchase that was started.', {
      cause: undefined,
      isRejected: false,
    })

    async function sessionOf(purchase: Purchase, { name }: Pack): Promise<CheckoutSession | undefined> {
      if (purchase.session_id !== null) return provider.find(purchase.session_id)
      if (clock() - purchase.created_at > SESSIONLESS_MAX_AGE_MS) return undefined
      const session = await open(purchase, name[purchase.lang])
      const stored =
        (await updatePurchase(db, purchase, { session_id: session.id })) ??
        (await findPurchase(db, purchase.id))
      // A concurrent call has stored the same session. A session that was not stored is not returned.
      return stored?.session_id === session.id ? session : undefined
    }

    async function open(purchase: Purchase, name: string): Promise<CheckoutSession> {
      try {
        return await provider.open(toCheckoutOrder(purchase, name))
      } catch (error) {
        if (!(error instanceof PaymentsUnavailableError)) throw error
        // The next call makes a new purchase. One without an answer is requested again: the session may
        // exist.
        if (error.isRejected) await end(purchase)
        // An earlier concurrent call may have stored the session.
        const stored = (await findPurchase(db, purchase.id))?.session_id ?? undefined
        const session = stored === undefined ? undefined : await provider.find(stored)
        if (session === undefined) throw error
        return session
      }
    }

    /** Ends a purchase so that it cannot be paid, unless it was just paid. */
    async function end(purchase: Purchase, sessionId = purchase.session_id): Promise<void> {
      if (sessionId === null) {
        await updatePurchase(db, purchase, { status: 'expired', look_at: null })
        return
      }
      await provider.close(sessionId)
      await syncPurchase(purchase.id, sessionId)
    }
  }

/** Prices, texts and return URLs may have changed since it was stored. */
const matchesOrder = (purchase: Purchase, order: PurchaseOrder): boolean =>
  matchesPack(purchase, order) && purchase.lang === order.lang && purchase.site === order.site

const matchesPack = (purchase: Purchase, { pack }: PurchaseOrder): boolean =>
  purchase.tokens === pack.tokens && purchase.price_cents === pack.price

function toCheckoutOrder(purchase: Purchase, name: string): CheckoutOrder {
  const { id, plan, tokens, lang, site } = purchase
  const pageAt = (path: string) => site + localizedPath(lang, path)
  return {
    purchaseId: id,
    plan,
    name: `${PRODUCT.name[lang]} ${name}`,
    description: PACK_DESCRIPTION[lang](formatCount(tokens, lang)),
    price: orderedPack(purchase).price,
    lang,
    // The provider replaces the placeholder; it would not recognise an encoded one.
    successUrl: `${pageAt('/checkout/success')}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${pageAt('/pricing')}?cancelled=1`,
  }
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\\]/u

/**
 * Checks whether a URL from a browser is that of a page of this site, in either language. It is only checked: the
 * URLs for the provider are built here.
 * @returns its origin; undefined for any other URL, and for one that could be parsed differently
 */
export function findOwnOrigin(text: string, path: string, origins: readonly string[]): string | undefined {
  const [base] = origins
  if (CONTROL.test(text) || base === undefined) return undefined
  const url = URL.parse(text, base)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const isPage = url.pathname.replace(/^\/(?:en|bg)(?=\/)/, '').replace(/\/$/, '') === path
  return isPage && origins.includes(url.origin) ? url.origin : undefined
}

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { type Finalized, createCheckoutSession, finalizeCheckout, listPurchases } from '#api/payments.ts'
import type { ErrorBody } from '#api/errors.ts'
import { listEntries } from '#api/account.ts'
import { createAccount } from '#server/auth/accounts.ts'
import { parseEmail } from '#server/auth/email.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { giveFreeTokens } from '#server/tokens/free-tokens.ts'
import { loadSecretKey } from '#server/secret-key.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import {
  DIALECTS,
  type Place,
  type TestDialect,
  type TestServer,
  makePlace,
  startServer,
} from '../harness.ts'
import { Client } from './client.ts'
import { accountIdOf, expectConsistentLedger } from './ledger-check.ts'
import { type PaymentsProvider, startPaymentsProvider } from './payments-provider.ts'
import { expectSent } from './with-mail.ts'

const MINUTE_MS = 60_000
/** Shorter than in production, for fast tests. */
export const RECONCILE_INTERVAL_MS = 25

/** A real server with a payment provider. Webhooks are held until a test delivers them. */
export type Shop = {
  place: Place
  /** The settings of the server. */
  settings: Record<string, string>
  server: TestServer
  provider: PaymentsProvider
  /** The URL for webhooks of the provider. */
  webhookUrl: () => string
  /** Advances the clocks of the server and of the provider. */
  passTime: (ms: number) => void
  restart: (settings?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

export async function openShop(
  dialect: TestDialect,
  settings: Record<string, string> = {},
  reconcileIntervalMs = RECONCILE_INTERVAL_MS,
): Promise<Shop> {
  const place = await makePlace(dialect)
  let movedMs = 0
  const provider = await startPaymentsProvider({ clock: () => Date.now() + movedMs })
  const own = { ...place.settings, ...provider.settings, ...settings }
  const start = (more: Record<string, string> = {}) =>
    startServer({ ...own, ...more }, undefined, { reconcileIntervalMs })
  const shop: Shop = {
    place,
    settings: own,
    server: await start(),
    provider,
    webhookUrl: () => `${shop.server.origin}/api/webhooks/stripe`,
    passTime(ms) {
      movedMs += ms
      shop.server.time.now += ms
    },
    async restart(more) {
      const { now } = shop.server.time
      await shop.server.stop()
      shop.server = await start(more)
      shop.server.time.now = Math.max(now, shop.server.time.now)
    },
    async stop() {
      await provider.stop()
      await shop.server.stop()
      await place.remove()
    },
  }
  return shop
}

/** Runs the suite on each database, with a server and a payment provider. */
export function onEachDatabaseWithPayments(
  suite: (shop: () => Shop, dialect: TestDialect) => void,
  settings: Record<string, string> = {},
): void {
  describe.each(DIALECTS)('%s', (dialect) => {
    let shop: Shop
    beforeAll(async () => {
      shop = await openShop(dialect, settings)
    })
    afterAll(() => shop.stop())
    suite(() => shop, dialect)
  })
}

/** A browser signed in to a new account, without the time to hash a password. */
export async function addBuyer({ db, env, origin, time }: TestServer, tokens = 15): Promise<Client> {
  const client = new Client(origin)
  const email = parseEmail(client.email) ?? expect.fail('no email')
  const at = time.now
  const account = await db.transaction().execute(async (trx) => {
    const created = await createAccount(trx, { email, passwordHash: 'none', at })
    const key = loadSecretKey(env)
    if (created !== undefined) await giveFreeTokens(trx, key, { accountId: created.id, email: email.key, at })
    return created
  })
  if (tokens > 15) await grantTokens(db, { email: email.key, tokens: tokens - 15, note: 'test', at })
  const accountId = account?.id ?? expect.fail('no account')
  const session = { accountId, device: 'test', confirmedAt: at, at }
  client.cookie = `levro=${await startSession(db, session)}`
  return client
}

export const buyerOf = ({ server }: Shop, tokens?: number): Promise<Client> => addBuyer(server, tokens)

/** Headers of a request from a page in one language. */
export const languageHeaders = (lang: 'bg' | 'en') => ({ 'accept-language': lang })

export const checkout = (client: Client, priceId = 'starter', body: object = {}, headers = {}) =>
  client.call(createCheckoutSession, { body: { priceId, ...body }, headers })

/** The session id of a payment page. */
export const sessionAt = (url: string): string => /\/c\/pay\/(\w+)$/.exec(url)?.[1] ?? expect.fail(url)

/** @returns the session's id */
export async function startPayment(client: Client, priceId = 'starter', headers = {}): Promise<string> {
  const { url } = (await checkout(client, priceId, {}, headers)).reply
  return sessionAt(url)
}

/** A paid session that was not reported to the server yet. */
export async function pay({ provider }: Shop, client: Client, priceId = 'starter', headers = {}) {
  const sessionId = await startPayment(client, priceId, headers)
  await provider.pay(sessionId, 'paid')
  return sessionId
}

export type FinalizeAnswer = { status: number; body: Partial<Finalized & ErrorBody>; text: string }

/** The request of the success page. */
export async function finalize(client: Client, sessionId: string): Promise<FinalizeAnswer> {
  const { status, text } = await client.call(finalizeCheckout, { body: { session_id: sessionId } })
  return { status, text, body: JSON.parse(text) as FinalizeAnswer['body'] }
}

/** A session that was paid and credited. */
export async function buy(shop: Shop, client: Client, priceId = 'starter'): Promise<string> {
  const sessionId = await pay(shop, client, priceId)
  expect((await finalize(client, sessionId)).status).toBe(200)
  return sessionId
}

/** A webhook's body and its signature header. */
export type SignedWebhook = { body: string; signature: string }

/** Signed by the SDK, independently of the Stripe emulator. */
export function signed(payload: string, { secret, at }: { secret: string; at: number }): SignedWebhook {
  const timestamp = Math.floor(at / 1000)
  return {
    body: payload,
    signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  }
}

/** @returns the status */
export async function sendWebhook(shop: Shop, { body, signature }: Partial<SignedWebhook>): Promise<number> {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  if (signature !== undefined) headers.set('stripe-signature', signature)
  const response = await fetch(shop.webhookUrl(), { method: 'POST', headers, body: body ?? '' })
  await response.text()
  return response.status
}

/**
 * Sends an event as the provider does.
 * @returns the status
 */
export const sendEvent = (shop: Shop, event: object): Promise<number> =>
  sendWebhook(
    shop,
    signed(JSON.stringify(event), { secret: shop.provider.webhookSecret, at: shop.server.time.now }),
  )

/** The newest event of a session, by its type. */
export async function eventOf(
  { provider }: Shop,
  sessionId: string,
  type = 'checkout.session.completed',
): Promise<Stripe.Event> {
  const events = await provider.events()
  const isIts = (event: Stripe.Event) =>
    event.type === type && JSON.stringify(event).includes(`"${sessionId}"`)
  return events.findLast(isIts) ?? expect.fail(`${type} of ${sessionId} did not happen.`)
}

export const purchaseOf = (db: Db, sessionId: string): Promise<Schema['purchase']> =>
  db.selectFrom('purchase').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow()

/** The stored purchases of the account, also those without a session. */
export const ordersOf = async (
  { server: { db } }: Shop,
  { email }: Client,
): Promise<Schema['purchase'][]> => {
  const accountId = await accountIdOf(db, email)
  return db.selectFrom('purchase').selectAll().where('account_id', '=', accountId).execute()
}

/** The provider's sessions for the account's purchases, stored with them or not. */
export async function sessionsOf(shop: Shop, client: Client): Promise<Stripe.Checkout.Session[]> {
  const ids = new Set((await ordersOf(shop, client)).map(({ id }) => id))
  const { data } = await shop.provider.stripe.checkout.sessions.list({ limit: 100 })
  return data.filter(({ client_reference_id }) => ids.has(client_reference_id ?? ''))
}

/** The ledger entries by the API, newest first. */
export const entriesOf = async (client: Client) => (await client.call(listEntries)).reply.entries

export const reasonsOf = async (client: Client) => (await entriesOf(client)).map(({ reason }) => reason)

export const purchasesOf = async (client: Client) => (await client.call(listPurchases)).reply.purchases

/** Waits for background work of the server, advancing its clock between checks. */
export const waitForBackgroundWork = <T>({ passTime }: Shop, done: () => Promise<T>): Promise<T> =>
  vi.waitFor(
    () => {
      passTime(MINUTE_MS)
      return done()
    },
    { timeout: 40_000, interval: 50 },
  )

/** All emails about a purchase, once all due ones are sent: without a mail server they are files. */
export async function purchaseEmails({ server: { db }, place }: Shop, purchaseId: string): Promise<Email[]> {
  await expectSent(db)
  const folder = join(place.settings.DATA_DIR, 'mail')
  const files = readdirSync(folder).filter((name) => name.includes('-purchase-'))
  const emails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  return emails.filter(({ text = '' }) => text.includes(purchaseId))
}

/** Asserts that the ledger is consistent, and that all requests and responses fit Stripe's published API. */
export async function expectConsistent({
  server: { db },
  provider,
}: Pick<Shop, 'server' | 'provider'>): Promise<void> {
  await expectConsistentLedger(db)
  expect((await auditLedger(db)).faults).toEqual([])
  provider.expectAllFit()
}

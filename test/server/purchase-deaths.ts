import { expect } from 'vitest'
import { makeBoundedQueue } from '#server/bounded-queue.ts'
import type { TestDialect } from '../harness.ts'
import type { Client } from './client.ts'
import { runDying } from './dying-process.ts'
import { idOf } from './payments-provider.ts'
import {
  type SignedWebhook,
  type Shop,
  buyerOf,
  checkout,
  entriesOf,
  eventOf,
  expectConsistent,
  finalize,
  openShop,
  ordersOf,
  pay,
  purchaseOf,
  sessionAt,
  sessionsOf,
  signed,
  startPayment,
  sendEvent,
} from './with-payments.ts'
import { until } from '../until.ts'

const MINUTE_MS = 60_000

/** The state before the process is killed. */
type Prepared = {
  buyer: Client
  /** Undefined before there is a session. */
  sessionId: string | undefined
  /** Rejects when the server does not complete it. */
  call: (origin: string, signal: AbortSignal) => Promise<unknown>
}

type Flow = {
  /** Advances the clock by this, so that background work is due. */
  laterMs?: number
  prepare: (shop: Shop) => Promise<Prepared>
  /** Possible continuations after the kill: each runs first in turn, then the others. */
  comebacks: ((shop: Shop, sessionId: string, buyer: Client) => Promise<void>)[]
  /** Reason and delta of the ledger's entries, newest first. */
  entries: [string, number][]
  /** The minimum number of steps. */
  steps: number
}

async function message(shop: Shop, sessionId: string, type?: string): Promise<SignedWebhook> {
  const event = JSON.stringify(await eventOf(shop, sessionId, type))
  return signed(event, { secret: shop.provider.webhookSecret, at: shop.server.time.now })
}

async function post(origin: string, { body, signature }: SignedWebhook): Promise<void> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const { status } = await fetch(`${origin}/api/webhooks/stripe`, { method: 'POST', headers, body })
  expect(status).toBe(200)
}

const comeBack = {
  page: async (_shop: Shop, sessionId: string, buyer: Client) => {
    expect((await finalize(buyer, sessionId)).status).toBe(200)
  },
  webhook: async (shop: Shop, sessionId: string) => {
    expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
  },
  refundWebhook: async (shop: Shop, sessionId: string) => {
    expect(await sendEvent(shop, await refundOf(shop, sessionId))).toBe(200)
  },
  itself: async (shop: Shop, sessionId: string) => {
    const { look_at: before } = await purchaseOf(shop.server.db, sessionId)
    shop.server.time.now = Math.max(shop.server.time.now, (before ?? 0) + 1)
    await until(async () => {
      const { look_at: after } = await purchaseOf(shop.server.db, sessionId)
      expect(after).toBeGreaterThan(before ?? 0)
    })
  },
}

async function refundOf({ provider }: Shop, sessionId: string) {
  const { payment_intent } = await provider.stripe.checkout.sessions.retrieve(sessionId)
  const events = await provider.events()
  const isIts = (event: object) => JSON.stringify(event).includes(`"${idOf(payment_intent)}"`)
  return events.find((event) => event.type === 'charge.refunded' && isIts(event)) ?? expect.fail()
}

const CREDITED: [string, number][] = [
  ['purchase', 500],
  ['signup', 15],
]

export const FLOWS = {
  'the start of a checkout': {
    prepare: async (shop) => {
      const buyer = await buyerOf(shop)
      const call = (origin: string) => startPayment(buyer.at(origin))
      return { buyer, sessionId: undefined, call }
    },
    comebacks: [comeBack.page, comeBack.webhook, comeBack.itself],
    entries: CREDITED,
    // Limit, purchase, provider, session.
    steps: 4,
  },
  'a page that asks': {
    prepare: async (shop) => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const call = (origin: string) => comeBack.page(shop, sessionId, buyer.at(origin))
      return { buyer, sessionId, call }
    },
    comebacks: [comeBack.page, comeBack.webhook, comeBack.itself],
    entries: CREDITED,
    // Limit, provider, begin, account lock, balance, entry, email, purchase, commit.
    steps: 9,
  },
  'a webhook': {
    prepare: async (shop) => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const completed = await message(shop, sessionId)
      return { buyer, sessionId, call: (origin) => post(origin, completed) }
    },
    comebacks: [comeBack.webhook, comeBack.itself, comeBack.page],
    entries: CREDITED,
    // Provider, begin, account lock, balance, entry, email, purchase, commit.
    steps: 8,
  },
  'the look by itself': {
    laterMs: 2 * MINUTE_MS,
    prepare: async (shop) => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const isCredited = async () => (await purchaseOf(shop.server.db, sessionId)).status === 'credited'
      const call = (_origin: string, signal: AbortSignal) =>
        until(async () => expect(signal.aborted || (await isCredited())).toBe(true))
      return { buyer, sessionId, call }
    },
    comebacks: [comeBack.itself, comeBack.page, comeBack.webhook],
    entries: CREDITED,
    // Claim, then as for a webhook.
    steps: 9,
  },
  'the webhook of a refund': {
    prepare: async (shop) => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      expect((await finalize(buyer, sessionId)).status).toBe(200)
      await shop.provider.refund(sessionId, 250)
      const event = JSON.stringify(await refundOf(shop, sessionId))
      const refunded = signed(event, { secret: shop.provider.webhookSecret, at: shop.server.time.now })
      return { buyer, sessionId, call: (origin) => post(origin, refunded) }
    },
    comebacks: [comeBack.refundWebhook, comeBack.itself],
    // 250 of 499 cents: 250.5 tokens of 500, rounded down.
    entries: [['refund', -250], ...CREDITED],
    // The provider twice, begin, account lock, balance, entry, purchase, commit.
    steps: 8,
  },
} satisfies Record<string, Flow>

export type FlowName = keyof typeof FLOWS

/** Each flow runs two servers, and each test file has one core. */
const turns = makeBoundedQueue({ width: 2, waiting: Object.keys(FLOWS).length })

/**
 * Kills a server before the first step of a flow, before the second, and so on until one survives. After each
 * kill another server on the same database, without requests, completes the rest.
 * @returns the number of steps
 */
export const dieAtEachStep = async (dialect: TestDialect, name: FlowName): Promise<number> =>
  (await turns.run(() => dieInTurn(dialect, FLOWS[name]))) ?? expect.fail('no turn')

async function dieInTurn(dialect: TestDialect, flow: Flow): Promise<number> {
  // The return URL is the same for all servers.
  const shop = await openShop(dialect, { PUBLIC_ORIGIN: 'http://localhost:3000' })
  try {
    for (let dieAt = 1; ; dieAt++) {
      await shop.server.db.updateTable('purchase').set({ look_at: null }).execute()
      const prepared = await flow.prepare(shop)
      const { settings } = shop
      const movedMs = shop.server.time.now - Date.now()
      const { laterMs = 0 } = flow
      const steps = await runDying({ settings, dieAt, movedMs, laterMs, call: prepared.call })
      await goOn(shop, flow, { prepared, dieAt })
      if (steps !== undefined) return steps
    }
  } finally {
    await shop.stop()
  }
}

async function goOn(
  shop: Shop,
  { comebacks, entries }: Flow,
  { prepared, dieAt }: { prepared: Prepared; dieAt: number },
): Promise<void> {
  const buyer = prepared.buyer.at(shop.server.origin)
  const sessionId = prepared.sessionId ?? (await startAgain(shop, buyer))
  const turned = comebacks.map((_, n) => comebacks[(n + dieAt) % comebacks.length] ?? expect.fail())
  const expectEntries = () =>
    until(async () =>
      expect((await entriesOf(buyer)).map(({ reason, delta }) => [reason, delta])).toEqual(entries),
    )
  for (const comeback of turned) {
    await comeback(shop, sessionId, buyer)
    await expectEntries()
  }
  await expectNothingUnknown(shop, prepared.buyer)
  await expectConsistent(shop)
}

/** Starts a checkout, gets the same page a second time, and pays it. */
async function startAgain(shop: Shop, buyer: Client): Promise<string> {
  const { url } = (await checkout(buyer)).reply
  expect((await checkout(buyer)).reply.url).toBe(url)
  const sessionId = sessionAt(url)
  await shop.provider.pay(sessionId, 'paid')
  return sessionId
}

/** At most one purchase of a plan is open, and no session can be paid that is not the session of its purchase. */
async function expectNothingUnknown(shop: Shop, buyer: Client): Promise<void> {
  const own = await ordersOf(shop, buyer)
  expect(own.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1)
  const sessionIds = new Map(own.map(({ id, session_id }) => [id, session_id]))
  for (const { id, client_reference_id: reference } of await sessionsOf(shop, buyer))
    expect(sessionIds.get(reference ?? '')).toBe(id)
}

import { describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import {
  type Shop,
  buyerOf,
  entriesOf,
  eventOf,
  expectConsistent,
  finalize,
  purchaseEmails,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  sendWebhook,
  signed,
  sendEvent,
} from './with-payments.ts'
import { until } from '../until.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

type Way = 'page' | 'webhook' | 'reconciliation'
const ORDERS: Way[][] = [
  ['page', 'webhook', 'reconciliation'],
  ['page', 'reconciliation', 'webhook'],
  ['webhook', 'page', 'reconciliation'],
  ['webhook', 'reconciliation', 'page'],
  ['reconciliation', 'page', 'webhook'],
  ['reconciliation', 'webhook', 'page'],
]

onEachDatabaseWithPayments((getShop) => {
  /** Asserts that the buyer has the free tokens and those of the pack, by one entry, with one email. */
  async function expectOnce(shop: Shop, buyer: Client, sessionId: string, tokens = 500): Promise<void> {
    const { db } = shop.server
    const { id, status } = await purchaseOf(db, sessionId)
    expect(status).toBe('credited')
    const entries = await entriesOf(buyer)
    expect(entries.map(({ reason, delta, balanceAfter }) => [reason, delta, balanceAfter])).toEqual([
      ['purchase', tokens, 15 + tokens],
      ['signup', 15, 15],
    ])
    expect(await purchaseEmails(shop, id)).toHaveLength(1)
    await expectConsistent(shop)
  }

  const deliver: Record<Way, (shop: Shop, buyer: Client, sessionId: string) => Promise<void>> = {
    page: async (_shop, buyer, sessionId) => {
      const { status, body } = await finalize(buyer, sessionId)
      expect([status, body.purchaseTokens, body.balance]).toEqual([200, 500, 515])
    },
    webhook: async (shop, _buyer, sessionId) => {
      expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
    },
    reconciliation: async (shop, _buyer, sessionId) => {
      const { db } = shop.server
      const { look_at: before } = await purchaseOf(db, sessionId)
      shop.passTime((before ?? 0) - shop.server.time.now + 1)
      await until(async () => expect((await purchaseOf(db, sessionId)).look_at).not.toBe(before))
      await until(async () => expect((await purchaseOf(db, sessionId)).status).toBe('credited'))
    },
  }

  describe('tokens for money', () => {
    it.each(ORDERS)('PAY-06 · are credited once after %s, %s and %s', async (...order) => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      for (const way of order) await deliver[way](shop, buyer, sessionId)
      for (const way of order) await deliver[way](shop, buyer, sessionId)
      await expectOnce(shop, buyer, sessionId)
    })

    it('PAY-06 · are credited once when the page and the webhook sync fifty times each at once', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer, 'pro')
      const event = await eventOf(shop, sessionId)
      const [answers, statuses] = await Promise.all([
        Promise.all(Array.from({ length: 50 }, () => finalize(buyer, sessionId))),
        Promise.all(Array.from({ length: 50 }, () => sendEvent(shop, event))),
      ])
      expect(statuses).toEqual(Array(50).fill(200))
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
      const adding = answers.filter(({ body }) => body.tokensAdded !== 0)
      expect(adding.length, 'at most one of the pages has added them').toBeLessThanOrEqual(1)
      expect(adding.map(({ body }) => body.tokensAdded)).toEqual(adding.map(() => 10_000))
      for (const { body } of answers)
        expect(body).toMatchObject({
          purchaseTokens: 10_000,
          balance: 10_015,
          already: body.tokensAdded === 0,
        })
      await expectOnce(shop, buyer, sessionId, 10_000)
    })

    it('PAY-06 · are reported as added to one page of fifty, and as already added to the others', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer, 'business')
      const answers = await Promise.all(Array.from({ length: 50 }, () => finalize(buyer, sessionId)))
      const added = answers.map(({ body }) => `${body.tokensAdded} ${body.already}`)
      expect(added.toSorted()).toEqual([...Array<string>(49).fill('0 true'), '2000 false'])
      await expectOnce(shop, buyer, sessionId, 2000)
    })

    it('PAY-06 PAY-07 · are credited once by one event sent twenty times and a second event of the session', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const event = await eventOf(shop, sessionId)
      for (let n = 0; n < 10; n++) expect(await sendEvent(shop, event)).toBe(200)
      const statuses = await Promise.all(Array.from({ length: 10 }, () => sendEvent(shop, event)))
      expect(statuses).toEqual(Array(10).fill(200))
      const second = { ...event, id: 'evt_another', type: 'checkout.session.async_payment_succeeded' }
      expect(await sendEvent(shop, second)).toBe(200)
      await expectOnce(shop, buyer, sessionId)
    })

    it('PAY-07 · are credited by a webhook that the provider repeats until it is accepted', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      shop.provider.deliverTo('http://127.0.0.1:9/')
      const sessionId = await pay(shop, buyer)
      shop.provider.deliverTo(shop.webhookUrl())
      await until(async () => expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('credited'))
      shop.provider.deliverTo(undefined)
      await expectOnce(shop, buyer, sessionId)
    })

    it('PAY-07 · are credited by an event a day late, but not by a replay of its old request', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const payload = JSON.stringify(await eventOf(shop, sessionId))
      const secret = shop.provider.webhookSecret
      const kept = signed(payload, { secret, at: shop.server.time.now })
      // Reported by the webhook only.
      await shop.server.db.updateTable('purchase').set({ look_at: null }).execute()
      shop.passTime(DAY_MS)
      expect(await sendWebhook(shop, kept)).toBe(400)
      expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('open')
      expect(await sendWebhook(shop, signed(payload, { secret, at: shop.server.time.now }))).toBe(200)
      await expectOnce(shop, buyer, sessionId)
    })
  })

  it('PAY-06 · a signature of five minutes ago is accepted, one a second older is rejected', async () => {
    const shop = getShop()
    const event = JSON.stringify({
      id: 'evt_x',
      object: 'event',
      type: 'x',
      data: { object: { object: 'x' } },
    })
    const secret = shop.provider.webhookSecret
    const aged = (ms: number) => sendWebhook(shop, signed(event, { secret, at: shop.server.time.now - ms }))
    expect(await aged(5 * MINUTE_MS - 1000)).toBe(200)
    expect(await aged(5 * MINUTE_MS + 1000)).toBe(400)
  })
})

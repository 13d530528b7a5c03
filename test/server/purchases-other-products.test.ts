import { describe, expect, it } from 'vitest'
import {
  type Shop,
  buyerOf,
  checkout,
  eventOf,
  expectConsistent,
  finalize,
  onEachDatabaseWithPayments,
  ordersOf,
  purchaseOf,
  reasonsOf,
  startPayment,
  sendEvent,
} from './with-payments.ts'

const FREE_TOKENS = ['signup']

/**
 * A session that this product did not create: of another product on the same provider account, or with a
 * stolen key.
 */
async function makeElsewhere({ provider }: Shop, cents: number, reference?: string, metadata = {}) {
  const price = { currency: 'eur', unit_amount: cents, product_data: { name: 'Something else' } }
  const { id } = await provider.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    success_url: 'https://elsewhere.example/thanks',
    metadata,
    ...(reference !== undefined && { client_reference_id: reference }),
  })
  await provider.pay(id, 'paid')
  return id
}

onEachDatabaseWithPayments((getShop) => {
  describe('another product on the same provider account', () => {
    it.each([
      ['no reference', undefined],
      ['a reference of its own', 'order/17 – блуза'],
      ['a reference that looks like ours', '0199a1b2-0000-7000-8000-000000000000'],
    ])('PAY-06 · credits no tokens: a session with %s', async (_title, reference) => {
      const shop = getShop()
      const sessionId = await makeElsewhere(shop, 499, reference)
      expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
      const known = await shop.server.db
        .selectFrom('purchase')
        .where('session_id', '=', sessionId)
        .selectAll()
        .execute()
      expect(known).toEqual([])
      await expectConsistent(shop)
    })

    it('PAY-06 · credits no tokens by a second session for a purchase that has one, paid or not', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await startPayment(buyer)
      const { id } = await purchaseOf(shop.server.db, first)
      const metadata = { product: 'levro', purchase: id, plan: 'starter' }
      const second = await makeElsewhere(shop, 499, id, metadata)
      expect(await sendEvent(shop, await eventOf(shop, second))).toBe(200)
      expect((await finalize(buyer, second)).status).toBe(404)
      expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
      await shop.provider.pay(first, 'paid')
      expect((await finalize(buyer, first)).body).toMatchObject({ tokensAdded: 500 })
      expect(await sendEvent(shop, await eventOf(shop, second))).toBe(200)
      expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
      await expectConsistent(shop)
    })

    it('PAY-06 · credits no tokens: a payment link with the id of a purchase added by the buyer', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      shop.provider.behave('down')
      expect((await checkout(buyer, 'starter')).status).toBe(503)
      shop.provider.behave('fine')
      const [{ id } = expect.fail()] = await ordersOf(shop, buyer)
      // A payment link takes `client_reference_id` from its URL, and its metadata from its owner.
      const bought = await makeElsewhere(shop, 499, id, { product: 'course' })
      expect(await sendEvent(shop, await eventOf(shop, bought))).toBe(200)
      expect(await ordersOf(shop, buyer)).toMatchObject([{ id, status: 'open', session_id: null }])
      expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
      await expectConsistent(shop)
    })

    it('PAY-06 · credits no tokens by a session of another amount for a purchase without a session', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      shop.provider.behave('down')
      expect((await checkout(buyer, 'pro')).status).toBe(503)
      shop.provider.behave('fine')
      const [{ id } = expect.fail()] = await ordersOf(shop, buyer)
      const cheap = await makeElsewhere(shop, 50, id, { product: 'levro', purchase: id, plan: 'pro' })
      expect(await sendEvent(shop, await eventOf(shop, cheap))).toBe(200)
      const { status, problem } = await purchaseOf(shop.server.db, cheap)
      expect([status, problem]).toEqual(['refused', 'amount'])
      expect((await finalize(buyer, cheap)).status).toBe(409)
      expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
      await expectConsistent(shop)
    })

    it('PAY-07 · may cause events of charges, refunds, disputes and any other kind', async () => {
      const shop = getShop()
      const sold = await makeElsewhere(shop, 4200)
      await shop.provider.refund(sold, 1000)
      await shop.provider.dispute(sold, 100)
      for (const event of await shop.provider.events()) expect(await sendEvent(shop, event)).toBe(200)
      const about = (object: object) => ({ id: 'evt_1', object: 'event', type: 'x', data: { object } })
      const objects = [
        { object: 'charge', id: 'ch_1', payment_intent: null },
        { object: 'charge', id: 'ch_1', payment_intent: 'pi_nobodyKnowsIt' },
        { object: 'refund', id: 're_1', payment_intent: { id: 'pi_nobodyKnowsIt' } },
        { object: 'dispute', id: 'dp_1' },
        { object: 'checkout.session', id: 'cs_test_gone', client_reference_id: null },
        { object: 'checkout.session', id: 'cs_test_gone', client_reference_id: { a: 1 } },
        { object: 'customer.subscription', id: 'sub_1' },
        {},
      ]
      for (const object of objects)
        expect(await sendEvent(shop, about(object)), JSON.stringify(object)).toBe(200)
      await expectConsistent(shop)
    })
  })
})

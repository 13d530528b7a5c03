import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { accountIdOf } from './ledger-check.ts'
import {
  type Shop,
  buy,
  buyerOf,
  checkout,
  entriesOf,
  eventOf,
  expectSound,
  finalize,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  startPayment,
  tell,
} from './with-payments.ts'

const FREE_TOKENS = ['signup']

const reasonsOf = async (client: Client) => (await entriesOf(client)).map(({ reason }) => reason)

/** A session that this product did not make: of another one on the same provider account, or of somebody with its key. */
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
  /** The page asks and is answered with this; the provider's message is taken; no tokens are given. */
  async function expectNothingFor(buyer: Client, sessionId: string, status: number, code?: string) {
    const shop = getShop()
    const answer = await finalize(buyer, sessionId)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (status === 202)
      expect(answer.body).toMatchObject({ ok: true, tokensAdded: 0, already: false, balance: 15 })
    const session = await shop.provider.stripe.checkout.sessions.retrieve(sessionId)
    const forged = { ...session, status: 'complete', payment_status: 'paid' }
    expect(await tell(shop, completedOf(forged))).toBe(200)
    expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
    await expectSound(shop)
  }

  describe('no tokens are given', () => {
    it('PAY-06 · for a session that nobody has paid, whatever a message says', async () => {
      const buyer = await buyerOf(getShop())
      await expectNothingFor(buyer, await startPayment(buyer), 202)
    })

    it('PAY-06 · for a declined card; another try is paid and gives them', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer)
      await shop.provider.pay(sessionId, 'declined')
      await expectNothingFor(buyer, sessionId, 202)
      await shop.provider.pay(sessionId, 'paid')
      expect((await finalize(buyer, sessionId)).body).toMatchObject({ tokensAdded: 500, balance: 515 })
    })

    it('PAY-06 · for a session that has expired', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer)
      await shop.provider.pay(sessionId, 'expired')
      await expectNothingFor(buyer, sessionId, 410, 'checkout_expired')
      expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('expired')
    })

    it('PAY-06 · for a payment that is on its way, until it has come', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer, 'business')
      await shop.provider.pay(sessionId, 'delayed')
      expect(await tell(shop, await eventOf(shop, sessionId))).toBe(200)
      await expectNothingFor(buyer, sessionId, 202)
      expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('processing')
      await shop.provider.settleDelayed(sessionId, 'paid')
      const come = await eventOf(shop, sessionId, 'checkout.session.async_payment_succeeded')
      expect(await tell(shop, come)).toBe(200)
      expect((await finalize(buyer, sessionId)).body).toMatchObject({ already: true, balance: 2015 })
    })

    it('PAY-06 · for a payment that was on its way and has failed', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer)
      await shop.provider.pay(sessionId, 'delayed-failing')
      expect((await finalize(buyer, sessionId)).status).toBe(202)
      await shop.provider.settleDelayed(sessionId, 'failed')
      const failed = await eventOf(shop, sessionId, 'checkout.session.async_payment_failed')
      expect(await tell(shop, failed)).toBe(200)
      await expectNothingFor(buyer, sessionId, 410, 'checkout_expired')
    })

    it("PAY-06 · to who names another's session, nor the receipt; its buyer gets them", async () => {
      const shop = getShop()
      const [victim, attacker] = [await buyerOf(shop), await buyerOf(shop)]
      const sessionId = await pay(shop, victim)
      const stranger = await finalize(shop.server.client(), sessionId)
      expect(stranger.status).toBe(401)
      const before = await finalize(attacker, sessionId)
      expect([before.status, before.body.code]).toEqual([404, 'not_found'])
      const own = await finalize(victim, sessionId)
      expect(own.body).toMatchObject({ tokensAdded: 500, balance: 515 })
      const receiptUrl = own.body.receiptUrl ?? expect.fail('no receipt')
      const after = await finalize(attacker, sessionId)
      expect(after.status).toBe(404)
      expect(after.text).not.toContain(receiptUrl)
      expect(await reasonsOf(attacker)).toEqual(FREE_TOKENS)
      await expectSound(shop)
    })

    it.each(['cs_test_nobodyKnowsIt', 'x', '0'])(
      'PAY-06 · for the session %s that nobody knows',
      async (id) => {
        const buyer = await buyerOf(getShop())
        expect((await finalize(buyer, id)).status).toBe(404)
      },
    )

    it.each([
      ['less than its price', { amount_total: 498 }, 'amount'],
      ['more than its price', { amount_total: 500 }, 'amount'],
      ['nothing', { amount_total: 499, payment_status: 'no_payment_required' }, 'amount'],
      ['nothing of nothing', { amount_total: 0, payment_status: 'no_payment_required' }, 'amount'],
      ['dollars', { currency: 'usd' }, 'currency'],
      ['leva', { currency: 'bgn' }, 'currency'],
    ])(
      'PAY-06 · for a session in which %s was paid; the operator sees it',
      async (_title, changes, problem) => {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const sessionId = await pay(shop, buyer)
        shop.provider.alter((answer) =>
          answer['object'] === 'checkout.session' ? { ...answer, ...changes } : answer,
        )
        try {
          await expectNothingFor(buyer, sessionId, 409, 'payment_refused')
        } finally {
          shop.provider.alter(undefined)
        }
        const { status, problem: noted } = await purchaseOf(shop.server.db, sessionId)
        expect([status, noted]).toEqual(['refused', problem])
      },
    )

    it('PAY-06 · for a session that names another order', async () => {
      const shop = getShop()
      const [buyer, other] = [await buyerOf(shop), await buyerOf(shop)]
      const sessionId = await pay(shop, buyer)
      const { id: reference } = await purchaseOf(shop.server.db, await startPayment(other))
      const metadata = { product: 'levro', purchase: reference, plan: 'starter' }
      shop.provider.alter((answer: object) => ({ ...answer, metadata }))
      expect((await finalize(buyer, sessionId)).status).toBe(404)
      shop.provider.alter(undefined)
      expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('open')
      expect([await reasonsOf(buyer), await reasonsOf(other)]).toEqual([FREE_TOKENS, FREE_TOKENS])
      await expectSound(shop)
    })

    it.each(['free', 'enterprise', 'price_1Nx', 'STARTER', ' starter', '', 'constructor', '__proto__'])(
      'PAY-06 · for the price "%s", which is not for sale',
      async (priceId) => {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const asked = shop.provider.exchanges().length
        const { status, refusal } = await checkout(buyer, priceId)
        expect([status, refusal.code]).toEqual([400, 'unknown_price'])
        expect(shop.provider.exchanges()).toHaveLength(asked)
      },
    )
  })

  describe('another product on the same provider account', () => {
    it.each([
      ['no reference', undefined],
      ['a reference of its own', 'order/17 – блуза'],
      ['a reference that looks like ours', '0199a1b2-0000-7000-8000-000000000000'],
    ])('PAY-06 · sells to nobody here: a session with %s', async (_title, reference) => {
      const shop = getShop()
      const sessionId = await makeElsewhere(shop, 499, reference)
      expect(await tell(shop, await eventOf(shop, sessionId))).toBe(200)
      const known = await shop.server.db
        .selectFrom('purchase')
        .where('session_id', '=', sessionId)
        .selectAll()
        .execute()
      expect(known).toEqual([])
      await expectSound(shop)
    })

    it('PAY-06 · gives nobody tokens by a second session for an order that has one, paid or not', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await startPayment(buyer)
      const { id } = await purchaseOf(shop.server.db, first)
      const metadata = { product: 'levro', purchase: id, plan: 'starter' }
      const second = await makeElsewhere(shop, 499, id, metadata)
      expect(await tell(shop, await eventOf(shop, second))).toBe(200)
      expect((await finalize(buyer, second)).status).toBe(404)
      expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
      await shop.provider.pay(first, 'paid')
      expect((await finalize(buyer, first)).body).toMatchObject({ tokensAdded: 500 })
      expect(await tell(shop, await eventOf(shop, second))).toBe(200)
      expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
      await expectSound(shop)
    })

    it('PAY-06 · sells to nobody here: a link of it that a buyer has given the number of an order', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      shop.provider.behave('down')
      expect((await checkout(buyer, 'starter')).status).toBe(503)
      shop.provider.behave('fine')
      const accountId = await accountIdOf(shop.server.db, buyer.email)
      const orders = () =>
        shop.server.db
          .selectFrom('purchase')
          .select(['id', 'status', 'session_id'])
          .where('account_id', '=', accountId)
          .execute()
      const [order] = await orders()
      // A payment link takes `client_reference_id` from its address, and its metadata from its owner.
      const bought = await makeElsewhere(shop, 499, order?.id, { product: 'course' })
      expect(await tell(shop, await eventOf(shop, bought))).toBe(200)
      expect(await orders()).toEqual([{ ...order, status: 'open', session_id: null }])
      expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
      await expectSound(shop)
    })

    it('PAY-06 · gives nobody tokens by a session of another amount for an order that has none yet', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      shop.provider.behave('down')
      expect((await checkout(buyer, 'pro')).status).toBe(503)
      shop.provider.behave('fine')
      const { id } = await shop.server.db
        .selectFrom('purchase')
        .select('id')
        .where('account_id', '=', await accountIdOf(shop.server.db, buyer.email))
        .executeTakeFirstOrThrow()
      const cheap = await makeElsewhere(shop, 50, id, { product: 'levro', purchase: id, plan: 'pro' })
      expect(await tell(shop, await eventOf(shop, cheap))).toBe(200)
      const { status, problem } = await purchaseOf(shop.server.db, cheap)
      expect([status, problem]).toEqual(['refused', 'amount'])
      expect((await finalize(buyer, cheap)).status).toBe(409)
      expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
      await expectSound(shop)
    })

    it('PAY-07 · may send messages of its charges, refunds, disputes and anything else', async () => {
      const shop = getShop()
      const sold = await makeElsewhere(shop, 4200)
      await shop.provider.refund(sold, 1000)
      await shop.provider.dispute(sold, 100)
      for (const event of await shop.provider.events()) expect(await tell(shop, event)).toBe(200)
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
      for (const object of objects) expect(await tell(shop, about(object)), JSON.stringify(object)).toBe(200)
      await expectSound(shop)
    })
  })

  it('PAY-06 · what was bought stays bought when the provider later says otherwise', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const sessionId = await buy(shop, buyer)
    for (const changes of [{ status: 'expired' }, { payment_status: 'unpaid' }, { amount_total: 1 }]) {
      shop.provider.alter((answer) => ({ ...answer, ...changes }))
      expect(await tell(shop, await eventOf(shop, sessionId))).toBe(200)
      shop.provider.alter(undefined)
    }
    expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('credited')
    expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
    await expectSound(shop)
  })
})

const completedOf = (session: object): Pick<Stripe.Event, 'id' | 'object' | 'type'> & { data: object } => ({
  id: 'evt_forged',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: session },
})

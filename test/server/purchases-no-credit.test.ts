import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import {
  buy,
  buyerOf,
  checkout,
  eventOf,
  expectConsistent,
  finalize,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  reasonsOf,
  startPayment,
  sendEvent,
} from './with-payments.ts'

const FREE_TOKENS = ['signup']

onEachDatabaseWithPayments((getShop) => {
  /** Asserts that the page gets this response, that the webhook is accepted, and that no tokens are credited. */
  async function expectNothingFor(buyer: Client, sessionId: string, status: number, code?: string) {
    const shop = getShop()
    const answer = await finalize(buyer, sessionId)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (status === 202)
      expect(answer.body).toMatchObject({ ok: true, tokensAdded: 0, already: false, balance: 15 })
    const session = await shop.provider.stripe.checkout.sessions.retrieve(sessionId)
    const forged = { ...session, status: 'complete', payment_status: 'paid' }
    expect(await sendEvent(shop, completedOf(forged))).toBe(200)
    expect(await reasonsOf(buyer)).toEqual(FREE_TOKENS)
    await expectConsistent(shop)
  }

  describe('no tokens are credited', () => {
    it('PAY-06 · for an unpaid session, whatever an event says', async () => {
      const buyer = await buyerOf(getShop())
      await expectNothingFor(buyer, await startPayment(buyer), 202)
    })

    it('PAY-06 · for a declined card; a second attempt is paid and credits them', async () => {
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

    it('PAY-06 · for a payment in processing, until it is paid', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer, 'business')
      await shop.provider.pay(sessionId, 'delayed')
      expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
      await expectNothingFor(buyer, sessionId, 202)
      expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('processing')
      await shop.provider.settleDelayed(sessionId, 'paid')
      const come = await eventOf(shop, sessionId, 'checkout.session.async_payment_succeeded')
      expect(await sendEvent(shop, come)).toBe(200)
      expect((await finalize(buyer, sessionId)).body).toMatchObject({ already: true, balance: 2015 })
    })

    it('PAY-06 · for a payment in processing that has failed', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer)
      await shop.provider.pay(sessionId, 'delayed-failing')
      expect((await finalize(buyer, sessionId)).status).toBe(202)
      await shop.provider.settleDelayed(sessionId, 'failed')
      const failed = await eventOf(shop, sessionId, 'checkout.session.async_payment_failed')
      expect(await sendEvent(shop, failed)).toBe(200)
      await expectNothingFor(buyer, sessionId, 410, 'checkout_expired')
    })

    it('PAY-06 · to an account with the session id of another, nor its receipt; the buyer gets them', async () => {
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
      await expectConsistent(shop)
    })

    it.each(['cs_test_nobodyKnowsIt', 'x', '0'])('PAY-06 · for the unknown session %s', async (id) => {
      const buyer = await buyerOf(getShop())
      expect((await finalize(buyer, id)).status).toBe(404)
    })

    it.each([
      ['less than its price', { amount_total: 498 }, 'amount'],
      ['more than its price', { amount_total: 500 }, 'amount'],
      ['nothing', { amount_total: 499, payment_status: 'no_payment_required' }, 'amount'],
      ['nothing of nothing', { amount_total: 0, payment_status: 'no_payment_required' }, 'amount'],
      ['dollars', { currency: 'usd' }, 'currency'],
      ['leva', { currency: 'bgn' }, 'currency'],
    ])(
      'PAY-06 · for a session in which %s was paid; it is logged for the operator',
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

    it('PAY-06 · for a session of another purchase', async () => {
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
      await expectConsistent(shop)
    })

    it.each(['free', 'enterprise', 'price_1Nx', 'STARTER', ' starter', 'constructor', '__proto__'])(
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

  it('PAY-06 · credited tokens stay credited when the provider later reports otherwise', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const sessionId = await buy(shop, buyer)
    for (const changes of [{ status: 'expired' }, { payment_status: 'unpaid' }, { amount_total: 1 }]) {
      shop.provider.alter((answer) => ({ ...answer, ...changes }))
      expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
      shop.provider.alter(undefined)
    }
    expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('credited')
    expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup'])
    await expectConsistent(shop)
  })
})

const completedOf = (session: object): Pick<Stripe.Event, 'id' | 'object' | 'type'> & { data: object } => ({
  id: 'evt_forged',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: session },
})

import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import {
  type Shop,
  buy,
  buyerOf,
  checkout,
  entriesOf,
  expectConsistent,
  finalize,
  onEachDatabaseWithPayments,
  purchaseOf,
  purchasesOf,
  sessionAt,
  sessionsOf,
  languageHeaders,
  startPayment,
} from './with-payments.ts'

/** The price in cents and the tokens, from PAY-01. */
const PACKS: [string, number, number][] = [
  ['starter', 499, 500],
  ['business', 1499, 2000],
  ['pro', 5999, 10_000],
]

const LIES = {
  amount: 1,
  unit_amount: 1,
  price: 1,
  priceCents: 1,
  price_cents: 1,
  tokens: 1_000_000,
  quantity: 1000,
  currency: 'bgn',
  mode: 'setup',
  plan: 'pro',
  accountId: 'somebody',
  line_items: [{ price_data: { unit_amount: 1 } }],
  metadata: { tokens: 1_000_000 },
}

onEachDatabaseWithPayments((getShop) => {
  const sessionOf = (shop: Shop, id: string): Promise<Stripe.Checkout.Session> =>
    shop.provider.stripe.checkout.sessions.retrieve(id)

  describe('starting a checkout', () => {
    it.each(PACKS)(
      'PAY-01 PAY-06 · for %s charges %i cents and credits %i tokens, whatever the browser sends',
      async (plan, cents, tokens) => {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const { reply } = await checkout(buyer, plan, LIES)
        const session = await sessionOf(shop, sessionAt(reply.url))
        expect(session).toMatchObject({
          amount_total: cents,
          currency: 'eur',
          // Whatever the provider's account is set to, the buyer pays in the currency that is compared.
          adaptive_pricing: { enabled: false },
          mode: 'payment',
          status: 'open',
        })
        await shop.provider.pay(session.id, 'paid')
        const { body } = await finalize(buyer, session.id)
        expect(body).toMatchObject({ tokensAdded: tokens, purchaseTokens: tokens, balance: 15 + tokens })
        expect(await entriesOf(buyer)).toMatchObject([{ delta: tokens, plan }, { reason: 'signup' }])
        expect(await purchasesOf(buyer)).toMatchObject([
          { plan, tokens, priceCents: cents, status: 'credited' },
        ])
        await expectConsistent(shop)
      },
    )

    it('PAY-03 · describes the pack in the language of the buyer', async () => {
      const shop = getShop()
      const words: Record<string, unknown> = {}
      for (const lang of ['bg', 'en'] as const) {
        const id = await startPayment(await buyerOf(shop), 'business', languageHeaders(lang))
        const session = await shop.provider.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
        const { id: purchaseId } = await purchaseOf(shop.server.db, id)
        expect(session).toMatchObject({
          client_reference_id: purchaseId,
          locale: lang,
          submit_type: 'pay',
          metadata: { purchase: purchaseId, plan: 'business' },
        })
        words[lang] = session.line_items?.data[0]?.description
      }
      expect(words).toEqual({ bg: 'Левро Business', en: 'Levro Business' })
      await expectConsistent(shop)
    })

    it('PAY-03 · fifty times in a minute returns one page, or a rate limit error', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const answers = []
      for (let n = 0; n < 50; n++) answers.push(await checkout(buyer))
      const pages = new Set(answers.filter(({ status }) => status === 200).map(({ reply }) => reply.url))
      expect(pages.size).toBe(1)
      const others = answers.filter(({ status }) => status !== 200).map(({ status }) => status)
      expect(others).toEqual(others.map(() => 429))
      expect(await sessionsOf(shop, buyer)).toHaveLength(1)
    })

    it('PAY-03 · twenty times at once returns one page', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(buyer)))
      expect(new Set(answers.map(({ reply }) => reply.url)).size).toBe(1)
      expect(await sessionsOf(shop, buyer)).toHaveLength(1)
      await expectConsistent(shop)
    })

    it('PAY-03 · at once in two languages returns a page each time, and one of them can be paid', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const langs = Array.from({ length: 12 }, (_, n) => languageHeaders(n % 2 === 0 ? 'bg' : 'en'))
      const answers = await Promise.all(langs.map((headers) => checkout(buyer, 'starter', {}, headers)))
      expect(answers.map(({ status }) => status)).toEqual(langs.map(() => 200))
      await checkout(buyer)
      const open = (await sessionsOf(shop, buyer)).filter(({ status }) => status === 'open')
      expect(open).toHaveLength(1)
      await expectConsistent(shop)
    })

    it('PAY-03 · in the other language returns another page, and expires the first', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await startPayment(buyer, 'starter', languageHeaders('bg'))
      const second = await startPayment(buyer, 'starter', languageHeaders('en'))
      expect(second).not.toBe(first)
      expect((await sessionOf(shop, first)).status).toBe('expired')
      expect((await sessionOf(shop, second)).status).toBe('open')
      expect((await purchaseOf(shop.server.db, first)).status).toBe('expired')
      expect(await purchasesOf(buyer)).toEqual([])
    })

    it('PAY-03 · for another pack returns another page, and the first stays open', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const [first, second] = [await startPayment(buyer, 'starter'), await startPayment(buyer, 'pro')]
      expect(second).not.toBe(first)
      expect(await startPayment(buyer, 'starter')).toBe(first)
      expect((await sessionOf(shop, first)).status).toBe('open')
    })

    it.each(['expired', 'paid', 'delayed'] as const)(
      'PAY-03 · after a page that is %s returns a new one',
      async (outcome) => {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const first = await startPayment(buyer)
        await shop.provider.pay(first, outcome)
        const second = await startPayment(buyer)
        expect(second).not.toBe(first)
        expect((await sessionOf(shop, second)).status).toBe('open')
        expect((await finalize(buyer, second)).status).toBe(202)
        const status = { expired: 'expired', paid: 'credited', delayed: 'processing' }[outcome]
        expect((await purchaseOf(shop.server.db, first)).status, 'noticed by the way').toBe(status)
        await expectConsistent(shop)
      },
    )

    it('PAY-06 · returns another page while the provider does not find the first, which is found later', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await startPayment(buyer)
      const renamed = (session_id: string, from: string) =>
        shop.server.db.updateTable('purchase').set({ session_id }).where('session_id', '=', from).execute()
      await renamed('cs_test_ofAnotherMode', first)
      expect((await finalize(buyer, 'cs_test_ofAnotherMode')).status).toBe(503)
      const second = await startPayment(buyer)
      expect(second).not.toBe(first)
      await renamed(first, 'cs_test_ofAnotherMode')
      expect((await finalize(buyer, first)).body.code).toBe('payment_unverified')
      expect(await startPayment(buyer)).toBe(second)
      await shop.provider.pay(first, 'paid')
      expect((await finalize(buyer, first)).body).toMatchObject({ tokensAdded: 500, balance: 515 })
      expect((await finalize(buyer, second)).status).toBe(202)
      await expectConsistent(shop)
    })

    it('PAY-06 · for a pack that was bought before makes another purchase', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      await buy(shop, buyer)
      await buy(shop, buyer)
      expect((await entriesOf(buyer)).map(({ delta }) => delta)).toEqual([500, 500, 15])
      await expectConsistent(shop)
    })

    it('PAY-03 · requires a session and a valid body', async () => {
      const shop = getShop()
      expect((await checkout(shop.server.client())).status).toBe(401)
      const buyer = await buyerOf(shop)
      const bodies = [
        undefined,
        {},
        [],
        { priceId: 1 },
        { priceId: 'x'.repeat(65) },
        { priceId: ['starter'] },
      ]
      for (const body of bodies)
        expect((await buyer.call(createCheckoutSession, { body })).status, JSON.stringify(body)).toBe(400)
    })

    it.each([undefined, {}, { priceId: null }, { priceId: '' }, { session_id: '' }, { session_id: null }])(
      'PAY-03 PAY-04 · names the field that is missing, in the words of the specification: %j',
      async (body) => {
        const buyer = await buyerOf(getShop())
        const headers = { 'accept-language': 'en' }
        const started = await buyer.call(createCheckoutSession, { body, headers })
        expect([started.status, started.refusal]).toEqual([
          400,
          { error: 'Missing priceId', code: 'missing_price' },
        ])
        const finalized = await buyer.call(finalizeCheckout, { body, headers })
        expect([finalized.status, finalized.refusal]).toEqual([
          400,
          { error: 'Missing session_id', code: 'missing_session' },
        ])
        const inBulgarian = await buyer.call(createCheckoutSession, { body })
        expect(inBulgarian.refusal.error).toBe('Не е избран пакет (липсва priceId).')
      },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import type { Client } from './client.ts'
import type { Behavior } from './payments-front.ts'
import {
  type Shop,
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
  sessionAt,
  sessionsOf,
  sendEvent,
  waitForBackgroundWork,
} from './with-payments.ts'
import { until } from '../until.ts'

const MINUTE_MS = 60_000
const TROUBLES: Behavior[] = ['failing', 'nonsense', 'down', 'answer-lost']

onEachDatabaseWithPayments((getShop) => {
  /** Asserts that the tokens are credited without any request. */
  const expectCome = async (shop: Shop, buyer: Client) => {
    await waitForBackgroundWork(shop, async () =>
      expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup']),
    )
    await expectConsistent(shop)
  }

  describe('a provider whose answers are lost', () => {
    it('PAY-03 · makes one session for a button that is pressed again', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      shop.provider.behave('answer-lost')
      const pressed = await checkout(buyer)
      shop.provider.behave('fine')
      expect([pressed.status, pressed.refusal.code]).toEqual([503, 'checkout_unavailable'])
      const [made, ...others] = await sessionsOf(shop, buyer)
      expect(others).toEqual([])
      expect(sessionAt((await checkout(buyer)).reply.url)).toBe(made?.id)
      expect((await sessionsOf(shop, buyer)).map(({ id }) => id)).toEqual([made?.id])
      await expectConsistent(shop)
    })
  })

  describe.each(TROUBLES)('a provider that is %s', (manner) => {
    it('PAY-03 PAY-05 · makes page and webhook retry, and everything else works', async () => {
      const shop = getShop()
      const [buyer, other] = [await buyerOf(shop), await buyerOf(shop)]
      const sessionId = await pay(shop, buyer)
      const event = await eventOf(shop, sessionId)
      shop.provider.behave(manner)
      const [pressed, asked, told, signedIn] = await Promise.all([
        checkout(other, 'pro'),
        finalize(buyer, sessionId),
        sendEvent(shop, event),
        other.call(me),
      ])
      shop.provider.behave('fine')
      expect([pressed.status, pressed.refusal.code]).toEqual([503, 'checkout_unavailable'])
      expect(pressed.refusal.error).toMatch(/\p{L}{3}.+\.$/u)
      expect([asked.status, asked.body.code]).toEqual([503, 'payment_unverified'])
      expect(told).toBe(503)
      expect(signedIn.status).toBe(200)
      expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('open')

      expect(await sendEvent(shop, event), 'the same message, repeated').toBe(200)
      await expectCome(shop, buyer)
      const again = await checkout(other, 'pro')
      const session = await shop.provider.stripe.checkout.sessions.retrieve(sessionAt(again.reply.url))
      expect(session.amount_total).toBe(5999)
      expect(await sessionsOf(shop, other), 'one, though it was asked for twice').toHaveLength(1)
    })

    it('PAY-07 · loses no tokens: they are credited by the reconciliation afterwards', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      shop.provider.behave(manner)
      const { db } = shop.server
      const { look_at: first } = await purchaseOf(db, sessionId)
      shop.passTime(2 * MINUTE_MS)
      await until(async () => expect((await purchaseOf(db, sessionId)).look_at).not.toBe(first))
      expect((await purchaseOf(db, sessionId)).status).toBe('open')
      shop.provider.behave('fine')
      await expectCome(shop, buyer)
    })

    it('PAY-07 · loses no tokens when the server restarts during it', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      await pay(shop, buyer)
      shop.provider.behave(manner)
      await shop.restart()
      buyer.origin = shop.server.origin
      shop.provider.behave('fine')
      await expectCome(shop, buyer)
    })

    it('PAY-04 · is not queried about tokens already credited', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      shop.provider.behave(manner)
      const { status, body } = await finalize(buyer, sessionId)
      shop.provider.behave('fine')
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ok: true,
        tokensAdded: 0,
        purchaseTokens: 500,
        already: true,
        balance: 515,
      })
      expect(body.receiptUrl).toMatch(/^http/)
    })
  })
})

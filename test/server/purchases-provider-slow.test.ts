import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import { DIALECTS } from '../harness.ts'
import { startProcess } from './server-process.ts'
import {
  type Shop,
  buyerOf,
  checkout,
  eventOf,
  expectConsistent,
  finalize,
  openShop,
  pay,
  purchaseOf,
  reasonsOf,
  sendEvent,
  waitForBackgroundWork,
} from './with-payments.ts'
import { until } from '../until.ts'

/** Half the time that the provider takes. */
const IN_TIME_MS = 15_000

/** Concurrent, to save time. */
describe.concurrent('a provider that takes half a minute to answer', () => {
  const shops: Record<string, Shop> = {}
  beforeAll(async () => {
    for (const dialect of DIALECTS) shops[dialect] = await openShop(dialect)
  })
  afterAll(() => Promise.all(Object.values(shops).map((shop) => shop.stop())))

  it.for(DIALECTS)(
    'PAY-03 PAY-05 · blocks no request, and tokens are credited when it is fast again: %s',
    async (dialect) => {
      const shop = shops[dialect] ?? expect.fail()
      const [buyer, other] = [await buyerOf(shop), await buyerOf(shop)]
      const sessionId = await pay(shop, buyer)
      const event = await eventOf(shop, sessionId)
      shop.provider.behave('slow')
      const waiting = Promise.all([checkout(other), finalize(buyer, sessionId), sendEvent(shop, event)])
      expect((await other.call(me)).status).toBe(200)
      const late = AbortSignal.timeout(IN_TIME_MS)
      const tooLate = new Promise<never>((_, reject) =>
        late.addEventListener('abort', () => reject(late.reason)),
      )
      const [pressed, asked, told] = await Promise.race([waiting, tooLate])
      expect([pressed.status, pressed.refusal.code]).toEqual([503, 'checkout_unavailable'])
      expect([asked.status, asked.body.code, told]).toEqual([503, 'payment_unverified', 503])

      shop.provider.behave('fine')
      await waitForBackgroundWork(shop, async () =>
        expect(await reasonsOf(buyer)).toEqual(['purchase', 'signup']),
      )
      expect((await checkout(other)).status).toBe(200)
      await expectConsistent(shop)
    },
  )

  it.for(DIALECTS)('API-04 · does not delay a shutdown beyond its grace period: %s', async (dialect) => {
    const shop = await openShop(dialect)
    const [buyer, other] = [await buyerOf(shop), await buyerOf(shop)]
    const sessionId = await pay(shop, buyer)
    const server = await startProcess({ ...shop.settings, LOG_LEVEL: 'silent' })
    shop.provider.behave('slow')
    const calls = [
      other.at(server.origin).call(createCheckoutSession, { body: { priceId: 'pro' } }),
      buyer.at(server.origin).call(finalizeCheckout, { body: { session_id: sessionId } }),
    ]
    const asked = shop.provider.exchanges().length
    await until(() => expect(shop.provider.exchanges().length).toBeGreaterThanOrEqual(asked + 2))
    server.kill('SIGTERM')
    const statuses = await Promise.all(
      calls.map((call) =>
        call.then(
          ({ status }) => status,
          () => 'cut off',
        ),
      ),
    )
    const { code } = await server.ended
    shop.provider.behave('fine')
    expect({ code, statuses }).toEqual({ code: 0, statuses: [503, 503] })
    expect((await purchaseOf(shop.server.db, sessionId)).status).toBe('open')
    await shop.stop()
  })
})

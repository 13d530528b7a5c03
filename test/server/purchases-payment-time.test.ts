import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listPurchases } from '#api/payments.ts'
import {
  buy,
  buyerOf,
  eventOf,
  finalize,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  purchasesOf,
  sendEvent,
  startPayment,
} from './with-payments.ts'

const MINUTE_MS = 60_000

onEachDatabaseWithPayments((getShop) => {
  it('PAY-07 · purchases are listed by the time of payment, not of the order', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const ordered = await startPayment(buyer, 'pro')
    shop.passTime(5 * MINUTE_MS)
    await buy(shop, buyer, 'business')
    shop.passTime(5 * MINUTE_MS)
    await shop.provider.pay(ordered, 'paid')
    expect((await finalize(buyer, ordered)).status).toBe(200)
    const [pro = expect.fail(), business = expect.fail()] = await purchasesOf(buyer)
    expect([pro.plan, business.plan]).toEqual(['pro', 'business'])
    expect(Date.parse(pro.createdAt)).toBeLessThan(Date.parse(business.createdAt))
    // The provider gives the time in seconds.
    const waited = Date.parse(pro.paidAt ?? '') - Date.parse(pro.createdAt)
    expect(Math.abs(waited - 10 * MINUTE_MS)).toBeLessThan(30_000)
    expect(pro.paidAt).toMatch(/\.000Z$/)
    const plansBefore = async (id: string) => {
      const url = `${shop.server.origin}${listPurchases.path}?before=${id}`
      const response = await fetch(url, { headers: { cookie: buyer.cookie ?? '' } })
      const { purchases } = listPurchases.reply.parse(await response.json())
      return purchases.map(({ plan }) => plan)
    }
    expect(await plansBefore(pro.id)).toEqual(['business'])
    expect(await plansBefore(business.id)).toEqual([])
  })

  it('PAY-07 · a purchase credited by an earlier version stands under the time of the credit', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const { id, credited_at } = await purchaseOf(shop.server.db, await buy(shop, buyer))
    await sql`update purchase set paid_at = null where id = ${id}`.execute(shop.server.db)
    const [purchase] = await purchasesOf(buyer)
    expect(purchase?.paidAt).toBe(new Date(credited_at ?? 0).toISOString())
  })

  it('PAY-07 · a purchase in progress has no time of payment yet', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const sessionId = await startPayment(buyer)
    await shop.provider.pay(sessionId, 'delayed')
    const { status, body } = await finalize(buyer, sessionId)
    expect([status, body.status]).toEqual([202, 'processing'])
    expect(await purchasesOf(buyer)).toMatchObject([{ status: 'processing', paidAt: null }])
  })

  it('PAY-04 PAY-05 · the answer tells an unpaid session, and tokens that an event has just added', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const open = await finalize(buyer, await startPayment(buyer, 'pro'))
    expect([open.status, open.body.status]).toEqual([202, 'open'])
    const sessionId = await pay(shop, buyer)
    expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
    const first = { already: true, tokensAdded: 0, purchaseTokens: 500, status: 'credited' }
    expect((await finalize(buyer, sessionId)).body).toMatchObject({ ...first, recentlyAdded: 500 })
    shop.passTime(11 * MINUTE_MS)
    expect((await finalize(buyer, sessionId)).body).toMatchObject({ ...first, recentlyAdded: 0 })
  })

  it('PAY-04 PAY-07 · the answer has what was refunded since', async () => {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const sessionId = await buy(shop, buyer)
    await shop.provider.refund(sessionId)
    expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
    expect((await finalize(buyer, sessionId)).body).toMatchObject({
      already: true,
      balance: 15,
      refundedCents: 499,
      disputedCents: 0,
      tokensReversed: 500,
      tokensUncovered: 0,
    })
  })
})

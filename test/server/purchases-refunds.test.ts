import { describe, expect, it } from 'vitest'
import { convertBulk } from '#api/conversions.ts'
import type { Client } from './client.ts'
import { makeRows } from './reference.ts'
import {
  type Shop,
  buy,
  buyerOf,
  entriesOf,
  expectConsistent,
  finalize,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  purchasesOf,
  sendWebhook,
  signed,
} from './with-payments.ts'

onEachDatabaseWithPayments((getShop) => {
  /**
   * Delivers all events of the provider since then.
   * @returns their number
   */
  async function tellNews(shop: Shop, since: number): Promise<number> {
    const events = await shop.provider.events()
    for (const event of events.slice(since)) {
      const message = signed(JSON.stringify(event), {
        secret: shop.provider.webhookSecret,
        at: shop.server.time.now,
      })
      expect(await sendWebhook(shop, message)).toBe(200)
    }
    return events.length
  }

  /** The newest purchase by the API. */
  const seen = async (buyer: Client) => {
    const [purchase] = await purchasesOf(buyer)
    const { refundedCents, disputedCents, tokensReversed, tokensUncovered, status } =
      purchase ?? expect.fail()
    return { status, refundedCents, disputedCents, tokensReversed, tokensUncovered }
  }

  const lastEntries = async (buyer: Client, count: number) =>
    (await entriesOf(buyer))
      .slice(0, count)
      .map(({ reason, delta, balanceAfter, uncovered, plan }) => [
        reason,
        delta,
        balanceAfter,
        uncovered,
        plan,
      ])

  describe('a refund', () => {
    it('PAY-07 · in full reverses all tokens of the pack', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer, 'business')
      const before = (await shop.provider.events()).length
      await shop.provider.refund(sessionId)
      await tellNews(shop, before)
      expect(await lastEntries(buyer, 1)).toEqual([['refund', -2000, 15, 0, 'business']])
      const facts = { status: 'credited', refundedCents: 1499, disputedCents: 0 }
      expect(await seen(buyer)).toEqual({ ...facts, tokensReversed: 2000, tokensUncovered: 0 })
      await expectConsistent(shop)
    })

    it('PAY-07 · in part reverses tokens in proportion, rounded down', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      let told = (await shop.provider.events()).length
      // 100 cents of 499 are 100.2 tokens of 500; 101 are 101.2, 300 are 300.6, 499 all.
      const parts: [number, number, number][] = [
        [100, -100, 415],
        [1, -1, 414],
        [199, -199, 215],
        [199, -200, 15],
      ]
      for (const [cents, delta, balance] of parts) {
        await shop.provider.refund(sessionId, cents)
        told = await tellNews(shop, told)
        expect(await lastEntries(buyer, 1)).toEqual([['refund', delta, balance, 0, 'starter']])
      }
      expect(await seen(buyer)).toMatchObject({ refundedCents: 499, tokensReversed: 500 })
      await expectConsistent(shop)
    })

    it('PAY-07 · after the tokens were used reverses up to the balance, and records the rest as uncovered', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      expect((await buyer.bulk(makeRows(415))).reply.newBalance).toBe(100)
      let told = (await shop.provider.events()).length
      await shop.provider.refund(sessionId, 250)
      told = await tellNews(shop, told)
      // 250.5 tokens, of which the balance covers 100.
      expect(await lastEntries(buyer, 1)).toEqual([['refund', -100, 0, 150, 'starter']])
      expect(await seen(buyer)).toMatchObject({
        refundedCents: 250,
        tokensReversed: 250,
        tokensUncovered: 150,
      })
      await shop.provider.refund(sessionId)
      await tellNews(shop, told)
      expect(await lastEntries(buyer, 1)).toEqual([['refund', 0, 0, 250, 'starter']])
      expect(await seen(buyer)).toMatchObject({
        refundedCents: 499,
        tokensReversed: 500,
        tokensUncovered: 400,
      })
      const { status } = await buyer.call(convertBulk, {
        body: { rows: makeRows(1), filename: 'x.csv', source: 'upload' },
      })
      expect(status, 'nothing is left to spend').toBe(402)
      await expectConsistent(shop)
    })

    it('PAY-07 · before the first sync leaves the rest of the pack', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer, 'pro')
      await shop.provider.refund(sessionId, 1000)
      const { body } = await finalize(buyer, sessionId)
      // 1000 of 5999 cents are 1666.9 of 10,000 tokens.
      expect(body).toMatchObject({ tokensAdded: 10_000, balance: 8349 })
      expect(await lastEntries(buyer, 2)).toEqual([
        ['refund', -1666, 8349, 0, 'pro'],
        ['purchase', 10_000, 10_015, 0, 'pro'],
      ])
      await expectConsistent(shop)
    })
  })

  describe('a dispute', () => {
    it('PAY-07 · reverses the tokens, and credits exactly these again when it is withdrawn', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      let told = (await shop.provider.events()).length
      const disputeId = await shop.provider.dispute(sessionId)
      told = await tellNews(shop, told)
      expect(await lastEntries(buyer, 1)).toEqual([['dispute', -500, 15, 0, 'starter']])
      expect(await seen(buyer)).toMatchObject({ disputedCents: 499, tokensReversed: 500 })
      await shop.provider.closeDispute(disputeId, 'won')
      await tellNews(shop, told)
      expect(await lastEntries(buyer, 2)).toEqual([
        ['dispute', 500, 515, 0, 'starter'],
        ['dispute', -500, 15, 0, 'starter'],
      ])
      expect(await seen(buyer)).toMatchObject({ disputedCents: 0, tokensReversed: 0, tokensUncovered: 0 })
      await expectConsistent(shop)
    })

    it('PAY-07 · that is withdrawn credits the tokens that were debited, and not the uncovered ones', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      await buyer.bulk(makeRows(400))
      let told = (await shop.provider.events()).length
      const disputeId = await shop.provider.dispute(sessionId)
      told = await tellNews(shop, told)
      expect(await lastEntries(buyer, 1)).toEqual([['dispute', -115, 0, 385, 'starter']])
      await shop.provider.closeDispute(disputeId, 'won')
      await tellNews(shop, told)
      expect(await lastEntries(buyer, 1)).toEqual([['dispute', 115, 115, 0, 'starter']])
      expect(await seen(buyer)).toMatchObject({ tokensReversed: 0, tokensUncovered: 0 })
      await expectConsistent(shop)
    })

    it('PAY-07 · that is lost reverses the tokens; a part refunded before is not reversed twice', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      let told = (await shop.provider.events()).length
      await shop.provider.refund(sessionId, 100)
      const disputeId = await shop.provider.dispute(sessionId, 499)
      told = await tellNews(shop, told)
      await shop.provider.closeDispute(disputeId, 'lost')
      await tellNews(shop, told)
      expect(await seen(buyer)).toMatchObject({ refundedCents: 100, disputedCents: 499, tokensReversed: 500 })
      expect((await entriesOf(buyer))[0]?.balanceAfter).toBe(15)
      await expectConsistent(shop)
    })

    it('PAY-07 · that is an inquiry reverses nothing', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      const told = (await shop.provider.events()).length
      await shop.provider.dispute(sessionId)
      // Inquiries of Stripe, which the emulator never makes, and which move no money.
      const inquiry = { status: 'warning_needs_response', balance_transactions: [] }
      const asInquiry = (answer: Record<string, unknown>) =>
        answer['object'] === 'list' && answer['url'] === '/v1/disputes'
          ? {
              ...answer,
              data: (answer['data'] as object[]).map((one) => ({ ...one, ...inquiry })),
            }
          : answer
      shop.provider.alter(asInquiry)
      await tellNews(shop, told)
      shop.provider.alter(undefined)
      expect(await lastEntries(buyer, 1)).toEqual([['purchase', 500, 515, 0, 'starter']])
      expect((await purchaseOf(shop.server.db, sessionId)).disputed_cents).toBe(0)
    })
  })
})

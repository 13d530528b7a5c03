import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getAccount } from '#api/account.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import type { Client } from './client.ts'
import { accountIdOf } from './ledger-check.ts'
import { makeRows } from './reference.ts'
import {
  type Shop,
  buy,
  buyerOf,
  checkout,
  entriesOf,
  eventOf,
  expectConsistent,
  finalize,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  sendEvent,
  startPayment,
} from './with-payments.ts'

const FREE = 15
const STARTER = 500

onEachDatabaseWithPayments((getShop) => {
  const notify = async (sessionId: string, shop: Shop = getShop()) =>
    expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
  const factsOf = async (client: Client) => (await client.call(getAccount)).reply
  const balanceOf = async (client: Client) => (await entriesOf(client))[0]?.balanceAfter
  const movesOf = async (client: Client) =>
    (await entriesOf(client)).map(({ reason, delta, uncovered }) => [reason, delta, uncovered])

  /** A buyer who has used some of the 515 tokens before the payment is disputed or refunded. */
  async function makeDebtor(used: number, how: 'dispute' | 'refund') {
    const shop = getShop()
    const buyer = await buyerOf(shop)
    const sessionId = await buy(shop, buyer)
    expect((await buyer.bulk(makeRows(used))).status).toBe(200)
    const dispute = how === 'dispute' ? await shop.provider.dispute(sessionId) : ''
    if (how === 'refund') await shop.provider.refund(sessionId)
    await notify(sessionId)
    return { buyer, sessionId, dispute }
  }

  describe('while a dispute is open', () => {
    it('PAY-06 PAY-07 · nothing can be bought, in the words of both languages; once it is lost, it can', async () => {
      const shop = getShop()
      const { buyer, sessionId, dispute } = await makeDebtor(10, 'dispute')
      for (const [lang, words] of [
        ['bg', /оспорено/],
        ['en', /disputed/],
      ] as const) {
        const { status, refusal } = await checkout(buyer, 'starter', {}, { 'accept-language': lang })
        expect([status, refusal.code]).toEqual([409, 'dispute_open'])
        expect(refusal.error).toMatch(words)
      }
      expect(await factsOf(buyer)).toMatchObject({ isDisputed: true })
      await shop.provider.closeDispute(dispute, 'lost')
      await notify(sessionId)
      expect(await factsOf(buyer)).toMatchObject({ isDisputed: false })
      expect((await checkout(buyer)).status).toBe(200)
      await expectConsistent(shop)
    })

    it('PAY-06 PAY-07 · the contested tokens cannot be used, those of another purchase can', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await buy(shop, buyer)
      await buy(shop, buyer)
      await shop.provider.dispute(first)
      await notify(first)
      expect(await balanceOf(buyer)).toBe(FREE + STARTER)
      expect((await buyer.bulk(makeRows(FREE + STARTER + 1))).status).toBe(402)
      expect((await buyer.bulk(makeRows(FREE + STARTER))).status).toBe(200)
      await expectConsistent(shop)
    })

    it('PAY-06 · buying asks the provider whether it was decided, without any notification', async () => {
      const shop = getShop()
      const { buyer, dispute } = await makeDebtor(10, 'dispute')
      await shop.provider.closeDispute(dispute, 'won')
      expect((await checkout(buyer)).status).toBe(200)
      expect(await factsOf(buyer)).toMatchObject({ isDisputed: false, tokensOwed: 0 })
      await expectConsistent(shop)
    })

    it('PAY-06 · an earlier payment page is closed', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      const open = await startPayment(buyer, 'pro')
      await shop.provider.dispute(sessionId)
      await notify(sessionId)
      const { sessions } = shop.provider.stripe.checkout
      await expect.poll(async () => (await sessions.retrieve(open)).status).toBe('expired')
      await expect.poll(async () => (await purchaseOf(shop.server.db, open)).status).toBe('expired')
      await expectConsistent(shop)
    })

    it('PAY-06 PAY-07 · a pack that was paid on an earlier page is credited in full, and pays the debt', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const sessionId = await buy(shop, buyer)
      const paid = await pay(shop, buyer, 'starter')
      expect((await buyer.bulk(makeRows(400))).status).toBe(200)
      await shop.provider.dispute(sessionId)
      await notify(sessionId)
      const { body } = await finalize(buyer, paid)
      expect(body).toMatchObject({ status: 'credited', purchaseTokens: STARTER, debtPaid: 385, balance: 115 })
      await expectConsistent(shop)
    })
  })

  describe('tokens that were used before a payment was taken back', () => {
    it.each(['dispute', 'refund'] as const)(
      'PAY-06 PAY-07 · are a debt after a %s: a later pack is credited in full, and a second entry takes it',
      async (how) => {
        const shop = getShop()
        const { buyer, sessionId, dispute } = await makeDebtor(400, how)
        expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 385, isDisputed: how === 'dispute' })
        if (how === 'dispute') {
          await shop.provider.closeDispute(dispute, 'lost')
          await notify(sessionId)
        }
        const started = await checkout(buyer)
        expect(started.reply.tokensOwed).toBe(385)
        const later = await pay(shop, buyer)
        expect((await finalize(buyer, later)).body).toMatchObject({
          tokensAdded: STARTER,
          debtPaid: 385,
          balance: 115,
        })
        expect((await movesOf(buyer)).slice(0, 3)).toEqual([
          ['debt', -385, 0],
          ['purchase', STARTER, 0],
          [how, -115, 385],
        ])
        expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 0 })
        expect((await finalize(buyer, later)).body).toMatchObject({
          already: true,
          debtPaid: 385,
          balance: 115,
        })
        await expectConsistent(shop)
      },
    )

    it('PAY-07 · larger than a pack are paid by several', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await buy(shop, buyer, 'business')
      expect((await buyer.bulk(makeRows(1900))).status).toBe(200)
      await shop.provider.refund(first)
      await notify(first)
      expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 1885 })
      for (const [owed, balance] of [
        [1385, 0],
        [885, 0],
      ] as const) {
        await buy(shop, buyer)
        expect(await factsOf(buyer)).toMatchObject({ tokensOwed: owed })
        expect(await balanceOf(buyer)).toBe(balance)
      }
      await buy(shop, buyer, 'business')
      expect(await balanceOf(buyer)).toBe(2000 - 885)
      await expectConsistent(shop)
    })

    it('PAY-07 · are given back with what a pack paid for them when the dispute is won', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const first = await buy(shop, buyer)
      const paid = await pay(shop, buyer)
      expect((await buyer.bulk(makeRows(400))).status).toBe(200)
      const dispute = await shop.provider.dispute(first)
      await notify(first)
      await finalize(buyer, paid)
      expect(await balanceOf(buyer)).toBe(115)
      await shop.provider.closeDispute(dispute, 'won')
      await notify(first)
      expect(await balanceOf(buyer)).toBe(FREE + 2 * STARTER - 400)
      expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 0, isDisputed: false })
      await expectConsistent(shop)
    })

    it('PAY-07 · are forgiven when the dispute is won before a pack paid for them', async () => {
      const shop = getShop()
      const { buyer, sessionId, dispute } = await makeDebtor(400, 'dispute')
      await shop.provider.closeDispute(dispute, 'won')
      await notify(sessionId)
      expect(await balanceOf(buyer)).toBe(115)
      expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 0 })
      await expectConsistent(shop)
    })

    it('PAY-06 PAY-07 · are paid by tokens of another purchase that are given back', async () => {
      const shop = getShop()
      const buyer = await buyerOf(shop)
      const [large, small] = [await buy(shop, buyer, 'business'), await buy(shop, buyer)]
      const contested = await shop.provider.dispute(large)
      await notify(large)
      expect((await buyer.bulk(makeRows(FREE + STARTER))).status).toBe(200)
      const lost = await shop.provider.dispute(small)
      await notify(small)
      await shop.provider.closeDispute(lost, 'lost')
      await notify(small)
      expect(await factsOf(buyer)).toMatchObject({ tokensOwed: STARTER })
      await shop.provider.closeDispute(contested, 'won')
      for (let n = 0; n < 2; n++) await notify(large)
      expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 0, isDisputed: false })
      expect((await movesOf(buyer)).slice(0, 2)).toEqual([
        ['debt', -STARTER, 0],
        ['dispute', 2000, 0],
      ])
      expect((await buyer.bulk(makeRows(1501))).status).toBe(402)
      expect((await buyer.bulk(makeRows(1500))).status).toBe(200)
      // What its pack paid when it was bought is told as before.
      expect((await finalize(buyer, large)).body).toMatchObject({ already: true, debtPaid: 0 })
      await expectConsistent(shop)
    })

    it('PAY-07 · an altered debt is found', async () => {
      const shop = getShop()
      const { buyer } = await makeDebtor(400, 'refund')
      const id = await accountIdOf(shop.server.db, buyer.email)
      const set = (to: number) =>
        sql`update purchase set uncovered_tokens = ${to} where account_id = ${id}`.execute(shop.server.db)
      await set(0)
      const what = expect.stringMatching(/: expected 0 tokens in all, found 385$/)
      expect((await auditLedger(shop.server.db)).faults).toEqual([{ accountId: id, what }])
      await set(385)
      await expectConsistent(shop)
    })
  })

  describe('a dispute at the same time as', () => {
    it('PAY-06 CONV-11 · conversions: each is charged once, and what is missing is owed', async () => {
      for (let round = 0; round < 6; round++) {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const sessionId = await buy(shop, buyer)
        await shop.provider.dispute(sessionId)
        const event = await eventOf(shop, sessionId)
        const bulks = Array.from({ length: 5 }, (_, n) => buyer.at(buyer.origin).bulk(makeRows(90, n)))
        const [told, ...answers] = await Promise.all([sendEvent(shop, event), ...bulks])
        expect(told).toBe(200)
        const used = 90 * answers.filter(({ status }) => status === 200).length
        const { tokensOwed } = await factsOf(buyer)
        const balance = (await balanceOf(buyer)) ?? 0
        expect(balance - tokensOwed).toBe(FREE - used)
        expect(Math.min(balance, tokensOwed)).toBe(0)
        await expectConsistent(shop)
      }
    })

    it('PAY-06 · starts of a checkout: no page stays open', async () => {
      for (let round = 0; round < 4; round++) {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const sessionId = await buy(shop, buyer)
        await shop.provider.dispute(sessionId)
        const event = await eventOf(shop, sessionId)
        const starts = (['starter', 'business', 'pro'] as const).map((pack) =>
          checkout(buyer.at(buyer.origin), pack),
        )
        const [told, ...answers] = await Promise.all([sendEvent(shop, event), ...starts])
        expect(told).toBe(200)
        for (const { status } of answers) expect([200, 409]).toContain(status)
        const id = await accountIdOf(shop.server.db, buyer.email)
        const open = () =>
          shop.server.db
            .selectFrom('purchase')
            .select('id')
            .where('account_id', '=', id)
            .where('status', '=', 'open')
            .execute()
        await expect
          .poll(
            async () => {
              shop.passTime(60_000)
              return open()
            },
            { timeout: 20_000 },
          )
          .toEqual([])
        await expectConsistent(shop)
      }
    })

    it('PAY-06 PAY-07 · the payment of another pack: in either order the debt is paid or nothing is owed', async () => {
      for (let round = 0; round < 6; round++) {
        const shop = getShop()
        const buyer = await buyerOf(shop)
        const first = await buy(shop, buyer)
        const paid = await pay(shop, buyer)
        expect((await buyer.bulk(makeRows(400))).status).toBe(200)
        await shop.provider.dispute(first)
        await Promise.all([notify(first), notify(paid), finalize(buyer, paid)])
        expect(await factsOf(buyer)).toMatchObject({ tokensOwed: 0, isDisputed: true })
        expect(await balanceOf(buyer)).toBe(FREE + STARTER - 400)
        await expectConsistent(shop)
      }
    })
  })
})

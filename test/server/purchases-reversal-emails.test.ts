import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { DIALECTS } from '../harness.ts'
import { type MailServer, linkIn, startMailServer } from './mail-server.ts'
import { makeRows } from './reference.ts'
import { expectSent } from './with-mail.ts'
import {
  type Shop,
  buyerOf,
  eventOf,
  expectConsistent,
  finalize,
  languageHeaders,
  openShop,
  pay,
  purchaseOf,
  sendEvent,
} from './with-payments.ts'

describe.each(DIALECTS)('%s', (dialect) => {
  let shop: Shop
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    shop = await openShop(dialect, { SMTP_URL: mail.url })
  })
  afterAll(async () => {
    await shop.stop()
    await mail.stop()
  })

  /** A buyer of the pack of 500 tokens for 4.99 who has used 400 of 515. */
  async function buyerWithUse(lang: 'bg' | 'en') {
    const buyer = await buyerOf(shop)
    const sessionId = await pay(shop, buyer, 'starter', languageHeaders(lang))
    expect((await finalize(buyer, sessionId)).status).toBe(200)
    expect((await buyer.bulk(makeRows(400))).status).toBe(200)
    const { id } = await purchaseOf(shop.server.db, sessionId)
    const notify = async () => expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
    return { buyer, sessionId, id, notify }
  }

  describe('the email about a refund', () => {
    it.each([
      [
        'bg',
        'Върнахме ви плащане в Левро',
        ['Пакет: Starter – 500 жетона', 'Платено: 4,99', 'Възстановена сума досега: 4,99'],
        ['Отнети жетони: 115', 'Вече използвани, остават дължими: 385', 'Жетони в профила след това: 0'],
        'приспаднем от следващия пакет',
        '/account',
      ],
      [
        'en',
        'Your payment at Levro was refunded',
        ['Pack: Starter, 500 tokens', 'Paid: €4.99', 'Refunded so far: €4.99'],
        ['Tokens taken: 115', 'Already used, still owed: 385', 'Tokens in the account afterwards: 0'],
        'deducted from the next pack',
        '/en/account',
      ],
    ] as const)(
      'PAY-07 AUTH-10 · is sent once, in %s like the checkout, with amounts and tokens',
      async (lang, subject, amounts, tokens, debt, path) => {
        const { buyer, sessionId, id, notify } = await buyerWithUse(lang)
        await shop.provider.refund(sessionId)
        await notify()
        await notify()
        const email = await mail.waitForEmail(buyer.email, 'refund')
        expect(email.subject).toBe(subject)
        const text = email.text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? ''
        for (const part of [...amounts, ...tokens, debt, id]) expect(text).toContain(part)
        expect(new URL(linkIn(email)).pathname).toBe(path)
        await expectSent(shop.server.db)
        expect(mail.emailsTo(buyer.email, 'refund')).toHaveLength(1)
        await expectConsistent(shop)
      },
    )

    it('PAY-06 PAY-07 · is the only one where all was refunded before the tokens came', async () => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      await shop.provider.refund(sessionId)
      expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
      await mail.waitForEmail(buyer.email, 'refund')
      await expectSent(shop.server.db)
      expect(mail.emailsTo(buyer.email, 'purchase')).toEqual([])
      await expectConsistent(shop)
    })

    it('PAY-07 AUTH-10 · tells of each partial refund what it took', async () => {
      const { buyer, sessionId, notify } = await buyerWithUse('en')
      for (const [n, taken] of [
        [1, 100],
        [2, 15],
      ] as const) {
        await shop.provider.refund(sessionId, 100)
        await notify()
        const { text = '' } = await mail.waitForEmail(buyer.email, 'refund', n)
        expect(text).toContain(`Tokens taken: ${taken}\n`)
        expect(text).toContain(`Refunded so far: €${n}.00\n`)
      }
      await expectConsistent(shop)
    })
  })

  describe('the email about a dispute', () => {
    it.each([
      [
        'bg',
        'Плащането ви в Левро е оспорено',
        'Оспорването на плащането ви в Левро приключи',
        'Върнати жетони: 115',
      ],
      [
        'en',
        'Your payment at Levro is disputed',
        'The dispute of your payment at Levro is over',
        'Tokens given back: 115',
      ],
    ] as const)(
      'PAY-07 AUTH-10 · is sent when tokens are taken, and when they are given back, in %s',
      async (lang, taken, given, back) => {
        const { buyer, sessionId, notify } = await buyerWithUse(lang)
        const dispute = await shop.provider.dispute(sessionId)
        await notify()
        const first = await mail.waitForEmail(buyer.email, 'dispute')
        expect(first.subject).toBe(taken)
        expect(first.text).toContain('385')
        await shop.provider.closeDispute(dispute, 'won')
        await notify()
        const second = await mail.waitForEmail(buyer.email, 'dispute', 2)
        expect(second.subject).toBe(given)
        expect(second.text).toContain(back)
        await expectSent(shop.server.db)
        expect(mail.emailsTo(buyer.email, 'dispute')).toHaveLength(2)
      },
    )

    it('PAY-07 AUTH-06 · is not sent to a deleted account', async () => {
      const { buyer, sessionId, notify } = await buyerWithUse('bg')
      await buyer.call(deleteAccount)
      await shop.provider.dispute(sessionId)
      await notify()
      expect(await purchaseOf(shop.server.db, sessionId)).toMatchObject({ disputed_cents: 499 })
      await expectSent(shop.server.db)
      expect(mail.emailsTo(buyer.email, 'dispute')).toEqual([])
    })
  })
})

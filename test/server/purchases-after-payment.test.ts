import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { deleteAccount, downloadData } from '#api/account.ts'
import { DIALECTS } from '../harness.ts'
import { accountIdOf } from './ledger-check.ts'
import { linesOf, runAdminCommand } from './levro-process.ts'
import { type MailServer, linkIn, startMailServer } from './mail-server.ts'
import { makeRows } from './reference.ts'
import { expectSent } from './with-mail.ts'
import {
  type Shop,
  buy,
  buyerOf,
  eventOf,
  expectConsistent,
  finalize,
  openShop,
  pay,
  purchaseOf,
  languageHeaders,
  startPayment,
  sendEvent,
} from './with-payments.ts'

describe.each(DIALECTS)('%s', (dialect) => {
  let shop: Shop
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    shop = await openShop(dialect, {
      SMTP_URL: mail.url,
      OPERATOR_NAME: 'Левро ООД',
      OPERATOR_NUMBER: '123456789',
      OPERATOR_ADDRESS: 'София',
    })
  })
  afterAll(async () => {
    await shop.stop()
    await mail.stop()
  })

  describe('the purchase email', () => {
    it.each([
      [
        'bg',
        '2000 жетона са в профила ви в Левро',
        'Пакет: Business',
        '14,99',
        'Доставчик: Левро ООД, ЕИК 123456789, София',
      ],
      [
        'en',
        '2,000 tokens are in your Levro account',
        'Pack: Business',
        '14.99',
        'Provided by: Левро ООД, company number 123456789, София',
      ],
    ] as const)(
      'PAY-07 · is sent once, in %s like the checkout, with the receipt',
      async (lang, subject, pack, price, operator) => {
        const buyer = await buyerOf(shop)
        const sessionId = await pay(shop, buyer, 'business', languageHeaders(lang))
        const event = await eventOf(shop, sessionId)
        // The provider's event does not contain the buyer's language.
        expect(await sendEvent(shop, event)).toBe(200)
        await finalize(buyer, sessionId)
        await sendEvent(shop, event)
        await expectSent(shop.server.db)
        const emails = mail.emailsTo(buyer.email)
        expect(emails.map(({ subject: text }) => text)).toEqual([subject])
        const [received = expect.fail()] = emails
        const { id, receipt_url } = await purchaseOf(shop.server.db, sessionId)
        for (const part of [pack, price, id, operator]) expect(received.text).toContain(part)
        expect(linkIn(received)).toBe(receipt_url)
        expect(receipt_url).toMatch(/^http/)
        expect(await (await fetch(receipt_url ?? '')).text()).toContain('14')
      },
    )
  })

  describe('a deleted account', () => {
    it('PAY-06 · leaves its purchases, without a reference to it', async () => {
      const buyer = await buyerOf(shop)
      const accountId = await accountIdOf(shop.server.db, buyer.email)
      const sessionId = await buy(shop, buyer)
      await buyer.call(deleteAccount)
      expect(await purchaseOf(shop.server.db, sessionId)).toMatchObject({
        account_id: null,
        plan: 'starter',
        tokens: 500,
        price_cents: 499,
        status: 'credited',
      })
      const entries = await shop.server.db
        .selectFrom('token_entry')
        .selectAll()
        .where('account_id', '=', accountId)
        .execute()
      expect(entries).toEqual([])
      await shop.provider.refund(sessionId, 250)
      expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
      expect(await purchaseOf(shop.server.db, sessionId)).toMatchObject({
        refunded_cents: 250,
        reversed_tokens: 250,
      })
      await expectConsistent(shop)
    })

    it('PAY-06 · leaves no open payment page', async () => {
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer, 'starter')
      await buyer.call(deleteAccount)
      const { sessions } = shop.provider.stripe.checkout
      await expect.poll(async () => (await sessions.retrieve(sessionId)).status).toBe('expired')
      await expect.poll(async () => (await purchaseOf(shop.server.db, sessionId)).status).toBe('expired')
      await expectConsistent(shop)
    })

    it('PAY-06 · with a payment afterwards gets no tokens; the operator sees the payment', async () => {
      const buyer = await buyerOf(shop)
      const sessionId = await startPayment(buyer, 'pro')
      // The payment page could not be closed.
      shop.provider.behave('down')
      await buyer.call(deleteAccount)
      await shop.provider.pay(sessionId, 'paid')
      shop.provider.behave('fine')
      const event = await eventOf(shop, sessionId)
      expect(await sendEvent(shop, event)).toBe(200)
      expect(await sendEvent(shop, event)).toBe(200)
      const { code, ...printed } = await runAdminCommand(shop.server, 'purchases', '--limit', '3')
      expect(code).toBe(0)
      const line = linesOf({ code, ...printed }).find((one) => one['sessionId'] === sessionId)
      expect(line).toMatchObject({
        status: 'refused',
        problem: 'account',
        email: null,
        plan: 'pro',
        priceCents: 5999,
      })
      expect(mail.emailsTo(buyer.email, 'purchase')).toEqual([])
      await expectConsistent(shop)
    })

    it('PAY-06 · during the sync of its payment is either credited first or its purchase marked, never partly', async () => {
      for (let n = 0; n < 6; n++) {
        const buyer = await buyerOf(shop)
        const sessionId = await pay(shop, buyer)
        const event = await eventOf(shop, sessionId)
        const [told] = await Promise.all([
          sendEvent(shop, event),
          buyer.call(deleteAccount),
          sendEvent(shop, event),
        ])
        expect(told).toBe(200)
        const { status, problem, account_id } = await purchaseOf(shop.server.db, sessionId)
        expect(account_id).toBeNull()
        expect([
          ['credited', null],
          ['refused', 'account'],
        ]).toContainEqual([status, problem])
      }
      await expectConsistent(shop)
    })
  })

  it('PAY-06 AUTH-06 · the personal data file contains the purchases and reversals', async () => {
    const buyer = await buyerOf(shop)
    const left = await startPayment(buyer, 'pro')
    const sessionId = await buy(shop, buyer)
    await buyer.bulk(makeRows(500))
    await shop.provider.refund(sessionId)
    expect(await sendEvent(shop, await eventOf(shop, sessionId))).toBe(200)
    const data = JSON.parse((await buyer.call(downloadData)).text) as Record<string, object[]>
    const { id, receipt_url: receiptUrl } = await purchaseOf(shop.server.db, sessionId)
    const { id: leftId } = await purchaseOf(shop.server.db, left)
    const back = { refundedCents: 499, disputedCents: 0, tokensReversed: 500, tokensUncovered: 485 }
    expect(data['purchases']).toMatchObject([
      { id, plan: 'starter', tokens: 500, priceCents: 499, status: 'credited', receiptUrl, ...back },
      { id: leftId, plan: 'pro', status: 'open' },
    ])
    expect(data['tokens']).toMatchObject([
      { reason: 'refund', delta: -15, balanceAfter: 0, uncovered: 485, plan: 'starter' },
      { reason: 'conversion', delta: -500, uncovered: 0, plan: null },
      { reason: 'purchase', delta: 500, uncovered: 0, plan: 'starter' },
      { reason: 'signup', delta: 15 },
    ])
  })

  describe('levro admin', () => {
    it('PAY-07 · ledger --check finds altered purchases, and their accounts', async () => {
      const { db } = shop.server
      const buyers = await Promise.all(Array.from({ length: 5 }, () => buyerOf(shop)))
      const ids: string[] = []
      const purchases: string[] = []
      for (const buyer of buyers) {
        ids.push(await accountIdOf(db, buyer.email))
        purchases.push((await purchaseOf(db, await buy(shop, buyer))).id)
      }
      const [tokens, status, reversed, unbound, whole] = purchases
      await sql`update purchase set tokens = 600 where id = ${tokens}`.execute(db)
      await sql`update purchase set status = 'refused' where id = ${status}`.execute(db)
      await sql`update purchase set reversed_tokens = 10 where id = ${reversed}`.execute(db)
      await sql`update token_entry set purchase_id = null where purchase_id = ${unbound}`.execute(db)
      const { code, stdout } = await runAdminCommand(shop.server, 'ledger', '--check')
      expect(code).toBe(1)
      expect(stdout.trim().split('\n').slice(0, -3).toSorted()).toEqual(
        [
          `${ids[0]}: purchase ${tokens}: expected 600 tokens in all, found 500`,
          `${ids[1]}: purchase ${status}: expected 0 tokens in all, found 500`,
          `${ids[2]}: purchase ${reversed}: expected 490 tokens in all, found 500`,
          `${ids[3]}: purchase ${unbound}: expected 500 tokens in all, found 0`,
          `${ids[3]}: entry 2 of 500 tokens, "purchase": expected a purchase of this account, and its payment`,
          `${ids[3]}: entry 2 was altered after it was posted`,
        ].toSorted(),
      )
      expect(stdout).not.toContain(String(whole))
      await sql`update purchase set tokens = 500 where id = ${tokens}`.execute(db)
      await sql`update purchase set status = 'credited' where id = ${status}`.execute(db)
      await sql`update purchase set reversed_tokens = 0 where id = ${reversed}`.execute(db)
      await sql`update token_entry set purchase_id = ${unbound} where account_id = ${ids[3]} and reason = 'purchase'`.execute(
        db,
      )
      await expectConsistent(shop)
    })

    it('PAY-07 · purchases shows payments unknown to the provider, until they are found', async () => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const hide = { session_id: 'cs_test_ofAnotherMode' }
      await shop.server.db.updateTable('purchase').set(hide).where('session_id', '=', sessionId).execute()
      const { status, body } = await finalize(buyer, 'cs_test_ofAnotherMode')
      expect([status, body.code]).toEqual([503, 'payment_unverified'])
      const { stdout } = await runAdminCommand(shop.server, 'purchases', '--limit', '1')
      expect(JSON.parse(stdout)).toMatchObject({ problem: 'unknown', email: buyer.email, status: 'expired' })
      await shop.server.db
        .updateTable('purchase')
        .set({ session_id: sessionId })
        .where('session_id', '=', hide.session_id)
        .execute()
      expect((await finalize(buyer, sessionId)).body).toMatchObject({ tokensAdded: 500, balance: 515 })
      await expectConsistent(shop)
    })
  })
})

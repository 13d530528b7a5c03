import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PACKS } from '#product/plans.ts'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { storePurchase } from '#test/server/stored-purchase.ts'
import { parseEmail } from '../auth/email.ts'
import { createAccount } from '../auth/accounts.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import {
  type Purchase,
  allPurchases,
  claimCheck,
  countDebt,
  countPurchases,
  deleteOrphaned,
  deleteUnpaid,
  findContested,
  findDuePurchases,
  findIndebted,
  findOrAddOpen,
  findPurchase,
  findPurchaseBySession,
  hasContested,
  listNewestPurchases,
  listPurchases,
  scheduleOpenPurchases,
  updatePurchase,
} from './purchases.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW = 1_790_000_000_000

let place: Place
let db: Db
let [mine, theirs] = ['', '']

async function addAccount(address: string): Promise<string> {
  const email = parseEmail(address) ?? expect.fail('no email')
  const account = await inTransaction(db, (trx) => createAccount(trx, { email, passwordHash: 'x', at: NOW }))
  return account?.id ?? expect.fail('no account')
}

let lastId = 0

/** Adds a purchase with an id above those before it. */
const add = (change: Partial<Purchase> = {}): Promise<Purchase> => {
  const id = `01900000-0000-7000-8000-${String(++lastId).padStart(12, '0')}`
  return storePurchase(db, { id, account_id: mine, created_at: NOW, ...change })
}

const idsOf = (purchases: readonly { id: string }[]) => purchases.map(({ id }) => Number(id.slice(-12)))
const left = async () => idsOf(await db.selectFrom('purchase').select('id').orderBy('id').execute())

describe.each(DIALECTS)('%s', (dialect) => {
  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  beforeEach(async () => {
    await db.deleteFrom('purchase').execute()
    await db.deleteFrom('account').execute()
    ;[mine, theirs] = [await addAccount('mine@example.bg'), await addAccount('theirs@example.bg')]
    lastId = 0
  })

  describe('an order', () => {
    const [pack, other] = PACKS
    const order = { accountId: '', pack: pack!, lang: 'en', site: 'https://levro.example' } as const
    const addOpen = (change: object = {}) =>
      inTransaction(db, (trx) => findOrAddOpen(trx, { ...order, accountId: mine, ...change }, NOW))

    it('PAY-03 · is stored before its payment page exists, and looked at a minute later', async () => {
      const { id, ...stored } = await addOpen()
      expect(id).toMatch(/^[\da-f-]{36}$/)
      expect(stored).toEqual({
        account_id: mine,
        plan: pack?.id,
        tokens: pack?.tokens,
        price_cents: pack?.price,
        site: 'https://levro.example',
        lang: 'en',
        status: 'open',
        session_id: null,
        created_at: NOW,
        credited_at: null,
        paid_at: null,
        receipt_url: null,
        refunded_cents: 0,
        disputed_cents: 0,
        lost_cents: 0,
        reversed_tokens: 0,
        uncovered_tokens: 0,
        problem: null,
        version: 1,
        look_at: NOW + MINUTE_MS,
      })
    })

    it('PAY-03 · is the open one of this account and pack, if there is one', async () => {
      const first = await addOpen()
      expect((await addOpen()).id).toBe(first.id)
      expect((await addOpen({ pack: other })).id).not.toBe(first.id)
      expect((await addOpen({ accountId: theirs })).id).not.toBe(first.id)
      await updatePurchase(db, first, { status: 'processing' })
      expect((await addOpen()).id).not.toBe(first.id)
    })

    it('PAY-06 · is found by its id and by its session', async () => {
      await add({ session_id: 'cs_1' })
      const purchase = await add({ session_id: 'cs_2' })
      expect(await findPurchase(db, purchase.id)).toEqual(purchase)
      expect(await findPurchaseBySession(db, 'cs_2')).toEqual(purchase)
      expect(await findPurchaseBySession(db, 'cs_3')).toBeUndefined()
    })

    it('PAY-06 · is changed once by whoever read it last', async () => {
      await add()
      const purchase = await add()
      const changed = await updatePurchase(db, purchase, { refunded_cents: 100 })
      expect(changed).toEqual({ ...purchase, refunded_cents: 100, version: 2 })
      expect(await updatePurchase(db, purchase, { refunded_cents: 200 })).toBeUndefined()
      expect(await db.selectFrom('purchase').select('refunded_cents').orderBy('id').execute()).toEqual([
        { refunded_cents: 0 },
        { refunded_cents: 100 },
      ])
    })
  })

  describe('purchases that are due', () => {
    it('PAY-07 · are those whose time has come, the longest overdue first, up to a number', async () => {
      for (const look_at of [NOW, NOW - 2, NOW + 1, null, NOW - 1]) await add({ look_at })
      expect(idsOf(await findDuePurchases(db, NOW, 9))).toEqual([2, 5, 1])
      expect(idsOf(await findDuePurchases(db, NOW, 2))).toEqual([2, 5])
    })

    it('PAY-07 · are also those that await a payment and are later than is ever planned: the clock was set back', async () => {
      const latest = NOW + 6 * HOUR_MS + 5 * MINUTE_MS
      for (const state of [
        { status: 'open' },
        { status: 'processing' },
        { status: 'expired', problem: 'unknown' },
        { status: 'credited' },
        { status: 'refused', problem: 'amount' },
      ] as const) {
        await add({ ...state, plan: 'at', look_at: latest })
        await add({ ...state, plan: 'after', look_at: latest + 1 })
      }
      expect(new Set(idsOf(await findDuePurchases(db, NOW, 9)))).toEqual(new Set([2, 4, 6]))
    })

    it('PAY-07 · are claimed by one process', async () => {
      const [due, never] = [await add({ look_at: NOW }), await add({ look_at: null })]
      expect(await claimCheck(db, due, NOW + 5)).toBe(true)
      expect(await claimCheck(db, due, NOW + 6)).toBe(false)
      expect(await claimCheck(db, { id: due.id, look_at: null }, NOW + 7)).toBe(false)
      expect(await claimCheck(db, never, NOW + 8)).toBe(true)
      expect(await db.selectFrom('purchase').select('look_at').orderBy('id').execute()).toEqual([
        { look_at: NOW + 5 },
        { look_at: NOW + 8 },
      ])
    })

    it('AUTH-06 · the open ones of an account that is deleted are at once', async () => {
      await add({ status: 'open', look_at: NOW })
      await add({ status: 'processing', look_at: NOW })
      await add({ status: 'open', look_at: NOW, account_id: theirs })
      await inTransaction(db, (trx) => scheduleOpenPurchases(trx, mine))
      expect(await db.selectFrom('purchase').select('look_at').orderBy('id').execute()).toEqual([
        { look_at: 0 },
        { look_at: NOW },
        { look_at: NOW },
      ])
    })
  })

  describe('disputes and debts', () => {
    it('PAY-07 · a purchase is contested while more of it is disputed than lost', async () => {
      await add({ disputed_cents: 100, lost_cents: 100 })
      await add()
      expect(await hasContested(db, mine)).toBe(false)
      await add({ disputed_cents: 100, lost_cents: 99 })
      await add({ disputed_cents: 1, account_id: theirs })
      expect(idsOf(await findContested(db, mine))).toEqual([3])
      expect([await hasContested(db, mine), await hasContested(db, theirs)]).toEqual([true, true])
    })

    it('PAY-07 · an account owes what could not be taken, the earliest first', async () => {
      await add({ reversed_tokens: 9, uncovered_tokens: 7 })
      await add()
      await add({ reversed_tokens: 9, uncovered_tokens: 1 })
      await add({ reversed_tokens: 100, uncovered_tokens: 100, account_id: theirs })
      expect(idsOf(await findIndebted(db, mine))).toEqual([1, 3])
      expect([await countDebt(db, mine), await countDebt(db, theirs)]).toEqual([8, 100])
      expect(await countDebt(db, 'none')).toBe(0)
    })
  })

  describe('deletion', () => {
    it('PAY-07 · takes unpaid orders of that age, and none whose payment is being processed', async () => {
      for (const status of ['open', 'expired', 'processing', 'refused', 'credited'] as const)
        for (const created_at of [NOW, NOW + 1]) await add({ status, created_at, plan: `${created_at}` })
      await deleteUnpaid(db, NOW)
      expect(await left()).toEqual([2, 4, 5, 6, 7, 8, 9, 10])
    })

    it('AUTH-06 · takes purchases of deleted accounts of that age, and of no other', async () => {
      await add({ account_id: null })
      await add({ account_id: null, created_at: NOW + 1 })
      await add()
      await deleteOrphaned(db, NOW)
      expect(await left()).toEqual([2, 3])
    })
  })

  describe('lists', () => {
    it('AUTH-11 · have the last paid first, an unpaid one at the time of its order, equal times by id', async () => {
      await add({ created_at: NOW, paid_at: NOW + 9, credited_at: NOW + 3 })
      await add({ created_at: NOW + 5, status: 'open' })
      await add({ created_at: NOW, credited_at: NOW + 7 })
      await add({ created_at: NOW + 7, status: 'refused' })
      await add({ account_id: theirs })
      expect(idsOf(await allPurchases(db, mine))).toEqual([1, 4, 3, 2])
      const { purchases, total } = await listPurchases(db, mine, undefined)
      // Payment pages that were left are no purchases.
      expect([idsOf(purchases), total, await countPurchases(db, mine)]).toEqual([[1, 4, 3], 3, 3])
      expect(idsOf(await listNewestPurchases(db, 2))).toEqual([5, 4])
    })

    it('AUTH-11 · have twenty on a page, and the next page goes on below the last one', async () => {
      for (let i = 0; i < 25; i++) await add({ paid_at: NOW + (i % 3), session_id: `cs_${i}` })
      const first = await listPurchases(db, mine, undefined)
      expect(first.purchases).toHaveLength(20)
      const second = await listPurchases(db, mine, first.purchases.at(-1)?.id)
      expect([second.purchases.length, second.total]).toEqual([5, 25])
      expect(new Set(idsOf([...first.purchases, ...second.purchases])).size).toBe(25)
      expect((await listPurchases(db, theirs, first.purchases.at(-1)?.id)).purchases).toEqual([])
    })

    it('AUTH-11 · say what was paid and what has become of it; the operator also sees ids and problems', async () => {
      await add({
        session_id: 'cs_1',
        paid_at: NOW + 1,
        credited_at: NOW + 2,
        receipt_url: 'https://pay.example/r',
        refunded_cents: 100,
        disputed_cents: 50,
        reversed_tokens: 30,
        uncovered_tokens: 20,
      })
      const shown = {
        plan: 'starter',
        tokens: 500,
        priceCents: 499,
        createdAt: '2026-09-21T14:13:20.000Z',
        paidAt: '2026-09-21T14:13:20.001Z',
        receiptUrl: 'https://pay.example/r',
        status: 'credited',
        refundedCents: 100,
        disputedCents: 50,
        tokensReversed: 30,
        tokensUncovered: 20,
      }
      const [{ id: _, ...purchase }] = (await allPurchases(db, mine)) as [
        Awaited<ReturnType<typeof allPurchases>>[0],
      ]
      expect(purchase).toEqual(shown)
      expect(await listNewestPurchases(db, 9)).toMatchObject([
        {
          ...shown,
          email: 'mine@example.bg',
          sessionId: 'cs_1',
          creditedAt: '2026-09-21T14:13:20.002Z',
          problem: null,
        },
      ])
      await add({ account_id: null, status: 'expired', problem: 'unknown' })
      expect((await listNewestPurchases(db, 1))[0]).toMatchObject({
        email: null,
        sessionId: null,
        creditedAt: null,
        paidAt: null,
        problem: 'unknown',
      })
    })
  })
})

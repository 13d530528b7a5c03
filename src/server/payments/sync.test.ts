import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PACKS } from '#product/plans.ts'
import { type Place, makePlace } from '#test/harness.ts'
import { createAccount } from '../auth/accounts.ts'
import { parseEmail } from '../auth/email.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import { makeOutbox } from '../mail/outbox.ts'
import { postEntry } from '../tokens/ledger.ts'
import { findDebtPaidBy } from './debt.ts'
import type { CheckoutSession } from './provider.ts'
import { type Purchase, findOrAddOpen, findPurchase, updatePurchase } from './purchases.ts'
import { type PaymentDependencies, makeSyncPurchase } from './sync.ts'

const START = 1_790_000_000_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let place: Place
let db: Db
let accounts = 0

/** What is logged for the operator, and how often the emails are woken. */
let told: { errors: object[]; woken: number }
let now = START

beforeAll(async () => {
  place = await makePlace('sqlite')
  db = await openDatabase(readEnv(place.settings))
})
afterAll(async () => {
  await db.destroy()
  await place.remove()
})
beforeEach(() => {
  told = { errors: [], woken: 0 }
  now = START
})

async function addBuyer(): Promise<string> {
  const email = parseEmail(`Buyer${accounts++}@example.bg`) ?? expect.fail('no email')
  const account = await inTransaction(db, (trx) =>
    createAccount(trx, { email, passwordHash: 'x', at: START }),
  )
  return account?.id ?? expect.fail('no account')
}

/** An order of a pack: 500 tokens for 4.99, unless it is another one. */
async function order(accountId: string, pack = PACKS[0]!): Promise<Purchase> {
  const site = 'https://levro.example'
  const open = await inTransaction(db, (trx) =>
    findOrAddOpen(trx, { accountId, pack, lang: 'en', site }, START),
  )
  return (await updatePurchase(db, open, { session_id: `cs_${open.id}` })) ?? expect.fail('changed')
}

/** The session of a purchase, paid as it was ordered. */
const paidFor = (purchase: Purchase, change: Partial<CheckoutSession> = {}): CheckoutSession => {
  const { id, plan, price_cents: amount } = purchase
  return {
    id: `cs_${id}`,
    purchaseId: id,
    plan,
    reference: id,
    mode: 'payment',
    state: 'paid',
    url: undefined,
    amount,
    currency: 'eur',
    payment: { amount, currency: 'eur', purchaseId: id },
    paidAt: START + 5,
    receiptUrl: 'https://pay.example/receipt',
    refundedCents: 0,
    disputedCents: 0,
    lostCents: 0,
    ...change,
  }
}

/** Synchronises a purchase with what the provider says. */
function sync({ id }: Purchase, session: CheckoutSession | undefined, sessionId = `cs_${id}`) {
  const dependencies = {
    db,
    clock: () => now,
    provider: { find: async () => session },
    outbox: makeOutbox(
      () => now,
      () => told.woken++,
    ),
    log: { error: (facts: object) => void told.errors.push(facts) },
  } as unknown as PaymentDependencies
  return makeSyncPurchase(dependencies)(id, sessionId)
}

const stored = async ({ id }: Purchase): Promise<Purchase> =>
  (await findPurchase(db, id)) ?? expect.fail('deleted')

const entriesOf = (accountId: string) =>
  db
    .selectFrom('token_entry')
    .select(['reason', 'delta', 'uncovered'])
    .where('account_id', '=', accountId)
    .orderBy('seq')
    .execute()

/** In the order of the entries that they are about; that of a purchase is first. */
const emailsOf = async (accountId: string) =>
  (
    await db
      .selectFrom('outbox')
      .select(['kind', 'lang', 'email', 'purchase_id', 'entry_seq'])
      .where('account_id', '=', accountId)
      .orderBy(sql`coalesce(entry_seq, 0)`)
      .execute()
  ).map(({ email, ...one }) => ({ ...one, isTo: email.startsWith('Buyer') }))

async function use(accountId: string, tokens: number): Promise<void> {
  const entry = {
    accountId,
    delta: -tokens,
    reason: 'conversion',
    ref: `${accountId} ${tokens}`,
    at: now,
  } as const
  expect(await inTransaction(db, (trx) => postEntry(trx, entry))).toBeDefined()
}

describe('a payment', () => {
  it('PAY-06 · is credited once, at its time, and told to the buyer at once', async () => {
    const account = await addBuyer()
    const purchase = await order(account)
    now += HOUR_MS
    const first = await sync(purchase, paidFor(purchase))
    expect([first?.isCredited, told.woken]).toEqual([true, 1])
    expect(await stored(purchase)).toMatchObject({
      status: 'credited',
      credited_at: START + HOUR_MS,
      paid_at: START + 5,
      receipt_url: 'https://pay.example/receipt',
      problem: null,
      look_at: START + HOUR_MS + DAY_MS,
    })
    const again = await sync(purchase, paidFor(purchase, { paidAt: START + 9, receiptUrl: 'https://other' }))
    expect([again?.isCredited, told.woken], 'nothing is new').toEqual([false, 1])
    expect(await stored(purchase)).toEqual(first?.purchase)
    expect(await entriesOf(account)).toEqual([{ reason: 'purchase', delta: 500, uncovered: 0 }])
    const email = { kind: 'purchase', lang: 'en', purchase_id: purchase.id, entry_seq: null, isTo: true }
    expect(await emailsOf(account)).toEqual([email])
  })

  it('PAY-07 · without a time was made when it was seen, and one that is awaited was not made', async () => {
    const purchase = await order(await addBuyer())
    now += HOUR_MS
    await sync(purchase, paidFor(purchase, { state: 'processing' }))
    expect(await stored(purchase)).toMatchObject({ status: 'processing', paid_at: null, credited_at: null })
    now += HOUR_MS
    await sync(purchase, paidFor(purchase, { paidAt: undefined }))
    expect((await stored(purchase)).paid_at).toBe(START + 2 * HOUR_MS)
  })

  it.each([
    [250, ['purchase', 'refund'], [500, -250]],
    [498, ['purchase', 'refund'], [500, -498]],
    [499, ['refund'], [500, -500]],
  ])(
    'PAY-07 · of which %i cents were refunded before it was seen is told as %j',
    async (refundedCents, kinds, deltas) => {
      const account = await addBuyer()
      const purchase = await order(account)
      await sync(purchase, paidFor(purchase, { refundedCents }))
      expect((await emailsOf(account)).map(({ kind }) => kind)).toEqual(kinds)
      expect((await entriesOf(account)).map(({ delta }) => delta)).toEqual(deltas)
      expect((await emailsOf(account)).at(-1)?.entry_seq).toBe(2)
    },
  )

  it.each([
    ['failed', 'expired'],
    ['expired', 'expired'],
    ['open', 'open'],
  ] as const)(
    'PAY-06 · on a page that is %s leaves the order %s, and gives nothing',
    async (state, status) => {
      const account = await addBuyer()
      const purchase = await order(account)
      await sync(purchase, paidFor(purchase, { state, receiptUrl: undefined }))
      expect(await stored(purchase)).toMatchObject({
        status,
        problem: null,
        paid_at: null,
        receipt_url: null,
      })
      expect([await entriesOf(account), await emailsOf(account)]).toEqual([[], []])
    },
  )

  it('PAY-06 · that is awaited on an open page changes nothing', async () => {
    const purchase = await order(await addBuyer())
    const answer = await sync(purchase, paidFor(purchase, { state: 'open', receiptUrl: undefined }))
    expect(answer).toEqual({ purchase, isCredited: false })
    expect([await stored(purchase), told.woken]).toEqual([purchase, 0])
  })

  it('PAY-06 · that was credited stays so, whatever becomes of its page', async () => {
    const account = await addBuyer()
    const purchase = await order(account)
    await sync(purchase, paidFor(purchase))
    for (const state of ['open', 'processing', 'failed', 'expired'] as const)
      await sync(purchase, paidFor(purchase, { state }))
    expect((await stored(purchase)).status).toBe('credited')
    expect(await entriesOf(account)).toHaveLength(1)
  })

  it('PAY-06 · of a deleted account is refused, and a refund of an earlier one is noted without an entry', async () => {
    const account = await addBuyer()
    const [before, after] = [await order(account), await order(account, PACKS[1])]
    await sync(before, paidFor(before))
    await db.deleteFrom('account').where('id', '=', account).execute()
    await sync(after, paidFor(after))
    expect(await stored(after)).toMatchObject({ status: 'refused', problem: 'account', account_id: null })
    expect(told.errors).toEqual([{ purchase: after.id, problem: 'account' }])
    await sync(before, paidFor(before, { refundedCents: 499 }))
    expect(await stored(before)).toMatchObject({
      reversed_tokens: 500,
      uncovered_tokens: 500,
      refunded_cents: 499,
    })
    expect([await entriesOf(account), await emailsOf(account)]).toEqual([[], []])
  })

  const other = { amount: 499, currency: 'eur', purchaseId: 'another' }
  it.each([
    ['currency', { currency: 'bgn' }],
    ['currency', { payment: { ...other, currency: 'usd' } }],
    ['amount', { amount: 498 }],
    ['amount', { payment: { ...other, amount: 500 } }],
    ['session', { reference: 'another' }],
    ['session', { payment: other }],
    ['session', { plan: 'business' }],
    ['session', { mode: 'subscription' }],
  ] as const)('PAY-06 · is refused for its %s where it has %j', async (problem, change) => {
    const account = await addBuyer()
    const purchase = await order(account)
    await sync(purchase, paidFor(purchase, change))
    expect(await stored(purchase)).toMatchObject({ status: 'refused', problem })
    expect([await entriesOf(account), await emailsOf(account)]).toEqual([[], []])
    expect(told.errors).toEqual([{ purchase: purchase.id, problem }])
    await sync(purchase, paidFor(purchase, change))
    expect(told.errors, 'the operator is told once').toHaveLength(1)
  })

  it('PAY-06 · that nothing is known of on its page is compared by the page alone', async () => {
    const purchase = await order(await addBuyer())
    await sync(purchase, paidFor(purchase, { payment: undefined }))
    expect((await stored(purchase)).status).toBe('credited')
  })

  it('PAY-06 · of another purchase, or on another page, changes nothing', async () => {
    const purchase = await order(await addBuyer())
    expect(await sync(purchase, paidFor(purchase, { purchaseId: 'another' }))).toBeUndefined()
    expect(told.errors).toEqual([{ purchase: purchase.id, session: `cs_${purchase.id}` }])
    expect(await sync(purchase, paidFor(purchase), 'cs_another')).toBeUndefined()
    expect(await sync({ ...purchase, id: 'none' }, paidFor(purchase))).toBeUndefined()
    expect(await stored(purchase)).toEqual(purchase)
  })

  it('PAY-06 · is of the page that an open order got, and of none once it has ended', async () => {
    const [first, second] = [await order(await addBuyer()), await order(await addBuyer())]
    for (const { id } of [first, second])
      await db.updateTable('purchase').set({ session_id: null }).where('id', '=', id).execute()
    await db.updateTable('purchase').set({ status: 'expired' }).where('id', '=', second.id).execute()
    expect((await sync(first, paidFor(first)))?.purchase).toMatchObject({
      status: 'credited',
      session_id: `cs_${first.id}`,
    })
    expect(await sync(second, paidFor(second))).toBeUndefined()
  })

  it('PAY-06 · that differs from what was credited reverses nothing', async () => {
    const account = await addBuyer()
    const purchase = await order(account)
    await sync(purchase, paidFor(purchase))
    const before = await stored(purchase)
    const answer = await sync(purchase, paidFor(purchase, { amount: 1, refundedCents: 499 }))
    expect(answer).toEqual({ purchase: before, isCredited: false })
    expect(await stored(purchase)).toEqual(before)
    expect(told.errors).toEqual([{ purchase: purchase.id, problem: 'amount' }])
  })

  it('PAY-07 · whose page the provider does not know ends an open order, which is looked at again', async () => {
    const [open, credited] = [await order(await addBuyer()), await order(await addBuyer())]
    await sync(credited, paidFor(credited))
    now += HOUR_MS
    expect((await sync(open, undefined))?.isCredited).toBe(false)
    expect(await stored(open)).toMatchObject({
      status: 'expired',
      problem: 'unknown',
      look_at: now + HOUR_MS / 2,
    })
    expect(told.errors).toEqual([{ purchase: open.id, problem: 'unknown' }])
    const before = await stored(credited)
    expect(await sync(credited, undefined)).toEqual({ purchase: before, isCredited: false })
    expect(await stored(credited)).toEqual(before)
  })
})

describe('a dispute', () => {
  it('PAY-07 · has the open pages of the account closed when it begins', async () => {
    const account = await addBuyer()
    const purchase = await order(account)
    await sync(purchase, paidFor(purchase))
    const open = await order(account, PACKS[1])
    const due = async () => (await stored(open)).look_at
    await sync(purchase, paidFor(purchase, { disputedCents: 499, lostCents: 499 }))
    expect(await due(), 'it was decided before it was seen').toBe(open.look_at)
    await sync(purchase, paidFor(purchase, { disputedCents: 499, lostCents: 498 }))
    expect(await due()).toBe(0)
    await db.updateTable('purchase').set({ look_at: 7 }).where('id', '=', open.id).execute()
    await sync(purchase, paidFor(purchase, { disputedCents: 400 }))
    expect(await due(), 'it goes on').toBe(7)
  })

  it('PAY-07 · that is withdrawn gives back what it took, which pays the debt of another purchase', async () => {
    const account = await addBuyer()
    const [disputed, refunded] = [await order(account), await order(account, PACKS[1])]
    const all = refunded.tokens
    await sync(disputed, paidFor(disputed))
    await sync(refunded, paidFor(refunded))
    await sync(disputed, paidFor(disputed, { disputedCents: 499 }))
    await use(account, all - 100)
    await sync(refunded, paidFor(refunded, { refundedCents: refunded.price_cents }))
    expect((await stored(refunded)).uncovered_tokens).toBe(all - 100)
    // By halves: 250 of 499 cents are 250 of 500 tokens.
    await sync(disputed, paidFor(disputed, { disputedCents: 250 }))
    await sync(disputed, paidFor(disputed))
    expect((await entriesOf(account)).slice(-5)).toEqual([
      { reason: 'refund', delta: -100, uncovered: all - 100 },
      { reason: 'dispute', delta: 250, uncovered: 0 },
      { reason: 'debt', delta: -250, uncovered: 0 },
      { reason: 'dispute', delta: 250, uncovered: 0 },
      { reason: 'debt', delta: -250, uncovered: 0 },
    ])
    expect((await stored(refunded)).uncovered_tokens).toBe(all - 600)
    expect((await emailsOf(account)).map(({ kind, entry_seq }) => [kind, entry_seq])).toEqual([
      ['purchase', null],
      ['purchase', null],
      ['dispute', 3],
      ['refund', 5],
      ['dispute', 6],
      ['dispute', 8],
    ])
  })
})

describe('a debt', () => {
  it('PAY-07 · grows by each refund of the purchase that finds no tokens left', async () => {
    const account = await addBuyer()
    const purchase = await order(account)
    await sync(purchase, paidFor(purchase))
    await use(account, 500)
    await sync(purchase, paidFor(purchase, { refundedCents: 100 }))
    expect(await stored(purchase)).toMatchObject({ reversed_tokens: 100, uncovered_tokens: 100 })
    await sync(purchase, paidFor(purchase, { refundedCents: 499 }))
    expect(await stored(purchase)).toMatchObject({ reversed_tokens: 500, uncovered_tokens: 500 })
  })

  it('PAY-07 · is not paid with tokens of a grant where the end of a dispute gives nothing back', async () => {
    const account = await addBuyer()
    const [disputed, refunded] = [await order(account), await order(account, PACKS[1])]
    for (const purchase of [disputed, refunded]) await sync(purchase, paidFor(purchase))
    await use(account, 500 + refunded.tokens)
    await sync(disputed, paidFor(disputed, { disputedCents: 499 }))
    await sync(refunded, paidFor(refunded, { refundedCents: refunded.price_cents }))
    const grant = { accountId: account, delta: 100, reason: 'admin', ref: account, at: now } as const
    await inTransaction(db, (trx) => postEntry(trx, grant))
    await sync(disputed, paidFor(disputed))
    expect((await stored(disputed)).uncovered_tokens).toBe(0)
    expect((await stored(refunded)).uncovered_tokens).toBe(refunded.tokens)
    expect((await entriesOf(account)).at(-1)).toEqual({ reason: 'dispute', delta: 0, uncovered: 0 })
  })

  it('PAY-07 · is paid by a single token that is given back', async () => {
    const account = await addBuyer()
    const [disputed, refunded] = [await order(account), await order(account, PACKS[1])]
    const all = refunded.tokens
    for (const purchase of [disputed, refunded]) await sync(purchase, paidFor(purchase))
    // One of 499 cents is one of 500 tokens.
    await sync(disputed, paidFor(disputed, { disputedCents: 1 }))
    await use(account, 499 + all)
    await sync(refunded, paidFor(refunded, { refundedCents: refunded.price_cents }))
    await sync(disputed, paidFor(disputed))
    expect((await stored(refunded)).uncovered_tokens).toBe(all - 1)
  })

  it('PAY-07 · of the earliest purchase is paid first, by each later pack as far as it goes', async () => {
    const account = await addBuyer()
    const bought = async () => {
      const purchase = await order(account)
      await sync(purchase, paidFor(purchase))
      return purchase
    }
    const owing = [await bought(), await bought(), await bought()]
    await use(account, 1400)
    for (const purchase of owing.toReversed()) await sync(purchase, paidFor(purchase, { refundedCents: 499 }))
    const owed = async () => {
      const purchases = await Promise.all(owing.map(stored))
      return purchases.map(({ uncovered_tokens }) => uncovered_tokens)
    }
    expect(await owed()).toEqual([500, 500, 400])
    const paying: Purchase[] = []
    for (const left of [
      [0, 500, 400],
      [0, 0, 400],
      [0, 0, 0],
    ]) {
      paying.push(await bought())
      expect(await owed()).toEqual(left)
    }
    const paid = await Promise.all([...paying, owing[0]!].map(({ id }) => findDebtPaidBy(db, id)))
    expect(paid).toEqual([500, 500, 400, 0])
    await sync(paying[0]!, paidFor(paying[0]!, { refundedCents: 100 }))
    expect(await findDebtPaidBy(db, paying[0]!.id), 'a refund of it is none').toBe(500)
    const { balance } = await db
      .selectFrom('account')
      .select('balance')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    expect(balance).toBe(0)
  })
})

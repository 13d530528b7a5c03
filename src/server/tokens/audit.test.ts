import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { openDatabase } from '../db/database.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import { auditLedger, sumByReason } from './audit.ts'
import { digestOf } from './chain.ts'
import { type LedgerEntry, postEntry } from './ledger.ts'

type AnyEntry = Pick<LedgerEntry, 'accountId' | 'delta' | 'uncovered' | 'purchaseId'> & {
  reason: string
  ref?: string
}

const post = (trx: Transaction, { ref = randomUUID(), reason, ...entry }: AnyEntry) =>
  postEntry(trx, { ...entry, ref, at: 1, reason: reason as 'admin' })

const addAccount = (trx: Transaction, id: string, freeTokens: string | null = null) =>
  sql`insert into account (id, email, address, password_hash, balance, entries, free_tokens, created_at)
    values (${id}, ${id}, ${id}, 'x', 0, 0, ${freeTokens}, 1)`.execute(trx)

/** An order of 500 tokens for 4.99. */
const addPurchase = (trx: Transaction, accountId: string | null, id: string, status = 'credited') =>
  sql`insert into purchase (id, account_id, plan, tokens, price_cents, site, lang, status, session_id, created_at,
      refunded_cents, disputed_cents, reversed_tokens, uncovered_tokens, version)
    values (${id}, ${accountId}, 'starter', 500, 499, 'https://levro.bg', 'bg', ${status}, ${`session ${id}`}, 1,
      0, 0, 0, 0, 1)`.execute(trx)

const addKey = (trx: Transaction, accountId: string, id: string) =>
  sql`insert into bulk_key (account_id, key, body_hash, job_id, at)
    values (${accountId}, ${id}, 'x', ${id}, 1)`.execute(trx)

const addJob = (trx: Transaction, accountId: string, id: string, cost: number) =>
  sql`insert into job (id, account_id, total_rows, valid_rows, invalid_rows, empty_rows, token_cost, created_at)
    values (${id}, ${accountId}, ${cost}, ${cost}, 0, 0, ${cost}, 1)`.execute(trx)

async function buy(trx: Transaction, accountId: string, id: string): Promise<void> {
  await addPurchase(trx, accountId, id)
  const entry = { accountId, purchaseId: id, delta: 500 }
  await post(trx, { ...entry, reason: 'purchase', ref: `session ${id}` })
}

async function convert(trx: Transaction, accountId: string, id: string, cost: number): Promise<void> {
  await post(trx, { accountId, reason: 'conversion', ref: id, delta: -cost })
  await addJob(trx, accountId, id, cost)
  await addKey(trx, accountId, id)
}

/** What was reversed of purchase `id`, of which so many tokens were not there. */
async function reverse(
  trx: Transaction,
  id: string,
  { delta, uncovered = 0, reason = 'refund' }: Partial<AnyEntry>,
): Promise<void> {
  const accountId = id.slice(0, 1)
  await post(trx, { accountId, reason, delta: delta ?? 0, uncovered, purchaseId: id })
}

/** Accounts whose ledgers are right, by their ids; a purchase or conversion has that of its account at the front. */
async function fill(trx: Transaction): Promise<void> {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await addAccount(trx, id, id === 'e' ? 'pending' : null)
  await post(trx, { accountId: 'a', reason: 'signup', delta: 15 })
  await buy(trx, 'a', 'a1')
  await convert(trx, 'a', 'a2', 5)
  await post(trx, { accountId: 'a', reason: 'admin', delta: 10 })
  // Refunded after nearly all tokens were used: the next purchase pays the debt.
  await buy(trx, 'b', 'b1')
  await convert(trx, 'b', 'b2', 480)
  await reverse(trx, 'b1', { delta: -20, uncovered: 480 })
  await buy(trx, 'b', 'b3')
  await reverse(trx, 'b1', { delta: -480, reason: 'debt' })
  await sql`update purchase set refunded_cents = 499, reversed_tokens = 500 where id = 'b1'`.execute(trx)
  // Half of it is refunded or disputed, and fifty tokens are owed.
  await buy(trx, 'c', 'c1')
  await convert(trx, 'c', 'c2', 300)
  await reverse(trx, 'c1', { delta: -200, uncovered: 50 })
  await sql`update purchase set refunded_cents = 100, disputed_cents = 150, reversed_tokens = 250, uncovered_tokens = 50
    where id = 'c1'`.execute(trx)
  // The dispute was withdrawn.
  await buy(trx, 'd', 'd1')
  await convert(trx, 'd', 'd2', 400)
  await reverse(trx, 'd1', { delta: -100, uncovered: 400, reason: 'dispute' })
  await reverse(trx, 'd1', { delta: 100, reason: 'dispute' })
  await addPurchase(trx, 'e', 'e1', 'open')
  // Refunded in two parts: nothing was left for the second one.
  await buy(trx, 'f', 'f1')
  await reverse(trx, 'f1', { delta: -100 })
  await convert(trx, 'f', 'f2', 400)
  await reverse(trx, 'f1', { delta: 0, uncovered: 400 })
  await sql`update purchase set refunded_cents = 499, reversed_tokens = 500, uncovered_tokens = 400
    where id = 'f1'`.execute(trx)
  // The dispute was withdrawn, and had taken nothing.
  await buy(trx, 'g', 'g1')
  await convert(trx, 'g', 'g2', 500)
  await reverse(trx, 'g1', { delta: 0, uncovered: 500, reason: 'dispute' })
  await reverse(trx, 'g1', { delta: 0, reason: 'dispute' })
  await addPurchase(trx, null, 'of a deleted account')
}

type Found = readonly (readonly [accountId: string, what: string])[]

/** A change of the ledger above, and all that the check finds then. */
type Change = (trx: Transaction) => Promise<Found>

/** An entry with its digest and the right balance, as somebody adds it who can write to the database. */
const forged =
  (entry: AnyEntry, ...found: Found): Change =>
  async (trx) => {
    await post(trx, entry)
    // What is charged was converted.
    if (entry.reason === 'conversion') await addKey(trx, entry.accountId, entry.ref ?? '')
    return found
  }

const changed =
  (change: RawBuilder<unknown>, ...found: Found): Change =>
  async (trx) => {
    await change.execute(trx)
    return found
  }

const [A, PURCHASE] = [{ accountId: 'a' }, 'a purchase of this account']

const FORGED_ENTRIES: Record<string, Change> = {
  'tokens for a payment without a purchase': forged({ ...A, reason: 'purchase', delta: 900 }, [
    'a',
    `entry 5 of 900 tokens, "purchase": expected ${PURCHASE}, and its payment`,
  ]),
  'tokens of a refund without a purchase': forged({ ...A, reason: 'refund', delta: 900 }, [
    'a',
    `entry 5 of 900 tokens, "refund": expected ${PURCHASE}`,
  ]),
  'tokens of a dispute without a purchase': forged({ ...A, reason: 'dispute', delta: 900 }, [
    'a',
    `entry 5 of 900 tokens, "dispute": expected ${PURCHASE}`,
  ]),
  'a debt without a purchase': forged({ ...A, reason: 'debt', delta: -1 }, [
    'a',
    `entry 5 of -1 tokens, "debt": expected tokens to be taken for ${PURCHASE}`,
  ]),
  'a debt that gives tokens': forged(
    { ...A, reason: 'debt', delta: 9, purchaseId: 'a1' },
    ['a', `entry 5 of 9 tokens, "debt": expected tokens to be taken for ${PURCHASE}`],
    ['a', 'purchase a1: expected 500 tokens in all, found 509'],
  ),
  'a debt that becomes another debt': forged(
    { ...A, reason: 'debt', delta: -1, purchaseId: 'a1', uncovered: 5 },
    ['a', `entry 5 of -1 tokens, "debt": expected tokens to be taken for ${PURCHASE}`],
    ['a', 'purchase a1: expected 500 tokens in all, found 499'],
  ),
  'tokens for the purchase of another account': forged(
    { ...A, reason: 'purchase', ref: 'session e1', delta: 500, purchaseId: 'e1' },
    ['a', `entry 5 of 500 tokens, "purchase": expected ${PURCHASE}, and its payment`],
    ['e', 'purchase e1: expected 0 tokens in all, found 500'],
  ),
  'a second payment of a purchase': forged(
    { ...A, reason: 'purchase', delta: 500, purchaseId: 'a1' },
    ['a', `entry 5 of 500 tokens, "purchase": expected ${PURCHASE}, and its payment`],
    ['a', 'purchase a1: expected 500 tokens in all, found 1000'],
  ),
  'a payment that takes tokens': async (trx) => {
    await addPurchase(trx, 'a', 'a9')
    await post(trx, { ...A, reason: 'purchase', ref: 'session a9', delta: -5, purchaseId: 'a9' })
    return [
      ['a', `entry 5 of -5 tokens, "purchase": expected ${PURCHASE}, and its payment`],
      ['a', 'purchase a9: expected 500 tokens in all, found -5'],
    ]
  },
  'a payment with tokens that are owed': async (trx) => {
    await addPurchase(trx, 'a', 'a9')
    const entry = { ...A, reason: 'purchase', ref: 'session a9', delta: 500, purchaseId: 'a9' }
    await post(trx, { ...entry, uncovered: 5 })
    return [
      ['a', `entry 5 of 500 tokens, "purchase": expected ${PURCHASE}, and its payment`],
      ['a', 'purchase a9: expected 5 tokens owed by its entries, found 0'],
    ]
  },
  'too many tokens on payment, and a refund that never was': async (trx) => {
    await addPurchase(trx, 'a', 'a9')
    await post(trx, { ...A, reason: 'purchase', ref: 'session a9', delta: 600, purchaseId: 'a9' })
    await reverse(trx, 'a9', { delta: -100 })
    return [['a', 'purchase a9: expected 500 tokens on payment, found 600']]
  },
  'a reason that does not exist': forged({ ...A, reason: 'whatever', delta: 9 }, [
    'a',
    'entry 5 of 9 tokens, "whatever": expected a known reason',
  ]),
  'an operator who takes tokens': forged({ ...A, reason: 'admin', delta: -10 }, [
    'a',
    'entry 5 of -10 tokens, "admin": expected tokens to be given',
  ]),
  'a grant for a purchase': forged(
    { ...A, reason: 'admin', delta: 10, purchaseId: 'a1' },
    ['a', 'entry 5 of 10 tokens, "admin": expected tokens to be given'],
    ['a', 'purchase a1: expected 500 tokens in all, found 510'],
  ),
  'a grant with tokens that are owed': forged({ ...A, reason: 'admin', delta: 10, uncovered: 5 }, [
    'a',
    'entry 5 of 10 tokens, "admin": expected tokens to be given',
  ]),
  'a charge that gives tokens': forged({ ...A, reason: 'conversion', ref: 'a9', delta: 900 }, [
    'a',
    'entry 5 of 900 tokens, "conversion": expected tokens to be taken',
  ]),
  'a charge for a purchase': forged(
    { ...A, reason: 'conversion', ref: 'a9', delta: -1, purchaseId: 'a1' },
    ['a', 'entry 5 of -1 tokens, "conversion": expected tokens to be taken'],
    ['a', 'purchase a1: expected 500 tokens in all, found 499'],
  ),
  'a charge with tokens that are owed': forged(
    { ...A, reason: 'conversion', ref: 'a9', delta: -1, uncovered: 5 },
    ['a', 'entry 5 of -1 tokens, "conversion": expected tokens to be taken'],
  ),
  'free tokens before they are due': forged({ accountId: 'e', reason: 'signup', delta: 15 }, [
    'e',
    'entry 1 of 15 tokens, "signup": expected 15 tokens for an account that was to have them',
  ]),
  ...Object.fromEntries(
    Object.entries({
      'more free tokens than there are': { delta: 16 },
      'fewer free tokens than there are': { delta: 14 },
      'free tokens with tokens that are owed': { delta: 15, uncovered: 5 },
      'free tokens for a purchase': { delta: 15, purchaseId: 'd1' },
    }).map(([name, entry]): [string, Change] => [
      name,
      async (trx) => {
        await sql`update account set free_tokens = null where id = 'e'`.execute(trx)
        await post(trx, { accountId: 'e', reason: 'signup', ...entry })
        const what = `entry 1 of ${entry.delta} tokens, "signup": expected 15 tokens for an account that was to have them`
        const ofPurchase = ['d', 'purchase d1: expected 500 tokens in all, found 515'] as const
        return [['e', what], ...('purchaseId' in entry ? [ofPurchase] : [])]
      },
    ]),
  ),
  'free tokens for a second time': async (trx) => {
    await sql`drop index token_entry_signup`.execute(trx)
    await post(trx, { ...A, reason: 'signup', delta: 15 })
    return [['a', 'expected one entry for the registration, found 2']]
  },
  'several, in the order of their accounts and numbers': async (trx) => {
    for (const accountId of ['b', 'a', 'a']) await post(trx, { accountId, reason: 'admin', delta: -1 })
    const what = (seq: number) => `entry ${seq} of -1 tokens, "admin": expected tokens to be given`
    return [
      ['a', what(5)],
      ['a', what(6)],
      ['b', what(6)],
    ]
  },
}

const WRONG_PURCHASES: Record<string, Change> = {
  'a debt that is forgiven': changed(
    sql`update purchase set reversed_tokens = 200, uncovered_tokens = 0 where id = 'c1'`,
    ['c', 'purchase c1: expected 250 tokens reversed by what was refunded and disputed, found 200'],
  ),
  'a debt that is forgiven, with less money refunded': changed(
    sql`update purchase set refunded_cents = 50, reversed_tokens = 200, uncovered_tokens = 0 where id = 'c1'`,
    ['c', 'purchase c1: expected 50 tokens owed by its entries, found 0'],
  ),
  'more that is owed than was ever missing': changed(
    sql`update purchase set refunded_cents = 401, reversed_tokens = 401, uncovered_tokens = 401 where id = 'd1'`,
    ['d', 'purchase d1: expected 400 tokens owed by its entries, found 401'],
  ),
  'as much that is owed as was missing, after a reversal that was undone: nothing': changed(
    sql`update purchase set refunded_cents = 400, reversed_tokens = 400, uncovered_tokens = 400 where id = 'd1'`,
  ),
  'more money refunded than was paid: nothing': changed(
    sql`update purchase set refunded_cents = 600 where id = 'b1'`,
  ),
  'more money refunded and disputed than was paid: nothing': changed(
    sql`update purchase set refunded_cents = 300, disputed_cents = 300 where id = 'b1'`,
  ),
  'a debt that is forgiven, of which nothing was ever given back': changed(
    sql`update purchase set refunded_cents = 100, reversed_tokens = 100, uncovered_tokens = 0 where id = 'f1'`,
    ['f', 'purchase f1: expected 400 tokens owed by its entries, found 0'],
  ),
  'tokens reversed for no money': changed(
    sql`update purchase set refunded_cents = 0, disputed_cents = 0 where id = 'c1'`,
    ['c', 'purchase c1: expected 0 tokens reversed by what was refunded and disputed, found 250'],
  ),
  'tokens reversed of what was never paid': changed(
    sql`update purchase set refunded_cents = 250, reversed_tokens = 9 where id = 'e1'`,
    ['e', 'purchase e1: expected 0 tokens reversed by what was refunded and disputed, found 9'],
  ),
  'a payment without its tokens': changed(sql`update purchase set status = 'credited' where id = 'e1'`, [
    'e',
    'purchase e1: expected 500 tokens in all, found 0',
  ]),
  'the tokens of a payment that was refused': changed(
    sql`update purchase set status = 'refused' where id = 'a1'`,
    ['a', 'purchase a1: expected 0 tokens in all, found 500'],
  ),
  'a purchase that is put on a deleted account': changed(
    sql`update purchase set account_id = null where id = 'c1'`,
    ['c', `entry 1 of 500 tokens, "purchase": expected ${PURCHASE}, and its payment`],
    ['c', `entry 3 of -200 tokens, "refund": expected ${PURCHASE}`],
  ),
  'several, in the order of their accounts': async (trx) => {
    await addPurchase(trx, 'b', 'a0')
    await sql`update purchase set status = 'refused' where id = 'a1'`.execute(trx)
    return [
      ['a', 'purchase a1: expected 0 tokens in all, found 500'],
      ['b', 'purchase a0: expected 500 tokens in all, found 0'],
    ]
  },
}

const WRONG_CHARGES: Record<string, Change> = {
  'another cost of a conversion': changed(sql`update job set token_cost = 6 where id = 'a2'`, [
    'a',
    'conversion a2: expected a charge of 6, found 5',
  ]),
  'a conversion without a charge': async (trx) => {
    await addJob(trx, 'a', 'a9', 4)
    return [['a', 'conversion a9: expected a charge of 4, found none']]
  },
  'a charge without a conversion': async (trx) => {
    await post(trx, { ...A, reason: 'conversion', ref: 'a9', delta: -4 })
    return [['a', 'charge of a9: there was no such conversion']]
  },
  'a deleted conversion, of which the key is left: nothing': changed(sql`delete from job where id = 'a2'`),
  'a conversion without a key: nothing': changed(sql`delete from bulk_key where job_id = 'a2'`),
  'the key of a deleted conversion without a charge': async (trx) => {
    await addKey(trx, 'a', 'a9')
    return [['a', 'conversion a9, deleted or not: expected a charge, found none']]
  },
  'a conversion and its key on another account': async (trx) => {
    await sql`update job set account_id = 'a' where id = 'b2'`.execute(trx)
    await sql`update bulk_key set account_id = 'a' where job_id = 'b2'`.execute(trx)
    return [
      ['a', 'conversion b2: expected a charge of 480, found none'],
      ['b', 'charge of b2: there was no such conversion'],
      ['a', 'conversion b2, deleted or not: expected a charge, found none'],
    ]
  },
  'a grant in place of the charge': async (trx) => {
    await addJob(trx, 'a', 'a9', 4)
    await addKey(trx, 'a', 'a9')
    await post(trx, { ...A, reason: 'admin', ref: 'a9', delta: 4 })
    return [
      ['a', 'conversion a9: expected a charge of 4, found none'],
      ['a', 'conversion a9, deleted or not: expected a charge, found none'],
    ]
  },
  'several, in the order of their accounts': async (trx) => {
    for (const id of ['b9', 'a9', 'a8']) {
      await addJob(trx, id.slice(0, 1), id, 1)
      await addKey(trx, id.slice(0, 1), id)
    }
    for (const id of ['c9', 'c8', 'b8'])
      await post(trx, { accountId: 'a', reason: 'conversion', ref: id, delta: -1 })
    const isUncharged = (id: string) =>
      [id.slice(0, 1), `conversion ${id}: expected a charge of 1, found none`] as const
    const hasKey = (id: string) =>
      [id.slice(0, 1), `conversion ${id}, deleted or not: expected a charge, found none`] as const
    const isUnproven = (id: string) => ['a', `charge of ${id}: there was no such conversion`] as const
    return [
      ...['a8', 'a9', 'b9'].map(isUncharged),
      ...['b8', 'c8', 'c9'].map(isUnproven),
      ...['a8', 'a9', 'b9'].map(hasKey),
    ]
  },
}

const WRONG_BALANCES: Record<string, Change> = {
  'a balance': changed(sql`update account set balance = 521 where id = 'a'`, [
    'a',
    'expected a balance of 520 after 4 entries, found 521 after 4',
  ]),
  'a number of entries': changed(sql`update account set entries = 3 where id = 'a'`, [
    'a',
    'expected a balance of 520 after 4 entries, found 520 after 3',
  ]),
  'a balance without an entry': changed(sql`update account set balance = 5 where id = 'e'`, [
    'e',
    'expected a balance of 0 after 0 entries, found 5 after 0',
  ]),
  'a number of entries without one': changed(sql`update account set entries = 1 where id = 'e'`, [
    'e',
    'expected a balance of 0 after 0 entries, found 0 after 1',
  ]),
  'several balances, in the order of their accounts': changed(
    sql`update account set balance = 9 where id in ('e', 'd')`,
    ['d', 'expected a balance of 100 after 4 entries, found 9 after 4'],
    ['e', 'expected a balance of 0 after 0 entries, found 9 after 0'],
  ),
  'the balance after an entry': changed(
    sql`update token_entry set balance_after = 511 where account_id = 'a' and seq = 3`,
    ['a', 'expected entry 3 with a balance of 510, found entry 3 with 511'],
  ),
  'a gap in the numbers': changed(sql`update token_entry set seq = 5 where account_id = 'a' and seq = 4`, [
    'a',
    'expected entry 4 with a balance of 520, found entry 5 with 520',
  ]),
}

describe.each(DIALECTS)('the check of the ledger: %s', (dialect) => {
  let place: Place
  let db: Db
  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
    await inTransaction(db, fill)
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  /** Makes digests fit the entries as they are now: what follows is found by their content. */
  async function digestAgain(trx: Transaction): Promise<void> {
    for (const entry of await trx.selectFrom('token_entry').selectAll().execute())
      await trx
        .updateTable('token_entry')
        .set({ digest: digestOf(entry) })
        .where('reason', '=', entry.reason)
        .where('ref', '=', entry.ref)
        .execute()
  }

  /** All that is found after a change, which is undone. */
  const findAfter = (change: Change) =>
    inTransaction<{ expected: Found; found: Found }>(db, async (trx, rollBack) => {
      const expected = await change(trx)
      await digestAgain(trx)
      const { faults } = await auditLedger(trx)
      return rollBack({ expected, found: faults.map(({ accountId, what }) => [accountId, what]) })
    })

  it('AUTH-11 · finds nothing where all is right, and counts it', async () => {
    expect(await auditLedger(db)).toEqual({ accounts: 7, entries: 24, faults: [], late: 0 })
    expect(await sumByReason(db)).toEqual([
      { reason: 'admin', entries: 1, tokens: 10 },
      { reason: 'conversion', entries: 6, tokens: -2085 },
      { reason: 'debt', entries: 1, tokens: -480 },
      { reason: 'dispute', entries: 4, tokens: 0 },
      { reason: 'purchase', entries: 7, tokens: 3500 },
      { reason: 'refund', entries: 4, tokens: -320 },
      { reason: 'signup', entries: 1, tokens: 15 },
    ])
  })

  it.each([
    ['a forged entry', FORGED_ENTRIES],
    ['a purchase that does not fit its entries', WRONG_PURCHASES],
    ['a conversion that does not fit its charge', WRONG_CHARGES],
    ['an account that does not fit its entries', WRONG_BALANCES],
  ])('AUTH-11 PAY-06 · names %s, its account, and nothing else', async (_, changes) => {
    for (const [name, change] of Object.entries(changes)) {
      const { expected, found } = await findAfter(change)
      expect(found, name).toEqual(expected)
    }
  })

  it('AUTH-11 · takes a charge without digest for one of an earlier version, which had no keys', async () => {
    const found = await inTransaction<Found>(db, async (trx, rollBack) => {
      await post(trx, { ...A, reason: 'conversion', ref: 'a9', delta: -4 })
      await sql`update token_entry set digest = null where ref = 'a9'`.execute(trx)
      const { faults } = await auditLedger(trx)
      return rollBack(faults.map(({ accountId, what }) => [accountId, what]))
    })
    expect(found).toEqual([])
  })

  it('AUTH-11 · tells a thousand faults of a kind at most', async () => {
    const { found } = await findAfter(
      changed(sql`with recursive n (i) as (select 1000 union all select i + 1 from n where i < 2000)
        insert into account (id, email, address, password_hash, balance, entries, created_at)
        select 'm' || i, 'm' || i, 'm' || i, 'x', 1, 0, 1 from n`),
    )
    expect(found.map(([accountId]) => accountId)).toEqual(
      Array.from({ length: 1000 }, (_, n) => `m${1000 + n}`),
    )
  })
})

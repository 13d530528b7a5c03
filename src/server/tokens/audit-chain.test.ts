import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DIALECTS, withDatabase } from '#test/harness.ts'
import { makeTestPlace } from '#test/server/backups.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { findChainFaults } from './audit-chain.ts'
import { type Head, chainEntries, chainHead } from './chain.ts'
import { postEntry } from './ledger.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An entry a day and a millisecond older than another is more than clocks and delays explain. */
const OLDER_MS = DAY_MS + 1
const START = Date.UTC(2026, 0, 1)

const iso = (ms: number) => new Date(ms).toISOString()

/** Counts the rows of each query of a database that has the plugin. */
function countRows() {
  let most = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length)
      return result
    },
  }
  return { plugin, largest: () => most }
}

describe.each(DIALECTS)('the check of the chain: %s', (dialect) => {
  /** Posts and chains entries of two accounts at any time. */
  class Ledger {
    readonly db: Db
    #posted = 0

    constructor(db: Db) {
      this.db = db
    }

    addAccount = (id: string) =>
      sql`insert into account (id, email, address, password_hash, balance, entries, created_at)
        values (${id}, ${id}, ${id}, 'x', 0, 0, 1)`.execute(this.db)

    /** Posts an entry; `isLate`: as an earlier version or a hand does, without digest. */
    async post(at: number, { accountId = 'a', isLate = false } = {}): Promise<void> {
      const ref = `${this.#posted++}`
      const entry = { accountId, delta: 1, reason: 'admin', ref, at } as const
      await inTransaction(this.db, (trx) => postEntry(trx, entry))
      if (isLate) await sql`update token_entry set digest = null where ref = ${ref}`.execute(this.db)
    }

    chain = (now: number) => chainEntries(this.db, { dialect, now })

    /** Posts an entry and chains it at another time. */
    async chained(at: number, now: number): Promise<void> {
      await this.post(at)
      await this.chain(now)
    }

    faults = async (earlier?: Head) => (await findChainFaults(this.db, earlier)).faults

    head = async (): Promise<Head> => (await findChainFaults(this.db)).head ?? expect.fail('no head')
  }

  const withLedger = async (work: (ledger: Ledger) => Promise<void>) =>
    withDatabase(await makeTestPlace(dialect), async (db) => {
      const ledger = new Ledger(db)
      for (const id of ['a', 'b']) await ledger.addAccount(id)
      await work(ledger)
    })

  const missingUntil = (seq: number, at: number, now: number) => ({
    accountId: 'a',
    what: `entry ${seq} is of ${iso(at)}, and was not there until ${iso(now)}`,
  })

  it('AUTH-11 · finds nothing in an empty ledger, which has no head', () =>
    withLedger(async ({ db }) => {
      expect(await findChainFaults(db)).toEqual({ faults: [], late: 0 })
      const what = 'expected at least 1 entries by the head, found 0'
      expect(await findChainFaults(db, { position: 1, hash: 'x' })).toEqual({
        faults: [{ accountId: 'chain', what }],
        late: 0,
      })
    }))

  it('AUTH-11 · of an entry that is older than the chain was when it came, an hour later or more', () =>
    withLedger(async (ledger) => {
      await ledger.chained(START, START)
      // Within an hour it may have waited.
      await ledger.chained(START - OLDER_MS, START + HOUR_MS - 1)
      await ledger.chained(START - DAY_MS, START + HOUR_MS)
      expect(await ledger.faults()).toEqual([])
      const before = await ledger.head()
      await ledger.chained(START - OLDER_MS, START + HOUR_MS)
      const found = [missingUntil(4, START - OLDER_MS, START + HOUR_MS)]
      expect(await ledger.faults()).toEqual(found)
      expect(await ledger.faults(before), 'it came after that head').toEqual(found)
      expect(await ledger.faults(await ledger.head()), 'it was there').toEqual([])
      // Since then others were chained by that later time.
      await ledger.chained(START + HOUR_MS - OLDER_MS, START + 2 * HOUR_MS)
      found.push(missingUntil(5, START + HOUR_MS - OLDER_MS, START + 2 * HOUR_MS))
      expect(await ledger.faults()).toEqual(found)
    }))

  it('AUTH-11 · judges by the clock that was set back, from then on', () =>
    withLedger(async (ledger) => {
      await ledger.chained(START, START)
      await ledger.chained(START + HOUR_MS, START + HOUR_MS)
      await ledger.chained(START - OLDER_MS, START + HOUR_MS - 1)
      expect(await ledger.faults(), 'less than an hour after the first').toEqual([])
      const back = START - 10 * HOUR_MS
      await ledger.chained(back, back)
      await ledger.chained(back - OLDER_MS, back + HOUR_MS)
      expect(await ledger.faults()).toEqual([missingUntil(5, back - OLDER_MS, back + HOUR_MS)])
    }))

  it('AUTH-11 · of an entry that is more than a day ahead of its link', () =>
    withLedger(async (ledger) => {
      await ledger.chained(START + OLDER_MS, START)
      expect((await ledger.head()).position).toBe(1)
      const found = [missingUntil(1, START + OLDER_MS, START)]
      expect(await ledger.faults()).toEqual(found)
      await ledger.chained(START + DAY_MS, START)
      expect(await ledger.faults()).toEqual(found)
    }))

  it('AUTH-11 · counts entries without digest, which an earlier version may post for a day', () =>
    withLedger(async (ledger) => {
      // Nothing is known of when such an entry was posted.
      await ledger.post(START - 9 * DAY_MS, { isLate: true })
      await ledger.chain(START)
      await ledger.chained(START, START + HOUR_MS)
      await ledger.post(START, { isLate: true })
      await ledger.chain(START + DAY_MS)
      expect(await findChainFaults(ledger.db)).toMatchObject({ faults: [], late: 2 })
      const before = await ledger.head()
      await ledger.post(START, { isLate: true })
      await ledger.chain(START + OLDER_MS)
      const what = `entry 4, found on ${iso(START + OLDER_MS)}, was posted by an earlier version or by hand: it has no digest`
      expect(await ledger.faults()).toEqual([{ accountId: 'a', what }])
      expect(await ledger.faults(before)).toEqual([{ accountId: 'a', what }])
      expect(await ledger.faults(await ledger.head())).toEqual([])
    }))

  it('AUTH-11 · of any entry without digest, where the first link had one', () =>
    withLedger(async (ledger) => {
      await ledger.chained(START, START)
      await ledger.post(START, { isLate: true })
      await ledger.chain(START)
      const what = `entry 2, found on ${iso(START)}, was posted by an earlier version or by hand: it has no digest`
      expect(await ledger.faults()).toEqual([{ accountId: 'a', what }])
    }))

  it('AUTH-11 · of an entry whose account, content or digest was altered', () =>
    withLedger(async (ledger) => {
      for (let n = 0; n < 2; n++) await ledger.post(START)
      await ledger.post(START, { accountId: 'b' })
      await ledger.chain(START)
      const altered = (accountId: string, seq: number) => ({
        accountId,
        what: `entry ${seq} was altered after it was posted`,
      })
      const { db } = ledger
      await sql`update token_entry set delta = 2 where account_id = 'a' and seq = 1`.execute(db)
      expect(await ledger.faults()).toEqual([altered('a', 1)])
      await sql`update token_entry set delta = 1, digest = 'x' where account_id = 'a' and seq = 1`.execute(db)
      expect(await ledger.faults()).toEqual([altered('a', 1)])
      // An earlier version left no digest: then the link alone tells.
      await sql`update token_entry set delta = 2, digest = null where account_id = 'a' and seq = 1`.execute(
        db,
      )
      const noDigest = `entry 1, found on ${iso(START)}, was posted by an earlier version or by hand: it has no digest`
      expect(await ledger.faults()).toEqual([altered('a', 1), { accountId: 'a', what: noDigest }])
      await sql`update token_entry set delta = 1 where account_id = 'a' and seq = 1`.execute(db)
      await sql`update ledger_link set late = 1 where position = 1`.execute(db)
      expect(await ledger.faults()).toEqual([
        { accountId: 'chain', what: 'link 1 does not fit the one before' },
      ])
    }))

  it('AUTH-11 · of links that are missing, altered, or not those of then, each named once', () =>
    withLedger(async (ledger) => {
      for (let n = 0; n < 4; n++) await ledger.chained(START, START)
      const { db } = ledger
      const head = await ledger.head()
      expect(head.position).toBe(4)
      const ofChain = (what: string) => ({ accountId: 'chain', what })
      const other = ofChain('the entries up to the head 4 are not the same as then')
      expect(await ledger.faults({ ...head, hash: 'x' })).toEqual([other])
      expect(await ledger.faults({ ...head, position: 5 })).toEqual([
        ofChain('expected at least 5 entries by the head, found 4'),
      ])
      await sql`update ledger_link set hash = 'x' where position = 4`.execute(db)
      expect(await ledger.faults(head)).toEqual([ofChain('link 4 does not fit the one before'), other])
      await sql`update ledger_link set hash = ${head.hash} where position = 4`.execute(db)
      await sql`delete from ledger_link where position = 2`.execute(db)
      expect(await ledger.faults(head)).toEqual([ofChain('link 2 is missing')])
      await sql`delete from ledger_link where position = 4`.execute(db)
      expect(await ledger.faults()).toEqual([
        ofChain('link 2 is missing'),
        { accountId: 'a', what: 'entry 4 has the position 4, which is not in the chain' },
      ])
    }))

  it('AUTH-11 · of entries that wait for their link, only those that were altered', () =>
    withLedger(async (ledger) => {
      const { db } = ledger
      await ledger.post(START)
      await ledger.post(START, { isLate: true })
      expect(await ledger.faults()).toEqual([])
      await sql`update token_entry set delta = 2`.execute(db)
      const what = 'entry 1 was altered after it was posted'
      expect(await ledger.faults()).toEqual([{ accountId: 'a', what }])
      await sql`update token_entry set position = 1 where seq = 2`.execute(db)
      const outside = 'entry 2 has the position 1, which is not in the chain'
      expect(await ledger.faults()).toEqual([
        { accountId: 'a', what },
        { accountId: 'a', what: outside },
      ])
    }))

  it('AUTH-11 · of the last of a removed entry of any account that exists, however many there are', () =>
    withLedger(async (ledger) => {
      const { db } = ledger
      for (const accountId of ['a', 'b', 'zz']) {
        if (accountId === 'zz') await ledger.addAccount(accountId)
        await ledger.post(START, { accountId })
        await ledger.chain(START)
      }
      // Two pages of accounts, the last one stored first.
      await sql`with recursive n (i) as (select 3999 union all select i - 1 from n where i > 1000)
        insert into account (id, email, address, password_hash, balance, entries, created_at)
        select 'm' || i, 'm' || i, 'm' || i, 'x', 0, 0, 1 from n`.execute(db)
      expect(await ledger.faults()).toEqual([])
      await sql`delete from token_entry where account_id = 'zz'`.execute(db)
      expect(await ledger.faults()).toEqual([
        { accountId: 'zz', what: 'the entry that was chained at 3 was removed' },
      ])
      await sql`delete from token_entry`.execute(db)
      await sql`delete from account where id = 'b'`.execute(db)
      expect(await ledger.faults()).toEqual([
        { accountId: 'a', what: 'the entry that was chained at 1 was removed' },
        { accountId: 'zz', what: 'the entry that was chained at 3 was removed' },
      ])
    }))

  it('AUTH-11 · follows the order in which the entries of an account were posted', () =>
    withLedger(async (ledger) => {
      const { db } = ledger
      for (let n = 0; n < 3; n++) await ledger.post(START)
      // PostgreSQL stores a changed row behind the others.
      await sql`update token_entry set at = at where seq = 1`.execute(db)
      await ledger.chain(START)
      const rows = await db.selectFrom('token_entry').select('seq').orderBy('position').execute()
      expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3])
    }))

  it('AUTH-11 · chains and reads many entries page by page, in order, and tells a thousand faults at most', () =>
    withLedger(async (ledger) => {
      const { db } = ledger
      await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 6000)
        insert into token_entry (reason, ref, account_id, seq, delta, balance_after, at)
        select 'admin', 'n' || i, 'a', i, 1, i, 1 from n`.execute(db)
      const { plugin, largest } = countRows()
      await chainEntries(db.withPlugin(plugin), { dialect, now: START })
      // PostgreSQL stores a changed row behind the others.
      await sql`update ledger_link set at = at where position < 4000`.execute(db)
      const audit = await findChainFaults(db.withPlugin(plugin))
      expect(audit).toMatchObject({ faults: [], late: 6000, head: { position: 6000 } })
      expect(largest(), 'rows of the largest query').toBe(2000)
      const alter = (from: number) => sql`update token_entry set delta = 2 where seq >= ${from}`.execute(db)
      await alter(6000)
      const fault = (seq: number) => ({
        accountId: 'a',
        what: `entry ${seq} was altered after it was posted`,
      })
      expect(await ledger.faults()).toEqual([fault(6000)])
      await alter(4901)
      expect(await ledger.faults()).toEqual(Array.from({ length: 1000 }, (_, n) => fault(4901 + n)))
    }))

  it('AUTH-11 · reads one row to find the head', () =>
    withLedger(async (ledger) => {
      for (let n = 0; n < 3; n++) await ledger.chained(START, START)
      const { plugin, largest } = countRows()
      expect(await chainHead(ledger.db.withPlugin(plugin))).toMatchObject({ position: 3 })
      expect(largest()).toBe(1)
    }))

  it('AUTH-11 · reads the accounts of removed entries page by page', () =>
    withLedger(async (ledger) => {
      const { db } = ledger
      await ledger.chained(START, START)
      await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
        insert into account (id, email, address, password_hash, balance, entries, created_at)
        select 'n' || i, 'n' || i, 'n' || i, 'x', 0, 0, 1 from n`.execute(db)
      await sql`delete from token_entry`.execute(db)
      const { plugin, largest } = countRows()
      const { faults } = await findChainFaults(db.withPlugin(plugin))
      expect(faults).toEqual([{ accountId: 'a', what: 'the entry that was chained at 1 was removed' }])
      expect(largest()).toBe(2000)
    }))
})

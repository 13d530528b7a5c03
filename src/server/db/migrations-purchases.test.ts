import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { DIALECTS, type Place, type TestDialect, makePlace, withDatabase } from '#test/harness.ts'
import { postEntry } from '../tokens/ledger.ts'
import { auditLedger } from '../tokens/audit.ts'
import { migrationsFor } from './migrations.ts'
import { postgresDialect } from './postgres.ts'
import type { Db } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

const SINCE = 1_790_000_000_000
const ENTRIES = [
  {
    reason: 'signup',
    ref: 'a1',
    account_id: 'a',
    seq: 1,
    delta: 15,
    balance_after: 15,
    note: null,
    at: SINCE,
  },
  {
    reason: 'admin',
    ref: 'a2',
    account_id: 'a',
    seq: 2,
    delta: 500,
    balance_after: 515,
    note: 'Подарък',
    at: SINCE,
  },
  {
    reason: 'conversion',
    ref: 'a3',
    account_id: 'a',
    seq: 3,
    delta: -5,
    balance_after: 510,
    note: null,
    at: SINCE + 7,
  },
  {
    reason: 'signup',
    ref: 'b1',
    account_id: 'b',
    seq: 1,
    delta: 15,
    balance_after: 15,
    note: null,
    at: SINCE + 1,
  },
]

it.each(DIALECTS)(
  'PAY-07 · a database from before purchases keeps its ledger, and goes on with it: %s',
  async (dialect) => {
    const place = await makePlace(dialect)
    await withSecondRelease(place, dialect, async (db) => {
      for (const [id, balance, entries] of [
        ['a', 510, 3],
        ['b', 15, 1],
      ] as const)
        await sql`insert into account (id, email, address, password_hash, balance, entries, created_at)
        values (${id}, ${`${id}@example.bg`}, ${`${id}@example.bg`}, 'x', ${balance}, ${entries}, ${SINCE})`.execute(
          db,
        )
      for (const entry of ENTRIES) {
        const { reason, ref, account_id, seq, delta, balance_after, note, at } = entry
        await sql`insert into token_entry (reason, ref, account_id, seq, delta, balance_after, note, at)
        values (${reason}, ${ref}, ${account_id}, ${seq}, ${delta}, ${balance_after}, ${note}, ${at})`.execute(
          db,
        )
      }
      await sql`insert into job (id, account_id, total_rows, valid_rows, invalid_rows, empty_rows, token_cost, created_at)
      values ('a3', 'a', 5, 5, 0, 0, 5, ${SINCE})`.execute(db)
      await sql`insert into outbox (id, kind, lang, email, created_at, attempts, due_at)
      values ('o', 'taken', 'bg', 'a@example.bg', ${SINCE}, 0, ${SINCE})`.execute(db)
    })

    await withDatabase(place, async (db) => {
      const kept = await db
        .selectFrom('token_entry')
        .selectAll()
        .orderBy('account_id')
        .orderBy('seq')
        .execute()
      expect(kept).toEqual(ENTRIES.map((entry) => ({ ...entry, uncovered: 0, purchase_id: null })))
      expect((await auditLedger(db)).faults).toEqual([])
      expect(await db.selectFrom('outbox').select(['id', 'purchase_id']).execute()).toEqual([
        { id: 'o', purchase_id: null },
      ])

      const refund = {
        accountId: 'a',
        reason: 'refund',
        delta: 0,
        uncovered: 3,
        ref: 'r',
        at: SINCE,
      } as const
      expect(await db.transaction().execute((trx) => postEntry(trx, refund)), 'nothing left to take').toBe(
        510,
      )
      const twice = { ...refund, reason: 'signup', ref: 'a1', delta: 15 } as const
      await expect(db.transaction().execute((trx) => postEntry(trx, twice))).rejects.toThrow(/unique/i)
      const nothing = { ...twice, ref: 'a9', delta: 0 }
      await expect(db.transaction().execute((trx) => postEntry(trx, nothing))).rejects.toThrow(/check|says/i)
      await db.deleteFrom('account').where('id', '=', 'a').execute()
      expect((await db.selectFrom('token_entry').select('ref').execute()).map(({ ref }) => ref)).toEqual([
        'b1',
      ])
      expect((await auditLedger(db)).faults).toEqual([])
    })
    await place.remove()
  },
)

async function withSecondRelease(place: Place, dialect: TestDialect, work: (db: Db) => Promise<void>) {
  const { DATA_DIR, DATABASE_URL } = place.settings
  const db: Db = new Kysely({
    dialect: DATABASE_URL === undefined ? sqliteDialect(DATA_DIR) : postgresDialect(DATABASE_URL, 15_000),
  })
  const getMigrations = () => Promise.resolve(migrationsFor(dialect))
  const migrations = Object.keys(migrationsFor(dialect)).toSorted()
  const before = migrations.findLast((name) => name < '0003') ?? expect.fail()
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo(before)
  expect(error).toBeUndefined()
  await work(db)
  await db.destroy()
}

import { randomUUID } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  DIALECTS,
  type Place,
  type TestDialect,
  makePlace,
  startServer,
  withDatabase,
} from '#test/harness.ts'
import { Client } from '#test/server/client.ts'
import { expectConsistentLedger } from '#test/server/ledger-check.ts'
import { makePasswordHasher } from '../auth/password-hash.ts'
import { sha256, makeSecret } from '../auth/secrets.ts'
import { listJobs } from '../conversions/jobs.ts'
import { auditLedger } from '../tokens/audit.ts'
import { postEntry } from '../tokens/ledger.ts'
import { makeMigrator } from './database.ts'
import { postgresDialect } from './postgres.ts'
import type { Db } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

const SINCE = 1_790_000_000_000

/** `ms`: time of the request, which is not the order of posting. */
type OldEntry = { reason: string; ref: string; delta: number; ms: number }

/** Entries in the order of posting, by account. */
const OLD_LEDGERS: Record<string, OldEntry[]> = {
  'in order': [
    { reason: 'signup', ref: 'a1', delta: 15, ms: 0 },
    { reason: 'conversion', ref: 'a2', delta: -5, ms: 10 },
    { reason: 'admin', ref: 'a3', delta: 500, ms: 20 },
  ],
  'all within one millisecond': [
    { reason: 'signup', ref: 'b1', delta: 15, ms: 0 },
    { reason: 'conversion', ref: 'b9', delta: -5, ms: 0 },
    { reason: 'conversion', ref: 'b3', delta: -2, ms: 0 },
    { reason: 'admin', ref: 'b2', delta: 7, ms: 0 },
  ],
  'later requests posted first': [
    { reason: 'signup', ref: 'c1', delta: 15, ms: 0 },
    { reason: 'admin', ref: 'c2', delta: 85, ms: 12 },
    { reason: 'conversion', ref: 'c3', delta: -90, ms: 11 },
    { reason: 'conversion', ref: 'c4', delta: -3, ms: 15 },
    { reason: 'conversion', ref: 'c5', delta: -2, ms: 14 },
  ],
  'the same balance twice': [
    { reason: 'signup', ref: 'd1', delta: 15, ms: 0 },
    { reason: 'conversion', ref: 'd2', delta: -5, ms: 1 },
    { reason: 'admin', ref: 'd3', delta: 5, ms: 2 },
    { reason: 'conversion', ref: 'd4', delta: -5, ms: 3 },
  ],
  nothing: [],
}

describe('migrating a database of the first release', () => {
  it.each(DIALECTS)('AUTH-11 · keeps accounts and numbers their ledger entries: %s', async (dialect) => {
    const place = await makePlace(dialect)
    const requester = { ip: '127.0.0.1', account: '', isKnown: false }
    const passwordHash = (await makePasswordHasher().hash('a long enough secret', requester)) ?? ''
    const session = makeSecret()
    await withMigrationsUpTo('0001-foundations', place, dialect, async (db) => {
      for (const [owner, ledger] of Object.entries(OLD_LEDGERS))
        await addOldAccount(db, owner, ledger, passwordHash)
      await sql`insert into session (token_hash, account_id, created_at, last_used_at)
        values (${sha256(session)}, 'in order', ${Date.now()}, ${Date.now()})`.execute(db)
    })

    const server = await startServer(place.settings)
    const accounts = await server.db.selectFrom('account').selectAll().execute()
    for (const { id, email, address, verified_at, entries } of accounts) {
      expect([address, verified_at]).toEqual([email, null])
      const ledger = OLD_LEDGERS[id] ?? []
      expect(entries).toBe(ledger.length)
      const history = await server.db
        .selectFrom('token_entry')
        .select(['seq', 'ref'])
        .where('account_id', '=', id)
        .orderBy('seq')
        .execute()
      expect(history.map(({ seq }) => seq)).toEqual(ledger.map((_, n) => n + 1))
      expect(history.map(({ ref }) => ref)).toEqual(ledger.map(({ ref }) => ref))
    }
    expect((await auditLedger(server.db)).faults).toEqual([])

    const client = new Client(server.origin)
    client.cookie = `levro=${session}`
    const rows = [{ name: 'x', price: '1', currency: 'BGN' }]
    expect((await client.bulk(rows)).reply.newBalance, 'the session is still valid').toBe(509)
    const email = accounts.find(({ id }) => id === 'nothing')?.email
    expect((await server.client().login(email?.toUpperCase())).reply.tokens).toBe(0)
    await expectConsistentLedger(server.db)
    expect((await auditLedger(server.db)).faults.map(({ accountId }) => accountId)).toEqual([])
    await server.stop()
    await place.remove()
  })
})

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

describe('migrating a database of the second release', () => {
  it.each(DIALECTS)('PAY-07 · keeps the ledger, and posts new entries to it: %s', async (dialect) => {
    const place = await makePlace(dialect)
    await withMigrationsUpTo('0002-trusted-accounts', place, dialect, async (db) => {
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
      const entries = await db
        .selectFrom('token_entry')
        .selectAll()
        .orderBy('account_id')
        .orderBy('seq')
        .execute()
      const added = { uncovered: 0, purchase_id: null, digest: null, position: null }
      expect(entries).toEqual(ENTRIES.map((entry) => ({ ...entry, ...added })))
      expect((await auditLedger(db)).faults).toEqual([])
      expect(await db.selectFrom('outbox').select(['id', 'purchase_id']).execute()).toEqual([
        { id: 'o', purchase_id: null },
      ])

      expect((await listJobs(db, 'a')).map(({ id, totals }) => [id, totals])).toEqual([['a3', null]])

      const refund = {
        accountId: 'a',
        reason: 'refund',
        delta: 0,
        uncovered: 3,
        ref: 'r',
        at: SINCE,
      } as const
      expect(await db.transaction().execute((trx) => postEntry(trx, refund)), 'an empty balance').toBe(510)
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
  })
})

/** Migrates an empty database up to `migration` and runs `work` on it. */
async function withMigrationsUpTo(
  migration: string,
  place: Place,
  dialect: TestDialect,
  work: (db: Db) => Promise<void>,
) {
  const { DATA_DIR, DATABASE_URL } = place.settings
  const db: Db = new Kysely({
    dialect: DATABASE_URL === undefined ? sqliteDialect(DATA_DIR) : postgresDialect(DATABASE_URL, 15_000),
  })
  const { error } = await makeMigrator(db, dialect).migrateTo(migration)
  expect(error).toBeUndefined()
  await work(db)
  await db.destroy()
}

async function addOldAccount(db: Db, id: string, ledger: OldEntry[], passwordHash: string): Promise<void> {
  const balance = ledger.reduce((sum, { delta }) => sum + delta, 0)
  await sql`insert into account (id, email, password_hash, balance, created_at)
    values (${id}, ${`${randomUUID()}@example.bg`}, ${passwordHash}, ${balance}, ${SINCE})`.execute(db)
  let after = 0
  for (const { reason, ref, delta, ms } of ledger) {
    after += delta
    await sql`insert into token_entry (reason, ref, account_id, delta, balance_after, at)
      values (${reason}, ${ref}, ${id}, ${delta}, ${after}, ${SINCE + ms})`.execute(db)
    if (reason !== 'conversion') continue
    await sql`insert into job (id, account_id, total_rows, valid_rows, invalid_rows, empty_rows, token_cost, created_at)
      values (${ref}, ${id}, ${-delta}, ${-delta}, 0, 0, ${-delta}, ${SINCE + ms})`.execute(db)
  }
}

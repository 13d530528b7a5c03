import { randomUUID } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, it } from 'vitest'
import { DIALECTS, type Place, type TestDialect, makePlace, startServer } from '#test/harness.ts'
import { Client } from '#test/server/client.ts'
import { expectSoundLedger } from '#test/server/ledger-check.ts'
import { makePasswordHasher } from '../auth/password-hash.ts'
import { sha256, makeSecret } from '../auth/secrets.ts'
import { auditLedger } from '../tokens/audit.ts'
import { migrationsFor } from './migrations.ts'
import { postgresDialect } from './postgres.ts'
import type { Db } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

const SINCE = 1_790_000_000_000

/** As it was booked, with the milliseconds that its call had counted from its own start. */
type Booked = { reason: string; ref: string; delta: number; ms: number }

const OLD_BOOKS: Record<string, Booked[]> = {
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
  'later calls booked first': [
    { reason: 'signup', ref: 'c1', delta: 15, ms: 0 },
    { reason: 'admin', ref: 'c2', delta: 85, ms: 12 },
    { reason: 'conversion', ref: 'c3', delta: -90, ms: 11 },
    { reason: 'conversion', ref: 'c4', delta: -3, ms: 15 },
    { reason: 'conversion', ref: 'c5', delta: -2, ms: 14 },
  ],
  'back at the same balance': [
    { reason: 'signup', ref: 'd1', delta: 15, ms: 0 },
    { reason: 'conversion', ref: 'd2', delta: -5, ms: 1 },
    { reason: 'admin', ref: 'd3', delta: 5, ms: 2 },
    { reason: 'conversion', ref: 'd4', delta: -5, ms: 3 },
  ],
  nothing: [],
}

describe('a database of the first release', () => {
  it.each(DIALECTS)('AUTH-11 · keeps its accounts, and gets a history of tokens: %s', async (dialect) => {
    const place = await makePlace(dialect)
    const passwordHash = (await makePasswordHasher().hash('a long enough secret')) ?? ''
    const session = makeSecret()
    await withFirstRelease(place, dialect, async (db) => {
      for (const [owner, books] of Object.entries(OLD_BOOKS)) await addOld(db, owner, books, passwordHash)
      await sql`insert into session (token_hash, account_id, created_at, last_used_at)
        values (${sha256(session)}, 'in order', ${Date.now()}, ${Date.now()})`.execute(db)
    })

    const server = await startServer(place.settings)
    const accounts = await server.db.selectFrom('account').selectAll().execute()
    for (const { id, email, address, verified_at, entries } of accounts) {
      expect([address, verified_at]).toEqual([email, null])
      const books = OLD_BOOKS[id] ?? []
      expect(entries).toBe(books.length)
      const history = await server.db
        .selectFrom('token_entry')
        .select(['seq', 'ref'])
        .where('account_id', '=', id)
        .orderBy('seq')
        .execute()
      expect(history.map(({ seq }) => seq)).toEqual(books.map((_, n) => n + 1))
      expect(history.map(({ ref }) => ref)).toEqual(books.map(({ ref }) => ref))
    }
    expect((await auditLedger(server.db)).faults).toEqual([])

    const client = new Client(server.origin)
    client.cookie = `levro=${session}`
    const rows = [{ name: 'x', price: '1', currency: 'BGN' }]
    expect((await client.bulk(rows)).reply.newBalance, 'the session goes on').toBe(509)
    const email = accounts.find(({ id }) => id === 'nothing')?.email
    expect((await server.client().login(email?.toUpperCase())).reply.tokens).toBe(0)
    await expectSoundLedger(server.db)
    expect((await auditLedger(server.db)).faults.map(({ accountId }) => accountId)).toEqual([])
    await server.stop()
    await place.remove()
  })
})

async function withFirstRelease(place: Place, dialect: TestDialect, work: (db: Db) => Promise<void>) {
  const { DATA_DIR, DATABASE_URL } = place.settings
  const db: Db = new Kysely({
    dialect: DATABASE_URL === undefined ? sqliteDialect(DATA_DIR) : postgresDialect(DATABASE_URL, 15_000),
  })
  const getMigrations = () => Promise.resolve(migrationsFor(dialect))
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo('0001-foundations')
  expect(error).toBeUndefined()
  await work(db)
  await db.destroy()
}

async function addOld(db: Db, id: string, books: Booked[], passwordHash: string): Promise<void> {
  const balance = books.reduce((sum, { delta }) => sum + delta, 0)
  await sql`insert into account (id, email, password_hash, balance, created_at)
    values (${id}, ${`${randomUUID()}@example.bg`}, ${passwordHash}, ${balance}, ${SINCE})`.execute(db)
  let after = 0
  for (const { reason, ref, delta, ms } of books) {
    after += delta
    await sql`insert into token_entry (reason, ref, account_id, delta, balance_after, at)
      values (${reason}, ${ref}, ${id}, ${delta}, ${after}, ${SINCE + ms})`.execute(db)
    if (reason !== 'conversion') continue
    await sql`insert into job (id, account_id, total_rows, valid_rows, invalid_rows, empty_rows, token_cost, created_at)
      values (${ref}, ${id}, ${-delta}, ${-delta}, 0, 0, ${-delta}, ${SINCE + ms})`.execute(db)
  }
}

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { BACKED_UP_TABLES, TABLES } from '#server/backup/tables.ts'
import { makeMigrator } from '#server/db/database.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { DIALECTS, type Place, type TestDialect, withDatabase } from '../harness.ts'
import {
  backupOf,
  countRows,
  backedUpRows,
  makeTestPlace,
  restoreInto,
  withUnmigratedDatabase,
} from './backups.ts'
import { fill, fillJobs } from './filled-database.ts'

const NOW = 1_800_000_000_000

const DIRECTIONS = DIALECTS.flatMap((from) => DIALECTS.map((to) => [from, to] as const))

async function filledPlace(dialect: TestDialect): Promise<Place> {
  const place = await makeTestPlace(dialect)
  await withDatabase(place, async (db) => {
    await fill(db)
    await fillJobs(db)
  })
  return place
}

describe('a restored backup', () => {
  it('API-04 · every table is listed as backed up or left out', async () => {
    const place = await filledPlace('sqlite')
    await withDatabase(place, async (db) => {
      const names = (await db.introspection.getTables()).map(({ name }) => name)
      expect(names.toSorted()).toEqual(TABLES.toSorted())
      for (const table of TABLES)
        expect(await db.selectFrom(table).selectAll().limit(1).execute(), table).toHaveLength(1)
    })
  })

  it.each(DIRECTIONS)(
    'API-04 · equals what was backed up, row by row and byte by byte: %s to %s',
    async (from, to) => {
      const [source, target] = [await filledPlace(from), await makeTestPlace(to)]
      const restored = await restoreInto(target, await backupOf(source), NOW)

      const before = await withDatabase(source, async (db) => {
        await db.deleteFrom('outbox').where('kind', '=', 'reset').execute()
        await sql`update purchase set look_at = ${NOW} where id = 'sold'`.execute(db)
        await sql`update purchase set look_at = created_at where id = 'awaited'`.execute(db)
        return backedUpRows(db)
      })
      await withDatabase(target, async (db) => {
        expect(await backedUpRows(db)).toEqual(before)
        expect((await auditLedger(db)).faults).toEqual([])
        for (const table of ['session', 'known_device', 'email_link', 'throttle'] as const)
          expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
      })
      expect([restored.tables, restored.rows]).toEqual([
        BACKED_UP_TABLES.length,
        Object.values(before).flat().length,
      ])
    },
  )

  it('API-04 · can be backed up and restored again without change', async () => {
    const [first, second, third] = [
      await filledPlace('sqlite'),
      await makeTestPlace('postgres'),
      await makeTestPlace('sqlite'),
    ]
    await restoreInto(second, await backupOf(first), NOW)
    await restoreInto(third, await backupOf(second), NOW)
    const [a, b] = [await withDatabase(second, backedUpRows), await withDatabase(third, backedUpRows)]
    expect(b).toEqual(a)
  })

  it.each(DIRECTIONS)('API-04 · of an older version is migrated: %s to %s', async (from, to) => {
    const [source, target] = [await makeTestPlace(from), await makeTestPlace(to)]
    await withUnmigratedDatabase(source, async (db) => {
      expect((await makeMigrator(db, from).migrateTo('0002-trusted-accounts')).error).toBeUndefined()
      await sql`insert into account (id, email, address, password_hash, balance, entries, created_at)
        values ('a', 'a@example.bg', 'a@example.bg', 'x', 15, 1, 7)`.execute(db)
      await sql`insert into token_entry (reason, ref, account_id, seq, delta, balance_after, at)
        values ('signup', 'a', 'a', 1, 15, 15, 7)`.execute(db)
    })
    const content = await backupOf(source)
    expect(
      (await withUnmigratedDatabase(source, (db) => db.introspection.getTables())).map((t) => t.name),
    ).not.toContain('purchase')
    // A server was started on it once: its tables are current and empty, and it has a key, which the backup has not.
    await withDatabase(target, (db) =>
      db.insertInto('key_fingerprint').values({ id: 1, fingerprint: 'of no backup' }).execute(),
    )
    await restoreInto(target, content)
    await withDatabase(target, async (db) => {
      expect(await db.selectFrom('token_entry').selectAll().execute()).toEqual([
        expect.objectContaining({ account_id: 'a', delta: 15, uncovered: 0, purchase_id: null }),
      ])
      expect(await auditLedger(db)).toEqual({ accounts: 1, entries: 1, faults: [], late: 0 })
      expect(await db.selectFrom('purchase').selectAll().execute()).toEqual([])
    })
  })

  it.each(DIALECTS)(
    'API-04 · overwrites nothing: a database with any row is rejected: %s',
    async (dialect) => {
      const content = await backupOf(await filledPlace('sqlite'))
      const target = await makeTestPlace(dialect)
      await withDatabase(target, (db) =>
        db
          .insertInto('outbox')
          .values({ ...EMAIL_ROW })
          .execute(),
      )
      await expect(restoreInto(target, content)).rejects.toThrow(/^The database is not empty\./)
      expect(await withDatabase(target, (db) => db.selectFrom('outbox').selectAll().execute())).toEqual([
        EMAIL_ROW,
      ])
      expect(await countRows(target)).toBe(1)
    },
  )

  /** A database on which a server has run with a key, and refused something, but has no accounts. */
  async function usedPlace(dialect: TestDialect, fingerprint: string): Promise<Place> {
    const place = await makeTestPlace(dialect)
    await withDatabase(place, async (db) => {
      await db.insertInto('key_fingerprint').values({ id: 1, fingerprint }).execute()
      await sql`insert into security_event (hour, event, outcome, code, account, network, times, first_at, last_at)
        values (0, 'login', 'refusal', 'its own', '', '', 1, 0, 0)`.execute(db)
    })
    return place
  }

  it.each(DIALECTS)(
    'API-04 · takes the place of what a server has logged before it had accounts, if its key is the same: %s',
    async (dialect) => {
      const source = await filledPlace('sqlite')
      const content = await backupOf(source)
      const before = await withDatabase(source, backedUpRows)
      const { fingerprint } = await withDatabase(source, (db) =>
        db.selectFrom('key_fingerprint').selectAll().executeTakeFirstOrThrow(),
      )
      const target = await usedPlace(dialect, fingerprint)
      await restoreInto(target, content)
      const { key_fingerprint, security_event } = await withDatabase(target, backedUpRows)
      expect([key_fingerprint, security_event]).toEqual([before['key_fingerprint'], before['security_event']])

      const other = await usedPlace(dialect, 'of another key')
      const rows = await countRows(other)
      await expect(restoreInto(other, content)).rejects.toThrow(
        /^A server has used this database with another/,
      )
      expect(await countRows(other)).toBe(rows)
    },
  )

  it('API-04 · of text that PostgreSQL cannot store is rejected there, and restored to SQLite', async () => {
    const source = await makeTestPlace('sqlite')
    await withDatabase(source, (db) =>
      db
        .insertInto('outbox')
        .values({ ...EMAIL_ROW, problem: 'a\0b' })
        .execute(),
    )
    const content = await backupOf(source)
    const [sqlite, postgres] = [await makeTestPlace('sqlite'), await makeTestPlace('postgres')]
    await expect(restoreInto(postgres, content)).rejects.toThrow('A text of outbox has a NUL in it')
    expect(await countRows(postgres)).toBe(0)
    await restoreInto(sqlite, content)
    expect(await withDatabase(sqlite, (db) => db.selectFrom('outbox').select('problem').execute())).toEqual([
      { problem: 'a\0b' },
    ])
  })
})

const EMAIL_ROW = {
  id: 'l',
  kind: 'deleted',
  lang: 'bg',
  email: 'a@example.bg',
  account_id: null,
  message_id: null,
  purchase_id: null,
  detail: null,
  entry_seq: null,
  created_at: 1,
  attempts: 0,
  due_at: 1,
  problem: null,
} as const

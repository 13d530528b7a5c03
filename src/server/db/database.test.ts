import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DIALECTS, makePlace, onEachDatabase, startServer, withDatabase } from '#test/harness.ts'
import { makeRows } from '#test/server/reference.ts'
import { readEnv } from '../env.ts'
import { inTransaction } from './transaction.ts'
import { openDatabase } from './database.ts'
import { isUnavailable } from './errors.ts'

onEachDatabase((server) => {
  describe('the database', () => {
    const account = (id: string, balance: number) => ({
      id,
      email: id,
      address: id,
      password_hash: 'x',
      balance,
      entries: 0,
      created_at: 1,
    })

    it('CONV-11 · rejects a negative balance, a duplicate ledger entry, and rows without an account', async () => {
      const { db } = server()
      await expect(db.insertInto('account').values(account('poor', -1)).execute()).rejects.toThrow(
        /constraint/i,
      )
      await db.insertInto('account').values(account('rich', 5)).execute()
      await expect(
        db
          .updateTable('account')
          .set({ balance: sql`balance - 6` })
          .where('id', '=', 'rich')
          .execute(),
      ).rejects.toThrow(/constraint/i)
      const entry = {
        reason: 'admin',
        ref: 'r',
        account_id: 'rich',
        seq: 1,
        delta: 5,
        balance_after: 5,
        uncovered: 0,
        note: null,
        purchase_id: null,
        at: 1,
      } as const
      await db.insertInto('token_entry').values(entry).execute()
      await expect(db.insertInto('token_entry').values(entry).execute()).rejects.toThrow(/constraint/i)
      await expect(
        db
          .insertInto('token_entry')
          .values({ ...entry, ref: 's', account_id: 'nobody' })
          .execute(),
      ).rejects.toThrow(/constraint/i)
      await db.deleteFrom('account').where('id', '=', 'rich').execute()
      expect(await db.selectFrom('token_entry').selectAll().where('ref', '=', 'r').execute()).toEqual([])
    })

    it('CONV-11 · returns numbers as numbers, also above 32 bits', async () => {
      const { db } = server()
      const at = 1_790_000_000_123
      await db.insertInto('throttle').values({ key: 'n', hits: 3, resets_at: at }).execute()
      const { total, n, resets_at } = await db
        .selectFrom('throttle')
        .select((e) => [e.fn.sum<number>('hits').as('total'), e.fn.countAll<number>().as('n'), 'resets_at'])
        .where('key', '=', 'n')
        .groupBy('resets_at')
        .executeTakeFirstOrThrow()
      expect({ total, n, resets_at }).toEqual({ total: 3, n: 1, resets_at: at })
    })

    it('CONV-11 · rolls back all writes of a transaction, on purpose or after an error', async () => {
      const { db } = server()
      const result = await inTransaction<string>(db, async (trx, rollBack) => {
        await trx.insertInto('account').values(account('undone', 1)).execute()
        return rollBack('undone')
      })
      expect(result).toBe('undone')
      const failing = inTransaction(db, async (trx) => {
        await trx.insertInto('account').values(account('failed', 1)).execute()
        throw new Error('a bug')
      })
      await expect(failing).rejects.toThrow('a bug')
      expect(
        await db.selectFrom('account').select('id').where('id', 'in', ['undone', 'failed']).execute(),
      ).toEqual([])
    })
  })
})

describe.each(DIALECTS)('the %s database', (dialect) => {
  it('AUTH-01 · has no accounts when it is new', async () => {
    const place = await makePlace(dialect)
    await withDatabase(place, async (db) => {
      expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
    })
    await place.remove()
  })
})

describe('the SQLite database', () => {
  it('CONV-11 · leaves the event loop a turn between the writes of a queue', async () => {
    const place = await makePlace('sqlite')
    onTestFinished(place.remove)
    await withDatabase(place, async (db) => {
      let stored = 0
      const writes = Array.from({ length: 500 }, async (_, n) => {
        await db
          .insertInto('throttle')
          .values({ key: `queued ${n}`, hits: 1, resets_at: 1 })
          .execute()
        stored++
      })
      await Promise.race(writes)
      await nextTurn()
      expect(stored).toBeLessThan(500)
      await Promise.all(writes)
      expect(stored).toBe(500)
    })
  })
})

describe('a restart', () => {
  it.each(DIALECTS)('CONV-11 · keeps sessions, jobs and idempotency keys: %s', async (dialect) => {
    const place = await makePlace(dialect)
    const before = await startServer(place.settings)
    const user = await before.user()
    const first = await user.bulk(makeRows(4), { key: 'k' })
    await before.stop()

    const after = await startServer(place.settings)
    user.origin = after.origin
    expect((await user.bulk(makeRows(4), { key: 'k' })).reply).toEqual(first.reply)
    expect((await user.bulk(makeRows(1))).reply.newBalance).toBe(10)
    await after.stop()
    await place.remove()
  })
})

describe('a database that does not answer', () => {
  it(
    'API-01 · makes requests busy, not failed, and they work again after: sqlite',
    { timeout: 30_000 },
    async () => {
      const place = await makePlace('sqlite')
      const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' })
      const user = await server.user()
      const other = new DatabaseSync(join(place.settings.DATA_DIR, 'levro.db'))
      other.exec('begin immediate')
      const { status, refusal, headers } = await user.bulk(makeRows(1))
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([503, 'busy', '1'])
      other.exec('rollback')
      other.close()
      expect((await user.bulk(makeRows(1))).reply.newBalance).toBe(14)
      await server.stop()
      await place.remove()
    },
  )

  it('API-01 · makes requests busy, not failed: postgres', async () => {
    const place = await makePlace('postgres')
    const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' })
    const user = await server.user()
    await place.remove()
    const { status, refusal } = await user.bulk(makeRows(1))
    expect([status, refusal.code]).toEqual([503, 'busy'])
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    await server.stop()
  })

  it('API-01 · that hangs times out, and the next call uses another connection: postgres', async () => {
    const place = await makePlace('postgres')
    const db = await openDatabase(readEnv(place.settings), { statementTimeoutMs: 500 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const pid = rows[0]?.pid ?? expect.fail('no process')
    process.kill(pid, 'SIGSTOP')
    try {
      const waiting = db.transaction().execute((trx) => trx.selectFrom('account').select('id').execute())
      const error = await waiting.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(isUnavailable(error)).toBe(true)
      expect(await db.selectFrom('account').select('id').execute()).toEqual([])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await db.destroy()
    await place.remove()
  })
})

describe('database errors', () => {
  const failure = (fields: object) => Object.assign(new Error('a message'), fields)

  it.each([
    ['a locked file', { errcode: 5 }],
    ['a locked file during recovery by another process', { errcode: 261 }],
    ['a read that failed', { errcode: 266 }],
    ['a full disk', { errcode: 13 }],
    ['a file that cannot be opened', { errcode: 14 }],
    ['PostgreSQL: a full disk', { code: '53100' }],
    ['PostgreSQL: a write that failed', { code: '58030' }],
    ['a read-only server', { code: '25006' }],
    ['a missing socket', { code: 'ENOENT', syscall: 'connect' }],
  ])('API-01 · temporary, and reported as busy: %s', (_title, fields) => {
    expect(isUnavailable(failure(fields))).toBe(true)
  })

  it.each([
    ['a constraint', { errcode: 19 }],
    ['a wrong statement', { code: '42601' }],
    ['a missing file that is not a socket', { code: 'ENOENT', syscall: 'open' }],
  ])('API-01 · not temporary: %s', (_title, fields) => {
    expect(isUnavailable(failure(fields))).toBe(false)
  })
})

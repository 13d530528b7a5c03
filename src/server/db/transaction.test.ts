import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Place, makePlace } from '#test/harness.ts'
import { readEnv } from '../env.ts'
import { postEntry } from '../tokens/ledger.ts'
import { createAccount } from '../auth/accounts.ts'
import { parseEmail } from '../auth/email.ts'
import { openDatabase } from './database.ts'
import type { Db } from './schema.ts'
import { inTransaction } from './transaction.ts'

describe('transactions of a database that lets one of two fail', () => {
  let place: Place
  let db: Db
  beforeAll(async () => {
    place = await makePlace('postgres')
    const url = new URL(place.settings.DATABASE_URL ?? '')
    url.searchParams.set('options', '-c default_transaction_isolation=serializable -c deadlock_timeout=20ms')
    db = await openDatabase(readEnv({ ...place.settings, DATABASE_URL: url.href }))
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  const throttle = (key: string) => db.insertInto('throttle').values({ key, hits: 1, resets_at: 1 }).execute()

  it('CONV-11 · the one that fails runs again, and sees what the other has written', async () => {
    await throttle('one')
    await throttle('two')
    const bothHaveRead = Promise.withResolvers<void>()
    let runs = 0
    // Each adds the sum of both to its own: one after the other, in either order, makes 1, 1 to 2, 3 or 3, 2.
    const add = (key: string) =>
      inTransaction(db, async (trx) => {
        runs++
        const rows = await trx.selectFrom('throttle').selectAll().where('key', 'in', ['one', 'two']).execute()
        if (runs === 2) bothHaveRead.resolve()
        await bothHaveRead.promise
        const hits = rows.reduce((sum, row) => sum + row.hits, 0)
        await trx.updateTable('throttle').set({ hits }).where('key', '=', key).execute()
        return hits
      })
    const sums = await Promise.all([add('one'), add('two')])
    expect(sums.toSorted((a, b) => a - b)).toEqual([2, 3])
    expect(runs).toBe(3)
  })

  it('CONV-11 · of two that wait for each other one runs again', async () => {
    await throttle('first')
    await throttle('second')
    const bothHaveWritten = Promise.withResolvers<void>()
    let runs = 0
    const codes: unknown[] = []
    const write = (keys: readonly string[]) =>
      inTransaction(db, async (trx) => {
        runs++
        for (const key of keys) {
          try {
            await trx
              .updateTable('throttle')
              .set(({ eb }) => ({ hits: eb('hits', '+', 1) }))
              .where('key', '=', key)
              .execute()
          } catch (error) {
            codes.push(Object(error).code)
            throw error
          }
          if (runs === 2) bothHaveWritten.resolve()
          await bothHaveWritten.promise
        }
      })
    await Promise.all([write(['first', 'second']), write(['second', 'first'])])
    const rows = await db
      .selectFrom('throttle')
      .select('hits')
      .where('key', 'in', ['first', 'second'])
      .execute()
    expect(rows).toEqual([{ hits: 3 }, { hits: 3 }])
    expect(codes).toContain('40P01')
  })

  it('CONV-11 · entries of one account posted at once are posted once each', async () => {
    const email = parseEmail('serial@example.bg') ?? expect.fail('no email')
    const account = await inTransaction(db, (trx) => createAccount(trx, { email, passwordHash: 'x', at: 1 }))
    const accountId = account?.id ?? expect.fail('no account')
    const entry = { accountId, delta: 10, reason: 'admin', at: 1 } as const
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        inTransaction(db, (trx) => postEntry(trx, { ...entry, ref: `n${n}` })),
      ),
    )
    const entries = await db
      .selectFrom('token_entry')
      .select(['seq', 'balance_after'])
      .orderBy('seq')
      .execute()
    expect(entries).toEqual(
      Array.from({ length: 8 }, (_, n) => ({ seq: n + 1, balance_after: 10 * (n + 1) })),
    )
  })

  it('CONV-11 · any other error is that of the caller, at once', async () => {
    let runs = 0
    const failing = inTransaction(db, async () => {
      runs++
      throw Object.assign(new Error('no such table'), { code: '42P01' })
    })
    await expect(failing).rejects.toThrow('no such table')
    expect(runs).toBe(1)
  })

  it('CONV-11 · a transaction that fails ten times is that of the caller too', async () => {
    let runs = 0
    const failing = inTransaction(db, async () => {
      runs++
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    })
    await expect(failing).rejects.toThrow('could not serialize access')
    expect(runs).toBe(10)
  })
})

import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  consumeLimits,
  deleteExpiredLimits,
  refundLimits,
  requireRateLimit,
  resetLimits,
  retryAfter,
} from './rate-limit.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

onEachDatabase((server) => {
  describe('rate limits', () => {
    /** How many hits are stored for each key, and when its window ends, from now. */
    async function stored(...keys: string[]): Promise<Record<string, [hits: number, endMs: number]>> {
      const { db, time } = server()
      const rows = await db.selectFrom('throttle').selectAll().where('key', 'in', keys).execute()
      return Object.fromEntries(rows.map(({ key, hits, resets_at }) => [key, [hits, resets_at - time.now]]))
    }

    const store = (key: string, hits: number, endMs: number) =>
      server()
        .db.insertInto('throttle')
        .values({ key, hits, resets_at: server().time.now + endMs })
        .execute()

    it('AUTH-02 · count in a window that starts with the first hit, and tell the seconds until it ends', async () => {
      const { db, time } = server()
      const limits = [{ key: 'window', limit: 3, windowMs: MINUTE_MS }]
      const consume = () => consumeLimits(db, limits, time.now)
      expect(await consume()).toBeUndefined()
      expect(await stored('window')).toEqual({ window: [1, MINUTE_MS] })
      time.now += 10 * SECOND_MS
      expect([await consume(), await consume()]).toEqual([undefined, undefined])
      expect(await consume()).toBe(50)
      expect(await retryAfter(db, limits, time.now)).toBe(50)
      time.now += 1
      expect(await consume(), 'rounded up').toBe(50)
      time.now += 50 * SECOND_MS - 2
      expect(await consume()).toBe(1)
      expect(await stored('window')).toEqual({ window: [3, 1] })
      time.now += 1
      expect(await retryAfter(db, limits, time.now)).toBeUndefined()
      expect(await consume()).toBeUndefined()
      expect(await stored('window')).toEqual({ window: [1, MINUTE_MS] })
    })

    it('AUTH-02 · of concurrent hits let only as many pass, and keep one more at most', async () => {
      const { db, time } = server()
      const limits = [{ key: 'concurrent', limit: 4, windowMs: MINUTE_MS }]
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => consumeLimits(db, limits, time.now)),
      )
      expect(outcomes.filter((seconds) => seconds === undefined)).toHaveLength(4)
      expect(outcomes.filter((seconds) => seconds === 60)).toHaveLength(16)
      const { concurrent: [hits] = [0] } = await stored('concurrent')
      expect([4, 5]).toContain(hits)
    })

    it('AUTH-02 · consume nothing while any of them is exceeded, and tell when the last one ends', async () => {
      const { db, time } = server()
      const limits = [
        { key: 'one', limit: 5, windowMs: MINUTE_MS },
        { key: 'two', limit: 2, windowMs: MINUTE_MS },
        { key: 'three', limit: 1, windowMs: MINUTE_MS },
      ]
      // More hits than another key may have.
      await store('one', 4, 30 * SECOND_MS)
      await store('two', 2, 20 * SECOND_MS)
      await store('three', 2, 40 * SECOND_MS)
      expect(await consumeLimits(db, limits, time.now)).toBe(40)
      expect(await consumeLimits(db, limits.slice(0, 2), time.now)).toBe(20)
      const before = { one: [4, 30_000], two: [2, 20_000], three: [2, 40_000] }
      expect(await stored('one', 'two', 'three')).toEqual(before)
      expect(await consumeLimits(db, limits.slice(0, 1), time.now)).toBeUndefined()
      expect(await stored('one', 'two', 'three')).toEqual({ ...before, one: [5, 30_000] })
      expect(await retryAfter(db, limits.slice(0, 1), time.now)).toBe(30)
    })

    it('AUTH-02 · begin again when the clock was set back by more than clocks differ', async () => {
      const { db, time } = server()
      const limitOf = (key: string) => [{ key, limit: 1, windowMs: MINUTE_MS }]
      await store('ahead', 1, MINUTE_MS + 5 * MINUTE_MS)
      await store('set back', 1, MINUTE_MS + 5 * MINUTE_MS + 1)
      expect(await consumeLimits(db, limitOf('ahead'), time.now)).toBe(360)
      expect(await consumeLimits(db, limitOf('set back'), time.now)).toBeUndefined()
      expect(await stored('ahead', 'set back')).toEqual({
        ahead: [1, 6 * MINUTE_MS],
        'set back': [1, MINUTE_MS],
      })
      expect(await consumeLimits(db, limitOf('set back'), time.now)).toBe(60)
    })

    it('AUTH-02 · are refunded once each, never below nothing, and no others', async () => {
      const { db } = server()
      const hits = { 'refunded of 2': 2, 'refunded of 1': 1, 'refunded of 0': 0, 'not refunded': 2 }
      for (const [key, count] of Object.entries(hits)) await store(key, count, MINUTE_MS)
      const keys = Object.keys(hits).filter((key) => key.startsWith('refunded'))
      await refundLimits(
        db,
        keys.map((key) => ({ key, limit: 9, windowMs: MINUTE_MS })),
      )
      const left = Object.entries(await stored(...Object.keys(hits))).map(([key, [count]]) => [key, count])
      expect(Object.fromEntries(left)).toEqual({
        'refunded of 2': 1,
        'refunded of 1': 0,
        'refunded of 0': 0,
        'not refunded': 2,
      })
    })

    it('AUTH-10 · are reset by their keys only', async () => {
      for (const key of ['reset a', 'reset b', 'kept']) await store(key, 3, MINUTE_MS)
      const limits = ['reset a', 'reset b'].map((key) => ({ key, limit: 9, windowMs: MINUTE_MS }))
      await inTransaction(server().db, (trx) => resetLimits(trx, limits))
      expect(Object.keys(await stored('reset a', 'reset b', 'kept'))).toEqual(['kept'])
    })

    it('AUTH-02 · are deleted when their window has ended', async () => {
      const { db, time } = server()
      await store('past', 3, -1)
      await store('ended', 3, 0)
      await store('lasting', 3, 1)
      await deleteExpiredLimits(db, time.now)
      expect(Object.keys(await stored('past', 'ended', 'lasting'))).toEqual(['lasting'])
    })

    it('AUTH-02 · that are exceeded are an error that tells when to try again', async () => {
      const { db, time } = server()
      const limits = [{ key: 'required', limit: 1, windowMs: 90 * SECOND_MS }]
      await requireRateLimit(db, limits, time.now)
      await expect(requireRateLimit(db, limits, time.now)).rejects.toMatchObject({
        code: 'too_many_requests',
        params: { seconds: 90 },
      })
    })
  })
})

import { expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { consumeLimits, refundLimits } from './rate-limit.ts'

/** Enough to find deadlocks on PostgreSQL's ten connections; more found no others. SQLite has one connection for writes. */
const CONCURRENCY = { sqlite: 300, postgres: 1000 }
const NAMES = ['narrow', 'of the account', 'of the network'] as const

onEachDatabase((server, dialect) => {
  it('AUTH-02 · concurrent hits are all counted, without deadlocks', async () => {
    const { db, time } = server()
    const limits = NAMES.map((key) => ({ key, limit: 1_000_000, windowMs: 60_000 }))
    const filler = Array.from({ length: 300 }, (_, n) => ({ key: `${n}`, hits: 1, resets_at: time.now }))
    await db.insertInto('throttle').values(filler).execute()
    const attempt = async () => {
      await consumeLimits(db, limits, time.now)
      await refundLimits(db, limits)
    }
    await Promise.all(Array.from({ length: CONCURRENCY[dialect] }, attempt))
    const rows = await db.selectFrom('throttle').selectAll().where('key', 'in', NAMES).execute()
    expect(rows.map(({ hits }) => hits)).toEqual([0, 0, 0])
  })
})

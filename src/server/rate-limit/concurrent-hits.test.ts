import { expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { consumeLimits, refundLimits } from './rate-limit.ts'

/** Enough to find deadlocks on PostgreSQL's ten connections; more found no others. SQLite has one connection for writes. */
const ATTEMPTS = { sqlite: 300, postgres: 1000 }
/** Several for each connection, and few enough that none waits too long for one. */
const AT_ONCE = 50
const NAMES = ['narrow', 'of the account', 'of the network'] as const

onEachDatabase((server, dialect) => {
  it('AUTH-02 · concurrent hits are all counted, without deadlocks', async () => {
    const { db, time } = server()
    const limits = NAMES.map((key) => ({ key, limit: 1_000_000, windowMs: 60_000 }))
    const filler = Array.from({ length: 300 }, (_, n) => ({ key: `${n}`, hits: 1, resets_at: time.now }))
    await db.insertInto('throttle').values(filler).execute()
    let left = ATTEMPTS[dialect]
    const attempts = async () => {
      while (left-- > 0) {
        await consumeLimits(db, limits, time.now)
        await refundLimits(db, limits)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, attempts))
    const rows = await db.selectFrom('throttle').selectAll().where('key', 'in', NAMES).execute()
    expect(rows.map(({ hits }) => hits)).toEqual([0, 0, 0])
  })
})

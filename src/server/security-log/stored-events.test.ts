import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DIALECTS, type Place, makePlace } from '#test/harness.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnv } from '../env.ts'
import { loadSecretKey } from '../secret-key.ts'
import {
  type LoggedEvent,
  deleteOldSecurityEvents,
  listSecurityEvents,
  makeSecurityLog,
  ownSecurityEvents,
  pseudonymOf,
  storeSecurityEvent,
} from './security-log.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The beginning of an hour. */
const HOUR = Date.UTC(2026, 6, 1, 12)

const EVENT = { event: 'sign-in', outcome: 'success', at: HOUR } as const

describe.each(DIALECTS)('the stored security events: %s', (dialect) => {
  let place: Place
  let db: Db
  beforeAll(async () => {
    place = await makePlace(dialect)
    db = await openDatabase(readEnv(place.settings))
  })
  beforeEach(() => db.deleteFrom('security_event').execute())
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  const key = () => loadSecretKey(readEnv(place.settings))
  const rows = () => db.selectFrom('security_event').selectAll().orderBy('last_at').execute()

  /** What is stored of events that were noted by one process at once. */
  async function stored(...events: LoggedEvent[]) {
    const log = makeSecurityLog(db, key())
    for (const event of events) log.record(event)
    await log.flush()
    return rows()
  }

  it('AUTH-02 · have the hour, a pseudonym and the beginning of the address, and no more', async () => {
    const at = HOUR + HOUR_MS - 1
    const event = { ...EVENT, code: 'wrong_code', outcome: 'failure', accountId: 'ana', at } as const
    const [row, ...more] = await stored({ ...event, ip: '203.0.113.77' })
    expect(more).toEqual([])
    expect(row).toEqual({
      hour: HOUR,
      event: 'sign-in',
      outcome: 'failure',
      code: 'wrong_code',
      account: expect.stringMatching(/^[\w-]{22}$/),
      network: '203.0.113',
      times: 1,
      first_at: at,
      last_at: at,
    })
    expect(row?.account).toBe(pseudonymOf(key(), 'ana'))
    expect(pseudonymOf(key(), 'eva')).not.toBe(row?.account)
    // By a key that nothing else has: the log has kept others for months.
    expect(
      key()
        .hash('security-log', 'ana')
        .startsWith(row?.account ?? 'none'),
    ).toBe(true)
    await db.deleteFrom('security_event').execute()
    expect(await stored({ ...EVENT, ip: '2001:db8:1:ffff::1' })).toMatchObject([
      { network: '2001:db8:1', account: '', code: '' },
    ])
    await db.deleteFrom('security_event').execute()
    expect(await stored(EVENT)).toMatchObject([{ hour: HOUR, network: '', account: '' }])
  })

  it('AUTH-02 · are counted in one row while nothing differs, with their first and last time', async () => {
    const at = (ms: number) => ({ ...EVENT, at: HOUR + ms })
    expect(await stored(at(5), at(3), at(9), at(4))).toMatchObject([
      { times: 4, first_at: HOUR + 3, last_at: HOUR + 9 },
    ])
    expect(await stored(at(2), at(6))).toMatchObject([{ times: 6, first_at: HOUR + 2, last_at: HOUR + 9 }])
    expect(await stored(at(7), at(10))).toMatchObject([{ times: 8, first_at: HOUR + 2, last_at: HOUR + 10 }])
    const others: LoggedEvent[] = [
      at(HOUR_MS),
      { ...EVENT, event: 'sign-out' },
      { ...EVENT, outcome: 'failure' },
      { ...EVENT, code: 'wrong_code' },
      { ...EVENT, accountId: 'ana' },
      { ...EVENT, ip: '203.0.113.1' },
    ]
    const times = (await stored(...others)).map((row) => row.times)
    expect(times.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 8])
  })

  it('AUTH-02 · are counted since the process began, also those that are stored', async () => {
    const log = makeSecurityLog(db, key())
    await log.flush()
    expect([log.totals(), await rows()]).toEqual([[], []])
    log.record({ ...EVENT, ip: '203.0.113.1' })
    await log.flush()
    log.record({ ...EVENT, ip: '203.0.114.1' })
    log.record({ ...EVENT, outcome: 'failure', code: 'wrong_code' })
    expect(log.totals()).toEqual([
      { event: 'sign-in', outcome: 'success', times: 2 },
      { event: 'sign-in', outcome: 'failure', times: 1 },
    ])
    await log.flush()
    expect((await rows()).map(({ times }) => times)).toEqual([1, 1, 1])
  })

  it('AUTH-02 · wait up to ten thousand, beyond which new ones lose their account and network', async () => {
    const log = makeSecurityLog(db, key())
    // In different hours, each of which may have half of them.
    const event = (n: number) => ({
      ...EVENT,
      ip: `10.${n >> 8}.${n & 255}.1`,
      at: HOUR + Math.floor(n / 4000) * HOUR_MS,
    })
    for (let n = 0; n < 10_000; n++) log.record(event(n))
    log.record(event(7))
    log.record({ ...EVENT, accountId: 'ana', ip: '203.0.113.1' })
    await log.flush()
    const all = await rows()
    expect(all).toHaveLength(10_001)
    const more = all.filter(({ network, times }) => times > 1 || !network.startsWith('10.'))
    expect(more.map(({ account, network, times }) => [account, network, times])).toEqual(
      expect.arrayContaining([
        ['', '', 1],
        ['', '10.0.7', 2],
      ]),
    )
    expect(more).toHaveLength(2)
    log.record({ ...EVENT, ip: '203.0.113.1', at: HOUR + 5 * HOUR_MS })
    await log.flush()
    expect((await rows()).at(-1)?.network, 'once they are stored').toBe('203.0.113')
  })

  it('AUTH-02 · are stored however many they are, and ten thousand of an account are listed', async () => {
    const account = pseudonymOf(key(), 'ana')
    for (let hour = 0; hour < 20; hour++) {
      const at = HOUR + hour * HOUR_MS
      await stored(
        ...Array.from({ length: 500 }, (_, n) => ({ ...EVENT, event: `${n}`, accountId: 'ana', at })),
      )
    }
    expect(await rows()).toHaveLength(10_000)
    const last = HOUR + 20 * HOUR_MS
    await stored({ ...EVENT, accountId: 'ana', at: last })
    const own = await ownSecurityEvents(db, key(), 'ana')
    expect(own).toHaveLength(10_000)
    expect(own[0]?.lastAt).toBe(new Date(last).toISOString())
    expect(await listSecurityEvents(db, { account, limit: 20_000 })).toHaveLength(10_001)
  })

  it('AUTH-02 · of the command line are stored with what they are about, or not at all', async () => {
    const event = { ...EVENT, event: 'admin-grant', accountId: 'ana' }
    const failed = inTransaction(db, async (trx) => {
      await storeSecurityEvent(trx, key(), event)
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await rows()).toEqual([])
    for (let n = 0; n < 2; n++) await inTransaction(db, (trx) => storeSecurityEvent(trx, key(), event))
    const account = pseudonymOf(key(), 'ana')
    expect(await rows()).toMatchObject([{ event: 'admin-grant', account, network: '', times: 2 }])
  })

  it('AUTH-11 · are listed, the last first, as many as asked for: those of one account, or all', async () => {
    for (const [n, accountId] of ['ana', 'eva', 'ana', 'ana'].entries())
      await stored({ ...EVENT, event: `event ${n}`, accountId, ip: '203.0.113.7', at: HOUR + n })
    const list = async (account: string | undefined, limit: number) =>
      (await listSecurityEvents(db, { account, limit })).map(({ event }) => event)
    expect(await list(undefined, 9)).toEqual(['event 3', 'event 2', 'event 1', 'event 0'])
    expect(await list(undefined, 3)).toEqual(['event 3', 'event 2', 'event 1'])
    expect(await list(pseudonymOf(key(), 'ana'), 2)).toEqual(['event 3', 'event 2'])
    const own = await ownSecurityEvents(db, key(), 'eva')
    const at = new Date(HOUR + 1).toISOString()
    expect(own).toEqual([
      {
        event: 'event 1',
        outcome: 'success',
        code: '',
        network: '203.0.113',
        times: 1,
        firstAt: at,
        lastAt: at,
      },
    ])
  })

  it('AUTH-02 · are deleted ninety days after their hour', async () => {
    await stored(EVENT, { ...EVENT, at: HOUR + HOUR_MS })
    await deleteOldSecurityEvents(db, HOUR + 90 * DAY_MS - 1)
    expect(await rows()).toHaveLength(2)
    await deleteOldSecurityEvents(db, HOUR + 90 * DAY_MS)
    expect((await rows()).map(({ hour }) => hour)).toEqual([HOUR + HOUR_MS])
  })
})

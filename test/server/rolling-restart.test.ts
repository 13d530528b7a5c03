import { expect, it, onTestFinished } from 'vitest'
import { auditLedger } from '#server/tokens/audit.ts'
import { makePlace, withDatabase } from '../harness.ts'
import { signUpAll } from './bulk-orders.ts'
import { Client } from './client.ts'
import { startPair } from './server-pair.ts'
import { startSteadyLoad } from './steady-load.ts'
import { expectCompleteJobs } from './whole-jobs.ts'

const ACCOUNTS = 10
const PEOPLE = 50

it(
  'API-04 · both processes are restarted one after the other, twice: no request of fifty users fails, no job is lost or duplicated',
  { timeout: 300_000 },
  async () => {
    const place = await makePlace('postgres')
    onTestFinished(place.remove)
    const pair = await startPair('socket', place.settings)
    onTestFinished(pair.stop)
    const users = Array.from({ length: ACCOUNTS }, () => new Client(pair.nginx.origin))
    await signUpAll(users, place)
    const people = Array.from({ length: PEOPLE }, (_, n) => users[n % ACCOUNTS]?.email ?? '')
    const load = await startSteadyLoad(pair.nginx.origin, people)
    onTestFinished(async () => void (await load.stop()))

    const codes: (number | null)[] = []
    for (const which of [0, 1, 0, 1] as const) {
      codes.push(await pair.end(which))
      await pair.begin(which)
    }
    const { requests, failures, acknowledged } = await load.stop()
    expect(failures).toEqual([])
    expect(codes).toEqual([0, 0, 0, 0])
    // Every client sent requests throughout, and both processes got some.
    expect(requests).toBeGreaterThan(PEOPLE * 4)
    expect((await pair.nginx.askedOf()).size).toBe(2)
    expect(acknowledged.size).toBeGreaterThan(PEOPLE)
    await withDatabase(place, async (db) => {
      await expectCompleteJobs(db, acknowledged)
      expect((await auditLedger(db)).faults).toEqual([])
    })
  },
)

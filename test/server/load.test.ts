import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLedger } from '#server/tokens/audit.ts'
import { type Place, makePlace, withDatabase } from '../harness.ts'
import { OPERATIONS } from './load/person.ts'
import { siteAddresses } from './load/site.ts'
import { runLoad } from './load/traffic.ts'
import { makeUsers, wrongBalances } from './load/users.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

/** Twelve seconds of load; the rest is for a busy machine. */
const HANG_MS = 180_000

let place: Place
let server: ServerProcess
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startProcess({
    ...place.settings,
    NODE_ENV: 'production',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  })
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.ended
  await place.remove()
})

it(
  'API-04 · on SQLite a thousand concurrent users get correct replies, and are charged what they converted',
  async () => {
    const users = await withDatabase(place, (db) => makeUsers(db, 1000))
    const site = siteAddresses()
    const load = { users, origins: [server.origin], seconds: 12, thinkMs: 2000, ...site }
    const { errors, times, fewest } = await runLoad(load)
    expect(errors).toEqual([])
    expect(
      OPERATIONS.filter((operation) => times[operation] === undefined),
      'never done',
    ).toEqual([])
    expect(fewest).toBeGreaterThanOrEqual(2)
    await withDatabase(place, async (db) => {
      expect(await wrongBalances(db, users)).toEqual([])
      expect((await auditLedger(db)).faults).toEqual([])
    })
  },
  HANG_MS,
)

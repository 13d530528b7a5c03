import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { DIALECTS, makePlace, withDatabase } from '../harness.ts'
import { signUpAll } from './bulk-orders.ts'
import { Client } from './client.ts'
import { accountIdOf, expectConsistentLedger } from './ledger-check.ts'
import { makeRows, pseudoRandom } from './reference.ts'
import { startProcess } from './server-process.ts'
import { findRowsWith } from './whole-store.ts'

/**
 * Each round has eight concurrent deletions; random moments are enough, since `purchase-deaths.ts` shows step
 * by step that a kill leaves all of a transaction or nothing.
 */
const ROUNDS = 4
const USERS = 8
const JOBS = 4

describe('a server that is killed while accounts are deleted', () => {
  it.each(DIALECTS)(
    'AUTH-06 · leaves each of them complete, or deleted with its confirmation email queued: %s',
    { timeout: 180_000 },
    async (dialect) => {
      const place = await makePlace(dialect)
      const random = pseudoRandom(USERS)
      for (let round = 0; round < ROUNDS; round++) {
        const server = await startProcess(place.settings)
        const users = Array.from({ length: USERS }, () => new Client(server.origin))
        await signUpAll(users, place)
        const ids = await withDatabase(place, (db) =>
          Promise.all(users.map(({ email }) => accountIdOf(db, email))),
        )
        await Promise.all(users.map((user) => fill(user)))

        const killAfter = Math.floor(random.next().value * USERS)
        let deleted = 0
        const acknowledged = await Promise.all(
          users.map(async (user) => {
            const answer = await user.call(deleteAccount).catch(() => undefined)
            if (answer !== undefined && deleted++ === killAfter) server.kill('SIGKILL')
            return answer?.status === 200
          }),
        )
        await server.ended

        await withDatabase(place, async (db) => {
          await expectConsistentLedger(db)
          for (const [n, id] of ids.entries()) {
            const places = await findRowsWith(db, id)
            if (acknowledged[n] === true || places['account'] === undefined) expect(places).toEqual({})
            else expect([places['job']?.length, places['token_entry']?.length]).toEqual([JOBS, JOBS + 2])
          }
        })
      }
      await place.remove()
    },
  )
})

async function fill(user: Client): Promise<void> {
  for (let n = 0; n < JOBS; n++) expect((await user.bulk(makeRows(30, n))).status).toBe(200)
}

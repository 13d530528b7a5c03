import { Agent, request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DIALECTS, makePlace, withDatabase } from '../harness.ts'
import { signUpAll } from '../server/bulk-orders.ts'
import { beginBulk } from '../server/call-in-flight.ts'
import { makeRows } from '../server/reference.ts'
import { startProcess } from '../server/server-process.ts'
import { accountIdOf, expectSoundLedger, jobsOf } from '../server/ledger-check.ts'
import { openRaw } from './request.ts'
import { Caller } from './stage.ts'

const GRACE_MS = 10_000
const USERS = 4
const EACH = 5

/** What /readyz says until nobody answers any more. */
async function watchReadiness(origin: string): Promise<(number | 'gone')[]> {
  const seen: (number | 'gone')[] = []
  const agent = new Agent({ keepAlive: true })
  while (seen.at(-1) !== 'gone') {
    try {
      const [response] = await once(request(`${origin}/readyz`, { agent }).end(), 'response')
      await text(response)
      seen.push(response.statusCode)
    } catch {
      seen.push('gone')
    }
    await delay(20)
  }
  agent.destroy()
  return seen
}

it.each(DIALECTS)(
  'API-04 · C75 · a stop lets twenty conversions end, and says first that it is one: %s',
  async (dialect) => {
    const place = await makePlace(dialect)
    const server = await startProcess({ ...place.settings, LOG_LEVEL: 'info' })
    try {
      const users = Array.from({ length: USERS }, () => new Caller(server.origin))
      await signUpAll(users, place)
      const idle = await Promise.all(Array.from({ length: 20 }, () => openRaw(server.origin)))
      for (const socket of idle.slice(0, 10)) socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n')
      const orders = users.flatMap((user) =>
        Array.from({ length: EACH }, (_, n) => ({ user, rows: makeRows(n === 0 ? 2500 : 10 + n, n) })),
      )
      const begun = await Promise.all(orders.map(({ user, rows }) => beginBulk(user, rows)))
      const readiness = watchReadiness(server.origin)
      await delay(100)
      const stopped = Date.now()
      server.kill('SIGTERM')
      const replies = await Promise.all(begun.map(({ finish }) => finish()))
      const { code, signal, stdout, stderr } = await server.ended
      expect([code, signal]).toEqual([0, null])
      expect(Date.now() - stopped).toBeLessThan(GRACE_MS)
      for (const [n, { rows }] of replies.entries()) expect(rows).toHaveLength(orders[n]?.rows.length ?? -1)

      const seen = await readiness
      const order = seen.filter((status, n) => status !== seen[n - 1])
      expect(order, 'ready, then not, then gone').toEqual([200, 503, 'gone'])
      for (const socket of idle) socket.destroy()

      await withDatabase(place, async (db) => {
        await expectSoundLedger(db)
        for (const user of users) {
          const jobs = await jobsOf(db, await accountIdOf(db, user.email))
          expect(jobs).toHaveLength(EACH)
          for (const { id, total_rows } of jobs) {
            const chunks = await db.selectFrom('job_chunk').select('seq').where('job_id', '=', id).execute()
            expect(chunks.length, `rows of ${total_rows}`).toBeGreaterThan(0)
          }
          expect(stdout + stderr).not.toContain(user.email)
        }
      })
    } finally {
      server.kill('SIGKILL')
      await server.ended
      await place.remove()
    }
  },
)

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { DIALECTS, makePlace, withDatabase } from '../harness.ts'
import { signUpAll } from '../server/bulk-orders.ts'
import { beginBulk } from '../server/call-in-flight.ts'
import { makeRows } from '../server/reference.ts'
import { startProcess } from '../server/server-process.ts'
import { accountIdOf, expectConsistentLedger, jobsOf } from '../server/ledger-check.ts'
import { openRaw } from './request.ts'
import { Caller } from './abuse-server.ts'

const GRACE_MS = 10_000
const USERS = 4
const EACH = 5
/** The first user's balance; the large ones of the others are small compared to it. */
const LARGEST = 10_000

/**
 * Responses of /readyz until the connection is refused, each once and in order. In a thread of its own, since
 * the state lasts only a moment.
 */
async function watchReadiness(origin: string): Promise<{ seen: Promise<unknown[]> }> {
  const worker = new Worker(new URL('readiness-thread.ts', import.meta.url), { workerData: { origin } })
  let seen: unknown[] = []
  worker.on('message', (answers: unknown[]) => (seen = answers))
  const ended = once(worker, 'exit')
  await once(worker, 'message')
  return { seen: ended.then(() => seen) }
}

it.each(DIALECTS)(
  'API-04 · C75 · a shutdown first fails /readyz, then completes twenty conversions: %s',
  async (dialect) => {
    const place = await makePlace(dialect)
    const server = await startProcess({ ...place.settings, LOG_LEVEL: 'info' })
    try {
      const users = Array.from({ length: USERS }, () => new Caller(server.origin))
      await signUpAll(users, place)
      const idle = await Promise.all(Array.from({ length: 20 }, () => openRaw(server.origin)))
      for (const socket of idle.slice(0, 10)) socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n')
      const orders = users.flatMap((user) =>
        Array.from({ length: EACH }, (_, n) => {
          const large = user === users[0] ? LARGEST : 2500
          return { user, rows: makeRows(n === 0 ? large : 10 + n, n) }
        }),
      )
      const begun = await Promise.all(orders.map(({ user, rows }) => beginBulk(user, rows)))
      const readiness = await watchReadiness(server.origin)
      const stopped = Date.now()
      server.kill('SIGTERM')
      const replies = await Promise.all(begun.map(({ finish }) => finish()))
      const { code, signal, stdout, stderr } = await server.ended
      expect([code, signal]).toEqual([0, null])
      expect(Date.now() - stopped).toBeLessThan(GRACE_MS)
      for (const [n, { rows }] of replies.entries()) expect(rows).toHaveLength(orders[n]?.rows.length ?? -1)

      expect(await readiness.seen, 'ready, then not, then gone').toEqual([200, 503, 'gone'])
      for (const socket of idle) socket.destroy()

      await withDatabase(place, async (db) => {
        await expectConsistentLedger(db)
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

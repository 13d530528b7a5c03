import { expect, it } from 'vitest'
import { convertBulk } from '#api/conversions.ts'
import { makeBulkConverter } from '#server/conversions/worker-pool.ts'
import { makePlace, startServer, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { makeUsers } from './load/users.ts'

/** More than can run and wait at once. */
const CROWD = 40
/** One more rejected request would exceed the limit. */
const TIMES_BUSY = 31

/** Occupies a thread and is rejected. */
const IN_VAIN = JSON.stringify({ rows: Array.from({ length: 60_000 }, () => []) })
/** Also needs a thread. */
const GOOD = JSON.stringify({ rows: [{ name: 'x', price: '1', currency: 'BGN' }] }) + ' '.repeat(70_000)

it(
  'API-03 · a conversion rejected as busy does not count towards the limit of rejected conversions',
  { timeout: 120_000 },
  async () => {
    const place = await makePlace('sqlite')
    const server = await startServer({ LOG_LEVEL: 'silent', ...place.settings })
    const over = new AbortController()
    try {
      const users = await withDatabase(place, (db) => makeUsers(db, CROWD + 1))
      const [victim, ...crowd] = users.map(({ cookie }) =>
        Object.assign(new Client(server.origin), { cookie }),
      )
      const post = (client: Client | undefined, body: string) =>
        client!.send(convertBulk, convertBulk.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      const fill = async (client: Client) => {
        while (!over.signal.aborted) await post(client, IN_VAIN)
      }
      const filling = Promise.all(crowd.map(fill))
      for (let busy = 0; busy < TIMES_BUSY;) {
        const answer = await post(victim, GOOD)
        expect([200, 503]).toContain(answer.status)
        if (answer.status === 503) busy++
      }
      over.abort()
      await filling
      expect((await post(victim, GOOD)).status).toBe(200)
    } finally {
      over.abort()
      await server.stop()
      await place.remove()
    }
  },
)

it('API-03 · conversions that wait for a thread are converted in the order in which they came, whatever comes after them', async () => {
  const converter = makeBulkConverter((error) => expect.fail(String(error)))
  const [CALLERS, CALLS] = [8, 100]
  const ended: number[] = []
  let begun = 0
  try {
    const call = async () => {
      while (begun < CALLS) {
        const own = begun++
        expect((await converter.convert(Buffer.from(GOOD))).ok).toBe(true)
        ended.push(own)
      }
    }
    // The threads start first.
    await Promise.all(Array.from({ length: CALLERS }, () => converter.convert(Buffer.from(GOOD))))
    await Promise.all(Array.from({ length: CALLERS }, call))
  } finally {
    await converter.close()
  }
  // Several threads end in another order than they began, but none is overtaken by many.
  for (const [place, own] of ended.entries()) expect(Math.abs(place - own)).toBeLessThan(2 * CALLERS)
})

import { expect, it } from 'vitest'
import { convertBulk } from '#api/conversions.ts'
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

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { makePlace, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { oneServer } from './one-server.ts'
import { makeRows } from './reference.ts'

const SLOW_DISK = `--import ${pathToFileURL(join(import.meta.dirname, 'slow-disk.ts')).href}`
const CALLS = 8

const { undoing, serverOn } = oneServer()

it('API-04 CONV-11 · a slow disk makes writes slow but not wrong, no read waits for them, and the server shuts down cleanly', async () => {
  const place = await makePlace('sqlite')
  undoing.push(place.remove)
  const server = await serverOn({ ...place.settings, NODE_OPTIONS: SLOW_DISK })
  const users = Array.from({ length: CALLS }, () => new Client(server.origin))
  const [first = expect.fail('no user')] = users
  await Promise.all(users.map((user) => user.register()))

  let answered = 0
  const calls = users.map((user, n) => user.bulk(makeRows(n + 1), { key: 'k' }).finally(() => answered++))
  await Promise.race(calls)
  const [signedIn, ...pages] = await Promise.all([
    first.call(me),
    ...['/', '/en/pricing', '/healthz'].map((path) => fetch(server.origin + path)),
  ])
  expect(answered, 'charges that were stored while these were read').toBeLessThan(CALLS)
  expect([signedIn.reply.user?.email, ...pages.map(({ status }) => status)]).toEqual([
    first.email,
    200,
    200,
    200,
  ])
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const answers = await Promise.all(calls)
  expect(answers.map(({ reply }) => reply.newBalance)).toEqual(users.map((_, n) => 15 - (n + 1)))

  // Requests in flight at shutdown are answered: the shutdown waits for the slow disk.
  const underWay = users.map((user) => user.bulk(makeRows(1), { key: 'last' }))
  await Promise.race(underWay)
  server.kill('SIGTERM')
  const last = await Promise.all(underWay)
  const { code, signal, stderr } = await server.ended
  expect([code, signal]).toEqual([0, null])
  expect(last.map(({ reply }) => reply.newBalance)).toEqual(users.map((_, n) => 15 - (n + 1) - 1))
  expect(stderr.split('slow commit').length, 'commits that were slow').toBeGreaterThan(2 * CALLS)
  const next = await serverOn(place.settings)
  const again = await Promise.all(
    users.map((user) => user.at(next.origin).bulk(makeRows(1), { key: 'last' })),
  )
  expect(again.map(({ reply }) => reply)).toEqual(last.map(({ reply }) => reply))

  await withDatabase(place, async (db) => {
    await expectConsistentLedger(db)
    const jobs = await db.selectFrom('job').select('id').execute()
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(
      [...answers, ...last].map(({ reply }) => reply.jobId).toSorted(),
    )
  })
})

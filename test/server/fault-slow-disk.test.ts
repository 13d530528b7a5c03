import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { acceptTerms } from '#api/site.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import { type Place, makePlace, withDatabase } from '../harness.ts'
import { until } from '../until.ts'
import { Client } from './client.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { oneServer } from './one-server.ts'
import { sendRaw } from './raw-request.ts'
import { makeRows } from './reference.ts'
import type { ServerProcess } from './server-process.ts'

const SLOW_DISK = `--import ${pathToFileURL(join(import.meta.dirname, 'slow-disk.ts')).href}`
const CALLS = 12
/** Of each user: more than the turns of the event loop that a read takes, each of which follows a commit. */
const ACCEPTANCES = 4

const { undoing, serverOn } = oneServer()

/** A server whose disk stores as much as a test says. */
async function startOnSlowDisk(place: Place) {
  const file = join(place.settings.DATA_DIR, 'allowed-commits')
  const settings = { NODE_OPTIONS: SLOW_DISK, SLOW_DISK_ALLOWS: file }
  const server: ServerProcess = await serverOn({ ...place.settings, ...settings })
  const count = (line: string) => server.logged().split(`${line}\n`).length - 1
  let allowed = 0
  const allow = (commits: number) => {
    allowed = commits
    // At once, so that the server never reads a part of it.
    writeFileSync(`${file}.new`, `${commits}`)
    renameSync(`${file}.new`, file)
  }
  return {
    server,
    commits: () => count('slow commit'),
    requests: () => count('request'),
    hold: () => allow(count('slow commit')),
    release: () => rmSync(file),
    /** Stores one commit after the other until `isDone`, each once it waits for the disk. */
    async storeUntil(isDone: () => boolean) {
      await until(() => {
        if (!isDone() && count('slow commit') > allowed) allow(allowed + 1)
        expect(isDone()).toBe(true)
      })
    },
  }
}

it('API-04 CONV-11 · a slow disk makes writes slow but not wrong, no read waits for them, and the server shuts down cleanly', async () => {
  const place = await makePlace('sqlite')
  undoing.push(place.remove)
  const disk = await startOnSlowDisk(place)
  const { server } = disk
  const users = Array.from({ length: CALLS }, () => new Client(server.origin))
  const [first = expect.fail('no user')] = users
  await Promise.all(users.map((user) => user.register()))
  // A server accepts one connection in each turn: those of the reads are there before those of the writes.
  const agent = new Agent({ keepAlive: true })
  undoing.push(() => agent.destroy())
  const readPages = () =>
    Promise.all(
      [me.path, '/', '/en/pricing', '/healthz'].map((path) =>
        sendRaw(server.origin, { path, headers: { cookie: first.cookie ?? '' }, agent }),
      ),
    )
  await readPages()

  disk.hold()
  let answered = 0
  const calls = users.map((user, n) => user.bulk(makeRows(n + 1), { key: 'k' }).finally(() => answered++))
  // Charges share a commit; each of these has its own.
  const acceptances = Array.from({ length: ACCEPTANCES }, () => users)
    .flat()
    .map((user) => user.call(acceptTerms, { body: { version: TERMS_VERSION } }).finally(() => answered++))
  await disk.storeUntil(() => answered > 0)
  let isRead = false
  const reads = readPages().finally(() => (isRead = true))
  await disk.storeUntil(() => isRead)
  expect(answered, 'writes that were answered while these were read').toBeLessThan((1 + ACCEPTANCES) * CALLS)
  const pages = await reads
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(String(pages[0]?.body)).toContain(`"email":"${first.email}"`)
  disk.release()
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const answers = await Promise.all(calls)
  await Promise.all(acceptances)
  expect(answers.map(({ reply }) => reply.newBalance)).toEqual(users.map((_, n) => 15 - (n + 1)))

  // Requests in flight at shutdown are answered: the shutdown waits for the slow disk.
  disk.hold()
  const before = disk.requests()
  answered = 0
  const underWay = users.map((user) => user.bulk(makeRows(1), { key: 'last' }).finally(() => answered++))
  await disk.storeUntil(() => disk.requests() === before + CALLS)
  expect(answered).toBeLessThan(CALLS)
  server.kill('SIGTERM')
  disk.release()
  const last = await Promise.all(underWay)
  const { code, signal } = await server.ended
  expect([code, signal]).toEqual([0, null])
  expect(last.map(({ reply }) => reply.newBalance)).toEqual(users.map((_, n) => 15 - (n + 1) - 1))
  expect(disk.commits(), 'commits that were slow').toBeGreaterThan(2 * CALLS)
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

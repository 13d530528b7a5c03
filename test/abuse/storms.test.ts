import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { PASSWORD } from '../server/client.ts'
import { type Caller, type AbuseServer, withAbuseServer } from './abuse-server.ts'

const AT_ONCE = 40
/** Passwords hashed before the requests are done: each request waits for two. */
const HASHED = 2 * AT_ONCE
const ASSETS = join(import.meta.dirname, '../../build/client/assets')

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

const spread = (times: number[]): string =>
  `${Math.round(median(times))} ms (at most ${Math.round(Math.max(...times))})`

/** Each request has its own client address; three accounts, and every fourth password is wrong. */
const signIn = (owners: Caller[]) => (n: number) => ({
  path: '/api/auth/login',
  json: { email: owners[n % owners.length]?.email, password: n % 4 === 0 ? 'not the password' : PASSWORD },
})

const register = (target: AbuseServer) => () => {
  const { email } = target.stranger()
  target.keepSecret(email)
  return { path: '/api/auth/register', json: { email, password: PASSWORD } }
}

/** Password guesses in open sessions: each is hashed until the session is blocked. */
const guessInSettings = (owners: Caller[]) => (n: number) => {
  const as = owners[n % owners.length] ?? expect.fail('nobody')
  const json = { currentPassword: `wrong ${n}`, newPassword: 'another long secret' }
  return { path: '/api/account/password', json, as }
}

withAbuseServer({}, (getTarget) => {
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => getTarget().user()))

  it.each([
    ['sign in', async () => signIn(await people(3)), 200],
    ['register', async () => register(getTarget()), 200],
    ['change passwords', async () => guessInSettings(await people(12)), 403],
  ] as const)('AUTH-02 · C21 · while forty %s at a time, pages are served', async (what, prepare, usual) => {
    const target = getTarget()
    const make = await prepare()
    const [asset = expect.fail('The build has no assets.')] = readdirSync(ASSETS)
    const statuses: Record<number, number> = {}
    const waits: number[] = []
    const calls: number[] = []
    const isOver = () => calls.length >= HASHED

    async function storm(n: number): Promise<void> {
      while (!isOver()) {
        const begun = performance.now()
        const question = { method: 'POST', failures: 'busy' as const, from: `127.0.1.${n + 1}` }
        const { status } = await target.ask({ ...question, ...make(n) })
        if (status < 429) calls.push(performance.now() - begun)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 429) await delay(20)
      }
    }

    async function browse(path: string): Promise<void> {
      while (!isOver()) {
        const begun = performance.now()
        expect((await target.ask({ path })).status).toBe(200)
        waits.push(performance.now() - begun)
        await delay(50)
      }
    }

    const visitors = ['/', `/assets/${asset}`].map(browse)
    await Promise.all([...Array.from({ length: AT_ONCE }, (_, n) => storm(n)), ...visitors])
    process.stdout.write(
      `While ${AT_ONCE} ${what} a page took ${spread(waits)}; they took ${spread(calls)}: ${JSON.stringify(statuses)}\n`,
    )
    for (const status of Object.keys(statuses)) expect(['200', '401', '403', '429', '503']).toContain(status)
    expect(statuses[usual], 'some are looked at').toBeGreaterThan(0)
    // A page that waited for the hashing threads would take longer than the requests: it opens and reads a
    // file, and waits for each.
    expect(median(waits), 'a page').toBeLessThan(median(calls))
  })
})

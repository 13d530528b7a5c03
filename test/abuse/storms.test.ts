import { setTimeout as delay } from 'node:timers/promises'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PASSWORD } from '../server/client.ts'
import { onStage } from './stage.ts'

const AT_ONCE = 40
const STORM_MS = 3000
/** Of about a hundred that are asked for. */
const LEAST_PAGES = 20
const ASSETS = join(import.meta.dirname, '../../build/client/assets')

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN)
  return `${at(0.5)} ms (p99 ${at(0.99)}, at most ${Math.round(sorted.at(-1) ?? 0)})`
}

onStage({}, (getStage) => {
  it('AUTH-02 · C21 · while forty sign in at a time, the pages go on', async () => {
    const stage = getStage()
    const owners = [await stage.user(), await stage.user(), await stage.user()]
    const [asset = expect.fail('The build has no assets.')] = readdirSync(ASSETS)
    const statuses: Record<number, number> = {}
    const waits: number[] = []
    const logins: number[] = []
    const end = Date.now() + STORM_MS

    async function signIn(n: number): Promise<void> {
      const owner = owners[n % owners.length]
      const password = n % 4 === 0 ? 'not the password' : PASSWORD
      while (Date.now() < end) {
        const begun = performance.now()
        const json = { email: owner?.email, password }
        const question = { method: 'POST', path: '/api/auth/login', json, failures: 'busy' as const }
        const { status } = await stage.ask({ ...question, from: `127.0.1.${n + 1}` })
        logins.push(performance.now() - begun)
        expect([200, 401, 429, 503]).toContain(status)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 429) await delay(20)
      }
    }

    async function browse(path: string): Promise<void> {
      while (Date.now() < end) {
        const begun = performance.now()
        expect((await stage.ask({ path })).status).toBe(200)
        waits.push(performance.now() - begun)
        await delay(50)
      }
    }

    const visitors = ['/', `/assets/${asset}`].map(browse)
    await Promise.all([...Array.from({ length: AT_ONCE }, (_, n) => signIn(n)), ...visitors])
    process.stdout.write(
      `Beside ${AT_ONCE} logins a page took ${spread(waits)}; they took ${spread(logins)}: ${JSON.stringify(statuses)}\n`,
    )
    expect(statuses[200], 'the right ones get in').toBeGreaterThan(0)
    expect(waits.length, 'pages that were answered meanwhile').toBeGreaterThan(LEAST_PAGES)
  })
})

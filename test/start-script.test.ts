import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const START = join(import.meta.dirname, '../scripts/start.js')

let folder: string
const ends: (() => void)[] = []
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'levro-start-'))))
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end()
  rmSync(folder, { recursive: true, force: true })
})

type Started = {
  /** Origins of the server and of the Stripe emulator; undefined when none was started. */
  server: string
  payments: string | undefined
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<number | null>
}

/** Runs `npm start` in its own process group, which is killed after the test. */
async function start(
  settings: Record<string, string>,
  [command, ...args]: [string, ...string[]] = [process.execPath, START],
): Promise<Started> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ...settings }
  const child = spawn(command, args, {
    cwd: join(import.meta.dirname, '..'),
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const group = child.pid ?? expect.fail('not started')
  ends.push(() => {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // The group has ended.
    }
  })
  let said = ''
  child.stdout.on('data', (data: Buffer) => (said += data.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const at = (what: string) => new RegExp(`^${what} http://localhost:(\\d+)$`, 'm').exec(said)?.[1]
  await vi.waitFor(() => expect(at('Levro is at')).toBeDefined(), { timeout: 240_000, interval: 20 })
  const payments = at('Test payments are at')
  return {
    server: `http://127.0.0.1:${at('Levro is at')}`,
    payments: payments && `http://127.0.0.1:${payments}`,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

/** Error code of an unsigned webhook: `invalid_signature` when payments are set up. */
const saleOf = async ({ server }: Started): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server}/api/webhooks/stripe`, { method: 'POST', headers, body: '{}' })
  return ((await answer.json()) as { code: string }).code
}

const isGone = (url: string | undefined) =>
  vi.waitFor(() => expect(fetch(url ?? '')).rejects.toThrow('fetch failed'), {
    timeout: 20_000,
    interval: 20,
  })

const portOf = (url = ''): number => Number(new URL(url).port)

async function take(port: number): Promise<Server> {
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  ends.push(() => server.close())
  return server
}

describe('npm start', { timeout: 300_000 }, () => {
  it('PAY-08 · starts a Stripe emulator when no provider is set, also with PORT=0, and stops it on exit', async () => {
    const started = await start({})
    expect(portOf(started.payments)).toBeGreaterThan(0)
    expect(portOf(started.payments)).not.toBe(portOf(started.server))
    const page = await (await fetch(started.payments ?? '')).text()
    expect(page).toMatch(/test/i)
    expect(await saleOf(started)).toBe('invalid_signature')
    started.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    await isGone(started.server)
    await isGone(started.payments)
    const kept = join(folder, 'test-payments.json')
    await vi.waitFor(() => expect(existsSync(kept)).toBe(true), { timeout: 40_000, interval: 20 })
  })

  it.each([
    ['it', undefined],
    ['npm', ['npm', 'start']],
  ] as const)(
    'API-04 PAY-08 · leaves no server and no Stripe emulator running when %s is killed',
    async (_who, command) => {
      const started = await start({}, command && [...command])
      started.kill('SIGKILL')
      await started.ended
      await isGone(started.server)
      await isGone(started.payments)
    },
  )

  it('PAY-08 · uses another port for the emulator when the next one is taken', async () => {
    const probe = await take(0)
    const address = probe.address()
    const taken = typeof address === 'object' && address !== null ? address.port : expect.fail()
    const started = await start({ PORT: String(taken - 1) })
    expect(portOf(started.server)).toBe(taken - 1)
    expect(portOf(started.payments)).not.toBe(taken)
    expect(await saleOf(started)).toBe('invalid_signature')
  })

  it('PAY-08 · starts no emulator in production or with a configured provider', async () => {
    const production = await start({ NODE_ENV: 'production' })
    expect([production.payments, await saleOf(production)]).toEqual([undefined, 'payments_closed'])
    const own = { STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_WEBHOOK_SECRET: 'whsec_own' }
    const set = await start(own)
    expect([set.payments, await saleOf(set)]).toEqual([undefined, 'invalid_signature'])
  })
})

/**
 * Prints how long GET /api/auth/me takes while another user posts bulks of 50,000 rows, and while nobody does.
 * Server, poster and measurer are three processes. `node bench/bulk-latency.ts`; traffic to 127.0.0.1 alone.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { grantTokens } from '#server/tokens/grant.ts'
import { type BenchServer, call, startServer } from './server.ts'
import { quantile } from './statistics.ts'

const ROWS = 50_000
const IDLE_MS = 3000
const BUSY_MS = 12_000
const EVERY_MS = 3
const GOAL_MS = 50
const TOKENS = 1_000_000_000

const [role, origin = '', cookie = ''] = process.argv.slice(2)
await (role === 'post' ? post() : measure())

/** The other user: one bulk after the other, until the measurer ends this process. */
async function post(): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    name: `Стока номер ${n}`,
    price: `${n % 9999}.${10 + (n % 89)}`,
    currency: n % 3 === 0 ? 'EUR' : 'BGN',
  }))
  const body = Buffer.from(JSON.stringify({ rows, filename: 'bench.csv', source: 'upload' }))
  for (;;) {
    const { status } = await call('POST', `${origin}/api/convert/bulk`, { cookie, body })
    process.send?.(status)
  }
}

async function measure(): Promise<void> {
  const server = await startServer()
  try {
    const address = server.origin
    const [reader, poster] = [await signUp(server), await signUp(server)]
    await latencies(address, reader, 500)
    report('idle', await latencies(address, reader, IDLE_MS))

    const child = fork(import.meta.filename, ['post', address, poster])
    const statuses: unknown[] = []
    child.on('message', (status) => statuses.push(status))
    await once(child, 'message')
    const busy = await latencies(address, reader, BUSY_MS)
    child.kill()
    report(`beside ${ROWS}-row bulks`, busy)
    const failed = statuses.filter((status) => status !== 200).length
    print(
      `${statuses.length} bulks posted, ${failed} failed; p99 ${quantile(busy, 0.99) < GOAL_MS ? 'is' : 'IS NOT'} under ${GOAL_MS} ms`,
    )
  } finally {
    await server.stop()
  }
}

async function signUp({ origin: address, openStore }: BenchServer): Promise<string> {
  const email = `bench-${Math.random().toString(36).slice(2)}@example.bg`
  const password = 'a long enough secret'
  const answer = await call('POST', `${address}/api/auth/register`, { body: { email, password } })
  const db = await openStore()
  await grantTokens(db, { email, tokens: TOKENS, note: 'bench', at: Date.now() })
  await db.destroy()
  return answer.cookie
}

/** Times of calls made one after another for so long, in milliseconds. */
async function latencies(address: string, cookie: string, forMs: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until) {
    times.push((await call('GET', `${address}/api/auth/me`, { cookie })).ms)
    await delay(EVERY_MS)
  }
  return times
}

function report(title: string, times: number[]): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1))
  print(`GET /api/auth/me ${title}: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms (${times.length} calls)`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Prints how long GET /api/auth/me takes while another user posts bulks of 50,000 rows, and while nobody does.
 * Server, poster and measurer are three processes. `node bench/bulk-latency.ts`; traffic to 127.0.0.1 alone.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { grantTokens } from '#server/tokens/grant.ts'

const ROWS = 50_000
const IDLE_MS = 3000
const BUSY_MS = 12_000
const EVERY_MS = 3
const GOAL_MS = 50
const TOKENS = 1_000_000_000

const agent = new Agent({ keepAlive: true })

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
    const { status } = await call('POST', '/api/convert/bulk', { cookie, body })
    process.send?.(status)
  }
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-bench-'))
  const server = spawn(process.execPath, [join(import.meta.dirname, '../src/server/main.ts')], {
    env: { ...process.env, PORT: '0', DATA_DIR: process.env['DATABASE_URL'] === undefined ? folder : '.' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const address = await addressOf(server)
    const [reader, poster] = [await signUp(address, folder), await signUp(address, folder)]
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
    server.kill()
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (text: Buffer) => {
      const port = /localhost:(\d+)/.exec(text.toString())?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
    server.once('exit', () => reject(new Error('The server did not start.')))
  })
}

async function signUp(address: string, dataDir: string): Promise<string> {
  const email = `bench-${Math.random().toString(36).slice(2)}@example.bg`
  const body = Buffer.from(JSON.stringify({ email, password: 'a long enough secret' }))
  const answer = await call('POST', '/api/auth/register', { address, body })
  const db = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'] })
  await grantTokens(db, { email, tokens: TOKENS, note: 'bench', at: Date.now() })
  await db.destroy()
  return answer.cookie
}

/** Times of calls made one after another for so long, in milliseconds. */
async function latencies(address: string, cookie: string, forMs: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until) {
    const started = performance.now()
    await call('GET', '/api/auth/me', { address, cookie })
    times.push(performance.now() - started)
    await delay(EVERY_MS)
  }
  return times
}

type Call = { address?: string; cookie?: string; body?: Buffer }

function call(
  method: string,
  path: string,
  { address = origin, cookie, body }: Call,
): Promise<{ status: number; cookie: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
    }
    const sent = request(address + path, { method, headers, agent }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () => {
        const [line = ''] = response.headers['set-cookie'] ?? []
        resolve({ status: response.statusCode ?? 0, cookie: line.split(';')[0] ?? '' })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function quantile(times: number[], q: number): number {
  const place = Math.min(times.length - 1, Math.floor(times.length * q))
  return times.toSorted((a, b) => a - b)[place] ?? NaN
}

function report(title: string, times: number[]): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1))
  print(`GET /api/auth/me ${title}: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms (${times.length} calls)`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

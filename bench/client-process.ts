/** A client process, so that neither the server's nor the benchmark's event loop does its work. */
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from './open-connection.ts'

/** Calls to be made for so long, and at least so many, over connections that stay open, one after another on each. */
export type Order = {
  origin: string
  /** Of the users; each connection is one's. */
  cookies: readonly string[]
  /** Of a bulk; 0 reads the session. */
  rows: number
  connections: number
  forMs: number
  atLeast?: number
  /** Between two calls of a connection. */
  pauseMs?: number
}

export type Outcome = {
  /** Of each call, from its first byte sent to the last one received. */
  times: number[]
  /** From the first call to the last answer. */
  ms: number
  failed: number
  /** Of the last answer's body. */
  bytes: number
}

process.on('message', (order: Order) => {
  work(order).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      throw error
    },
  )
})

async function work(order: Order): Promise<Outcome> {
  const { origin, cookies, connections, forMs, atLeast = 0, pauseMs } = order
  const requests = cookies.map((cookie) => requestOf(order, cookie))
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)))
  const outcome: Outcome = { times: [], ms: 0, failed: 0, bytes: 0 }
  const started = performance.now()
  await Promise.all(
    open.map(async ({ exchange }, n) => {
      const request = requests[n % requests.length] ?? Buffer.alloc(0)
      while (performance.now() - started < forMs || outcome.times.length < atLeast) {
        const sent = performance.now()
        const { status, bytes } = await exchange(request)
        outcome.times.push(performance.now() - sent)
        outcome.bytes = bytes
        if (status !== 200) outcome.failed++
        if (pauseMs !== undefined) await delay(pauseMs)
      }
    }),
  )
  outcome.ms = performance.now() - started
  for (const { close } of open) close()
  return outcome
}

function requestOf({ origin, rows }: Order, cookie: string): Buffer {
  const { host } = new URL(origin)
  const head = `HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n`
  if (rows === 0) return Buffer.from(`GET /api/auth/me ${head}\r\n`)
  const body = Buffer.from(
    JSON.stringify({ rows: Array.from({ length: rows }, rowOf), filename: 'bench.csv', source: 'upload' }),
  )
  const length = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
  return Buffer.concat([Buffer.from(`POST /api/convert/bulk ${head}${length}\r\n`), body])
}

const rowOf = (_: unknown, n: number) => ({
  name: `Стока номер ${n}`,
  price: `${n % 9999}.${10 + (n % 89)}`,
  currency: n % 3 === 0 ? 'EUR' : 'BGN',
})

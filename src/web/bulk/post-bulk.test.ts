import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversionDelayMs } from './conversion-delay.ts'
import { postBulk } from './post-bulk.ts'

const DELAY_MS = 1000

let server: Server
let waiting: ServerResponse | undefined
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((_request, response) => {
    waiting = response
  }).listen(0)
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  // A page names paths of its own site; here they are this server's.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globalThis.fetch = (path, init) => realFetch(new URL(path as string, origin), init)
})

afterAll(() => {
  globalThis.fetch = realFetch
  server.close()
})

describe('CONV-02 · the simulated delay', () => {
  it('CONV-02 · is 600 ms and 35 for each row, with up to 200 more, and never over 3 s', () => {
    expect([conversionDelayMs(0, 0), conversionDelayMs(10, 0), conversionDelayMs(10, 1)]).toEqual([
      600, 950, 1150,
    ])
    expect([conversionDelayMs(68, 1), conversionDelayMs(100_000, 0.5)]).toEqual([3000, 3000])
  })

  it('CONV-02 · runs beside the request: an answer that comes later than the delay is not held up again', async () => {
    const result = postBulk({ rows: [] }, { headers: {}, delayMs: DELAY_MS, key: 'k' })
    await sleep(DELAY_MS + 100)
    waiting?.end(JSON.stringify({ rows: [], newBalance: 1 }))
    const first = await Promise.race([result, sleep(DELAY_MS, 'a second delay')])
    expect(first).toEqual({ outcome: 'converted', reply: { rows: [], newBalance: 1 } })
  })
})

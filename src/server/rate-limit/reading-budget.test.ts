import { EventEmitter } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { makeReadingBudget } from './reading-budget.ts'

const MEGABYTE = 1024 * 1024

/** A response of `bytes`, for so many requests at once. Streamed ones do not tell their length before. */
type Question = {
  ip?: string
  account?: string
  apiKey?: string
  count?: number
  bytes?: number
  isStreamed?: boolean
}

let app: FastifyInstance
let agent: Agent
const time = { now: 0 }

/** A server whose requests are of any address and account, and count as many. It answers how long to wait. */
async function start(isProduction: boolean): Promise<void> {
  const budget = makeReadingBudget(isProduction, () => time.now)
  app = fastify()
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { ip = '203.0.113.1', account, apiKey, count = 1, bytes = 0, isStreamed } = read(request.query)
      Object.defineProperty(request, 'ip', { value: ip })
      if (account !== undefined)
        request.caller = {
          accountId: account,
          email: '',
          balance: 0,
          ...(apiKey !== undefined && { apiKey: { id: apiKey, isCapped: false } }),
        }
      const admit = (to: FastifyReply) => {
        if (account === undefined) budget.admitNetwork(request, to)
        budget.admitAccount(request, to)
      }
      // All but one of many responses never end.
      const raw = new EventEmitter().setMaxListeners(0)
      const endless = Object.create(reply, { raw: { value: raw } }) as FastifyReply
      try {
        for (let n = 1; n < count; n++) admit(endless)
        admit(reply)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return reply.header('wait', `${error.code} ${error.params.seconds}`).send()
      }
      if (isStreamed === true) return reply.send(Readable.from([Buffer.alloc(bytes)]))
      return reply.header('content-length', bytes).send()
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
}

const read = (query: unknown): Question => JSON.parse((query as { q: string }).q) as Question

/** @returns the seconds to wait; 0 when the request was served */
async function ask(question: Question): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  const path = `/?q=${encodeURIComponent(JSON.stringify(question))}`
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const method = question.isStreamed === true ? 'GET' : 'HEAD'
  httpRequest({ port, host: '127.0.0.1', path, method, agent }, (response) => {
    response.resume().once('end', () => resolve(response.headers['wait'] as string | undefined))
  })
    .once('error', reject)
    .end()
  const wait = await promise
  if (wait === undefined) return 0
  expect(wait).toMatch(/^too_many_requests \d+$/)
  return Number(wait.split(' ')[1])
}

beforeEach(() => {
  time.now = 0
  // All requests on one connection.
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
})

afterEach(async () => {
  agent.destroy()
  await app.close()
})

describe('reading, by the limits of docs/security.md', () => {
  it('API-03 · an account may make 2,000 requests at once, from anywhere, and then ten each second', async () => {
    await start(true)
    expect(await ask({ account: 'a', count: 1999 })).toBe(0)
    expect(await ask({ account: 'a', ip: '2001:db8::1' })).toBe(0)
    expect(await ask({ account: 'a' })).toBe(1)
    expect(await ask({ account: 'b' }), 'another account').toBe(0)
    time.now += 99
    expect(await ask({ account: 'a' })).toBe(1)
    time.now += 1
    expect(await ask({ account: 'a' })).toBe(0)
    expect(await ask({ account: 'a' })).toBe(1)
  })

  it('OPEN-01 API-03 · requests with an API key are counted apart from those of the account’s session', async () => {
    await start(true)
    expect(await ask({ account: 'a', apiKey: 'k', count: 2000 })).toBe(0)
    expect(await ask({ account: 'a', apiKey: 'k' })).toBe(1)
    expect(await ask({ account: 'a' })).toBe(0)
    expect(await ask({ account: 'a', apiKey: 'l' })).toBe(0)
  })

  it('API-03 · an account may read 1 GB at once, and then 4 MB each second', async () => {
    await start(true)
    expect(await ask({ account: 'a', bytes: 1024 * MEGABYTE - 1 })).toBe(0)
    expect(await ask({ account: 'a', bytes: 1 })).toBe(0)
    expect(await ask({ account: 'a' })).toBe(1)
    expect(await ask({ account: 'b', bytes: (1024 + 40) * MEGABYTE })).toBe(0)
    // 40 MB are owed, and a byte is needed.
    expect(await ask({ account: 'b' })).toBe(11)
    time.now += 10_001
    expect(await ask({ account: 'b' })).toBe(0)
  })

  it('API-03 · a network may make 20,000 requests at once, and then 200 each second', async () => {
    await start(true)
    expect(await ask({ ip: '2001:db8:1:2::1', count: 19_999 })).toBe(0)
    expect(await ask({ ip: '2001:db8:1:2::2' })).toBe(0)
    expect(await ask({ ip: '2001:db8:1:2::3' })).toBe(1)
    expect(await ask({ ip: '2001:db8:1:3::1' }), 'another network').toBe(0)
    time.now += 4.98
    expect(await ask({ ip: '2001:db8:1:2::1' })).toBe(1)
    time.now = 5
    expect(await ask({ ip: '2001:db8:1:2::1' })).toBe(0)
    expect(await ask({ ip: '2001:db8:1:2::1' })).toBe(1)
  })

  it('API-03 · a network may read 4 GB at once, and then 16 MB each second', async () => {
    await start(true)
    expect(await ask({ bytes: 4096 * MEGABYTE - 1 })).toBe(0)
    expect(await ask({ bytes: 1 + 160 * MEGABYTE })).toBe(0)
    expect(await ask({})).toBe(11)
    time.now += 10_001
    expect(await ask({})).toBe(0)
  })

  it('API-03 · a response of unknown length counts by what was sent on the connection for it', async () => {
    await start(true)
    const streamed = { account: 'a', bytes: 100_000, isStreamed: true }
    expect(await ask({ account: 'a', bytes: 1024 * MEGABYTE - 300_000 })).toBe(0)
    expect(await ask(streamed)).toBe(0)
    expect(await ask(streamed)).toBe(0)
    expect(await ask(streamed), '200,000 bytes were sent').toBe(0)
    expect(await ask(streamed), '300,000 bytes were sent').toBe(1)
  })

  it.each(['127.0.0.1', '::1'])('API-03 · %s, this machine, has limits in production only', async (ip) => {
    await start(false)
    expect(await ask({ ip, account: 'a', count: 2001 })).toBe(0)
    expect(await ask({ ip, count: 20_001 })).toBe(0)
    expect(await ask({ account: 'b', count: 2001 }), 'another machine').toBe(1)
    expect(await ask({ count: 20_001 }), 'another machine').toBe(1)
    await app.close()
    await start(true)
    expect(await ask({ ip, account: 'a', count: 2001 })).toBe(1)
    expect(await ask({ ip, count: 20_001 })).toBe(1)
  })
})

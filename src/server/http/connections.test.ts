import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '#test/until.ts'
import { exchange } from '#test/server/exchange.ts'
import { MAX_CONNECTIONS, MAX_PIPELINED, limitConnections, serveInTurn } from './connections.ts'

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${header}\r\n`
const LAST = 'connection: close\r\n'

describe('requests of one connection', () => {
  let app: FastifyInstance
  let origin: string
  let [served, atOnce, mostAtOnce] = [0, 0, 0]
  beforeAll(async () => {
    app = fastify()
    serveInTurn(app)
    app.all('/:name', async ({ params, body }) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      await delay(5)
      atOnce--
      served++
      return { params, body }
    })
    app.get('/closing', async (_request, reply) => {
      reply.header('connection', 'close')
      return 'the last'
    })
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  it('API-03 · are served one after another, each with its body, and answered in their order', async () => {
    mostAtOnce = 0
    const requests = Array.from({ length: MAX_PIPELINED - 1 }, (_, n) => {
      const body = JSON.stringify({ n })
      const fields = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
      return `${get(`/r${n}`, fields).replace('GET', 'POST')}${body}`
    })
    const answers = await readAll(origin, requests.join('') + get('/end', LAST))
    const names = [...answers.matchAll(/"name":"(\w+)"\},"body":\{"n":(\d+)\}/g)].map((match) =>
      match.slice(1),
    )
    expect(names).toEqual(requests.map((_, n) => [`r${n}`, String(n)]))
    expect(answers).toContain('"name":"end"')
    expect(mostAtOnce).toBe(1)
  })

  it('API-03 · close it when more of them wait than browsers and proxies send, and are not served', async () => {
    served = 0
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(get('/many').repeat(2000))
    socket.resume()
    await once(socket, 'close')
    await delay(100)
    expect(served).toBeLessThanOrEqual(MAX_PIPELINED)
    const { head } = await exchange(origin, get('/other', LAST))
    expect(head).toMatch(/^HTTP\/1.1 200 /)
  })

  it('API-03 · are not served behind one after which the server closes it', async () => {
    served = 0
    const answers = await readAll(origin, get('/closing') + get('/later'))
    expect(answers).toContain('the last')
    await delay(50)
    expect(served).toBe(0)
  })
})

describe('connections of one network', () => {
  let app: FastifyInstance
  let port: number
  beforeAll(async () => {
    app = fastify()
    limitConnections(app, {
      networkOf: (address) => address.split('.').slice(0, 3).join('.'),
      isUnlimited: (address) => address === '127.0.9.9',
    })
    app.get('/', () => 'served')
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => app.close())

  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const isServed = async (localAddress: string): Promise<boolean> => {
    const socket = await open(localAddress)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.write(get('/', LAST))
    if (!socket.closed) await once(socket, 'close')
    return text.includes('served')
  }

  it('API-03 · are limited, while other networks and the proxy get in, and are let in again afterwards', async () => {
    const sockets = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => open('127.0.1.1')))
    await until(async () => expect(await isServed('127.0.1.2')).toBe(false))
    expect(await isServed('127.0.2.1')).toBe(true)
    const ofProxy = await Promise.all(Array.from({ length: MAX_CONNECTIONS + 1 }, () => open('127.0.9.9')))
    expect(await isServed('127.0.9.9')).toBe(true)
    for (const socket of [...sockets, ...ofProxy]) socket.destroy()
    await until(async () => expect(await isServed('127.0.1.1')).toBe(true))
  })
})

/** Everything that is answered until the server closes. */
async function readAll(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

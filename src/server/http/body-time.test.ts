import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveInTurn } from './connections.ts'
import { handleClientError } from './malformed-requests.ts'
import { limitBodyTimes } from './body-time.ts'

const TIMES = { smallMs: 300, graceMs: 150, bytesPerSecond: 400_000 }
const LARGE = 300_000

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = fastify({
    bodyLimit: LARGE,
    clientErrorHandler: (error, socket) => handleClientError({ log: app.log, headers: {} }, error, socket),
  })
  serveInTurn(app)
  limitBodyTimes(app, TIMES)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/body', (request) => String((request.body as Buffer).length))
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(403).send('no') }, () => '')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

type Sent = { path?: string; framing: string; piece: string; pieces: number; everyMs: number }

/** Sends a body piece by piece until the connection ends. @returns what was received, and after how long */
async function send({ path = '/body', framing, piece, pieces, everyMs }: Sent) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (data: Buffer) => (received += data.toString()))
  socket.on('error', () => {})
  const begun = performance.now()
  const ended = once(socket, 'close').then(() => performance.now() - begun)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
  )
  for (let sent = 0; sent < pieces && !socket.closed && socket.writable; sent++) {
    socket.write(piece)
    await delay(everyMs)
  }
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(received)?.[1]), received, ms: await ended }
}

const small = 'content-length: 1000'
const large = `content-length: ${LARGE}`

it('API-03 · a small body that trickles ends with 408 after its time', async () => {
  const { status, received, ms } = await send({ framing: small, piece: 'x', pieces: 1000, everyMs: 20 })
  expect([status, received.includes('"code":"request_timeout"')]).toEqual([408, true])
  expect(ms).toBeGreaterThanOrEqual(TIMES.smallMs)
})

it.each([
  ['declared', large, 'x'.repeat(500)],
  ['chunked', 'transfer-encoding: chunked', `1f4\r\n${'x'.repeat(500)}\r\n`],
])('API-03 · a large body below the least rate ends with 408: %s', async (_title, framing, piece) => {
  const { status, ms } = await send({ framing, piece, pieces: 600, everyMs: 10 })
  expect(status).toBe(408)
  expect(ms).toBeGreaterThanOrEqual(TIMES.graceMs)
})

it('API-03 · a large body at the least rate is received, however long it takes', async () => {
  const sending = { framing: large, piece: 'x'.repeat(10_000), pieces: 30, everyMs: 18 }
  const { status, received, ms } = await send(sending)
  expect([status, received.endsWith(String(LARGE))]).toEqual([200, true])
  expect(ms).toBeGreaterThan(TIMES.smallMs + TIMES.graceMs)
})

it('API-03 · a body that is not read any more is limited too', async () => {
  const sending = { path: '/refused', framing: small, piece: 'x', pieces: 1000, everyMs: 20 }
  const { received } = await send(sending)
  expect(received.match(/^HTTP/gm)).toHaveLength(1)
  expect(received).toMatch(/^HTTP\/1.1 403 /)
})

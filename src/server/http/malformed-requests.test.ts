import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Place, makePlace } from '#test/harness.ts'
import { exchange } from '#test/server/exchange.ts'
import { type ServerProcess, startProcess } from '#test/server/server-process.ts'
import { serveInTurn } from './connections.ts'
import { handleClientError } from './malformed-requests.ts'

const UNREADABLE = 'Заявката не може да бъде прочетена. Проверете данните и опитайте отново.'
const POST = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const ID = /^x-request-id: ([\da-f-]{36})$/m

let place: Place
let server: ServerProcess
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startProcess({ ...place.settings, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.ended
  await place.remove()
})

describe('a malformed request', () => {
  it.each([
    ['not HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'bad_request'],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'bad_request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost: x\r\nbroken\r\n\r\n', 400, 'bad_request'],
    [
      'two Content-Length headers',
      `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
      'bad_request',
    ],
    [
      'Content-Length and chunks',
      `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
      'bad_request',
    ],
    ['an invalid chunk', `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400, 'bad_request'],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a URL of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n`, 431, 'headers_too_large'],
  ])('API-03 · gets a JSON error, and the connection is closed: %s', async (_title, bytes, status, code) => {
    const { head, body } = await exchange(server.origin, bytes)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(ID)
    for (const line of [
      'connection: close',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
    ])
      expect(head.split('\r\n')).toContain(line)
    const content: unknown = JSON.parse(body)
    expect(content).toEqual({ error: expect.any(String), code })
    if (status === 400) expect(content).toEqual({ error: UNREADABLE, code })
  })

  it.each([
    ['HTTP/1.1 without a host', 'GET /api/auth/me HTTP/1.1\r\n\r\n'],
    ['a second host', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
    ['a host with a space', 'GET / HTTP/1.1\r\nhost: a b\r\n\r\n'],
    ['a host without a name', 'GET / HTTP/1.1\r\nhost: :\r\n\r\n'],
    ['a host with an invalid port', 'GET / HTTP/1.1\r\nhost: x:9999999\r\n\r\n'],
    ['an invalid host and a body', `${POST.replace('host: x', 'host: a b')}content-length: 2\r\n\r\n{}`],
    [
      'an unknown expectation',
      `${POST}expect: 200-maybe\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`,
    ],
  ])('API-03 · with %s is rejected, and the connection is closed', async (_title, bytes) => {
    const { head, body } = await exchange(server.origin, bytes)
    expect(head.toLowerCase().split('\r\n')).toContain('connection: close')
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(body)).toEqual({ error: UNREADABLE, code: 'bad_request' })
    expect(head).toMatch(ID)
  })

  it.each(['', 'x', 'levro.bg:443', '127.0.0.1:3000', '[::1]:3000', '[::1]', 'xn--80adxhks.example'])(
    'API-03 · the host "%s" is valid',
    async (host) => {
      const { head } = await exchange(
        server.origin,
        `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      )
      expect(head).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  it('API-03 · HTTP/1.0 without a host is served', async () => {
    const { head, body } = await exchange(server.origin, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 200 /)
    expect(JSON.parse(body)).toEqual({ ok: true })
  })
})

describe('a malformed request on a shared connection', () => {
  let app: FastifyInstance
  let origin: string
  let finish = () => {}
  beforeAll(async () => {
    app = fastify({
      clientErrorHandler: (error, socket) => handleClientError({ log: app.log, headers: {} }, error, socket),
      requestTimeout: 400,
      http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
    })
    serveInTurn(app)
    app.get('/slow', () => new Promise((resolve) => (finish = () => resolve('late'))))
    app.get('/begun', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-length': 100 })
      reply.raw.write('the beginning')
    })
    app.post('/body', () => 'read')
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    finish()
    await app.close()
  })

  const BODY = 'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const LATE = {
    bg: 'Заявката не пристигна цяла навреме. Проверете връзката си и опитайте отново.',
    en: 'The request did not arrive completely in time. Check the connection and try again.',
  }

  it.each([
    // Headers that have not arrived cannot say a language.
    ['an incomplete head', 'GET / HTTP/1.1\r\naccept-language: en\r\nhost: x\r\n', LATE.bg],
    ['an incomplete body', `${BODY}content-length: 9\r\n\r\n"`, LATE.bg],
    ['an incomplete body in English', `${BODY}accept-language: en\r\ncontent-length: 9\r\n\r\n"`, LATE.en],
    [
      'an incomplete chunk in English',
      `${BODY}accept-language: en-GB,bg;q=0.5\r\ntransfer-encoding: chunked\r\n\r\n9\r\n"`,
      LATE.en,
    ],
  ])('API-03 · %s gets a timeout error in the language of its headers', async (_title, bytes, error) => {
    const { head, body } = await exchange(origin, bytes)
    expect(head).toMatch(/^HTTP\/1.1 408 /)
    expect(JSON.parse(body)).toEqual({ error, code: 'request_timeout' })
  })

  it('API-03 · an invalid chunk is answered in the language of its headers', async () => {
    const bytes = `${BODY}accept-language: en\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`
    const { head, body } = await exchange(origin, bytes)
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(body)).toEqual({
      error: 'The request could not be read. Check the data and try again.',
      code: 'bad_request',
    })
  })

  it('API-03 · an error is not sent in place of the response to an earlier pipelined request', async () => {
    const { head } = await exchange(origin, 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\nnonsense\r\n\r\n')
    expect(head).toBe('')
  })

  it('API-03 · an error is not written into a response that has begun', async () => {
    const { body } = await exchange(origin, 'GET /begun HTTP/1.1\r\nhost: x\r\n\r\n', 'nonsense\r\n\r\n')
    expect(body).toBe('the beginning')
  })
})

describe('the log', () => {
  it('API-04 · contains a malformed request by the id of its response, without received data and IP address', async () => {
    const otherPlace = await makePlace('sqlite')
    const verbose = await startProcess({ ...otherPlace.settings, LOG_LEVEL: 'trace' })
    const { head } = await exchange(
      verbose.origin,
      'GET /secret-path HTTP/x\r\nhost: private.example\r\n\r\n',
    )
    verbose.kill('SIGTERM')
    const { stdout } = await verbose.ended
    await otherPlace.remove()
    const lines = stdout.split('\n').filter((line) => line.includes(ID.exec(head)?.[1] ?? 'no id'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 400, code: 'bad_request', level: 30 })
    expect(stdout).not.toMatch(/secret-path|private\.example|rawPacket|stack/)
    expect(lines[0]).not.toContain('127.0.0.1')
  })
})

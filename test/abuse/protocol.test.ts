import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { LENGTHS } from './framings.ts'
import { type RawReply, openRaw } from './request.ts'
import { withAbuseServer } from './abuse-server.ts'

const TIMEOUT_MS = 400

/**
 * A body that is itself a request, for a server that finds another end of the first request than the proxy
 * does.
 */
const smuggled = (cookie: string) => `GET /api/auth/me HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`

const POST = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

/** Malformed request heads, and heads that only some servers accept. */
const HEADS: string[] = [
  'GET /api/auth/me HTTP/9.9\r\nhost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET\r\n\r\n',
  'get /api/auth/me HTTP/1.1\r\nhost: x\r\n\r\n',
  'FOO /api/auth/me HTTP/1.1\r\nhost: x\r\n\r\n',
  ' GET /api/auth/me HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/auth/me HTTP/1.1 x\r\nhost: x\r\n\r\n',
  'GET /api/a uth/me HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/\x01 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/\0 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx\0y: a\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx y: a\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\r\nhost: x\r\n: empty\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\r\nhost: x\r\n\xE9: y\r\n\r\n',
  'GET /api/auth/me HTTP/1.1\nhost: x\n\n',
  '\x16\x03\x01\x02\0\x01\0\x01\xFC\x03\x03',
  `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  `GET /api/auth/me HTTP/1.1\r\nhost: x\r\n${'x'.repeat(20_000)}: a\r\n\r\n`,
  `GET /api/auth/me HTTP/1.1\r\nhost: x\r\ncookie: ${'a=b; '.repeat(5000)}\r\n\r\n`,
  `GET /api/auth/me HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
]

withAbuseServer({}, (getTarget) => {
  const statuses = ({ answers }: RawReply) => answers.map(({ status }) => status)

  it.each(LENGTHS)(
    'API-03 · no request can be smuggled in the body of another: %s',
    async (_name, length, body) => {
      const target = getTarget()
      const victim = await target.user()
      const hidden = smuggled(`${victim.cookie}`)
      const reply = await target.raw(`${POST}${length}\r\n\r\n${body}${hidden}`, { timeoutMs: TIMEOUT_MS })
      expect(reply.raw).not.toContain(victim.email)
      for (const status of statuses(reply)) {
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }
      expect(reply.closed || reply.answers.length > 0, 'there is an end').toBe(true)
      expect((await victim.call(me)).reply.user).toEqual({ email: victim.email })
    },
  )

  it('API-03 · malformed requests are rejected in one format, and the connection is closed', async () => {
    for (const head of HEADS) {
      const reply = await getTarget().raw(head)
      expect(reply.closed, head.slice(0, 80)).toBe(true)
      for (const status of statuses(reply))
        expect([400, 404, 414, 431, 505], head.slice(0, 80)).toContain(status)
      expect(reply.raw.match(/^HTTP\/1\.1/gm)?.length ?? 0).toBeLessThanOrEqual(1)
    }
  })

  it('API-03 · no request adds a header to the response', async () => {
    const target = getTarget()
    const user = await target.user()
    const inject = '%0d%0aset-cookie:%20planted=1%0d%0a%0d%0a<script>'
    const paths = [
      `/${inject}`,
      `/en/${inject}`,
      `/?x=${inject}`,
      `/api/${inject}`,
      `/api/convert/jobs/${inject}`,
    ]
    const twice = [
      '/%E5%98%8D%E5%98%8Aset-cookie:planted=1',
      '/%250d%250aset-cookie:planted=1',
      '/\r\tplanted',
    ]
    for (const path of [...paths, ...twice].map((each) => each.replace('\r\t', '%0d%09'))) {
      const { headers, setCookies } = await target.ask({ path, as: user })
      expect(setCookies).toEqual([])
      expect(JSON.stringify(headers)).not.toContain('planted')
    }
    const echoes = { 'x-request-id': 'planted', 'accept-language': 'planted', 'idempotency-key': 'planted' }
    const more = { origin: 'http://planted.example', 'if-none-match': '"planted"', range: 'bytes=planted' }
    for (const path of ['/', '/api/auth/me', '/nothing', '/robots.txt']) {
      const { headers, status } = await target.ask({ path, headers: { ...echoes, ...more } })
      expect(JSON.stringify(headers)).not.toContain('planted')
      expect(status).toBeLessThan(500)
    }
  })

  it('API-03 · any Range or conditional header gets a part, the whole, or an error', async () => {
    const target = getTarget()
    const ranges = [
      'bytes=0-',
      'bytes=-1',
      'bytes=9-1',
      'bytes=99999999-',
      'bytes=0-0,-1',
      'x=1',
      'bytes=',
      '=',
    ]
    ranges.push(`bytes=${Array.from({ length: 500 }, (_, n) => `${n}-`).join()}`)
    for (const path of ['/favicon.ico', '/', '/sitemap.xml'])
      for (const range of ranges) {
        const { status, headers } = await target.ask({ path, headers: { range } })
        expect([200, 206, 400, 416], range.slice(0, 20)).toContain(status)
        expect(Number(headers['content-length'] ?? 0)).toBeLessThan(1_000_000)
      }
    for (const headers of [{ 'if-modified-since': 'x' }, { 'if-none-match': '*' }, { 'if-range': 'x' }])
      expect([200, 304]).toContain((await target.ask({ path: '/favicon.ico', headers })).status)
    for (const coding of ['x', 'gzip;q=9', '*;q=0', ',', 'br'.repeat(2000)])
      expect((await target.ask({ path: '/', headers: { 'accept-encoding': coding } })).status).toBe(200)
  })

  it('API-03 · with a thousand idle connections and hundreds of slow ones, others are served', async () => {
    const target = getTarget()
    const { origin } = target
    const open = async (count: number, first: string, from: string) => {
      const sockets = []
      for (let left = count; left > 0; left -= 100) {
        const batch = Array.from({ length: Math.min(left, 100) }, () => openRaw(origin, from))
        sockets.push(...(await Promise.all(batch)))
      }
      for (const socket of sockets) if (first !== '') socket.write(first)
      return sockets
    }
    const sockets = [
      ...(await open(1000, '', '127.0.4.1')),
      ...(await open(200, 'GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx: ', '127.0.4.2')),
      ...(await open(200, `${POST}content-length: 1000\r\n\r\n{"email":"`, '127.0.4.3')),
      ...(await open(100, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', '127.0.4.4')),
    ]
    try {
      for (let n = 0; n < 10; n++) {
        for (const socket of sockets.slice(1000, 1400)) socket.write('a')
        const user = n % 5 === 0 ? await target.user() : target.stranger()
        expect((await user.call(me)).status).toBe(200)
        expect((await target.ask({ path: '/' })).status).toBe(200)
        await delay(20)
      }
    } finally {
      for (const socket of sockets) socket.destroy()
    }
    expect((await target.ask({ path: '/readyz' })).status).toBe(200)
  })

  it('API-03 · thousands of requests at once, whose answers nobody reads, delay no one', async () => {
    const target = getTarget()
    await target.expectUnnoticed(async () => {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => openRaw(target.origin, '127.0.4.6')))
      for (const socket of sockets) {
        socket.pause()
        socket.write('GET /en/ HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3000))
      }
      await delay(3000)
      for (const socket of sockets) socket.destroy()
    })
    expect((await target.ask({ path: '/readyz' })).status).toBe(200)
  })

  it('API-03 · connections closed at any point leave no open resources', async () => {
    const target = getTarget()
    const user = await target.user(100)
    const body = JSON.stringify({ rows: [{ name: 'a', price: '1', currency: 'BGN' }] })
    const head = `POST /api/convert/bulk HTTP/1.1\r\nhost: x\r\ncookie: ${user.cookie}\r\ncontent-type: application/json\r\n`
    const whole = `${head}content-length: ${body.length}\r\n\r\n${body}`
    for (let at = 1; at < whole.length; at += 17) {
      const socket = await openRaw(target.origin, '127.0.4.5')
      socket.write(whole.slice(0, at))
      if (at % 2 === 0) await delay(2)
      if (at % 3 === 0) socket.resetAndDestroy()
      else socket.destroy()
    }
    expect((await user.call(me)).reply.tokens, 'no half call is charged').toBe(100)
    expect((await target.ask({ path: '/readyz' })).status).toBe(200)
  })
})

import { connect as connectHttp2 } from 'node:http2'
import { once } from 'node:events'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { errorBody } from '#api/errors.ts'
import { LIMITS } from '#product/limits.ts'
import { MAX_FILE_BODY_BYTES } from '#server/files/routes.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { type Place, makePlace, withDatabase } from '../harness.ts'
import { LENGTHS } from '../abuse/framings.ts'
import { sendBytes } from '../abuse/request.ts'
import { Client } from './client.ts'
import { type RawAnswer, sendRaw } from './raw-request.ts'
import { makeRows } from './reference.ts'
import { type ServerPair, startPair } from './server-pair.ts'

/**
 * Requests that nginx parses differently from the server, as RFC 9112 allows: nginx sees two requests and
 * forwards two. It rewrites what it has parsed, so that the server sees the same end.
 */
const TWO_FOR_NGINX = [
  'chunks behind a bare line feed',
  'chunks ended by line feeds',
  'a chunk with a long extension',
]

const REQUEST_ID = /^[\da-f]{32}$/
const LONG_BODY = 'x'.repeat(70_000)

describe('requests through nginx', () => {
  let place: Place
  let pair: ServerPair
  beforeAll(async () => {
    place = await makePlace('sqlite')
    pair = await startPair('socket', place.settings)
  })
  afterAll(async () => {
    await pair.stop()
    await place.remove()
  })

  const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(pair.nginx.origin, { path, headers })

  it('OPEN-05 · files shared to the app are answered with 303, also above the usual limit of a body', async () => {
    for (const size of [100, 3 * 1024 * 1024]) {
      const { status, headers } = await sendRaw(pair.nginx.origin, {
        method: 'POST',
        path: '/en/share',
        type: 'multipart/form-data; boundary=b',
        body: Buffer.alloc(size, 65),
      })
      expect([size, status, headers.location]).toEqual([size, 303, '/en/converter?mode=bulk&shared=1'])
    }
  })

  it('API-04 · pages are as the server sends them: compressed, revalidated, with their policy', async () => {
    const plain = await get('/en/converter')
    expect(plain.status).toBe(200)
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await get('/en/converter', { 'accept-encoding': coding })
      expect(packed.headers['content-encoding']).toBe(coding)
      expect(unpack(packed.body).equals(plain.body)).toBe(true)
    }
    const { etag = '', 'content-security-policy': policy, 'cache-control': cache } = plain.headers
    expect(policy).toContain("default-src 'none'")
    expect(cache).toBe('public, no-cache')
    expect((await get('/en/converter', { 'if-none-match': etag })).status).toBe(304)

    const [asset = ''] = /\/assets\/[^"]+\.js/.exec(plain.body.toString()) ?? []
    const { status, headers } = await get(asset)
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await get('/en/no-such-page')).status).toBe(404)

    // Files of a version that only the other process may have.
    const before = await pair.nginx.askedOf()
    const missing = await get('/assets/other-Abc123.js')
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    for (const [address, asked] of await pair.nginx.askedOf())
      expect(asked - (before.get(address) ?? 0)).toBe(1)
    expect((await get('/readyz')).status).toBe(200)
  })

  it('API-03 · API responses are not cached, and errors have their request id', async () => {
    const answer = await new Client(pair.nginx.origin).call(me)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    // By nginx's own request ids: an id chosen by a client would be in the log.
    const paths = ['/api/nothing', '/api/convert/none', '/en/no-such-page', '/assets/nothing-Abc123.js']
    const own = { 'x-request-id': 'by-the-client-itself' }
    const ids = await Promise.all([...paths, ...paths].map((path) => get(path, own)))
    for (const { status, headers } of ids)
      expect([status, headers['x-request-id']]).toEqual([404, expect.stringMatching(REQUEST_ID)])
    expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(ids.length)
  })

  it('API-03 · no request can be smuggled in the body of another, neither for nginx nor for the server behind it', async () => {
    const victim = new Client(pair.nginx.origin)
    await victim.register()
    const hidden = `GET /api/auth/me HTTP/1.1\r\nhost: x\r\ncookie: ${victim.cookie}\r\n\r\n`
    const start = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    const options = { path: '/', timeoutMs: 1000, failures: 'any' } as const
    const attack = async ([name, length, body]: (typeof LENGTHS)[number]) => {
      const bytes = `${start}${length}\r\n\r\n${body}${hidden}`
      const { raw, answers } = await sendBytes(pair.nginx.origin, bytes, options)
      for (const { status } of answers) expect([200, 400, 404, 411, 413, 415, 501], name).toContain(status)
      return raw.includes(victim.email) ? name : []
    }
    const taken = (await Promise.all(LENGTHS.map(attack))).flat()
    expect(TWO_FOR_NGINX).toEqual(expect.arrayContaining(taken))
    // Data left by one connection is not the response of the next.
    expect((await victim.call(me)).reply.user).toEqual({ email: victim.email })
    expect((await new Client(pair.nginx.origin).call(me)).reply.user).toBeNull()
  })

  it('CONV-11 · a bulk of the most bytes and rows is converted; one byte more is rejected as JSON', async () => {
    const user = new Client(pair.nginx.origin)
    await user.register()
    await withDatabase(place, (db) =>
      grantTokens(db, { email: user.email, tokens: LIMITS.bulkRows, note: 'test', at: Date.now() }),
    )
    const order = { rows: makeRows(LIMITS.bulkRows), filename: 'prices.csv', source: 'upload' }
    const json = Buffer.from(JSON.stringify(order))
    const post = (bytes: number, headers = {}) =>
      sendRaw(pair.nginx.origin, {
        method: 'POST',
        path: '/api/convert/bulk',
        headers: { cookie: user.cookie ?? '', ...headers },
        body: Buffer.concat([json, Buffer.alloc(bytes - json.length, ' ')]),
      })
    const largest = await post(LIMITS.bulkBytes)
    expect(largest.status).toBe(200)
    expect(JSON.parse(largest.body.toString()).stats).toMatchObject({ totalRows: LIMITS.bulkRows })
    for (const lang of ['bg', 'en'] as const) {
      const { status, headers, body } = await post(LIMITS.bulkBytes + 1, { 'accept-language': lang })
      expect([status, headers['content-type']]).toEqual([413, 'application/json; charset=utf-8'])
      expect(errorBody.parse(JSON.parse(body.toString()))).toEqual({
        error: ERROR_MESSAGE[lang].body_too_large(),
        code: 'body_too_large',
      })
    }
  })

  it('OPEN-02 · the largest file reaches the server, which refuses it; one byte more is rejected as JSON', async () => {
    const user = new Client(pair.nginx.origin)
    await user.register()
    for (const path of ['/api/v1/files?name=prices.csv', '/api/v1/files/check?name=prices.csv']) {
      const post = async (bytes: number) => {
        const headers = { cookie: user.cookie ?? '', 'content-type': 'application/octet-stream' }
        const body = Buffer.alloc(bytes)
        const answer = await sendRaw(pair.nginx.origin, { method: 'POST', path, headers, body })
        return [answer.status, errorBody.parse(JSON.parse(answer.body.toString())).code]
      }
      expect(await post(MAX_FILE_BODY_BYTES)).toEqual([422, 'file_unreadable'])
      expect(await post(MAX_FILE_BODY_BYTES + 1)).toEqual([413, 'body_too_large'])
    }
  })

  it('API-03 · a body too large for the other endpoints is rejected before it reaches a process', async () => {
    const before = await pair.nginx.askedOf()
    const body = JSON.stringify({ email: 'a@example.bg', password: 'x'.repeat(65 * 1024) })
    const {
      status,
      headers,
      body: answer,
    } = await sendRaw(pair.nginx.origin, { method: 'POST', path: '/api/auth/login', body })
    expect([status, JSON.parse(answer.toString()).code]).toEqual([413, 'body_too_large'])
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(await pair.nginx.askedOf()).toEqual(before)
  })

  it.each([
    ['a path with a NUL', { path: '/api/%00' }, 400, 'bad_request'],
    ['a method that nobody takes', { method: 'TRACE', path: '/api/auth/me' }, 400, 'bad_request'],
    ['a long address', { path: `/api/${'x'.repeat(33_000)}` }, 431, 'headers_too_large'],
    [
      'a long cookie',
      { path: '/api/auth/me', headers: { cookie: `a=${'x'.repeat(33_000)}` } },
      431,
      'headers_too_large',
    ],
    ['a long body', { method: 'POST', path: '/api/auth/login', body: LONG_BODY }, 413, 'body_too_large'],
    [
      'a coding that nobody knows',
      { path: '/api/auth/me', headers: { 'transfer-encoding': 'xchunked' } },
      400,
      'bad_request',
    ],
    ['no TLS where there is TLS', { path: '/api/auth/me', isSecure: true }, 400, 'bad_request'],
  ] as const)(
    'API-03 · errors of nginx itself have the format of the API: %s',
    async (_what, asked, status, code) => {
      const { origin, secureOrigin } = pair.nginx
      const answer = await sendRaw('isSecure' in asked ? secureOrigin : origin, asked)
      expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
        status,
        { error: expect.any(String), code },
      ])
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(REQUEST_ID),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'strict-transport-security': 'max-age=31536000',
      })
    },
  )

  it.each([
    ['a path that leads out', { path: '/..%2f..' }, 400, 'bg'],
    ['a path that is no text', { path: '/en/100%' }, 400, 'en'],
    ['its own path', { path: '/@own' }, 400, 'bg'],
    ['its other own path', { path: '/@page' }, 400, 'bg'],
    ['a long address', { path: `/en/${'x'.repeat(33_000)}` }, 431, 'en'],
    ['many cookies', { path: '/', headers: { cookie: `a=${'x'.repeat(33_000)}` } }, 431, 'bg'],
    ['a body for a page', { method: 'POST', path: '/en/', body: LONG_BODY }, 413, 'en'],
    ['a body for a file', { method: 'POST', path: '/assets/x.js', body: LONG_BODY }, 413, 'bg'],
  ])('API-03 · errors of nginx itself are pages for browsers: %s', async (_what, asked, status, lang) => {
    const { status: answered, headers, body } = await sendRaw(pair.nginx.origin, asked)
    expect([answered, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(REQUEST_ID),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'sha256-"),
      'strict-transport-security': 'max-age=31536000',
    })
    expect(body.toString()).toMatch(
      lang === 'bg'
        ? /<html lang="bg">.*<p>[А-я][^<]+\.<\/p><p><a href="\/">Към началото</
        : /<html lang="en">.*<p>[A-Z][^<]+\.<\/p><p><a href="\/en">To the start</,
    )
  })

  it.each(['/api', '/api?x=1', '/assets'])(
    'API-03 · C71 · %s is redirected to no host of the client’s choice',
    async (path) => {
      const { status, headers } = await get(path, { host: 'evil.example' })
      expect([status, headers.location]).toEqual([404, undefined])
    },
  )

  it('API-03 · headers too long for the server are rejected with its error, over HTTP/2 too', async () => {
    const session = connectHttp2(pair.nginx.secureOrigin, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/api/auth/me', cookie: `a=${'x'.repeat(20_000)}` })
    const [answer] = await once(stream, 'response')
    const body = await json(stream)
    session.destroy()
    expect([answer[':status'], errorBody.parse(body).code]).toEqual([431, 'headers_too_large'])
  })

  it('API-03 · one address has at most 250 requests at a time', async () => {
    const port = Number(new URL(pair.nginx.origin).port)
    const begun =
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n'
    const sockets = Array.from({ length: 260 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const answers: string[] = []
    for (const socket of sockets) {
      socket.once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1', 0, 12)))
      socket.write(begun)
    }
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(10)
    expect((await get('/api/auth/me')).status).toBe(503)
    expect(answers).toEqual(Array.from({ length: 10 }, () => 'HTTP/1.1 503'))
    const { headers, body } = await get('/api/auth/me')
    expect([JSON.parse(body.toString()).code, headers['retry-after']]).toEqual(['busy', '5'])
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await get('/api/auth/me')).status).toBe(200)
  })

  it.each([
    ['en-GB,bg;q=0.5', 'en'],
    ['fr, en;q=0.8', 'en'],
    ['fr, en;q=0.0', 'bg'],
    ['de,fr;q=0.9, en-GB ; q=0.5', 'en'],
    ['en;q=0.1, bg', 'bg'],
    ['en;q=0', 'bg'],
    ['bg, en;q=0.9', 'bg'],
    ['', 'bg'],
  ] as const)('ROUTE-02 · nginx answers "%s" in the same language as the server', async (asked, lang) => {
    const headers = { 'accept-language': asked }
    const [own, server] = await Promise.all([
      sendRaw(pair.nginx.origin, { method: 'TRACE', path: '/api/auth/me', headers }),
      sendRaw(pair.nginx.origin, { method: 'POST', path: '/api/auth/login', body: '{', headers }),
    ])
    for (const { body } of [own, server])
      expect(JSON.parse(body.toString()).error).toBe(ERROR_MESSAGE[lang].bad_request())
  })

  it('API-03 · are redirected to TLS with current versions and ciphers, over HTTP/2', async () => {
    const { status, headers } = await sendRaw(pair.nginx.redirectOrigin, {
      path: '/en/pricing?x=1',
      headers: { host: 'evil.example' },
    })
    expect([status, headers.location]).toEqual([301, 'https://levro.bg/en/pricing?x=1'])
    const call = await sendRaw(pair.nginx.redirectOrigin, {
      method: 'POST',
      path: '/api/auth/login',
      body: '{}',
    })
    expect([call.status, call.headers.location]).toEqual([308, 'https://levro.bg/api/auth/login'])

    const session = connectHttp2(pair.nginx.secureOrigin, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/api/auth/me' })
    const [answer] = await once(stream, 'response')
    session.destroy()
    expect(answer[':status']).toBe(200)

    const port = Number(new URL(pair.nginx.secureOrigin).port)
    const old = connectTls({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    await expect(once(old, 'secureConnect')).rejects.toThrow(/protocol/)
  })
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logout } from '#api/auth.ts'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'
import type { Client } from './client.ts'
import { exchange } from './exchange.ts'

const PAGES = join(import.meta.dirname, '../../build/client')
const SITE = 'https://levro.bg'

let place: Place
let server: TestServer
let member: Client
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startServer({ ...place.settings, PUBLIC_ORIGIN: SITE }, PAGES)
  member = await server.user()
})
afterAll(async () => {
  await server.stop()
  await place.remove()
})

const asset = (ending: string): string =>
  `/assets/${readdirSync(join(PAGES, 'assets')).find((name) => name.endsWith(ending))}`

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.origin + path, { method, headers, redirect: 'manual' })

const signedIn = () => ({ cookie: member.cookie ?? '' })

/** Kinds of responses, each with its status and Cache-Control. */
const ANSWERS: readonly [string, () => Promise<Response>, number, string][] = [
  ['a page', () => get('/'), 200, 'public, no-cache'],
  ['a page for one person', () => get('/en/account'), 200, 'no-store'],
  ['a page that has not changed', unchanged, 304, 'public, no-cache'],
  ['a page that is not there', () => get('/en/nothing'), 404, 'no-cache'],
  ['a script', () => get(asset('.js')), 200, 'public, max-age=31536000, immutable'],
  ['a style', () => get(asset('.css')), 200, 'public, max-age=31536000, immutable'],
  ['a font', () => get(asset('.woff2')), 200, 'public, max-age=31536000, immutable'],
  ['the service worker', () => get('/sw.js'), 200, 'public, no-cache'],
  ['a picture', () => get('/icon.svg'), 200, 'public, no-cache'],
  ['a call', () => get('/api/auth/me', signedIn()), 200, 'no-store'],
  ['a call of nobody', () => get('/api/convert/jobs'), 401, 'no-store'],
  ['a call that is not there', () => get('/api/nothing'), 404, 'no-store'],
  ['a download', () => get('/api/account/data', signedIn()), 200, 'no-store'],
  [
    'a body that is not taken',
    () => get('/api/auth/login', { 'content-type': 'a/b' }, 'POST'),
    415,
    'no-store',
  ],
  ['a method that is not there', () => get('/', {}, 'PUT'), 405, 'no-store'],
  ['a path that cannot be read', () => get('/api/%zz'), 400, 'no-store'],
  [
    'a path that is too long',
    () => get(`/api/convert/jobs/${'a'.repeat(1000)}`, signedIn()),
    404,
    'no-store',
  ],
  ['health', () => get('/healthz'), 200, 'no-store'],
  ['readiness', () => get('/readyz'), 200, 'no-store'],
  ['to whom a weakness is told', () => get('/.well-known/security.txt'), 200, 'public, max-age=86400'],
]

async function unchanged(): Promise<Response> {
  const { headers } = await get('/')
  // Explicit, since `fetch` would send `no-cache`.
  return get('/', { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' })
}

describe('every response', () => {
  it.each(ANSWERS)('API-03 · %s has the security headers', async (_what, ask, status, kept) => {
    const { status: answered, headers } = await ask()
    expect([answered, headers.get('cache-control')]).toEqual([status, kept])
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const permissions = (headers.get('permissions-policy') ?? '').split(', ')
    for (const used of ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'])
      expect(permissions).toContain(`${used}=(self)`)
    for (const unused of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'sync-xhr'])
      expect(permissions).toContain(`${unused}=()`)
    expect(permissions.filter((each) => !/^[a-z-]+=\((?:self)?\)$/.test(each))).toEqual([])
    expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/unsafe|data:|blob:|https?:|\*/)
    for (const name of ['access-control-allow-origin', 'server', 'x-powered-by'])
      expect(headers.get(name)).toBeNull()
    if (status !== 304) expect(headers.get('content-type')).toMatch(/; charset=utf-8$|^font\/woff2$|^image\//)
  })

  it('API-03 · to a request that is not HTTP has them too, and does not name the server', async () => {
    const requests = [
      ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ] as const
    for (const [text, status] of requests) {
      const { head, body } = await exchange(server.origin, text)
      expect(head).toContain(`HTTP/1.1 ${status} `)
      for (const line of [
        'connection: close',
        'content-type: application/json; charset=utf-8',
        'cache-control: no-store',
        "content-security-policy: default-src 'none'; ",
        'x-content-type-options: nosniff',
        'strict-transport-security: max-age=31536000\r\n',
      ])
        expect(head).toContain(line)
      expect(JSON.parse(body)).toEqual({
        error: expect.any(String),
        code: status === 431 ? 'headers_too_large' : 'bad_request',
      })
    }
  })

  it('API-03 · to TRACE repeats nothing of the request', async () => {
    const bytes = 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Told: only-here\r\n\r\n'
    const { head, body } = await exchange(server.origin, bytes)
    expect(head).toMatch(/^HTTP\/1\.1 405 /)
    expect(head + body).not.toContain('only-here')
  })
})

describe('strict transport security', () => {
  it.each([
    ['host', 'max-age=31536000'],
    ['subdomains', 'max-age=31536000; includeSubDomains'],
    ['preload', 'max-age=31536000; includeSubDomains; preload'],
  ])('API-03 · covers other hosts only by a setting: %s', async (HSTS, header) => {
    const other = await makePlace('sqlite')
    const secure = await startServer({ ...other.settings, PUBLIC_ORIGIN: SITE, HSTS })
    const plain = await startServer({ ...other.settings, PUBLIC_ORIGIN: 'http://levro.bg', HSTS })
    const at = async ({ origin }: TestServer) =>
      (await fetch(`${origin}/healthz`)).headers.get('strict-transport-security')
    expect([await at(secure), await at(plain)]).toEqual([header, null])
    await secure.stop()
    await plain.stop()
    await other.remove()
  })
})

describe('cookies', () => {
  it('AUTH-02 · behind TLS are host-only, HttpOnly and SameSite', async () => {
    const client = server.client()
    const { headers } = await client.register()
    const cookies = headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-levro(?:-device)?=[\w-]{43};/)
      for (const attribute of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax', '; Max-Age='])
        expect(cookie).toContain(attribute)
      expect(cookie).not.toContain('Domain')
    }
    const [cleared = ''] = (await client.call(logout)).headers.getSetCookie()
    expect(cleared).toMatch(/^__Host-levro=;.*; HttpOnly; Secure; SameSite=Lax/)
  })
})

import { expect, it } from 'vitest'
import { requestReset } from '#api/auth.ts'
import { createCheckoutSession } from '#api/payments.ts'
import { linkIn } from '../server/mail-server.ts'
import { sessionAt } from '../server/with-payments.ts'
import { PASSWORD } from '../server/client.ts'
import { withAbuseServer } from './abuse-server.ts'

const EVIL = /evil\.(?:example|test)/

/** Host names that a client may claim. */
const CLAIMS: Record<string, string>[] = [
  { host: 'evil.example' },
  { host: 'evil.example:80' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
  { forwarded: 'host=evil.example;proto=https;for=1.2.3.4' },
  { 'x-host': 'evil.example', 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example' },
  {
    'x-original-url': '/evil.example',
    'x-rewrite-url': '//evil.example',
    'x-forwarded-prefix': '//evil.example',
  },
  { referer: 'http://evil.example/', host: '127.0.0.1.evil.example' },
]

withAbuseServer({ mail: true, payments: true }, (getTarget) => {
  it('API-03 · C71 · no page, file or response takes a URL from a header', async () => {
    const target = getTarget()
    const paths = [
      '/',
      '/en',
      '/en/',
      '/login',
      '/sitemap.xml',
      '/robots.txt',
      '/nothing',
      '/api/auth/me',
      '/readyz',
    ]
    for (const headers of CLAIMS)
      for (const path of paths) {
        const { status, text, headers: said } = await target.ask({ path, headers })
        expect(status, path).toBeLessThan(500)
        expect(status < 300 || status >= 400, `${path} redirects`).toBe(true)
        expect(text).not.toMatch(EVIL)
        expect(JSON.stringify(said)).not.toMatch(EVIL)
      }
  })

  it('API-03 · C71 · links in emails lead to the site, whatever Host the request has', async () => {
    const { mail, ask, origin, stranger } = getTarget()
    const { port } = new URL(origin)
    const site = `http://localhost:${port}/`
    const emails: string[] = []
    for (const headers of CLAIMS) {
      const { email } = stranger()
      const json = { email, password: PASSWORD }
      const registered = await ask({ method: 'POST', path: '/api/auth/register', json, headers })
      expect(registered.status).toBe(200)
      expect(registered.setCookies.join()).not.toMatch(/domain/i)
      await ask({ method: 'POST', path: '/api/auth/forgot-password', json: { email }, headers })
      emails.push(email)
    }
    for (const email of emails)
      for (const kind of ['verify', 'reset'] as const) {
        const received = await mail.waitForEmail(email, kind)
        expect(linkIn(received).startsWith(site), linkIn(received)).toBe(true)
        expect(received.raw).not.toMatch(EVIL)
      }
    expect((await stranger().call(requestReset, { body: { email: 'a@evil@x.bg' } })).status).toBe(400)
  })

  it('PAY-06 · C71 · the payment provider gets the site’s own URL', async () => {
    const target = getTarget()
    const { port } = new URL(target.origin)
    for (const headers of CLAIMS) {
      const user = await target.user()
      const question = {
        method: 'POST',
        path: createCheckoutSession.path,
        json: { priceId: 'starter' },
        headers,
      }
      const { status, text } = await target.ask({ ...question, as: user })
      expect(status).toBe(200)
      const { url }: { url: string } = JSON.parse(text)
      const session = await target.provider.stripe.checkout.sessions.retrieve(sessionAt(url))
      for (const address of [session.success_url, session.cancel_url])
        expect(new URL(address ?? '').origin).toBe(`http://localhost:${port}`)
    }
  })

  it('API-03 · C71 · malformed hosts and request targets get a response of the server', async () => {
    const { raw } = getTarget()
    const heads = [
      'GET http://evil.example/ HTTP/1.1\r\nhost: 127.0.0.1',
      'GET http://evil.example/api/auth/me HTTP/1.1\r\nhost: evil.example',
      'GET https://evil.example/en HTTP/1.1\r\nhost: 127.0.0.1',
      'GET evil.example HTTP/1.1\r\nhost: x',
      'GET / HTTP/1.1\r\nhost: a\r\nhost: evil.example',
      'GET / HTTP/1.1',
      'GET / HTTP/1.0',
      'GET / HTTP/1.0\r\nhost: evil.example',
      'GET / HTTP/1.1\r\nhost:',
      'GET / HTTP/1.1\r\nhost: evil.example/path?x#y',
      'GET / HTTP/1.1\r\nhost: 127.0.0.1@evil.example',
      'GET / HTTP/1.1\r\nhost: [::1',
      'GET / HTTP/1.1\r\nhost: 127.0.0.1:99999',
      'GET / HTTP/1.1\r\nhost: "><script>alert(1)</script>',
      'GET /nothing HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-proto: javascript',
      'OPTIONS * HTTP/1.1\r\nhost: x',
      'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443',
      'GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade',
      'GET / HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMA',
    ]
    for (const head of heads) {
      const close = /^connection:/im.test(head) ? '' : '\r\nconnection: close'
      const { raw: said } = await raw(`${head}${close}\r\n\r\n`, { path: '/', answers: 1 })
      expect(said, head).not.toMatch(/^HTTP\/1\.1 (?:5\d\d|101|3\d\d)/)
      expect(said.replace(/<bdi id=[^>]*>[^<]*/, ''), head).not.toMatch(/evil\.example|<script>alert/)
    }
  })
})

withAbuseServer({ mail: true, settings: { TRUST_PROXY: '127.0.0.0/8' } }, (getTarget) => {
  it('API-03 · C71 · a trusted proxy determines the client address, and never the origin of the site', async () => {
    const { ask, mail, stranger, origin } = getTarget()
    const { email } = stranger()
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' }
    await ask({ method: 'POST', path: '/api/auth/register', json: { email, password: PASSWORD }, headers })
    expect(linkIn(await mail.waitForEmail(email, 'verify'))).toContain(
      `http://localhost:${new URL(origin).port}/`,
    )
    const { text } = await ask({ path: '/', headers })
    expect(text).not.toMatch(EVIL)
    for (const claim of [
      'not an address',
      '1.2.3.4, evil, ::1',
      '"',
      ',,,',
      'x'.repeat(5000),
      '::ffff:1.2.3.4%eth0',
    ]) {
      const question = {
        method: 'POST',
        path: '/api/auth/login',
        json: { email, password: 'not the password' },
      }
      expect((await ask({ ...question, headers: { 'x-forwarded-for': claim } })).status, claim).toBe(401)
    }
  })
})

withAbuseServer({}, (getTarget) => {
  it('API-03 · C73 · only the current version of the terms can be accepted', async () => {
    const target = getTarget()
    const user = await target.user()
    const accepted = () => target.db.selectFrom('terms_acceptance').select('version').execute()
    const before = await accepted()
    const versions: unknown[] = [
      '9.9.9',
      '',
      ' 1.0.0',
      '1.0.0 ',
      '1.0.0\0',
      '1.0',
      '1.0.00',
      'v1.0.0',
      '١.٠.٠',
      '1.0.0\n',
      '__proto__',
      'x'.repeat(60_000),
      { version: '1.0.0' },
      ['1.0.0'],
      1,
      true,
      null,
      { toString: '1.0.0' },
    ]
    for (const version of versions) {
      const question = { method: 'POST', path: '/api/legal/accept', json: { version }, as: user }
      expect((await target.ask(question)).status, JSON.stringify(version).slice(0, 50)).toBe(400)
    }
    const huge = JSON.stringify({ version: 'x'.repeat(1024 * 1024) })
    const head = `POST /api/legal/accept HTTP/1.1\r\nhost: x\r\ncookie: ${user.cookie}\r\ncontent-type: application/json`
    const { answers } = await target.raw([`${head}\r\ncontent-length: ${huge.length}\r\n\r\n`, huge], {
      answers: 1,
    })
    expect(answers.map(({ status }) => status)).toEqual([413])
    const stranger = { method: 'POST', path: '/api/legal/accept', json: { version: '1.0.0' } }
    expect((await target.ask(stranger)).status).toBe(200)
    for (let n = 0; n < 5; n++) expect((await target.ask({ ...stranger, as: user })).status).toBe(200)
    expect(await accepted()).toEqual(before)
  })
})

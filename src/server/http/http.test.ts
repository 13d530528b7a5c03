import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { login, logout, me } from '#api/auth.ts'
import { convertBulk, listJobs } from '#api/conversions.ts'
import { acceptTerms } from '#api/site.ts'
import { onEachDatabase } from '#test/harness.ts'
import type { Client } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const MEGABYTE = 1024 * 1024

onEachDatabase((server) => {
  const host = () => new URL(server().origin).host

  describe('cross-site requests', () => {
    it.each([
      ['origin', () => 'http://evil.example'],
      ['origin', () => 'null'],
      ['origin', () => 'http://127.0.0.1.evil.example'],
      ['origin', () => `http://${host()}.evil.example`],
      ['origin', () => 'http://127.0.0.1:1'],
      ['sec-fetch-site', () => 'cross-site'],
      ['sec-fetch-site', () => 'same-site'],
      ['sec-fetch-site', () => 'nonsense'],
    ])('API-03 · are rejected by %s (%#)', async (name, value) => {
      const user = await server().user()
      const { status, refusal } = await user.call(logout, { headers: { [name]: value() } })
      expect([status, refusal.code]).toEqual([403, 'cross_site'])
      expect((await user.call(me)).reply.user).not.toBeNull()
    })

    it('API-03 · cannot sign in', async () => {
      const user = await server().user()
      const browser = server().client()
      const body = { email: user.email, password: 'a long enough secret' }
      const answer = await browser.call(login, { body, headers: { 'sec-fetch-site': 'cross-site' } })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
    })

    it.each([{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])(
      'API-03 · do not include %j',
      async (headers) => {
        expect((await (await server().user()).call(logout, { headers })).status).toBe(200)
      },
    )

    const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'

    it('API-03 · C31 · include those of a browser with a session and no sign of their origin', async () => {
      const user = await server().user()
      const headers = { 'user-agent': BROWSER }
      const { status, refusal } = await user.call(logout, { headers })
      expect([status, refusal.code]).toEqual([403, 'cross_site'])
      expect((await user.call(me, { headers })).reply.user, 'reading').not.toBeNull()
      const own = { ...headers, origin: server().origin }
      expect((await user.call(logout, { headers: own })).status).toBe(200)
      const body = { email: user.email, password: 'a long enough secret' }
      const signedOut = await server().client().call(login, { body, headers })
      expect(signedOut.status, 'without a session').toBe(200)
    })

    it.each(['curl/8.9.1', 'Levro-Import/1.0 (shop)', ''])(
      'API-03 · C31 · do not include those of other clients with a session: %j',
      async (agent) => {
        const headers = { 'user-agent': agent }
        expect((await (await server().user()).call(logout, { headers })).status).toBe(200)
      },
    )

    it("API-03 · do not include those with the site's own Origin", async () => {
      const headers = { origin: server().origin }
      expect((await (await server().user()).call(logout, { headers })).status).toBe(200)
    })
  })

  describe('bodies', () => {
    const validBody = JSON.stringify({ rows: [{ name: 'x', price: '1', currency: 'BGN' }] })

    it.each([
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json; charset=utf-7' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/jsonp' },
      { 'content-type': 'application/json, text/plain' },
      { 'content-type': 'text/plain; application/json' },
      { 'content-type': '' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ])('API-03 · are accepted as plain JSON only, not with %j', async (headers) => {
      const user = await server().user()
      const body = new TextEncoder().encode(validBody)
      const { status, refusal } = await user.send(convertBulk, convertBulk.path, {
        method: 'POST',
        headers,
        body,
      })
      expect([status, refusal.code]).toEqual([415, 'unsupported_media_type'])
      expect((await user.call(listJobs)).reply.jobs).toEqual([])
    })

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
      'API-03 · of type %s are accepted',
      async (type) => {
        const user = await server().user()
        const init = { method: 'POST', headers: { 'content-type': type }, body: validBody }
        expect((await user.send(convertBulk, convertBulk.path, init)).status).toBe(200)
      },
    )

    it('API-03 · above the limit are rejected by Content-Length', async () => {
      const user = await server().user()
      for (const [endpoint, bytes] of [
        [convertBulk, 33 * MEGABYTE],
        [login, 65 * 1024],
      ] as const) {
        expect(await sendHeaders(host(), endpoint.path, user.cookie, bytes)).toMatch(/^HTTP\/1.1 413 /)
      }
    })

    it('API-03 · that are chunked are rejected when they exceed the limit', async () => {
      const user = await server().user()
      for (const endpoint of [convertBulk, login]) {
        expect(await sendChunks(host(), endpoint.path, user.cookie, 64 * MEGABYTE)).toMatch(/^HTTP\/1.1 413 /)
      }
      expect((await user.call(me)).reply.tokens).toBe(15)
    })

    it('API-03 · that are chunked are converted within the limit', async () => {
      const user = await server().user()
      const body = new Blob([validBody]).stream()
      const init = { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' } as RequestInit
      expect((await user.send(convertBulk, convertBulk.path, init)).reply.newBalance).toBe(14)
    })

    it('API-03 · that end early change nothing and release their slot', async () => {
      const user = await server().user()
      await sendPartOfBody(host(), convertBulk.path, user.cookie)
      const rows = Array.from({ length: 15 }, () => ({
        name: 'x',
        price: '1',
        currency: 'BGN',
        padding: 'x'.repeat(10_000),
      }))
      expect((await user.bulk(rows)).reply.newBalance).toBe(0)
    })
  })

  describe('responses', () => {
    it.each([
      ['GET', '/api/unknown'],
      ['GET', '/api'],
      ['GET', '/api/'],
      ['PUT', '/api'],
      ['POST', '/api/convert/jobs/'],
      ['POST', '/nowhere'],
    ])('API-01 · %s %s is not found, as JSON', async (method, path) => {
      const { status, refusal, headers } = await server().client().send(me, path, { method })
      expect([status, refusal.code, refusal.error]).toEqual([404, 'not_found', 'Не е намерено.'])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('allow')).toBeNull()
    })

    it.each([
      ['PUT', '/api/auth/login', 'POST'],
      ['GET', '/api/auth/login', 'POST'],
      ['PATCH', '/api/convert/jobs', 'GET, HEAD'],
      ['OPTIONS', '/api/convert/bulk', 'POST'],
      ['DELETE', '/api/convert/bulk?x', 'POST'],
      ['PROPFIND', '/api/convert/bulk', 'POST'],
      ['POST', '/api/convert/jobs/1', 'DELETE, GET, HEAD'],
      ['PUT', '/api/account', 'DELETE, GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
    ])('API-01 · %s %s is no method of the path, which has %s', async (method, path, allow) => {
      const { status, refusal, headers } = await server().client().send(me, path, { method })
      const error = 'Този адрес не приема заявки с такъв метод.'
      expect([status, refusal]).toEqual([405, { error, code: 'method_not_allowed' }])
      expect(headers.get('allow')).toBe(allow)
    })

    it('API-01 · to HEAD are those to GET, without the body', async () => {
      const user = await server().user()
      const { jobId } = (await user.bulk([{ name: 'x', price: '1', currency: 'BGN' }])).reply
      const paths = ['/api/auth/me', '/api/convert/jobs', `/api/convert/jobs/${jobId}`, '/api/account/data']
      for (const path of [...paths, '/api/openapi.json', '/api/convert/jobs/1', '/api/unknown', '/readyz']) {
        const [get, head] = [await ask(user, 'GET', path), await ask(user, 'HEAD', path)]
        expect(head, path).toEqual({ ...get, text: '' })
      }
      const [stranger, path] = [server().client(), '/api/convert/jobs']
      expect((await ask(stranger, 'HEAD', path)).status).toBe(401)
    })

    /** The headers without those that differ between equal requests, or state how a body is sent. */
    async function ask(client: Client, method: string, path: string) {
      const answer = await client.send(me, path, { method })
      const changing = ['date', 'x-request-id', 'transfer-encoding', 'keep-alive', 'connection']
      const headers = [...answer.headers].filter(([name]) => !changing.includes(name))
      return { status: answer.status, headers, text: answer.text }
    }

    it('API-01 · contain a message in the language of the request, a code and the request id', async () => {
      const headers = { 'accept-language': 'en-GB' }
      const { refusal, headers: responseHeaders } = await server().client().call(listJobs, { headers })
      expect(refusal).toMatchObject({ error: 'Not authenticated', code: 'not_authenticated' })
      expect(responseHeaders.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    })

    it('API-01 · are not cached, and a browser may load nothing for them', async () => {
      const { headers } = await server().client().call(me)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    })

    it.each(['/api/convert/jobs/%', '/%c0%ae%c0%ae/x', '/api/%zz'])(
      'API-01 · to an invalid URL (%s) are a client error',
      async (path) => {
        const { status, refusal } = await server().client().send(me, path, {})
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(refusal.error).not.toBe('')
      },
    )

    it('API-04 · of health checks report that the server is alive and ready', async () => {
      for (const path of ['/healthz', '/readyz']) {
        expect((await fetch(server().origin + path)).status).toBe(200)
      }
    })
  })

  describe('accepting the terms', () => {
    it('CONV-01 · is stored for a signed-in user, once per version', async () => {
      const user = await server().user()
      const body = { version: '1.0.0' }
      expect((await user.call(acceptTerms, { body })).reply).toEqual({ ok: true })
      expect((await user.call(acceptTerms, { body })).reply).toEqual({ ok: true })
      const id = await accountIdOf(server().db, user.email)
      const acceptances = await server()
        .db.selectFrom('terms_acceptance')
        .selectAll()
        .where('account_id', '=', id)
        .execute()
      expect(acceptances.map(({ version }) => version)).toEqual(['1.0.0'])
    })

    it('CONV-01 · is not an error when signed out', async () => {
      expect(
        (
          await server()
            .client()
            .call(acceptTerms, { body: { version: '1.0.0' } })
        ).status,
      ).toBe(200)
    })

    it.each([
      ['9.9.9', 'unknown_terms_version'],
      ['', 'unknown_terms_version'],
      ['x'.repeat(33), 'bad_request'],
      [{}, 'bad_request'],
      [null, 'bad_request'],
    ])('CONV-01 · of version %j is rejected: %s', async (version, code) => {
      const { status, refusal } = await (await server().user()).call(acceptTerms, { body: { version } })
      expect([status, refusal.code]).toEqual([400, code])
    })
  })
})

const head = (host: string, path: string, cookie: string | undefined, framing: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncookie: ${cookie}\r\n${framing}\r\n\r\n`

/** Sends headers with a Content-Length but no body, and returns the response. */
function sendHeaders(host: string, path: string, cookie: string | undefined, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`http://${host}`)
    const socket = connect(Number(port), hostname, () => {
      socket.write(head(host, path, cookie, `content-length: ${bytes}`))
    })
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** Sends chunks until the server responds or closes the connection. */
function sendChunks(host: string, path: string, cookie: string | undefined, bytes: number): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(`http://${host}`)
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    let answer = ''
    let sent = 0
    const socket = connect(Number(port), hostname)
    const sendMore = () => {
      while (sent < bytes && !socket.destroyed) {
        sent += 0x10000
        if (!socket.write(chunk)) return
      }
    }
    socket.on('data', (data) => {
      answer += data.toString()
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.on('drain', sendMore)
    socket.write(head(host, path, cookie, 'transfer-encoding: chunked'))
    sendMore()
  })
}

/** Sends the start of a large body and disconnects; resolves when the server has closed the connection. */
function sendPartOfBody(host: string, path: string, cookie: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`http://${host}`)
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head(host, path, cookie, 'content-length: 1000000')}{"rows":[`, () => socket.end())
    })
    socket.resume()
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })
}

import { expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { getJob } from '#api/conversions.ts'
import { makeRows } from '../server/reference.ts'
import { CHANGING, nameOf, pathOf } from './endpoints.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'

const json = { 'content-type': 'application/json' }
/** Headers of a cross-site request as browsers send them, and as only attackers do. */
const sitesBeside = (host: string): Record<string, string | string[]>[] => {
  const [, port = ''] = host.split(':')
  const origins = [
    'http://evil.example',
    'https://evil.example',
    'null',
    'http://127.0.0.1.evil.example',
    `http://127.0.0.1:${port}.evil.example`,
    `http://127.0.0.1:${port}@evil.example`,
    `http://evil.example/http://127.0.0.1:${port}`,
    `http://evil.example#http://127.0.0.1:${port}`,
    'http://127.0.0.1',
    `http://127.0.0.1:${Number(port) + 1}`,
    `http://127.0.0.2:${port}`,
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
    `http://2130706433:${port}`,
    `http://127.1:${port}`,
    `ftp://127.0.0.1:${port}`,
    `file://`,
    `http://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port} http://evil.example`,
    `http://evil.example, http://127.0.0.1:${port}`,
    '*',
    ' ',
    'undefined',
  ]
  const own = `http://127.0.0.1:${port}`
  return [
    ...origins.map((origin) => ({ origin })),
    { origin: [own, 'http://evil.example'] },
    { origin: ['http://evil.example', own] },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'CROSS-SITE' },
    { 'sec-fetch-site': 'anything' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': ['same-origin', 'cross-site'] },
    { 'sec-fetch-site': 'cross-site', origin: own },
    { 'sec-fetch-site': 'same-site', origin: own, 'x-requested-with': 'XMLHttpRequest' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { origin: 'http://evil.example', referer: `${own}/account`, 'x-forwarded-host': 'evil.example' },
  ]
}

/** Changed by other methods, and read by GET, with the status of that: no file has the id of a job, or `check`. */
const READ_TOO: ReadonlyMap<string, number> = new Map([
  ['/api/account', 200],
  ['/api/account/api-keys', 200],
  ['/api/convert/jobs/:id', 200],
  ['/api/v1/files/:id', 404],
  ['/api/v1/files/check', 404],
])

withAbuseServer({ payments: true }, (getTarget) => {
  let victim: Caller | undefined
  let spent = 0

  async function expectUntouched(user: Caller, job: string, tokens: number): Promise<void> {
    expect((await user.call(me)).reply).toEqual({ ok: true, user: { email: user.email }, tokens })
    expect((await user.call(getJob, { params: { id: job } })).reply.rows).toHaveLength(1)
  }

  it.each(CHANGING.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'API-03 · C31 · is rejected from every other site, whatever headers it sends: %s',
    async (_name, endpoint) => {
      const target = getTarget()
      victim ??= await target.user(100)
      const { jobId } = (await victim.bulk(makeRows(1))).reply
      const { method } = endpoint
      const { host } = new URL(target.origin)
      const attack = async (site: Record<string, string | string[]>) => {
        const sent = { headers: { ...json, ...site }, body: '{}' }
        const question = { method, path: pathOf(endpoint, jobId), ...sent, ...(victim && { as: victim }) }
        const { status, setCookies, headers } = await target.ask(question)
        expect([status, setCookies], JSON.stringify(site)).toEqual([403, []])
        expect(headers['access-control-allow-origin']).toBeUndefined()
        expect(headers['access-control-allow-credentials']).toBeUndefined()
      }
      await Promise.all(sitesBeside(host).map(attack))
      spent += 1
      await expectUntouched(victim, jobId, 100 - spent)
    },
  )

  it('API-03 · C31 · no other method and no override header has the effect of a request', async () => {
    const target = getTarget()
    const owner = await target.user()
    const { jobId } = (await owner.bulk(makeRows(1))).reply
    const site = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const endpoint of CHANGING) {
      const path = pathOf(endpoint, jobId)
      const read = READ_TOO.get(endpoint.path) ?? 405
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PROPFIND']) {
        const { status, headers } = await target.ask({ method, path, headers: site, as: owner })
        const expected = ['GET', 'HEAD'].includes(method) ? read : 405
        expect(status, `${method} ${path}`).toBe(expected)
        if (expected === 405) expect(headers.allow).toContain(endpoint.method)
        for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control/)
      }
      for (const method of ['PUT', 'PATCH', 'TRACE', 'REPORT', 'LINK', 'PURGE', 'SEARCH'])
        for (const headers of [site, {}])
          expect([403, 405]).toContain((await target.ask({ method, path, headers, as: owner })).status)
      const instead = endpoint.method
      const disguises: Record<string, string>[] = [
        { 'x-http-method-override': instead, 'x-method-override': instead, 'x-http-method': instead },
        { 'access-control-request-method': instead, 'access-control-request-headers': 'content-type' },
      ]
      for (const headers of disguises)
        for (const method of ['GET', 'OPTIONS', ...(instead === 'POST' ? [] : ['POST'])]) {
          const question = { method, path: `${path}?_method=${instead}`, headers, as: owner }
          expect((await target.ask(question)).status).toBe(method === 'GET' ? read : 405)
        }
    }
    await expectUntouched(owner, jobId, 14)
  })

  it.each(CHANGING.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'API-03 · C31 · a browser with a session must state where a request comes from: %s',
    async (_name, endpoint) => {
      const target = getTarget()
      victim ??= await target.user(100)
      const headers = { ...json, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' }
      const question = { method: endpoint.method, path: pathOf(endpoint), headers, body: '{}', as: victim }
      const { status, setCookies } = await target.ask(question)
      expect([status, setCookies]).toEqual([403, []])
    },
  )

  it('API-03 · C31 · the site itself and clients that are not browsers are served', async () => {
    const target = getTarget()
    const { host } = new URL(target.origin)
    const own: Record<string, string>[] = [
      { origin: `http://${host}` },
      { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const headers of own) {
      const user = await target.user()
      const question = { method: 'POST', path: '/api/auth/logout', headers, as: user }
      expect((await target.ask(question)).status).toBe(200)
    }
  })
})

withAbuseServer({ settings: { PUBLIC_ORIGIN: 'https://levro.example' } }, (getTarget) => {
  it('API-03 · C31 · with PUBLIC_ORIGIN, neither Host nor a proxy’s header counts', async () => {
    const target = getTarget()
    const victim = await target.user()
    const ways: Record<string, string>[] = [
      { host: 'evil.example', origin: 'http://evil.example' },
      { host: 'evil.example', origin: 'https://evil.example' },
      { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
      { origin: target.origin },
      { origin: 'http://levro.example' },
      { origin: 'https://levro.example.evil.example' },
      { origin: 'https://levro.example:8443' },
      { origin: 'https://www.levro.example' },
      { origin: 'https://LEVRO.example.' },
      { host: 'levro.example', origin: 'https://evil.example', 'x-forwarded-proto': 'https' },
    ]
    for (const headers of ways) {
      const question = { method: 'POST', path: '/api/auth/logout', headers, as: victim }
      expect((await target.ask(question)).status, JSON.stringify(headers)).toBe(403)
    }
    expect((await victim.call(me)).reply.user).toEqual({ email: victim.email })
    const headers = { origin: 'https://levro.example' }
    const question = { method: 'POST', path: '/api/auth/logout', headers, as: victim }
    expect((await target.ask(question)).status).toBe(200)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { logout, me } from '#api/auth.ts'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await makePlace('sqlite')
  const settings = { PUBLIC_ORIGIN: 'https://levro.bg', TRUST_PROXY: '127.0.0.0/8' }
  server = await startServer({ ...place.settings, ...settings })
})
afterAll(async () => {
  await server.stop()
  await place.remove()
})

it('AUTH-02 · over HTTPS the cookies are Secure and bound to the host', async () => {
  const client = server.client()
  const { headers } = await client.register()
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-levro=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-levro-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  expect((await client.call(me)).reply.user).toEqual({ email: client.email })
})

it('API-03 · the public origin is not another site', async () => {
  const headers = { origin: 'https://levro.bg' }
  expect((await (await server.user()).call(logout, { headers })).status).toBe(200)
})

it('AUTH-02 · with a trusted proxy, limits apply to the network of the client only', async () => {
  const user = await server.user()
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const attempt = (address: string, password: string) => {
    const init = { method: 'POST', headers: { ...from(address), 'content-type': 'application/json' } }
    const body = JSON.stringify({ email: user.email, password })
    return server.client().send(me, '/api/auth/login', { ...init, body })
  }
  for (let n = 0; n < 30; n++) await attempt('2001:db8:1:2::1', 'wrong')
  expect((await attempt('2001:db8:1:2:ffff::9', 'wrong')).status, 'the same network').toBe(429)
  expect((await attempt('2001:db8:1:3::1', 'a long enough secret')).status).toBe(200)
})

import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { makeAccountCookies } from './cookies.ts'

/** The names of the cookies, their headers when they are set and cleared, and what is read of a request that has them. */
async function cookiesOf(publicOrigin: string | undefined) {
  const { session, device } = makeAccountCookies(publicOrigin)
  const app = fastify()
  await app.register(cookie)
  app.get('/set', (_request, reply) => {
    session.set(reply, 'one')
    device.set(reply, 'two')
    return reply.send()
  })
  app.get('/clear', (_request, reply) => {
    session.clear(reply)
    device.clear(reply)
    return reply.send()
  })
  app.get('/read', (request) => [session.read(request), device.read(request)])
  const headersOf = async (url: string) => (await app.inject(url)).headers['set-cookie']
  const cookies = { [session.name]: 'one', [device.name]: 'two' }
  return {
    names: [session.name, device.name],
    set: await headersOf('/set'),
    cleared: await headersOf('/clear'),
    read: (await app.inject({ url: '/read', cookies })).json<unknown>(),
  }
}

it.each([undefined, 'http://localhost:3000', 'http://https.example'])(
  'AUTH-02 · cookies at %s are kept by browsers without https',
  async (origin) => {
    expect(await cookiesOf(origin)).toEqual({
      names: ['levro', 'levro-device'],
      set: [
        'levro=one; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
        'levro-device=two; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
      ],
      cleared: ['levro', 'levro-device'].map((name) =>
        expect.stringMatching(
          new RegExp(`^${name}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970.*; HttpOnly; SameSite=Lax$`),
        ),
      ),
      read: ['one', 'two'],
    })
  },
)

it('AUTH-02 · cookies of a site with https are Secure, and for its host only', async () => {
  expect(await cookiesOf('https://levro.example')).toEqual({
    names: ['__Host-levro', '__Host-levro-device'],
    set: [
      '__Host-levro=one; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-levro-device=two; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ],
    cleared: ['__Host-levro', '__Host-levro-device'].map((name) =>
      expect.stringMatching(
        new RegExp(
          `^${name}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970.*; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    ),
    read: ['one', 'two'],
  })
})

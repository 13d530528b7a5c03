import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Place, makePlace } from '#test/harness.ts'
import { type Ended, type ServerProcess, startProcess } from '#test/server/server-process.ts'
import { trustedProxyMatcher } from '../env.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

describe.each(['', '127.0.0.0/8'])('with TRUST_PROXY=%s', (trusted) => {
  let place: Place
  let server: ServerProcess
  beforeAll(async () => {
    place = await makePlace('sqlite')
    server = await startProcess({ ...place.settings, LOG_LEVEL: 'info', TRUST_PROXY: trusted })
  })
  afterAll(async () => {
    server.kill('SIGKILL')
    await server.ended
    await place.remove()
  })

  const idOf = async (path: string, given?: string) => {
    const headers = { ...(given !== undefined && { 'x-request-id': given }) }
    return (await fetch(server.origin + path, { headers })).headers.get('x-request-id') ?? ''
  }

  it('API-04 · every response has a unique request id, which is logged', async () => {
    const paths = [
      '/healthz',
      '/readyz',
      '/',
      '/nowhere',
      '/favicon.ico',
      '/api/auth/me',
      '/api/convert/jobs',
      '/api/%zz',
      '/api/none',
    ]
    const ids = await Promise.all(paths.map((path) => idOf(path)))
    for (const id of ids) expect(id).toMatch(UUID)
    expect(new Set(ids).size).toBe(paths.length)
    server.kill('SIGTERM')
    const { stdout }: Ended = await server.ended
    for (const id of ids) expect(stdout).toContain(`"reqId":"${id}"`)
    server = await startProcess({ ...place.settings, LOG_LEVEL: 'info', TRUST_PROXY: trusted })
  })

  it('API-04 · a well-formed request id is accepted only from a trusted proxy', async () => {
    const given = '4bf92f3577b34da6a3ce929d0e0e4736'
    expect((await idOf('/healthz', given)) === given).toBe(trusted !== '')
    expect((await idOf('/api/none', given)) === given).toBe(trusted !== '')
  })

  it.each(['short', 'x'.repeat(65), 'with space in it', '"},{"level":60', 'ivan@example.bg'])(
    'API-03 · an invalid request id is never accepted: %s',
    async (given) => {
      expect(await idOf('/healthz', given)).toMatch(UUID)
    },
  )
})

it('API-03 · two error responses with the same code have identical bodies', async () => {
  const place = await makePlace('sqlite')
  const server = await startProcess(place.settings)
  const readBody = async () => (await fetch(`${server.origin}/api/convert/jobs/x`)).text()
  expect(await readBody()).toBe(await readBody())
  server.kill('SIGTERM')
  await server.ended
  await place.remove()
})

it.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['loopback', '127.9.9.9', true],
  ['loopback', '::1', true],
  ['linklocal', 'fe80::1', true],
  ['uniquelocal', '172.31.0.1', true],
  ['uniquelocal', '172.32.0.1', false],
  ['uniquelocal', 'fd00::1', true],
  ['loopback', '', false],
  ['loopback', 'unknown', false],
])('API-03 · trusted networks %s include %s: %s', (networks, address, isIncluded) => {
  expect(trustedProxyMatcher([networks])(address)).toBe(isIncluded)
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'

const PAGES = join(import.meta.dirname, '../../../build/client')
const SITE = 'https://levro.bg'

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startServer({ ...place.settings, PUBLIC_ORIGIN: SITE }, PAGES)
})
afterAll(async () => {
  await server.stop()
  await place.remove()
})

const get = (path: string, method = 'GET') => fetch(server.origin + path, { method })

describe('security.txt', () => {
  it('API-04 · contains the contact and an expiry date (RFC 9116)', async () => {
    const reply = await get('/.well-known/security.txt')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const fields = lines.map((line): [string, string] => {
      const [, name = '', value = ''] = /^([\w-]+): (\S.*)$/.exec(line) ?? []
      return [name, value]
    })
    expect(fields.filter(([name]) => name !== 'Expires')).toEqual([
      ['Contact', 'mailto:support@levro.bg'],
      ['Contact', `${SITE}/en/contact`],
      ['Preferred-Languages', 'bg, en'],
      ['Canonical', `${SITE}/.well-known/security.txt`],
    ])
    const ahead = Date.parse(new Map(fields).get('Expires') ?? '') - Date.now()
    expect(ahead).toBeGreaterThan(30 * 86_400_000)
    expect(ahead).toBeLessThan(365 * 86_400_000)
  })

  it('API-04 · is the only file served from a dot folder', async () => {
    for (const path of ['/.well-known/', '/.well-known/other', '/.env', '/.git/HEAD', '/.levro-sources'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect((await get('/.well-known/security.txt', 'HEAD')).status).toBe(200)
  })
})

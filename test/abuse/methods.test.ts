import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Reply } from './request.ts'
import { withAbuseServer } from './abuse-server.ts'

const [ASSET = ''] = readdirSync(join(import.meta.dirname, '../../build/client/assets'))

const PATHS = [
  '/',
  '/en/pricing',
  '/login/',
  '/converter?mode=bulk',
  '/nothing',
  '/en/nothing',
  '/%ff',
  '/robots.txt',
  '/sitemap.xml',
  '/sw.js',
  `/assets/${ASSET}`,
  '/.well-known/security.txt',
  '/healthz',
]

/** Without the headers that differ between equal requests, or state how a body is sent. */
const comparable = ({ status, headers }: Reply) => {
  const { date, 'x-request-id': id, 'transfer-encoding': _encoding, ...rest } = headers
  return { status, headers: rest, isTold: [date, id].every((value) => value !== undefined) }
}

withAbuseServer({ settings: { OPERATOR_NAME: 'Левро ООД' } }, (getTarget) => {
  it.each(PATHS)('API-03 · HEAD is answered as GET, without the body: %s', async (path) => {
    for (const coding of ['identity', 'br, gzip']) {
      const headers = { 'accept-encoding': coding }
      const get = await getTarget().ask({ path, headers })
      const head = await getTarget().ask({ method: 'HEAD', path, headers })
      expect(comparable(head)).toEqual(comparable(get))
      expect(head.text).toBe('')
    }
  })

  it('API-03 · any other method of a page, file or health check is answered with 405 and Allow', async () => {
    for (const path of PATHS.filter((each) => !/nothing|%ff/.test(each)))
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']) {
        const { status, headers, text } = await getTarget().ask({
          method,
          path,
          headers: { 'accept-language': 'en' },
        })
        expect([status, headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD'])
        const error = 'This address does not accept requests with this method.'
        expect(JSON.parse(text)).toEqual({ error, code: 'method_not_allowed' })
      }
  })

  it('API-03 · an unknown path is not found with any method, and a body is not read', async () => {
    for (const path of ['/nothing', '/en/nothing', '/api/nothing', '/api/convert/jobs/1/rows'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const { status, headers } = await getTarget().ask({ method, path })
        expect([status, headers.allow], `${method} ${path}`).toEqual([404, undefined])
      }
    const start =
      'POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 99999999\r\n\r\n'
    const { answers } = await getTarget().raw(start, { answers: 1 })
    expect(answers.map(({ status }) => status)).toEqual([404])
  })
})

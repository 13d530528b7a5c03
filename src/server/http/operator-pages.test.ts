import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_PATH_ID } from '#product/display-text.ts'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { fillOperator } from './operator-pages.ts'

const PLACE = '<p data-operator="" class="muted"></p>'
const page = (words: string, place = PLACE) =>
  `<!doctype html><html><body>${words}<footer>${place}</footer>${place}</body></html>`
const missing = `<bdi id="${MISSING_PATH_ID}"></bdi>`

const BUILD = {
  'index.html': page('начало'),
  'en/index.html': page('home'),
  'en/account/index.html': page('<meta name="robots" content="noindex">'),
  'plain/index.html': page('без място', ''),
  '404/index.html': page(`няма ${missing}`),
  'en/404/index.html': page(`nothing ${missing}`),
}

const OPERATOR = {
  OPERATOR_NAME: 'Левро & <Син> ООД',
  OPERATOR_NUMBER: '123456789',
  OPERATOR_ADDRESS: 'София 1000, ул. „Първа“ 1',
}
const LINE = {
  bg: 'Доставчик: Левро &amp; &lt;Син&gt; ООД, ЕИК 123456789, София 1000, ул. „Първа“ 1',
  en: 'Provided by: Левро &amp; &lt;Син&gt; ООД, company number 123456789, София 1000, ул. „Първа“ 1',
}
const filled = (words: string, line: string) => page(words, `<p data-operator="" class="muted">${line}</p>`)

let place: Place
let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'levro-operator-'))

beforeAll(async () => {
  for (const [file, content] of Object.entries(BUILD)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content))
  }
  place = await makePlace('sqlite')
  server = await startServer({ ...place.settings, ...OPERATOR }, folder)
})
afterAll(async () => {
  await server.stop()
  await place.remove()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers })

describe('the operator on the pages', () => {
  it.each([
    ['/', filled('начало', LINE.bg)],
    ['/en', filled('home', LINE.en)],
    ['/en/', filled('home', LINE.en)],
    ['/plain', page('без място', '')],
  ])('LAY-03 · %s names the operator in its language, as text', async (path, html) => {
    for (const encoding of ['identity', 'gzip', 'br', 'gzip, deflate, br']) {
      const response = await get(path, { 'accept-encoding': encoding })
      expect([response.status, await response.text()]).toEqual([200, html])
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('public, no-cache')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(response.headers.get('vary')).toContain('accept-encoding')
    }
  })

  it('LAY-03 · the best accepted encoding is sent, and none that is refused', async () => {
    const sent = async (accepted: string) =>
      (await get('/', { 'accept-encoding': accepted })).headers.get('content-encoding')
    expect(await sent('gzip, br')).toBe('br')
    expect(await sent('gzip;q=1.0, br;q=0')).toBe('gzip')
    expect(await sent('identity')).toBeNull()
  })

  it('LAY-03 · an unchanged page is answered with 304, by its own tag for each encoding', async () => {
    const tags = new Set<string>()
    for (const encoding of ['identity', 'gzip', 'br']) {
      const etag = (await get('/', { 'accept-encoding': encoding })).headers.get('etag') ?? ''
      const again = await get('/', { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('cache-control')).toBe('public, no-cache')
      tags.add(etag)
    }
    expect(tags.size).toBe(3)
    expect((await get('/', { 'if-none-match': '"another"' })).status).toBe(200)
  })

  it('LAY-03 · personal pages are not stored, the not-found page has it too, and HEAD has no body', async () => {
    expect((await get('/en/account')).headers.get('cache-control')).toBe('no-store')
    const lost = await get('/en/nope')
    expect(lost.status).toBe(404)
    expect(await lost.text()).toContain(`<p data-operator="" class="muted">${LINE.en}</p>`)
    const head = await fetch(`${server.origin}/en`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('LAY-03 · nothing is filled in where nothing is set, and only what is set', () => {
    const none = { name: undefined, number: undefined, address: undefined }
    expect(fillOperator(BUILD['index.html'], '/', none)).toBe(BUILD['index.html'])
    const named = fillOperator(BUILD['index.html'], '/', { ...none, name: 'Левро ООД $& $1' })
    expect(named).toBe(filled('начало', 'Доставчик: Левро ООД $&amp; $1'))
  })
})

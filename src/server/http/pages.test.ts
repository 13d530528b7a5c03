import fastify from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_PATH_ID } from '#product/display-text.ts'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { registerPages } from './pages.ts'

const page = (words: string) => `<!doctype html><p>${words}</p>`

const notFoundPage = (words: string, path = '') => page(`${words} <bdi id="${MISSING_PATH_ID}">${path}</bdi>`)

/** A small build with the kinds of files of the real one. */
const BUILD = {
  'index.html': page('начало'),
  '404/index.html': notFoundPage('няма'),
  'en/index.html': page('home'),
  'en/login/index.html': page('login'),
  'en/login/mode=bulk.html': page('login for bulk'),
  'en/404/index.html': notFoundPage('nothing'),
  'bg/index.html': page('начало'),
  'bg/404/index.html': notFoundPage('няма'),
  'assets/a-1.js': 'export {}',
  'embed/converter-1.js': 'void 0',
  'icon.svg': '<svg/>',
  'sw.js': 'self.skipWaiting()',
}

let place: Place
let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'levro-pages-'))

beforeAll(async () => {
  for (const [file, content] of Object.entries(BUILD)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content))
  }
  place = await makePlace('sqlite')
  server = await startServer(place.settings, folder)
})
afterAll(async () => {
  await server.stop()
  await place.remove()
  rmSync(folder, { recursive: true })
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.origin + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('pages', () => {
  it.each([
    ['/', 'начало'],
    ['/?q=1', 'начало'],
    ['/en', 'home'],
    ['/en/', 'home'],
    ['/en/login', 'login'],
    ['/en/login?mode=single', 'login'],
    ['/en/login?mode=bulk&mode=bulk', 'login'],
    ['/en/login?next=%2F&mode=bulk', 'login for bulk'],
    ['/en/login/?mode=bulk', 'login for bulk'],
  ])('ROUTE-01 · %s is a page', async (path, words) => {
    const { status, headers, text } = await get(path)
    expect([status, text]).toEqual([200, page(words)])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, no-cache')
  })

  it.each([
    ['/index.html', 'няма'],
    ['/404', 'няма'],
    ['/404/index.html', 'няма'],
    ['/%69ndex.html', 'няма'],
    ['/index.html.br', 'няма'],
    ['/icon.svg.gz', 'няма'],
    ['/assets/a-1.js.br', 'няма'],
    ['/assets/a-1.js.gz', 'няма'],
    ['/assets/', 'няма'],
    ['/bg/index.html', 'няма'],
    ['/en/index.html', 'nothing'],
    ['/en/login/index.html', 'nothing'],
    ['/en/login/mode=bulk.html', 'nothing'],
    ['/en/404', 'nothing'],
    ['/en/404/', 'nothing'],
    ['/en/404/index.html', 'nothing'],
    ['/en/index.html.br', 'nothing'],
  ])('ROUTE-05 · %s, a file without a URL, is not found', async (path, words) => {
    const { status, headers, text } = await get(path, { 'accept-encoding': 'br, gzip' })
    expect([status, text]).toEqual([404, notFoundPage(words, decodeURIComponent(path))])
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect((await fetch(server.origin + path, { method: 'HEAD' })).status).toBe(404)
  })

  it.each([
    ['/няма', '/няма'],
    ['/%3Cb%3E&amp;%22?q=<i>', '/&lt;b&gt;&amp;amp;&quot;'],
    ['/en/$&$1', '/en/$&amp;$1'],
    ['/%zz', '/%zz'],
    ['/%E2%80%AEgnp', '/%E2%80%AEgnp'],
  ])('ROUTE-05 · %s is shown as text in the not-found page', async (path, shown) => {
    expect((await get(path)).text).toContain(`<bdi id="${MISSING_PATH_ID}">${shown}</bdi>`)
  })

  it.each(['br', 'gzip'])('API-03 · and their assets are sent as %s when accepted', async (encoding) => {
    for (const path of ['/', '/en/login', '/icon.svg', '/assets/a-1.js']) {
      const { status, headers } = await get(path, { 'accept-encoding': encoding })
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, encoding])
    }
    expect((await get('/assets/a-1.js', { 'accept-encoding': encoding })).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
  })

  it.each([
    [{ range: 'bytes=9-1' }, 416],
    [{ range: 'bytes=99999999-' }, 416],
    [{ 'if-match': '"another"' }, 412],
    [{ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
  ])('API-03 · requested with %j return that status without a body', async (condition, expected) => {
    for (const path of ['/', '/icon.svg', '/assets/a-1.js']) {
      const { status, headers, text } = await get(path, condition)
      expect([path, status, text]).toEqual([path, expected, ''])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const { headers } = await get('/icon.svg', { ...condition, 'accept-encoding': 'identity' })
    expect(headers.get('content-range')).toBe(expected === 416 ? 'bytes */6' : null)
  })

  it('SNG-07 · the service worker is always revalidated, and may load from this site only', async () => {
    const { status, headers, text } = await get('/sw.js')
    expect([status, text]).toEqual([200, BUILD['sw.js']])
    expect(headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/)
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-uri /csp-reports; report-to csp",
    )
    for (const path of ['/en/sw.js', '/sw.js.br']) expect((await get(path)).status).toBe(404)
  })

  it('OPEN-07 · the embedded converter is served with CORS and immutable caching, and with a policy that lets it load nothing', async () => {
    const { status, headers, text } = await get('/embed/converter-1.js', { origin: 'https://shop.example' })
    expect([status, text]).toEqual([200, 'void 0'])
    expect(headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBe(null)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    // Nothing else may be.
    for (const path of ['/', '/assets/a-1.js', '/sw.js']) {
      const others = (await get(path, { origin: 'https://shop.example' })).headers
      expect(others.get('access-control-allow-origin')).toBe(null)
      expect(others.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it('API-03 · may load nothing from other sites', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("; img-src 'self';")
    expect(policy).not.toMatch(/data:|blob:|https?:|unsafe|\*/)
  })

  it('API-03 · let text become a script or HTML only through the Trusted Types policy of the build', async () => {
    for (const path of ['/', '/en/login', '/nothing'])
      expect((await get(path)).headers.get('content-security-policy')).toContain(
        "; require-trusted-types-for 'script'; trusted-types default",
      )
  })

  it.each([
    [['login/bulk.html'], "The build's login/bulk.html is of no page."],
    [['login/mode=.html'], "The build's login/mode=.html is of no page."],
    [['login/mode=a=b.html'], "The build's login/mode=a=b.html is of no page."],
    [['login/my-index.html'], "The build's login/my-index.html is of no page."],
    [['login/mode=bulk.html', 'login/mode=single.html'], 'The build has two pages of /login for a query.'],
  ])('ROUTE-01 · are not served from a build with %j', async (files, message) => {
    const root = mkdtempSync(join(tmpdir(), 'levro-pages-'))
    mkdirSync(join(root, 'login'))
    for (const file of files) writeFileSync(join(root, file), page('login'))
    const operator = { name: undefined, number: undefined, address: undefined }
    await expect(registerPages(fastify(), { root, operator })).rejects.toThrow(message)
    rmSync(root, { recursive: true })
  })
})

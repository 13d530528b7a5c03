import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withAbuseServer } from './abuse-server.ts'

const BUILD = join(import.meta.dirname, '../../build/client')

/** Request paths that are no page and no file of the site. */
const PATHS = [
  '/../package.json',
  '/../../../../../../etc/passwd',
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%2e%2e%2f%2e%2e%2fpackage.json',
  '/%252e%252e%252fpackage.json',
  '/%252e%252e/%252e%252e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/..\\..\\package.json',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/....//....//package.json',
  '/assets/..;/..;/package.json',
  '/assets/.%2e/.%2e/package.json',
  '/assets/%2e./%2e./package.json',
  '/assets/..%00/package.json',
  '/assets/..%c0%af..%c0%afpackage.json',
  '/%c0%ae%c0%ae/x',
  '/%uff0e%uff0e/package.json',
  '/\uFF0E\uFF0E/package.json',
  '/assets/%00',
  '/index.html%00.css',
  '/%00',
  '/%',
  '/%zz',
  '/%e0%a4%a',
  '/.env',
  '/.git/HEAD',
  '/.git/config',
  '/.npmrc',
  '/.DS_Store',
  '/.well-known/../.env',
  '/%2eenv',
  '/%2egit/HEAD',
  '/en/.env',
  '/server.js.map',
  '/sw.js.map',
  '/assets/',
  '/assets',
  '/social/',
  '//etc/passwd',
  '///etc/passwd',
  '//evil.example',
  '//evil.example/%2f..',
  '/\\evil.example',
  '/en//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/data/app.db',
  '/data/levro.db',
  '/levro.db',
  '/levro.db-wal',
  '/data/mail/',
  '/src/server/main.ts',
  '/build/client/index.html',
  '/build/server/index.js',
  '/node_modules/fastify/package.json',
  '/package.json',
  '/package-lock.json',
  '/README.md',
  '/proc/self/environ',
  '/index.html/',
  '/index.html/../../../package.json',
  '/index.html~',
  '/index.html.bak',
  '/C:/Windows/win.ini',
  '/file:///etc/passwd',
  '/favicon.ico/x',
  '/en/../../package.json',
  '/bg/%2e%2e/%2e%2e/package.json',
  '/metrics/../../package.json',
  '/?/../../package.json'.replace('?', '%3f'),
  `/${'../'.repeat(200)}etc/passwd`,
  `/${'%2e%2e%2f'.repeat(200)}etc/passwd`,
  `/${'a/'.repeat(3000)}`,
  `/${'a'.repeat(8000)}`,
  `/assets/${'a'.repeat(5000)}.js`,
  '/*',
  '/:id',
  '/constructor',
  '/__proto__',
  '/hasOwnProperty',
]

const CONTENT = [
  '"name": "levro"',
  'root:x:0:',
  'SQLite format 3',
  '[core]',
  'ref: refs/',
  'lockfileVersion',
  'PATH=',
]

withAbuseServer({}, (getTarget) => {
  const request = (method: string, path: string) =>
    getTarget().raw(
      Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`, 'utf8'),
      { path: '/' },
    )

  it('API-03 · C67 · no path leads out of the site’s own files', async () => {
    for (const path of PATHS) {
      const { answers, raw } = await request('GET', path)
      expect(
        answers.map(({ status }) => [400, 403, 404, 414, 431].includes(status)),
        path,
      ).toEqual([true])
      for (const content of CONTENT) expect(raw, path).not.toContain(content)
      expect(raw, `${path} sends nobody elsewhere`).not.toMatch(/^location:/im)
    }
  })

  it('API-03 · C67 · no other method reads or writes files', async () => {
    for (const path of PATHS.slice(0, 30))
      for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'MOVE']) {
        const { raw } = await request(method, path)
        expect(raw, `${method} ${path}`).toMatch(/^HTTP\/1\.1 (?:400|403|404|405|414|415)/)
        for (const content of CONTENT) expect(raw).not.toContain(content)
      }
    for (const name of ['x.html', 'assets/x.js']) {
      expect((await getTarget().ask({ method: 'PUT', path: `/${name}`, body: 'x' })).status).not.toBe(200)
      expect(existsSync(join(BUILD, name))).toBe(false)
    }
  })

  it('API-03 · C67 · under /api such paths are rejected as JSON', async () => {
    const paths = [
      '..%2f..%2fpackage.json',
      '%2e%2e/package.json',
      '%00',
      '%',
      '%c0%ae',
      'x'.repeat(8000),
      '.env',
    ]
    for (const path of paths) {
      const head = `GET /api/${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      const { answers } = await getTarget().raw(head, { path: '/api/' })
      expect(
        answers.map(({ status }) => [400, 404, 414].includes(status)),
        path,
      ).toEqual([true])
    }
  })

  it('API-03 · C67 · an unknown path is a page with 404, and no source map is served', async () => {
    const target = getTarget()
    for (const path of ['/nothing-here', '/en/nothing-here', '/bg/nothing', '/account/nothing?x=1']) {
      const { status, headers } = await target.ask({ path })
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
    const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(10)
    for (const script of scripts.slice(0, 40)) {
      expect((await target.ask({ path: `/${script}.map` })).status).toBe(404)
      const { status, text } = await target.ask({ path: `/${script}` })
      expect(status).toBe(200)
      expect(text).not.toMatch(/sourceMappingURL|src\/server\//)
    }
  })
})

import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.js'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { withAbuseServer } from './abuse-server.ts'

const PATH = '/csp-reports'
const MESSAGE = 'a content security policy was violated'

const report = (fields: object = {}) => ({
  'document-uri': 'https://levro.example/en/account?email=ani@example.bg#token',
  'effective-directive': 'script-src-elem',
  'blocked-uri': 'https://evil.example/secret/x.js?who=ani',
  'script-sample': 'alert(document.cookie)',
  ...fields,
})

const metricsPort = await freePort()

withAbuseServer(
  { settings: { TRUST_PROXY: '127.0.0.0/8', METRICS_PORT: String(metricsPort) } },
  (getTarget) => {
    const send = (body: string, from: string, type = 'application/csp-report') =>
      getTarget().ask({
        method: 'POST',
        path: PATH,
        body,
        headers: { 'content-type': type, 'x-forwarded-for': from },
      })
    const lines = () =>
      getTarget()
        .process.logged()
        .split('\n')
        .filter((line) => line.includes(MESSAGE))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    const metric = async () =>
      (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
        .split('\n')
        .filter((line) => line.startsWith('levro_csp_reports_total{'))

    it('API-03 · reports of violated policies are counted, and logged without personal data', async () => {
      expect((await send(JSON.stringify({ 'csp-report': report() }), '203.0.113.1')).status).toBe(204)
      const body = { effectiveDirective: 'img-src', blockedURL: 'data:image/png,x', documentURL: 'x' }
      const several = [
        { type: 'csp-violation', body },
        { type: 'csp-violation', body },
      ]
      expect((await send(JSON.stringify(several), '203.0.113.1', 'application/reports+json')).status).toBe(
        204,
      )
      await until(() => expect(lines()).toHaveLength(2))
      const [first, second] = lines()
      expect(first).toMatchObject({
        level: 40,
        directive: 'script-src-elem',
        blocked: 'https:',
        page: '/en/account',
        reports: 1,
      })
      expect(second).toMatchObject({ directive: 'img-src', blocked: 'data:', page: '/', reports: 2 })
      expect(getTarget().process.logged()).not.toMatch(/evil\.example|alert\(|ani@|ani\b|#token/)
      expect(await metric()).toEqual([
        'levro_csp_reports_total{directive="script-src-elem"} 1',
        'levro_csp_reports_total{directive="img-src"} 2',
      ])
    })

    it('API-03 · reports can be of any content, and are no way to fill the log or the metrics', async () => {
      const before = lines().length
      const began = performance.now()
      const hostile = [
        '',
        '{',
        'null',
        '[]',
        '1',
        '"x"',
        '{"csp-report":null}',
        '[null,1,{}]',
        '{"csp-report":[[[]]]}',
        JSON.stringify({
          'csp-report': report({ 'effective-directive': 'x'.repeat(9000), 'document-uri': {} }),
        }),
        JSON.stringify({ 'csp-report': report({ 'blocked-uri': '\n{"level":60}\u001B[2J' }) }),
        JSON.stringify(Array.from({ length: 300 }, () => ({ body: { effectiveDirective: '"}' } }))),
      ]
      for (const [n, body] of hostile.entries())
        expect([204, 400], body.slice(0, 40)).toContain((await send(body, `203.0.113.${n + 10}`)).status)
      expect((await send('x'.repeat(17_000), '203.0.113.40')).status).toBe(413)
      expect((await send('{}', '203.0.113.41', 'text/plain')).status).toBe(415)
      const flood = Array.from({ length: 300 }, (_, n) =>
        send(JSON.stringify({ 'csp-report': report() }), `203.0.114.${n % 6}`),
      )
      const statuses = (await Promise.all(flood)).map(({ status }) => status)
      const accepted = statuses.filter((status) => status === 204).length
      expect(statuses.filter((status) => status === 429)).toHaveLength(300 - accepted)
      // 30 of each network at once, and one more in 2 s; 30 lines of all, and one more in 10 s.
      const seconds = (performance.now() - began) / 1000
      expect(accepted).toBeGreaterThanOrEqual(180)
      expect(accepted).toBeLessThanOrEqual(180 + 6 * Math.ceil(seconds / 2))
      expect(lines().length - before).toBeLessThanOrEqual(30 + Math.ceil(seconds / 10))
      for (const line of await metric())
        expect(line).toMatch(/^levro_csp_reports_total\{directive="(?:script-src-elem|img-src|other)"\} \d+$/)
    })

    it('API-03 · Chromium reports a violation of a page by report-uri', async () => {
      const counted = async () => (await metric()).find((line) => line.includes('"img-src"'))
      const before = await counted()
      const args = [...CHROMIUM_ARGUMENTS]
      const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args })
      try {
        const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.200' } })
        // Chromium sends nothing to `report-to` over plain http, and prefers it to `report-uri`.
        await page.route('**/en/about', async (route) => {
          const response = await route.fetch()
          const { 'content-security-policy': policy = '', ...headers } = response.headers()
          expect(policy).toContain('; report-uri /csp-reports; report-to csp')
          const plain = { ...headers, 'content-security-policy': policy.replace('; report-to csp', '') }
          await route.fulfill({ response, headers: plain })
        })
        await page.goto(`${getTarget().origin.replace('127.0.0.1', 'localhost')}/en/about`)
        await page.evaluate(() => {
          const image = document.createElement('img')
          image.src = 'https://evil.example/x.png'
          document.body.append(image)
        })
        await until(async () => expect(await counted()).not.toBe(before), 30_000)
      } finally {
        await browser.close()
      }
    })
  },
)

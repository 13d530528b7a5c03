import { expect, it } from 'vitest'
import { metricsAddress } from '../server/metrics-address.ts'
import { makeRows } from '../server/reference.ts'
import { sendBytes } from './request.ts'
import { withAbuseServer } from './abuse-server.ts'

const GET = 'GET /metrics HTTP/1.1\r\nhost: localhost\r\n'

/** Paths and methods other than the only valid one. */
const NOT_TOLD = [
  ...'/ /metrics/ /metrics/.. /metrics/../metrics //metrics /METRICS /%6detrics /metrics%00 /metrics;x /metricsx'
    .split(' ')
    .map((path) => `GET ${path}`),
  ...'/api/auth/me /healthz /readyz /../../etc/passwd /.env http://x/metrics'
    .split(' ')
    .map((path) => `GET ${path}`),
  ...'POST PUT DELETE PATCH HEAD OPTIONS TRACE PROPFIND PURGE'
    .split(' ')
    .map((method) => `${method} /metrics`),
  'OPTIONS *',
]

/** Malformed or too large requests. */
const BROKEN = [
  `${GET}cookie: ${'a=b; '.repeat(5000)}\r\n\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `${GET}content-length: 0\r\ntransfer-encoding: chunked\r\n\r\n`,
  `${GET}transfer-encoding: xchunked\r\n\r\n`,
  'GET /metrics HTTP/9.9\r\nhost: x\r\n\r\n',
  'GET /metrics\x01 HTTP/1.1\r\nhost: x\r\n\r\n',
  'STEAL /metrics HTTP/1.1\r\nhost: x\r\n\r\n',
  '\x16\x03\x01\x02\0\x01\0\x01\xFC\x03\x03\r\n\r\n',
]

withAbuseServer({ settings: { METRICS_PORT: '0' } }, (getTarget) => {
  it('API-04 · metrics are served to one request only; any other is rejected without detail', async () => {
    const target = getTarget()
    const user = await target.user()
    await user.bulk(makeRows(3))
    const { origin, pathname } = new URL(await metricsAddress(target.process))
    const options = { path: '/', failures: 'none' } as const
    for (const line of NOT_TOLD) {
      const head = `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`
      const { answers, raw } = await sendBytes(origin, head, options)
      expect(
        answers.map(({ status, text }) => [status, text]),
        line,
      ).toEqual([[404, '']])
      expect(raw).not.toMatch(/levro_|x-powered-by|server:/i)
    }
    // A page whose name was made to resolve to this machine.
    for (const host of [
      'rebound.example',
      'localhost.example:9464',
      '127.0.0.1.example',
      '',
      'x@localhost',
    ]) {
      const head = `GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
      const { answers } = await sendBytes(origin, head, options)
      expect(
        answers.map(({ status, text }) => [status, text]),
        host,
      ).toEqual([[404, '']])
    }
    for (const bytes of BROKEN) {
      const { answers, raw } = await sendBytes(origin, bytes, { ...options, timeoutMs: 400 })
      expect(answers.length, bytes.slice(0, 60)).toBeLessThanOrEqual(1)
      for (const { status } of answers)
        expect([400, 404, 431, 501, 505], bytes.slice(0, 60)).toContain(status)
      expect(raw, bytes.slice(0, 60)).not.toContain('levro_')
    }
    const { answers } = await sendBytes(origin, `${GET}connection: close\r\n\r\n`, options)
    expect(answers).toMatchObject([{ status: 200 }])
    expect(answers[0]?.text).toContain('levro_bulk_rows_total 3')
    for (const secret of [user.email, user.cookie ?? '']) expect(answers[0]?.text).not.toContain(secret)

    for (const path of [pathname, `${pathname}/`, `/api${pathname}`, '/%6detrics', '//metrics']) {
      const reply = await target.ask({ path })
      expect([reply.status, reply.text.includes('levro_')], `on the public port: ${path}`).toEqual([
        404,
        false,
      ])
    }
  })
})

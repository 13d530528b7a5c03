import { expect, it } from 'vitest'
import { downloadData } from '#api/account.ts'
import { convertBulk, listJobs } from '#api/conversions.ts'
import { makeRows } from '../server/reference.ts'
import { until } from '../until.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'
import { openRaw } from './request.ts'

/** More at once would close the connection. */
const EACH = 30

withAbuseServer({ settings: { TRUST_PROXY: '127.0.0.0/8' } }, (getTarget) => {
  /** Sends requests without waiting for their answers. @returns the number of answers by status */
  async function flood(
    count: number,
    path: string,
    ip: string,
    user?: Caller,
  ): Promise<Record<string, number>> {
    const socket = await openRaw(getTarget().origin)
    let text = ''
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
    const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ip}\r\ncookie: ${user?.cookie ?? ''}\r\n\r\n`
    const answers: Record<string, number> = {}
    for (let sent = 0; sent < count; sent += EACH) {
      text = ''
      socket.write(request.repeat(EACH))
      await until(() => expect(statuses()).toHaveLength(EACH))
      for (const status of statuses()) answers[status] = (answers[status] ?? 0) + 1
    }
    socket.destroy()
    return answers
  }

  it('API-03 · an account that reads without end is told to wait, and others are not', async () => {
    const target = getTarget()
    const [reader, other] = [await target.user(), await target.user()]
    const answers = await flood(3000, listJobs.path, '203.0.113.1', reader)
    expect(answers['200']).toBeGreaterThanOrEqual(2000)
    expect(answers['429']).toBeGreaterThan(100)
    const headers = { 'x-forwarded-for': '203.0.113.99', 'accept-language': 'en' }
    const path = listJobs.path
    const question = { path, headers, as: reader }
    // Each answer refills a little.
    const refused = await until(async () => {
      const reply = (await Promise.all(Array.from({ length: 20 }, () => target.ask(question)))).at(-1)
      expect(reply?.status).toBe(429)
      return reply
    })
    expect(refused?.headers['retry-after']).toBe('1')
    expect(JSON.parse(refused?.text ?? '')).toEqual({
      error: 'Too many attempts. Try again in 1 second.',
      code: 'too_many_requests',
    })
    const same = { 'x-forwarded-for': '203.0.113.1' }
    expect((await target.ask({ path, headers: same, as: other })).status).toBe(200)
    const json = { rows: makeRows(1) }
    const work = { method: 'POST', path: convertBulk.path, json, headers: same, as: reader }
    expect((await target.ask(work)).status, 'what is paid for').toBe(200)
    await until(async () => expect((await target.ask(question)).status).toBe(200))
  })

  it('API-03 · a network that reads without end is told to wait before its session is looked up', async () => {
    const target = getTarget()
    const answers = await flood(24_000, '/api/auth/me', '203.0.113.2')
    expect(answers['200']).toBeGreaterThanOrEqual(20_000)
    expect(answers['429']).toBeGreaterThan(100)
    const { status } = await target.ask({
      path: '/api/auth/me',
      headers: { 'x-forwarded-for': '203.0.113.3' },
    })
    expect(status, 'another network').toBe(200)
    const page = await target.ask({ path: '/', headers: { 'x-forwarded-for': '203.0.113.2' } })
    expect(page.status, 'pages').toBe(200)
  })

  it('API-03 · a shop that opens each of several hundred saved jobs does not wait', async () => {
    const target = getTarget()
    const shop = await target.user(500)
    const headers = { 'x-forwarded-for': '203.0.113.4' }
    const { jobId } = (await shop.bulk(makeRows(20))).reply
    for (let n = 0; n < 400; n++)
      expect((await target.ask({ path: `/api/convert/jobs/${jobId}`, headers, as: shop })).status).toBe(200)
    expect((await target.ask({ path: downloadData.path, headers, as: shop })).status).toBe(200)
  })
})

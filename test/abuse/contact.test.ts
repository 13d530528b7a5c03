import { expect, it } from 'vitest'
import { PRODUCT } from '#product/product.ts'
import { expectSent } from '../server/with-mail.ts'
import type { Reply } from './request.ts'
import { withAbuseServer } from './abuse-server.ts'

const MESSAGE = { name: 'Ани', email: 'ani@example.bg', topic: 'general', message: 'Здравейте' }

type More = { headers?: Record<string, string>; from?: string }

withAbuseServer({ mail: true }, (getTarget) => {
  const write = (json: object, { headers = {}, from }: More = {}): Promise<Reply> =>
    getTarget().ask({
      method: 'POST',
      path: '/api/support/contact',
      json,
      headers,
      ...(from !== undefined && { from }),
    })
  const emailsToSupport = () => getTarget().mail.emailsTo(PRODUCT.supportEmail)

  it('INFO-03 · C65 · the honeypot field blocks bots, whatever its value', async () => {
    for (const website of ['https://spam.example', ' ', '0', '\0', 'x'.repeat(4096)]) {
      const english = { headers: { 'accept-language': 'en' }, from: '127.0.3.1' }
      const { status, text } = await write({ ...MESSAGE, website }, english)
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { error: 'Submission blocked.', code: 'submission_blocked' },
      ])
    }
    for (const website of [['x'], { a: 1 }, 1, true, null, 'x'.repeat(4097)])
      expect((await write({ ...MESSAGE, website }, { from: '127.0.3.1' })).status).toBe(400)
    expect(await getTarget().db.selectFrom('support_message').selectAll().execute()).toEqual([])
    expect(emailsToSupport()).toEqual([])
    expect((await write({ ...MESSAGE, website: '' }, { from: '127.0.3.1' })).status, 'a person').toBe(200)
  })

  it('INFO-03 · C65 · of thirty messages in a minute some are rate limited, whatever headers they send', async () => {
    const replies: Reply[] = []
    for (let n = 0; n < 30; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` }
      const message = { ...MESSAGE, email: `ani${n}@example.bg`, message: `Здравейте ${n}` }
      replies.push(await write(message, { headers, from: '127.0.3.2' }))
    }
    const late = replies.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThanOrEqual(10)
    for (const { headers } of late) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await write(MESSAGE, { from: '127.0.3.3' })).status, 'others').toBe(200)
    const atOnce = Array.from({ length: 30 }, () => write(MESSAGE, { from: '127.0.3.4' }))
    const taken = (await Promise.all(atOnce)).filter(({ status }) => status === 200)
    expect(taken).toHaveLength(20)
  })

  it('API-03 · C65 · another site cannot send a message, with or without our headers', async () => {
    const sites: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null', 'x-requested-with': 'XMLHttpRequest' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'x-requested-with': 'XMLHttpRequest' },
    ]
    await expectSent(getTarget().db)
    const before = emailsToSupport().length
    for (const headers of sites)
      expect((await write(MESSAGE, { headers, from: '127.0.3.5' })).status).toBe(403)
    const form = await getTarget().ask({
      method: 'POST',
      path: '/api/support/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(MESSAGE).toString(),
      from: '127.0.3.5',
    })
    expect(form.status).toBe(415)
    await expectSent(getTarget().db)
    expect(emailsToSupport().length).toBe(before)
  })

  it('INFO-03 · C65 · no field adds a recipient or a header to the email', async () => {
    const { mail } = getTarget()
    const inject = '\r\nBcc: victim@x.bg\r\nX-Planted: 1\r\n\r\n<b>body</b>'
    const names = [
      `Ани${inject}`,
      'Ани\nTo: victim@x.bg',
      'Ани\u2028Cc: victim@x.bg',
      '=?utf-8?q?=0ABcc:victim?=',
    ]
    await expectSent(getTarget().db)
    const before = emailsToSupport().length
    for (const name of names) {
      const body = { ...MESSAGE, name, message: `.\r\n${inject}\r\n.\r\nMAIL FROM:<victim@x.bg>\r\n` }
      expect((await write(body, { from: '127.0.3.6' })).status).toBe(200)
    }
    await expect.poll(() => emailsToSupport().length).toBe(before + names.length)
    for (const { recipients, raw, headers, replyTo } of emailsToSupport()) {
      expect(recipients).toEqual([PRODUCT.supportEmail])
      expect(headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']))
      expect(headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-planted']))
      expect(headers.filter(({ key }) => key === 'to' || key === 'cc')).toHaveLength(1)
      expect((replyTo ?? []).length).toBeLessThanOrEqual(1)
      expect(raw).toMatch(/^MIME-Version: 1\.0/m)
    }
    expect(mail.emailsTo('victim@x.bg')).toEqual([])
  })

  it('API-03 · C65 · topics, lengths and types are validated', async () => {
    const wrong = [
      { topic: 'other' },
      { topic: '__proto__' },
      { topic: ['general'] },
      { name: '' },
      { name: ' \r\n ' },
      { name: 'x'.repeat(5000) },
      { message: '' },
      { message: '\0\0' },
      { message: 'я'.repeat(20_001) },
      { email: ['ani@example.bg'] },
      { email: 'ani@example.bg, victim@x.bg' },
    ]
    for (const change of wrong)
      expect((await write({ ...MESSAGE, ...change }, { from: '127.0.3.7' })).status).toBe(400)
  })
})

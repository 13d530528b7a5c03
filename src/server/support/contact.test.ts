import { beforeEach, describe, expect, it } from 'vitest'
import { contact } from '#api/site.ts'
import { LIMITS } from '#product/limits.ts'
import { PRODUCT } from '#product/product.ts'
import { AT_ONCE, expectSent, forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { listMessages } from './messages.ts'

const SUPPORT = PRODUCT.supportEmail
const MINUTE_MS = 60_000

const good = {
  name: 'Ива Петрова',
  email: 'Iva@example.bg',
  topic: 'bug',
  message: 'Не работи.\n<b>Моля</b>!',
}

onEachDatabaseWithMail((server, mail) => {
  beforeEach(async () => {
    await expectSent(server().db)
    await forgetLimits(server().db)
    mail().received.length = 0
  })

  const write = (body: object = {}, headers: Record<string, string> = {}) =>
    server()
      .client()
      .call(contact, { body: { ...good, ...body }, headers })
  const newest = async () => (await listMessages(server().db, 1))[0]
  const count = async () => (await listMessages(server().db, 1000)).length

  describe('a message to support', () => {
    it('INFO-03 · is stored, and emailed with the sender in Reply-To', async () => {
      const { time } = server()
      expect((await write({}, { 'accept-language': 'en' })).reply).toEqual({ ok: true })
      const received = await mail().waitForEmail(SUPPORT, 'support')
      expect(received.recipients).toEqual([SUPPORT])
      expect(received.replyTo).toEqual([{ name: good.name, address: good.email }])
      expect(received.from?.address).toBe(SUPPORT)
      expect(received.subject).toBe('[Съобщение за грешка] Ива Петрова')
      expect(received.text).toContain(good.message)
      expect(received.html).toContain('&lt;b&gt;Моля&lt;/b&gt;')
      await expectSent(server().db)
      const { id, ...message } = (await newest()) ?? {}
      const { message: text, ...fields } = good
      expect(message).toEqual({ ...fields, text, lang: 'en', at: time.now, isMailed: true, accountId: null })
      expect(received.text).toContain(`# ${id}`)
    })

    it('INFO-03 · is not lost when the mail server is down', async () => {
      await mail().goDown()
      expect((await write({ message: 'първо' })).status).toBe(200)
      expect(await newest()).toMatchObject({ text: 'първо', isMailed: false })
      const attempts = () => server().db.selectFrom('outbox').select('problem').execute()
      await expect.poll(attempts).toEqual([{ problem: expect.stringContaining('ECONNREFUSED') }])
      await mail().comeUp()
      server().time.now += MINUTE_MS
      expect((await mail().waitForEmail(SUPPORT, 'support')).text).toContain('първо')
      await expectSent(server().db)
      expect(await newest()).toMatchObject({ text: 'първо', isMailed: true })
    })

    it.each([
      ['bg', 'Изпращането е блокирано.'],
      ['en', 'Submission blocked.'],
    ])('INFO-03 · with the honeypot field filled in is blocked: %s', async (lang, sentence) => {
      const before = await count()
      const { status, refusal } = await write({ website: 'https://x' }, { 'accept-language': lang })
      expect([status, refusal]).toEqual([400, { error: sentence, code: 'submission_blocked' }])
      expect(await count()).toBe(before)
      expect((await write({ website: '' })).status, 'the page sends it empty').toBe(200)
    })

    it('INFO-03 · is accepted twenty times an hour from one network', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => write({}, from('10.3.0.1'))))
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)])
      const late = await write({}, from('10.3.0.1'))
      expect([late.refusal.code, late.headers.get('retry-after')]).toEqual(['too_many_requests', '3600'])
      expect((await write({}, from('10.3.0.2'))).status).toBe(200)
      await expectSent(server().db)
      expect(mail().emailsTo(SUPPORT)).toHaveLength(21)
    })

    it.each([
      'Ива\r\nBcc: victim@example.bg',
      'Ива\nTo: victim@example.bg',
      'a, victim@example.bg',
      '"Ива" <victim@example.bg>, x',
      'victim@example.bg',
      'Ива\u2028Bcc: victim@example.bg',
      'Ива\0\u0085Bcc: victim@example.bg',
      '=?utf-8?q?a=0d=0aBcc:_victim@example.bg?=',
    ])('INFO-03 · has one recipient and one Reply-To for any name: %j', async (name) => {
      expect((await write({ name })).status).toBe(200)
      const { recipients, headers, replyTo, to } = await mail().waitForEmail(SUPPORT, 'support')
      expect(recipients).toEqual([SUPPORT])
      expect(to).toEqual([{ name: '', address: SUPPORT }])
      expect(headers.map(({ key }) => key)).not.toContain('bcc')
      expect(headers.filter(({ key }) => key === 'to')).toHaveLength(1)
      expect(replyTo?.map(({ address }) => address)).toEqual([good.email])
    })

    const HOSTILE =
      '\u001b[31m\u0007\u007f\u0085\u009b2J\u00ad\u061c\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff\u{e0041}'

    it('INFO-03 · shows control and direction characters of name and message instead of sending them', async () => {
      const name = `Ива\u202e\u2066\u061c\u200b`
      const message = `първи ред\r\nвтори\tред ${HOSTILE}\n<b>${HOSTILE}</b> 👩\u200d👧 край`
      expect((await write({ name, message })).status).toBe(200)
      const { subject, replyTo, text, html, raw } = await mail().waitForEmail(SUPPORT, 'support')
      const shownName = 'Ива\\u{202e}\\u{2066}\\u{61c}\\u{200b}'
      expect(subject).toBe(`[Съобщение за грешка] ${shownName}`)
      expect(replyTo).toEqual([{ name: shownName, address: good.email }])
      expect(text).toContain('първи ред\nвтори\tред \\u{1b}[31m\\u{7}\\u{7f}\\u{85}\\u{9b}2J\\u{ad}\\u{61c}')
      expect(text).toContain(
        '\\u{2028}\\u{202a}\\u{202e}\\u{2066}\\u{2069}\\u{feff}\\u{e0041}</b> 👩\u200d👧 край',
      )
      for (const part of [text, html, raw])
        expect(part?.replaceAll('👩\u200d👧', '')).not.toMatch(/[^\P{C}\r\n\t]|[\u2028\u2029]/u)
      expect((await newest())?.name, 'it is stored as sent').toBe(name)
    })

    it.each([
      '=?utf-8?B?QmNjOiB2aWN0aW1AZXhhbXBsZS5iZw==?=',
      'Ива =?utf-8?q?a=0d=0aBcc:_victim@example.bg?=',
      'Iva =?iso-8859-1?q?=3Cadmin@levro.bg=3E?= =?utf-8?q?x?=',
    ])('INFO-03 · no encoded word of a user is decoded in a header: %j', async (name) => {
      expect((await write({ name })).status).toBe(200)
      const { subject, replyTo } = await mail().waitForEmail(SUPPORT, 'support')
      const shown = name.replaceAll('=?', '= ?')
      expect(subject).toBe(`[Съобщение за грешка] ${shown}`)
      expect(replyTo).toEqual([{ name: shown, address: good.email }])
    })

    it.each(['a@b.bg, c@d.bg', 'a@b.bg\nBcc: c@d.bg', 'a@b.bg\r\n\r\nx', '<a@b.bg>', 'a', '', 'a@b.bg\0'])(
      'INFO-03 · is rejected with the address %j',
      async (email) => {
        const { status, refusal } = await write({ email })
        expect([status, refusal.code]).toEqual([400, 'invalid_email'])
      },
    )

    it.each([
      ['no name', { name: ' \n\0' }],
      ['a name that is too long', { name: 'я'.repeat(LIMITS.contactName + 1) }],
      ['nothing said', { message: ' \0\n ' }],
      ['too much said', { message: 'я'.repeat(LIMITS.contactMessage + 1) }],
    ])('INFO-03 · is rejected with %s', async (_title, body) => {
      const before = await count()
      const { status, refusal } = await write(body)
      expect([status, refusal.code]).toEqual([400, 'invalid_message'])
      expect(await count()).toBe(before)
    })

    it.each([{ topic: 'spam' }, { message: 'я'.repeat(25_000) }, { name: 1 }, { website: ['x'] }])(
      'INFO-03 · is rejected with fields of other types (%#)',
      async (body) => {
        const { status, refusal } = await write(body)
        expect([status, refusal.code]).toEqual([400, 'bad_request'])
      },
    )

    it('INFO-03 · is accepted up to its limits in characters, and stored without characters that databases reject', async () => {
      const name = '😀'.repeat(LIMITS.contactName)
      const message = `${'😀'.repeat(LIMITS.contactMessage - 2)}\0\ud800x`
      expect((await write({ name, message })).status).toBe(200)
      const stored = await newest()
      expect(stored?.name).toBe(name)
      expect(stored?.text).toBe(`${'😀'.repeat(LIMITS.contactMessage - 2)}\ufffdx`)
      const received = await mail().waitForEmail(SUPPORT, 'support')
      expect(received.text).toContain('😀'.repeat(100))
    })
  })
})

onEachDatabaseWithMail(
  (server, mail) => {
    it('INFO-03 · a message to support is emailed at once, without waiting for the next poll', async () => {
      await server().client().call(contact, { body: good })
      await mail().waitForEmail(SUPPORT, 'support')
    })
  },
  {},
  AT_ONCE,
)

import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '#test/server/mail-server.ts'
import {
  type ComposedEmail,
  UndeliverableError,
  deleteOldEmailFiles,
  isLoopback,
  makeMailTransport,
} from './transport.ts'

const EMAIL: ComposedEmail = {
  at: Date.UTC(2026, 6, 1, 12, 30),
  id: '0198c0de-0000-7000-8000-000000000000',
  kind: 'verify',
  from: 'Левро',
  to: 'ana@example.bg',
  subject: 'Потвърдете',
  text: 'Първи ред\nвтори\n',
  html: '<p>Първи ред</p>',
}

const mailFrom = 'post@levro.example'
const never = new AbortController().signal

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'levro-mail-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('an email in a file', () => {
  const transport = () => makeMailTransport({ smtpUrl: undefined, mailFrom, dataDir })
  const folder = () => join(dataDir, 'mail')

  /** The file of an email, and what a mail program makes of it. */
  async function written(change: Partial<ComposedEmail> = {}) {
    await transport().send({ ...EMAIL, ...change }, never)
    const [name = ''] = readdirSync(folder())
    const raw = readFileSync(join(folder(), name), 'utf8')
    rmSync(join(folder(), name))
    return { name, raw, email: await PostalMime.parse(raw) }
  }

  it('AUTH-10 · has its addresses, time, id and texts, and asks for no automatic answer', async () => {
    const { name, raw, email } = await written()
    expect(transport().folder).toBe(folder())
    expect(name).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-verify-0198c0de-0000-7000-8000-000000000000\.eml$/,
    )
    expect(email).toMatchObject({
      date: '2026-07-01T12:30:00.000Z',
      from: { name: 'Левро', address: mailFrom },
      to: [{ name: '', address: 'ana@example.bg' }],
      subject: 'Потвърдете',
      messageId: '<0198c0de-0000-7000-8000-000000000000@levro.bg>',
    })
    expect([email.text, email.html?.trim()]).toEqual(['Първи ред\nвтори\n', '<p>Първи ред</p>'])
    expect(email.replyTo).toBeUndefined()
    const headers = raw.slice(0, raw.indexOf('\n\n')).split('\n')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toContain('X-Auto-Response-Suppress: All')
    expect(headers).toContain('To: ana@example.bg')
    expect(raw).not.toContain('\r')
    expect([statSync(folder()).mode & 0o777, readdirSync(folder())]).toEqual([0o700, []])
  })

  it('INFO-03 · is answered to one address, whatever its sender is called', async () => {
    const name = 'Ива, <x@example.bg>\r\nBcc: y@example.bg'
    const { raw, email } = await written({ replyTo: { name, address: 'iva@example.bg' } })
    expect(email.replyTo).toMatchObject([{ address: 'iva@example.bg' }])
    expect(raw).not.toMatch(/^Bcc/im)
  })

  it('INFO-03 · shows in its subject what a mail program would decode or hide', async () => {
    const encoded = '=?utf-8?B?0LfQtNGA?='
    const { email } = await written({ subject: `[x] ${encoded} \u202e ${encoded}` })
    expect(email.subject).toBe('[x] = ?utf-8?B?0LfQtNGA?= \\u{202e} = ?utf-8?B?0LfQtNGA?=')
    const from = await written({ replyTo: { name: encoded, address: 'iva@example.bg' } })
    expect(from.email.replyTo?.[0]?.name).toBe('= ?utf-8?B?0LfQtNGA?=')
  })

  it('AUTH-10 · is deleted when it is old, and nothing else in its folder is', async () => {
    await deleteOldEmailFiles(dataDir, Date.now())
    mkdirSync(folder())
    const before = Date.UTC(2026, 6, 1)
    const files = { 'old.eml': -1000, 'new.eml': 0, 'newer.eml': 1000, 'old.txt': -1000, 'a.eml.txt': -1000 }
    for (const [name, ms] of Object.entries(files)) {
      writeFileSync(join(folder(), name), '')
      utimesSync(join(folder(), name), new Date(before + ms), new Date(before + ms))
    }
    await deleteOldEmailFiles(dataDir, before)
    expect(readdirSync(folder()).toSorted()).toEqual(['a.eml.txt', 'new.eml', 'newer.eml', 'old.txt'])
  })
})

describe('a mail server', () => {
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
  })
  afterAll(() => mail.stop())

  it('AUTH-10 · gets the email for its address alone', async () => {
    const transport = makeMailTransport({ smtpUrl: mail.url, mailFrom, dataDir })
    expect(transport.folder).toBeUndefined()
    await transport.send(EMAIL, never)
    transport.close()
    const [received] = mail.emailsTo('ana@example.bg')
    expect([received?.recipients, received?.from?.address]).toEqual([['ana@example.bg'], mailFrom])
    expect(readdirSync(dataDir)).toEqual([])
  })

  /** A mail server that answers so to a sender and a recipient, and may offer encryption, which does not work. */
  async function startPeer(replies: { mail?: string; rcpt?: string; offers?: boolean }, host = '127.0.0.1') {
    const ANSWERS: Record<string, string> = {
      EHLO: replies.offers === true ? '250-here\r\n250 STARTTLS' : '250 here',
      STARTTLS: '454 not now',
      MAIL: replies.mail ?? '250 well',
      RCPT: replies.rcpt ?? '250 well',
      DATA: '354 go on',
    }
    const seen: string[] = []
    const peer = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 here\r\n')
      socket.on('data', (chunk) => {
        const [command = ''] = chunk.toString().split(/[ \r]/, 1)
        seen.push(command)
        // Whatever follows is the email itself, or a farewell.
        socket.write(`${ANSWERS[command] ?? '250 well'}\r\n`)
      })
    })
    await once(peer.listen(0, host), 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return { port: (peer.address() as AddressInfo).port, seen, stop: () => peer.close() }
  }

  async function sent(smtpUrl: string): Promise<unknown> {
    const transport = makeMailTransport({ smtpUrl, mailFrom, dataDir })
    try {
      await transport.send(EMAIL, never)
      return 'sent'
    } catch (error) {
      return error
    } finally {
      transport.close()
    }
  }

  it.each([
    ['550 5.1.1 no such mailbox', true],
    ['550 5.1.2 no such system', true],
    ['553 5.1.3 bad syntax', true],
    ['551 5.1.6 moved', true],
    ['556 5.1.10 accepts no mail', true],
    ['550-5.1.1 first line\r\n550 5.1.1 second line', true],
    ['550 5.1.4 ambiguous', false],
    ['550 5.1.11 other', false],
    ['550 5.1.100 other', false],
    ['550 5.1.0 other', false],
    ['550 5.2.1 disabled', false],
    ['550 relay not permitted (5.1.1)', false],
    ['550 see 550 5.1.1', false],
    ['550', false],
    ['451 4.1.1 later', false],
  ])(
    'AUTH-10 · that answers %j to the address says that it accepts no mail: %s (RFC 3463)',
    async (rcpt, isFinal) => {
      const peer = await startPeer({ rcpt })
      const error = await sent(`smtp://127.0.0.1:${peer.port}`)
      expect(error).toBeInstanceOf(Error)
      expect(error instanceof UndeliverableError).toBe(isFinal)
      const reason = isFinal ? (error as Error).cause : error
      expect(String(reason)).toContain(rcpt.slice(0, 3))
      peer.stop()
    },
  )

  it('AUTH-10 · that rejects the sender says nothing of the address', async () => {
    const peer = await startPeer({ mail: '550 5.1.1 no such mailbox' })
    const error = await sent(`smtp://127.0.0.1:${peer.port}`)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UndeliverableError)
    peer.stop()
  })

  it.each([
    ['127.0.0.1', true],
    ['127.12.34.56', true],
    ['localhost', true],
    ['[::1]', true],
    // The same machine by names that do not say so.
    ['0.0.0.0', false],
    ['[::ffff:127.0.0.1]', false],
    ['127.0.0.1.', false],
    ['127.1', false],
    ['x.localhost', false],
  ])(
    'AUTH-10 · %s is sent emails without encryption, whether it offers it or not: %s',
    async (host, isPlain) => {
      for (const offers of [true, false]) {
        const peer = await startPeer({ offers }, '::')
        const outcome = await sent(`smtp://${host}:${peer.port}`)
        expect(outcome === 'sent').toBe(isPlain)
        expect(peer.seen.includes('DATA')).toBe(isPlain)
        if (isPlain) expect(peer.seen).not.toContain('STARTTLS')
        peer.stop()
      }
    },
  )

  it.each([
    ['smtp://localhost', true],
    ['smtps://user:pass@localhost:465', true],
    ['smtp://127.0.0.1:25', true],
    ['smtp://127.255.0.10', true],
    ['smtp://[::1]:25', true],
    ['smtp://notlocalhost', false],
    ['smtp://localhost.example', false],
    ['smtp://localhost@mail.example', false],
    ['smtp://x127.0.0.1', false],
    ['smtp://127.0.0.1.example', false],
    ['smtp://127.0.0', false],
    ['smtp://127..0.1', false],
    ['smtp://127.0..1', false],
    ['smtp://127.0.0.', false],
    ['smtp://127x0x0x1', false],
    ['smtp://128.0.0.1', false],
    ['smtp://[::2]', false],
    ['smtp://[::1:1]', false],
  ])('AUTH-10 · whether %s is this machine: %s', (url, expected) => {
    expect(isLoopback(url)).toBe(expected)
  })
})

import { once } from 'node:events'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { vi } from 'vitest'
import type { EmailKind } from '#server/db/schema.ts'

/** A parsed email with the addresses of its envelope. */
export type ReceivedEmail = Email & { recipients: string[]; raw: string }

/** `hang` accepts connections and never responds; `greet late` delays the greeting by half a second. */
type Behavior = 'take' | 'answer 451' | 'hang' | 'greet late'

const LATE_MS = 500

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  received: ReceivedEmail[]
  behave: (behavior: Behavior) => void
  /** Rejects this recipient from now on, by default as unknown. */
  reject: (address: string, code?: number, words?: string) => void
  accept: (address: string) => void
  /** Closes the port. */
  goDown: () => Promise<void>
  comeUp: () => Promise<void>
  /** The emails that have arrived for an address. */
  emailsTo: (address: string, kind?: EmailKind) => ReceivedEmail[]
  /** Waits for the nth email of a kind to an address, 1-based. */
  waitForEmail: (address: string, kind: EmailKind, n?: number) => Promise<ReceivedEmail>
  stop: () => Promise<void>
}

const SUBJECT: Record<EmailKind, RegExp> = {
  verify: /^(?:Потвърдете имейла|Confirm your email)/,
  reset: /^(?:Нова парола|A new password)/,
  taken: /^(?:Опит за регистрация|Someone tried to register)/,
  password: /^(?:Паролата ви|Your password)/,
  deleted: /^(?:Профилът ви|Your account)/,
  support: /^\[/,
  'new-device': /^(?:Вход от ново устройство|A new device)/,
  'failed-sign-ins': /^(?:Неуспешни опити|Failed attempts)/,
  'failed-codes': /^(?:Някой знае паролата|Does someone know)/,
  'second-factor': /^(?:Промяна в двуфакторната|The two-step protection)/,
  'device-code': /^(?:Код за вход|Your sign-in code)/,
  'api-key': /^(?:Нов API ключ|A new API key)/,
  refund:
    /^(?:Върнахме ви плащане|Връщането на плащане|Your payment at \S+ was refunded|The refund of your payment)/,
  dispute:
    /^(?:Плащането ви в \S+ е оспорено|Оспорването на плащането|Your payment at \S+ is disputed|The dispute of your payment)/,
  purchase: /^[\d\s,]+ (?:жетона са в профила ви|tokens are in your)/,
}

const isOfKind = (email: ReceivedEmail, kind: EmailKind): boolean => SUBJECT[kind].test(email.subject ?? '')

/** A real SMTP server for tests, without TLS. With a login it accepts emails only after authentication. */
export async function startMailServer(login?: { user: string; pass: string }): Promise<MailServer> {
  const received: ReceivedEmail[] = []
  const rejected = new Map<string, Error>()
  let behavior: Behavior = 'take'

  const options: SMTPServerOptions = {
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => {
      if (behavior === 'greet late') setTimeout(done, LATE_MS)
      else if (behavior !== 'hang') done()
    },
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('authentication failed')),
    onRcptTo: ({ address }, _session, done) => (rejected.has(address) ? done(rejected.get(address)) : done()),
    onData: callbackify(take),
  }

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    if (behavior === 'hang') return new Promise(() => {})
    if (behavior === 'answer 451') throw smtpError(451, 'try again later')
    const raw = Buffer.concat(chunks)
    const recipients = envelope.rcptTo.map(({ address }) => address)
    received.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString() })
  }

  let server = await listen(options, 0)
  const port = portOf(server)
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const emailsTo = (address: string, kind?: EmailKind) =>
    received.filter(
      (email) => email.recipients.includes(address) && (kind === undefined || isOfKind(email, kind)),
    )

  return {
    url:
      login === undefined
        ? `smtp://127.0.0.1:${port}`
        : `smtp://${login.user}:${login.pass}@127.0.0.1:${port}`,
    received,
    behave: (next) => (behavior = next),
    reject: (address, code = 550, words = `5.1.1 <${address}> no such mailbox`) =>
      void rejected.set(address, smtpError(code, words)),
    accept: (address) => rejected.delete(address),
    goDown: close,
    async comeUp() {
      server = await listen(options, port)
    },
    emailsTo,
    waitForEmail: (address, kind, n = 1) =>
      vi.waitFor(
        () => {
          const email = emailsTo(address, kind)[n - 1]
          if (email === undefined) throw new Error(`Email ${n} (${kind}) to ${address} has not arrived.`)
          return email
        },
        { timeout: 40_000, interval: 10 },
      ),
    stop: close,
  }
}

async function listen(options: SMTPServerOptions, port: number): Promise<SMTPServer> {
  const server = new SMTPServer(options)
  // Some tests cut connections.
  server.on('error', () => {})
  const listening = once(server.listen(port, '127.0.0.1'), 'listening')
  await listening
  return server
}

function portOf({ server }: SMTPServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** The link of an email, equal in its text and HTML parts. */
export function linkIn({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const link = /^https?:\S+$/m.exec(text)?.[0] ?? ''
  if (link === '' || !html.includes(`href="${link}"`)) throw new Error(`No link of both parts in:\n${text}`)
  return link
}

/** The token of the link in an email. */
export function tokenIn(email: Pick<Email, 'text' | 'html'>): string {
  const token = linkIn(email).split('#token=')[1]
  if (token === undefined) throw new Error('The link has no token.')
  return token
}

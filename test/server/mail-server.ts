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
import type { LetterKind } from '#server/db/schema.ts'

/** A parsed email with the addresses of its envelope. */
export type ReceivedLetter = Email & { recipients: string[]; raw: string }

/** `hang` takes connections and never says a word, `greet late` says the first one half a second later. */
type Manner = 'take' | 'answer 451' | 'hang' | 'greet late'

const LATE_MS = 500

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  received: ReceivedLetter[]
  behave: (manner: Manner) => void
  /** Rejects this recipient from now on, as unknown unless told otherwise. */
  refuse: (address: string, code?: number, words?: string) => void
  accept: (address: string) => void
  /** Closes the port. */
  goDown: () => Promise<void>
  comeUp: () => Promise<void>
  /** What has arrived for an address. */
  lettersTo: (address: string, kind?: LetterKind) => ReceivedLetter[]
  /** Waits for the nth email of a kind to an address, 1-based. */
  letter: (address: string, kind: LetterKind, n?: number) => Promise<ReceivedLetter>
  stop: () => Promise<void>
}

const SUBJECT: Record<LetterKind, RegExp> = {
  verify: /^(?:Потвърдете имейла|Confirm your email)/,
  reset: /^(?:Нова парола|A new password)/,
  taken: /^(?:Опит за регистрация|Somebody tried to register)/,
  password: /^(?:Паролата ви|Your password)/,
  deleted: /^(?:Профилът ви|Your account)/,
  support: /^\[/,
  purchase: /^[\d\s,]+ (?:жетона са в профила ви|tokens are in your)/,
}

const isOf = (letter: ReceivedLetter, kind: LetterKind): boolean => SUBJECT[kind].test(letter.subject ?? '')

/** A real SMTP server for tests, without TLS. With a login it accepts emails only after authentication. */
export async function startMailServer(login?: { user: string; pass: string }): Promise<MailServer> {
  const received: ReceivedLetter[] = []
  const refused = new Map<string, Error>()
  let manner: Manner = 'take'

  const options: SMTPServerOptions = {
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => {
      if (manner === 'greet late') setTimeout(done, LATE_MS)
      else if (manner !== 'hang') done()
    },
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('who are you?')),
    onRcptTo: ({ address }, _session, done) => (refused.has(address) ? done(refused.get(address)) : done()),
    onData: callbackify(take),
  }

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    if (manner === 'hang') return new Promise(() => {})
    if (manner === 'answer 451') throw refusal(451, 'try again later')
    const raw = Buffer.concat(chunks)
    const recipients = envelope.rcptTo.map(({ address }) => address)
    received.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString() })
  }

  let server = await listen(options, 0)
  const port = portOf(server)
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const lettersTo = (address: string, kind?: LetterKind) =>
    received.filter(
      (letter) => letter.recipients.includes(address) && (kind === undefined || isOf(letter, kind)),
    )

  return {
    url:
      login === undefined
        ? `smtp://127.0.0.1:${port}`
        : `smtp://${login.user}:${login.pass}@127.0.0.1:${port}`,
    received,
    behave: (next) => (manner = next),
    refuse: (address, code = 550, words = `5.1.1 <${address}> no such mailbox`) =>
      void refused.set(address, refusal(code, words)),
    accept: (address) => refused.delete(address),
    goDown: close,
    async comeUp() {
      server = await listen(options, port)
    },
    lettersTo,
    letter: (address, kind, n = 1) =>
      vi.waitFor(
        () => {
          const letter = lettersTo(address, kind)[n - 1]
          if (letter === undefined) throw new Error(`Letter ${n} (${kind}) to ${address} has not come.`)
          return letter
        },
        { timeout: 30_000, interval: 10 },
      ),
    stop: close,
  }
}

async function listen(options: SMTPServerOptions, port: number): Promise<SMTPServer> {
  const server = new SMTPServer(options)
  // Connections that are cut are what some tests are about.
  server.on('error', () => {})
  const listening = once(server.listen(port, '127.0.0.1'), 'listening')
  await listening
  return server
}

function portOf({ server }: SMTPServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** The link of an email, equal in its text and HTML parts. */
export function linkIn({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const link = /^https?:\S+$/m.exec(text)?.[0] ?? ''
  if (link === '' || !html.includes(`href="${link}"`)) throw new Error(`No link of both parts in:\n${text}`)
  return link
}

/** The token of the link in an email. */
export function tokenIn(letter: Pick<Email, 'text' | 'html'>): string {
  const token = linkIn(letter).split('#token=')[1]
  if (token === undefined) throw new Error('The link has no token.')
  return token
}

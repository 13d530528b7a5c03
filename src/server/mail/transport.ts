import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { visibleText } from '#product/display-text.ts'
import { PRODUCT } from '#product/product.ts'
import type { Env } from '../env.ts'

/** Emails sent at the same time, each on its own connection. */
export const MAX_CONCURRENT_SENDS = 2

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

/** A complete email, as the mail server receives it. */
export type ComposedEmail = {
  /** When it was written (Unix ms), which may be long before it is sent. */
  at: number
  /** Message id: the same at each attempt, so that mail programs can recognise duplicates. */
  id: string
  /** Used in the file name. */
  kind: string
  from: string
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Delivers emails to a mail server or to files. */
export type MailTransport = {
  /** @throws {UndeliverableError} when the address accepts no mail; any other error may be temporary */
  send: (email: ComposedEmail, signal: AbortSignal) => Promise<void>
  /** The folder, when emails are written to files. */
  folder: string | undefined
  close: () => void
}

/** The mail server says that the address does not exist: a retry is of no use. */
export class UndeliverableError extends Error {}

export const makeMailTransport = (env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): MailTransport =>
  env.smtpUrl === undefined ? fileTransport(env) : smtpTransport(env, env.smtpUrl)

type Sender = Pick<Env, 'mailFrom'>

function smtpTransport({ mailFrom }: Sender, url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONCURRENT_SENDS,
    // The outbox does the retries.
    maxRequeues: 0,
    requireTLS: !isLoopback(url),
    ignoreTLS: isLoopback(url),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    folder: undefined,
    async send(email, signal) {
      try {
        await transport.sendMail({ ...mailOptions(email, mailFrom), signal })
      } catch (error) {
        throw isRejectedAddress(error)
          ? new UndeliverableError('The address was rejected.', { cause: error })
          : error
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 3463: no such mailbox, no such system, bad syntax, mailbox moved, domain accepts no mail. */
const NO_SUCH_ADDRESS = /^\d{3}[ -]5\.1\.(?:1|2|3|6|10)(?!\d)/

/**
 * Whether the server says that the address accepts no mail. Any other rejection may concern this server, such
 * as `550 relay not permitted` without a login, and is retried for days so that no email is lost.
 */
const isRejectedAddress = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  NO_SUCH_ADDRESS.test(responseOf(error))

const responseOf = (error: Error): string =>
  'response' in error && typeof error.response === 'string' ? error.response : ''

/**
 * Local connections cannot be intercepted and need no certificate. Elsewhere emails and the login are sent
 * encrypted or not at all, unless the URL says otherwise (`?requireTLS=false`).
 */
export const isLoopback = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

/** Without a mail server, emails are written to files in a folder that only its owner can read. */
function fileTransport({ mailFrom, dataDir }: Sender & Pick<Env, 'dataDir'>): MailTransport {
  const folder = folderIn(dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    folder,
    async send(email) {
      const { message: content } = await composer.sendMail(mailOptions(email, mailFrom))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${email.kind}-${email.id}.eml`
      await writeOrRemove(join(folder, name), Buffer.isBuffer(content) ? content : Buffer.alloc(0))
    },
    close: () => {},
  }
}

/** Writes the file or removes what was written of it: after a full disk the email is written again later. */
async function writeOrRemove(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Deletes email files last written before `before` (Unix ms). A file that cannot be read is skipped. */
export async function deleteOldEmailFiles(dataDir: string, before: number): Promise<void> {
  const folder = folderIn(dataDir)
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file !== undefined && file.mtimeMs < before) await rm(path, { force: true })
  }
}

const folderIn = (dataDir: string): string => join(dataDir, 'mail')

/** One visible line without an encoded word (RFC 2047), which a mail program would decode to text that was not checked. */
const headerText = (text: string): string => visibleText(text).replaceAll('=?', '= ?')

/** Addresses are passed as objects: in a string, a comma would separate two addresses. */
const mailOptions = (
  { id, at, from, to, replyTo, subject, text, html }: ComposedEmail,
  mailFrom: string,
) => ({
  date: new Date(at),
  from: { name: from, address: mailFrom },
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { ...replyTo, name: headerText(replyTo.name) } }),
  subject: headerText(subject),
  text,
  html,
  messageId: `<${id}@${new URL(PRODUCT.origin).hostname}>`,
  // Prevents automatic replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
})

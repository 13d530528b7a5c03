import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { PRODUCT } from '#product/product.ts'
import type { Env } from '../env.ts'

/** Letters on their way at the same time, each on a connection of its own. */
export const AT_ONCE = 2

const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 20_000

/** A whole letter, as a mail server takes it. */
export type Letter = {
  /** When it was written, which may be long before it is sent. */
  at: number
  /** The same at each attempt, so that a letter which arrived twice is seen to be one. */
  id: string
  /** For the name of a file. */
  kind: string
  from: string
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Takes letters to where they are read. */
export type MailTransport = {
  /** @throws {UndeliverableError} when the address takes no letters; any other error may pass */
  carry: (letter: Letter, signal: AbortSignal) => Promise<void>
  /** The folder, where letters are written to one. */
  folder: string | undefined
  close: () => void
}

/** The mail server says that there is no such address: trying again is of no use. */
export class UndeliverableError extends Error {}

export const makeCarrier = (env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): MailTransport =>
  env.smtpUrl === undefined ? toFiles(env) : toServer(env, env.smtpUrl)

type Sender = Pick<Env, 'mailFrom'>

function toServer({ mailFrom }: Sender, url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: AT_ONCE,
    // The outbox tries again, and knows when.
    maxRequeues: 0,
    requireTLS: !isThisMachine(url),
    ignoreTLS: isThisMachine(url),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    folder: undefined,
    async carry(letter, signal) {
      try {
        await transport.sendMail({ ...message(letter, mailFrom), signal })
      } catch (error) {
        throw isRejectedAddress(error)
          ? new UndeliverableError('The address was refused.', { cause: error })
          : error
      }
    },
    close: () => transport.close(),
  }
}

/** Of RFC 3463: no such mailbox, no such system, bad syntax, moved away, no mail taken there. */
const NO_SUCH_ADDRESS = /^\d{3}[ -]5\.1\.(?:1|2|3|6|10)(?!\d)/

/**
 * The server says that the address takes no letters. Any other refusal may be about us, such as a bare `550 relay not
 * permitted` for want of a login, and is tried for days: no letter is to be lost by that.
 */
const isRejectedAddress = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  NO_SUCH_ADDRESS.test(responseOf(error))

const responseOf = (error: Error): string =>
  'response' in error && typeof error.response === 'string' ? error.response : ''

/**
 * There nothing can be read on the way, and a certificate proves nothing. Elsewhere letters and the login go encrypted or
 * not at all, unless the address says otherwise (`?requireTLS=false`).
 */
const isThisMachine = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')

/** Without a mail server letters are files that a mail program opens, in a folder that only its owner can read. */
function toFiles({ mailFrom, dataDir }: Sender & Pick<Env, 'dataDir'>): MailTransport {
  const folder = folderIn(dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    folder,
    async carry(letter) {
      const { message: content } = await composer.sendMail(message(letter, mailFrom))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${letter.kind}-${letter.id}.eml`
      await writeWhole(join(folder, name), Buffer.isBuffer(content) ? content : Buffer.alloc(0))
    },
    close: () => {},
  }
}

/** A letter that found the disk full is written anew later: what there is of it is not to be taken for it. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
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

/** The links in them have ended long since. A file that cannot be looked at is no hindrance. */
export async function deleteOldLetters(dataDir: string, before: number): Promise<void> {
  const folder = folderIn(dataDir)
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file !== undefined && file.mtimeMs < before) await rm(path, { force: true })
  }
}

const folderIn = (dataDir: string): string => join(dataDir, 'mail')

/** Addresses go as objects: in a text, a comma would make two of one. */
const message = ({ id, at, from, to, replyTo, subject, text, html }: Letter, mailFrom: string) => ({
  date: new Date(at),
  from: { name: from, address: mailFrom },
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo }),
  subject,
  text,
  html,
  messageId: `<${id}@${new URL(PRODUCT.origin).hostname}>`,
  // No robot is to answer a robot (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
})

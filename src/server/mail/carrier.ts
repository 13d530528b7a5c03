import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { PRODUCT } from '#domain/product.ts'
import type { Env } from '../env.ts'

const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 20_000

/** A whole letter, as a mail server takes it. */
export type Letter = {
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
export type Carrier = {
  /** @throws {UndeliverableError} when the address takes no letters; any other error may pass */
  carry: (letter: Letter, signal: AbortSignal) => Promise<void>
  /** The folder, where letters are written to one. */
  folder: string | undefined
  close: () => void
}

/** The mail server says that there is no such address: trying again is of no use. */
export class UndeliverableError extends Error {}

export const makeCarrier = (env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Carrier =>
  env.smtpUrl === undefined ? toFiles(env) : toServer(env, env.smtpUrl)

type Sender = Pick<Env, 'mailFrom'>

function toServer({ mailFrom }: Sender, url: string): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
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

/** The server refused the address itself, for good (RFC 5321: 5yz); a wrong password of ours is another error. */
const isRejectedAddress = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'permanent' in error &&
  error.permanent === true

/** Without a mail server letters are files that a mail program opens, in a folder that only its owner can read. */
function toFiles({ mailFrom, dataDir }: Sender & Pick<Env, 'dataDir'>): Carrier {
  const folder = join(dataDir, 'mail')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    folder,
    async carry(letter) {
      const { message: content } = await composer.sendMail(message(letter, mailFrom))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${letter.kind}-${letter.id}.eml`
      const file = await open(join(folder, name), 'w', 0o600)
      try {
        await file.writeFile(Buffer.isBuffer(content) ? content : '')
        await file.sync()
      } finally {
        await file.close()
      }
    },
    close: () => {},
  }
}

/** Addresses go as objects: in a text, a comma would make two of one. */
const message = ({ id, from, to, replyTo, subject, text, html }: Letter, mailFrom: string) => ({
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

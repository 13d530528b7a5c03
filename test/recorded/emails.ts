import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { Recording } from './recording.ts'
import { withServer } from './with-server.ts'

const WITHIN_MS = 60_000
const PASSWORD = 'a long enough secret'

/** Requests that send an email, with its kind. */
const SENDING: readonly [kind: string, path: string, body: Record<string, string>][] = [
  ['verify', '/api/auth/register', { password: PASSWORD }],
  ['reset', '/api/auth/forgot-password', {}],
  [
    'contact',
    '/api/support/contact',
    { name: 'Anna <b>', topic: 'general', message: 'How do I\nconvert a list?' },
  ],
]

/** Records the emails of the checkout's server in each language. Links and ids are replaced with names. */
export const recordEmails = (root: string): Promise<Recording> =>
  withServer(root, {}, async (origin, dataDir) => {
    const folder = join(dataDir, 'mail')
    const recording = new Map<string, string>()
    const seen = new Set<string>()
    for (const language of ['bg', 'en'])
      for (const [kind, path, body] of SENDING) {
        await fetch(origin + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-language': language },
          body: JSON.stringify({ email: `anna@${language}.example`, ...body }),
        })
        const name = await newFile(folder, seen)
        const { port } = new URL(origin)
        recording.set(`${kind} in ${language}`, await textOf(join(folder, name), port))
      }
    return recording
  })

async function newFile(folder: string, seen: Set<string>): Promise<string> {
  const until = Date.now() + WITHIN_MS
  while (Date.now() < until) {
    const name = filesOf(folder).find((one) => one.endsWith('.eml') && !seen.has(one))
    if (name !== undefined && readFileSync(join(folder, name)).length > 0) {
      seen.add(name)
      return name
    }
    await wait(20)
  }
  throw new Error(`No email was written within ${WITHIN_MS} ms.`)
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const VARYING_HEADERS = new Set(['date', 'message-id', 'content-type'])

async function textOf(path: string, port: string): Promise<string> {
  const { headers, subject = '', text = '', html = '' } = await PostalMime.parse(readFileSync(path))
  const named = (value: string): string =>
    value
      .replaceAll(`localhost:${port}`, '<host>')
      .replaceAll(/(?<=token=)[\w-]{20,}/g, '<secret>')
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
      .replaceAll(/\d{1,2}\D{1,12}\d{4}(?: г\.)?,? \d{1,2}:\d\d/g, '<time>')
  const kept = headers.filter(({ key }) => !VARYING_HEADERS.has(key) && key !== 'subject')
  const head = kept.map(({ key, value }) => `${key}: ${value}\n`).join('')
  return `${head}subject: ${subject}\n\n${named(text)}\n\n${named(html)}\n`
}

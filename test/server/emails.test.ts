import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { requestReset } from '#api/auth.ts'
import { contact } from '#api/site.ts'
import { makeOutbox } from '#server/mail/outbox.ts'
import { DIALECTS, makePlace, startServer, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { linkIn, startMailServer, tokenIn } from './mail-server.ts'
import { startProcess } from './server-process.ts'

const LEASE_MS = 120_000

describe('without a mail server', () => {
  it.each(DIALECTS)(
    'AUTH-10 · emails are files that only their owner can read, and the log names the folder: %s',
    async (dialect) => {
      const place = await makePlace(dialect)
      const server = await startProcess({ ...place.settings, LOG_LEVEL: 'warn' })
      const client = new Client(server.origin)
      await client.register()
      const folder = join(place.settings.DATA_DIR, 'mail')
      const outbox = () => withDatabase(place, (db) => db.selectFrom('outbox').selectAll().execute())
      await expect.poll(outbox).toEqual([])
      const [name = '', ...more] = readdirSync(folder)
      expect(more).toEqual([])
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-verify-[\da-f-]{36}\.eml$/)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
      const received = await PostalMime.parse(readFileSync(join(folder, name)))
      expect(received.to).toEqual([{ name: '', address: client.email }])
      expect(received.subject).toBe('Потвърдете имейла си в Левро')
      expect(linkIn(received)).toContain('/verify-email#token=')
      server.kill('SIGTERM')
      const { stdout } = await server.ended
      expect(stdout).toContain(JSON.stringify(folder))
      await place.remove()
    },
  )
})

describe('the log', () => {
  it.each(DIALECTS)('AUTH-10 · contains no address, link or subject of an email: %s', async (dialect) => {
    const [place, mail] = [await makePlace(dialect), await startMailServer()]
    const server = await startProcess({ ...place.settings, SMTP_URL: mail.url, LOG_LEVEL: 'trace' })
    const [client, refused] = [new Client(server.origin), new Client(server.origin)]
    mail.reject(refused.email)
    await refused.register()
    await client.register()
    await client.call(requestReset, { body: { email: client.email } })
    const message = { name: 'Тайна Особа', email: client.email, topic: 'bug', message: 'тайно писмо' }
    await client.call(contact, { body: message })
    const emails = [
      await mail.waitForEmail(client.email, 'verify'),
      await mail.waitForEmail(client.email, 'reset'),
      await mail.waitForEmail('support@levro.bg', 'support'),
    ]
    const problem = () => withDatabase(place, (db) => db.selectFrom('outbox').select('problem').execute())
    await expect.poll(problem).toEqual([{ problem: expect.stringContaining('550') }])
    server.kill('SIGTERM')
    const { stdout, stderr } = await server.ended
    const log = stdout + stderr
    expect(log).toContain('email sent')
    expect(log).toContain('email not sent')
    const tokens = emails.slice(0, 2).map((one) => tokenIn(one))
    const subjects = emails.map(({ subject = 'missing' }) => subject)
    const secrets = [client.email, refused.email, 'Тайна', 'тайно', 'token=', 'Потвърдете']
    for (const secret of [...secrets, ...tokens, ...subjects]) expect(log).not.toContain(secret)
    await mail.stop()
    await place.remove()
  })
})

describe('a server that is killed', () => {
  it.each(DIALECTS)(
    'AUTH-10 · between storing an email and sending it: the next one sends it: %s',
    async (dialect) => {
      const [place, mail] = [await makePlace(dialect), await startMailServer()]
      const settings = { ...place.settings, SMTP_URL: mail.url }
      mail.behave('hang')
      const killed = await startProcess({ ...settings, LOG_LEVEL: 'silent' })
      const client = new Client(killed.origin)
      await client.register()
      const attempts = () => withDatabase(place, (db) => db.selectFrom('outbox').select('attempts').execute())
      await expect.poll(attempts).toEqual([{ attempts: 1 }])
      killed.kill('SIGKILL')
      await killed.ended
      mail.behave('take')

      const unclaimed = 'never-tried@example.bg'
      await withDatabase(place, (db) =>
        makeOutbox(Date.now, () => {}).put(db, { kind: 'deleted', lang: 'en', email: unclaimed }),
      )
      const next = await startServer(settings)
      await mail.waitForEmail(unclaimed, 'deleted')
      expect(mail.emailsTo(client.email), 'somebody may be sending it').toEqual([])
      next.time.now += LEASE_MS
      await mail.waitForEmail(client.email, 'verify')
      expect(mail.received).toHaveLength(2)
      await next.stop()
      await mail.stop()
      await place.remove()
    },
  )
})

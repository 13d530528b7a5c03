import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { me, requestReset } from '#api/auth.ts'
import { DIALECTS, makePlace, startServer, withDatabase } from '#test/harness.ts'
import type { Client } from '#test/server/client.ts'
import { startMailServer } from '#test/server/mail-server.ts'
import { readTogether } from '#test/server/read-together.ts'
import { expectSent, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { buildApp } from '../app.ts'
import { makeOutbox } from './outbox.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

onEachDatabaseWithMail((server, mail) => {
  const storedTo = (email: string) =>
    server().db.selectFrom('outbox').selectAll().where('email', '=', email).executeTakeFirst()

  /** Waits until the given attempt has failed. Clears the error, so that the next failure is noticed. */
  const waitForFailure = async (email: string, attempts: number) => {
    const { db } = server()
    await expect
      .poll(() => storedTo(email), { interval: 10 })
      .toMatchObject({ attempts, problem: expect.any(String) })
    const received = await storedTo(email)
    await db.updateTable('outbox').set({ problem: null }).where('email', '=', email).execute()
    return received
  }
  /** Queues an email without recipient, so that the dispatcher polls the outbox. */
  const wakeDispatcher = () =>
    server()
      .client()
      .call(requestReset, { body: { email: 'nobody@example.bg' } })

  const signUp = (count: number): Promise<Client[]> =>
    Promise.all(Array.from({ length: count }, () => server().user()))

  beforeEach(() => mail().behave('take'))

  describe('emails', () => {
    it('AUTH-10 · all arrive, once, after the mail server was down', async () => {
      await mail().goDown()
      const users = await signUp(12)
      for (const { email } of users)
        expect((await waitForFailure(email, 1))?.problem).toContain('ECONNREFUSED')
      await mail().comeUp()
      server().time.now += MINUTE_MS
      await expectSent(server().db)
      server().time.now += DAY_MS
      await wakeDispatcher()
      await expectSent(server().db)
      for (const { email } of users) expect(mail().emailsTo(email)).toHaveLength(1)
    })

    it('AUTH-10 · that two processes find due at once are sent by one of them', async () => {
      const { db, env, time } = server()
      const email = `${randomUUID()}@example.bg`
      const later = makeOutbox(
        () => time.now + 30 * MINUTE_MS,
        () => undefined,
      )
      await later.put(db, { kind: 'password', lang: 'bg', email })
      const isIt = (row: Record<string, unknown>) => row['email'] === email && row['kind'] === 'password'
      const clock = () => time.now + 60 * MINUTE_MS
      const readers = readTogether(isIt)
      const parts = { env, db: db.withPlugin(readers.plugin), clock, outboxPollMs: DAY_MS }
      const processes = await Promise.all([buildApp(parts), buildApp(parts)])
      // Awaits the attempts that are under way.
      const stop = () => Promise.all(processes.map(({ app }) => app.close()))
      onTestFinished(async () => void (await stop()))
      await Promise.all(processes.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
      await readers.both
      await mail().waitForEmail(email, 'password')
      await stop()
      expect(mail().emailsTo(email)).toHaveLength(1)
    })

    it('AUTH-10 · arrive with the same id after the mail server answered with a temporary error', async () => {
      mail().behave('answer 451')
      const user = await server().user()
      const waiting = await waitForFailure(user.email, 1)
      expect(waiting?.problem).toContain('451')
      mail().behave('take')
      server().time.now += MINUTE_MS
      const received = await mail().waitForEmail(user.email, 'verify')
      expect(received.messageId).toBe(`<${waiting?.id}@levro.bg>`)
      await expectSent(server().db)
    })

    it('AUTH-10 · are retried at growing intervals, and fail after five days', async () => {
      const { time } = server()
      mail().behave('answer 451')
      const user = await server().user()
      const waits: number[] = []
      for (let attempts = 1; attempts <= 8; attempts++) {
        const { due_at = 0 } = (await waitForFailure(user.email, attempts)) ?? {}
        waits.push(((due_at ?? 0) - time.now) / MINUTE_MS)
        time.now = due_at ?? 0
        await wakeDispatcher()
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
      await waitForFailure(user.email, 9)
      time.now += 5 * DAY_MS
      await wakeDispatcher()
      expect((await waitForFailure(user.email, 10))?.due_at).toBeNull()
      mail().behave('take')
      time.now += DAY_MS
      await wakeDispatcher()
      const other = await server().user()
      await mail().waitForEmail(other.email, 'verify')
      expect(mail().emailsTo(user.email)).toEqual([])
    })

    it('AUTH-10 · to an unknown address fail at once, without the address in the error; others arrive', async () => {
      const [unknown, other] = [server().client(), server().client()]
      mail().reject(unknown.email)
      await unknown.register()
      await other.register()
      const failed = await waitForFailure(unknown.email, 1)
      expect(failed?.due_at).toBeNull()
      expect(failed?.problem).toContain('550')
      expect(failed?.problem).not.toContain(unknown.email)
      await mail().waitForEmail(other.email, 'verify')
    })

    it('AUTH-10 · are retried when the mail server rejects the sender rather than the address', async () => {
      const user = server().client()
      mail().reject(user.email, 550, 'relay not permitted')
      await user.register()
      const waiting = await waitForFailure(user.email, 1)
      expect(waiting?.due_at).toBe(server().time.now + MINUTE_MS)
      mail().accept(user.email)
      server().time.now += MINUTE_MS
      await wakeDispatcher()
      await mail().waitForEmail(user.email, 'verify')
    })
  })
})

describe('a mail server', () => {
  it.each(DIALECTS)('AUTH-10 · that never answers does not delay the shutdown: %s', async (dialect) => {
    const [place, mail] = [await makePlace(dialect), await startMailServer()]
    const settings = { ...place.settings, SMTP_URL: mail.url, LOG_LEVEL: 'silent' }
    mail.behave('hang')
    const server = await startServer(settings)
    const user = await server.user()
    const attempts = () => server.db.selectFrom('outbox').select(['attempts']).execute()
    await expect.poll(attempts, { interval: 10 }).toEqual([{ attempts: 1 }])
    await server.stop()

    mail.behave('take')
    const next = await startServer(settings)
    const [left] = await next.db.selectFrom('outbox').selectAll().execute()
    expect(left?.problem, 'aborted rather than timed out').toMatch(/abort/i)
    next.time.now += MINUTE_MS
    await mail.waitForEmail(user.email, 'verify')
    await expectSent(next.db)
    await next.stop()
    await mail.stop()
    await place.remove()
  })

  it.each(DIALECTS)(
    'AUTH-10 · emails being sent at shutdown are sent, the others by the next process, each once: %s',
    async (dialect) => {
      const [place, mail] = [await makePlace(dialect), await startMailServer()]
      mail.behave('greet late')
      const settings = { ...place.settings, SMTP_URL: mail.url }
      const server = await startServer(settings)
      // More than are sent concurrently.
      const emails = Array.from({ length: 5 }, () => server.client().email)
      const outbox = makeOutbox(
        () => server.time.now,
        () => {},
      )
      await server.db.transaction().execute(async (trx) => {
        for (const email of emails) await outbox.put(trx, { kind: 'deleted', lang: 'bg', email })
      })
      const claimed = server.db.selectFrom('outbox').select('id').where('attempts', '=', 1)
      await expect.poll(() => claimed.execute(), { interval: 10 }).not.toEqual([])
      expect(mail.received).toEqual([])
      await server.stop()

      const left = await withDatabase(place, (db) => db.selectFrom('outbox').selectAll().execute())
      expect(left.map(({ attempts, problem }) => [attempts, problem])).toEqual(left.map(() => [0, null]))
      expect(left.length).toBe(emails.length - mail.received.length)
      expect(left.length).toBeLessThan(emails.length)

      const next = await startServer(settings)
      await expectSent(next.db)
      for (const email of emails) expect(mail.emailsTo(email)).toHaveLength(1)
      await next.stop()
      await mail.stop()
      await place.remove()
    },
  )

  it('AUTH-10 · is still connected when an email is queued during the shutdown', async () => {
    const [place, mail] = [await makePlace('postgres'), await startMailServer()]
    const server = await startServer({ ...place.settings, SMTP_URL: mail.url })
    const user = await server.user()
    await mail.waitForEmail(user.email, 'verify')
    await expectSent(server.db)
    await withDatabase(place, async (db) => {
      const hold = await db.startTransaction().execute()
      await sql`lock table email_link in access exclusive mode`.execute(hold)
      await user.call(requestReset, { body: { email: user.email } })
      const claimed = db.selectFrom('outbox').select('id').where('attempts', '=', 1)
      await expect.poll(() => claimed.execute(), { interval: 10 }).toHaveLength(1)
      const stopped = server.stop()
      await expect.poll(() => user.call(me).then(String, () => 'gone')).toBe('gone')
      await hold.rollback().execute()
      await stopped
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    })
    expect(mail.emailsTo(user.email, 'reset')).toHaveLength(1)
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · a database that can only be read does not make the dispatcher loop without pause', async () => {
    const place = await makePlace('sqlite')
    const mail = await startMailServer()
    const server = await startServer({ ...place.settings, SMTP_URL: mail.url, LOG_LEVEL: 'silent' })
    await mail.goDown()
    const users = [await server.user(), await server.user(), await server.user()]
    const attempts = () => server.db.selectFrom('outbox').select('attempts').execute()
    const once = users.map(() => ({ attempts: 1 }))
    const waiting = server.db.selectFrom('outbox').select('id').where('problem', 'is', null)
    await expect.poll(() => waiting.execute(), { interval: 10 }).toEqual([])
    await sql`create trigger full before update on outbox begin select raise(abort, 'disk full'); end`.execute(
      server.db,
    )
    await mail.comeUp()
    server.time.now += MINUTE_MS
    // A dispatcher that loops without pause would block these requests.
    for (let turn = 0; turn < 20; turn++) expect((await server.client().call(me)).status).toBe(200)
    expect(await attempts()).toEqual(once)
    await sql`drop trigger full`.execute(server.db)
    for (const { email } of users) await mail.waitForEmail(email, 'verify')
    await expectSent(server.db)
    await server.stop()
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · a sent email that cannot be removed from the outbox is not sent again', async () => {
    const place = await makePlace('sqlite')
    const mail = await startMailServer()
    const server = await startServer({ ...place.settings, SMTP_URL: mail.url, LOG_LEVEL: 'silent' })
    await sql`create trigger keep before delete on outbox begin select raise(abort, 'disk full'); end`.execute(
      server.db,
    )
    const { email } = await server.user()
    await mail.waitForEmail(email, 'verify')
    const dueAt = async () =>
      (await server.db.selectFrom('outbox').select('due_at').executeTakeFirst())?.due_at
    // Two leases end: it is taken again each time.
    for (let turn = 0; turn < 2; turn++) {
      const before = await dueAt()
      server.time.now += 2 * MINUTE_MS
      await expect.poll(dueAt, { interval: 10 }).not.toBe(before)
    }
    await sql`drop trigger keep`.execute(server.db)
    server.time.now += 2 * MINUTE_MS
    await expectSent(server.db)
    expect(mail.emailsTo(email, 'verify')).toHaveLength(1)
    await server.stop()
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · that requires a login gets one; with a wrong login emails are retried', async () => {
    const place = await makePlace('sqlite')
    const mail = await startMailServer({ user: 'levro', pass: 'mail-secret' })
    const wrong = mail.url.replace('mail-secret', 'wrong-secret')
    const first = await startServer({ ...place.settings, SMTP_URL: wrong, LOG_LEVEL: 'silent' })
    const user = await first.user()
    const stored = () => first.db.selectFrom('outbox').selectAll().executeTakeFirst()
    await expect.poll(stored, { interval: 10 }).toMatchObject({ problem: expect.stringContaining('535') })
    const { due_at = null, problem } = (await stored()) ?? {}
    expect(due_at).not.toBeNull()
    expect(problem).not.toContain('wrong-secret')
    await first.stop()

    const second = await startServer({ ...place.settings, SMTP_URL: mail.url, MAIL_FROM: 'post@levro.bg' })
    second.time.now += MINUTE_MS
    const received = await mail.waitForEmail(user.email, 'verify')
    expect(received.from).toMatchObject({ name: 'Левро', address: 'post@levro.bg' })
    await second.stop()
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · may reject with bytes that the database cannot store: the email keeps a readable error', async () => {
    const place = await makePlace('postgres')
    const peer = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 here\r\n')
      socket.on('data', (command) => {
        const isReader = /^RCPT/i.test(command.toString())
        socket.write(isReader ? '450 later,\0\u0007\u001b[2J later\r\n' : '250 well\r\n')
      })
    })
    await once(peer.listen(0, '127.0.0.1'), 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = peer.address() as AddressInfo
    const SMTP_URL = `smtp://127.0.0.1:${port}`
    const server = await startServer({ ...place.settings, SMTP_URL, LOG_LEVEL: 'silent' })
    await server.user()
    const stored = () => server.db.selectFrom('outbox').selectAll().executeTakeFirst()
    const problem = expect.stringContaining('450 later,   [2J later')
    await expect.poll(stored, { interval: 10 }).toMatchObject({ attempts: 1, problem })
    expect((await stored())?.due_at).toBe(server.time.now + MINUTE_MS)
    await server.stop()
    peer.close()
    await place.remove()
  })

  it('AUTH-10 · with PUBLIC_ORIGIN set, links in emails begin with it', async () => {
    const [place, mail] = [await makePlace('sqlite'), await startMailServer()]
    const settings = { SMTP_URL: mail.url, PUBLIC_ORIGIN: 'https://levro.example' }
    const server = await startServer({ ...place.settings, ...settings })
    const user = await server.user()
    const { text } = await mail.waitForEmail(user.email, 'verify')
    expect(text).toMatch(/^https:\/\/levro\.example\/verify-email#token=[\w-]{43}$/m)
    await server.stop()
    await mail.stop()
    await place.remove()
  })
})

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { me, requestReset } from '#api/auth.ts'
import { DIALECTS, makePlace, startServer, withDatabase } from '#test/harness.ts'
import type { Client } from '#test/server/client.ts'
import { startMailServer } from '#test/server/mail-server.ts'
import { expectSent, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { makeOutbox } from './outbox.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

onEachDatabaseWithMail((server, mail) => {
  const storedTo = (email: string) =>
    server().db.selectFrom('outbox').selectAll().where('email', '=', email).executeTakeFirst()

  /** The letter's attempt has failed, and it waits or is given up. Forgets the reason, so that the next one is seen. */
  const failed = async (email: string, attempts: number) => {
    const { db } = server()
    await expect
      .poll(() => storedTo(email), { timeout: 30_000, interval: 10 })
      .toMatchObject({ attempts, problem: expect.any(String) })
    const letter = await storedTo(email)
    await db.updateTable('outbox').set({ problem: null }).where('email', '=', email).execute()
    return letter
  }
  /** A letter to nobody makes the server look for others. */
  const nudge = () =>
    server()
      .client()
      .call(requestReset, { body: { email: 'nobody@example.bg' } })

  const signUp = (count: number): Promise<Client[]> =>
    Promise.all(Array.from({ length: count }, () => server().user()))

  beforeEach(() => mail().behave('take'))

  describe('letters', () => {
    it('AUTH-10 · all arrive, once, when the mail server was down at first', async () => {
      await mail().goDown()
      const users = await signUp(12)
      for (const { email } of users) expect((await failed(email, 1))?.problem).toContain('ECONNREFUSED')
      await mail().comeUp()
      server().time.now += MINUTE_MS
      await expectSent(server().db)
      server().time.now += DAY_MS
      await nudge()
      await expectSent(server().db)
      for (const { email } of users) expect(mail().lettersTo(email)).toHaveLength(1)
    })

    it('AUTH-10 · arrive when the mail server has asked to come later, under the same id', async () => {
      mail().behave('answer 451')
      const user = await server().user()
      const waiting = await failed(user.email, 1)
      expect(waiting?.problem).toContain('451')
      mail().behave('take')
      server().time.now += MINUTE_MS
      const letter = await mail().letter(user.email, 'verify')
      expect(letter.messageId).toBe(`<${waiting?.id}@levro.bg>`)
      await expectSent(server().db)
    })

    it('AUTH-10 · are tried ever more rarely, and given up after five days', async () => {
      const { time } = server()
      mail().behave('answer 451')
      const user = await server().user()
      const waits: number[] = []
      for (let attempts = 1; attempts <= 8; attempts++) {
        const { due_at = 0 } = (await failed(user.email, attempts)) ?? {}
        waits.push(((due_at ?? 0) - time.now) / MINUTE_MS)
        time.now = due_at ?? 0
        await nudge()
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
      await failed(user.email, 9)
      time.now += 5 * DAY_MS
      await nudge()
      expect((await failed(user.email, 10))?.due_at).toBeNull()
      mail().behave('take')
      time.now += DAY_MS
      await nudge()
      const other = await server().user()
      await mail().letter(other.email, 'verify')
      expect(mail().lettersTo(user.email)).toEqual([])
    })

    it('AUTH-10 · to an address that there is not are given up at once, without its name; others arrive', async () => {
      const [refused, other] = [server().client(), server().client()]
      mail().refuse(refused.email)
      await refused.register()
      await other.register()
      const given = await failed(refused.email, 1)
      expect(given?.due_at).toBeNull()
      expect(given?.problem).toContain('550')
      expect(given?.problem).not.toContain(refused.email)
      await mail().letter(other.email, 'verify')
    })

    it('AUTH-10 · are tried again when it is us whom the mail server refuses, not the address', async () => {
      const user = server().client()
      mail().refuse(user.email, 550, 'relay not permitted')
      await user.register()
      const waiting = await failed(user.email, 1)
      expect(waiting?.due_at).toBe(server().time.now + MINUTE_MS)
      mail().accept(user.email)
      server().time.now += MINUTE_MS
      await nudge()
      await mail().letter(user.email, 'verify')
    })
  })
})

describe('a mail server', () => {
  it.each(DIALECTS)(
    'AUTH-10 · that never answers does not hold up the end of the server: %s',
    async (dialect) => {
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
      expect(left?.problem, 'it was let go, and did not run out').toMatch(/abort/i)
      next.time.now += MINUTE_MS
      await mail.letter(user.email, 'verify')
      await expectSent(next.db)
      await next.stop()
      await mail.stop()
      await place.remove()
    },
  )

  it.each(DIALECTS)(
    'AUTH-10 · letters under way when the server stops are sent, the others by the next, each once: %s',
    async (dialect) => {
      const [place, mail] = [await makePlace(dialect), await startMailServer()]
      mail.behave('greet late')
      const settings = { ...place.settings, SMTP_URL: mail.url }
      const server = await startServer(settings)
      // More than are sent at once.
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
      for (const email of emails) expect(mail.lettersTo(email)).toHaveLength(1)
      await next.stop()
      await mail.stop()
      await place.remove()
    },
  )

  it('AUTH-10 · is still connected when a letter is written only while the server stops', async () => {
    const [place, mail] = [await makePlace('postgres'), await startMailServer()]
    const server = await startServer({ ...place.settings, SMTP_URL: mail.url })
    const user = await server.user()
    await mail.letter(user.email, 'verify')
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
    expect(mail.lettersTo(user.email, 'reset')).toHaveLength(1)
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · a store that can be read and not written does not keep the server busy', async () => {
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
    // While it asked on and on, nobody else was answered.
    for (let turn = 0; turn < 20; turn++) expect((await server.client().call(me)).status).toBe(200)
    expect(await attempts()).toEqual(once)
    await sql`drop trigger full`.execute(server.db)
    for (const { email } of users) await mail.letter(email, 'verify')
    await expectSent(server.db)
    await server.stop()
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · that wants a login gets one; a wrong one is no reason to give letters up', async () => {
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
    const letter = await mail.letter(user.email, 'verify')
    expect(letter.from).toMatchObject({ name: 'Левро', address: 'post@levro.bg' })
    await second.stop()
    await mail.stop()
    await place.remove()
  })

  it('AUTH-10 · may refuse in bytes that no database keeps: the letter waits with what can be read of them', async () => {
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

  it('AUTH-10 · with a public address set, links in letters begin with it', async () => {
    const [place, mail] = [await makePlace('sqlite'), await startMailServer()]
    const settings = { SMTP_URL: mail.url, PUBLIC_ORIGIN: 'https://levro.example' }
    const server = await startServer({ ...place.settings, ...settings })
    const user = await server.user()
    const { text } = await mail.letter(user.email, 'verify')
    expect(text).toMatch(/^https:\/\/levro\.example\/verify-email#token=[\w-]{43}$/m)
    await server.stop()
    await mail.stop()
    await place.remove()
  })
})

import { describe, expect, it } from 'vitest'
import { checkReset, register, requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import type { Answer, Client } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { expectSent, from, onEachDatabaseWithMail, useUpLimit } from '#test/server/with-mail.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const ask = (client: Client, ip: string, email = client.email) =>
  client.call(requestReset, { body: { email }, headers: from(ip) })

const comparable = ({ status, text, headers }: Answer<unknown>) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name)),
})

onEachDatabaseWithMail((server, mail) => {
  describe('reset emails', () => {
    it('AUTH-10 · are limited to three in half an hour per address, and the reply does not reveal it', async () => {
      const user = await server().user()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ask(user, '10.0.0.1', n % 2 ? user.email.toUpperCase() : ` ${user.email}`),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'reset')).toHaveLength(3)

      server().time.now += HOUR_MS / 2
      const tokens = mail()
        .emailsTo(user.email, 'reset')
        .map((email) => tokenIn(email))
      await ask(user, '10.0.0.1')
      const newest = tokenIn(await mail().waitForEmail(user.email, 'reset', 4))

      // While the limit was exceeded a valid token existed. Using one resets the limit.
      const reset = (token = '') =>
        user.call(resetPassword, { body: { token, password: 'another long secret' } })
      expect((await reset(tokens[0])).status).toBe(200)
      expect((await reset(newest)).status, 'ended with the old password').toBe(410)
      for (let n = 5; n <= 7; n++) {
        await ask(user, '10.0.0.1')
        await mail().waitForEmail(user.email, 'reset', n)
      }
    })

    it('AUTH-10 · do not count when the email could not be stored', async () => {
      const user = await server().user()
      const { db } = server()
      // An email being sent when its table disappears would stay leased, as the clock of the test does not advance.
      await expectSent(db)
      const renameTable = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute()
      await renameTable('outbox', 'outbox_away')
      const failed = await Promise.all(Array.from({ length: 4 }, () => ask(user, '10.0.0.5')))
      await renameTable('outbox_away', 'outbox')
      for (const { status } of failed) expect(status).toBeGreaterThanOrEqual(500)
      for (let n = 1; n <= 3; n++) {
        expect((await ask(user, '10.0.0.5')).status).toBe(200)
        await mail().waitForEmail(user.email, 'reset', n)
      }
    })

    it('AUTH-10 · are limited to a hundred requests an hour per network', async () => {
      const user = await server().user()
      await useUpLimit(server().db, 'recovery:10.0.0.2', 100, server().time.now + 40 * MINUTE_MS)
      const { status, refusal, headers } = await ask(user, '10.0.0.2')
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '2400'])
      for (const [endpoint, body] of [
        [resetPassword, { token: 'x', password: 'a long enough secret' }],
        [verifyEmail, { token: 'x' }],
      ] as const)
        expect((await user.call(endpoint, { body, headers: from('10.0.0.2') })).status).toBe(429)
      expect((await ask(user, '10.0.0.3')).status).toBe(200)
    })

    it('AUTH-10 · links are opened three hundred times an hour per network, which does not stop their use', async () => {
      const user = await server().user()
      await useUpLimit(server().db, 'recovery:check:10.0.0.7', 300, server().time.now + 40 * MINUTE_MS)
      const body = { token: 'x' }
      const headers = from('10.0.0.7')
      expect((await user.call(checkReset, { body, headers })).status).toBe(429)
      expect((await user.call(verifyEmail, { body, headers })).status).toBe(410)
    })

    it('AUTH-10 · above the limit of a network, known and unknown addresses get the same reply', async () => {
      const [user, visitor] = [await server().user(), server().client()]
      await useUpLimit(server().db, 'recovery:10.0.0.4', 100, server().time.now + 40 * MINUTE_MS)
      expect(comparable(await ask(visitor, '10.0.0.4'))).toEqual(comparable(await ask(user, '10.0.0.4')))
    })

    it('AUTH-03 · are not sent to an invalid address', async () => {
      for (const email of ['', 'nobody', 'a@b.bg,c@d.bg', 'a@b.bg\nBcc: c@d.bg', 'a@b@c.bg', 'a@b.bg\0']) {
        const { status, refusal } = await ask(server().client(), '10.0.0.5', email)
        expect([status, refusal.code]).toEqual([400, 'invalid_email'])
      }
    })

    it('AUTH-10 · a user who has used a reset link can sign in, whatever limits an attacker has exceeded', async () => {
      const { db, time } = server()
      const user = await server().user()
      await ask(user, '10.0.0.6')
      const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
      const wrong = { email: user.email, password: 'not the password' }
      await server().client().login(user.email, 'not the password')
      const keys = await db
        .selectFrom('throttle')
        .select('key')
        .where('key', 'like', 'login:%')
        // Those of right passwords an attacker cannot use up.
        .where('key', 'not like', 'login:right:%')
        .execute()
      for (const { key } of keys) await useUpLimit(db, key, 1000, time.now + 10 * MINUTE_MS)

      const visitor = server().client()
      expect((await visitor.login(wrong.email, wrong.password)).status).toBe(429)
      const browser = server().client()
      const password = 'another long secret'
      expect((await browser.call(resetPassword, { body: { token, password } })).status).toBe(200)
      expect((await browser.login(user.email, password)).status).toBe(200)
      expect((await server().client().login(user.email, password)).status, 'another client').toBe(429)
    })
  })

  describe('registering an address that has an account', () => {
    const signUp = (client: Client, email: string, ip: string) =>
      client.call(register, {
        body: { email, password: 'a long enough secret' },
        headers: { ...from(ip), 'accept-language': 'en' },
      })

    it('AUTH-10 · is emailed to its user, once a day', async () => {
      const { db, time } = server()
      const user = await server().user()
      for (let n = 0; n < 3; n++) {
        const answer = await signUp(server().client(), user.email.toUpperCase(), '10.1.0.1')
        expect([answer.status, answer.refusal.code]).toEqual([409, 'email_taken'])
      }
      const email = await mail().waitForEmail(user.email, 'taken')
      expect(email.text).toContain('/en/forgot-password')
      await expectSent(db)
      expect(mail().emailsTo(user.email, 'taken')).toHaveLength(1)
      time.now += 24 * HOUR_MS
      await signUp(server().client(), user.email, '10.1.0.1')
      await mail().waitForEmail(user.email, 'taken', 2)
    })

    it('AUTH-10 · is reported a hundred times an hour; then known and unknown addresses get the same reply', async () => {
      const { db, time } = server()
      const user = await server().user()
      await useUpLimit(db, 'register:taken:10.1.0.2', 99, time.now + HOUR_MS)
      expect((await signUp(server().client(), user.email, '10.1.0.2')).status).toBe(409)
      const known = await signUp(server().client(), user.email, '10.1.0.2')
      const visitor = server().client()
      const unknown = await signUp(visitor, visitor.email, '10.1.0.2')
      expect(comparable(known)).toEqual(comparable(unknown))
      expect(known.status).toBe(429)
      expect((await signUp(visitor, visitor.email, '10.1.0.3')).status, 'from another network').toBe(200)
    })

    it('AUTH-10 · does not count new addresses against this limit', async () => {
      const { db, time } = server()
      await useUpLimit(db, 'register:taken:10.1.0.4', 99, time.now + HOUR_MS)
      for (let n = 0; n < 3; n++) {
        const client = server().client()
        expect((await signUp(client, client.email, '10.1.0.4')).status).toBe(200)
      }
    })
  })
})

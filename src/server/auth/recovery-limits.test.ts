import { describe, expect, it } from 'vitest'
import { register, requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import type { Answer, Client } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { expectSent, from, onEachDatabaseWithMail, useUp } from '#test/server/with-mail.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const ask = (client: Client, ip: string, email = client.email) =>
  client.call(requestReset, { body: { email }, headers: from(ip) })

const facts = ({ status, text, headers }: Answer<unknown>) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name)),
})

onEachDatabaseWithMail((server, mail) => {
  describe('letters with a link', () => {
    it('AUTH-10 · are limited to three in half an hour per address, and the reply does not reveal it', async () => {
      const owner = await server().user()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ask(owner, '10.0.0.1', n % 2 ? owner.email.toUpperCase() : ` ${owner.email}`),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      await expectSent(server().db)
      expect(mail().lettersTo(owner.email, 'reset')).toHaveLength(3)

      server().time.now += HOUR_MS / 2
      const tokens = mail()
        .lettersTo(owner.email, 'reset')
        .map((letter) => tokenIn(letter))
      await ask(owner, '10.0.0.1')
      const newest = tokenIn(await mail().letter(owner.email, 'reset', 4))

      // Whoever was not told has had a good link all the while, and after using one gets letters again.
      const reset = (token = '') =>
        owner.call(resetPassword, { body: { token, password: 'another long secret' } })
      expect((await reset(tokens[0])).status).toBe(200)
      expect((await reset(newest)).status, 'it ended with the old password').toBe(410)
      for (let n = 5; n <= 7; n++) {
        await ask(owner, '10.0.0.1')
        await mail().letter(owner.email, 'reset', n)
      }
    })

    it('AUTH-10 · do not count when the email could not be stored', async () => {
      const owner = await server().user()
      const { db } = server()
      // What is being sent while its table is away would stay for two minutes of a clock that stands still.
      await expectSent(db)
      const away = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute()
      await away('outbox', 'outbox_away')
      const failed = await Promise.all(Array.from({ length: 4 }, () => ask(owner, '10.0.0.5')))
      await away('outbox_away', 'outbox')
      for (const { status } of failed) expect(status).toBeGreaterThanOrEqual(500)
      for (let n = 1; n <= 3; n++) {
        expect((await ask(owner, '10.0.0.5')).status).toBe(200)
        await mail().letter(owner.email, 'reset', n)
      }
    })

    it('AUTH-10 · are limited to a hundred requests an hour per network', async () => {
      const owner = await server().user()
      await useUp(server().db, 'recovery:10.0.0.2', 100, server().time.now + 40 * MINUTE_MS)
      const { status, refusal, headers } = await ask(owner, '10.0.0.2')
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '2400'])
      for (const [endpoint, body] of [
        [resetPassword, { token: 'x', password: 'a long enough secret' }],
        [verifyEmail, { token: 'x' }],
      ] as const)
        expect((await owner.call(endpoint, { body, headers: from('10.0.0.2') })).status).toBe(429)
      expect((await ask(owner, '10.0.0.3')).status).toBe(200)
    })

    it('AUTH-10 · above the limit of a network, known and unknown addresses get the same reply', async () => {
      const [owner, stranger] = [await server().user(), server().client()]
      await useUp(server().db, 'recovery:10.0.0.4', 100, server().time.now + 40 * MINUTE_MS)
      expect(facts(await ask(stranger, '10.0.0.4'))).toEqual(facts(await ask(owner, '10.0.0.4')))
    })

    it('AUTH-03 · are not sent to an invalid address', async () => {
      for (const email of ['', 'nobody', 'a@b.bg,c@d.bg', 'a@b.bg\nBcc: c@d.bg', 'a@b@c.bg', 'a@b.bg\0']) {
        const { status, refusal } = await ask(server().client(), '10.0.0.5', email)
        expect([status, refusal.code]).toEqual([400, 'invalid_email'])
      }
    })

    it('AUTH-10 · a user who has used a reset link can sign in, whatever limits an attacker has exceeded', async () => {
      const { db, time } = server()
      const owner = await server().user()
      await ask(owner, '10.0.0.6')
      const token = tokenIn(await mail().letter(owner.email, 'reset'))
      const wrong = { email: owner.email, password: 'not the password' }
      await server().client().login(owner.email, 'not the password')
      const keys = await db.selectFrom('throttle').select('key').where('key', 'like', 'login:%').execute()
      for (const { key } of keys) await useUp(db, key, 1000, time.now + 10 * MINUTE_MS)

      const stranger = server().client()
      expect((await stranger.login(wrong.email, wrong.password)).status).toBe(429)
      const browser = server().client()
      const password = 'another long secret'
      expect((await browser.call(resetPassword, { body: { token, password } })).status).toBe(200)
      expect((await browser.login(owner.email, password)).status).toBe(200)
      expect((await server().client().login(owner.email, password)).status, 'nobody else').toBe(429)
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
      const owner = await server().user()
      for (let n = 0; n < 3; n++) {
        const answer = await signUp(server().client(), owner.email.toUpperCase(), '10.1.0.1')
        expect([answer.status, answer.refusal.code]).toEqual([409, 'email_taken'])
      }
      const letter = await mail().letter(owner.email, 'taken')
      expect(letter.text).toContain('/en/forgot-password')
      await expectSent(db)
      expect(mail().lettersTo(owner.email, 'taken')).toHaveLength(1)
      time.now += 24 * HOUR_MS
      await signUp(server().client(), owner.email, '10.1.0.1')
      await mail().letter(owner.email, 'taken', 2)
    })

    it('AUTH-10 · is reported a hundred times an hour; then known and unknown addresses get the same reply', async () => {
      const { db, time } = server()
      const owner = await server().user()
      await useUp(db, 'register:taken:10.1.0.2', 99, time.now + HOUR_MS)
      expect((await signUp(server().client(), owner.email, '10.1.0.2')).status).toBe(409)
      const known = await signUp(server().client(), owner.email, '10.1.0.2')
      const stranger = server().client()
      const unknown = await signUp(stranger, stranger.email, '10.1.0.2')
      expect(facts(known)).toEqual(facts(unknown))
      expect(known.status).toBe(429)
      expect((await signUp(stranger, stranger.email, '10.1.0.3')).status, 'from elsewhere').toBe(200)
    })

    it('AUTH-10 · does not count new addresses against this limit', async () => {
      const { db, time } = server()
      await useUp(db, 'register:taken:10.1.0.4', 99, time.now + HOUR_MS)
      for (let n = 0; n < 3; n++) {
        const client = server().client()
        expect((await signUp(client, client.email, '10.1.0.4')).status).toBe(200)
      }
    })
  })
})

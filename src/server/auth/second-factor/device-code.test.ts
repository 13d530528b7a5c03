import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { login } from '#api/auth.ts'
import { recogniseDevice, requestDeviceCode } from '#api/second-factor.ts'
import { type Client } from '#test/server/client.ts'
import { addedApp, codeIn, isSignedIn, nextCode } from '#test/server/second-factors.ts'
import { readAllRows } from '#test/server/whole-store.ts'
import { expectSent, from, onEachDatabaseWithMail, useUpLimit } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000

onEachDatabaseWithMail((server, mail) => {
  describe('an owner whom others keep out', () => {
    /** A hundred wrong passwords from ten networks: no other device can sign in with the password. */
    async function attacked(user: Client): Promise<Client> {
      for (let n = 0; n < 100; n++) {
        const attacker = server().client()
        await attacker.call(login, guess(user.email, n))
      }
      const browser = server().client()
      expect((await browser.login(user.email)).status).toBe(429)
      return browser
    }

    const open = (browser: Client, email: string, code: string) =>
      browser.call(recogniseDevice, { body: { email, code } })

    it('AUTH-02 · C09 · signs in on a new device at once with a code from an email, which is valid once', async () => {
      const user = await server().user()
      const browser = await attacked(user)
      await browser.call(requestDeviceCode, { body: { email: user.email } })
      const code = codeIn((await mail().waitForEmail(user.email, 'device-code')).text ?? '')
      const { status, refusal } = await open(browser, user.email, 'ABCD-EFGH')
      expect([status, refusal.code]).toEqual([403, 'wrong_code'])
      expect((await open(browser, user.email, code.toLowerCase())).status).toBe(200)
      expect(await isSignedIn(browser), 'the code alone signs no one in').toBe(false)
      expect((await browser.login(user.email)).status).toBe(200)
      expect((await open(server().client(), user.email, code)).status).toBe(403)
    })

    it('AUTH-02 · C09 · signs in at once with a code of the app, and is not asked for another', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const until = server().time.now + 10 * MINUTE_MS
      const pseudonym = createHash('sha256').update(user.email).digest('base64url').slice(0, 22)
      await useUpLimit(server().db, `login:${pseudonym}`, 100, until)
      const browser = server().client()
      expect((await browser.login(user.email)).status).toBe(429)
      expect((await open(browser, user.email, nextCode(server(), secret))).status).toBe(200)
      expect((await browser.login(user.email)).status).toBe(200)
    })

    it('AUTH-02 · the emailed code is no second factor', async () => {
      const user = await server().user()
      await addedApp(server(), user)
      const browser = server().client()
      await browser.call(requestDeviceCode, { body: { email: user.email } })
      const code = codeIn((await mail().waitForEmail(user.email, 'device-code')).text ?? '')
      expect((await open(browser, user.email, code)).status).toBe(200)
      expect((await browser.login(user.email)).refusal.code).toBe('second_factor_required')
    })

    it('AUTH-02 · the emailed code is valid for an hour, for its account only, and sent three times in half an hour', async () => {
      const [user, other] = [await server().user(), await server().user()]
      for (let n = 0; n < 5; n++) await user.call(requestDeviceCode, { body: { email: user.email } })
      await expectSent(server().db)
      const emails = mail().emailsTo(user.email, 'device-code')
      expect(emails).toHaveLength(3)
      const [first = '', second = ''] = emails.map(({ text }) => codeIn(text ?? ''))
      expect((await open(server().client(), other.email, first)).status).toBe(403)
      expect((await open(server().client(), user.email, first)).status).toBe(200)
      server().time.now += 60 * MINUTE_MS
      expect((await open(server().client(), user.email, second)).status).toBe(403)
      expect(JSON.stringify(await readAllRows(server().db))).not.toContain(second)
    })

    it('AUTH-10 · neither the request for a code nor its use reveals an account', async () => {
      const user = await server().user()
      const stranger = server().client()
      const answers = await Promise.all(
        [user.email, stranger.email].flatMap((email) => [
          stranger.call(requestDeviceCode, { body: { email } }),
          open(server().client(), email, 'ABCD-EFGH'),
          open(server().client(), email, '123456'),
        ]),
      )
      const seen = answers.map(({ status, text }) => ({ status, text }))
      expect(seen.slice(0, 3)).toEqual(seen.slice(3))
    })
  })
})

/** The nth guess, from one of ten networks. */
const guess = (email: string, n: number) => ({
  body: { email, password: `wrong guess ${n}` },
  headers: from(`10.1.${n % 10}.1`),
})

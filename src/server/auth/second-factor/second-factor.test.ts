import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changePassword, deleteAccount, downloadData, getAccount, listSessions } from '#api/account.ts'
import { login, me, requestReset, resetPassword } from '#api/auth.ts'
import {
  completeSignIn,
  confirmIdentity,
  listFactors,
  recogniseDevice,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requestDeviceCode,
  requestPasskey,
  startApp,
} from '#api/second-factor.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { addedApp, addedPasskey, codeAt } from '#test/server/second-factors.ts'
import { expectNowhere, readAllRows } from '#test/server/whole-store.ts'
import { expectSent, forgetLimits, from, onEachDatabaseWithMail, useUpLimit } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000
const NEW_PASSWORD = 'another long secret'

onEachDatabaseWithMail((server, mail) => {
  const now = () => server().time.now
  /** Lets the app show another code. */
  const nextCode = (secret: string) => codeAt(secret, (server().time.now += STEP_MS))

  async function ticketOf(client: Client, email: string, password = PASSWORD): Promise<string> {
    const { status, refusal } = await client.login(email, password)
    expect([status, refusal.code]).toEqual([401, 'second_factor_required'])
    return refusal.ticket ?? expect.fail('no ticket')
  }

  const complete = (client: Client, ticket: string, code: string) =>
    client.call(completeSignIn, { body: { ticket, code } })

  const isSignedIn = async (client: Client) => (await client.call(me)).reply.user !== null

  describe('an account with an authenticator app', () => {
    it('AUTH-02 · is asked for a code on a new device, and not again on that device', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      const browser = server().client()
      const { refusal } = await browser.login(user.email)
      expect(refusal.factors).toEqual(['app'])
      expect(await isSignedIn(browser), 'the password alone signs no one in').toBe(false)
      const { reply } = await complete(browser, refusal.ticket ?? '', nextCode(secret))
      expect(reply.user).toEqual({ email: user.email })
      expect((await browser.login(user.email)).status, 'the same browser again').toBe(200)
      expect((await user.login()).status, 'the browser in which it was set up').toBe(200)
    })

    it('AUTH-02 · accepts each code once, also of concurrent requests, and of neighbouring half minutes', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      const code = nextCode(secret)
      const browsers = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const browser = server().client()
          return { browser, ticket: await ticketOf(browser, user.email) }
        }),
      )
      const answers = await Promise.all(
        browsers.map(({ browser, ticket }) => complete(browser, ticket, code)),
      )
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(7).fill(403),
      ])
      await forgetLimits(server().db)
      server().time.now += 4 * STEP_MS
      for (const [away, expected] of [
        [-2, 403],
        [2, 403],
        [-1, 200],
        [1, 200],
        // Older than the last one.
        [0, 403],
      ] as const) {
        const browser = server().client()
        const ticket = await ticketOf(browser, user.email)
        const answer = await complete(browser, ticket, codeAt(secret, now() + away * STEP_MS))
        expect([away, answer.status]).toEqual([away, expected])
      }
    })

    it('AUTH-02 · accepts a recovery code once, however it is typed, and reports it', async () => {
      const user = await server().user()
      const { codes } = await addedApp(user, now())
      expect(new Set(codes).size).toBe(10)
      const [code = ''] = codes
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      const browser = server().client()
      expect((await complete(browser, await ticketOf(browser, user.email), typed)).status).toBe(200)
      const other = server().client()
      const again = await complete(other, await ticketOf(other, user.email), code)
      expect([again.status, again.refusal.code]).toEqual([403, 'wrong_code'])
      expect((await user.call(listFactors)).reply.recoveryCodes).toBe(9)
      const { text } = await mail().waitForEmail(user.email, 'second-factor', 2)
      expect(text).toMatch(/Използван е резервен код/)
    })

    it('AUTH-02 · allows ten wrong codes in fifteen minutes, however many sign-ins are begun', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      const tried = async (code: string) => {
        const browser = server().client()
        return (await complete(browser, await ticketOf(browser, user.email), code)).status
      }
      const wrong = codeAt(secret, now() + 50 * STEP_MS)
      for (let n = 0; n < 10; n++) expect(await tried(wrong)).toBe(403)
      expect(await tried(nextCode(secret))).toBe(429)
      server().time.now += 15 * MINUTE_MS
      expect(await tried(nextCode(secret))).toBe(200)
    })

    it('AUTH-02 · gives ten minutes for the code', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      const browser = server().client()
      const ticket = await ticketOf(browser, user.email)
      server().time.now += 10 * MINUTE_MS
      const { status, refusal } = await complete(browser, ticket, nextCode(secret))
      expect([status, refusal.code]).toEqual([410, 'sign_in_expired'])
    })

    it('AUTH-10 · is asked for it after a new password by an emailed link, which ends a begun sign-in', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      const begun = server().client()
      const ticket = await ticketOf(begun, user.email)
      await user.call(requestReset, { body: { email: user.email } })
      const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
      const browser = server().client()
      await browser.call(resetPassword, { body: { token, password: NEW_PASSWORD } })
      expect((await complete(begun, ticket, nextCode(secret))).refusal.code).toBe('sign_in_expired')
      const again = await ticketOf(browser, user.email, NEW_PASSWORD)
      expect((await complete(browser, again, nextCode(secret))).status).toBe(200)
    })

    it('AUTH-02 · has its secret and its codes nowhere in the database', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(user, now())
      await expectNowhere(server().db, server().env.dataDir, [
        secret,
        ...codes,
        ...codes.map((code) => code.replaceAll('-', '')),
      ])
    })

    it('AUTH-02 · without the app, its codes end too, and every device is asked again after a new set-up', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(user, now())
      const browser = server().client()
      await complete(browser, await ticketOf(browser, user.email), nextCode(secret))
      expect((await user.call(removeApp)).status).toBe(200)
      expect((await user.call(listFactors)).reply).toEqual({ app: null, passkeys: [], recoveryCodes: 0 })
      expect((await server().client().login(user.email)).status).toBe(200)
      await addedApp(user, now())
      const ticket = await ticketOf(browser, user.email)
      expect((await complete(browser, ticket, codes[0] ?? '')).refusal.code).toBe('wrong_code')
    })

    it('AUTH-02 · keeps its codes while it has another factor, and replaces them on request', async () => {
      const user = await server().user()
      const { codes } = await addedApp(user, now())
      const passkey = await addedPasskey(user)
      expect((await user.call(removeApp)).status).toBe(200)
      const { recoveryCodes } = (await user.call(replaceRecoveryCodes)).reply
      expect(recoveryCodes).toHaveLength(10)
      const browser = server().client()
      const { refusal } = await browser.login(user.email)
      expect(refusal.factors).toEqual(['passkey'])
      expect((await complete(browser, refusal.ticket ?? '', codes[1] ?? '')).status, 'a former code').toBe(
        403,
      )
      expect((await complete(browser, refusal.ticket ?? '', recoveryCodes?.[0] ?? '')).status).toBe(200)
      expect((await user.call(removePasskey, { params: { id: passkey.id } })).status).toBe(200)
      expect((await user.call(replaceRecoveryCodes)).status).toBe(404)
    })
  })

  describe('a sensitive request', () => {
    const SENSITIVE = [
      ['the deletion of the account', deleteAccount],
      ['the download of all data', downloadData],
      ['a new authenticator app', startApp],
    ] as const

    it.each(SENSITIVE)(
      'AUTH-06 · needs a sign-in of the last 15 minutes, or a confirmation: %s',
      async (_, endpoint) => {
        const user = await server().user()
        server().time.now += 15 * MINUTE_MS
        const { status, refusal } = await user.call(endpoint)
        expect([status, refusal.code]).toEqual([403, 'confirmation_required'])
        expect((await user.call(getAccount)).status, 'nothing else changes').toBe(200)
        expect((await user.call(confirmIdentity, { body: { password: 'wrong one' } })).status).toBe(403)
        expect((await user.call(endpoint)).status).toBe(403)
        expect((await user.call(confirmIdentity, { body: { password: PASSWORD } })).status).toBe(200)
        expect((await user.call(endpoint)).status).toBe(200)
      },
    )

    it('AUTH-06 · needs the second factor too, where the account has one, or a passkey alone', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      const passkey = await addedPasskey(user)
      server().time.now += 15 * MINUTE_MS
      await forgetLimits(server().db)
      const confirm = (body: object) => user.call(confirmIdentity, { body })
      expect((await confirm({ password: PASSWORD })).refusal.code).toBe('code_required')
      expect((await confirm({ code: nextCode(secret) })).status, 'neither password nor passkey').toBe(400)
      const guess = { password: 'wrong one', code: nextCode(secret) }
      expect((await confirm(guess)).refusal.code).toBe('wrong_password')
      expect((await confirm({ password: PASSWORD, code: '000000' })).refusal.code).toBe('wrong_code')
      expect((await user.call(downloadData)).status).toBe(403)
      expect((await confirm({ password: PASSWORD, code: nextCode(secret) })).status).toBe(200)
      expect((await user.call(downloadData)).status).toBe(200)
      server().time.now += 15 * MINUTE_MS
      expect((await user.call(downloadData)).status).toBe(403)
      const { options } = (await user.call(requestPasskey)).reply
      expect((await confirm({ passkey: passkey.get(options) })).status).toBe(200)
      expect((await user.call(downloadData)).status).toBe(200)
    })

    it('AUTH-06 · can be confirmed although others have used up the codes at the sign-in', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      for (let n = 0; n < 10; n++) {
        const attacker = server().client()
        await complete(attacker, await ticketOf(attacker, user.email), '000000')
      }
      const body = { password: PASSWORD, code: nextCode(secret) }
      expect((await user.call(confirmIdentity, { body })).status).toBe(200)
    })

    it('AUTH-06 · is not confirmed by the passkey of another user', async () => {
      const [user, other] = [await server().user(), await server().user()]
      const passkey = await addedPasskey(other)
      server().time.now += 15 * MINUTE_MS
      const { options } = (await user.call(requestPasskey)).reply
      const { refusal } = await user.call(confirmIdentity, { body: { passkey: passkey.get(options) } })
      expect(refusal.code).toBe('passkey_rejected')
      expect((await user.call(downloadData)).status).toBe(403)
    })

    it('AUTH-06 · is not confirmed by a sign-in with the password alone on a device that skips the code', async () => {
      const user = await server().user()
      await addedApp(user, now())
      expect((await user.login()).status).toBe(200)
      expect((await user.call(downloadData)).refusal.code).toBe('confirmation_required')
    })

    it('AUTH-10 · a change of password needs it where the account has a second factor, and keeps this device', async () => {
      const user = await server().user()
      const { secret } = await addedApp(user, now())
      server().time.now += 15 * MINUTE_MS
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
      expect((await user.call(changePassword, { body })).refusal.code).toBe('confirmation_required')
      await user.call(confirmIdentity, { body: { password: PASSWORD, code: nextCode(secret) } })
      expect((await user.call(changePassword, { body })).status).toBe(200)
      expect((await user.login(user.email, NEW_PASSWORD)).status).toBe(200)
    })

    it('AUTH-06 · of a session that began before the second factor needs a confirmation', async () => {
      const user = await server().user()
      const other = server().client()
      await other.login(user.email)
      expect((await other.call(startApp)).status).toBe(200)
      await addedApp(user, now())
      expect((await other.call(listSessions)).status).toBe(200)
      expect((await other.call(deleteAccount)).refusal.code).toBe('confirmation_required')
      expect((await user.call(downloadData)).status).toBe(200)
    })
  })

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
      const { secret } = await addedApp(user, now())
      const until = now() + 10 * MINUTE_MS
      const pseudonym = createHash('sha256').update(user.email).digest('base64url').slice(0, 22)
      await useUpLimit(server().db, `login:${pseudonym}`, 100, until)
      const browser = server().client()
      expect((await browser.login(user.email)).status).toBe(429)
      expect((await open(browser, user.email, nextCode(secret))).status).toBe(200)
      expect((await browser.login(user.email)).status).toBe(200)
    })

    it('AUTH-02 · the emailed code is no second factor', async () => {
      const user = await server().user()
      await addedApp(user, now())
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

  describe('emails to the owner', () => {
    it('AUTH-10 · name a new device that has signed in, and not one that is known', async () => {
      const user = await server().user()
      await user.login()
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'new-device')).toEqual([])
      const agent =
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
      const headers = { 'user-agent': agent, 'accept-language': 'en' }
      await server()
        .client()
        .call(login, { body: { email: user.email, password: PASSWORD }, headers })
      const { text } = await mail().waitForEmail(user.email, 'new-device')
      expect(text).toContain('Device: Chrome · Windows')
      for (let n = 0; n < 5; n++) await server().client().login(user.email)
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'new-device'), 'programs without cookies').toHaveLength(3)
    })

    it('AUTH-10 · name no text of the client, and also a device that a code has made known', async () => {
      const user = await server().user()
      const { codes } = await addedApp(user, now())
      const body = { email: user.email, code: codes[0] }
      const agent = 'See http://evil.example/now and relax/1.0'
      const browser = server().client()
      await browser.call(recogniseDevice, { body, headers: { 'user-agent': agent } })
      const { text } = await mail().waitForEmail(user.email, 'new-device')
      expect(text).not.toContain('evil')
      await mail().waitForEmail(user.email, 'second-factor', 2)
      expect((await browser.login(user.email)).status).toBe(200)
    })

    it('AUTH-10 · report the tenth wrong password in an hour, once a day, and only to users', async () => {
      const user = await server().user()
      const stranger = server().client()
      for (const email of [user.email, stranger.email])
        for (let n = 0; n < 25; n++) await server().client().call(login, guess(email, n))
      await mail().waitForEmail(user.email, 'failed-sign-ins')
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'failed-sign-ins')).toHaveLength(1)
      expect(mail().emailsTo(stranger.email)).toEqual([])
    })

    it('AUTH-10 · report every change of the second factors', async () => {
      const user = await server().user()
      await addedApp(user, now())
      const { id } = await addedPasskey(user)
      await user.call(replaceRecoveryCodes)
      await user.call(removePasskey, { params: { id } })
      await user.call(removeApp)
      await mail().waitForEmail(user.email, 'second-factor', 5)
      const texts = mail()
        .emailsTo(user.email, 'second-factor')
        .map(({ text }) => text)
        .join('\n')
      for (const change of [
        'Добавено е приложение',
        'Добавен е ключ',
        'нови резервни кодове',
        'Премахнат е ключ',
        'Премахнато е приложението',
      ])
        expect(texts).toContain(change)
    })
  })
})

const codeIn = (text: string): string => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)?.[0] ?? expect.fail(text)

/** The nth guess, from one of ten networks. */
const guess = (email: string, n: number) => ({
  body: { email, password: `wrong guess ${n}` },
  headers: from(`10.1.${n % 10}.1`),
})

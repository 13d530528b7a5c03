import { describe, expect, it } from 'vitest'
import { requestReset, resetPassword } from '#api/auth.ts'
import { listFactors, removeApp, removePasskey, replaceRecoveryCodes } from '#api/second-factor.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import {
  addedApp,
  addedPasskey,
  codeAt,
  complete,
  isSignedIn,
  nextCode,
  ticketOf,
} from '#test/server/second-factors.ts'
import { expectNowhere } from '#test/server/whole-store.ts'
import { forgetLimits, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000
const NEW_PASSWORD = 'another long secret'

onEachDatabaseWithMail((server, mail) => {
  describe('an account with an authenticator app', () => {
    it('AUTH-02 · is asked for a code on a new device, and not again on that device', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const browser = server().client()
      const { refusal } = await browser.login(user.email)
      expect(refusal.factors).toEqual(['app'])
      expect(await isSignedIn(browser), 'the password alone signs no one in').toBe(false)
      const { reply } = await complete(browser, refusal.ticket ?? '', nextCode(server(), secret))
      expect(reply.user).toEqual({ email: user.email })
      expect((await browser.login(user.email)).status, 'the same browser again').toBe(200)
      expect((await user.login()).status, 'the browser in which it was set up').toBe(200)
    })

    it('AUTH-02 · accepts each code once, also of concurrent requests, and of neighbouring half minutes', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const code = nextCode(server(), secret)
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
        const answer = await complete(browser, ticket, codeAt(secret, server().time.now + away * STEP_MS))
        expect([away, answer.status]).toEqual([away, expected])
      }
    })

    it('AUTH-02 · accepts a recovery code once, however it is typed, and reports it', async () => {
      const user = await server().user()
      const { codes } = await addedApp(server(), user)
      expect(new Set(codes).size).toBe(10)
      // Emails of one moment arrive in any order.
      await mail().waitForEmail(user.email, 'second-factor', 1)
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
      const { secret } = await addedApp(server(), user)
      const tried = async (code: string) => {
        const browser = server().client()
        return (await complete(browser, await ticketOf(browser, user.email), code)).status
      }
      const wrong = codeAt(secret, server().time.now + 50 * STEP_MS)
      for (let n = 0; n < 10; n++) expect(await tried(wrong)).toBe(403)
      expect(await tried(nextCode(server(), secret))).toBe(429)
      server().time.now += 15 * MINUTE_MS
      expect(await tried(nextCode(server(), secret))).toBe(200)
    })

    it('AUTH-02 · gives ten minutes for the code', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const browser = server().client()
      const ticket = await ticketOf(browser, user.email)
      server().time.now += 10 * MINUTE_MS
      const { status, refusal } = await complete(browser, ticket, nextCode(server(), secret))
      expect([status, refusal.code]).toEqual([410, 'sign_in_expired'])
    })

    it('AUTH-10 · is asked for it after a new password by an emailed link, which ends a begun sign-in', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const begun = server().client()
      const ticket = await ticketOf(begun, user.email)
      await user.call(requestReset, { body: { email: user.email } })
      const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
      const browser = server().client()
      const reset = await browser.call(resetPassword, { body: { token, password: NEW_PASSWORD } })
      expect(reset.reply, 'what stays').toEqual({ ok: true, hasApp: true, passkeys: 0 })
      expect((await complete(begun, ticket, nextCode(server(), secret))).refusal.code).toBe('sign_in_expired')
      const again = await ticketOf(browser, user.email, NEW_PASSWORD)
      expect((await complete(browser, again, nextCode(server(), secret))).status).toBe(200)
    })

    it('AUTH-02 · has its secret and its codes nowhere in the database', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      await expectNowhere(server().db, server().env.dataDir, [
        secret,
        ...codes,
        ...codes.map((code) => code.replaceAll('-', '')),
      ])
    })

    it('AUTH-02 · without the app, its codes end too, and every device is asked again after a new set-up', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      const browser = server().client()
      await complete(browser, await ticketOf(browser, user.email), nextCode(server(), secret))
      expect((await user.call(removeApp)).status).toBe(200)
      expect((await user.call(listFactors)).reply).toEqual({ app: null, passkeys: [], recoveryCodes: 0 })
      expect((await server().client().login(user.email)).status).toBe(200)
      await addedApp(server(), user)
      const ticket = await ticketOf(browser, user.email)
      expect((await complete(browser, ticket, codes[0] ?? '')).refusal.code).toBe('wrong_code')
    })

    it('AUTH-02 · keeps its codes while it has another factor, and replaces them on request', async () => {
      const user = await server().user()
      const { codes } = await addedApp(server(), user)
      const passkey = await addedPasskey(server(), user)
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
})

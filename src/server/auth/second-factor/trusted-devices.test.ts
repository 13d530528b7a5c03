import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { requestReset, resetPassword } from '#api/auth.ts'
import { confirmIdentity, recogniseDevice, requestPasskey } from '#api/second-factor.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { addedApp, addedPasskey, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { expectSent, forgetLimits, onEachDatabaseWithMail, useUpLimit } from '#test/server/with-mail.ts'

const NEW_PASSWORD = 'another long secret'

onEachDatabaseWithMail((server, mail) => {
  beforeEach(() => forgetLimits(server().db))

  const reset = async (browser: Client, email: string, password: string) => {
    await browser.call(requestReset, { body: { email } })
    const token = tokenIn(await mail().waitForEmail(email, 'reset'))
    return (await browser.call(resetPassword, { body: { token, password } })).reply
  }

  describe('a device', () => {
    it('AUTH-02 · that was known before there was a second factor is asked for it', async () => {
      const user = await server().user()
      const other = server().client()
      for (const client of [user, other]) await client.login(user.email)
      const { secret } = await addedApp(server(), user)
      const ticket = await ticketOf(other, user.email)
      expect((await user.login()).status, 'where it was added').toBe(200)
      expect((await complete(other, ticket, nextCode(server(), secret))).status).toBe(200)
    })

    it('AUTH-02 · that has passed one is never asked for it again, however often it signs in', async () => {
      const user = await server().user()
      const { codes } = await addedApp(server(), user)
      const browser = server().client()
      const [code = ''] = codes
      expect((await complete(browser, await ticketOf(browser, user.email), code)).status).toBe(200)
      for (let n = 0; n < 3; n++) expect((await browser.login(user.email)).status).toBe(200)
    })

    it('AUTH-10 · on which a link has set a new password is asked for it, and told which there are', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      await addedPasskey(server(), user)
      const browser = server().client()
      const told = await reset(browser, user.email, NEW_PASSWORD)
      expect(told).toEqual({ ok: true, hasApp: true, passkeys: 1 })
      const { refusal } = await browser.login(user.email, NEW_PASSWORD)
      expect([refusal.code, refusal.factors]).toEqual(['second_factor_required', ['app', 'passkey']])
      expect((await complete(browser, refusal.ticket ?? '', nextCode(server(), secret))).status).toBe(200)
    })

    it('AUTH-02 · is made known by a recovery code also when no more codes of an app are tried', async () => {
      const { db, time } = server()
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      const accountId = await accountIdOf(db, user.email)
      const pseudonym = createHash('sha256').update(accountId).digest('base64url').slice(0, 22)
      const open = (code: string) =>
        server()
          .client()
          .call(recogniseDevice, { body: { email: user.email, code } })
      await useUpLimit(db, `device:app:${pseudonym}`, 49, time.now + 60_000)
      expect((await open('000000')).status).toBe(403)
      expect((await open(nextCode(server(), secret))).status, 'the fiftieth was the last').toBe(403)
      expect((await open(codes[0] ?? '')).status).toBe(200)
    })
  })

  describe('the owner', () => {
    it('AUTH-10 · is told of a recovery code that is used in the settings, and of no other code', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      const confirm = async (code: string) =>
        (await user.call(confirmIdentity, { body: { password: PASSWORD, code } })).status
      const told = async () => {
        await expectSent(server().db)
        return mail().emailsTo(user.email, 'second-factor').length
      }
      expect(await told(), 'of the app').toBe(1)
      expect([await confirm('000000'), await confirm('ABCD-EFGH')]).toEqual([403, 403])
      expect(await confirm(nextCode(server(), secret))).toBe(200)
      expect(await told()).toBe(1)
      expect(await confirm(codes[0] ?? '')).toBe(200)
      expect(await told()).toBe(2)
    })

    it('AUTH-10 · is told of a recovery code that opened a new device, which begins no session, and of no code of the app', async () => {
      const user = await server().user()
      const { secret, codes } = await addedApp(server(), user)
      const open = async (code: string) => {
        const browser = server().client()
        const { status, headers } = await browser.call(recogniseDevice, { body: { email: user.email, code } })
        await expectSent(server().db)
        const told = mail().emailsTo(user.email, 'second-factor').length
        return [status, headers.getSetCookie().length, browser.device !== undefined, told]
      }
      expect(await open(nextCode(server(), secret)), 'told of the app alone').toEqual([200, 1, true, 1])
      expect(await open(codes[0] ?? '')).toEqual([200, 1, true, 2])
    })

    it('AUTH-10 · is told of a second factor that was passed on a new device, and not on a known one', async () => {
      const { db } = server()
      const user = await server().user()
      const { codes } = await addedApp(server(), user)
      const told = async () => {
        await expectSent(db)
        return mail().emailsTo(user.email, 'new-device').length
      }
      const browser = server().client()
      const passed = async (code = '') => {
        const { status } = await complete(browser, await ticketOf(browser, user.email), code)
        return [status, await told()]
      }
      expect(await passed(codes[0])).toEqual([200, 1])
      await db.updateTable('known_device').set({ passed_second_factor: 0 }).execute()
      expect(await passed(codes[1])).toEqual([200, 1])
    })

    it('AUTH-02 · may enter codes again after a confirmation by a passkey', async () => {
      const { db } = server()
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const passkey = await addedPasskey(server(), user)
      await db.updateTable('totp').set({ wrong_codes: 50 }).execute()
      const confirm = async (body: object) => user.call(confirmIdentity, { body })
      const byCode = async () => confirm({ password: PASSWORD, code: nextCode(server(), secret) })
      expect((await byCode()).refusal.code).toBe('app_codes_blocked')
      const { options } = (await user.call(requestPasskey)).reply
      expect((await confirm({ passkey: passkey.get(options) })).status).toBe(200)
      expect((await byCode()).status).toBe(200)
    })

    it('AUTH-10 · is told of no sign-in with the right password', async () => {
      const { db } = server()
      const user = await server().user()
      for (let n = 0; n < 12; n++) expect((await user.login()).status).toBe(200)
      await expectSent(db)
      expect(mail().emailsTo(user.email, 'failed-sign-ins')).toEqual([])
      const counted = db.selectFrom('throttle').select('key').where('key', 'like', 'failed:%')
      expect(await counted.execute()).toEqual([])
    })
  })
})

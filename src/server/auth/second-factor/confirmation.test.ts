import { describe, expect, it } from 'vitest'
import {
  changePassword,
  deleteAccount,
  downloadData,
  endSession,
  getAccount,
  listSessions,
} from '#api/account.ts'
import {
  addPasskey,
  confirmApp,
  confirmIdentity,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requestNewPasskey,
  requestPasskey,
  startApp,
} from '#api/second-factor.ts'
import { Authenticator } from '#test/server/authenticator.ts'
import { PASSWORD } from '#test/server/client.ts'
import {
  addedApp,
  addedPasskey,
  complete,
  confirmAddressOf,
  nextCode,
  siteOf,
  ticketOf,
} from '#test/server/second-factors.ts'
import { AT_ONCE, forgetLimits, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'another long secret'

onEachDatabaseWithMail(
  (server) => {
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
          await confirmAddressOf(server(), user)
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

      it('AUTH-06 · that adds or removes a second factor needs one too, and uses up nothing without', async () => {
        const { db } = server()
        const user = await server().user()
        await addedApp(server(), user)
        const added = await addedPasskey(server(), user)
        const passkey = new Authenticator(siteOf(user))
        const creation = passkey.create((await user.call(requestNewPasskey)).reply.options)
        server().time.now += 4 * MINUTE_MS
        await db.updateTable('session').set({ confirmed_at: null }).execute()
        await forgetLimits(db)
        const params = { id: added.id }
        const answers = [
          await user.call(requestNewPasskey),
          await user.call(addPasskey, { body: { passkey: creation } }),
          await user.call(removePasskey, { params }),
          await user.call(startApp),
          await user.call(confirmApp, { body: { code: '000000' } }),
          await user.call(removeApp),
          await user.call(replaceRecoveryCodes),
        ]
        for (const { status, refusal } of answers)
          expect([status, refusal.code]).toEqual([403, 'confirmation_required'])
        expect(await db.selectFrom('throttle').selectAll().execute()).toEqual([])
        await db.updateTable('session').set({ confirmed_at: server().time.now }).execute()
        expect((await user.call(addPasskey, { body: { passkey: creation } })).status).toBe(200)
        expect((await user.call(removePasskey, { params })).status).toBe(200)
        expect((await user.call(removePasskey, { params })).status, 'it is gone').toBe(404)
      })

      it('AUTH-06 · needs the second factor too, where the account has one, or a passkey alone', async () => {
        const user = await server().user()
        const { secret } = await addedApp(server(), user)
        const passkey = await addedPasskey(server(), user)
        server().time.now += 15 * MINUTE_MS
        await forgetLimits(server().db)
        const confirm = (body: object) => user.call(confirmIdentity, { body })
        expect((await confirm({ password: PASSWORD })).refusal.code).toBe('code_required')
        expect(
          (await confirm({ code: nextCode(server(), secret) })).status,
          'neither password nor passkey',
        ).toBe(400)
        const guess = { password: 'wrong one', code: nextCode(server(), secret) }
        expect((await confirm(guess)).refusal.code).toBe('wrong_password')
        expect((await confirm({ password: PASSWORD, code: '000000' })).refusal.code).toBe('wrong_code')
        expect((await user.call(downloadData)).status).toBe(403)
        expect((await confirm({ password: PASSWORD, code: nextCode(server(), secret) })).status).toBe(200)
        expect((await user.call(downloadData)).status).toBe(200)
        server().time.now += 15 * MINUTE_MS
        expect((await user.call(downloadData)).status).toBe(403)
        const { options } = (await user.call(requestPasskey)).reply
        expect((await confirm({ passkey: passkey.get(options) })).status).toBe(200)
        expect((await user.call(downloadData)).status).toBe(200)
      })

      it('AUTH-06 · can be confirmed although others have used up the codes at the sign-in', async () => {
        const user = await server().user()
        const { secret } = await addedApp(server(), user)
        for (let n = 0; n < 10; n++) {
          const attacker = server().client()
          await complete(attacker, await ticketOf(attacker, user.email), '000000')
        }
        const body = { password: PASSWORD, code: nextCode(server(), secret) }
        expect((await user.call(confirmIdentity, { body })).status).toBe(200)
      })

      it('AUTH-06 · is not confirmed by the passkey of another user', async () => {
        const [user, other] = [await server().user(), await server().user()]
        const passkey = await addedPasskey(server(), other)
        server().time.now += 15 * MINUTE_MS
        const { options } = (await user.call(requestPasskey)).reply
        const { refusal } = await user.call(confirmIdentity, { body: { passkey: passkey.get(options) } })
        expect(refusal.code).toBe('passkey_rejected')
        expect((await user.call(downloadData)).status).toBe(403)
      })

      it('AUTH-06 · is not confirmed by a sign-in with the password alone on a device that skips the code', async () => {
        const user = await server().user()
        await addedApp(server(), user)
        expect((await user.login()).status).toBe(200)
        expect((await user.call(downloadData)).refusal.code).toBe('confirmation_required')
      })

      it('AUTH-10 · a change of password needs it where the account has a second factor, and keeps this device', async () => {
        const user = await server().user()
        const { secret } = await addedApp(server(), user)
        server().time.now += 15 * MINUTE_MS
        const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
        expect((await user.call(changePassword, { body })).refusal.code).toBe('confirmation_required')
        await user.call(confirmIdentity, { body: { password: PASSWORD, code: nextCode(server(), secret) } })
        expect((await user.call(changePassword, { body })).status).toBe(200)
        expect((await user.login(user.email, NEW_PASSWORD)).status).toBe(200)
      })

      it.each([true, false])(
        'AUTH-06 · is confirmed by the password alone, in another request, only without a second factor: %s',
        async (hasFactor) => {
          const user = await server().user()
          if (hasFactor) await addedApp(server(), user)
          server().time.now += 10 * MINUTE_MS
          const begin = async () => {
            // A session to end, on the device where a second factor is not asked for again.
            const other = Object.assign(server().client(), { device: user.device })
            await other.login(user.email)
            const { sessions } = (await other.call(listSessions)).reply
            user.device = other.device
            return sessions.find(({ isCurrent }) => isCurrent)?.id ?? expect.fail()
          }
          const input = { params: { id: await begin() }, body: { password: PASSWORD } }
          expect((await user.call(endSession, input)).status).toBe(200)
          expect((await user.call(downloadData)).status, 'as before').toBe(200)
          const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
          expect((await user.call(changePassword, { body })).status).toBe(200)
          expect((await user.call(downloadData)).status, 'as before').toBe(200)
          server().time.now += 5 * MINUTE_MS
          expect((await user.call(downloadData)).status).toBe(hasFactor ? 403 : 200)
        },
      )

      it('AUTH-06 · of a session that began before the second factor needs a confirmation', async () => {
        const user = await server().user()
        const other = server().client()
        await other.login(user.email)
        await confirmAddressOf(server(), user)
        expect((await other.call(startApp)).status).toBe(200)
        await addedApp(server(), user)
        expect((await other.call(listSessions)).status).toBe(200)
        expect((await other.call(deleteAccount)).refusal.code).toBe('confirmation_required')
        expect((await user.call(downloadData)).status).toBe(200)
      })
    })
  },
  {},
  AT_ONCE,
)

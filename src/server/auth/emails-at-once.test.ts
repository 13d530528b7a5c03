import { describe, expect, it } from 'vitest'
import { changePassword, deleteAccount, requestVerification } from '#api/account.ts'
import { login, register, requestReset, resetPassword } from '#api/auth.ts'
import {
  confirmIdentity,
  recogniseDevice,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requestPasskey,
  signInWithPasskey,
} from '#api/second-factor.ts'
import { Client, PASSWORD } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { addedApp, addedPasskey, complete, ticketOf } from '#test/server/second-factors.ts'
import { AT_ONCE, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import type { EmailKind } from '../db/schema.ts'

/** As many wrong codes as are reported to the user. */
const SERIES = 5

onEachDatabaseWithMail(
  (server, mail) => {
    describe('an email is sent by what causes it, without waiting for the next poll', () => {
      it('AUTH-10 · to confirm an address, on registering and on request', async () => {
        const user = await server().user()
        await mail().waitForEmail(user.email, 'verify', 1)
        expect((await user.call(requestVerification)).status).toBe(200)
        await mail().waitForEmail(user.email, 'verify', 2)
      })

      it('AUTH-10 · about another registration with the address', async () => {
        const { email } = await server().user()
        const body = { email, password: PASSWORD }
        expect((await new Client(server().origin).call(register, { body })).refusal.code).toBe('email_taken')
        await mail().waitForEmail(email, 'taken')
      })

      it('AUTH-10 · about a sign-in on a new device', async () => {
        const { email } = await server().user()
        expect((await server().client().login(email)).status).toBe(200)
        await mail().waitForEmail(email, 'new-device')
      })

      it('AUTH-10 · about a changed password', async () => {
        const user = await server().user()
        const body = { currentPassword: PASSWORD, newPassword: `another ${PASSWORD}` }
        expect((await user.call(changePassword, { body })).status).toBe(200)
        await mail().waitForEmail(user.email, 'password')
      })

      it('AUTH-10 · in the language of the request, whichever the account had before', async () => {
        const user = await server().user()
        const headers = { 'accept-language': 'en' }
        const subjectOf = async (kind: EmailKind, n = 1) =>
          (await mail().waitForEmail(user.email, kind, n)).subject
        await addedApp(server(), user)
        await mail().waitForEmail(user.email, 'second-factor', 1)
        await user.call(removeApp, { headers })
        expect(await subjectOf('second-factor', 2)).toMatch(/^The two-step protection/)
        const body = { email: user.email, password: PASSWORD }
        await server().client().call(register, { body, headers })
        expect(await subjectOf('taken')).toMatch(/^Someone tried to register/)
        await server().client().call(login, { body, headers })
        expect(await subjectOf('new-device')).toMatch(/^A new device/)
        const passwords = { currentPassword: PASSWORD, newPassword: `another ${PASSWORD}` }
        await user.call(changePassword, { body: passwords, headers })
        expect(await subjectOf('password')).toMatch(/^Your password/)
        await user.call(deleteAccount, { headers })
        expect(await subjectOf('deleted')).toMatch(/^Your account/)
      })

      it('AUTH-10 · about a password that was set by an emailed link', async () => {
        const user = await server().user()
        await user.call(requestReset, { body: { email: user.email } })
        // That email waits for the poll, or for another one: sending it must not reveal an account.
        await user.call(requestVerification)
        const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
        const body = { token, password: `another ${PASSWORD}` }
        expect((await user.call(resetPassword, { body })).status).toBe(200)
        await mail().waitForEmail(user.email, 'password')
      })

      it('AUTH-10 · about each change of the second factors', async () => {
        const user = await server().user()
        const isSent = (n: number) => mail().waitForEmail(user.email, 'second-factor', n)
        await addedApp(server(), user)
        await isSent(1)
        const { id } = await addedPasskey(server(), user)
        await isSent(2)
        await user.call(replaceRecoveryCodes)
        await isSent(3)
        await user.call(removePasskey, { params: { id } })
        await isSent(4)
        await user.call(removeApp)
        await isSent(5)
      })

      it('AUTH-10 · about each recovery code that is used, and the devices on which it is', async () => {
        const user = await server().user()
        const { codes } = await addedApp(server(), user)
        const { email } = user
        const isSent = (n: number) => mail().waitForEmail(email, 'second-factor', n)
        await isSent(1)
        await user.call(confirmIdentity, { body: { password: PASSWORD, code: codes[0] } })
        await isSent(2)
        await server()
          .client()
          .call(recogniseDevice, { body: { email, code: codes[1] ?? '' } })
        await isSent(3)
        await mail().waitForEmail(email, 'new-device', 1)
        const browser = server().client()
        await complete(browser, await ticketOf(browser, email), codes[2] ?? '')
        await isSent(4)
        await mail().waitForEmail(email, 'new-device', 2)
      })

      it('AUTH-10 · about a sign-in with a passkey on a new device', async () => {
        const user = await server().user()
        const passkey = await addedPasskey(server(), user)
        const browser = server().client()
        const { options } = (await browser.call(requestPasskey)).reply
        await browser.call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
        await mail().waitForEmail(user.email, 'new-device')
      })

      it.each(['at the sign-in', 'for a confirmation'])(
        'AUTH-10 · about wrong codes after the right password: %s',
        async (place) => {
          const user = await server().user()
          await addedApp(server(), user)
          const browser = server().client()
          const ticket = await ticketOf(browser, user.email)
          const tryWrong = (code: string) =>
            place === 'at the sign-in'
              ? complete(browser, ticket, code)
              : user.call(confirmIdentity, { body: { password: PASSWORD, code } })
          for (let n = 0; n < SERIES; n++)
            expect((await tryWrong(`wrong ${n}`)).refusal.code).toBe('wrong_code')
          await mail().waitForEmail(user.email, 'failed-codes')
        },
      )

      it('AUTH-06 · about a deleted account', async () => {
        const user = await server().user()
        expect((await user.call(deleteAccount)).status).toBe(200)
        await mail().waitForEmail(user.email, 'deleted')
      })
    })
  },
  {},
  AT_ONCE,
)

import { describe, expect, it } from 'vitest'
import { changePassword, deleteAccount, requestVerification } from '#api/account.ts'
import { register } from '#api/auth.ts'
import { Client, PASSWORD } from '#test/server/client.ts'
import { AT_ONCE, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

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

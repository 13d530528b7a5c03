import { describe, expect, it } from 'vitest'
import { getAccount } from '#api/account.ts'
import { requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import {
  addPasskey,
  confirmApp,
  listFactors,
  recogniseDevice,
  replaceRecoveryCodes,
  requestDeviceCode,
  requestNewPasskey,
  requestPasskey,
  signInWithPasskey,
  startApp,
} from '#api/second-factor.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import {
  addedApp,
  addedPasskey,
  codeIn,
  complete,
  confirmAddressOf,
  isSignedIn,
  ticketOf,
} from '#test/server/second-factors.ts'
import { forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'another long secret'

onEachDatabaseWithMail((server, mail) => {
  const isVerified = async (client: Client) => (await client.call(getAccount)).reply.isVerified
  const linkOf = async ({ email }: Client) => tokenIn(await mail().waitForEmail(email, 'verify'))

  async function resetBy(owner: Client, email: string) {
    await owner.call(requestReset, { body: { email } })
    const token = tokenIn(await mail().waitForEmail(email, 'reset'))
    return (await owner.call(resetPassword, { body: { token, password: NEW_PASSWORD } })).reply
  }

  describe('an account whose address is not confirmed', () => {
    it('AUTH-02 AUTH-10 · gets no passkey, app or recovery codes, and gets them once it is', async () => {
      const user = await server().user()
      const passkey = { id: 'A', response: { clientDataJSON: 'A', attestationObject: 'A' } }
      const additions = () =>
        Promise.all([
          user.call(requestNewPasskey),
          user.call(addPasskey, { body: { passkey } }),
          user.call(startApp),
          user.call(confirmApp, { body: { code: '000000' } }),
          user.call(replaceRecoveryCodes),
        ])
      for (const { status, refusal } of await additions())
        expect([status, refusal.code]).toEqual([403, 'email_unconfirmed'])
      expect((await user.call(verifyEmail, { body: { token: await linkOf(user) } })).status).toBe(200)
      const codes = (await additions()).map(({ status, text }) =>
        status === 200 ? 200 : JSON.parse(text).code,
      )
      expect(codes).toEqual([200, 'passkey_rejected', 200, 'wrong_code', 'not_found'])
    })

    it('AUTH-10 · that another person made of an address keeps nothing of theirs after a new password by its owner', async () => {
      const attacker = await server().user()
      // As an earlier version allowed.
      const passkey = await addedPasskey(server(), attacker)
      const { codes } = await addedApp(server(), attacker)
      await server().db.updateTable('account').set({ verified_at: null }).execute()
      const begun = await ticketOf(server().client(), attacker.email)
      const owner = server().client()
      expect(await resetBy(owner, attacker.email)).toEqual({ ok: true, hasApp: false, passkeys: 0 })

      expect(await isSignedIn(attacker), 'the session').toBe(false)
      expect((await attacker.login()).status, 'the password').toBe(401)
      expect((await complete(server().client(), begun, codes[0] ?? '')).status, 'the begun sign-in').toBe(410)
      const { options } = (await attacker.call(requestPasskey)).reply
      const byPasskey = await attacker.call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
      expect(byPasskey.refusal.code, 'the passkey').toBe('passkey_rejected')
      const device = { email: attacker.email, code: codes[1] ?? '' }
      expect((await attacker.call(recogniseDevice, { body: device })).status, 'the recovery codes').toBe(403)
      expect((await owner.login(attacker.email, NEW_PASSWORD)).status, 'asks for no second factor').toBe(200)
      expect((await owner.call(listFactors)).reply).toEqual({ app: null, passkeys: [], recoveryCodes: 0 })
      expect(await isVerified(owner)).toBe(true)
      const { text } = await mail().waitForEmail(attacker.email, 'second-factor', 3)
      expect(text).toContain('не знаем дали са ваши')
    })

    it('AUTH-10 · is not confirmed by its link in a browser that is not signed in, without the password', async () => {
      const attacker = await server().user()
      const owner = server().client()
      const token = await linkOf(attacker)
      const { status, refusal } = await owner.call(verifyEmail, { body: { token } })
      expect([status, refusal.code]).toEqual([403, 'password_required'])
      const guess = await owner.call(verifyEmail, { body: { token, password: 'the one of the owner' } })
      expect([guess.status, guess.refusal.code]).toEqual([403, 'wrong_password'])
      // Another account in that browser is no proof.
      await owner.register()
      expect((await owner.call(verifyEmail, { body: { token } })).status).toBe(403)
      expect(await isVerified(attacker)).toBe(false)
      expect((await attacker.call(startApp)).refusal.code).toBe('email_unconfirmed')
    })

    it('AUTH-10 · is confirmed on another device by link and password, while the first one stays signed in', async () => {
      const user = await server().user()
      const phone = server().client()
      const body = { token: await linkOf(user), password: PASSWORD }
      await forgetLimits(server().db)
      expect((await phone.call(verifyEmail, { body })).status).toBe(200)
      const attempts = server().db.selectFrom('throttle').select('hits').where('key', 'like', 'login:%')
      expect(await attempts.execute(), 'the right password is given back').toEqual([
        { hits: 0 },
        { hits: 0 },
        { hits: 0 },
      ])
      expect(await isVerified(user)).toBe(true)
      expect(await isSignedIn(phone), 'the link signs no one in').toBe(false)
      const again = { token: body.token }
      expect((await phone.call(verifyEmail, { body: again })).status, 'opened twice').toBe(200)
    })

    it('AUTH-10 · C09 · has the limit of sign-ins for passwords at its link', async () => {
      const user = await server().user()
      const token = await linkOf(user)
      const attempt = (password: string) =>
        server()
          .client()
          .call(verifyEmail, { body: { token, password }, headers: from('10.9.0.1') })
      for (let n = 0; n < 10; n++) expect((await attempt(`wrong guess ${n}`)).status).toBe(403)
      const { status, headers } = await attempt(PASSWORD)
      expect([status, headers.get('retry-after')]).toEqual([429, '900'])
      server().time.now += 15 * MINUTE_MS
      expect((await attempt(PASSWORD)).status).toBe(200)
    })

    it('AUTH-02 AUTH-10 · is not confirmed by an emailed code for a device', async () => {
      const user = await server().user()
      const owner = server().client()
      await owner.call(requestDeviceCode, { body: { email: user.email } })
      const code = codeIn((await mail().waitForEmail(user.email, 'device-code')).text ?? '')
      expect((await owner.call(recogniseDevice, { body: { email: user.email, code } })).status).toBe(200)
      expect(await isVerified(user)).toBe(false)
      const link = { token: await linkOf(user) }
      expect((await owner.call(verifyEmail, { body: link })).refusal.code).toBe('password_required')
    })
  })

  it('AUTH-10 · an account that was confirmed before keeps its second factors after a new password by a link', async () => {
    const user = await server().user()
    await confirmAddressOf(server(), user)
    await addedPasskey(server(), user)
    await forgetLimits(server().db)
    expect(await resetBy(server().client(), user.email)).toEqual({ ok: true, hasApp: false, passkeys: 1 })
  })
})

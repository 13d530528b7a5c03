import { expect, it } from 'vitest'
import { requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import { confirmIdentity, recogniseDevice, requestPasskey, signInWithPasskey } from '#api/second-factor.ts'
import { PASSWORD } from '#test/server/client.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { addedApp, addedPasskey, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { onEachDatabaseWithMail } from '#test/server/with-mail.ts'

onEachDatabaseWithMail((server, mail) => {
  it('AUTH-02 · the security log names the account of whatever is done to it without a session', async () => {
    const { db } = server()
    await db.deleteFrom('security_event').execute()
    const user = await server().user()
    const { email } = user
    const browser = () => server().client()
    const token = tokenIn(await mail().waitForEmail(email, 'verify'))
    await browser().call(verifyEmail, { body: { token, password: 'a wrong secret' } })
    await browser().login(email, 'a wrong secret')
    await browser().login(email)
    const { secret, codes } = await addedApp(server(), user)
    const passkey = await addedPasskey(server(), user)
    await complete(browser(), await ticketOf(browser(), email), nextCode(server(), secret))
    const { options } = (await browser().call(requestPasskey)).reply
    await browser().call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
    await browser().call(recogniseDevice, { body: { email, code: codes[0] } })
    await user.call(confirmIdentity, { body: { password: PASSWORD, code: codes[1] } })
    await browser().call(requestReset, { body: { email } })
    const reset = tokenIn(await mail().waitForEmail(email, 'reset'))
    await browser().call(resetPassword, { body: { token: reset, password: 'another long secret' } })

    const rows = () => db.selectFrom('security_event').selectAll().execute()
    const ofEvent = async (event: string) => (await rows()).filter((row) => row.event === event)
    await expect.poll(async () => ofEvent('password-reset')).toHaveLength(1)
    const [own] = await ofEvent('identity-confirmed')
    expect(own?.account).not.toBe('')
    const named = (await rows()).filter(({ account }) => account === own?.account)
    expect(new Set(named.map(({ event, outcome, code }) => [event, outcome, code].join(' ').trim()))).toEqual(
      new Set([
        'registration success',
        'email-confirmed failure wrong_password',
        'sign-in failure invalid_credentials',
        'sign-in success',
        'sign-in failure second_factor_required',
        'app-added success',
        'passkey-added success',
        'second-factor success',
        'sign-in-passkey success',
        'device-known success',
        'identity-confirmed success',
        'password-reset success',
      ]),
    )
  })
})

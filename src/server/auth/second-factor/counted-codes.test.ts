import { beforeEach, describe, expect, it } from 'vitest'
import { resetPassword } from '#api/auth.ts'
import { confirmIdentity, listFactors, recogniseDevice, removeApp } from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { addedApp, complete, nextCode, ticketOf } from '#test/server/second-factors.ts'
import { forgetLimits } from '#test/server/with-mail.ts'
import { createEmailToken } from '../email-tokens.ts'

onEachDatabase((server) => {
  beforeEach(() => forgetLimits(server().db))

  /** As many wrong codes of every app as were entered in a row. */
  const setWrongCodes = (wrong_codes: number) =>
    server().db.updateTable('totp').set({ wrong_codes }).execute()

  /** A user with an app, and what the server answers to its next code after so many wrong ones, by place. */
  async function withApp() {
    const user = await server().user()
    const { secret, codes } = await addedApp(server(), user)
    const { email } = user
    const code = () => nextCode(server(), secret)
    const places = {
      'at the sign-in': async () => {
        const browser = server().client()
        return complete(browser, await ticketOf(browser, email), code())
      },
      'in the settings': () => user.call(confirmIdentity, { body: { password: PASSWORD, code: code() } }),
      'before the password': () =>
        server()
          .client()
          .call(recogniseDevice, { body: { email, code: code() } }),
    }
    const enter = async (place: keyof typeof places, wrong: number) => {
      await setWrongCodes(wrong)
      const { status, text } = await places[place]()
      return status === 200 ? 200 : JSON.parse(text).code
    }
    return { user, secret, codes, enter }
  }

  it.each([
    ['at the sign-in', 50, 'app_codes_blocked'],
    ['in the settings', 50, 'app_codes_blocked'],
    ['before the password', 20, 'wrong_code'],
  ] as const)(
    'AUTH-02 · C09 · codes are compared %s until %d in a row were wrong',
    async (place, most, refusal) => {
      const { user, enter } = await withApp()
      expect(await enter(place, most - 1)).toBe(200)
      expect(await enter(place, most)).toBe(refusal)
      const { db } = server()
      const { wrong_codes } = await db
        .selectFrom('totp')
        .select('wrong_codes')
        .where('account_id', '=', await accountIdOf(db, user.email))
        .executeTakeFirstOrThrow()
      expect(wrong_codes).toBe(most)
    },
  )

  it('AUTH-02 · codes are compared again after a new password by a link', async () => {
    const { db, time } = server()
    const { user, secret } = await withApp()
    await setWrongCodes(50)
    const token = await createEmailToken(db, await accountIdOf(db, user.email), 'reset', time.now)
    const body = { token, password: 'another long secret' }
    expect((await user.call(resetPassword, { body })).reply).toEqual({ ok: true, hasApp: true, passkeys: 0 })
    const ticket = await ticketOf(user, user.email, body.password)
    expect((await complete(user, ticket, nextCode(server(), secret))).status).toBe(200)
  })

  describe('the last second factor', () => {
    it('AUTH-02 · that is removed takes its recovery codes along, and what it has passed', async () => {
      const { user, codes } = await withApp()
      const other = server().client()
      const [code = ''] = codes
      expect((await complete(other, await ticketOf(other, user.email), code)).status).toBe(200)
      expect((await other.login(user.email)).status, 'it is not asked for again').toBe(200)
      expect((await user.call(removeApp)).reply).toEqual({ ok: true })
      expect((await user.call(listFactors)).reply).toEqual({ app: null, passkeys: [], recoveryCodes: 0 })
      server().time.now += 30_000
      await addedApp(server(), user)
      expect((await other.login(user.email)).refusal.code).toBe('second_factor_required')
    })
  })
})

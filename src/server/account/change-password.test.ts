import { describe, expect, it } from 'vitest'
import { me, requestReset, resetPassword } from '#api/auth.ts'
import { changePassword, endAllSessions } from '#api/account.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { linkIn, tokenIn } from '#test/server/mail-server.ts'
import { expectSent, forgetLimits, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

const NEW_PASSWORD = 'another long secret'
const MINUTE_MS = 60_000

const change = (client: Client, newPassword = NEW_PASSWORD, currentPassword = PASSWORD) =>
  client.call(changePassword, { body: { currentPassword, newPassword } })

onEachDatabaseWithMail((server, mail) => {
  const isSignedIn = async (client: Client) => (await client.call(me)).reply.user !== null
  const sessionsOf = async ({ email }: Client) => {
    const { db } = server()
    const id = await accountIdOf(db, email)
    return db.selectFrom('session').selectAll().where('account_id', '=', id).execute()
  }

  describe('changing the password', () => {
    it('AUTH-10 · ends the other sessions, continues with a new token, and sends an email', async () => {
      const user = await server().user()
      const otherDevice = server().client()
      await otherDevice.login(user.email)
      const previous = user.cookie
      expect((await change(user)).reply).toEqual({ ok: true, user: { email: user.email }, tokens: 15 })

      expect(user.cookie).not.toBe(previous)
      expect(await isSignedIn(user)).toBe(true)
      expect(await isSignedIn(otherDevice)).toBe(false)
      const attacker = server().client()
      attacker.cookie = previous
      expect(await isSignedIn(attacker)).toBe(false)
      expect((await server().client().login(user.email)).status).toBe(401)
      expect((await server().client().login(user.email, NEW_PASSWORD)).status).toBe(200)
      expect(linkIn(await mail().waitForEmail(user.email, 'password'))).toMatch(/\/forgot-password$/)
    })

    it('AUTH-10 · needs the current password', async () => {
      const user = await server().user()
      const { status, refusal } = await change(user, NEW_PASSWORD, 'not the password')
      expect([status, refusal.code]).toEqual([403, 'wrong_password'])
      expect(await isSignedIn(user)).toBe(true)
      expect((await server().client().login(user.email)).status).toBe(200)
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'password')).toEqual([])
    })

    it.each([
      ['short', 'invalid_password'],
      ['x'.repeat(257), 'invalid_password'],
      ['password1', 'common_password'],
    ])('AUTH-03 · rejects %j: %s', async (password, code) => {
      const user = await server().user()
      const { status, refusal } = await change(user, password)
      expect([status, refusal.code]).toEqual([400, code])
      expect(await isSignedIn(user)).toBe(true)
    })

    it('AUTH-10 · ends reset tokens sent before', async () => {
      const user = await server().user()
      await user.call(requestReset, { body: { email: user.email } })
      const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
      await change(user)
      const late = await user.call(resetPassword, { body: { token, password: 'a third long secret' } })
      expect([late.status, late.refusal.code]).toEqual([410, 'link_expired'])
    })

    it('AUTH-10 · is limited to ten wrong passwords per session', async () => {
      const user = await server().user()
      const otherDevice = server().client()
      await otherDevice.login(user.email)
      const guesses = Array.from({ length: 15 }, (_, n) => change(user, NEW_PASSWORD, `wrong ${n}`))
      const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).toEqual([...Array<number>(10).fill(403), ...Array<number>(5).fill(429)])
      const endAll = await user.call(endAllSessions, { body: { password: PASSWORD } })
      expect([endAll.status, endAll.headers.get('retry-after')]).toEqual([429, '900'])

      expect((await server().client().login(user.email)).status, 'signing in is not limited').toBe(200)
      expect((await change(otherDevice)).status, 'the other session is not limited').toBe(200)
    })

    it('AUTH-10 · is possible again later, and correct passwords are not counted', async () => {
      const user = await server().user()
      for (let n = 0; n < 10; n++) await change(user, NEW_PASSWORD, `wrong ${n}`)
      expect((await change(user)).status).toBe(429)
      server().time.now += 15 * MINUTE_MS
      const current = await changeOften(user, 10)
      expect((await change(user, NEW_PASSWORD, 'wrong')).status).toBe(403)
      expect((await change(user, NEW_PASSWORD, current)).status, 'another limit').toBe(429)
    })

    it('AUTH-10 · is limited to ten times an hour, with an email for each', async () => {
      const user = await server().user()
      // An address that is not confirmed gets fewer emails.
      await server()
        .db.updateTable('account')
        .set({ verified_at: 1 })
        .where('email', '=', user.email)
        .execute()
      const current = await changeOften(user, 10)
      const late = await change(user, NEW_PASSWORD, current)
      expect([late.status, late.headers.get('retry-after')]).toEqual([429, '3600'])
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'password')).toHaveLength(10)
      server().time.now += 60 * MINUTE_MS
      expect((await change(user, NEW_PASSWORD, current)).status).toBe(200)
    })

    /** @returns the last password */
    async function changeOften(user: Client, times: number): Promise<string> {
      let current = PASSWORD
      for (let n = 0; n < times; n++) {
        const next = `secret number ${n}`
        expect((await change(user, next, current)).status).toBe(200)
        current = next
      }
      return current
    }
  })

  describe('concurrent with a change', () => {
    it('AUTH-10 · logins with the old password leave no session', { timeout: 120_000 }, async () => {
      for (const startedBefore of [0, 1, 2, 4, 7]) {
        await forgetLimits(server().db)
        const user = await server().user()
        const before = Array.from({ length: startedBefore }, () => server().client())
        const after = Array.from({ length: 20 - startedBefore }, () => server().client())
        const started = before.map((client) => client.login(user.email))
        const changed = change(user)
        const answers = await Promise.all([...started, ...after.map((client) => client.login(user.email))])
        expect((await changed).status).toBe(200)
        for (const { status } of answers) expect([200, 401, 429]).toContain(status)
        for (const client of [...before, ...after]) expect(await isSignedIn(client)).toBe(false)
        expect(await sessionsOf(user), 'the session of the change').toHaveLength(1)
        expect(await isSignedIn(user)).toBe(true)
      }
    })

    it('AUTH-10 · a change that began with the old password does not overwrite one set by a reset token', async () => {
      for (let round = 0; round < 6; round++) {
        await forgetLimits(server().db)
        const user = await server().user()
        await user.call(requestReset, { body: { email: user.email } })
        const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
        const body = { token, password: 'what the token sets' }
        const [reset, changed] = await Promise.all([
          server().client().call(resetPassword, { body }),
          change(user, 'what the attacker sets'),
        ])
        expect([reset.status, changed.status].filter((status) => status === 200)).toHaveLength(1)
        const isByToken = reset.status === 200
        const works = isByToken ? 'what the token sets' : 'what the attacker sets'
        expect((await server().client().login(user.email, works)).status).toBe(200)
        expect(await isSignedIn(user)).toBe(!isByToken)
      }
    })

    it('AUTH-10 · of two concurrent changes one succeeds, and only its session remains', async () => {
      const user = await server().user()
      const twin = server().client()
      await twin.login(user.email)
      const [first, second] = await Promise.all([
        change(user, 'the first secret'),
        change(twin, 'the second secret'),
      ])
      expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await sessionsOf(user)).toHaveLength(1)
    })
  })
})

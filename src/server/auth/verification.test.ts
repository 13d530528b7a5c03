import { describe, expect, it } from 'vitest'
import { requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import { getAccount, requestVerification } from '#api/account.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { linkIn, tokenIn } from '#test/server/mail-server.ts'
import { expectSent, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { makeOutbox } from '../mail/outbox.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

onEachDatabaseWithMail((server, mail) => {
  /** In a browser that is not signed in. */
  const confirm = (token: string) =>
    server()
      .client()
      .call(verifyEmail, { body: { token, password: PASSWORD } })
  const isVerified = async (client: Client) => (await client.call(getAccount)).reply.isVerified

  describe('confirming an address', () => {
    it('AUTH-10 · uses the link in the email sent on registering, which may be opened twice', async () => {
      const user = await server().user()
      const email = await mail().waitForEmail(user.email, 'verify')
      expect(email.subject).toBe('Потвърдете имейла си в Левро')
      expect(email.text).toContain('създаден профил в Левро')
      expect(linkIn(email)).toContain('/verify-email#token=')
      expect(await isVerified(user)).toBe(false)
      for (let n = 0; n < 2; n++)
        expect((await confirm(tokenIn(email))).reply).toEqual({
          ok: true,
          tokensAdded: 0,
          freeTokens: 'given',
        })
      expect(await isVerified(user)).toBe(true)
    })

    it('AUTH-10 · is possible for a day', async () => {
      const user = await server().user()
      const token = tokenIn(await mail().waitForEmail(user.email, 'verify'))
      server().time.now += DAY_MS
      const { status, refusal } = await confirm(token)
      expect([status, refusal.code]).toEqual([410, 'link_expired'])
      expect(await isVerified(user)).toBe(false)
    })

    it('AUTH-10 · sends another email on request, three times an hour; older links stay valid', async () => {
      const { db, time } = server()
      const user = await server().user()
      const answers = await Promise.all(Array.from({ length: 5 }, () => user.call(requestVerification)))
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      const late = answers.find(({ status }) => status === 429)
      expect([late?.refusal.code, late?.headers.get('retry-after')]).toEqual(['too_many_requests', '3600'])
      await expectSent(db)
      const emails = mail().emailsTo(user.email, 'verify')
      expect(emails).toHaveLength(4)
      expect(new Set(emails.map(tokenIn)).size).toBe(4)

      time.now += HOUR_MS
      expect((await user.call(requestVerification)).status).toBe(200)
      await mail().waitForEmail(user.email, 'verify', 5)
      expect((await confirm(emails.map(tokenIn)[1] ?? '')).status).toBe(200)
    })

    it('AUTH-10 · sends no more emails once confirmed', async () => {
      const user = await server().user()
      await confirm(tokenIn(await mail().waitForEmail(user.email, 'verify')))
      for (let n = 0; n < 5; n++) expect((await user.call(requestVerification)).reply).toEqual({ ok: true })
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'verify')).toHaveLength(1)
    })

    it('AUTH-10 · is not asked for by an email that was still waiting when it was done', async () => {
      const { db, time } = server()
      const user = await server().user()
      await confirm(tokenIn(await mail().waitForEmail(user.email, 'verify')))
      const account = { email: user.email, accountId: await accountIdOf(db, user.email) }
      const outbox = makeOutbox(
        () => time.now,
        () => undefined,
      )
      await outbox.put(db, { kind: 'verify', lang: 'bg', ...account })
      await expectSent(db)
      expect(mail().emailsTo(user.email, 'verify')).toHaveLength(1)
    })

    it('AUTH-10 · is not done by a reset token', async () => {
      const user = await server().user()
      await user.call(requestReset, { body: { email: user.email } })
      const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
      expect((await confirm(token)).status).toBe(410)
      const password = 'another long secret'
      expect((await user.call(resetPassword, { body: { token, password } })).status).toBe(200)
    })

    it('AUTH-10 · needs no session, but another email does', async () => {
      expect((await server().client().call(requestVerification)).status).toBe(401)
      expect((await server().client().call(getAccount)).status).toBe(401)
    })
  })
})

import { describe, expect, it } from 'vitest'
import { login, requestReset, resetPassword } from '#api/auth.ts'
import { acceptTerms } from '#api/site.ts'
import {
  changePassword,
  deleteAccount,
  endAllSessions,
  listSessions,
  requestVerification,
} from '#api/account.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import { type Answer, type Client, PASSWORD } from './client.ts'
import { accountIdOf, expectConsistentLedger } from './ledger-check.ts'
import { tokenIn } from './mail-server.ts'
import { makeRows } from './reference.ts'
import { findRowsWith } from './whole-store.ts'
import { expectSent, forgetLimits, onEachDatabaseWithMail } from './with-mail.ts'

const ROUNDS = 8

type Call = () => Promise<Answer<unknown>>

onEachDatabaseWithMail((server, mail) => {
  const callsBeside = (owner: Client, link: string): Call[] => {
    const body = { currentPassword: PASSWORD, newPassword: 'another long secret' }
    const bulks = Array.from({ length: 10 }, (_, n): Call => {
      const count = n % 5 === 0 ? 2500 : 10
      return () => owner.at(owner.origin).bulk(makeRows(count, n), { key: `key-${n}` })
    })
    return [
      ...bulks,
      () =>
        server()
          .client()
          .call(login, { body: { email: owner.email, password: PASSWORD } }),
      () => owner.at(owner.origin).call(changePassword, { body }),
      () => owner.at(owner.origin).call(requestVerification),
      () => owner.at(owner.origin).call(listSessions),
      () => owner.at(owner.origin).call(endAllSessions, { body: { password: PASSWORD } }),
      () => owner.at(owner.origin).call(acceptTerms, { body: { version: TERMS_VERSION } }),
      () =>
        server()
          .client()
          .call(resetPassword, { body: { token: link, password: 'what the link sets' } }),
      () => server().client().register(owner.email, 'a stranger is too late'),
    ]
  }

  describe('a deletion during all other requests', () => {
    it('AUTH-06 · leaves no data, and no request fails', { timeout: 180_000 }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { db } = server()
        await forgetLimits(db)
        const owner = await server().user(6000)
        const id = await accountIdOf(db, owner.email)
        await owner.call(requestReset, { body: { email: owner.email } })
        const link = tokenIn(await mail().waitForEmail(owner.email, 'reset'))

        // The deletion is first, last or in between.
        const calls = callsBeside(owner, link)
        const twin = owner.at(owner.origin)
        calls.splice((round * 5) % (calls.length + 1), 0, () => twin.call(deleteAccount))
        const answers = await Promise.all(calls.map((call) => call()))
        expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])

        // A password change may have ended the session before the deletion.
        const still = await db.selectFrom('account').select('id').where('id', '=', id).execute()
        if (still.length > 0) await deleteWithAnyPassword(owner)
        await expectSent(db)
        expect(await findRowsWith(db, id), `round ${round}`).toEqual({})
        await expectConsistentLedger(db)
      }
    })
  })

  async function deleteWithAnyPassword({ email }: Client): Promise<void> {
    for (const password of [PASSWORD, 'another long secret', 'what the link sets']) {
      const client = server().client()
      const { status } = await client.login(email, password)
      if (status !== 200) continue
      expect((await client.call(deleteAccount)).status).toBe(200)
      return
    }
    throw new Error('No password lets the owner in.')
  }
})

import { expect, it } from 'vitest'
import { login } from '#api/auth.ts'
import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import { acceptTerms } from '#api/site.ts'
import { deleteAccount, requestVerification } from '#api/account.ts'
import { DIALECTS } from '../harness.ts'
import { PASSWORD } from '../server/client.ts'
import { accountIdOf } from '../server/ledger-check.ts'
import { makeRows } from '../server/reference.ts'
import { findRowsWith } from '../server/whole-store.ts'
import { expectSent } from '../server/with-mail.ts'
import { sessionAt } from '../server/with-payments.ts'
import { withAbuseServer } from './abuse-server.ts'

const ROUNDS = 3

withAbuseServer({ databases: DIALECTS, mail: true, payments: true }, (getTarget) => {
  it('AUTH-06 · C33 · a deletion during conversions, a payment and sign-ins leaves nothing of the account', async () => {
    const target = getTarget()
    const second = await target.startAnother()
    const deleted: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await target.user(500)
      const id = await accountIdOf(target.db, owner.email)
      const { url } = (await owner.call(createCheckoutSession, { body: { priceId: 'starter' } })).reply
      await target.provider.pay(sessionAt(url), 'paid')
      await owner.bulk(makeRows(10))

      const twin = (n: number) =>
        Object.assign(target.stranger(), {
          cookie: owner.cookie,
          ...(n % 2 === 1 && { origin: second.origin }),
        })
      const calls = [
        ...Array.from({ length: 10 }, (_, n) => () => twin(n).bulk(makeRows(n === 3 ? 400 : 10, n))),
        () => twin(0).call(finalizeCheckout, { body: { session_id: sessionAt(url) } }),
        () => twin(1).call(finalizeCheckout, { body: { session_id: sessionAt(url) } }),
        () => twin(0).call(createCheckoutSession, { body: { priceId: 'pro' } }),
        () => twin(1).call(requestVerification),
        () => twin(0).call(acceptTerms, { body: { version: '1.0.0' } }),
        () => target.stranger().login(owner.email),
      ]
      const deletions = [0, 1].map((n) => () => twin(n).call(deleteAccount))
      // Deletions first, in between and last.
      const order = [...calls.slice(0, round * 8), ...deletions, ...calls.slice(round * 8)]
      const statuses = await Promise.all(order.map(async (call) => (await call()).status))
      const told = statuses.splice(round * 8, deletions.length)
      expect(
        told.toSorted((a, b) => a - b),
        'it is deleted once',
      ).toEqual([200, 401])
      for (const status of statuses) expect([200, 202, 401, 404, 409]).toContain(status)

      // A concurrent sign-in may have started a session; the account is deleted all the same.
      const again = await target.stranger().call(login, { body: { email: owner.email, password: PASSWORD } })
      expect(again.status).toBe(401)
      for (const n of [0, 1]) expect((await twin(n).call(deleteAccount)).status).toBe(401)
      deleted.push(id, owner.email)
    }
    await expectSent(target.db)
    for (const trace of deleted) expect(await findRowsWith(target.db, trace)).toEqual({})
    const orphans = await target.db
      .selectFrom('job')
      .leftJoin('account', 'account.id', 'job.account_id')
      .select('job.id')
      .where('account.id', 'is', null)
      .execute()
    expect(orphans).toEqual([])
    const fresh = await target.stranger().register(deleted.at(-1))
    expect(fresh.reply.tokens, 'whoever comes again begins anew, without free tokens').toBe(0)
    target.provider.expectAllFit()
  })
})

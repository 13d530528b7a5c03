import { expect, it } from 'vitest'
import { acceptTerms } from '#api/site.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import { onEachDatabase } from '#test/harness.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'

onEachDatabase((server) => {
  const accepted = () => server().db.selectFrom('terms_acceptance').selectAll().orderBy('at').execute()

  it('AUTH-01 · the terms are accepted by registering, and in a version that the page has shown', async () => {
    const { db, time } = server()
    const [user, visitor] = [await server().user(), server().client()]
    const registration = {
      account_id: await accountIdOf(db, user.email),
      version: TERMS_VERSION,
      at: time.now,
    }
    expect(await accepted()).toEqual([registration])
    const accept = (client: typeof user, version: string) => client.call(acceptTerms, { body: { version } })
    const { status, refusal } = await accept(user, '1999-01-01')
    expect([status, refusal.code]).toEqual([400, 'unknown_terms_version'])
    await db.deleteFrom('terms_acceptance').execute()
    expect((await accept(visitor, TERMS_VERSION)).reply).toEqual({ ok: true })
    expect(await accepted(), 'a visitor').toEqual([])
    time.now += 5
    expect((await accept(user, TERMS_VERSION)).reply).toEqual({ ok: true })
    expect(await accepted()).toEqual([{ ...registration, at: time.now }])
  })
})

import { expect, it } from 'vitest'
import { login } from '#api/auth.ts'
import { forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

/** More than may wait for a hash of one network: 20, and two at work. */
const CROWD = 60

onEachDatabaseWithMail((server) => {
  it('AUTH-02 · passwords beyond what one network may have waiting are answered as busy, and count as no attempt', async () => {
    const { db } = server()
    await forgetLimits(db)
    const answers = await Promise.all(
      Array.from({ length: CROWD }, (_, n) =>
        server()
          .client()
          .call(login, {
            body: { email: `nobody-${n}@example.bg`, password: 'a wrong secret' },
            headers: from('10.7.0.1'),
          }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect(count(401) + count(503)).toBe(CROWD)
    expect(count(401)).toBeGreaterThanOrEqual(20)
    expect(count(503)).toBeGreaterThan(0)
    expect(answers.find(({ status }) => status === 503)?.refusal.code).toBe('busy')
    const { hits } = await db
      .selectFrom('throttle')
      .select('hits')
      .where('key', '=', 'login:10.7.0.1')
      .executeTakeFirstOrThrow()
    expect(hits).toBe(count(401))
  })
})

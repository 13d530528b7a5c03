import { expect, it } from 'vitest'
import { login, register } from '#api/auth.ts'
import { PASSWORD } from '#test/server/client.ts'
import { forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

/** More than may wait for a hash of one network: 20, and two at work. */
const CROWD = 60

onEachDatabaseWithMail((server) => {
  const hitsOf = async (key: string) => {
    const row = await server()
      .db.selectFrom('throttle')
      .select('hits')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return row.hits
  }

  it('AUTH-02 · passwords beyond what one network may have waiting are answered as busy, and count as no attempt', async () => {
    await forgetLimits(server().db)
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
    expect(await hitsOf('login:10.7.0.1')).toBe(count(401))
  })

  it('AUTH-01 · registrations beyond it make no account, and count as none', async () => {
    await forgetLimits(server().db)
    const answers = await Promise.all(
      Array.from({ length: CROWD }, async () => {
        const client = server().client()
        const body = { email: client.email, password: PASSWORD }
        return client.call(register, { body, headers: from('10.7.0.2') })
      }),
    )
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(await hitsOf('register:10.7.0.2')).toBe(CROWD - busy.length)
    expect(await hitsOf('register:taken:10.7.0.2')).toBe(0)
  })
})

import { expect, it } from 'vitest'
import { login } from '#api/auth.ts'
import { changePassword } from '#api/account.ts'
import { PASSWORD } from '../server/client.ts'
import { expectSent } from '../server/with-mail.ts'
import { type Reply, comparableParts } from './request.ts'
import { type AbuseServer, withAbuseServer, valueOf } from './abuse-server.ts'

const GUESSES = 30
const MOST = 20

type Guess = { email: string; password?: string; headers?: Record<string, string>; from?: string }

const guess = (target: AbuseServer, { email, password = 'not the password', headers = {}, from }: Guess) =>
  target.ask({
    method: 'POST',
    path: '/api/auth/login',
    json: { email, password },
    headers,
    ...(from !== undefined && { from }),
  })

const count = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length

/** After 20 guesses at most no further one is accepted, and every rejection says how long to wait. */
function expectStopped(replies: Reply[]): void {
  expect(count(replies, 401), 'guesses that were looked at').toBeLessThanOrEqual(MOST)
  expect(count(replies, 401) + count(replies, 429)).toBe(replies.length)
  expect(count(replies, 429)).toBeGreaterThan(0)
  for (const { headers } of replies.filter(({ status }) => status === 429)) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  }
}

withAbuseServer({ mail: true }, (getTarget) => {
  it.each(['en', 'bg'])('AUTH-02 · C07 · nobody learns who has an account: %s', async (lang) => {
    const target = getTarget()
    const owner = await target.user()
    const missing = target.stranger().email
    const headers = { 'accept-language': lang }
    const post = (path: string, json: unknown) => target.ask({ method: 'POST', path, json, headers })
    const [known, unknown] = [
      await guess(target, { email: owner.email, headers }),
      await guess(target, { email: missing, headers }),
    ]
    expect(known.status).toBe(401)
    expect(comparableParts(known)).toEqual(comparableParts(unknown))
    const malformed = await guess(target, { email: 'no address', headers })
    expect(comparableParts(malformed)).toEqual(comparableParts(unknown))
    const short = await guess(target, { email: owner.email, password: '', headers })
    expect(comparableParts(short)).toEqual(comparableParts(unknown))

    const asked = await post('/api/auth/forgot-password', { email: owner.email })
    expect(asked.status).toBe(200)
    expect(comparableParts(asked)).toEqual(
      comparableParts(await post('/api/auth/forgot-password', { email: missing })),
    )
    // The fourth email is not sent, with the same response.
    for (let n = 0; n < 4; n++)
      expect(comparableParts(await post('/api/auth/forgot-password', { email: owner.email }))).toEqual(
        comparableParts(asked),
      )
    await expectSent(target.db)
    expect(target.mail.emailsTo(owner.email, 'reset')).toHaveLength(3)
    expect(target.mail.emailsTo(missing)).toEqual([])
    const token = 'A'.repeat(43)
    for (const path of ['/api/auth/reset-check', '/api/auth/reset-password', '/api/auth/verify-email']) {
      const answers = [token, 'x', owner.email, ''].map((each) =>
        post(path, { token: each, password: 'a new and long secret' }),
      )
      const [first, ...others] = (await Promise.all(answers)).map(comparableParts)
      expect(first).toMatchObject({ status: 410 })
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('AUTH-02 · C07 · the limit is the same for unknown accounts', async () => {
    const target = getTarget()
    const owner = await target.user()
    const sequence = async (email: string) => {
      const statuses: number[] = []
      for (let n = 0; n < 15; n++) statuses.push((await guess(target, { email, from: '127.0.0.9' })).status)
      return statuses
    }
    expect(await sequence(owner.email)).toEqual(await sequence(target.stranger().email))
  })

  it('AUTH-02 · C09 · guessing is blocked, while the user signs in from another network or a known device', async () => {
    const target = getTarget()
    const owner = await target.user()
    const replies: Reply[] = []
    for (let n = 0; n < GUESSES; n++) replies.push(await guess(target, { email: owner.email }))
    expectStopped(replies)
    const right = { email: owner.email, password: PASSWORD }
    expect((await guess(target, right)).status, 'the right one is not told from a wrong one').toBe(429)
    expect((await guess(target, { ...right, from: '127.0.0.2' })).status, 'from another place').toBe(200)
    expect((await owner.login()).status, 'in the browser that is known').toBe(200)
  })

  it('AUTH-02 · C09 · concurrent guesses over one connection are all counted', async () => {
    const target = getTarget()
    const [first, second] = [await target.user(), await target.user()]
    const atOnce = Array.from({ length: GUESSES }, () => guess(target, { email: first.email }))
    expectStopped(await Promise.all(atOnce))

    const body = JSON.stringify({ email: second.email, password: 'not the password' })
    const one = [
      'POST /api/auth/login HTTP/1.1',
      'host: 127.0.0.1',
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
    const { answers } = await target.raw(one.repeat(GUESSES), { answers: GUESSES })
    expect(count(answers, 401)).toBeLessThanOrEqual(MOST)
    expect(count(answers, 429)).toBe(GUESSES - count(answers, 401))
  })

  it('AUTH-02 · C09 · no header changes the client that is limited', async () => {
    const target = getTarget()
    const owner = await target.user()
    const attacker = await target.user()
    const disguises = (n: number): Record<string, string>[] => [
      { 'x-forwarded-for': `203.0.113.${n}` },
      {
        'x-real-ip': `203.0.113.${n}`,
        'cf-connecting-ip': `203.0.113.${n}`,
        'true-client-ip': `203.0.113.${n}`,
      },
      { forwarded: `for=203.0.113.${n};proto=https` },
      { 'x-client-ip': `203.0.113.${n}`, 'user-agent': `browser ${n}` },
      { cookie: `levro-device=${String(n).padStart(43, 'D')}` },
      { cookie: `${attacker.cookie}; ${attacker.device}` },
    ]
    const replies: Reply[] = []
    for (let n = 0; n < 5; n++)
      for (const headers of disguises(n)) replies.push(await guess(target, { email: owner.email, headers }))
    expectStopped(replies)
    expect((await owner.login()).status).toBe(200)
    expect((await attacker.login()).status).toBe(200)
  })

  it('AUTH-02 · C09 · ten wrong passwords in the settings block that session, and the user can still sign in', async () => {
    const target = getTarget()
    const owner = await target.user()
    const thief = owner.at(target.origin)
    const body = { currentPassword: 'not the password', newPassword: 'what the thief wants' }
    const tries = Array.from({ length: GUESSES }, () => thief.call(changePassword, { body }))
    const statuses = (await Promise.all(tries)).map(({ status }) => ({ status }))
    expect(count(statuses, 403)).toBeLessThanOrEqual(MOST)
    expect(count(statuses, 403) + count(statuses, 429)).toBe(GUESSES)
    expect((await owner.login()).status).toBe(200)
  })

  it('AUTH-02 · C11 · every spelling of an address is the same account', async () => {
    const target = getTarget()
    const owner = await target.user()
    const { email } = owner
    const upper = email.toUpperCase()
    const spellings = [
      email,
      upper,
      ` ${email} `,
      `\t${email}`,
      `${email}\n`,
      `\u00A0${email}`,
      `\uFEFF${email}`,
      email.replace('example', 'eXample'),
      email.replace('.bg', '.BG'),
      `${upper}\r\n`,
      `\u2003${upper}`,
    ].map((spelling) => JSON.stringify(spelling))
    const escaped = `"${Array.from(email, (sign) => String.raw`\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`).join('')}"`
    const bodies = [...spellings, escaped].map((text) => `{"email":${text},"password":"not the password"}`)
    // Of duplicate keys the last counts, for the limit as for the account.
    const twice = `{"email":"${target.stranger().email}","email":"${email}","password":"not the password"}`
    const headers = { 'content-type': 'application/json' }
    const replies: Reply[] = []
    for (const body of [...bodies, twice, ...bodies, twice])
      replies.push(await target.ask({ method: 'POST', path: '/api/auth/login', headers, body }))
    expect(replies).toHaveLength(26)
    expectStopped(replies)
    expect(replies.at(-1)?.status).toBe(429)
    const shouting = await target.stranger().call(login, { body: { email: upper, password: PASSWORD } })
    expect(shouting.status, 'and of the right password').toBe(429)
    expect(valueOf(owner.cookie)).not.toBe('')
  })
})

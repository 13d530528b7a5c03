import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePassword, endAllSessions } from '#api/account.ts'
import { login, register, resetPassword, verifyEmail } from '#api/auth.ts'
import type { Endpoint } from '#api/endpoint.ts'
import {
  CHEAP_PASSWORDS,
  type Place,
  type TestServer,
  makeCheapHasher,
  makePlace,
  startServer,
} from '#test/harness.ts'
import { type Answer, type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { forgetLimits, from } from '#test/server/with-mail.ts'
import { createEmailToken } from './email-tokens.ts'
import { type PasswordHasher, makePasswordHasher } from './password-hash.ts'

const NEW_PASSWORD = 'another long secret'

/** Of one network as many wait as may. */
const NETWORK_IS_FULL = makePasswordHasher({ width: 1, waiting: 9, ofKey: 0, reserved: 0 }, CHEAP_PASSWORDS)
/** Nobody may wait, and none is hashed. */
const ALL_IS_FULL = makePasswordHasher({ width: 0, waiting: 0, ofKey: 9, reserved: 0 }, CHEAP_PASSWORDS)

/** Takes half a second of a processor to compare with. */
const SLOW_HASH = '$argon2id$v=19$m=19456,t=30,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFndGFndGFndGFndGFn'

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startServer(place.settings)
})
afterAll(async () => {
  await server.stop()
  await place.remove()
})

/** Works on a second server of the same database, whose passwords are hashed so. */
async function withHasher(hasher: PasswordHasher, work: (origin: string) => Promise<void>): Promise<void> {
  const other = await startServer({ ...place.settings, TRUST_PROXY: '127.0.0.0/8' }, undefined, { hasher })
  other.time.now = server.time.now
  try {
    await work(other.origin)
  } finally {
    await other.stop()
  }
}

const tokenFor = async ({ email }: Client, purpose: 'reset' | 'verify') =>
  createEmailToken(server.db, await accountIdOf(server.db, email), purpose, server.time.now)

/** Each request that has a password hashed or compared, with what it is sent. */
async function requestsOf(user: Client): Promise<[endpoint: Endpoint, body: object][]> {
  const { email } = server.client()
  return [
    [register, { email, password: PASSWORD }],
    [login, { email: user.email, password: PASSWORD }],
    [changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
    [endAllSessions, { password: PASSWORD }],
    [resetPassword, { token: await tokenFor(user, 'reset'), password: NEW_PASSWORD }],
    [verifyEmail, { token: await tokenFor(user, 'verify'), password: PASSWORD }],
  ]
}

const codeOf = (answer: Answer<unknown>) => (answer.status === 200 ? 200 : answer.refusal.code)

/** What attempts are counted. Emails are counted as well, when they are sent. */
const counted = async () => {
  const rows = await server.db.selectFrom('throttle').select(['key', 'hits']).execute()
  const isAttempt = ({ key, hits }: (typeof rows)[number]) => hits > 0 && !key.startsWith('unconfirmed:')
  return rows.filter(isAttempt).map(({ key }) => key.replace(/(?<=:)[\w-]{22}(?=:|$)/, '*'))
}

describe('while too many passwords wait', () => {
  beforeEach(() => forgetLimits(server.db))

  it('AUTH-02 · those of a network of which too many do are refused, before anything is counted', async () => {
    const user = await server.user()
    const [signUp, signIn, change, endAll] = await requestsOf(user)
    await forgetLimits(server.db)
    await withHasher(NETWORK_IS_FULL, async (origin) => {
      for (const request of [signUp, signIn, change, endAll]) {
        const [endpoint, body] = request ?? expect.fail()
        expect(codeOf(await user.at(origin).call(endpoint, { body }))).toBe('busy')
        expect(await server.db.selectFrom('throttle').selectAll().execute()).toEqual([])
      }
    })
  })

  it('AUTH-02 · all are refused, nothing is changed, and no attempt is counted', async () => {
    const user = await server.user()
    const requests = await requestsOf(user)
    await forgetLimits(server.db)
    await withHasher(ALL_IS_FULL, async (origin) => {
      for (const [endpoint, body] of requests) {
        // A link is opened where nobody is signed in.
        const client = endpoint === verifyEmail ? server.client() : user
        expect([endpoint.path, codeOf(await client.at(origin).call(endpoint, { body }))]).toEqual([
          endpoint.path,
          'busy',
        ])
        const used = await counted()
        expect(used).toEqual(
          [resetPassword, verifyEmail].some((one) => one === endpoint) ? ['recovery:127.0.0.1'] : [],
        )
      }
    })
    for (const [endpoint, body] of requests.slice(4).toReversed())
      expect(codeOf(await server.client().call(endpoint, { body })), 'the link is still valid').toBe(200)
    expect((await server.client().login(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  it('AUTH-10 · a new password that cannot be hashed is not counted as a change', async () => {
    const user = await server.user()
    await forgetLimits(server.db)
    // There was a place for the current password, and is none for the new one.
    const hasher = { ...makeCheapHasher(), hash: ALL_IS_FULL.hash }
    await withHasher(hasher, async (origin) => {
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
      expect(codeOf(await user.at(origin).call(changePassword, { body }))).toBe('busy')
    })
    expect(await counted()).toEqual(['login:right:*:127.0.0.1'])
    expect((await user.login()).status, 'the former password').toBe(200)
  })

  it('AUTH-02 · there is a place for those who are known, by a device, a session or a link', async () => {
    const user = await server.user()
    const hasher = makePasswordHasher({ width: 1, waiting: 0, ofKey: 9, reserved: 4 }, CHEAP_PASSWORDS)
    const [signUp, signIn, change, , reset, verify] = await requestsOf(user)
    await withHasher(hasher, async (origin) => {
      const call = async (client: Client, request: typeof signIn) => {
        const [endpoint, body] = request ?? expect.fail()
        return codeOf(await client.at(origin).call(endpoint, { body, headers: from('10.8.0.2') }))
      }
      const stranger = server.client()
      // It takes the only other place.
      const other = hasher.verify('x', SLOW_HASH, { ip: '10.8.0.1', account: 'x', isKnown: false })
      const answers = [
        call(stranger, signUp),
        call(stranger, signIn),
        call(stranger, verify),
        call(user, signIn),
        call(stranger, reset),
        call(user, change),
      ]
      // Of those that are compared, one may end what another is about.
      expect((await Promise.all(answers)).map((code) => code === 'busy')).toEqual([
        true,
        true,
        false,
        false,
        false,
        false,
      ])
      await other
    })
  })

  it('AUTH-10 · there is a place for a new password of those who know the former one', async () => {
    const user = await server.user()
    const others = makePasswordHasher({ width: 1, waiting: 0, ofKey: 9, reserved: 1 }, CHEAP_PASSWORDS)
    await withHasher({ ...makeCheapHasher(), hash: others.hash }, async (origin) => {
      const other = others.verify('x', SLOW_HASH, { ip: '10.8.0.1', account: 'x', isKnown: false })
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
      expect(codeOf(await user.at(origin).call(changePassword, { body }))).toBe(200)
      await other
    })
  })

  it('AUTH-02 · an account of which too many do has a place at its known devices', async () => {
    const user = await server.user()
    const hasher = makePasswordHasher({ width: 1, waiting: 9, ofKey: 1, reserved: 0 }, CHEAP_PASSWORDS)
    await withHasher(hasher, async (origin) => {
      const take = (ip: string, account: string) =>
        hasher.verify('x', SLOW_HASH, { ip, account, isKnown: false })
      // One is compared, and another one of the address waits.
      const others = [take('10.8.0.1', 'x'), take('10.8.0.2', user.email)]
      const body = { email: user.email, password: PASSWORD }
      const signIn = (client: Client) => client.at(origin).call(login, { body, headers: from('10.8.0.3') })
      expect(codeOf(await signIn(server.client()))).toBe('busy')
      expect(codeOf(await signIn(user))).toBe(200)
      await Promise.all(others)
    })
  })
})

import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as account from '#api/account.ts'
import * as apiKeys from '#api/api-keys.ts'
import * as auth from '#api/auth.ts'
import { listJobs } from '#api/conversions.ts'
import type { Endpoint } from '#api/endpoint.ts'
import type { ErrorCode } from '#api/errors.ts'
import * as secondFactor from '#api/second-factor.ts'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { ApiError } from '../http/api-error.ts'
import { loadSecretKey } from '../secret-key.ts'
import { logSecurityEvents, setSubject } from './log-requests.ts'
import { makeSecurityLog, pseudonymOf } from './security-log.ts'

/** What anybody may ask for fails without a body; the rest is refused without a session. */
const [FAILS, REFUSED, DONE] = ['failure bad_request', 'refusal not_authenticated', 'success ']

const EVENTS: [event: string, endpoint: Endpoint, outcome: string][] = [
  ['registration', auth.register, FAILS],
  ['sign-in', auth.login, FAILS],
  ['sign-in-passkey', secondFactor.signInWithPasskey, FAILS],
  ['second-factor', secondFactor.completeSignIn, FAILS],
  ['sign-out', auth.logout, DONE],
  ['password-reset-request', auth.requestReset, FAILS],
  ['password-reset', auth.resetPassword, FAILS],
  ['email-confirmed', auth.verifyEmail, FAILS],
  ['device-code-request', secondFactor.requestDeviceCode, FAILS],
  ['device-known', secondFactor.recogniseDevice, FAILS],
  ['identity-confirmed', secondFactor.confirmIdentity, REFUSED],
  ['password-change', account.changePassword, REFUSED],
  ['passkey-added', secondFactor.addPasskey, REFUSED],
  ['passkey-removed', secondFactor.removePasskey, REFUSED],
  ['app-added', secondFactor.confirmApp, REFUSED],
  ['app-removed', secondFactor.removeApp, REFUSED],
  ['recovery-codes-replaced', secondFactor.replaceRecoveryCodes, REFUSED],
  ['api-key-created', apiKeys.createApiKey, REFUSED],
  ['api-key-revoked', apiKeys.revokeApiKey, REFUSED],
  ['session-ended', account.endSession, REFUSED],
  ['all-sessions-ended', account.endAllSessions, REFUSED],
  ['data-download', account.downloadData, REFUSED],
  ['account-deletion', account.deleteAccount, REFUSED],
]

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startServer(place.settings)
})
beforeEach(() => server.db.deleteFrom('security_event').execute())
afterAll(async () => {
  await server.stop()
  await place.remove()
})

const rows = () => server.db.selectFrom('security_event').selectAll().orderBy('event').execute()

describe('the security log', () => {
  it('AUTH-02 · has each request that signs in, proves who is signed in, or changes what protects an account', async () => {
    const visitor = server.client()
    for (const [, endpoint] of EVENTS) {
      const body = endpoint.method === 'GET' ? undefined : {}
      await visitor.call(endpoint, { params: { id: 'x' }, ...(body && { body }) })
    }
    await expect.poll(async () => (await rows()).length).toBe(EVENTS.length)
    const found = (await rows()).map(({ event, outcome, code, network, account, times }) => [
      event,
      `${outcome} ${code}`,
      [network, account, times].join(' '),
    ])
    const expected = EVENTS.map(([event, , outcome]) => [event, outcome, '127.0.0  1'])
    expect(found).toEqual(expected.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)))
  })

  it('AUTH-02 · has of all other requests those that are refused, together and without an account or network', async () => {
    const user = await server.user()
    const visitor = server.client()
    for (const endpoint of [auth.me, account.getAccount, listJobs]) await user.call(endpoint)
    for (const endpoint of [auth.me, account.getAccount, listJobs]) await visitor.call(endpoint)
    expect((await visitor.call(auth.checkReset, { body: {} })).refusal.code).toBe('bad_request')
    await expect.poll(async () => (await rows()).length).toBe(2)
    const [registration, refused] = await rows()
    expect(registration).toMatchObject({ event: 'registration', outcome: 'success' })
    expect(refused).toMatchObject({
      event: 'request',
      outcome: 'refusal',
      code: 'not_authenticated',
      account: '',
      network: '',
      times: 2,
    })
  })

  const REFUSALS = new Set([
    'too_many_requests',
    'not_authenticated',
    'invalid_api_key',
    'api_key_revoked',
    'session_required',
    'scope_missing',
    'cross_site',
    'invalid_signature',
    'confirmation_required',
    'email_unconfirmed',
  ])
  const CODES: ErrorCode[] = [
    'too_many_requests',
    'not_authenticated',
    'invalid_api_key',
    'api_key_revoked',
    'session_required',
    'scope_missing',
    'cross_site',
    'invalid_signature',
    'confirmation_required',
    'email_unconfirmed',
    'busy',
    'wrong_password',
    'invalid_credentials',
    'internal',
    'not_found',
  ]

  /** A server of its own, whose requests end as their query says. */
  async function start(time = { now: 5 }) {
    const log = makeSecurityLog(server.db, loadSecretKey(server.env))
    const app = fastify()
    await app.register(
      async (scope) => {
        scope.decorateRequest('errorCode', undefined)
        scope.decorateRequest('caller', undefined)
        const onHandled = logSecurityEvents(scope, log, () => time.now)
        for (const url of ['/auth/login', '/other'])
          scope.post<{ Querystring: { code?: ErrorCode; thrown?: string; by?: string; of?: string } }>(
            url,
            (request) => {
              const { code, thrown, by, of } = request.query
              if (by !== undefined) request.caller = { accountId: by, email: '', balance: 0 }
              if (of !== undefined) setSubject(request, of)
              request.errorCode = code
              if (thrown === 'nothing') onHandled(request)
              if (thrown === 'other') onHandled(request, new Error('on purpose'))
              if (thrown === 'code' && code !== undefined) onHandled(request, new ApiError(code))
              return 'done'
            },
          )
      },
      { prefix: '/api' },
    )
    const ask = (query: string, path = '/auth/login') =>
      app.inject({ url: `/api${path}${query}`, method: 'POST' })
    return { app, log, ask }
  }

  it.each(CODES)('AUTH-02 · tells whether a request was refused, or has failed: %s', async (code) => {
    const { app, log, ask } = await start()
    const outcome = REFUSALS.has(code) ? 'refusal' : 'failure'
    // By its answer, and by what its handler throws, which is noted first.
    await ask(`?code=${code}`)
    await ask(`?code=${code}&thrown=code`)
    expect(log.totals()).toEqual([{ event: 'sign-in', outcome, times: 2 }])
    await ask(`?code=${code}`, '/other')
    const ofOther = { event: 'request', outcome: 'refusal', times: 1 }
    expect(log.totals().slice(1)).toEqual(outcome === 'refusal' ? [ofOther] : [])
    await app.close()
    const stored = await rows()
    expect(stored.map((row) => row.code)).toEqual(outcome === 'refusal' ? [code, code] : [code])
  })

  it('AUTH-02 · has what a handler did once, also where the answer differs, and any other error as internal', async () => {
    const { app, log, ask } = await start()
    await ask('?thrown=nothing&code=internal')
    expect(log.totals()).toEqual([{ event: 'sign-in', outcome: 'success', times: 1 }])
    await ask('?thrown=other')
    await ask('')
    await ask('', '/other')
    await ask('?thrown=other', '/other')
    expect(log.totals()).toEqual([
      { event: 'sign-in', outcome: 'success', times: 2 },
      { event: 'sign-in', outcome: 'failure', times: 1 },
    ])
    await app.close()
    const codes = (await rows()).map(({ code, times, first_at }) => [code, times, first_at].join(' '))
    expect(codes.toSorted()).toEqual([' 2 5', 'internal 1 5'])
  })

  it('AUTH-02 · names the account that a request is about, else that which is signed in', async () => {
    const { app, ask } = await start()
    const key = loadSecretKey(server.env)
    for (const query of ['?by=ana', '?by=ana&of=eva', '?of=eva', '']) await ask(query)
    await app.close()
    const found = (await rows()).map((row) => [row.account, row.times])
    const expected = [
      [pseudonymOf(key, 'ana'), 1],
      [pseudonymOf(key, 'eva'), 2],
      ['', 1],
    ]
    expect(found).toHaveLength(3)
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  it('AUTH-02 · is stored every second, and when the server stops', async () => {
    const { app, ask } = await start()
    await app.listen({ port: 0, host: '127.0.0.1' })
    await ask('')
    await expect.poll(async () => (await rows()).length).toBe(1)
    await ask('?code=internal')
    await app.close()
    expect(await rows()).toHaveLength(2)
  })
})

import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#api/account.ts'
import { login, logout, me, register } from '#api/auth.ts'
import { listJobs } from '#api/conversions.ts'
import { confirmIdentity } from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { PASSWORD } from '#test/server/client.ts'
import { expectConsistentLedger } from '#test/server/ledger-check.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

onEachDatabase((server) => {
  describe('registering', () => {
    it('AUTH-01 · creates an account with 15 tokens in the ledger, and signs in', async () => {
      const client = server().client()
      const { reply } = await client.register()
      expect(reply).toEqual({ ok: true, user: { email: client.email }, tokens: 15 })
      expect((await client.call(me)).reply).toEqual(reply)
      await expectConsistentLedger(server().db)
    })

    it('AUTH-01 · accepts an address once, in any case', async () => {
      const client = server().client()
      await client.register()
      const other = server().client()
      const { status, refusal } = await other.register(` ${client.email.toUpperCase()} `)
      expect([status, refusal.code]).toEqual([409, 'email_taken'])
      expect(other.cookie).toBeUndefined()
    })

    it('AUTH-01 · of an address that has had its free tokens begins without any', async () => {
      const client = server().client()
      await client.register()
      await client.call(deleteAccount)
      const { reply } = await client.register()
      expect(reply).toEqual({ ok: true, user: { email: client.email }, tokens: 0 })
      expect((await client.call(me)).reply).toEqual(reply)
    })

    it('AUTH-01 · of ten concurrent requests with one address only one succeeds', async () => {
      const client = server().client()
      const clients = Array.from({ length: 10 }, () => server().client())
      const answers = await Promise.all(clients.map((c) => c.register(client.email)))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(9).fill(409),
      ])
      await expectConsistentLedger(server().db)
    })

    it.each([
      ['a@b@c.bg', 'a long enough secret', 'invalid_email'],
      ['victim@example.org＠evil.example', 'a long enough secret', 'invalid_email'],
      ['a@b.bg\nBcc: v@x.bg', 'a long enough secret', 'invalid_email'],
      ['"a b"@c.bg', 'a long enough secret', 'invalid_email'],
      ['new@b.bg', '1234567', 'invalid_password'],
      ['new@b.bg', 'x'.repeat(257), 'invalid_password'],
      ['new@b.bg', 'password1', 'common_password'],
      ['new@b.bg', 'kosmonavt', 'common_password'],
      ['new@b.bg', 'Пролет2026!', 'common_password'],
      ['new@b.bg', '1аааааааа', 'common_password'],
    ])('AUTH-03 · rejects %j with %j: %s', async (email, password, code) => {
      const { status, refusal } = await server().client().register(email, password)
      expect([status, refusal.code]).toEqual([400, code])
    })

    it('AUTH-01 · has a high limit per network', async () => {
      const { db, time } = server()
      const key = 'register:127.0.0.1'
      const row = { key, hits: 300, resets_at: time.now + 1800_000 }
      await db
        .insertInto('throttle')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
      const { status, refusal, headers } = await server().client().register()
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '1800'])
      await db.deleteFrom('throttle').where('key', '=', key).execute()
    })
  })

  describe('signing in', () => {
    it('AUTH-02 · accepts the email in any case', async () => {
      const client = await server().user()
      const other = server().client()
      expect((await other.login(` ${client.email.toUpperCase()}`)).reply.user).toEqual({
        email: client.email,
      })
      expect((await other.call(me)).reply.user).toEqual({ email: client.email })
    })

    it('AUTH-03 · gives a wrong password and an unknown email the same reply', async () => {
      const client = await server().user()
      const wrong = await server().client().login(client.email, 'not the password')
      const unknown = await server().client().login('nobody@example.bg', 'not the password')
      const malformed = await server().client().login('nobody', 'not the password')
      const onKnownDevice = await client.login('nobody@example.bg', 'not the password')
      for (const answer of [wrong, unknown, malformed, onKnownDevice]) {
        expect([answer.status, answer.refusal]).toEqual([
          401,
          { error: 'Невалиден имейл или парола', code: 'invalid_credentials' },
        ])
      }
      expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()])
    })

    it('AUTH-02 · creates a new token each time, and never adopts one set by an attacker', async () => {
      const client = await server().user()
      const name = client.cookie?.split('=')[0]
      const planted = `${name}=${'F'.repeat(43)}`
      const browser = server().client()
      browser.cookie = planted
      expect((await browser.call(me)).reply.user).toBeNull()
      await browser.login(client.email)
      expect(browser.cookie).not.toBe(planted)
      const first = browser.cookie
      browser.cookie = planted
      expect((await browser.call(me)).reply.user).toBeNull()

      browser.cookie = first
      await browser.login(client.email)
      const old = server().client()
      old.cookie = first
      expect((await old.call(me)).reply.user, 'the previous session has ended').toBeNull()
    })

    it('AUTH-02 · sets an HttpOnly, SameSite cookie', async () => {
      const { headers } = await server().client().register()
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^levro=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^levro-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
      ])
    })

    it('AUTH-02 · does not store tokens', async () => {
      const client = await server().user()
      const token = client.cookie?.split('=')[1] ?? ''
      const sessions = await server().db.selectFrom('session').selectAll().execute()
      const stored = JSON.stringify(sessions)
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    })

    it.each([
      { email: ['a@b.bg'], password: { $ne: null } },
      { email: { toString: 1 }, password: 'x' },
      { email: 'a@b.bg' },
      [],
      null,
      'x',
      1,
    ])('API-03 · rejects the body %j', async (body) => {
      for (const endpoint of [login, register]) {
        const { status, refusal } = await server().client().call(endpoint, { body })
        expect([status, refusal.code]).toEqual([400, 'bad_request'])
      }
    })

    it('API-03 · rejects an empty body and one that is not JSON', async () => {
      for (const body of ['', '{', '{"email":', '\ufeff{}', 'null']) {
        const headers = { 'content-type': 'application/json' }
        const { status, refusal } = await server()
          .client()
          .send(login, login.path, { method: 'POST', headers, body })
        expect([status, refusal.code]).toEqual([400, 'bad_request'])
      }
    })
  })

  describe('guessing passwords', () => {
    it('AUTH-02 · is limited to ten failures per network, in any case of the email; the limit resets later', async () => {
      const client = await server().user()
      const guesses = Array.from({ length: 30 }, (_, n) =>
        server()
          .client()
          .login(n % 2 ? client.email.toUpperCase() : ` ${client.email}`, `wrong ${n}`),
      )
      const answers = await Promise.all(guesses)
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)])
      expect(
        Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after')),
      ).toBeGreaterThan(800)
      expect((await server().client().login(client.email)).status).toBe(429)

      server().time.now += 15 * MINUTE_MS
      expect((await server().client().login(client.email)).status).toBe(200)
    })

    it('AUTH-02 · from one network does not exceed the limit of the account', async () => {
      const client = await server().user()
      for (let n = 0; n < 15; n++) await server().client().login(client.email, `wrong ${n}`)
      const hits = await server().db.selectFrom('throttle').select(['key', 'hits']).execute()
      const ofAccount = hits.filter(({ key }) => /^login:[\w-]{22}$/.test(key)).map(({ hits }) => hits)
      expect(Math.max(...ofAccount)).toBeLessThanOrEqual(10)
    })

    it('AUTH-02 · is limited to sixty right passwords of an account and network, which wrong ones do not use up', async () => {
      const { db, time } = server()
      const [client, other] = [await server().user(), await server().user()]
      const ofRight = (hits: number) =>
        db
          .updateTable('throttle')
          .set({ hits, resets_at: time.now + 15 * MINUTE_MS })
          .where('key', 'like', 'login:right:%')
          .executeTakeFirstOrThrow()
      await db.deleteFrom('throttle').execute()
      expect((await client.login()).status).toBe(200)
      expect((await ofRight(59)).numUpdatedRows).toBe(1n)
      expect((await server().client().login(client.email, 'a wrong secret')).status).toBe(401)
      expect((await client.login()).status).toBe(200)
      const { status, refusal } = await client.login()
      expect([status, refusal.code]).toEqual([429, 'too_many_requests'])
      expect((await other.login()).status, 'other accounts are not concerned').toBe(200)

      const confirm = () => other.call(confirmIdentity, { body: { password: PASSWORD } })
      expect((await confirm()).status).toBe(200)
      await ofRight(60)
      expect((await confirm()).status, 'the same in the settings').toBe(429)
      time.now += 15 * MINUTE_MS
      expect((await client.login()).status).toBe(200)
    })

    it('AUTH-02 · does not count successful sign-ins', async () => {
      const client = await server().user()
      for (let n = 0; n < 15; n++) expect((await server().client().login(client.email)).status).toBe(200)
    })
  })

  describe('a session', () => {
    it('AUTH-04 · is ended on the server by logging out', async () => {
      const client = await server().user()
      const { cookie } = client
      expect((await client.call(logout)).reply).toEqual({ ok: true })
      expect(client.cookie).toBeUndefined()
      client.cookie = cookie
      expect((await client.call(me)).reply).toEqual({ ok: true, user: null, tokens: 0 })
      expect((await client.call(listJobs)).status).toBe(401)
    })

    it('AUTH-04 · logging out without one is not an error', async () => {
      for (const body of [{}, { isShared: true }])
        expect((await server().client().call(logout, { body })).status).toBe(200)
    })

    it('AUTH-02 · ends after seven days without use', async () => {
      const client = await server().user()
      const { time } = server()
      for (let week = 0; week < 3; week++) {
        time.now += 6.9 * DAY_MS
        expect((await client.call(me)).reply.user).not.toBeNull()
      }
      time.now += 7.1 * DAY_MS
      expect((await client.call(me)).reply.user).toBeNull()
    })

    it('AUTH-02 · ends after thirty days in any case', async () => {
      const client = await server().user()
      const { time } = server()
      for (let day = 0; day < 29; day++) {
        time.now += DAY_MS
        expect((await client.call(me)).reply.user).not.toBeNull()
      }
      time.now += 1.1 * DAY_MS
      expect((await client.call(me)).reply.user).toBeNull()
    })

    it.each([
      '',
      'levro=',
      'levro=%00',
      `levro=${'é'.repeat(43)}`,
      'levro',
      `levro=${'a'.repeat(5000)}`,
      ';;;=;',
    ])('AUTH-02 · does not begin with the cookie %j', async (cookie) => {
      const client = server().client()
      client.cookie = encodeURI(cookie)
      expect((await client.call(me)).reply.user).toBeNull()
    })
  })
})

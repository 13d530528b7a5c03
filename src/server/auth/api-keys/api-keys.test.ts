import { describe, expect, it } from 'vitest'
import { changePassword, deleteAccount, downloadData, endAllSessions } from '#api/account.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#api/api-keys.ts'
import { me } from '#api/auth.ts'
import { convertBulk, getJob, listJobs } from '#api/conversions.ts'
import { ENDPOINTS } from '#api/endpoints.ts'
import { API_KEY_SCOPES } from '#product/api-keys.ts'
import { addedApiKey, bearer } from '#test/server/api-keys.ts'
import { type Answer, type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf, balanceOf, expectConsistentLedger, jobsOf } from '#test/server/ledger-check.ts'
import { makeRows } from '#test/server/reference.ts'
import { confirmAddressOf } from '#test/server/second-factors.ts'
import { findRowsWith } from '#test/server/whole-store.ts'
import { forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { inTransaction } from '../../db/transaction.ts'
import { deleteRevokedApiKeys } from './keys.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What programs may do. Written by hand, so that an endpoint does not open by itself. */
const OPEN_TO_KEYS = [
  'checkFile',
  'convertBulk',
  'convertFile',
  'deleteFile',
  'getFile',
  'getFileResult',
  'getJob',
  'listJobs',
  'me',
]

const SETTINGS = { name: 'Магазин', scopes: ['convert', 'read'] }

const codeOf = ({ status, refusal }: Answer<unknown>) => [status, refusal.code]

onEachDatabaseWithMail((server, mail) => {
  const bulkWith = (key: string, rows: unknown, headers: Record<string, string> = {}) =>
    server()
      .client()
      .call(convertBulk, { body: { rows }, headers: { ...bearer(key), ...headers } })
  const balanceWith = async (key: string) =>
    (
      await server()
        .client()
        .call(me, { headers: bearer(key) })
    ).reply.tokens
  const keyRows = async (user: Client) =>
    server()
      .db.selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', await accountIdOf(server().db, user.email))
      .execute()

  describe('creating an API key', () => {
    it('OPEN-01 · shows the key once, and keeps its hash and its beginning only', async () => {
      const user = await server().user()
      const { key, apiKey } = await addedApiKey(server(), user, { tokensPerDay: 100 })
      // 43 characters of base64url are 256 bits.
      expect(key).toMatch(/^levro_[\w-]{43}$/)
      const at = new Date(server().time.now).toISOString()
      const expected = {
        id: expect.any(String),
        name: 'Магазин',
        prefix: key.slice(0, 12),
        scopes: ['convert', 'read'],
        requestsPerMinute: 60,
        tokensPerDay: 100,
        createdAt: at,
        lastUsedAt: null,
      }
      expect(apiKey).toEqual(expected)
      expect((await user.call(listApiKeys)).reply.apiKeys).toEqual([expected])
      expect(await findRowsWith(server().db, key.slice(12))).toEqual({})
    })

    it('OPEN-01 · needs a confirmed address and a sign-in of the last 15 minutes, and so does revoking', async () => {
      const user = await server().user()
      expect(codeOf(await user.call(createApiKey, { body: SETTINGS }))).toEqual([403, 'email_unconfirmed'])
      await confirmAddressOf(server(), user)
      const { apiKey } = (await user.call(createApiKey, { body: SETTINGS })).reply
      server().time.now += 15 * MINUTE_MS
      const late = [
        await user.call(createApiKey, { body: SETTINGS }),
        await user.call(revokeApiKey, { params: { id: apiKey.id } }),
      ]
      for (const answer of late) expect(codeOf(answer)).toEqual([403, 'confirmation_required'])
      expect((await user.call(listApiKeys)).reply.apiKeys).toHaveLength(1)
    })

    it('OPEN-01 · is announced by an email that names the key, without the key', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user, { name: ' Онлайн\r\n магазин\u202e ' })
      const { text } = await mail().waitForEmail(user.email, 'api-key')
      expect(text).toContain(`Ключ: Онлайн магазин (${key.slice(0, 12)}…)`)
      expect(text).not.toContain(key.slice(12))
    })

    it('OPEN-01 · is possible for twenty keys that are in use', async () => {
      const user = await server().user()
      const keys = []
      for (let n = 0; n < 20; n++) {
        await forgetLimits(server().db)
        keys.push(await addedApiKey(server(), user))
      }
      expect(codeOf(await user.call(createApiKey, { body: SETTINGS }))).toEqual([409, 'too_many_api_keys'])
      await user.call(revokeApiKey, { params: { id: keys[3]?.apiKey.id ?? '' } })
      expect((await user.call(createApiKey, { body: SETTINGS })).status).toBe(200)
      expect((await user.call(listApiKeys)).reply.apiKeys).toHaveLength(20)
    })

    it('OPEN-01 · is limited to twenty an hour, and refuses other values than those described', async () => {
      const user = await server().user()
      await confirmAddressOf(server(), user)
      for (const change of [
        { name: 'a'.repeat(51) },
        { scopes: [] },
        { scopes: ['admin'] },
        { requestsPerMinute: 0 },
        { requestsPerMinute: 601 },
        { tokensPerDay: 0 },
        { tokensPerDay: 1.5 },
      ])
        expect(codeOf(await user.call(createApiKey, { body: { ...SETTINGS, ...change } }))).toEqual([
          400,
          'bad_request',
        ])
      expect(codeOf(await user.call(createApiKey, { body: { ...SETTINGS, name: ' \n' } }))).toEqual([
        400,
        'invalid_key_name',
      ])
      for (let n = 0; n < 20; n++) {
        const { apiKey } = await addedApiKey(server(), user)
        await user.call(revokeApiKey, { params: { id: apiKey.id } })
      }
      const answer = await user.call(createApiKey, { body: SETTINGS })
      expect(codeOf(answer)).toEqual([429, 'too_many_requests'])
      expect(answer.headers.get('retry-after')).toBe('3600')
    })
  })

  describe('a request with an API key', () => {
    it('OPEN-01 · converts, is charged once, and is saved, exactly as in a session', async () => {
      const [user, other] = [await server().user(100), await server().user(100)]
      const { key } = await addedApiKey(server(), user)
      const rows = makeRows(7)
      const byKey = await bulkWith(key, rows, { 'idempotency-key': 'one' })
      const inSession = await other.call(convertBulk, { body: { rows } })
      const withoutIds = ({ reply }: typeof byKey) => ({ ...reply, jobId: '', job: {}, createdAt: '' })
      expect(withoutIds(byKey)).toEqual(withoutIds(inSession))
      expect(byKey.reply.newBalance).toBe(93)

      // A repeat in the session gets the same answer: the keys of an account are one space.
      const again = await user.call(convertBulk, { body: { rows }, headers: { 'idempotency-key': 'one' } })
      expect(again.reply).toEqual(byKey.reply)
      expect([await balanceWith(key), await balanceOf(server().db, user.email)]).toEqual([93, 93])
      const headers = bearer(key)
      const { jobs } = (await server().client().call(listJobs, { headers })).reply
      expect(jobs).toEqual((await user.call(listJobs)).reply.jobs)
      const job = await server()
        .client()
        .call(getJob, { headers, params: { id: jobs[0]?.id ?? '' } })
      expect(job.reply.rows).toEqual(byKey.reply.rows)
      await expectConsistentLedger(server().db)
    })

    it('OPEN-01 · counts for the account of the key, whatever cookie it carries', async () => {
      const [owner, bystander] = [await server().user(), await server().user()]
      const { key } = await addedApiKey(server(), owner)
      const answer = await bystander.call(convertBulk, { body: { rows: makeRows(4) }, headers: bearer(key) })
      expect(answer.reply.newBalance).toBe(11)
      expect(await balanceOf(server().db, bystander.email)).toBe(15)
      expect((await bystander.call(me, { headers: bearer(key) })).reply.user?.email).toBe(owner.email)
      const unknown = await bystander.call(me, { headers: bearer(`levro_${'A'.repeat(43)}`) })
      expect(codeOf(unknown)).toEqual([401, 'invalid_api_key'])
    })

    it('OPEN-01 · reaches conversions, files and the balance, and no other endpoint', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user, {
        scopes: [...API_KEY_SCOPES],
        requestsPerMinute: 600,
      })
      const open: string[] = []
      for (const [name, endpoint] of Object.values(ENDPOINTS).flatMap((group) => Object.entries(group))) {
        const answer = await user.call(endpoint, {
          params: { id: 'x' },
          headers: bearer(key),
          ...(endpoint.method !== 'GET' && { body: {} }),
        })
        if (answer.status !== 403) open.push(name)
        else expect([name, ...codeOf(answer)]).toEqual([name, 403, 'session_required'])
      }
      expect(open.toSorted()).toEqual(OPEN_TO_KEYS)
      expect((await user.call(me)).reply.user?.email).toBe(user.email)
    })

    it('OPEN-01 · needs the scope, and says so in the language of the request', async () => {
      const user = await server().user()
      const { key: reading } = await addedApiKey(server(), user, { scopes: ['read'] })
      const { key: converting } = await addedApiKey(server(), user, { scopes: ['convert'] })
      expect(await balanceWith(reading)).toBe(15)
      const refused = await bulkWith(reading, makeRows(1), { 'accept-language': 'en' })
      expect(codeOf(refused)).toEqual([403, 'scope_missing'])
      expect(refused.refusal.error).toMatch(/^This API key does not have the permission/)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
      expect((await bulkWith(converting, makeRows(1))).status).toBe(200)
      const headers = { ...bearer(converting), 'accept-language': 'bg' }
      const jobs = await server().client().call(listJobs, { headers })
      expect([...codeOf(jobs), jobs.refusal.error]).toEqual([
        403,
        'scope_missing',
        'Този API ключ няма право за това. Създайте ключ с нужното право от настройките.',
      ])
    })

    it.each([
      ['no key', 'Bearer'],
      ['spaces', 'bearer  '],
      ['the beginning alone', 'Bearer levro_'],
      ['a character too few', `Bearer levro_${'A'.repeat(42)}`],
      ['a character too many', `Bearer levro_${'A'.repeat(44)}`],
      ['a key of another product', `Bearer sk_live_${'A'.repeat(43)}`],
      ['two texts', `Bearer levro_${'A'.repeat(43)} x`],
      ['a long text', `Bearer ${'x'.repeat(4000)}`],
    ])('OPEN-01 · is refused with %s, also where no sign-in is needed', async (_, authorization) => {
      const user = await server().user()
      for (const endpoint of [me, listJobs]) {
        const answer = await user.call(endpoint, { headers: { authorization } })
        expect(codeOf(answer)).toEqual([401, 'invalid_api_key'])
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      }
      await forgetLimits(server().db)
    })

    it('OPEN-01 · is not one with another scheme, which may be that of a proxy', async () => {
      const user = await server().user()
      const answer = await user.call(me, { headers: { authorization: 'Basic dXNlcjpwYXNz' } })
      expect(answer.reply.user?.email).toBe(user.email)
    })

    it('OPEN-01 · may come from any site: no browser sends a key by itself', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user)
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      expect((await bulkWith(key, makeRows(1), headers)).status).toBe(200)
      const inSession = await user.call(convertBulk, { body: { rows: makeRows(1) }, headers })
      expect(codeOf(inSession)).toEqual([403, 'cross_site'])
    })

    it('OPEN-01 · is noted as the last use of the key, at most once a minute', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user)
      const start = server().time.now
      const lastUsed = async () => (await keyRows(user))[0]?.last_used_at
      for (const [after, expected] of [
        [0, 0],
        [MINUTE_MS - 1, 0],
        [MINUTE_MS, MINUTE_MS],
        [90_000, MINUTE_MS],
      ] as const) {
        server().time.now = start + after
        await balanceWith(key)
        expect([after, await lastUsed()]).toEqual([after, start + expected])
      }
    })
  })

  describe('the limits of API keys', () => {
    it('OPEN-01 · are requests per minute of each key, of which refused ones count too', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user, { requestsPerMinute: 2 })
      const { key: another } = await addedApiKey(server(), user)
      const send = () =>
        server()
          .client()
          .call(listApiKeys, { headers: bearer(key) })
      expect(codeOf(await send())).toEqual([403, 'session_required'])
      expect(await balanceWith(key)).toBe(15)
      const refused = await bulkWith(key, makeRows(1))
      expect(codeOf(refused)).toEqual([429, 'too_many_requests'])
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await balanceWith(another)).toBe(15)
      expect((await user.call(me)).status).toBe(200)
      server().time.now += MINUTE_MS
      expect((await bulkWith(key, makeRows(1))).status).toBe(200)
    })

    it('OPEN-01 · are sixty unknown keys in 15 minutes of a network, which keep no known key out', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user)
      const tryFrom = (ip: string) =>
        server()
          .client()
          .call(me, { headers: { ...bearer(`levro_${'B'.repeat(43)}`), ...from(ip) } })
      for (let n = 0; n < 60; n++) expect((await tryFrom('192.0.2.7')).status).toBe(401)
      expect(codeOf(await tryFrom('192.0.2.7'))).toEqual([429, 'too_many_requests'])
      expect((await tryFrom('192.0.2.8')).status).toBe(401)
      const known = await server()
        .client()
        .call(me, { headers: { ...bearer(key), ...from('192.0.2.7') } })
      expect(known.reply.tokens).toBe(15)
    })

    it('OPEN-01 · are the tokens of a day (UTC), above which nothing is charged', async () => {
      const user = await server().user(100)
      server().time.now = Math.ceil(server().time.now / DAY_MS) * DAY_MS + 22 * 3_600_000
      await user.login()
      const { key } = await addedApiKey(server(), user, { tokensPerDay: 5 })
      expect((await bulkWith(key, makeRows(3), { 'idempotency-key': 'a' })).status).toBe(200)
      const refused = await bulkWith(key, makeRows(3), { 'accept-language': 'en' })
      expect(codeOf(refused)).toEqual([429, 'daily_tokens_spent'])
      expect(refused.refusal.error).toBe(
        'This needs 3 tokens, and the daily cap of this API key leaves 2. Nothing was charged.',
      )
      expect(refused.headers.get('retry-after')).toBe('7200')
      expect(await balanceOf(server().db, user.email)).toBe(97)
      // A repeat costs nothing, and a session has no cap.
      expect((await bulkWith(key, makeRows(3), { 'idempotency-key': 'a' })).status).toBe(200)
      expect((await user.bulk(makeRows(3))).status).toBe(200)
      expect((await bulkWith(key, makeRows(2))).status).toBe(200)
      expect((await bulkWith(key, makeRows(1))).status).toBe(429)
      server().time.now += 2 * 3_600_000
      expect((await bulkWith(key, makeRows(5))).status).toBe(200)
      // Charged late: it came before midnight, and what it cost does not count for the new day only.
      server().time.now -= 1000
      expect((await bulkWith(key, makeRows(1))).status).toBe(429)
      server().time.now += 1000
      expect((await bulkWith(key, makeRows(1))).status).toBe(429)
      await expectConsistentLedger(server().db)
    })

    it('OPEN-01 · hold for requests at the same time: of twenty with one token each and a cap of 7, seven succeed', async () => {
      const user = await server().user(100)
      const { key } = await addedApiKey(server(), user, { tokensPerDay: 7 })
      const answers = await Promise.all(Array.from({ length: 20 }, () => bulkWith(key, makeRows(1))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
      for (const answer of answers)
        if (answer.status !== 200) expect(codeOf(answer)).toEqual([429, 'daily_tokens_spent'])
      expect(await balanceOf(server().db, user.email)).toBe(93)
      expect(await jobsOf(server().db, await accountIdOf(server().db, user.email))).toHaveLength(7)
      expect((await keyRows(user)).map(({ spent_tokens }) => spent_tokens)).toEqual([7])
    })
  })

  describe('the end of an API key', () => {
    it('OPEN-01 · only the owner revokes a key: it is rejected from then on, and cannot be restored', async () => {
      const [owner, other] = [await server().user(), await server().user()]
      const { key, apiKey } = await addedApiKey(server(), owner)
      const params = { id: apiKey.id }
      expect(codeOf(await other.call(revokeApiKey, { params }))).toEqual([404, 'not_found'])
      expect(codeOf(await owner.call(revokeApiKey, { params: { id: '\0' } }))).toEqual([404, 'not_found'])
      expect(await balanceWith(key)).toBe(15)
      expect((await owner.call(revokeApiKey, { params })).reply).toEqual({ ok: true })
      expect(codeOf(await owner.call(revokeApiKey, { params }))).toEqual([404, 'not_found'])
      const refused = await bulkWith(key, makeRows(1), { 'accept-language': 'bg' })
      expect([...codeOf(refused), refused.refusal.error]).toEqual([
        401,
        'api_key_revoked',
        'Този API ключ е отменен. Създайте нов от настройките на профила.',
      ])
      expect((await owner.call(listApiKeys)).reply.apiKeys).toEqual([])
      expect(await balanceOf(server().db, owner.email)).toBe(15)
    })

    it('OPEN-01 · a conversion that was sent before the revocation is not charged after it', async () => {
      const user = await server().user()
      const { key, apiKey } = await addedApiKey(server(), user)
      const { id } = await server()
        .db.selectFrom('api_key')
        .innerJoin('account', 'account.id', 'api_key.account_id')
        .select('account.id')
        .where('api_key.id', '=', apiKey.id)
        .executeTakeFirstOrThrow()
      const locked = Promise.withResolvers<void>()
      const revoked = Promise.withResolvers<void>()
      // The account is locked, as by its owner who revokes the key at this moment.
      const revoking = inTransaction(server().db, async (trx) => {
        await trx.updateTable('account').set({ address: user.email }).where('id', '=', id).execute()
        locked.resolve()
        await revoked.promise
        await trx.updateTable('api_key').set({ revoked_at: 1 }).where('id', '=', apiKey.id).execute()
      })
      await locked.promise
      const sent = bulkWith(key, makeRows(1))
      await new Promise((resolve) => setTimeout(resolve, 300))
      revoked.resolve()
      await revoking
      expect(codeOf(await sent)).toEqual([401, 'api_key_revoked'])
      expect(await balanceOf(server().db, user.email)).toBe(15)
    })

    it('OPEN-01 · is not a new password, nor the end of every session', async () => {
      const user = await server().user()
      const { key } = await addedApiKey(server(), user)
      const newPassword = 'another long secret'
      await user.call(changePassword, { body: { currentPassword: PASSWORD, newPassword } })
      expect(await balanceWith(key)).toBe(15)
      await user.call(endAllSessions, { body: { password: newPassword } })
      expect((await user.call(me)).reply.user).toBeNull()
      expect(await balanceWith(key)).toBe(15)
    })

    it('OPEN-01 · deleting the account deletes its keys', async () => {
      const user = await server().user()
      const { key, apiKey } = await addedApiKey(server(), user)
      await balanceWith(key)
      expect((await user.call(deleteAccount)).status).toBe(200)
      expect(codeOf(await bulkWith(key, makeRows(1)))).toEqual([401, 'invalid_api_key'])
      const left = await findRowsWith(server().db, apiKey.id)
      // The count of its last minute, which the cleanup removes.
      expect(Object.keys(left)).toEqual(['throttle'])
    })

    it('OPEN-01 · is kept for 90 days, as long as the security log', async () => {
      const user = await server().user()
      const { apiKey } = await addedApiKey(server(), user)
      await addedApiKey(server(), user, { name: 'Друг' })
      const at = server().time.now
      await user.call(revokeApiKey, { params: { id: apiKey.id } })
      await deleteRevokedApiKeys(server().db, at + 90 * DAY_MS - 1)
      expect(await keyRows(user)).toHaveLength(2)
      await deleteRevokedApiKeys(server().db, at + 90 * DAY_MS)
      expect((await keyRows(user)).map(({ name }) => name)).toEqual(['Друг'])
    })
  })

  it('OPEN-01 · the download of personal data has the keys of the user, without secrets', async () => {
    const [user, other] = [await server().user(), await server().user()]
    await addedApiKey(server(), other)
    const { key, apiKey } = await addedApiKey(server(), user)
    await user.call(revokeApiKey, { params: { id: apiKey.id } })
    const { reply, text } = await user.call(downloadData)
    const revokedAt = new Date(server().time.now).toISOString()
    expect(reply.apiKeys).toEqual([{ ...apiKey, revokedAt }])
    expect(text).not.toContain(key.slice(12))
  })

  it('OPEN-01 · the security log has the creation of a key, and what was refused to it', async () => {
    const user = await server().user()
    const { key, apiKey } = await addedApiKey(server(), user)
    await server()
      .client()
      .call(listApiKeys, { headers: bearer(key) })
    await user.call(revokeApiKey, { params: { id: apiKey.id } })
    const events = async () =>
      (await user.call(downloadData)).reply.securityEvents.map(({ event, code }) => `${event} ${code}`)
    await expect
      .poll(events)
      .toEqual(expect.arrayContaining(['api-key-created ', 'api-key-revoked ', 'request session_required']))
  })
})

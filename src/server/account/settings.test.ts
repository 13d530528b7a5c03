import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changePassword,
  deleteAccount as endAccount,
  downloadData,
  endAllSessions,
  endSession,
  getAccount,
  listEntries,
  listSessions,
  requestVerification,
} from '#api/account.ts'
import { verifyEmail } from '#api/auth.ts'
import { confirmIdentity } from '#api/second-factor.ts'
import { type PausableServer, startPausableServer } from '#test/server/change-during-request.ts'
import { type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { makeRows } from '#test/server/reference.ts'
import { addedApp, nextCode } from '#test/server/second-factors.ts'
import { storePurchase } from '#test/server/stored-purchase.ts'
import { AT_ONCE, expectSent, forgetLimits, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { deleteAccount } from './delete-account.ts'
import { inTransaction } from '../db/transaction.ts'
import { loadSecretKey } from '../secret-key.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'another long secret'

onEachDatabaseWithMail(
  (server, mail) => {
    beforeEach(() => forgetLimits(server().db))

    const change = (client: Client) =>
      client.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
    const isConfirmed = async (client: Client) => (await client.call(downloadData)).status === 200

    /** Ends another session of the user, which has begun on the same device. */
    async function endAnother(user: Client) {
      const other = Object.assign(server().client(), { email: user.email, device: user.device })
      await other.login()
      user.device = other.device
      const { sessions } = (await other.call(listSessions)).reply
      const id = sessions.find(({ isCurrent }) => isCurrent)?.id ?? expect.fail()
      return user.call(endSession, { params: { id }, body: { password: PASSWORD } })
    }

    describe('the account of a user', () => {
      it('AUTH-05 · has its address, its beginning and what it has, and nothing of others', async () => {
        const { db, time } = server()
        const [user, other] = [await server().user(50), await server().user()]
        const createdAt = new Date(time.now).toISOString()
        expect((await user.call(getAccount)).reply).toEqual({
          email: user.email,
          createdAt,
          isVerified: false,
          freeTokens: 'given',
          conversions: 0,
          purchases: 0,
          tokensOwed: 0,
          isDisputed: false,
        })
        await user.bulk(makeRows(2))
        await user.bulk(makeRows(3))
        await other.bulk(makeRows(1))
        const owner = { account_id: await accountIdOf(db, user.email), created_at: time.now }
        await storePurchase(db, { ...owner, reversed_tokens: 9, uncovered_tokens: 7 })
        await storePurchase(db, { ...owner, reversed_tokens: 4, uncovered_tokens: 4, disputed_cents: 1 })
        const found = (await user.call(getAccount)).reply
        expect(found).toMatchObject({ conversions: 2, purchases: 2, tokensOwed: 11, isDisputed: true })
        const others = (await other.call(getAccount)).reply
        expect(others).toMatchObject({ conversions: 1, purchases: 0, tokensOwed: 0, isDisputed: false })
      })

      it('AUTH-11 · lists its entries, the last first, twenty at a time, or from before one', async () => {
        const user = await server().user(100)
        for (let n = 0; n < 21; n++) await user.bulk(makeRows(1))
        const list = async (query = '') => {
          const { reply } = await user.send(listEntries, listEntries.path + query, { method: 'GET' })
          return { total: reply.total, seqs: reply.entries.map(({ seq }) => seq) }
        }
        expect(await list()).toEqual({ total: 23, seqs: Array.from({ length: 20 }, (_, n) => 23 - n) })
        expect(await list('?before=4')).toEqual({ total: 23, seqs: [3, 2, 1] })
        expect(await list('?before=1')).toEqual({ total: 23, seqs: [] })
      })
    })

    describe('the sessions of a user', () => {
      it('AUTH-10 · end one by one with the password, and then all', async () => {
        const user = await server().user()
        const [one, two] = [server().client(), server().client()]
        for (const client of [one, two]) await client.login(user.email)
        const list = async () => (await user.call(listSessions)).reply.sessions
        const [{ id } = expect.fail()] = (await list()).filter(({ isCurrent }) => !isCurrent)
        const end = (which: string, password = PASSWORD) =>
          user.call(endSession, { params: { id: which }, body: { password } })
        expect((await end(id, 'a wrong secret')).refusal.code).toBe('wrong_password')
        const wrong = await user.call(endAllSessions, { body: { password: 'a wrong secret' } })
        expect(wrong.refusal.code).toBe('wrong_password')
        expect((await end('A'.repeat(22))).refusal.code).toBe('not_found')
        expect(await list()).toHaveLength(3)
        const devices = server().db.selectFrom('known_device').select('token_hash')
        expect((await end(id)).reply).toEqual({ ok: true })
        const owner = await accountIdOf(server().db, user.email)
        expect(await devices.where('account_id', '=', owner).execute(), 'but this one').toHaveLength(1)
        expect((await list()).map((session) => session.id)).not.toContain(id)
        const cookies = [user.cookie, user.device]
        expect((await user.call(endAllSessions, { body: { password: PASSWORD } })).reply).toEqual({
          ok: true,
        })
        expect([user.cookie, user.device]).toEqual([undefined, undefined])
        ;[user.cookie, user.device] = cookies
        for (const client of [user, one, two]) expect((await client.call(listSessions)).status).toBe(401)
      })

      it('AUTH-10 · are listed by the time of the server', async () => {
        const user = await server().user()
        const other = server().client()
        await other.login(user.email)
        server().time.now += 6 * 24 * 60 * MINUTE_MS
        expect((await user.call(listSessions)).reply.sessions).toHaveLength(2)
        server().time.now += 24 * 60 * MINUTE_MS
        expect((await user.call(listSessions)).reply.sessions).toHaveLength(1)
      })
    })

    describe('the password alone', () => {
      it('AUTH-06 · confirms who is signed in, where there is no second factor', async () => {
        const user = await server().user()
        for (const request of [endAnother, change]) {
          server().time.now += 15 * MINUTE_MS
          expect(await isConfirmed(user)).toBe(false)
          expect((await request(user)).status).toBe(200)
          expect(await isConfirmed(user)).toBe(true)
        }
      })

      it('AUTH-06 · confirms nobody who has a second factor, which a change of the password needs', async () => {
        const { time } = server()
        const user = await server().user()
        const { secret } = await addedApp(server(), user)
        time.now += 14 * MINUTE_MS
        expect((await endAnother(user)).status).toBe(200)
        expect(await isConfirmed(user), 'as before').toBe(true)
        time.now += MINUTE_MS
        expect(await isConfirmed(user)).toBe(false)
        expect((await endAnother(user)).status).toBe(200)
        expect(await isConfirmed(user), 'as before').toBe(false)
        const body = { currentPassword: PASSWORD, newPassword: 'short' }
        const invalid = await user.call(changePassword, { body })
        expect(invalid.refusal.code, 'before the new one is checked').toBe('confirmation_required')
        expect((await change(user)).refusal.code).toBe('confirmation_required')
        await user.call(confirmIdentity, { body: { password: PASSWORD, code: nextCode(server(), secret) } })
        time.now += 14 * MINUTE_MS
        expect((await change(user)).status).toBe(200)
        time.now += MINUTE_MS
        expect(await isConfirmed(user), 'since the code').toBe(false)
        expect((await user.login(user.email, NEW_PASSWORD)).status, 'this device stays known').toBe(200)
      })

      it.each([
        ['ends a session', endAnother],
        ['changes the password', change],
      ] as const)('AUTH-02 · passes no second factor for the device on which it %s', async (_, request) => {
        const user = await server().user()
        expect((await request(user)).status).toBe(200)
        const password = request === change ? NEW_PASSWORD : PASSWORD
        const other = Object.assign(server().client(), { email: user.email })
        await other.login(user.email, password)
        await addedApp(server(), other)
        expect((await user.login(user.email, password)).refusal.code).toBe('second_factor_required')
      })
    })

    describe('another email that confirms an address', () => {
      it('AUTH-10 · is sent at once, three times an hour, until it is confirmed', async () => {
        const user = await server().user()
        const ask = async () => (await user.call(requestVerification)).status
        const first = await mail().waitForEmail(user.email, 'verify')
        expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
        await mail().waitForEmail(user.email, 'verify', 4)
        await user.call(verifyEmail, { body: { token: tokenIn(first) } })
        await forgetLimits(server().db)
        expect(await ask()).toBe(200)
        await expectSent(server().db)
        expect(mail().emailsTo(user.email, 'verify')).toHaveLength(4)
        expect(await server().db.selectFrom('throttle').selectAll().execute(), 'not counted').toEqual([])
      })
    })

    describe('an email about a change', () => {
      it('AUTH-10 AUTH-06 · is sent at once: of a new password, and of the end of the account', async () => {
        const user = await server().user()
        const headers = { 'accept-language': 'en' }
        const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
        await user.call(changePassword, { body, headers })
        expect((await mail().waitForEmail(user.email, 'password')).subject).toMatch(/^Your password/)
        await user.call(endAccount, { headers })
        expect((await mail().waitForEmail(user.email, 'deleted')).subject).toMatch(/^Your account/)
      })
    })

    describe('an account that is deleted during a request of its user', () => {
      let pausable: PausableServer
      beforeAll(async () => {
        pausable = await startPausableServer(server())
      })
      afterEach(() => pausable.expectChanged())
      afterAll(() => pausable.stop())

      it.each([
        ['getAccount', getAccount],
        ['requestVerification', requestVerification],
        ['downloadData', downloadData],
      ] as const)('AUTH-06 · is not found: %s', async (_name, endpoint) => {
        const { db, env, time } = server()
        const user = await server().user()
        const accountId = await accountIdOf(db, user.email)
        pausable.onceRead(
          (row) => 'confirmed_at' in row && 'address' in row,
          () =>
            inTransaction(db, (trx) => deleteAccount(trx, loadSecretKey(env), { accountId, at: time.now })),
        )
        const { status, refusal } = await user.at(pausable.origin).call(endpoint)
        expect([status, refusal.code]).toEqual([401, 'not_authenticated'])
      })

      it('AUTH-10 · has to be confirmed by a second factor that was added meanwhile, to change its password', async () => {
        const user = await server().user()
        const other = server().client()
        await other.login(user.email)
        Object.assign(other, { email: user.email })
        pausable.onceRead(
          (row) => 'password_hash' in row && 'address' in row,
          () => addedApp(server(), other),
        )
        const { status, refusal } = await change(user.at(pausable.origin))
        expect([status, refusal.code]).toEqual([403, 'confirmation_required'])
        expect((await other.login(user.email)).status, 'the former password').toBe(200)
      })

      it.each([
        ['endSession', endSession, { params: { id: 'A'.repeat(22) }, body: { password: PASSWORD } }],
        [
          'changePassword',
          changePassword,
          { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } },
        ],
      ] as const)('AUTH-10 · or whose session ends, changes nothing: %s', async (_name, endpoint, input) => {
        const { db } = server()
        const user = await server().user()
        const accountId = await accountIdOf(db, user.email)
        pausable.onceRead(
          (row) => 'password_hash' in row && 'address' in row,
          () => db.deleteFrom('session').where('account_id', '=', accountId).execute(),
        )
        const { status, refusal } = await user.at(pausable.origin).call(endpoint, input)
        expect([status, refusal.code]).toEqual([401, 'not_authenticated'])
        expect((await user.login()).status, 'the former password').toBe(200)
      })
    })
  },
  {},
  AT_ONCE,
)

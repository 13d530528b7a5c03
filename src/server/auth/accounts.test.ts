import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { haveToWait } from '#test/server/lock-waits.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import type { Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { loadSecretKey } from '../secret-key.ts'
import {
  confirmAddress,
  createAccount,
  findAccount,
  findAccountById,
  lockAccount,
  lockAccountWithPassword,
  setPassword,
} from './accounts.ts'
import { endSignIns, endSignInsOfAllAccounts, replacePassword, signOutEverywhere } from './credentials.ts'
import { findKnownDevice, rememberDevice } from './devices.ts'
import { createEmailToken, findTokenAccount } from './email-tokens.ts'
import { createChallenge, findChallenge } from './second-factor/challenges.ts'
import { findSignedIn, startSession } from './sessions.ts'
import { recordTermsAcceptance } from './terms.ts'

/** Later than the server's own time, by which it deletes what has expired. */
const NOW = Date.UTC(2100, 0, 1)

onEachDatabase((server, dialect) => {
  const within = <T>(work: (trx: Transaction) => Promise<T>) => inTransaction(server().db, work)
  const newAccount = () => addStoredAccount(server().db, NOW)

  describe('an account', () => {
    it('AUTH-01 · begins with nothing but its address and password, and waits for its tokens', async () => {
      const { db } = server()
      const { accountId, email, passwordHash } = await newAccount()
      await newAccount()
      const account = {
        id: accountId,
        email,
        address: email.replace('ana', 'Ana'),
        passwordHash,
        balance: 0,
        isVerified: false,
        freeTokens: 'pending',
        createdAt: NOW,
      }
      expect(await findAccount(db, email)).toEqual(account)
      expect(await findAccountById(db, accountId)).toEqual(account)
      for (const nobody of [await findAccount(db, accountId), await findAccountById(db, email)])
        expect(nobody).toBeUndefined()
      const row = await db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      expect([row.entries, row.verified_at]).toEqual([0, null])
    })

    it('AUTH-01 · is not created for an address that has one', async () => {
      const { accountId, email } = await newAccount()
      const again = { email: { key: email, address: email }, passwordHash: 'other', at: NOW + 1 }
      expect(await within((trx) => createAccount(trx, again))).toBeUndefined()
      expect(await findAccount(server().db, email)).toMatchObject({ id: accountId, createdAt: NOW })
    })

    it('AUTH-10 · is locked where it exists, and with the password that was compared', async () => {
      const [{ accountId: id, passwordHash }, other] = [await newAccount(), await newAccount()]
      expect(await within((trx) => lockAccount(trx, id))).toBe(true)
      expect(await within((trx) => lockAccount(trx, 'nobody'))).toBe(false)
      const lock = (hash: string, of = id) =>
        within((trx) => lockAccountWithPassword(trx, { id: of, passwordHash: hash }))
      expect(await lock(passwordHash)).toBe(true)
      expect([await lock(other.passwordHash), await lock(passwordHash, 'nobody')]).toEqual([false, false])
      await within((trx) => setPassword(trx, id, 'new'))
      expect([await lock(passwordHash), await lock('new')]).toEqual([false, true])
      expect(await lock(other.passwordHash, other.accountId), 'of another account').toBe(true)
    })

    it('AUTH-01 AUTH-10 · gets its tokens when its address is confirmed, which happens once', async () => {
      const { db, env } = server()
      const [{ accountId }, other] = [await newAccount(), await newAccount()]
      const confirm = (id: string, at: number) =>
        within((trx) => confirmAddress(trx, loadSecretKey(env), id, at))
      expect(await confirm('nobody', NOW)).toBe(0)
      expect([await confirm(accountId, NOW + 1), await confirm(accountId, NOW + 2)]).toEqual([15, 0])
      const confirmed = await db.selectFrom('account').select(['id', 'verified_at', 'balance']).execute()
      expect(confirmed.filter(({ id }) => [accountId, other.accountId].includes(id))).toEqual(
        expect.arrayContaining([
          { id: accountId, verified_at: NOW + 1, balance: 15 },
          { id: other.accountId, verified_at: null, balance: 0 },
        ]),
      )
    })
  })

  describe('what signs in to an account', () => {
    /** A session, a known device, a link for a new password and a begun sign-in. */
    async function signedIn() {
      const { db } = server()
      const { accountId } = await newAccount()
      const session = await startSession(db, { accountId, device: '', confirmedAt: null, at: NOW })
      const device = await within((trx) =>
        rememberDevice(trx, accountId, { passedSecondFactor: false, now: NOW }),
      )
      const link = await createEmailToken(db, accountId, 'reset', NOW)
      const begun = await createChallenge(db, { purpose: 'second-factor', accountId, now: NOW })
      const left = async () => {
        const isLeft = {
          session: await findSignedIn(db, session, NOW),
          device: await findKnownDevice(db, accountId, device, NOW),
          link: await findTokenAccount(db, link, 'reset', NOW),
          begun: await findChallenge(db, begun, 'second-factor', NOW),
        }
        return Object.entries(isLeft).flatMap(([name, found]) => (found === undefined ? [] : [name]))
      }
      return { accountId, left }
    }
    const ALL = ['session', 'device', 'link', 'begun']

    it('AUTH-10 · ends with its password, and nothing of other accounts does', async () => {
      const [user, other] = [await signedIn(), await signedIn()]
      await within((trx) => replacePassword(trx, user.accountId, 'new hash'))
      expect([await user.left(), await other.left()]).toEqual([[], ALL])
      expect(await findAccountById(server().db, user.accountId)).toMatchObject({ passwordHash: 'new hash' })
      expect((await findAccountById(server().db, other.accountId))?.passwordHash).toMatch(/^hash/)
    })

    it('AUTH-10 · ends everywhere; links for a new password stay', async () => {
      const [user, second, other] = [await signedIn(), await signedIn(), await signedIn()]
      expect(await signOutEverywhere(server().db, user.accountId)).toBe(1)
      expect(await within((trx) => endSignIns(trx, second.accountId))).toBe(1)
      expect([await user.left(), await second.left(), await other.left()]).toEqual([['link'], ['link'], ALL])
    })

    it('AUTH-10 · ends everywhere, also what a sign-in under way begins', async () => {
      const { db } = server()
      const { accountId } = await newAccount()
      const { ended } = await within(async (trx) => {
        await lockAccount(trx, accountId)
        await startSession(trx, { accountId, device: '', confirmedAt: null, at: NOW })
        const ending = signOutEverywhere(db, accountId)
        await haveToWait(db, dialect, 1)
        return { ended: ending }
      })
      expect(await ended).toBe(1)
    })

    it('AUTH-10 · ends for all accounts', async () => {
      const users = [await signedIn(), await signedIn()]
      expect(await within(endSignInsOfAllAccounts)).toBeGreaterThanOrEqual(2)
      for (const { left } of users) expect(await left()).toEqual(['link'])
    })
  })

  it('AUTH-01 · the terms that an account has accepted keep the time of the first acceptance of each version', async () => {
    const { db } = server()
    const [{ accountId }, other] = [await newAccount(), await newAccount()]
    for (const [id, version, at] of [
      [accountId, 'one', 1],
      [accountId, 'one', 2],
      [accountId, 'two', 3],
      [other.accountId, 'one', 4],
    ] as const)
      await recordTermsAcceptance(db, id, version, at)
    const rows = await db.selectFrom('terms_acceptance').selectAll().orderBy('at').execute()
    expect(rows.map((row) => [row.account_id, row.version, row.at])).toEqual([
      [accountId, 'one', 1],
      [accountId, 'two', 3],
      [other.accountId, 'one', 4],
    ])
  })
})

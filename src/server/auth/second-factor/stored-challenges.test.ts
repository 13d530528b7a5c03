import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import type { Schema, Transaction } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { loadSecretKey } from '../../secret-key.ts'
import { sha256 } from '../secrets.ts'
import {
  createChallenge,
  deleteAllChallenges,
  deleteChallenges,
  deleteExpiredChallenges,
  findChallenge,
  findChallengeByHash,
  takeChallenge,
  takeChallengeByHash,
} from './challenges.ts'
import { createDeviceCode, deviceCodeHash } from './device-code.ts'

type Purpose = Schema['auth_challenge']['purpose']

const MINUTE_MS = 60_000
const SKEW_MS = 5 * MINUTE_MS
/** Later than the server's own time, by which it deletes what has expired. */
const NOW = Date.UTC(2100, 0, 1)

/** How long each is valid. */
const AGES: [Purpose, number][] = [
  ['passkey', 5 * MINUTE_MS],
  ['new-passkey', 5 * MINUTE_MS],
  ['second-factor', 10 * MINUTE_MS],
  ['device-code', 60 * MINUTE_MS],
]

onEachDatabase((server) => {
  const within = <T>(work: (trx: Transaction) => Promise<T>) => inTransaction(server().db, work)
  const newAccount = async () => (await addStoredAccount(server().db)).accountId
  const create = (purpose: Purpose, accountId?: string, now = NOW) =>
    createChallenge(server().db, { purpose, ...(accountId !== undefined && { accountId }), now })
  const find = (secret: string, purpose: Purpose, now = NOW) =>
    findChallenge(server().db, secret, purpose, now)
  const take = (secret: string, purpose: Purpose, now = NOW) =>
    takeChallenge(server().db, secret, purpose, now)
  /** When the stored ones of an account expire, from now, the first to do so first. */
  const expiries = async (accountId: string | null, purpose: Purpose) => {
    const rows = await server()
      .db.selectFrom('auth_challenge')
      .select('expires_at')
      .where('account_id', accountId === null ? 'is' : '=', accountId)
      .where('purpose', '=', purpose)
      .orderBy('expires_at')
      .execute()
    return rows.map(({ expires_at }) => expires_at - NOW)
  }

  describe('a stored challenge', () => {
    it.each(AGES)(
      'AUTH-02 · for %s is valid for %d ms, found by its secret or the hash',
      async (purpose, ageMs) => {
        const { db } = server()
        const accountId = await newAccount()
        const secret = await create(purpose, accountId)
        await create(purpose)
        expect(await find(secret, purpose)).toEqual({ accountId })
        expect(await findChallengeByHash(db, sha256(secret), purpose, NOW)).toEqual({ accountId })
        // Before it was made, by more than clocks differ: the clock was set back.
        for (const [now, isValid] of [
          [NOW + ageMs - 1, true],
          [NOW + ageMs, false],
          [NOW - SKEW_MS, true],
          [NOW - SKEW_MS - 1, false],
        ] as const) {
          const expected = isValid ? { accountId } : undefined
          expect(await find(secret, purpose, now)).toEqual(expected)
          const another = await create(purpose, accountId)
          expect(await take(another, purpose, now)).toEqual(expected)
          expect(await take(another, purpose), 'once').toEqual(isValid ? undefined : { accountId })
        }
        expect(await takeChallengeByHash(db, sha256(secret), purpose, NOW)).toEqual({ accountId })
        expect(await find(secret, purpose)).toBeUndefined()
      },
    )

    it('AUTH-02 · is for one purpose, and of no account where it was made for none', async () => {
      const secret = await create('passkey')
      for (const purpose of ['new-passkey', 'second-factor', 'device-code'] as const)
        expect([await find(secret, purpose), await take(secret, purpose)]).toEqual([undefined, undefined])
      for (const wrong of ['', 'A'.repeat(43), `${secret}A`])
        expect([await find(wrong, 'passkey'), await take(wrong, 'passkey')]).toEqual([undefined, undefined])
      expect(await find(secret, 'passkey')).toEqual({ accountId: null })
      expect(await take(secret, 'passkey')).toEqual({ accountId: null })
    })

    it('AUTH-02 · is one of fifty of its account and purpose: above that the first to expire ends', async () => {
      await within((trx) => deleteAllChallenges(trx))
      const [accountId, other] = [await newAccount(), await newAccount()]
      // Older and newer ones.
      for (const at of [-2, 99]) {
        await create('second-factor', other, NOW + at)
        await create('device-code', accountId, NOW + at)
        await create('second-factor', undefined, NOW + at)
        await create('passkey', accountId, NOW + 6 * MINUTE_MS + at)
      }
      for (let n = 0; n < 52; n++) await create('second-factor', accountId, NOW + n)
      const age = 10 * MINUTE_MS
      expect(await expiries(accountId, 'second-factor')).toEqual(
        Array.from({ length: 50 }, (_, n) => age + n + 2),
      )
      const kept = [
        await expiries(other, 'second-factor'),
        await expiries(accountId, 'device-code'),
        await expiries(null, 'second-factor'),
        await expiries(accountId, 'passkey'),
      ]
      expect(kept).toEqual([
        [age - 2, age + 99],
        [60 * MINUTE_MS - 2, 60 * MINUTE_MS + 99],
        [age - 2, age + 99],
        [11 * MINUTE_MS - 2, 11 * MINUTE_MS + 99],
      ])
    })

    it('AUTH-02 · made after the clock was set back ends those that are valid for too long', async () => {
      const accountId = await newAccount()
      const age = 10 * MINUTE_MS
      for (const at of [SKEW_MS, SKEW_MS + 1]) await create('second-factor', accountId, NOW + at)
      await create('second-factor', accountId)
      expect(await expiries(accountId, 'second-factor')).toEqual([age, age + SKEW_MS])
    })

    it('AUTH-02 · is deleted when it has expired, with those of its account, or with all', async () => {
      const { db } = server()
      await within((trx) => deleteAllChallenges(trx))
      const [accountId, other] = [await newAccount(), await newAccount()]
      for (const at of [0, 1]) await create('passkey', accountId, NOW + at)
      await create('second-factor', other)
      await create('passkey')
      await deleteExpiredChallenges(db, NOW + 5 * MINUTE_MS)
      const left = async () => [
        await expiries(accountId, 'passkey'),
        await expiries(other, 'second-factor'),
        await expiries(null, 'passkey'),
      ]
      expect(await left()).toEqual([[5 * MINUTE_MS + 1], [10 * MINUTE_MS], []])
      await within((trx) => deleteChallenges(trx, accountId))
      expect(await left()).toEqual([[], [10 * MINUTE_MS], []])
      await within((trx) => deleteAllChallenges(trx))
      expect(await left()).toEqual([[], [], []])
    })
  })

  it('AUTH-02 · an emailed code for a device is stored as a hash of it and its account, however it is typed', async () => {
    const { db, env } = server()
    const key = loadSecretKey(env)
    const [accountId, other] = [await newAccount(), await newAccount()]
    const code = await createDeviceCode(db, key, accountId, NOW)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const findBy = (of: string, typed: string) =>
      findChallengeByHash(db, deviceCodeHash(key, of, typed), 'device-code', NOW)
    expect(await findBy(accountId, code.toLowerCase().replace('-', ' '))).toEqual({ accountId })
    expect([await findBy(other, code), await findBy(accountId, 'ABCD-EFGH')]).toEqual([undefined, undefined])
  })
})

import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  consumeResetToken,
  createEmailToken,
  deleteExpiredEmailTokens,
  deleteResetTokens,
  findTokenAccount,
} from './email-tokens.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Later than the server's own time, by which it deletes what has expired. */
const NOW = Date.UTC(2100, 0, 1)

const AGES = [
  ['reset', HOUR_MS],
  ['verify', 24 * HOUR_MS],
] as const

onEachDatabase((server) => {
  const newAccount = async () => (await addStoredAccount(server().db)).accountId
  const create = (accountId: string, purpose: 'reset' | 'verify' = 'reset', now = NOW) =>
    createEmailToken(server().db, accountId, purpose, now)
  const find = (token: string, purpose: 'reset' | 'verify' = 'reset', now = NOW) =>
    findTokenAccount(server().db, token, purpose, now)
  const consume = (token: string, now = NOW) =>
    inTransaction(server().db, (trx) => consumeResetToken(trx, token, now))

  describe('the token of an emailed link', () => {
    it.each(AGES)(
      'AUTH-10 · to %s is valid for %d ms, and not before it was made',
      async (purpose, ageMs) => {
        const accountId = await newAccount()
        const token = await create(accountId, purpose)
        expect(await find(token, purpose)).toBe(accountId)
        expect(await find(token, purpose, NOW + ageMs - 1)).toBe(accountId)
        expect(await find(token, purpose, NOW + ageMs)).toBeUndefined()
        // Clocks differ by five minutes; by more, this one was set back.
        expect(await find(token, purpose, NOW - 5 * MINUTE_MS)).toBe(accountId)
        expect(await find(token, purpose, NOW - 5 * MINUTE_MS - 1)).toBeUndefined()
      },
    )

    it('AUTH-10 · is for one purpose and one account', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      const [reset, verify, ofOther] = [
        await create(accountId),
        await create(accountId, 'verify'),
        await create(other),
      ]
      expect([await find(reset), await find(verify, 'verify'), await find(ofOther)]).toEqual([
        accountId,
        accountId,
        other,
      ])
      for (const wrong of ['', 'A'.repeat(43), `${reset}A`]) expect(await find(wrong)).toBeUndefined()
      expect([await find(verify), await find(reset, 'verify')]).toEqual([undefined, undefined])
    })

    it('AUTH-10 · that resets a password is used up once, while it is valid; others are not', async () => {
      const accountId = await newAccount()
      const [token, another] = [await create(accountId), await create(accountId)]
      const verify = await create(accountId, 'verify')
      for (const wrong of ['', 'A'.repeat(43), verify]) expect(await consume(wrong)).toBe(false)
      expect(await consume(token, NOW + HOUR_MS)).toBe(false)
      expect(await consume(token, NOW - 5 * MINUTE_MS - 1)).toBe(false)
      expect(await consume(token, NOW + HOUR_MS - 1)).toBe(true)
      expect(await consume(token)).toBe(false)
      expect(await consume(another, NOW - 5 * MINUTE_MS)).toBe(true)
      expect(await find(verify, 'verify')).toBe(accountId)
    })

    it('AUTH-10 · is deleted with those of its account that reset the password, or when it has expired', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      const [reset, verify, ofOther] = [
        await create(accountId),
        await create(accountId, 'verify'),
        await create(other),
      ]
      await inTransaction(db, (trx) => deleteResetTokens(trx, accountId))
      expect([await find(reset), await find(verify, 'verify'), await find(ofOther)]).toEqual([
        undefined,
        accountId,
        other,
      ])
      const later = await create(other, 'reset', NOW + 1)
      await deleteExpiredEmailTokens(db, NOW + HOUR_MS)
      expect([await find(ofOther), await find(later), await find(verify, 'verify')]).toEqual([
        undefined,
        other,
        accountId,
      ])
    })
  })
})

import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addStoredAccount } from '#test/server/stored-account.ts'
import type { Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  deleteOldDevices,
  findKnownDevice,
  forgetAllDevices,
  forgetDevice,
  forgetDevices,
  forgetOtherDevices,
  listDevices,
  rememberDevice,
  requireSecondFactorAgain,
  trustDevice,
} from './devices.ts'

const YEAR_MS = 365 * 86_400_000
/** Later than the server's own time, by which it deletes what has expired. */
const NOW = Date.UTC(2100, 0, 1)

onEachDatabase((server) => {
  const within = <T>(work: (trx: Transaction) => Promise<T>) => inTransaction(server().db, work)
  const newAccount = async () => (await addStoredAccount(server().db)).accountId

  /** A device of an account. @returns its secret */
  const remember = (accountId: string, now = NOW, passedSecondFactor = false) =>
    within((trx) => rememberDevice(trx, accountId, { passedSecondFactor, now }))

  const find = (accountId: string, secret: string | undefined, now = NOW) =>
    findKnownDevice(server().db, accountId, secret, now)

  const hashOf = async (accountId: string, secret: string) =>
    (await find(accountId, secret))?.hash ?? expect.fail('unknown')

  /** When the devices of an account were used, newest first, from now. */
  const usesOf = async (accountId: string) =>
    (await listDevices(server().db, accountId)).map(({ usedAt }) => Date.parse(usedAt) - NOW)

  describe('a known device', () => {
    it('AUTH-02 · is found by its secret, for its account, for less than a year', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      const secret = await remember(accountId)
      await remember(accountId)
      expect(await find(accountId, secret, NOW + YEAR_MS - 1)).toEqual({
        hash: expect.stringMatching(/^[\w-]{43}$/),
        passedSecondFactor: false,
      })
      expect(await find(accountId, secret, NOW + YEAR_MS)).toBeUndefined()
      expect(await find(other, secret)).toBeUndefined()
      for (const wrong of [undefined, '', 'A'.repeat(43), `${secret}A`])
        expect(await find(accountId, wrong)).toBeUndefined()
    })

    it('AUTH-02 · has passed a second factor until the account is asked for it again', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      const passed = await remember(accountId, NOW, true)
      const trusted = await remember(accountId)
      const untouched = await remember(accountId)
      const ofOther = await remember(other, NOW, true)
      const all = async () =>
        Promise.all(
          [passed, trusted, untouched].map(
            async (secret) => (await find(accountId, secret))?.passedSecondFactor,
          ),
        )
      expect(await all()).toEqual([true, false, false])
      const hash = await hashOf(accountId, trusted)
      await within((trx) => trustDevice(trx, hash))
      expect(await all()).toEqual([true, true, false])
      await within((trx) => requireSecondFactorAgain(trx, accountId))
      expect(await all()).toEqual([false, false, false])
      expect(await find(other, ofOther)).toMatchObject({ passedSecondFactor: true })
    })

    it('AUTH-02 · is forgotten alone, with the others of its account, or with all but one', async () => {
      const { db } = server()
      const [accountId, other] = [await newAccount(), await newAccount()]
      await remember(other)
      const secrets = [await remember(accountId, NOW + 1), await remember(accountId, NOW + 2)]
      await remember(accountId, NOW + 3)
      await forgetDevice(db, await hashOf(accountId, secrets[0] ?? ''))
      expect(await usesOf(accountId)).toEqual([3, 2])
      const kept = await hashOf(accountId, secrets[1] ?? '')
      await within((trx) => forgetOtherDevices(trx, accountId, kept))
      expect([await usesOf(accountId), await usesOf(other)]).toEqual([[2], [0]])
      await within((trx) => forgetOtherDevices(trx, accountId, undefined))
      expect([await usesOf(accountId), await usesOf(other)]).toEqual([[], [0]])
      await remember(accountId)
      await within((trx) => forgetDevices(trx, accountId))
      expect([await usesOf(accountId), await usesOf(other)]).toEqual([[], [0]])
      await remember(accountId)
      await within((trx) => forgetAllDevices(trx))
      expect([await usesOf(accountId), await usesOf(other)]).toEqual([[], []])
    })

    it('AUTH-02 · is one of fifty of its account: the one used longest ago is forgotten', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      for (const at of [-1, 99]) await remember(other, NOW + at)
      for (let n = 0; n < 50; n++) await remember(accountId, NOW + ((n + 25) % 50))
      expect(await usesOf(accountId)).toEqual(Array.from({ length: 50 }, (_, n) => 49 - n))
      await remember(accountId, NOW + 50)
      expect(await usesOf(accountId)).toEqual(Array.from({ length: 50 }, (_, n) => 50 - n))
      expect(await usesOf(other)).toEqual([99, -1])
    })

    it('AUTH-02 · is deleted a year after its last use', async () => {
      const accountId = await newAccount()
      for (const at of [0, 1, 2]) await remember(accountId, NOW + at)
      await deleteOldDevices(server().db, NOW + 1 + YEAR_MS)
      expect(await usesOf(accountId)).toEqual([2])
    })
  })
})

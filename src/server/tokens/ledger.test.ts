import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addAccount } from '#test/server/ledger-account.ts'
import type { Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { listEntries } from './history.ts'
import {
  type LedgerEntry,
  findBalance,
  findEntry,
  findLedgerState,
  grantTokens,
  postEntry,
  postEntryToLockedAccount,
} from './ledger.ts'

let accounts = 0

onEachDatabase((server) => {
  /** Two accounts, each with the entries 15, 40, -5, -2, and the balance 48. */
  async function twoAccounts(): Promise<[string, string]> {
    const ids: [string, string] = [`account ${accounts++}`, `account ${accounts++}`]
    for (const id of ids) await addAccount(server().db, id)
    return ids
  }

  const within = <T>(work: (trx: Transaction) => Promise<T>) => inTransaction(server().db, work)

  const charge = (accountId: string, delta: number): LedgerEntry => ({
    accountId,
    delta,
    reason: 'conversion',
    ref: `${accountId} ${delta}`,
    at: 1,
  })

  describe('an entry of the ledger', () => {
    it('AUTH-11 · changes the balance of its account, and of no other', async () => {
      const [id, other] = await twoAccounts()
      expect(await within((trx) => postEntry(trx, charge(id, -8)))).toBe(40)
      expect(await within((trx) => findLedgerState(trx, id))).toEqual({ balance: 40, entries: 5 })
      expect(await within((trx) => findLedgerState(trx, other))).toEqual({ balance: 48, entries: 4 })
      expect(await within((trx) => findBalance(trx, id))).toBe(40)
      expect(await within((trx) => findBalance(trx, other))).toBe(48)
    })

    it('AUTH-11 · takes all that there is, and not one token more', async () => {
      const [id] = await twoAccounts()
      expect(await within((trx) => postEntry(trx, charge(id, -49)))).toBeUndefined()
      expect(await within((trx) => findLedgerState(trx, id))).toEqual({ balance: 48, entries: 4 })
      expect(await within((trx) => postEntry(trx, charge(id, -48)))).toBe(0)
      expect(await within((trx) => postEntry(trx, charge(id, -1)))).toBeUndefined()
      expect(await within((trx) => findEntry(trx, id, 6))).toBeUndefined()
    })

    it('AUTH-11 · keeps what it says, and nothing where it says nothing', async () => {
      const [id, other] = await twoAccounts()
      const plain = { account_id: id, seq: 5, reason: 'conversion', ref: `${id} -8`, delta: -8, at: 1 }
      await within((trx) => postEntry(trx, charge(id, -8)))
      const none = { note: null, purchase_id: null, uncovered: 0 }
      expect(await findEntry(server().db, id, 5)).toMatchObject({ ...plain, ...none, balance_after: 40 })
      const refund = { ...charge(id, -40), reason: 'admin', note: 'Поръчка 7', uncovered: 9 } as const
      await within((trx) => postEntry(trx, refund))
      const said = { note: 'Поръчка 7', uncovered: 9, reason: 'admin' }
      expect(await findEntry(server().db, id, 6)).toMatchObject({ ...said, balance_after: 0 })
      expect(await findEntry(server().db, other, 5)).toBeUndefined()
      expect(await findEntry(server().db, other, 4)).toMatchObject({ account_id: other, delta: -2 })
    })

    it('AUTH-11 · of an account that does not exist is rejected; where that cannot be, the transaction ends', async () => {
      const [id] = await twoAccounts()
      expect(await within((trx) => postEntry(trx, charge('nobody', 5)))).toBeUndefined()
      expect(await within((trx) => findLedgerState(trx, 'nobody'))).toBeUndefined()
      expect(await within((trx) => findBalance(trx, 'nobody'))).toBeUndefined()
      const tooMuch = within(async (trx) => {
        await postEntry(trx, charge(id, -1))
        await postEntryToLockedAccount(trx, charge(id, -48))
      })
      await expect(tooMuch).rejects.toThrow('rejected the entry')
      expect(await within((trx) => findBalance(trx, id))).toBe(48)
      expect(await within((trx) => postEntryToLockedAccount(trx, charge(id, -47)))).toBe(1)
    })
  })

  it('AUTH-11 · a grant is for the account of its address; two equal ones are both given', async () => {
    const { db } = server()
    const [id, other] = await twoAccounts()
    const grant = { email: `${id}@example.bg`, tokens: 10, note: 'x', at: 7 }
    expect([await grantTokens(db, grant), await grantTokens(db, grant)]).toEqual([58, 68])
    expect(await within((trx) => findBalance(trx, other))).toBe(48)
    expect(await findEntry(db, id, 6)).toMatchObject({ reason: 'admin', delta: 10, note: 'x', at: 7 })
    expect(await grantTokens(db, { ...grant, email: 'nobody@example.bg' })).toBeUndefined()
  })

  it('AUTH-11 · the history has as many entries as are asked for, twenty otherwise, and none without an account', async () => {
    const { db } = server()
    const [id] = await twoAccounts()
    const seqs = async (before?: number, limit?: number) =>
      (await listEntries(db, id, before, limit)).entries.map(({ seq }) => seq)
    expect(await seqs()).toEqual([4, 3, 2, 1])
    expect(await seqs(4)).toEqual([3, 2, 1])
    expect(await seqs(undefined, 3)).toEqual([4, 3, 2])
    for (let n = 0; n < 17; n++)
      await grantTokens(db, { email: `${id}@example.bg`, tokens: 1, note: '', at: 1 })
    expect(await seqs()).toEqual(Array.from({ length: 20 }, (_, n) => 21 - n))
    expect(await listEntries(db, 'nobody', undefined)).toEqual({ total: 0, entries: [] })
  })
})

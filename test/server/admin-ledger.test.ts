import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteJob } from '#api/conversions.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { onEachDatabase } from '../harness.ts'
import { accountIdOf } from './ledger-check.ts'
import { runAdminProcess } from './levro-process.ts'
import { makeRows } from './reference.ts'

/** An alteration by SQL, its reversal, and the expected finding. */
type Tampering = { doing: RawBuilder<unknown>; undoing: RawBuilder<unknown>; says: string }

const entryOf = (id: string, seq: number) => sql`account_id = ${id} and seq = ${seq}`

const TAMPERINGS: Record<string, (id: string) => Tampering> = {
  'a balance': (id) => ({
    doing: sql`update account set balance = balance + 1 where id = ${id}`,
    undoing: sql`update account set balance = balance - 1 where id = ${id}`,
    says: 'expected a balance of 8 after 3 entries, found 9 after 3',
  }),
  'a delta': (id) => ({
    doing: sql`update token_entry set delta = -4 where ${entryOf(id, 2)}`,
    undoing: sql`update token_entry set delta = -5 where ${entryOf(id, 2)}`,
    says: 'expected entry 2 with a balance of 11, found entry 2 with 10',
  }),
  'a place': (id) => ({
    doing: sql`update token_entry set seq = 4 where ${entryOf(id, 3)}`,
    undoing: sql`update token_entry set seq = 3 where ${entryOf(id, 4)}`,
    says: 'expected entry 3 with a balance of 8, found entry 4 with 8',
  }),
  'a balance after': (id) => ({
    doing: sql`update token_entry set balance_after = 11 where ${entryOf(id, 2)}`,
    undoing: sql`update token_entry set balance_after = 10 where ${entryOf(id, 2)}`,
    says: 'expected entry 2 with a balance of 10, found entry 2 with 11',
  }),
  'the count of entries': (id) => ({
    doing: sql`update account set entries = 4 where id = ${id}`,
    undoing: sql`update account set entries = 3 where id = ${id}`,
    says: 'expected a balance of 8 after 3 entries, found 8 after 4',
  }),
  'the cost of a conversion': (id) => ({
    doing: sql`update job set token_cost = 6 where account_id = ${id} and token_cost = 5`,
    undoing: sql`update job set token_cost = 5 where account_id = ${id} and token_cost = 6`,
    says: 'expected a charge of 6, found 5',
  }),
}

onEachDatabase((server) => {
  const check = () => runAdminProcess(server(), 'ledger', '--check')
  /** The findings, without the second that a process of the command takes. */
  const faults = async () => (await auditLedger(server().db)).faults

  async function makeAccount(): Promise<string> {
    const user = await server().user()
    await user.bulk(makeRows(5))
    await user.bulk(makeRows(2))
    return accountIdOf(server().db, user.email)
  }

  describe('levro admin ledger --check', () => {
    it('AUTH-11 · finds no fault in a correct ledger', async () => {
      const user = await server().user(50)
      const { jobId } = (await user.bulk(makeRows(3))).reply
      await user.bulk(makeRows(4))
      await user.call(deleteJob, { params: { id: jobId } })
      const { code, stdout, stderr } = await check()
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(
        /^\d+ accounts, \d+ entries: everything adds up\ntokens by reason, with the number of entries: .+\nledger head \d+:[0-9a-f]{64}\n$/,
      )
    })

    it('AUTH-11 · prints each fault with its account and amounts, and exits with 1', async () => {
      const { db } = server()
      const id = await makeAccount()
      const { doing, undoing, says } = TAMPERINGS['a balance']?.(id) ?? expect.fail()
      await doing.execute(db)
      const { code, stdout } = await check()
      expect(code).toBe(1)
      expect(stdout).toMatch(
        /\n\d+ accounts, \d+ entries: \d+ faults\ntokens by reason, with the number of entries: .+\nledger head \d+:[0-9a-f]{64}\n$/,
      )
      expect(stdout.split('\n')[0]).toBe(`${id}: ${says}`)
      await undoing.execute(db)
    })

    it.each(Object.keys(TAMPERINGS))('AUTH-11 · finds %s that was altered, and its account', async (name) => {
      const { db } = server()
      const id = await makeAccount()
      const { doing, undoing, says } = TAMPERINGS[name]?.(id) ?? expect.fail()
      await doing.execute(db)
      const found = await faults()
      expect(found.every(({ accountId }) => accountId === id)).toBe(true)
      expect(found.map(({ what }) => what)).toContainEqual(expect.stringContaining(says))
      await undoing.execute(db)
      expect(await faults()).toEqual([])
    })

    it.each([
      ['the first', 1],
      ['one in the midst', 2],
      ['the last', 3],
    ])('AUTH-11 · finds a missing entry: %s', async (_title, seq) => {
      const { db } = server()
      const id = await makeAccount()
      await sql`delete from token_entry where ${entryOf(id, seq)}`.execute(db)
      expect(await faults()).toContainEqual({
        accountId: id,
        what: expect.stringMatching(/after 2 entries, found 8 after 3$/),
      })
      await sql`delete from account where id = ${id}`.execute(db)
      expect(await faults()).toEqual([])
    })

    it('AUTH-11 · neither blocks a running server nor waits for it', async () => {
      const user = await server().user(2000)
      const calls = Array.from({ length: 60 }, (_, n) => user.bulk(makeRows(2, n)))
      const [checked, ...answers] = await Promise.all([check(), ...calls])
      expect(checked.code).toBe(0)
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    })
  })
})

import { type KyselyPlugin, InsertQueryNode, TableNode } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '#test/harness.ts'
import { addAccount } from '#test/server/ledger-account.ts'
import { expectConsistentLedger, jobsOf } from '#test/server/ledger-check.ts'
import { haveToWait } from '#test/server/lock-waits.ts'
import { lockAccount } from '../auth/accounts.ts'
import { inTransaction } from '../db/transaction.ts'
import { auditLedger } from '../tokens/audit.ts'
import { findBalance } from '../tokens/ledger.ts'
import { type ConvertedBulk, convertBulkBody } from './convert.ts'
import { makeCharge } from './charge.ts'

let accounts = 0

/** A converted request of so many rows of this price. */
function converted(rows: number, price = '1.00'): ConvertedBulk {
  const body = { rows: Array.from({ length: rows }, () => ({ name: 'x', price, currency: 'BGN' })) }
  const result = convertBulkBody(Buffer.from(JSON.stringify(body)))
  return result.ok ? result.bulk : expect.fail(result.problem)
}

/** One that the database rejects: its counts contradict each other. */
const broken = (): ConvertedBulk => {
  const bulk = converted(1)
  return { ...bulk, counts: { ...bulk.counts, totalRows: 7 } }
}

const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

onEachDatabase((server, dialect) => {
  /** Its balance is 48. */
  async function newAccount(): Promise<string> {
    const id = `charged ${accounts++}`
    await addAccount(server().db, id)
    return id
  }

  const balance = (id: string) => inTransaction(server().db, (trx) => findBalance(trx, id))
  const storedJobs = async (id: string) => (await jobsOf(server().db, id)).map((job) => job.id)
  /** Those that `addAccount` has made. */
  const OWN_JOBS = 2

  /** Counts the statements that store jobs: one for each group. */
  function countingDb() {
    const count = { groups: 0 }
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        const into = InsertQueryNode.is(node) ? node.into : undefined
        if (into !== undefined && TableNode.is(into) && into.table.identifier.name === 'job') count.groups++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return { db: server().db.withPlugin(plugin), count }
  }

  /** Its first transaction is committed, and then fails with the error. */
  function breakingDb(makeError: () => Error) {
    const count = { transactions: 0 }
    const { db } = server()
    const breaking = new Proxy(db, {
      get(of, name) {
        if (name !== 'transaction') return Reflect.get(of, name)
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof of.transaction>['execute']>[0]) => {
            const result = await of.transaction().execute(work)
            if (++count.transactions === 1) throw makeError()
            return result
          },
        })
      },
    })
    return { db: breaking, count }
  }

  const request = (accountId: string, key?: string) => ({ accountId, key, at: 1 })

  describe('charges at the same time', () => {
    it('CONV-11 · share a transaction, each with its own result', async () => {
      const [id, other] = [await newAccount(), await newAccount()]
      const { db, count } = countingDb()
      const charge = makeCharge(db, dialect)
      const results = await Promise.all([
        charge(converted(8), request(id, 'a')),
        charge(converted(9), request(other)),
        charge(converted(41), request(id)),
        charge(converted(8), request(id, 'a')),
        charge(converted(8, '2.00'), request(id, 'a')),
        charge(converted(40), request(id)),
        charge(converted(1), request('nobody')),
        charge(converted(8), request(other, 'a')),
      ])
      const [first, second] = results
      const jobId = first?.status === 'charged' ? first.charged.jobId : expect.fail('not charged')
      expect(results).toMatchObject([
        { status: 'charged', charged: { newBalance: 40, createdAt: 1 } },
        { status: 'charged', charged: { newBalance: 39 } },
        { status: 'not-enough', balance: 40 },
        { status: 'repeated', jobId },
        { status: 'conflict' },
        { status: 'charged', charged: { newBalance: 0 } },
        { status: 'no-account' },
        { status: 'charged', charged: { newBalance: 31 } },
      ])
      expect(count.groups).toBe(1)
      expect([await balance(id), await balance(other)]).toEqual([0, 31])
      expect(await storedJobs(id)).toHaveLength(OWN_JOBS + 2)
      expect(await storedJobs(other)).toContain(second?.status === 'charged' && second.charged.jobId)
      await expectConsistentLedger(db)
      expect((await auditLedger(db)).faults).toEqual([])
    })

    it('CONV-11 · more than 32, or of more than 64,000 rows, are charged in several groups', async () => {
      const ids = await Promise.all(Array.from({ length: 33 }, newAccount))
      const many = countingDb()
      const chargeMany = makeCharge(many.db, dialect)
      await Promise.all(ids.map((id) => chargeMany(converted(1), request(id))))
      expect(many.count.groups).toBe(2)

      const ofChunks = (count: number) => ({
        ...converted(1),
        chunks: Array.from({ length: count }, () => converted(1).chunks).flat(),
      })
      for (const [chunks, groups] of [
        [[32, 32], 1],
        [[32, 33], 2],
        [[65, 1, 65], 3],
      ] as const) {
        const large = countingDb()
        const chargeLarge = makeCharge(large.db, dialect)
        await Promise.all(chunks.map((count, n) => chargeLarge(ofChunks(count), request(ids[n] ?? ''))))
        expect(large.count.groups, String(chunks)).toBe(groups)
      }
      const stored = await server()
        .db.selectFrom('job_chunk')
        .innerJoin('job', 'job.id', 'job_chunk.job_id')
        .select(({ fn }) => fn.countAll<number>().as('all'))
        .where('account_id', 'in', ids)
        .executeTakeFirstOrThrow()
      expect(stored.all).toBe(33 + 32 + 32 + 32 + 33 + 65 + 1 + 65)
    })

    it('CONV-11 · one that the database rejects fails alone', async () => {
      const [id, other] = [await newAccount(), await newAccount()]
      const charge = makeCharge(server().db, dialect)
      const results = await Promise.allSettled([
        charge(converted(8), request(id)),
        charge(broken(), request(other)),
        charge(converted(2), request(other)),
        charge(converted(3), request(id)),
      ])
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
      expect([await balance(id), await balance(other)]).toEqual([37, 46])
      await expectConsistentLedger(server().db)
      // The next are charged as before.
      expect(await charge(converted(1), request(id))).toMatchObject({ charged: { newBalance: 36 } })
    })

    it('CONV-11 · of those that were committed, though their commit failed, nothing is charged again', async () => {
      const id = await newAccount()
      const { db } = breakingDb(() => new Error('The answer of the commit was lost.'))
      const charge = makeCharge(db, dialect)
      const results = await Promise.all([
        charge(converted(8), request(id)),
        charge(converted(2), request(id, 'a')),
      ])
      expect(results.map(({ status }) => status)).toEqual(['repeated', 'repeated'])
      expect(await balance(id)).toBe(38)
      expect(await storedJobs(id)).toHaveLength(OWN_JOBS + 2)
    })

    it.each([
      ['one', 1, () => new Error('A bug.')],
      ['several, on a database that cannot be reached', 3, unreachable],
    ])('CONV-11 · of %s, a failure is answered at once', async (_which, charges, makeError) => {
      const id = await newAccount()
      const { db, count } = breakingDb(makeError)
      const charge = makeCharge(db, dialect)
      const results = await Promise.allSettled(
        Array.from({ length: charges }, () => charge(converted(1), request(id))),
      )
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
      expect(count.transactions).toBe(1)
    })
  })

  // SQLite has one lock for all.
  if (dialect === 'postgres')
    describe('a charge whose account is locked', () => {
      it('CONV-11 · waits for it, and no other waits with it', async () => {
        const [id, other] = [await newAccount(), await newAccount()]
        const { db } = server()
        const charge = makeCharge(db, dialect)
        const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const locking = inTransaction(db, async (trx) => {
          await lockAccount(trx, id)
          locked.resolve()
          await released.promise
        })
        await locked.promise
        const waiting = charge(converted(8), request(id))
        expect(await charge(converted(8), request(other))).toMatchObject({ status: 'charged' })
        await haveToWait(db, dialect, 1)
        expect(await charge(converted(8), request(other))).toMatchObject({ status: 'charged' })
        released.resolve()
        expect(await waiting).toMatchObject({ status: 'charged', charged: { newBalance: 40 } })
        await locking
      })
    })
})

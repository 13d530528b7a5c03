import { randomUUIDv7 } from 'node:crypto'
import { lockAccount } from '../auth/accounts.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { postEntry, findBalance } from '../tokens/ledger.ts'
import type { ConvertedBulk } from './convert.ts'
import { addJob } from './jobs.ts'

export type Charged = { jobId: string; createdAt: number; newBalance: number }

export type ChargeResult =
  | { status: 'charged'; charged: Charged }
  /** The key has answered this request before; the job may have been deleted since. */
  | { status: 'repeated'; jobId: string }
  | { status: 'conflict' }
  | { status: 'not-enough'; balance: number }
  | { status: 'no-account' }

type ChargeRequest = { accountId: string; key: string | undefined; at: number }

/** Debits the tokens and stores the job with its rows, atomically and once for each key. */
export function charge(db: Db, bulk: ConvertedBulk, request: ChargeRequest): Promise<ChargeResult> {
  const { accountId, key, at } = request
  const jobId = randomUUIDv7()
  return inTransaction<ChargeResult>(db, async (trx, rollBack) => {
    // First, because it locks the account: values read after it cannot change.
    const debit = {
      accountId,
      delta: -bulk.counts.tokenCost,
      reason: 'conversion',
      ref: jobId,
      at,
    } as const
    // Tokens may be credited between a rejected entry and reading the balance; with the account locked both
    // agree.
    const newBalance =
      (await postEntry(trx, debit)) ??
      ((await lockAccount(trx, accountId)) ? await postEntry(trx, debit) : undefined)

    const earlier = key === undefined ? undefined : await findIdempotencyKey(trx, accountId, key)
    if (earlier !== undefined) {
      const isSame = earlier.body_hash === bulk.bodyHash
      return rollBack(isSame ? { status: 'repeated', jobId: earlier.job_id } : { status: 'conflict' })
    }
    if (newBalance === undefined) {
      const balance = await findBalance(trx, accountId)
      return balance === undefined ? { status: 'no-account' } : { status: 'not-enough', balance }
    }

    await addJob(
      trx,
      {
        id: jobId,
        accountId,
        filename: bulk.filename,
        source: bulk.source,
        part: bulk.part,
        counts: bulk.counts,
        totals: bulk.counts.totals,
        createdAt: at,
      },
      bulk.chunks,
    )
    // Also without a key: it proves the conversion of the charge when the job is deleted.
    const used = {
      account_id: accountId,
      key: key ?? `job:${jobId}`,
      body_hash: bulk.bodyHash,
      job_id: jobId,
      at,
    }
    await trx.insertInto('bulk_key').values(used).execute()
    return { status: 'charged', charged: { jobId, createdAt: at, newBalance } }
  })
}

/** The request and job of an idempotency key. */
export const findIdempotencyKey = (trx: Db | Transaction, accountId: string, key: string) =>
  trx
    .selectFrom('bulk_key')
    .select(['body_hash', 'job_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()

/** The balance right after the job was charged. */
export async function getBalanceAfter(db: Db, jobId: string): Promise<number> {
  const entry = await db
    .selectFrom('token_entry')
    .select('balance_after')
    .where('reason', '=', 'conversion')
    .where('ref', '=', jobId)
    .executeTakeFirstOrThrow()
  return entry.balance_after
}

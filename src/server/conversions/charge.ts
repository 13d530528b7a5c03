import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { countDailyTokens, findDailyTokens, findRevoked } from '../auth/api-keys/keys.ts'
import type { Dialect } from '../db/column-types.ts'
import { isStatementTimeout, isStorageFailure, isUnavailable } from '../db/errors.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Caller } from '../http/routes.ts'
import { addEntry, lockAccounts, storeEntries } from '../tokens/ledger.ts'
import type { ConvertedBulk } from './convert.ts'
import { addJobs } from './jobs.ts'

export type Charged = { jobId: string; createdAt: number; newBalance: number }

export type ChargeResult =
  | { status: 'charged'; charged: Charged }
  /** The key has answered this request before; the job may have been deleted since. */
  | { status: 'repeated'; jobId: string }
  | { status: 'conflict' }
  | { status: 'not-enough'; balance: number }
  /** The cap of the API key; `left` is what it may still spend today. */
  | { status: 'over-daily-tokens'; left: number }
  /** The API key was revoked since the request came. */
  | { status: 'revoked' }
  | { status: 'no-account' }

type ChargeRequest = {
  accountId: string
  apiKey?: Caller['apiKey']
  key: string | undefined
  at: number
}

/** Debits the tokens and stores the job with its rows, atomically and once for each key. */
export type Charge = (bulk: ConvertedBulk, request: ChargeRequest) => Promise<ChargeResult>

const MAX_GROUP_SIZE = 32
/** Chunks of rows in one group, unless a single job has more. */
const MAX_GROUP_CHUNKS = 64

/** `key` and `jobId` stay the same when the charge is tried again, so that it is never made twice. */
type Order = Omit<ChargeRequest, 'key'> & { bulk: ConvertedBulk; key: string; jobId: string }

type Waiting = {
  order: Order
  answer: (result: ChargeResult | Promise<ChargeResult>) => void
}

/**
 * Charges that are ready at the same time, or while others are being stored, share one transaction, and are answered after its
 * commit. Each has its own result. Where the transaction fails, or another one has locked the account of a charge, those concerned
 * are charged again in a transaction each: none waits or fails for another.
 */
export function makeCharge(db: Db, dialect: Dialect): Charge {
  const waiting: Waiting[] = []
  let isCharging = false

  async function chargeWaiting(): Promise<void> {
    isCharging = true
    while (waiting.length > 0) {
      // Requests that have arrived by now are converted before.
      await nextTurn()
      await answerGroup(waiting.splice(0, groupSize(waiting)))
    }
    isCharging = false
  }

  async function answerGroup(group: readonly Waiting[]): Promise<void> {
    const orders = group.map(({ order }) => order)
    const isAlone = orders.length === 1
    try {
      const results = await chargeTogether(orders, true)
      for (const { order, answer } of group) answer(results.get(order) ?? chargeAlone(order))
    } catch (error) {
      const mayBeOfOne = !isAlone && isOfStatement(error)
      for (const { order, answer } of group) answer(mayBeOfOne ? chargeAlone(order) : Promise.reject(error))
    }
  }

  /** Waits for the account. */
  async function chargeAlone(order: Order): Promise<ChargeResult> {
    const results = await chargeTogether([order], false)
    return results.get(order) ?? { status: 'no-account' }
  }

  const chargeTogether = (orders: readonly Order[], skipsLocked: boolean) =>
    inTransaction(db, (trx) => chargeOrders(trx, orders, { dialect, skipsLocked }))

  return (bulk, { key, ...request }) => {
    const jobId = randomUUIDv7()
    const { promise, resolve } = Promise.withResolvers<ChargeResult>()
    // Also without a key: it proves the conversion of the charge when the job is deleted.
    waiting.push({ order: { ...request, bulk, key: key ?? `job:${jobId}`, jobId }, answer: resolve })
    if (!isCharging) void chargeWaiting()
    return promise
  }
}

function groupSize(waiting: readonly Waiting[]): number {
  let chunks = 0
  const tooMany = waiting.findIndex(({ order }, index) => {
    chunks += order.bulk.chunks.length
    return index === MAX_GROUP_SIZE || chunks > MAX_GROUP_CHUNKS
  })
  return tooMany < 0 ? waiting.length : Math.max(1, tooMany)
}

/** Whether the error is that of a statement, and not of a database that cannot be reached or is locked. */
const isOfStatement = (error: unknown): boolean =>
  !isUnavailable(error) || isStorageFailure(error) || isStatementTimeout(error)

type LockOptions = { dialect: Dialect; skipsLocked: boolean }

/** The results, without those whose account could not be locked or does not exist. */
async function chargeOrders(
  trx: Transaction,
  orders: readonly Order[],
  options: LockOptions,
): Promise<Map<Order, ChargeResult>> {
  const results = new Map<Order, ChargeResult>()
  const accountIds = [...new Set(orders.map(({ accountId }) => accountId))]
  // First: what is read after it cannot change.
  const accounts = new Map((await lockAccounts(trx, accountIds, options)).map((one) => [one.id, one]))
  const lockable = orders.filter(({ accountId }) => accounts.has(accountId))
  const used = new Map((await findKeys(trx, lockable)).map((row) => [nameOf(row.account_id, row.key), row]))
  // One time for all: a request of the day before that is charged with one of this day counts in this one.
  const now = Math.max(0, ...lockable.map(({ at }) => at))
  const dailyTokens = await findDailyTokens(trx, lockable.flatMap(cappedKeyOf), now)
  const revoked = await findRevoked(
    trx,
    lockable.flatMap(({ apiKey }) => apiKey?.id ?? []),
  )
  const charged: Order[] = []
  const entries: Schema['token_entry'][] = []
  for (const order of orders) {
    const { bulk, accountId, key, jobId, at } = order
    const account = accounts.get(accountId)
    if (account === undefined) continue
    const earlier = used.get(nameOf(accountId, key))
    if (earlier !== undefined) {
      const isSame = earlier.body_hash === bulk.bodyHash
      results.set(order, isSame ? { status: 'repeated', jobId: earlier.job_id } : { status: 'conflict' })
      continue
    }
    if (order.apiKey !== undefined && revoked.has(order.apiKey.id)) {
      results.set(order, { status: 'revoked' })
      continue
    }
    const [capped] = cappedKeyOf(order)
    const left = capped === undefined ? Infinity : (dailyTokens.get(capped) ?? 0)
    if (bulk.counts.tokenCost > left) {
      results.set(order, { status: 'over-daily-tokens', left: Math.max(0, left) })
      continue
    }
    const debit = { delta: -bulk.counts.tokenCost, reason: 'conversion', ref: jobId, at } as const
    const entry = addEntry(account, debit)
    if (entry === undefined) {
      results.set(order, { status: 'not-enough', balance: account.balance })
      continue
    }
    if (capped !== undefined) dailyTokens.set(capped, left - bulk.counts.tokenCost)
    used.set(nameOf(accountId, key), keyRow(order))
    charged.push(order)
    entries.push(entry)
    const newBalance = account.balance
    results.set(order, { status: 'charged', charged: { jobId, createdAt: at, newBalance } })
  }
  if (charged.length > 0) {
    await storeEntries(trx, [...accounts.values()], entries)
    await addJobs(trx, charged.map(toJob))
    await trx.insertInto('bulk_key').values(charged.map(keyRow)).execute()
    for (const order of charged)
      for (const id of cappedKeyOf(order))
        await countDailyTokens(trx, { id, tokens: order.bulk.counts.tokenCost, at: now })
  }
  return results
}

const cappedKeyOf = ({ apiKey }: Order): string[] => (apiKey?.isCapped === true ? [apiKey.id] : [])

const nameOf = (accountId: string, key: string): string => `${accountId} ${key}`

const keyRow = ({ bulk, accountId, key, jobId, at }: Order): Schema['bulk_key'] => ({
  account_id: accountId,
  key,
  body_hash: bulk.bodyHash,
  job_id: jobId,
  at,
})

const toJob = ({ bulk, accountId, jobId, at }: Order) => ({
  id: jobId,
  accountId,
  filename: bulk.filename,
  source: bulk.source,
  part: bulk.part,
  counts: bulk.counts,
  totals: bulk.counts.totals,
  createdAt: at,
  chunks: bulk.chunks,
})

async function findKeys(trx: Transaction, orders: readonly Order[]): Promise<Schema['bulk_key'][]> {
  if (orders.length === 0) return []
  const sought = orders.map(({ accountId, key }) => sql`(${accountId}, ${key})`)
  const { rows } = await sql<Schema['bulk_key']>`
    select bulk_key.* from (values ${sql.join(sought)}) as sought
    join bulk_key on account_id = sought.column1 and key = sought.column2`.execute(trx)
  return rows
}

/** The request and job of an idempotency key. */
export const findIdempotencyKey = (db: Db, accountId: string, key: string) =>
  db
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

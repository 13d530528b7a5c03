import { type BulkReply, convertBulk } from '#api/conversions.ts'
import { LIMITS } from '#product/limits.ts'
import { secondsOfDayLeft } from '../auth/api-keys/keys.ts'
import { type Clock, MINUTE_MS, isoTime } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { type Api, type RouteContext, type SerializedReply, addRawRoute } from '../http/routes.ts'
import { ApiError } from '../http/api-error.ts'
import type { Counters } from '../metrics/counters.ts'
import { limitedAs, pseudonymousKey } from '../rate-limit/keys.ts'
import { type Limit, consumeLimits, retryAfter } from '../rate-limit/rate-limit.ts'
import { makeBulkAdmission, makeConcurrencyLimit, readIdempotencyKey } from './admission.ts'
import { type BulkConverter, isInline } from './worker-pool.ts'
import { hashInThreadPool } from './bytes.ts'
import { convertBulkBody } from './convert.ts'
import { type Charge, type Charged, findIdempotencyKey, getBalanceAfter } from './charge.ts'
import { countZeroRows, serializeRowsReply, rowsStream, decompressRows } from './row-chunks.ts'
import { findChunks, findJob } from './jobs.ts'

type BulkDependencies = {
  db: Db
  charge: Charge
  clock: Clock
  converter: BulkConverter
  counters: Counters
}

type BulkContext = RouteContext<typeof convertBulk, Buffer>
type BulkHandlerReply = SerializedReply<BulkReply>

/**
 * Limits large conversions that were computed and then rejected: each takes a third of a second of a thread
 * and costs no token.
 */
const rejectedBulkLimits = (payer: string): Limit[] => [
  { key: `bulk:${pseudonymousKey(payer)}`, limit: 30, windowMs: 15 * MINUTE_MS },
]

export function addBulkRoutes(api: Api, { db, charge, clock, converter, counters }: BulkDependencies): void {
  const { admit, begin, leave } = makeBulkAdmission(makeConcurrencyLimit())

  addRawRoute(api, convertBulk, { bodyLimit: LIMITS.bulkBytes, admit }, async (context) => {
    const isLarge = !isInline(context.body)
    try {
      await begin(context.request, context.reply, isLarge)
      return isLarge
        ? await convertWithinLimit(context)
        : await chargeConverted(context, convertBulkBody(context.body))
    } finally {
      leave(context.request)
    }
  })

  async function convertWithinLimit(context: BulkContext): Promise<BulkHandlerReply> {
    const limits = rejectedBulkLimits(limitedAs(context.caller))
    const seconds = await retryAfter(db, limits, clock())
    if (seconds !== undefined)
      return (await repeatIfCharged(context)) ?? context.reject('too_many_requests', { seconds })
    try {
      return await chargeConverted(context, await converter.convert(context.body))
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'busy') await consumeLimits(db, limits, clock())
      throw error
    }
  }

  /** A charged conversion can be requested again, whatever limits apply. */
  async function repeatIfCharged(context: BulkContext): Promise<BulkHandlerReply | undefined> {
    const key = readIdempotencyKey(context.request)
    const earlier =
      key === undefined ? undefined : await findIdempotencyKey(db, context.caller.accountId, key)
    if (earlier === undefined || earlier.body_hash !== (await hashInThreadPool(context.body)))
      return undefined
    return repeatReply(context, earlier.job_id)
  }

  async function chargeConverted(
    context: BulkContext,
    converted: Awaited<ReturnType<BulkConverter['convert']>>,
  ): Promise<BulkHandlerReply> {
    const { caller, reject, request } = context
    if (!converted.ok) return reject(converted.problem)
    const { counts, json } = converted.bulk
    const { accountId, apiKey } = caller
    const charging = { accountId, apiKey, key: readIdempotencyKey(request), at: clock() }
    const result = await charge(converted.bulk, charging)
    switch (result.status) {
      case 'charged':
        counters.bulkRows += counts.totalRows
        counters.tokensCharged += counts.tokenCost
        return { content: serializeRowsReply(replyFields(result.charged, counts), json) }
      case 'repeated':
        return repeatReply(context, result.jobId)
      case 'conflict':
        return reject('idempotency_conflict')
      case 'not-enough':
        return reject('not_enough_tokens', { cost: counts.tokenCost, balance: result.balance })
      case 'over-daily-tokens':
        return reject('daily_tokens_spent', {
          cost: counts.tokenCost,
          left: result.left,
          seconds: secondsOfDayLeft(charging.at),
        })
      case 'revoked':
        return reject('api_key_revoked')
      case 'no-account':
        // The account was deleted after its session was looked up.
        return reject('not_authenticated')
    }
  }

  /** Repeats the reply to the first request with the key, from the stored job. */
  async function repeatReply({ caller, reject }: BulkContext, jobId: string): Promise<BulkHandlerReply> {
    const job = (await findJob(db, caller.accountId, jobId)) ?? reject('job_deleted')
    // The count is not stored with the job; repeats are rare.
    const zeroRows = await countZeroRows((await findChunks(db, jobId)) ?? reject('job_deleted'))
    const chunks = (await findChunks(db, jobId)) ?? reject('job_deleted')
    const charged = {
      jobId,
      createdAt: Date.parse(job.createdAt),
      newBalance: await getBalanceAfter(db, jobId),
    }
    return { content: rowsStream(replyFields(charged, { ...job, zeroRows }), decompressRows(chunks)) }
  }
}

type Counts = BulkReply['stats']

/** The fields of the reply except its rows. */
function replyFields({ jobId, createdAt, newBalance }: Charged, counts: Counts): Omit<BulkReply, 'rows'> {
  const { totalRows, validRows, invalidRows, emptyRows, tokenCost, zeroRows } = counts
  return {
    newBalance,
    jobId,
    job: { id: jobId },
    createdAt: isoTime(createdAt),
    stats: { totalRows, validRows, invalidRows, emptyRows, tokenCost, zeroRows },
  }
}

import { type BulkReply, convertBulk } from '#api/conversions.ts'
import { LIMITS } from '#product/limits.ts'
import { type Clock, MINUTE_MS, isoTime } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { type Api, type RouteContext, type SerializedReply, addRawRoute } from '../http/routes.ts'
import { ApiError } from '../http/api-error.ts'
import type { Counters } from '../metrics/counters.ts'
import { pseudonymousKey } from '../rate-limit/keys.ts'
import { type Limit, retryAfter, consume } from '../rate-limit/rate-limit.ts'
import { makeBulkAdmission, makeBulkSlots, readIdempotencyKey } from './admission.ts'
import { type BulkConverter, isQuick } from './worker-pool.ts'
import { hashInThreadPool } from './bytes.ts'
import { type Charged, charge, findIdempotencyKey, getBalanceAfter } from './charge.ts'
import { countZeroRows, serializeRowsReply, rowsStream, unpackRows } from './row-chunks.ts'
import { findChunks, findJob } from './jobs.ts'

type Parts = { db: Db; clock: Clock; converter: BulkConverter; tally: Counters }

type BulkCall = RouteContext<typeof convertBulk, Buffer>
type Answer = SerializedReply<BulkReply>

/**
 * Limits large conversions that were computed and then refused: each takes a third of a second of a thread
 * and costs no token.
 */
const inVainLimits = (accountId: string): Limit[] => [
  { key: `bulk:${pseudonymousKey(accountId)}`, limit: 30, windowMs: 15 * MINUTE_MS },
]

export function addBulkRoutes(api: Api, { db, clock, converter, tally }: Parts): void {
  const { admit, begin, leave } = makeBulkAdmission(makeBulkSlots())

  addRawRoute(api, convertBulk, { bodyLimit: LIMITS.bulkBytes, admit }, async (call) => {
    const isLarge = !isQuick(call.body)
    try {
      await begin(call.request, call.reply, isLarge)
      return isLarge ? await unlessInVain(call) : await convert(call)
    } finally {
      leave(call.request)
    }
  })

  async function unlessInVain(call: BulkCall): Promise<Answer> {
    const limits = inVainLimits(call.signedIn.accountId)
    const seconds = await retryAfter(db, limits, clock())
    if (seconds !== undefined)
      return (await repeatCharged(call)) ?? call.reject('too_many_requests', { seconds })
    try {
      return await convert(call)
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'busy') await consume(db, limits, clock())
      throw error
    }
  }

  /** A charged conversion can be requested again, whatever limits apply. */
  async function repeatCharged(call: BulkCall): Promise<Answer | undefined> {
    const key = readIdempotencyKey(call.request)
    const earlier = key === undefined ? undefined : await findIdempotencyKey(db, call.signedIn.accountId, key)
    if (earlier === undefined || earlier.body_hash !== (await hashInThreadPool(call.body))) return undefined
    return answerAgain(call, earlier.job_id)
  }

  async function convert(call: BulkCall): Promise<Answer> {
    const { body, signedIn, reject, request } = call
    const converted = await converter.convert(body)
    if (!converted.ok) return reject(converted.problem)
    const { counts, json } = converted.bulk
    const order = { accountId: signedIn.accountId, key: readIdempotencyKey(request), at: clock() }
    const verdict = await charge(db, converted.bulk, order)
    switch (verdict.status) {
      case 'charged':
        tally.bulkRows += counts.totalRows
        tally.tokensCharged += counts.tokenCost
        return { content: serializeRowsReply(fields(verdict.charged, counts), json) }
      case 'repeated':
        return answerAgain(call, verdict.jobId)
      case 'conflict':
        return reject('idempotency_conflict')
      case 'not-enough':
        return reject('not_enough_tokens', { cost: counts.tokenCost, balance: verdict.balance })
      case 'no-account':
        // The account was deleted after its session was looked up.
        return reject('not_authenticated')
    }
  }

  /** Repeats the answer to the first call with the key, from the stored job. */
  async function answerAgain({ signedIn, reject }: BulkCall, jobId: string): Promise<Answer> {
    const job = (await findJob(db, signedIn.accountId, jobId)) ?? reject('job_deleted')
    // The count is not stored with the job; repeats are rare.
    const zeroRows = await countZeroRows((await findChunks(db, jobId)) ?? reject('job_deleted'))
    const chunks = (await findChunks(db, jobId)) ?? reject('job_deleted')
    const charged = {
      jobId,
      createdAt: Date.parse(job.createdAt),
      newBalance: await getBalanceAfter(db, jobId),
    }
    return { content: rowsStream(fields(charged, { ...job, zeroRows }), unpackRows(chunks)) }
  }
}

type Counts = BulkReply['stats']

/** The fields of the reply except its rows. */
function fields({ jobId, createdAt, newBalance }: Charged, counts: Counts): Omit<BulkReply, 'rows'> {
  const { totalRows, validRows, invalidRows, emptyRows, tokenCost, zeroRows } = counts
  return {
    newBalance,
    jobId,
    job: { id: jobId },
    createdAt: isoTime(createdAt),
    stats: { totalRows, validRows, invalidRows, emptyRows, tokenCost, zeroRows },
  }
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { retryDelayMs, startBackgroundJob } from '../background-job.ts'
import { type Clock, SECOND_MS } from '../clock.ts'
import { type Charge, type ChargeResult, findIdempotencyKey } from '../conversions/charge.ts'
import type { ConvertedBulk } from '../conversions/convert.ts'
import { secondsOfDayLeft } from '../auth/api-keys/keys.ts'
import type { Db } from '../db/schema.ts'
import type { Counters } from '../metrics/counters.ts'
import { findInput } from './contents.ts'
import {
  type Completion,
  MAX_WAIT_MS,
  type Taken,
  beginCharging,
  complete,
  failOverdue,
  giveBack,
  takeNext,
} from './queue.ts'
import { type FileError, type StoredFile, deleteDueContents } from './stored-files.ts'
import type { FileChoices, FileConverter, FileOutcome, FileResult, FileTask } from './types.ts'

/** Interval at which due files are polled: those that other processes stored, and retries. */
export const FILES_POLL_MS = 2000
/** A file that ends its worker, or the process, so often is not tried again. */
const MAX_ATTEMPTS = 3
/** Of one that was converted before, and may have been charged: what ended that is rather the database than the file. */
const MAX_CHARGED_ATTEMPTS = 12
/** Until a file is tried again for which the worker had no time. */
const BUSY_DELAY_MS = 10 * SECOND_MS

type Dependencies = {
  db: Db
  clock: Clock
  converter: FileConverter
  charge: Charge
  counters: Counters
  /** Called when the notice of a completion was stored. */
  onDelivery: () => void
  pollMs: number
}

/**
 * Converts and checks the waiting files while the app runs, one at a time in each process. A conversion is charged once whatever
 * happens: its idempotency key is that of the file.
 * @returns starts it now
 */
export function startWaitingFiles(app: FastifyInstance, dependencies: Dependencies): () => void {
  const { db, clock, pollMs } = dependencies

  async function runNext(stopping: AbortSignal): Promise<boolean> {
    await deleteDueContents(db, clock())
    if (await failOverdue(db, clock())) dependencies.onDelivery()
    const taken = await takeNext(db, clock())
    if (taken === undefined) return false
    if (taken !== 'taken') await run(dependencies, app.log, taken, stopping)
    return true
  }

  const errorMessage = 'the waiting files could not be read or written'
  return startBackgroundJob(app, { intervalMs: pollMs, run: runNext, errorMessage })
}

async function run(
  dependencies: Dependencies,
  log: FastifyBaseLogger,
  taken: Taken,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, onDelivery } = dependencies
  const { file } = taken
  const finish = async (own: Taken, completion: Completion) => {
    if (await complete(db, own, clock(), completion)) onDelivery()
  }
  /** It may have been charged by a process that ended before it stored the result: then it is done, without one. */
  const fail = async (error: FileError) => {
    const charged = file.charging === 1 ? await findCharge(db, file) : undefined
    return finish(
      taken,
      charged === undefined ? { ok: false, ...error } : { ok: true, result: undefined, charged },
    )
  }
  const maxAttempts = file.charging === 1 ? MAX_CHARGED_ATTEMPTS : MAX_ATTEMPTS
  // Its contents are kept no longer. One that cannot have been charged has failed before.
  const isOverdue = file.created_at <= clock() - MAX_WAIT_MS
  if (file.attempts >= maxAttempts || isOverdue) {
    log.error({ file: file.id, attempts: file.attempts }, 'a file is not tried again')
    return fail(INTERNAL)
  }
  const input = await findInput(db, file.id, file.stored_bytes)
  // Its owner has deleted it, or it was restored from a backup, which has no contents.
  if (input === undefined) return fail(DELETED)
  const outcome = await processFile(dependencies.converter, file, input, stopping)
  switch (outcome.status) {
    case 'stopped':
      return giveBack(db, taken, clock(), file.attempts)
    case 'busy':
      return giveBack(db, taken, clock() + BUSY_DELAY_MS, file.attempts)
    case 'crashed': {
      const attempts = file.attempts + 1
      log.error({ err: outcome.error, file: file.id, attempts }, 'a file could not be processed')
      return attempts < maxAttempts
        ? giveBack(db, taken, clock() + retryDelayMs(file.attempts), attempts)
        : fail(INTERNAL)
    }
    case 'refused':
      return fail(outcome.error)
    case 'processed': {
      const { bulk, result } = outcome
      if (bulk === undefined) return finish(taken, { ok: true, result, charged: undefined })
      const charging = await beginCharging(db, taken, clock())
      if (charging === undefined) return
      return finish(charging, await chargeOnce(dependencies, file, bulk, result))
    }
  }
}

const DELETED: FileError = { code: 'file_deleted', params: {} }
const INTERNAL: FileError = { code: 'internal', params: {} }

type Processed =
  | { status: 'processed'; bulk: ConvertedBulk | undefined; result: FileResult }
  | { status: 'refused'; error: FileError }
  | { status: 'crashed'; error: unknown }
  | { status: 'busy' | 'stopped' }

/** Never rejects. */
async function processFile(
  converter: FileConverter,
  file: StoredFile,
  bytes: Uint8Array<ArrayBuffer>,
  stopping: AbortSignal,
): Promise<Processed> {
  const task: FileTask = {
    bytes,
    contentType: file.content_type,
    choices: JSON.parse(file.choices) as FileChoices,
    payer: file.account_id,
  }
  const stopped = Promise.withResolvers<undefined>()
  const onAbort = () => stopped.resolve(undefined)
  stopping.addEventListener('abort', onAbort)
  if (stopping.aborted) onAbort()
  let outcome: FileOutcome | undefined
  try {
    const work = file.kind === 'convert' ? converter.convert(task) : converter.check(task)
    outcome = await Promise.race([work, stopped.promise])
  } catch (error) {
    return stopping.aborted ? { status: 'stopped' } : { status: 'crashed', error }
  } finally {
    stopping.removeEventListener('abort', onAbort)
  }
  if (outcome === undefined) return { status: 'stopped' }
  if (outcome.ok) return { status: 'processed', bulk: outcome.bulk, result: outcome.result }
  if (outcome.code === 'busy') return { status: 'busy' }
  return { status: 'refused', error: { code: outcome.code, params: outcome.params } }
}

/** The idempotency key of the charge. */
const chargeKey = ({ id }: StoredFile): string => `file:${id}`

/** The charge of a file that a process has made before it ended. */
async function findCharge(db: Db, file: StoredFile): Promise<{ jobId: string; tokens: number } | undefined> {
  const charge = await findIdempotencyKey(db, file.account_id, chargeKey(file))
  if (charge === undefined || charge.body_hash !== chargeHash(file)) return undefined
  const { delta } = await db
    .selectFrom('token_entry')
    .select('delta')
    .where('reason', '=', 'conversion')
    .where('ref', '=', charge.job_id)
    .executeTakeFirstOrThrow()
  return { jobId: charge.job_id, tokens: -delta }
}

/** Never that of a body: no other request can be charged in place of this one. */
const chargeHash = (file: StoredFile): string => `file ${file.request_hash}`

async function chargeOnce(
  { db, clock, charge, counters }: Dependencies,
  file: StoredFile,
  bulk: ConvertedBulk,
  result: FileResult,
): Promise<Completion> {
  const at = clock()
  const { tokenCost: cost, totalRows } = bulk.counts
  const request = {
    accountId: file.account_id,
    ...(file.api_key_id !== null && { apiKey: await findKey(db, file.api_key_id) }),
    key: chargeKey(file),
    at,
  }
  const charged = await charge({ ...bulk, bodyHash: chargeHash(file) }, request)
  if (charged.status === 'charged') {
    counters.bulkRows += totalRows
    counters.tokensCharged += cost
    return { ok: true, result, charged: { jobId: charged.charged.jobId, tokens: cost } }
  }
  if (charged.status === 'repeated') return { ok: true, result, charged: await findCharge(db, file) }
  return { ok: false, ...refusalOf(charged, cost, at) }
}

type Refused = Exclude<ChargeResult, { status: 'charged' | 'repeated' }>

function refusalOf(refused: Refused, cost: number, at: number): FileError {
  switch (refused.status) {
    case 'conflict':
      return { code: 'idempotency_conflict', params: {} }
    case 'not-enough':
      return { code: 'not_enough_tokens', params: { cost, balance: refused.balance } }
    case 'over-daily-tokens':
      return {
        code: 'daily_tokens_spent',
        params: { cost, left: refused.left, seconds: secondsOfDayLeft(at) },
      }
    case 'revoked':
      return { code: 'api_key_revoked', params: {} }
    case 'no-account':
      // Its files are deleted with it.
      return { code: 'not_authenticated', params: {} }
  }
}

/** The key of a request, as it is now. One that was deleted counts as revoked when it is charged. */
async function findKey(db: Db, id: string): Promise<{ id: string; isCapped: boolean }> {
  const key = await db.selectFrom('api_key').select('tokens_per_day').where('id', '=', id).executeTakeFirst()
  return { id, isCapped: key !== undefined && key.tokens_per_day !== null }
}

import type { BulkReply, convertBulk } from '#api/conversions.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import { ApiCallError, call } from '../http/client.ts'
import { type DeviceRecords, type PendingSubmission, DEVICE_RECORDS } from '../storage/bulk-store.ts'
import type { ConvertOptions, ConvertOutcome, PendingConversion } from '../types.ts'

type FailedAttempt = Extract<ConvertOutcome, { outcome: 'rejected' | 'unreachable' }>

type AttemptOutcome = FailedAttempt | { outcome: 'converted'; reply: BulkReply }

/** `wasLost`: at least one attempt had no response, and may have been carried out. */
export type SubmissionOutcome = AttemptOutcome & { wasLost: boolean }

type Options = {
  headers: Record<string, string>
  delayMs?: number
  key: string
  retryDelaysMs?: readonly number[]
  /** Ends the attempts: the outcome is then unknown. */
  signal?: AbortSignal
}

/** Limit for all attempts together; the largest price list on a slow line takes a fraction of this. */
const SUBMIT_TIMEOUT_MS = 120_000

const RETRY_DELAYS_MS = [500, 2000]

/**
 * Sends the rows and waits for the response, at least `delayMs` for a success. The delay runs in parallel with the
 * request, so that it never adds to a slow response (CONV-02). Retries use the same key, which is charged once.
 */
export async function submitBulk(body: string, options: Options): Promise<SubmissionOutcome> {
  const delay = new Promise((resolve) => setTimeout(resolve, options.delayMs))
  const headers = { ...options.headers, 'idempotency-key': options.key }
  const attempts = new AbortController()
  const { signal } = attempts
  const timer = setTimeout(() => attempts.abort(), SUBMIT_TIMEOUT_MS)
  options.signal?.addEventListener('abort', () => attempts.abort())
  const retryDelaysMs = [...(options.retryDelaysMs ?? RETRY_DELAYS_MS)]
  let wasLost = false
  for (;;) {
    const result = await call<typeof convertBulk>(
      'POST /api/convert/bulk',
      { body },
      { headers, signal },
    ).then((reply) => ({ outcome: 'converted', reply }) as const, failedAttempt)
    wasLost ||= result.outcome === 'unreachable'
    const retryDelayMs = isRetryable(result) && !signal.aborted ? retryDelaysMs.shift() : undefined
    if (retryDelayMs === undefined) {
      clearTimeout(timer)
      if (result.outcome === 'converted') await delay
      return { ...result, wasLost }
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  }
}

/** What an error of a call says. */
export function failedAttempt(error: unknown): FailedAttempt {
  if (!(error instanceof ApiCallError)) return { outcome: 'unreachable' }
  const { status, code, sentence } = error
  // A proxy that lost its server: the rows may or may not be converted.
  if (status === 502 || status === 504) return { outcome: 'unreachable' }
  return { outcome: 'rejected', status, code, sentence }
}

/** No response came, or the same rows are still being converted: the key makes a retry safe. */
const isRetryable = (result: AttemptOutcome): boolean =>
  result.outcome === 'unreachable' ||
  (result.outcome === 'rejected' && result.code === 'conversion_in_progress')

/**
 * Submits rows so that they are charged once, even when a response is lost: while the outcome of a submission is unknown,
 * the same rows are sent again under its key, and other rows only when the user confirms (CONV-11).
 */
export class BulkSubmitter {
  readonly #record: 'sending' | 'correcting'
  readonly #device: DeviceRecords
  #pending: PendingSubmission | undefined
  #waiting = new AbortController()

  /** @param record where the pending submission is saved: one for each kind of submission, which do not repeat each other */
  constructor(record: 'sending' | 'correcting' = 'sending', device = DEVICE_RECORDS) {
    this.#record = record
    this.#device = device
  }

  /** The pending submission of the rows with this key, all of them or the first; null when there is none. */
  pendingOf(rowsKey: string): PendingConversion | null {
    if (!this.#pending) return null
    const { key, owner } = this.#pending
    if (key === rowsKey) return { owner, first: undefined }
    const first = key.startsWith(`${rowsKey}.`) ? Number(key.slice(rowsKey.length + 1)) : Number.NaN
    return Number.isInteger(first) ? { owner, first } : null
  }

  async restore(): Promise<void> {
    this.#pending = await this.#device.loadSaved(this.#record)
  }

  /** @param key used when these rows are not those of the pending submission */
  async send(
    body: string,
    key: string,
    options: ConvertOptions,
  ): Promise<SubmissionOutcome | { outcome: 'submission-pending' }> {
    const { owner } = options
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    const pending = isOf(this.#pending, owner) ? this.#pending : undefined
    const fingerprint = await fingerprintOf(body)
    // Earlier versions of the page saved the body itself.
    const isRepeat = pending?.body === fingerprint || pending?.body === body
    if (pending && !isRepeat && !options.evenIfPending) return { outcome: 'submission-pending' }
    const submission = pending && isRepeat ? pending : { version: 1 as const, key, body: fingerprint, owner }
    // Saved before it is sent: the page may be closed before the response.
    await this.#save(submission)
    const result = await submitBulk(body, { ...options, key: submission.key, signal })
    if (isSettled(result, isRepeat)) await this.#save(undefined)
    return result
  }

  /** Ends the waiting for the response to what is being sent; its submission stays pending. */
  stopWaiting(): void {
    this.#waiting.abort()
  }

  /** Whether the user did not wait for the response to what was sent last. */
  get isWaitingStopped(): boolean {
    return this.#waiting.signal.aborted
  }

  async #save(submission: PendingSubmission | undefined): Promise<void> {
    this.#pending = submission
    await this.#device.save(this.#record, submission)
  }
}

/** The idempotency key of the rows with this key, or of so many of the first of them. Other tabs with them have it too. */
export const submissionKey = (rowsKey: string, first: number | undefined): string =>
  first === undefined ? rowsKey : `${rowsKey}.${first}`

/** What a body is recognized by; the body itself where the browser has no SHA-256 (insecure context). */
const fingerprintOf = async (body: string): Promise<string> =>
  (await sha256Hex(new TextEncoder().encode(body))) ?? body

/** Idempotency keys belong to a user: another user's submission is neither asked about nor repeated. */
const isOf = (submission: PendingSubmission | undefined, owner: string): boolean =>
  submission !== undefined && (submission.owner === owner || submission.owner === '' || owner === '')

/** Error codes sent after the server looked up the key: the rows are not converted under it. */
const DECIDED = [
  'not_enough_tokens',
  'no_valid_rows',
  'too_many_rows',
  'too_many_invalid_rows',
  'idempotency_conflict',
  'job_deleted',
]

/** Whether the outcome is known: converted, or certainly not. */
export function isSettled(result: SubmissionOutcome, isRepeat: boolean): boolean {
  if (result.outcome === 'converted') return true
  if (result.outcome === 'unreachable' || result.code === undefined || result.status >= 500) return false
  // Other errors precede the look-up of the key, and say nothing about an earlier attempt.
  return DECIDED.includes(result.code) || (!result.wasLost && !isRepeat)
}

/**
 * Minimum time that a conversion takes, ms: min(3000, 600 + 35 a row + up to 200) (CONV-02).
 * @param random from 0 to 1
 */
export const conversionDelayMs = (rows: number, random = Math.random()): number =>
  Math.min(3000, 600 + 35 * rows + random * 200)

import type { BulkReply } from '#api/conversions.ts'
import { ApiCallError, request } from '../http/client.ts'
import type { ConvertOptions, ConvertOutcome } from '../types.ts'
import { type PendingSubmission, loadSaved, save } from '../storage/bulk-store.ts'

type Once =
  | Extract<ConvertOutcome, { outcome: 'refused' | 'unreachable' }>
  | { outcome: 'converted'; reply: BulkReply }

/** `wasLost`: at least one attempt was never answered, and may have been carried out. */
export type Answer = Once & { wasLost: boolean }

type Options = { headers: Record<string, string>; delayMs: number; key: string; pausesMs?: readonly number[] }

/** All attempts together; the largest catalogue on a slow line takes a fraction of this. */
const ANSWER_WITHIN_MS = 120_000

/** A connection that was lost for a moment is tried again after each of these, before the person hears of it. */
const PAUSES_MS = [500, 2000]

/**
 * Sends the rows and waits for the answer, no less than `delayMs` for a success. The delay runs beside the request, so
 * that a slow answer is not made slower (CONV-02). A repeat with the same key is charged once.
 */
export async function submitBulk(body: string, options: Options): Promise<Answer> {
  const delay = new Promise((resolve) => setTimeout(resolve, options.delayMs))
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  let answer = await sendOnce(body, options, signal)
  let wasLost = answer.outcome === 'unreachable'
  for (const pauseMs of options.pausesMs ?? PAUSES_MS) {
    if (!isWorthRepeating(answer)) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    answer = await sendOnce(body, options, signal)
    wasLost ||= answer.outcome === 'unreachable'
  }
  if (answer.outcome === 'converted') await delay
  return { ...answer, wasLost }
}

async function sendOnce(body: string, { headers, key }: Options, signal: AbortSignal): Promise<Once> {
  try {
    const reply = (await request('/api/convert/bulk', {
      method: 'POST',
      credentials: 'include',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal,
    })) as BulkReply
    return { outcome: 'converted', reply }
  } catch (error) {
    if (!(error instanceof ApiCallError)) return { outcome: 'unreachable' }
    const { status, code, sentence } = error
    // A proxy says so of a server that went before it had answered: nobody knows whether the rows were converted.
    if (status === 502 || status === 504) return { outcome: 'unreachable' }
    return { outcome: 'refused', status, code, sentence }
  }
}

/** The answer was lost, or the same rows are still being converted: the key makes a repeat safe. */
const isWorthRepeating = (answer: Once): boolean =>
  answer.outcome === 'unreachable' ||
  (answer.outcome === 'refused' && answer.code === 'conversion_in_progress')

type Sent = Answer | { outcome: 'earlier-unanswered' }

/**
 * Sends rows so that they are charged once, even when an answer is lost: as long as nobody knows what became of a
 * sending, the same rows go under its key again, and other rows only when the person says so (CONV-11).
 */
export class BulkSubmitter {
  #unanswered: PendingSubmission | undefined

  /** Whose rows were sent under this key and never answered; null when nothing is open under it. */
  ownerOf(key: string): string | null {
    return this.#unanswered?.key === key ? this.#unanswered.owner : null
  }

  async restore(): Promise<void> {
    this.#unanswered = await loadSaved('sending')
  }

  /** @param key used when these rows are not those of an unanswered sending. */
  async send(body: string, key: string, options: ConvertOptions): Promise<Sent> {
    const earlier = isOf(this.#unanswered, options.owner) ? this.#unanswered : undefined
    const isRepeat = earlier?.body === body
    if (earlier && !isRepeat && !options.evenIfUnanswered) return { outcome: 'earlier-unanswered' }
    const sending = isRepeat ? earlier : { version: 1 as const, key, body, owner: options.owner }
    // Kept before it goes: the page may be closed while the answer is on its way.
    await this.#keep(sending)
    const answer = await submitBulk(body, { ...options, key: sending.key })
    if (isSettled(answer, isRepeat)) await this.#keep(undefined)
    return answer
  }

  async #keep(sending: PendingSubmission | undefined): Promise<void> {
    this.#unanswered = sending
    await save('sending', sending)
  }
}

/** Keys are a person's own: what somebody else has sent is not asked about, nor repeated. */
const isOf = (sending: PendingSubmission | undefined, owner: string): boolean =>
  sending !== undefined && (sending.owner === owner || sending.owner === '' || owner === '')

/** Refused after the server has looked what the key has done: the rows are not converted under it. */
const DECIDED = [
  'not_enough_tokens',
  'no_valid_rows',
  'too_many_rows',
  'too_many_invalid_rows',
  'idempotency_conflict',
  'job_deleted',
]

/** Whether the answer tells what became of the rows: converted, or certainly not. */
function isSettled(answer: Answer, isRepeat: boolean): boolean {
  if (answer.outcome === 'converted') return true
  if (answer.outcome === 'unreachable' || answer.code === undefined || answer.status >= 500) return false
  // Refused at the door: that says nothing of an attempt before it.
  return DECIDED.includes(answer.code) || (!answer.wasLost && !isRepeat)
}

/**
 * How long a conversion takes to feel done at least: min(3000, 600 + 35 a row + up to 200) ms (CONV-02).
 * @param random from 0 to 1
 */
export const conversionDelayMs = (rows: number, random = Math.random()): number =>
  Math.min(3000, 600 + 35 * rows + random * 200)

import type { BulkReply } from '#api/conversions.ts'
import { CallError, request } from '../http/client.ts'
import type { ConvertOutcome } from '../types.ts'

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
export async function postBulk(body: string, options: Options): Promise<Answer> {
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
    if (!(error instanceof CallError)) return { outcome: 'unreachable' }
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

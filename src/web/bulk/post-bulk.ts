import type { BulkBody, BulkReply } from '#contract/conversions.ts'
import { CallError, request } from '../api/call.ts'
import type { ConvertOutcome } from './snapshot.ts'

type Answer = Exclude<ConvertOutcome, { outcome: 'converted' }> | { outcome: 'converted'; reply: BulkReply }

type Options = { headers: Record<string, string>; delayMs: number; key: string }

/**
 * Sends the rows and waits for the answer, no less than `delayMs` for a success. The delay runs beside the request, so
 * that a slow answer is not made slower (CONV-02). A repeat with the same key is charged once.
 */
export async function postBulk(body: BulkBody, { headers, delayMs, key }: Options): Promise<Answer> {
  const delay = new Promise((resolve) => setTimeout(resolve, delayMs))
  try {
    const reply = (await request('/api/convert/bulk', {
      method: 'POST',
      credentials: 'include',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })) as BulkReply
    await delay
    return { outcome: 'converted', reply }
  } catch (error) {
    if (error instanceof CallError)
      return { outcome: 'refused', status: error.status, sentence: error.sentence }
    return { outcome: 'unreachable' }
  }
}

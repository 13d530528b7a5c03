import { postBulk, type Answer } from './post-bulk.ts'
import { loadSaved, save, type SavedSending } from '../storage/bulk-store.ts'
import type { ConvertOptions } from '../types.ts'

type Sent = Answer | { outcome: 'earlier-unanswered' }

/**
 * Sends rows so that they are charged once, even when an answer is lost: as long as nobody knows what became of a
 * sending, the same rows go under its key again, and other rows only when the person says so (CONV-11).
 */
export class Sender {
  #unanswered: SavedSending | undefined

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
    const answer = await postBulk(body, { ...options, key: sending.key })
    if (isSettled(answer, isRepeat)) await this.#keep(undefined)
    return answer
  }

  async #keep(sending: SavedSending | undefined): Promise<void> {
    this.#unanswered = sending
    await save('sending', sending)
  }
}

/** Keys are a person's own: what somebody else has sent is not asked about, nor repeated. */
const isOf = (sending: SavedSending | undefined, owner: string): boolean =>
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

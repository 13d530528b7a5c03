import { postBulk, type Answer } from './post-bulk.ts'
import { loadSaved, save, type SavedSending } from './saved-bulk.ts'
import type { ConvertOptions } from './snapshot.ts'

type Sent = Answer | { outcome: 'earlier-unanswered' }

/**
 * Sends rows so that they are charged once, even when an answer is lost: as long as nobody knows what became of a
 * sending, the same rows go under its key again, and other rows only when the person says so (CONV-11).
 */
export class Sender {
  #unanswered: SavedSending | undefined

  /** Whether rows were sent and nobody knows what became of them. */
  get hasUnanswered(): boolean {
    return this.#unanswered !== undefined
  }

  async restore(): Promise<void> {
    this.#unanswered = await loadSaved('sending')
  }

  /** @param key used when these rows are not those of an unanswered sending. */
  async send(body: string, key: string, options: ConvertOptions): Promise<Sent> {
    const earlier = this.#unanswered
    const isRepeat = earlier?.body === body
    if (earlier && !isRepeat && !options.evenIfUnanswered) return { outcome: 'earlier-unanswered' }
    const sending = isRepeat ? earlier : { version: 1 as const, key, body }
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

/** Refused before the server looks for what the key has already done: says nothing of an earlier sending. */
const REFUSED_AT_THE_DOOR = [401, 408, 429]

/** Whether the answer tells what became of the rows: converted, or certainly not. */
function isSettled(answer: Answer, isRepeat: boolean): boolean {
  if (answer.outcome === 'converted') return true
  if (answer.outcome === 'unreachable' || answer.status >= 500) return false
  if (answer.code === 'conversion_in_progress') return false
  return !isRepeat || !REFUSED_AT_THE_DOOR.includes(answer.status)
}

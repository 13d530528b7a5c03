import { isSettled } from '../bulk/submit.ts'
import { type Batch, requestOf } from './batch.ts'
import { withConverted } from './store.ts'
import { type ManyList, type ManyOutcome, type ManyWork, isSent } from './types.ts'

export type SendMany = {
  readonly owner: string
  readonly headers: Record<string, string>
  /** How long all of it takes at least, ms. */
  readonly delayMs?: number
}

/** The lists as they were when the user confirmed what they cost. */
export type ConvertMany = SendMany & { readonly lists: readonly ManyList[] }

const isUnknown = ({ state }: ManyList): boolean => state === 'unknown'

/**
 * Converts the lists of a batch, each as a conversion of its own. A list is charged once: it has a key of its own, under which what was
 * sent without a response is sent again unchanged or not at all.
 */
export class BatchSender {
  readonly #batch: Batch
  readonly #work: ManyWork
  /** Whether the page was loaded again since something of it was sent: that is sent again without the user. */
  isRestored = false

  constructor(batch: Batch, work: ManyWork) {
    this.#batch = batch
    this.#work = work
  }

  /**
   * Converts the lists that were confirmed, each as a conversion of its own. It ends before the last one when the user stops it,
   * without tokens, and when no response comes.
   * @returns `not-sent` where they are others than those that would be converted now
   */
  async convert(options: ConvertMany): Promise<ManyOutcome> {
    const lists = new Set(options.lists)
    const sent = this.#batch.lists.filter(isSent)
    const isConfirmed = sent.length === lists.size && sent.every((list) => lists.has(list))
    if (!isConfirmed) return { outcome: 'not-sent', balance: undefined }
    return this.#sendAll(options, options.lists)
  }

  /** Sends again what was sent without a response, and nothing else. */
  async resume(options: SendMany): Promise<ManyOutcome> {
    const lists = this.#batch.snapshot().owner === options.owner ? this.#batch.lists.filter(isUnknown) : []
    return this.#sendAll(options, lists)
  }

  async #sendAll(options: SendMany, lists: readonly ManyList[]): Promise<ManyOutcome> {
    const { owner, delayMs = 0 } = options
    if (this.#batch.snapshot().phase !== 'ready' || lists.length === 0)
      return { outcome: 'not-sent', balance: undefined }
    const run = this.#batch.run
    this.isRestored = false
    this.#batch.update({ phase: 'converting', owner })
    await this.#takeOver()
    // Saved first, with its owner: another user neither sees nor sends it.
    if (run === this.#batch.run) await this.#batch.save()
    const delay = new Promise((resolve) => setTimeout(resolve, delayMs))
    let balance: number | undefined
    let outcome: ManyOutcome = { outcome: 'done', balance }
    const keys = new Set(lists.map(({ key }) => key))
    for (const [i, list] of this.#batch.lists.entries()) {
      if (run !== this.#batch.run) return { outcome: 'not-sent', balance }
      if (!keys.has(list.key) || list.job) continue
      if (this.#batch.owner !== owner) {
        // Another user has signed in since.
        outcome = { outcome: 'not-sent', balance: undefined }
        break
      }
      if (this.#isStopping) {
        outcome = { outcome: 'stopped', balance }
        break
      }
      const sent = await this.#convertList(i, options)
      if (sent === undefined) continue
      if (sent.outcome !== 'converted') {
        outcome = { ...sent, balance }
        break
      }
      balance = sent.balance
    }
    if (outcome.outcome === 'done') await delay
    if (run !== this.#batch.run) return { outcome: 'not-sent', balance }
    this.#batch.update({ phase: 'ready' })
    await this.#batch.save()
    return { ...outcome, balance: outcome.outcome === 'not-sent' ? undefined : balance }
  }

  /** What another tab has sent and converted of these lists since. */
  async #takeOver(): Promise<void> {
    const [saved, unanswered] = await Promise.all([this.#batch.store.load(), this.#batch.store.unanswered()])
    this.#batch.unanswered = unanswered
    // What is sent must be known after a reload, whatever another tab has removed.
    if (saved === undefined) this.#batch.store.forget()
    if (saved?.batch.id !== this.#batch.id) return
    const { sent, done } = saved.progress
    this.#batch.progress = {
      ...this.#batch.progress,
      sent: { ...this.#batch.progress.sent, ...sent },
      done: { ...this.#batch.progress.done, ...done },
    }
    this.#batch.lists = withConverted(this.#batch.lists, saved.batch.lists)
    this.#batch.update({})
  }

  /** @returns undefined where nothing is sent, or the list is refused, which leaves the others alone */
  async #convertList(i: number, { owner, headers }: SendMany) {
    const run = this.#batch.run
    const { key, reading } = this.#batch.lists[i]!
    const place = await this.#batch.placeOf(i)
    const prepared = place && reading && (await this.#work.prepare(place, reading.how).catch(() => null))
    if (run !== this.#batch.run) return undefined
    const done = this.#batch.progress.done[key]
    const earlier = this.#batch.progress.sent[key] ?? done?.fingerprint
    const isSame =
      prepared &&
      prepared.cost === reading.counts.tokenCost &&
      (earlier ?? prepared.fingerprint) === prepared.fingerprint
    if (!isSame) {
      // What was sent may be paid for.
      const state = earlier === undefined ? 'failed' : 'unknown'
      this.#batch.set(i, { state, error: { code: place ? 'changed' : 'not-kept' } })
      return undefined
    }
    const { fingerprint } = prepared
    if (done) {
      this.#batch.set(i, { state: 'converted', job: done.job, isLeft: false })
      return undefined
    }
    this.#batch.set(i, { state: 'sending', error: undefined })
    let isRepeat = earlier !== undefined
    // Saved before it is sent: the page may be closed before the response.
    await this.#batch.change(({ sent, ...rest }) => {
      // Another tab may have sent it since.
      isRepeat ||= sent[key] !== undefined
      return { ...rest, sent: { ...sent, [key]: fingerprint } }
    })
    if (run !== this.#batch.run) return undefined
    // The same request may have been sent from a batch that was removed.
    const request = requestOf(owner, fingerprint)
    const unanswered = this.#batch.unanswered[request]
    isRepeat ||= unanswered !== undefined
    const result = await this.#work
      .send(unanswered ?? key, headers)
      .catch(() => ({ outcome: 'unreachable', wasLost: true }) as const)
    if (run !== this.#batch.run) return undefined
    if (result.outcome !== 'converted' && !isSettled(result, isRepeat)) {
      this.#batch.set(i, { state: 'unknown' })
      return result
    }
    if (unanswered !== undefined) {
      const { [request]: _, ...others } = this.#batch.unanswered
      this.#batch.unanswered = others
      await this.#batch.store.forgetUnanswered(request)
      if (run !== this.#batch.run) return undefined
    }
    if (result.outcome === 'converted') {
      const { job } = result
      this.#batch.set(i, { state: 'converted', job, isLeft: false })
      await this.#batch.change((progress) => ({
        ...progress,
        done: { ...progress.done, [key]: { fingerprint, job } },
      }))
      await this.#work.remember(owner, job).catch(() => undefined)
      return result
    }
    const isOfList = result.outcome === 'rejected' && OF_LIST.includes(result.code ?? '')
    this.#batch.set(i, isOfList ? { state: 'rejected', sentence: result.sentence } : { state: 'ready' })
    await this.#batch.change(({ sent, ...rest }) => {
      const { [key]: _, ...others } = sent
      return { ...rest, sent: others }
    })
    return isOfList ? undefined : result
  }

  /** The list that is being converted is the last one: what is sent cannot be taken back. */
  stop(): void {
    if (this.#batch.snapshot().phase === 'converting') this.#batch.update({ phase: 'stopping' })
  }

  get #isStopping(): boolean {
    return this.#batch.snapshot().phase === 'stopping'
  }
}

/** Error codes that say something about one list: the others are sent all the same. */
const OF_LIST: readonly string[] = [
  'no_valid_rows',
  'too_many_rows',
  'too_many_invalid_rows',
  'idempotency_conflict',
  'job_deleted',
]

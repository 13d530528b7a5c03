import { forgetWishes } from '../storage/preferences.ts'
import { clearSavedBulk, forgetResults, hasSaved } from '../storage/bulk-store.ts'
import {
  EMPTY_SNAPSHOT,
  type FromWorker,
  type Op,
  type Snapshot,
  type ToWorker,
  type BulkApi,
} from '../types.ts'

/** A file that takes longer than this is given up: some hostile workbooks never end. */
const PARSE_AT_MOST_MS = 60_000

type Waiting = { resolve: (value: unknown) => void; reject: (reason: Error) => void }

/** Why a question was not answered: the person has stopped what was being done. */
export class Cancelled extends Error {}

/** The page's end of the workbench: asks over messages, and holds the latest snapshot for React. */
class BulkClient {
  /** Email of whoever is here, '' for nobody. */
  owner = ''
  #worker: Worker | undefined
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #listeners = new Set<() => void>()
  #waiting = new Map<number, Waiting>()
  #nextId = 1
  #parseTimer: ReturnType<typeof setTimeout> | undefined
  #otherTabs: BroadcastChannel | undefined
  #started: Promise<boolean> | undefined

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.#snapshot

  /** Starts the workbench with what the device has kept. When it runs already, waits for its start at the most. */
  async start(): Promise<void> {
    this.#listenToOtherTabs()
    if (!this.#worker) this.#started = this.tell('restore')
    await this.#started
  }

  /** Starts the workbench anew after it has failed. */
  async restart(): Promise<void> {
    this.#stopWorker()
    this.#show({ ...this.#snapshot, phase: 'starting' })
    await this.start()
  }

  /** @throws when the workbench ends before it answers. */
  ask<O extends Op>(op: O, ...args: Parameters<BulkApi[O]>): ReturnType<BulkApi[O]> {
    const worker = (this.#worker ??= this.#startWorker())
    const id = this.#nextId++
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, op, args, owner: this.owner } satisfies ToWorker)
    })
    return answer as ReturnType<BulkApi[O]>
  }

  /** As `ask`, where no value is waited for: the snapshot says what has come of it. Answers whether it was done. */
  async tell<O extends Op>(op: O, ...args: Parameters<BulkApi[O]>): Promise<boolean> {
    try {
      await this.ask(op, ...args)
      return true
    } catch {
      return false
    }
  }

  /**
   * The snapshot in which everything that was told before has been done. What is on the screen may be older: a cell tells
   * its edit when it is left, by the press of a button say, and with many rows the workbench takes a moment.
   */
  async caughtUp(): Promise<Snapshot> {
    // It is answered in its turn.
    await this.tell('page', 0, 0)
    return this.#snapshot
  }

  /**
   * Stops whatever is being read at once, even in the middle of a library, and starts a new workbench: it finds on the
   * device the results, and the rows if the file was only being read another way.
   */
  async cancel(reason: Error = new Cancelled()): Promise<void> {
    this.#stopWorker(reason)
    await this.start()
  }

  /** Whether there are rows that were not converted, here or on the device. */
  async hasRows(): Promise<boolean> {
    if (!this.#worker) return hasSaved('rows')
    await this.#started
    return this.#snapshot.rows !== null
  }

  /** Gives up rows and results, and whatever is being read (CONV-10). */
  async clear(): Promise<void> {
    if (this.#snapshot.phase === 'parsing') await this.cancel()
    if (!this.#worker) return
    await this.tell('clearRows')
    await this.tell('clearResults')
  }

  /** Forgets all rows and results, here, on the device and in other tabs: their person has just signed out. */
  async forget(): Promise<void> {
    this.#stopWorker()
    forgetWishes()
    await clearSavedBulk()
    this.#show(EMPTY_SNAPSHOT)
    this.#listenToOtherTabs()?.postMessage('forget')
  }

  /** Forgets the results alone: whoever signs in goes on with the rows, and has nothing to do with earlier results. */
  async forgetResults(): Promise<void> {
    if (!this.#worker || !(await this.tell('clearResults'))) await forgetResults()
  }

  #listenToOtherTabs(): BroadcastChannel | undefined {
    if (this.#otherTabs || typeof BroadcastChannel === 'undefined') return this.#otherTabs
    this.#otherTabs = new BroadcastChannel('levro.bulk')
    this.#otherTabs.addEventListener('message', () => {
      if (this.#listeners.size > 0) void this.restart()
      else {
        // Nobody looks: the next start finds what the device has then.
        this.#stopWorker()
        this.#snapshot = EMPTY_SNAPSHOT
      }
    })
    return this.#otherTabs
  }

  #stopWorker(reason = new Error('The workbench has ended.')): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const unanswered = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of unanswered) reject(reason)
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./bulk.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      // What a worker that was ended has still to say is no longer true.
      if (worker === this.#worker) this.#receive(data)
    })
    worker.addEventListener('error', () => {
      if (worker === this.#worker) this.#giveUp()
    })
    return worker
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'snapshot') {
      this.#show(message.snapshot)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'done') waiting?.resolve(message.value)
    else {
      waiting?.reject(new Error(message.message))
      this.#giveUp()
    }
  }

  #show(snapshot: Snapshot): void {
    const wasParsing = this.#snapshot.phase === 'parsing'
    this.#snapshot = snapshot
    if (snapshot.phase !== 'parsing') clearTimeout(this.#parseTimer)
    else if (!wasParsing) this.#parseTimer = setTimeout(() => this.#giveUp(), PARSE_AT_MOST_MS)
    for (const listener of this.#listeners) listener()
  }

  /** The worker has crashed, hangs or cannot start. While a file is read the file is to blame, and the page goes on. */
  #giveUp(): void {
    if (this.#snapshot.phase === 'parsing') {
      void this.#giveUpFile(this.#snapshot)
      return
    }
    this.#stopWorker()
    this.#show({ ...this.#snapshot, phase: 'failed' })
  }

  async #giveUpFile({ fileName, rows }: Snapshot): Promise<void> {
    await this.cancel(new Error('The file could not be read to its end.'))
    // With rows in hand the file was read another way: whoever asked for that tells that it cannot be.
    if (rows !== null) return
    const error = { code: 'unreadable', reason: 'broken' } as const
    this.#show({ ...this.#snapshot, phase: 'error', error, fileName })
  }
}

export const bulk = new BulkClient()

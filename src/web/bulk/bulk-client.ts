import { clearSavedBulk, save } from './saved-bulk.ts'
import {
  EMPTY_SNAPSHOT,
  type FromWorker,
  type Op,
  type Snapshot,
  type ToWorker,
  type Workbench,
} from './snapshot.ts'

/** A file that takes longer than this is given up: some hostile workbooks never end. */
const PARSE_AT_MOST_MS = 60_000

type Waiting = { resolve: (value: unknown) => void; reject: (reason: Error) => void }

/** The page's end of the workbench: asks over messages, and holds the latest snapshot for React. */
class BulkClient {
  #worker: Worker | undefined
  #snapshot: Snapshot = EMPTY_SNAPSHOT
  #listeners = new Set<() => void>()
  #waiting = new Map<number, Waiting>()
  #nextId = 1
  #parseTimer: ReturnType<typeof setTimeout> | undefined

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.#snapshot

  /** Starts the workbench with what the device has kept. Does nothing when it runs already. */
  start(): void {
    if (!this.#worker) void this.ask('restore')
  }

  ask<O extends Op>(op: O, ...args: Parameters<Workbench[O]>): ReturnType<Workbench[O]> {
    const worker = (this.#worker ??= this.#startWorker())
    const id = this.#nextId++
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, op, args } satisfies ToWorker)
    })
    return answer as ReturnType<Workbench[O]>
  }

  /**
   * Stops whatever is being read at once, even in the middle of a library, and starts a new workbench: it finds the
   * results on the device, and no rows.
   */
  async cancel(outcome: Pick<Partial<Snapshot>, 'phase' | 'error' | 'fileName'> = {}): Promise<void> {
    this.#stopWorker()
    await this.ask('restore')
    this.#show({ ...this.#snapshot, ...outcome })
  }

  /** Forgets all rows and results, here and on the device: they belong to the person who has just signed out. */
  async forget(): Promise<void> {
    this.#stopWorker()
    await clearSavedBulk()
    this.#show(EMPTY_SNAPSHOT)
  }

  /** Forgets the results alone: whoever signs in goes on with the rows, and has nothing to do with earlier results. */
  async forgetResults(): Promise<void> {
    if (this.#worker) await this.ask('clearResults')
    else await save('results', undefined)
  }

  #stopWorker(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    // Nobody answers any more, and nobody has to hear of it: the snapshot says what has become of the rows.
    this.#waiting.clear()
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./bulk.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      // What a worker that was ended has still to say is no longer true.
      if (worker === this.#worker) this.#receive(data)
    })
    worker.addEventListener('error', () => this.#giveUp())
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

  /** The worker has crashed or hangs: the file is to blame, and the page goes on. */
  #giveUp(): void {
    if (this.#snapshot.phase !== 'parsing') return
    void this.cancel({
      phase: 'error',
      error: { code: 'unreadable', reason: 'broken' },
      fileName: this.#snapshot.fileName,
    })
  }
}

export const bulk = new BulkClient()

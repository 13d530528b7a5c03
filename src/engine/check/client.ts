import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import {
  type CheckApi,
  type CheckOp,
  type CheckSnapshot,
  type FromCheck,
  NOTHING_CHECKED,
  type ToCheck,
} from './types.ts'

/** A file that takes longer than this is given up: some hostile workbooks never end. */
const READ_AT_MOST_MS = 60_000

type Waiting = { resolve: (value: unknown) => void; reject: (reason: Error) => void }

/** The page's end of the check: asks the worker over messages, and holds the latest snapshot for React. */
class CheckClient {
  #worker: Worker | undefined
  #snapshot: CheckSnapshot = NOTHING_CHECKED
  #listeners = new Set<() => void>()
  #waiting = new Map<number, Waiting>()
  #nextId = 1
  #timer: ReturnType<typeof setTimeout> | undefined

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): CheckSnapshot => this.#snapshot

  /** @throws when the worker ends before it answers. */
  ask<O extends CheckOp>(op: O, ...args: Parameters<CheckApi[O]>): ReturnType<CheckApi[O]> {
    const worker = (this.#worker ??= this.#start())
    const id = this.#nextId++
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, op, args } satisfies ToCheck)
    })
    return answer as ReturnType<CheckApi[O]>
  }

  /** As `ask`, where no value is waited for: the snapshot says what has come of it. */
  async tell<O extends CheckOp>(op: O, ...args: Parameters<CheckApi[O]>): Promise<void> {
    await this.ask(op, ...args).catch(() => undefined)
  }

  /** Reads a file, in a worker of its own: what an earlier one still has to do is given up, and its time does not count. */
  async open(file: File, direction: PairDirection): Promise<void> {
    this.#end()
    this.#show({
      ...NOTHING_CHECKED,
      phase: 'reading',
      fileName: file.name,
      revision: this.#snapshot.revision + 1,
    })
    await this.tell('open', file, direction)
  }

  /** Stops whatever is being done, and forgets the file. */
  stop(): void {
    this.#end()
    this.#show({ ...NOTHING_CHECKED, revision: this.#snapshot.revision + 1 })
  }

  #end(): void {
    this.#stopTimer()
    this.#worker?.terminate()
    this.#worker = undefined
    const unanswered = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of unanswered) reject(new Error('The check has ended.'))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromCheck>) => {
      // What a worker that was ended has still to say is no longer true.
      if (worker === this.#worker) this.#receive(data)
    })
    worker.addEventListener('error', () => {
      if (worker === this.#worker) this.#giveUp()
    })
    return worker
  }

  #receive(message: FromCheck): void {
    if (message.kind === 'snapshot') return this.#show(message.snapshot)
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'done') waiting?.resolve(message.value)
    else {
      waiting?.reject(new Error('The worker has failed.'))
      this.#giveUp()
    }
  }

  #show(snapshot: CheckSnapshot): void {
    this.#snapshot = snapshot
    if (snapshot.phase !== 'reading') this.#stopTimer()
    else this.#timer ??= setTimeout(() => this.#giveUp(), READ_AT_MOST_MS)
    for (const listener of this.#listeners) listener()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** The worker has crashed, hangs or cannot start. While a file is read the file is to blame. */
  #giveUp(): void {
    const { phase, fileName, revision } = this.#snapshot
    this.#end()
    const error = phase === 'reading' ? ({ code: 'unreadable', reason: 'broken' } as const) : null
    this.#show({
      ...NOTHING_CHECKED,
      phase: error ? 'error' : 'failed',
      error,
      fileName,
      revision: revision + 1,
    })
  }
}

export const check = new CheckClient()

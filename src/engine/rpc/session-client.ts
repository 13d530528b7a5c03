import { WorkerClient, type WorkerApi } from './worker-client.ts'

/** Limit for reading one file, ms: some hostile workbooks never finish. */
const READ_TIMEOUT_MS = 60_000

type SessionWorker = { readonly create: () => Worker; readonly onStart?: () => void }

/** The page's end of a session that runs in a worker: its requests, and its latest snapshot for `useSyncExternalStore`. */
export abstract class SessionClient<Api extends WorkerApi<Api>, Snapshot> extends WorkerClient<
  Api,
  Snapshot
> {
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot
  #readTimer: ReturnType<typeof setTimeout> | undefined

  constructor(initial: Snapshot, worker: SessionWorker) {
    super({ ...worker, onEvent: (snapshot) => this.publish(snapshot), onFailure: () => this.fail() })
    this.#snapshot = initial
  }

  /** Whether a file is being read, which has a time limit. */
  protected abstract isReading(snapshot: Snapshot): boolean

  /** The worker failed, or reading took too long. */
  protected abstract fail(): void

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.#snapshot

  protected get hasSubscribers(): boolean {
    return this.#listeners.size > 0
  }

  /** Like `request` where only the next snapshot matters. Resolves to whether the operation was completed. */
  async tryRequest<O extends keyof Api & string>(op: O, ...args: Parameters<Api[O]>): Promise<boolean> {
    try {
      await this.request(op, ...args)
      return true
    } catch {
      return false
    }
  }

  protected publish(snapshot: Snapshot): void {
    this.#snapshot = snapshot
    if (!this.isReading(snapshot)) this.#stopReadTimer()
    else this.#readTimer ??= setTimeout(() => this.fail(), READ_TIMEOUT_MS)
    for (const listener of this.#listeners) listener()
  }

  override terminate(reason?: Error): void {
    this.#stopReadTimer()
    super.terminate(reason)
  }

  #stopReadTimer(): void {
    clearTimeout(this.#readTimer)
    this.#readTimer = undefined
  }
}

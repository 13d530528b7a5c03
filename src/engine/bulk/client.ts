import { SessionClient } from '../rpc/session-client.ts'
import { MANY_STORE } from '../many/store.ts'
import { DEVICE_RECORDS, type DeviceRecords } from '../storage/bulk-store.ts'
import { deleteProtocolInput } from '../storage/preferences.ts'
import {
  type BulkApi,
  type ConvertOptions,
  type ConvertOutcome,
  EMPTY_SNAPSHOT,
  type Snapshot,
} from '../types.ts'

/** What one tab tells the others. */
type Message = 'forget' | 'converted'

/** Why a request has no response: the user cancelled what the worker was doing. */
export class CancelledError extends Error {}

/** The page's end of the bulk session. */
export class BulkClient extends SessionClient<BulkApi, Snapshot> {
  #owner = ''
  #otherTabs: BroadcastChannel | undefined
  #started: Promise<boolean> | undefined
  #isWatching = false
  readonly #records: DeviceRecords

  constructor(records = DEVICE_RECORDS) {
    super(EMPTY_SNAPSHOT, {
      create: () => new Worker(new URL('./bulk.worker.ts', import.meta.url), { type: 'module' }),
      onStart: () => void this.tryRequest('setOwner', this.#owner),
    })
    this.#records = records
  }

  /** Email of the signed-in user, '' for none. */
  set owner(email: string) {
    if (email === this.#owner) return
    this.#owner = email
    if (this.isRunning) void this.tryRequest('setOwner', email)
  }

  protected override isReading({ phase }: Snapshot): boolean {
    return phase === 'parsing'
  }

  /** Starts the session with the saved rows and results; if it runs already, waits for that start. */
  async start(): Promise<void> {
    this.#listenToOtherTabs()
    this.#syncWhenVisible()
    if (!this.isRunning) this.#started = this.tryRequest('restore')
    await this.#started
  }

  /** Starts a new session after a failure. */
  async restart(): Promise<void> {
    this.terminate()
    this.publish({ ...this.snapshot(), phase: 'starting' })
    await this.start()
  }

  /**
   * The snapshot after all earlier requests. The one on the screen may be older: leaving a cell by pressing a button sends
   * its edit at that moment, and with many rows the worker takes a while.
   */
  async flush(): Promise<Snapshot> {
    await this.tryRequest('page', 0, 0)
    return this.snapshot()
  }

  /**
   * Stops reading at once, even in the middle of a library, and starts a new session: it restores the saved results, and
   * the rows if the file was being read another way.
   */
  async cancel(reason: Error = new CancelledError()): Promise<void> {
    this.terminate(reason)
    await this.start()
  }

  /** Whether there are unconverted rows, in the session or on the device. */
  async hasRows(): Promise<boolean> {
    if (!this.isRunning) return this.#records.hasSaved('rows')
    await this.#started
    return this.snapshot().rows !== null
  }

  /** Whether a checked file is kept for its user's return. */
  hasCheckedFile = (): Promise<boolean> => this.#records.hasSaved('checked')

  /** Deletes rows and results, and cancels reading (CONV-10). */
  async clear(): Promise<void> {
    if (this.snapshot().phase === 'parsing') await this.cancel()
    if (!this.isRunning) return
    await this.tryRequest('clearRows')
    await this.tryRequest('clearResults')
  }

  /** Converts the rows, and tells other tabs that may show them. */
  async convert(options: ConvertOptions): Promise<ConvertOutcome> {
    const outcome = await this.request('convert', options)
    if (outcome.outcome === 'converted') this.#listenToOtherTabs()?.postMessage('converted' satisfies Message)
    return outcome
  }

  /** Deletes all rows and results here, on the device and in other tabs: the user has signed out. */
  async forget(): Promise<void> {
    this.terminate()
    deleteProtocolInput()
    await Promise.all([this.#records.clear(), MANY_STORE.clear()])
    this.publish(EMPTY_SNAPSHOT)
    this.#listenToOtherTabs()?.postMessage('forget' satisfies Message)
  }

  /** Deletes the results alone: a user who signs in keeps the rows, but earlier results may be another user's. */
  async eraseResults(): Promise<void> {
    if (!this.isRunning || !(await this.tryRequest('clearResults'))) await this.#records.deleteResults()
  }

  #listenToOtherTabs(): BroadcastChannel | undefined {
    if (this.#otherTabs || typeof BroadcastChannel === 'undefined') return this.#otherTabs
    this.#otherTabs = new BroadcastChannel('levro.bulk')
    this.#otherTabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data === 'converted') this.#sync()
      else if (this.hasSubscribers) void this.restart()
      else {
        // The next start restores what the device has then.
        this.terminate()
        this.publish(EMPTY_SNAPSHOT)
      }
    })
    return this.#otherTabs
  }

  /** A tab in the background may get no messages. */
  #syncWhenVisible(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#sync()
    })
  }

  #sync(): void {
    if (this.isRunning) void this.tryRequest('sync')
  }

  /** While a file is read, the file is the likely cause, and the session restarts without it. */
  protected override fail(): void {
    if (this.snapshot().phase === 'parsing') {
      void this.#failReading(this.snapshot())
      return
    }
    this.terminate()
    this.publish({ ...this.snapshot(), phase: 'failed' })
  }

  async #failReading({ fileName, rows }: Snapshot): Promise<void> {
    await this.cancel(new Error('The file could not be read to its end.'))
    // With rows the file was read another way: the caller of `reopen` shows the error.
    if (rows !== null) return
    const error = { code: 'unreadable', reason: 'broken' } as const
    this.publish({ ...this.snapshot(), phase: 'error', error, fileName })
  }
}

export const bulk = new BulkClient()

import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import { saveResume } from '../storage/resume.ts'
import { SessionClient } from '../rpc/session-client.ts'
import { type CheckApi, type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from './types.ts'

/** The page's end of the price check. */
class CheckClient extends SessionClient<CheckApi, CheckSnapshot> {
  constructor() {
    super(EMPTY_CHECK_SNAPSHOT, {
      create: () => new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' }),
    })
  }

  protected override isReading({ phase }: CheckSnapshot): boolean {
    return phase === 'reading'
  }

  /** Reads a file in a new worker: work on an earlier file stops, and its time does not count. */
  async open(file: File, direction: PairDirection): Promise<void> {
    this.terminate()
    this.#publishNext({ phase: 'reading', fileName: file.name })
    await this.tryRequest('open', file, direction)
  }

  /**
   * Reads the file that {@link CheckApi.keep} kept before a sign-in or a payment.
   * @returns its direction; null where none is kept; undefined where the worker failed, which the page shows by itself
   */
  async openKept(): Promise<PairDirection | null | undefined> {
    this.terminate()
    this.#publishNext({ phase: 'reading' })
    const direction = await this.request('openKept').catch(() => undefined)
    if (direction === null) this.stop()
    return direction
  }

  /** Keeps the file and the choices while the user signs in or pays, and records that they come back here. */
  async keep(): Promise<void> {
    await this.request('keep').catch(() => false)
    // Where the file could not be kept, the page says so when they are back.
    saveResume('check')
  }

  /** Stops reading, and discards the file. */
  stop(): void {
    this.terminate()
    this.#publishNext({})
  }

  /** While a file is read, the file is the likely cause. */
  protected override fail(): void {
    const { phase, fileName } = this.snapshot()
    this.terminate()
    const error = phase === 'reading' ? ({ code: 'unreadable', reason: 'broken' } as const) : null
    this.#publishNext({ phase: error ? 'error' : 'failed', error, fileName })
  }

  #publishNext(change: Partial<CheckSnapshot>): void {
    this.publish({ ...EMPTY_CHECK_SNAPSHOT, ...change, revision: this.snapshot().revision + 1 })
  }
}

export const check = new CheckClient()

import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
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

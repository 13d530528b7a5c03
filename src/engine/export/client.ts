import { throttleProgress } from '../rpc/worker-server.ts'
import type { ExportOutcome, Exporting, FromExports } from './types.ts'
import type { ToExports } from '#reports/types.ts'

/** Has files made by a worker of its own, one at a time, which is ended when the person cancels. */
export class ExportClient {
  #show: (exporting: Exporting | null) => void
  #cancel: (() => void) | undefined

  constructor(show: (exporting: Exporting | null) => void) {
    this.#show = show
  }

  /** Never throws: a file that cannot be made leaves the workbench as it is. */
  async make(order: ToExports): Promise<ExportOutcome> {
    // The page offers no second one; one that comes all the same is not to end the first.
    if (this.#cancel) return { outcome: 'cancelled' }
    const { kind } = order
    let worker: Worker | undefined
    try {
      return await new Promise<ExportOutcome>((resolve) => {
        this.#cancel = () => resolve({ outcome: 'cancelled' })
        this.#show({ kind, done: 0 })
        worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' })
        const report = throttleProgress((done) => this.#show({ kind, done }))
        worker.addEventListener('message', ({ data }: MessageEvent<FromExports>) => {
          if (data.kind === 'made') resolve({ outcome: 'made', ...data.made })
          else if (data.kind === 'failed') resolve({ outcome: 'failed' })
          else report(data.done)
        })
        worker.addEventListener('error', (event) => {
          // Else the page would hear of it as a failure of the whole workbench.
          event.preventDefault()
          resolve({ outcome: 'failed' })
        })
        worker.postMessage(order)
      })
    } catch {
      return { outcome: 'failed' }
    } finally {
      worker?.terminate()
      this.#cancel = undefined
      this.#show(null)
    }
  }

  cancel(): void {
    this.#cancel?.()
  }
}

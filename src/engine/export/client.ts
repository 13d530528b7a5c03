import type { ExportTask, OwnFileTask } from '#reports/types.ts'
import type { OwnFilePreview } from '#reports/own-file-preview.ts'
import { WorkerClient } from '../rpc/worker-client.ts'
import type { ExportApi, ExportOutcome, ExportState } from './types.ts'

/** Makes files one at a time, each in its own worker, which is terminated when the user cancels. */
export class ExportClient {
  readonly #show: (state: ExportState | null) => void
  #cancel: (() => void) | undefined

  constructor(show: (state: ExportState | null) => void) {
    this.#show = show
  }

  /** Never throws. A second export during the first is rejected as cancelled; the page offers none. */
  async make(task: ExportTask): Promise<ExportOutcome> {
    if (this.#cancel) return { outcome: 'cancelled' }
    const { kind } = task
    let isCancelled = false
    const worker = new WorkerClient<ExportApi, number>({
      create: () => new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' }),
      onEvent: (done) => this.#show({ kind, done }),
    })
    this.#cancel = () => {
      isCancelled = true
      worker.terminate()
    }
    this.#show({ kind, done: 0 })
    try {
      return { outcome: 'made', ...(await worker.request('makeFile', task)) }
    } catch {
      return { outcome: isCancelled ? 'cancelled' : 'failed' }
    } finally {
      worker.terminate()
      this.#cancel = undefined
      this.#show(null)
    }
  }

  cancel(): void {
    this.#cancel?.()
  }
}

/** Previews of the user's own file, one at a time: the last one requested is what the page shows. */
export class PreviewClient {
  #cancel: (() => void) | undefined

  /** Null where the file cannot be made, and for a request that a later one has ended. */
  async make(task: OwnFileTask): Promise<OwnFilePreview | null> {
    this.#cancel?.()
    const worker = new WorkerClient<ExportApi, number>({
      create: () => new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' }),
    })
    const cancel = () => worker.terminate()
    this.#cancel = cancel
    try {
      return await worker.request('previewFile', task)
    } catch {
      return null
    } finally {
      worker.terminate()
      if (this.#cancel === cancel) this.#cancel = undefined
    }
  }
}

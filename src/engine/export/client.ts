import type { ExportTask, ExportedFile, NoRoom, OwnFileTask } from '#reports/types.ts'
import type { OwnFilePreview, PreviewedFile } from '#reports/own-file-preview.ts'
import { WorkerClient } from '../rpc/worker-client.ts'
import type { ExportApi, ExportOutcome, ExportState } from './types.ts'

type ShowProgress = (done: number) => void

const startWorker = (onEvent?: ShowProgress): WorkerClient<ExportApi, number> =>
  new WorkerClient({
    create: () => new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' }),
    ...(onEvent && { onEvent }),
  })

/** A file that is being made; `cancel` makes it fail. */
type Making = { readonly file: Promise<ExportedFile | NoRoom>; readonly cancel: () => void }

/** Makes files one at a time, each in its own worker, which is terminated when the user cancels. */
export class ExportClient {
  readonly #show: (state: ExportState | null) => void
  #cancel: (() => void) | undefined

  constructor(show: (state: ExportState | null) => void) {
    this.#show = show
  }

  /**
   * Never throws. A second export during the first is rejected as cancelled; the page offers none.
   * @param start starts to make the file
   */
  async make(task: ExportTask, start = makeFile): Promise<ExportOutcome> {
    if (this.#cancel) return { outcome: 'cancelled' }
    const { kind } = task
    let isCancelled = false
    this.#show({ kind, done: 0 })
    const { file, cancel } = start(task, (done) => this.#show({ kind, done }))
    this.#cancel = () => {
      isCancelled = true
      cancel()
    }
    try {
      const made = await file
      return 'noRoom' in made ? { outcome: 'no-room', ...made } : { outcome: 'made', ...made }
    } catch {
      return { outcome: isCancelled ? 'cancelled' : 'failed' }
    } finally {
      this.#cancel = undefined
      this.#show(null)
    }
  }

  cancel(): void {
    this.#cancel?.()
  }
}

function makeFile(task: ExportTask, onProgress: ShowProgress): Making {
  const worker = startWorker(onProgress)
  const file = worker.request('makeFile', task).finally(() => worker.terminate())
  return { file, cancel: () => worker.terminate() }
}

/** The file of a preview that is made, or was. */
type Previewing = {
  readonly task: OwnFileTask
  readonly made: Promise<PreviewedFile | NoRoom>
  readonly end: () => void
  /** Set while an export waits for the file. */
  onProgress: ShowProgress | undefined
}

/** Previews of the user's own file, one at a time. The file of the last one requested is what the same export gives. */
export class PreviewClient {
  #last: Previewing | undefined

  /** Null where the file cannot be made or shown, and for a request that a later one has ended. */
  async make(task: OwnFileTask): Promise<OwnFilePreview | NoRoom | null> {
    this.forget()
    const worker = startWorker((done) => last.onProgress?.(done))
    const made = worker.request('previewFile', task).finally(() => worker.terminate())
    const last: Previewing = { task, made, end: () => worker.terminate(), onProgress: undefined }
    this.#last = last
    try {
      const previewed = await made
      return 'noRoom' in previewed ? previewed : previewed.preview
    } catch {
      if (this.#last === last) this.#last = undefined
      return null
    }
  }

  /** What the file of a task is taken from: that of its preview, where that is the last one requested. */
  startFor(task: OwnFileTask): typeof makeFile {
    const last = this.#last
    if (last === undefined || !isSameTask(last.task, task)) return makeFile
    return (_task, onProgress) => {
      last.onProgress = onProgress
      let reject: (reason: Error) => void
      const cancelled = new Promise<never>((_resolve, rejectFile) => {
        reject = rejectFile
      })
      const made = last.made.then((previewed) => ('noRoom' in previewed ? previewed : previewed.made))
      const file = Promise.race([made, cancelled]).finally(() => (last.onProgress = undefined))
      // The preview itself goes on.
      const cancel = () => {
        last.onProgress = undefined
        reject(new Error('The export was cancelled.'))
      }
      return { file, cancel }
    }
  }

  /** Lets go of the last preview, and ends it unless an export waits for its file. */
  forget(): void {
    if (this.#last?.onProgress === undefined) this.#last?.end()
    this.#last = undefined
  }
}

/** Rows and file are compared by identity. */
const isSameTask = (one: OwnFileTask, other: OwnFileTask): boolean =>
  ([...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof OwnFileTask)[]).every(
    (key) => one[key] === other[key],
  )

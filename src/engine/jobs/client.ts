import type { JobRow } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import { ApiCallError } from '../http/client.ts'

/** What can be had of a saved job. */
export type JobParts = {
  preview: { rows: readonly JobRow[]; total: number }
  csv: Blob
  json: Blob
}

export type Asked = { n: number; id: string; part: keyof JobParts; lang: Lang }

/** `failed` holds the server's refusal; it is undefined where the server could not be asked. */
export type Answered =
  | { n: number; value: JobParts[keyof JobParts] }
  | { n: number; failed: { status: number; text: string } | undefined }

type Waiting = { resolve: (value: JobParts[keyof JobParts]) => void; reject: (error: Error) => void }

/**
 * Rows of saved jobs, which may be a hundred thousand: fetched, kept and turned into files by a worker, so that the page
 * holds no more than it shows.
 */
export class JobClient {
  #worker: Worker | undefined
  #waiting = new Map<number, Waiting>()
  #next = 1

  /** @throws {ApiCallError} for an answer that is no success; another error when there is no network. */
  async get<P extends keyof JobParts>(id: string, part: P, lang: Lang): Promise<JobParts[P]> {
    const worker = (this.#worker ??= this.#start())
    const n = this.#next++
    const value = await new Promise<JobParts[keyof JobParts]>((resolve, reject) => {
      this.#waiting.set(n, { resolve, reject })
      worker.postMessage({ n, id, part, lang } satisfies Asked)
    })
    return value as JobParts[P]
  }

  /** Forgets every row. */
  end(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#failAll()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.n)
      this.#waiting.delete(data.n)
      if ('value' in data) waiting?.resolve(data.value)
      else
        waiting?.reject(data.failed ? new ApiCallError(data.failed.status, '', data.failed.text) : noAnswer())
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.end()
    })
    return worker
  }

  #failAll(): void {
    for (const { reject } of this.#waiting.values()) reject(noAnswer())
    this.#waiting.clear()
  }
}

const noAnswer = (): Error => new Error('The rows could not be fetched.')

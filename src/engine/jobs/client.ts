import type { JobRow } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import { ApiCallError } from '../http/client.ts'
import { WorkerClient } from '../rpc/worker-client.ts'

/** What can be made of a saved job. */
export type JobParts = {
  preview: { rows: readonly JobRow[]; total: number }
  csv: Blob
  json: Blob
}

export type JobsApi = {
  /**
   * A structured clone of an error would lose its status, so errors are returned: `error` is the API's, undefined when
   * there was no response.
   */
  loadPart(
    id: string,
    part: keyof JobParts,
    lang: Lang,
  ): Promise<{ value: JobParts[keyof JobParts] } | { error: { status: number; text: string } | undefined }>
}

/** Rows of saved jobs, up to 100,000 each: a worker fetches, caches and exports them, so that the page holds only what it shows. */
export class JobClient {
  readonly #worker = new WorkerClient<JobsApi>({
    create: () => new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module' }),
  })

  /** @throws {ApiCallError} for an unsuccessful response; another error when there is none. */
  async get<P extends keyof JobParts>(id: string, part: P, lang: Lang): Promise<JobParts[P]> {
    const result = await this.#worker.request('loadPart', id, part, lang)
    if ('value' in result) return result.value as JobParts[P]
    if (result.error) throw new ApiCallError(result.error.status, '', result.error.text)
    throw new Error('The rows could not be fetched.')
  }

  /** Terminates the worker and with it the cached rows. */
  end(): void {
    this.#worker.terminate()
  }
}

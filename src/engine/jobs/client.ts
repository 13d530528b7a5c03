import type { Job } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import type { MinorUnits, Cents } from '#money/amount.ts'
import type { ExportedFile, ProtocolInput, ProtocolKind, ResultRow } from '#reports/types.ts'
import { ApiCallError } from '../http/client.ts'
import { WorkerClient } from '../rpc/worker-client.ts'

/** What can be made of a saved job. */
export type JobParts = {
  preview: {
    rows: readonly ResultRow[]
    total: number
    totals: { bgn: MinorUnits<'national'>; eur: Cents }
  }
  csv: Blob
  json: Blob
}

/** A file to be made of a saved job; `file`: the user's own file, given again because the device has none. */
export type JobFileRequest =
  | { readonly kind: 'own'; readonly file?: File | undefined }
  | { readonly kind: 'xlsx' }
  | { readonly kind: ProtocolKind; readonly input: ProtocolInput }

/** `no-file`: the device does not have the user's file. `other-file`: the rows of the job are not in the file given. */
export type JobFileOutcome =
  | ({
      readonly outcome: 'made'
      readonly fileName: string
      /** Number of prices of each job that the file is of, in the order of their conversion. */
      readonly parts: readonly number[]
    } & ExportedFile)
  | { readonly outcome: 'no-file' | 'other-file' | 'failed' }

/**
 * A structured clone of an error would lose its status, so errors are returned: `error` is the API's, undefined when
 * there was no response.
 */
type Reply<Value> = { value: Value } | { error: { status: number; text: string } | undefined }

/** @property owner email of the user */
export type JobContext = { readonly job: Job; readonly owner: string; readonly lang: Lang }

export type JobsApi = {
  loadPart(id: string, part: keyof JobParts, lang: Lang): Promise<Reply<JobParts[keyof JobParts]>>
  makeFile(context: JobContext, request: JobFileRequest): Promise<Reply<JobFileOutcome>>
  /** Makes the job the results that the converter shows. */
  openResults(context: JobContext): Promise<Reply<void>>
}

/** Rows of saved jobs, up to 100,000 each: a worker fetches, caches and exports them, so that the page holds only what it shows. */
export class JobClient {
  readonly #worker = new WorkerClient<JobsApi>({
    create: () => new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module' }),
  })

  /** @throws {ApiCallError} for an unsuccessful response; another error when there is none. */
  async get<P extends keyof JobParts>(id: string, part: P, lang: Lang): Promise<JobParts[P]> {
    return valueOf(await this.#worker.request('loadPart', id, part, lang)) as JobParts[P]
  }

  /** @throws as {@link get} */
  async makeFile(context: JobContext, request: JobFileRequest): Promise<JobFileOutcome> {
    return valueOf(await this.#worker.request('makeFile', context, request))
  }

  /** @throws as {@link get} */
  async openResults(context: JobContext): Promise<void> {
    valueOf(await this.#worker.request('openResults', context))
  }

  /** Terminates the worker and with it the cached rows. */
  end(): void {
    this.#worker.terminate()
  }
}

/**
 * Makes a job the results that the converter shows, in the session that runs too.
 * @throws as {@link JobClient.get}
 */
export async function openAsResults(client: JobClient, context: JobContext): Promise<void> {
  const { bulk } = await import('../bulk/client.ts')
  await client.openResults(context)
  // A session that runs has other results.
  if (bulk.isRunning) await bulk.tryRequest('loadResults')
}

function valueOf<Value>(reply: Reply<Value>): Value {
  if ('value' in reply) return reply.value
  if (reply.error) throw new ApiCallError(reply.error.status, '', reply.error.text)
  throw new Error('The rows could not be fetched.')
}

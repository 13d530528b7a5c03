import type { JobRow, getJob, listJobs } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import { resultsCsv } from '#reports/results-csv.ts'
import { sumTotals } from '#reports/results.ts'
import { ApiCallError, call, callHeaders } from '../http/client.ts'
import { serveWorker } from '../rpc/worker-server.ts'
import type { JobParts, JobsApi } from './client.ts'
import type { SavedJobs } from './combine-jobs.ts'

/** Rows of the preview (AUTH-08). */
const PREVIEW_ROWS = 200

/** Rows by job id; a failed download is not cached. */
const cache = new Map<string, Promise<readonly JobRow[]>>()

function loadRows(id: string, lang: Lang): Promise<readonly JobRow[]> {
  const cached = cache.get(id)
  if (cached) return cached
  const rows = fetchRows(id, lang)
  cache.set(id, rows)
  rows.catch(() => cache.delete(id))
  return rows
}

async function fetchRows(id: string, lang: Lang): Promise<readonly JobRow[]> {
  const options = { headers: callHeaders(lang) }
  const { rows } = await call<typeof getJob>('GET /api/convert/jobs/:id', { params: { id } }, options)
  return rows
}

const savedJobs = (lang: Lang): SavedJobs => ({
  async list() {
    const { jobs } = await call<typeof listJobs>('GET /api/convert/jobs', {}, { headers: callHeaders(lang) })
    return jobs
  },
  rows: (id) => cache.get(id) ?? fetchRows(id, lang),
  keep: (id, rows) => cache.set(id, Promise.resolve(rows)),
})

type Make<P extends keyof JobParts> = (
  rows: readonly JobRow[],
  id: string,
) => JobParts[P] | Promise<JobParts[P]>

const MAKE: { [P in keyof JobParts]: Make<P> } = {
  async preview(rows, id) {
    const { firstRows } = await import('./job-files.ts')
    return { rows: await firstRows(id, rows, PREVIEW_ROWS), total: rows.length, totals: sumTotals(rows) }
  },
  csv: (rows) => resultsCsv(rows),
  json: (rows) => new Blob([`${JSON.stringify(rows, null, 2)}\n`], { type: 'application/json' }),
}

/** Runs `use` with the rows of a job. */
async function withRows<Value>(
  id: string,
  lang: Lang,
  use: (rows: readonly JobRow[]) => Value | Promise<Value>,
) {
  try {
    return { value: await use(await loadRows(id, lang)) }
  } catch (error) {
    if (!(error instanceof ApiCallError)) return { error: undefined }
    const { status, text } = error
    return { error: { status, text } }
  }
}

serveWorker<JobsApi>(() => [
  {
    loadPart: (id, part, lang) => withRows(id, lang, (rows) => MAKE[part](rows, id)),
    async makeFile(context, request) {
      const { makeJobFile } = await import('./job-files.ts')
      return withRows(context.job.id, context.lang, (rows) =>
        makeJobFile(context, request, rows, savedJobs(context.lang)),
      )
    },
    async openResults(context) {
      const { saveAsResults } = await import('./job-files.ts')
      return withRows(context.job.id, context.lang, (rows) =>
        saveAsResults(context, rows, savedJobs(context.lang)),
      )
    },
  },
])

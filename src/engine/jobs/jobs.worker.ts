import type { JobRow, getJob } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import { resultsCsv } from '#reports/results-csv.ts'
import { ApiCallError, call, callHeaders } from '../http/client.ts'
import { serveWorker } from '../rpc/worker-server.ts'
import type { JobParts, JobsApi } from './client.ts'

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

const MAKE: { [P in keyof JobParts]: (rows: readonly JobRow[]) => JobParts[P] } = {
  preview: (rows) => ({ rows: rows.slice(0, PREVIEW_ROWS), total: rows.length }),
  csv: (rows) => resultsCsv(rows),
  json: (rows) => new Blob([`${JSON.stringify(rows, null, 2)}\n`], { type: 'application/json' }),
}

serveWorker<JobsApi>(() => [
  {
    async loadPart(id, part, lang) {
      try {
        return { value: MAKE[part](await loadRows(id, lang)) }
      } catch (error) {
        if (!(error instanceof ApiCallError)) return { error: undefined }
        const { status, text } = error
        return { error: { status, text } }
      }
    },
  },
])

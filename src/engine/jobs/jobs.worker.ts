import type { Job, JobRow } from '#api/conversions.ts'
import { ApiCallError, callHeaders, request } from '../http/client.ts'
import { resultsCsv } from '#reports/results.ts'
import type { Asked, Answered, JobParts } from './client.ts'

/** Rows of the preview (AUTH-08). */
const PREVIEW_ROWS = 200

/** Rows that were fetched, by job: once is enough, unless it failed. */
const fetched = new Map<string, Promise<readonly JobRow[]>>()

function rowsOf({ id, lang }: Asked): Promise<readonly JobRow[]> {
  const known = fetched.get(id)
  if (known) return known
  const rows = fetchRows(id, lang)
  fetched.set(id, rows)
  rows.catch(() => fetched.delete(id))
  return rows
}

async function fetchRows(id: string, lang: Asked['lang']): Promise<readonly JobRow[]> {
  const init: RequestInit = { credentials: 'include', headers: callHeaders(lang) }
  const reply = (await request(`/api/convert/jobs/${encodeURIComponent(id)}`, init)) as {
    job: Job
    rows: JobRow[]
  }
  return reply.rows
}

const MAKE: { [P in keyof JobParts]: (rows: readonly JobRow[]) => JobParts[P] } = {
  preview: (rows) => ({ rows: rows.slice(0, PREVIEW_ROWS), total: rows.length }),
  csv: (rows) => resultsCsv(rows, []),
  json: (rows) => new Blob([`${JSON.stringify(rows, null, 2)}\n`], { type: 'application/json' }),
}

async function answer(asked: Asked): Promise<Answered> {
  const { n, part } = asked
  try {
    return { n, value: MAKE[part](await rowsOf(asked)) }
  } catch (error) {
    if (!(error instanceof ApiCallError)) return { n, failed: undefined }
    const { status, sentence, code } = error
    return { n, failed: { status, text: JSON.stringify({ error: sentence, code }) } }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  void answer(data).then((answered) => self.postMessage(answered))
})

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { deleteJob, Job, JobRow } from '#contract/conversions.ts'
import { formatCount } from '#domain/format.ts'
import { call, hasStatus, sentenceOf } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { CountsLine } from '../bulk/counts-line.tsx'
import { focusOn } from '../bulk/focus-on.ts'
import { download } from '../bulk/download.ts'
import { JobRowsTable } from '../bulk/job-rows-table.tsx'
import { jobFileName, resultsCsv } from '../bulk/results.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { JOBS_KEY } from './job-list.tsx'

/** Rows of the preview (AUTH-08). */
const PREVIEW_ROWS = 200

export const jobTitleId = (id: string): string => `job-${id}`

type JobDetail = { job: Job; rows: JobRow[] }

/** One saved conversion: its counts, its rows on demand, downloads and deletion (AUTH-07..09). */
export function JobItem({ job, onSignedOut }: { job: Job; onSignedOut: () => void }) {
  const lang = useLang()
  const client = useQueryClient()
  const { alert, confirm } = useAlerts()
  const [rows, setRows] = useState<readonly JobRow[]>()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const title = job.filename ?? m.job_title({ id: job.id.slice(0, 8) })
  const created = new Intl.DateTimeFormat(lang === 'bg' ? 'bg-BG' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  })

  async function attempt(run: () => Promise<void>, failure: string) {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      if (hasStatus(error, 401)) onSignedOut()
      else alert(sentenceOf(error, failure))
    } finally {
      setBusy(false)
    }
  }

  /** Fetched once and kept. */
  const getRows = async (): Promise<readonly JobRow[]> => {
    const queryKey = [...JOBS_KEY, job.id]
    const detail = await client.fetchQuery({
      queryKey,
      queryFn: queryOf<JobDetail>('raise'),
      staleTime: Infinity,
      gcTime: Infinity,
    })
    return detail?.rows ?? []
  }

  const toggle = () =>
    attempt(async () => {
      if (!rows) setRows(await getRows())
      setOpen(!isOpen)
    }, m.job_load_failed())

  const downloadCsv = () =>
    attempt(
      async () => download(resultsCsv(await getRows()), jobFileName(job.id, 'csv')),
      m.job_load_failed(),
    )

  const downloadJson = () =>
    attempt(async () => {
      const text = `${JSON.stringify(await getRows(), null, 2)}\n`
      download(new Blob([text], { type: 'application/json' }), jobFileName(job.id, 'json'))
    }, m.job_load_failed())

  async function remove() {
    const yes = await confirm({
      title: m.delete_job_title(),
      text: m.delete_job_text({ title }),
      action: m.delete_job_action(),
      danger: true,
    })
    if (!yes) return
    await attempt(async () => {
      await call<typeof deleteJob>('DELETE /api/convert/jobs/:id', { params: { id: job.id } })
      client.setQueryData<{ jobs: Job[] }>(
        JOBS_KEY,
        (list) => list && { jobs: list.jobs.filter(({ id }) => id !== job.id) },
      )
      focusOn('jobs-title')
    }, m.delete_failed())
  }

  return (
    <li className="grid gap-3 border-b border-line py-5" data-job={job.id}>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h3 id={jobTitleId(job.id)} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
            {title}
          </h3>
          <p className="text-muted">
            <time dateTime={job.createdAt}>{created.format(new Date(job.createdAt))}</time>
            {' · '}
            {m.rows_total({ count: job.totalRows, n: formatCount(job.totalRows, lang) })}
            {' · '}
            {m.tokens_for({ count: job.tokenCost, n: formatCount(job.tokenCost, lang) })}
          </p>
          <CountsLine counts={job} />
        </div>
        <div className="flex flex-wrap gap-2">
          <JobButton
            label={`${isOpen ? m.job_hide() : m.job_show()}: ${title}`}
            isBusy={isBusy}
            isOpen={isOpen}
            onClick={toggle}
          >
            {isOpen ? m.job_hide() : m.job_show()}
          </JobButton>
          <JobButton label={`CSV: ${title}`} isBusy={isBusy} onClick={downloadCsv}>
            CSV
          </JobButton>
          <JobButton label={`JSON: ${title}`} isBusy={isBusy} onClick={downloadJson}>
            JSON
          </JobButton>
          <JobButton label={`${m.job_delete()}: ${title}`} isBusy={isBusy} onClick={remove}>
            {m.job_delete()}
          </JobButton>
        </div>
      </div>
      {isOpen && rows && (
        <div className="arrive grid gap-2">
          <JobRowsTable rows={rows.slice(0, PREVIEW_ROWS)} label={title} totalRows={rows.length} />
          {rows.length > PREVIEW_ROWS && <p className="text-muted">{m.job_preview()}</p>}
        </div>
      )}
    </li>
  )
}

type JobButtonProps = {
  label: string
  isBusy: boolean
  isOpen?: boolean
  onClick: () => Promise<void>
  children: ReactNode
}

function JobButton({ label, isBusy, isOpen, onClick, children }: JobButtonProps) {
  return (
    <Button
      look="plain"
      aria-label={label}
      aria-expanded={isOpen}
      isUnavailable={isBusy}
      onClick={() => void onClick()}
    >
      {children}
    </Button>
  )
}

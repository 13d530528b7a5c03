import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Job, deleteJob } from '#api/conversions.ts'
import { formatCount } from '#money/format.ts'
import { call, hasStatus, apiErrorMessage } from '#engine/http/client.ts'
import { CountsLine } from '../results/row-counts.tsx'
import { focusOn } from '../../ui/focus.ts'
import { saveFile } from '../../ui/browser.ts'
import { ConvertedRowsTable } from '../results/rows-table.tsx'
import { jobFileName } from '#reports/results.ts'
import { CalculationToggle } from '../results/calculation.tsx'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { JobClient, type JobParts } from '#engine/jobs/client.ts'
import { JOBS_KEY, queryOf } from '../../session/queries.ts'
import { pathOf } from '../../routing/paths.ts'
import { useUnauthorizedRedirect, useSignedOut } from '../../session/sign-out.ts'
import { LoadFailure } from '../../ui/form-status.tsx'

const jobTitleId = (id: string): string => `job-${id}`

type JobItemProps = { job: Job; jobClient: JobClient; onUnauthorized: () => void }

/** One saved conversion: counts, a preview of the rows, downloads and deletion (AUTH-07..09). */
function JobItem({ job, jobClient, onUnauthorized: onSignedOut }: JobItemProps) {
  const lang = useLang()
  const client = useQueryClient()
  const { alert, confirm } = useAlerts()
  const [preview, setPreview] = useState<JobParts['preview']>()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [hasCalculations, setCalculations] = useState(false)
  const title = job.filename ?? m.job_title({ id: job.id.slice(0, 8) })

  async function runRequest(run: () => Promise<void>, failure: string) {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      if (hasStatus(error, 401)) onSignedOut()
      else alert(apiErrorMessage(error, failure))
    } finally {
      setBusy(false)
    }
  }

  const togglePreview = () =>
    runRequest(async () => {
      if (!preview) setPreview(await jobClient.get(job.id, 'preview', lang))
      setOpen(!isOpen)
    }, m.job_load_failed())

  const downloadFile = (part: 'csv' | 'json') =>
    runRequest(
      async () => saveFile(await jobClient.get(job.id, part, lang), jobFileName(job.id, part)),
      m.job_load_failed(),
    )

  async function remove() {
    const yes = await confirm({
      title: m.delete_job_title(),
      text: m.delete_job_text({ title }),
      action: m.delete_job_action(),
      danger: true,
    })
    if (!yes) return
    await runRequest(async () => {
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
          <h3 id={jobTitleId(job.id)} tabIndex={-1} className="text-lead wrap-anywhere outline-none">
            {title}
          </h3>
          <p className="text-muted">
            <DateTime at={job.createdAt} />
            {' · '}
            {m.rows_total({ count: job.totalRows, n: formatCount(job.totalRows, lang) })}
            {' · '}
            {m.tokens_for({ count: job.tokenCost, n: formatCount(job.tokenCost, lang) })}
            <span role="status" className="font-semibold text-ink">
              {isBusy ? ` · ${m.loading()}…` : ''}
            </span>
          </p>
          <CountsLine counts={job} />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:gap-1.5">
          <JobButton
            label={`${isOpen ? m.job_hide() : m.job_show()}: ${title}`}
            isBusy={isBusy}
            isOpen={isOpen}
            onClick={togglePreview}
          >
            {isOpen ? m.job_hide() : m.job_show()}
          </JobButton>
          <JobButton label={`CSV: ${title}`} isBusy={isBusy} onClick={() => downloadFile('csv')}>
            CSV
          </JobButton>
          <JobButton label={`JSON: ${title}`} isBusy={isBusy} onClick={() => downloadFile('json')}>
            JSON
          </JobButton>
          <JobButton label={`${m.job_delete()}: ${title}`} isBusy={isBusy} onClick={remove}>
            {m.job_delete()}
          </JobButton>
        </div>
      </div>
      {isOpen && preview && (
        <div className="arrive grid gap-2">
          <CalculationToggle isOn={hasCalculations} onToggle={() => setCalculations(!hasCalculations)} />
          <ConvertedRowsTable
            rows={preview.rows}
            label={title}
            totalRows={preview.total}
            priceTitles={[]}
            hasCalculations={hasCalculations}
          />
          {preview.total > preview.rows.length && <p className="text-muted">{m.job_preview()}</p>}
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
      look="tinted"
      aria-label={label}
      aria-expanded={isOpen}
      className="max-sm:px-2.5"
      isUnavailable={isBusy}
      onClick={() => void onClick()}
    >
      {children}
    </Button>
  )
}

const PAGE_SIZE = 10

/** The saved conversions, newest first, ten at a time (AUTH-07). */
export function JobList() {
  const lang = useLang()
  const [shown, setShown] = useState(PAGE_SIZE)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: queryOf<{ jobs: Job[] }>('raise'),
    // Other tabs and devices also create jobs.
    refetchOnMount: 'always',
  })
  const jobs = [...(data?.jobs ?? [])].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  const onSignedOut = useSignedOut()
  const [jobClient] = useState(() => new JobClient())
  useEffect(() => () => jobClient.end(), [jobClient])

  /** Moves the focus to the first added job. */
  function showMore() {
    const [next] = jobs.slice(shown)
    setShown(shown + PAGE_SIZE)
    if (next) focusOn(jobTitleId(next.id))
  }

  const isGone = useUnauthorizedRedirect(error)
  return (
    <section aria-labelledby="jobs-title" className="grid gap-4">
      <h2 id="jobs-title" tabIndex={-1} className="outline-none flex items-baseline gap-3 text-h3">
        {m.jobs_title()}
        {data && (
          <span className="text-lead font-medium text-muted" data-testid="job-count">
            {formatCount(jobs.length, lang)}
          </span>
        )}
      </h2>
      {isPending && <p className="border-t border-line py-4 text-muted">{m.loading()}</p>}
      {error && !isGone && (
        <LoadFailure text={apiErrorMessage(error, m.jobs_failed())} onRetry={() => void refetch()} />
      )}
      {data && jobs.length === 0 && (
        <div className="grid justify-items-start gap-4 border-t border-line py-6">
          <p className="max-w-prose text-muted">{m.jobs_none()}</p>
          <ButtonLink look="filled" to={`${pathOf('converter', lang)}?mode=bulk`}>
            {m.jobs_to_converter()}
          </ButtonLink>
        </div>
      )}
      {jobs.length > 0 && (
        <ul className="border-t border-line-strong">
          {jobs.slice(0, shown).map((job) => (
            <JobItem key={job.id} job={job} jobClient={jobClient} onUnauthorized={onSignedOut} />
          ))}
        </ul>
      )}
      {jobs.length > shown && (
        <Button look="tinted" onClick={showMore} className="justify-self-start">
          {m.load_more()}
        </Button>
      )}
    </section>
  )
}

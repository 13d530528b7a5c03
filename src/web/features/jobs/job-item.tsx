import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { deleteJob, Job } from '#api/conversions.ts'
import { formatCount } from '#money/format.ts'
import { call, hasStatus, sentenceOf } from '#engine/http/client.ts'
import { CountsLine } from '../results/row-counts.tsx'
import { focusOn } from '../../ui/focus.ts'
import { download } from '../../ui/browser.ts'
import { JobRowsTable } from '../results/rows-table.tsx'
import { jobFileName } from '#reports/results.ts'
import { SumsToggle } from '../results/sums-toggle.tsx'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/date-time.tsx'
import type { JobFiles, JobParts } from '#engine/jobs/client.ts'
import { JOBS_KEY } from './job-list.tsx'

export const jobTitleId = (id: string): string => `job-${id}`

type Props = { job: Job; files: JobFiles; onSignedOut: () => void }

/** One saved conversion: its counts, its rows on demand, downloads and deletion (AUTH-07..09). */
export function JobItem({ job, files, onSignedOut }: Props) {
  const lang = useLang()
  const client = useQueryClient()
  const { alert, confirm } = useAlerts()
  const [preview, setPreview] = useState<JobParts['preview']>()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [hasSums, setSums] = useState(false)
  const title = job.filename ?? m.job_title({ id: job.id.slice(0, 8) })

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

  const toggle = () =>
    attempt(async () => {
      if (!preview) setPreview(await files.get(job.id, 'preview', lang))
      setOpen(!isOpen)
    }, m.job_load_failed())

  const save = (part: 'csv' | 'json') =>
    attempt(
      async () => download(await files.get(job.id, part, lang), jobFileName(job.id, part)),
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
            <Moment at={job.createdAt} />
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
            onClick={toggle}
          >
            {isOpen ? m.job_hide() : m.job_show()}
          </JobButton>
          <JobButton label={`CSV: ${title}`} isBusy={isBusy} onClick={() => save('csv')}>
            CSV
          </JobButton>
          <JobButton label={`JSON: ${title}`} isBusy={isBusy} onClick={() => save('json')}>
            JSON
          </JobButton>
          <JobButton label={`${m.job_delete()}: ${title}`} isBusy={isBusy} onClick={remove}>
            {m.job_delete()}
          </JobButton>
        </div>
      </div>
      {isOpen && preview && (
        <div className="arrive grid gap-2">
          <SumsToggle isOn={hasSums} onToggle={() => setSums(!hasSums)} />
          <JobRowsTable
            rows={preview.rows}
            label={title}
            totalRows={preview.total}
            priceTitles={[]}
            hasSums={hasSums}
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
      look="plain"
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

import { useState } from 'react'
import type { Job } from '#api/conversions.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import type { JobGroup } from './group-jobs.ts'
import { JobLine } from './job-line.tsx'
import type { JobAction } from './job-menu.tsx'
import { JobDialogs, JobRow } from './job-row.tsx'
import { type JobProps, groupTitleId, useJob } from './use-job.ts'

type Props = Omit<JobProps, 'job' | 'isLinked'> & { jobs: JobGroup; linkedId: string | undefined }

/** A file that was converted in parts: one line for all of it, and below it on demand a line for each part (CONV-05). */
export function JobGroupRow({ jobs, linkedId, ...props }: Props) {
  const lang = useLang()
  const [newest] = jobs
  const saved = useJob({ ...props, job: newest, isLinked: false })
  const [isProtocol, setProtocol] = useState(false)
  const [picked, setOpen] = useState<boolean>()
  const isOpen = picked ?? jobs.some(({ id }) => id === linkedId)
  const counts = jobs.toReversed().map(({ validRows }) => formatCount(validRows, lang))
  const note = m.job_parts({ count: formatCount(jobs.length, lang), prices: counts.join('\u00a0+\u00a0') })
  const actions: JobAction[] = [
    {
      name: m.job_download(),
      icon: 'download',
      run: () => void saved.makeFile({ kind: 'own' }),
      isInRow: true,
    },
    { name: m.protocol(), icon: 'file', run: () => setProtocol(true), isInRow: true, isWide: true },
    { name: m.job_open(), icon: 'next', run: () => void saved.openResults() },
  ]
  return (
    <>
      <JobLine
        titleId={groupTitleId(jobs)}
        name={saved.name}
        note={note}
        title={`${saved.name} ${note}`}
        isOpen={isOpen}
        isBusy={saved.isBusy}
        createdAt={newest.createdAt}
        prices={jobs.reduce((sum, { validRows }) => sum + validRows, 0)}
        totals={sumOf(jobs)}
        isSumBelow={false}
        hasButtonsBelow={false}
        actions={actions}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen &&
        jobs.map((job) => <JobRow key={job.id} {...props} job={job} isPart isLinked={job.id === linkedId} />)}
      <JobDialogs saved={saved} isProtocol={isProtocol} onProtocolDismiss={() => setProtocol(false)} />
    </>
  )
}

/** Undefined where a part has none stored. */
function sumOf(jobs: readonly Job[]): { bgn: number; eur: number } | undefined {
  const sum = { bgn: 0, eur: 0 }
  for (const { totals } of jobs) {
    if (!totals) return undefined
    sum.bgn += minorUnitsOfJson(totals.bgn)
    sum.eur += minorUnitsOfJson(totals.eur)
  }
  return sum
}

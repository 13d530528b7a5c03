import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job } from '#api/conversions.ts'
import { formatCount } from '#money/format.ts'
import { sentenceOf } from '#engine/http/client.ts'
import { queryOf } from '../../session/queries.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useGone, useSignedOut } from '../../session/use-signed-out.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { focusOn } from '../../ui/focus.ts'
import { JobFiles } from '#engine/jobs/client.ts'
import { JobItem, jobTitleId } from './job-item.tsx'

export const JOBS_KEY = ['/api/convert', 'jobs']

const STEP = 10

/** 'Saved bulk conversions', newest first, ten at a time (AUTH-07). */
export function JobList() {
  const lang = useLang()
  const [shown, setShown] = useState(STEP)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: queryOf<{ jobs: Job[] }>('raise'),
    // Jobs are made in other tabs and on other devices too: the list is asked anew whenever the page is opened.
    refetchOnMount: 'always',
  })
  const jobs = [...(data?.jobs ?? [])].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  const signedOut = useSignedOut()
  const [files] = useState(() => new JobFiles())
  useEffect(() => () => files.end(), [files])

  /** The focus goes on to the first of the jobs that are added. */
  function showMore() {
    const [next] = jobs.slice(shown)
    setShown(shown + STEP)
    if (next) focusOn(jobTitleId(next.id))
  }

  const isGone = useGone(error)
  return (
    <section aria-labelledby="jobs-title" className="grid gap-4">
      <h2 id="jobs-title" tabIndex={-1} className="outline-none flex items-baseline gap-3 text-2xl">
        {m.jobs_title()}
        {data && (
          <span className="text-lg font-medium text-muted" data-testid="job-count">
            {formatCount(jobs.length, lang)}
          </span>
        )}
      </h2>
      {isPending && <p className="border-t border-line py-4 text-muted">{m.loading()}</p>}
      {error && !isGone && (
        <LoadFailure text={sentenceOf(error, m.jobs_failed())} onRetry={() => void refetch()} />
      )}
      {data && jobs.length === 0 && (
        <div className="grid justify-items-start gap-4 border-t border-line py-6">
          <p className="max-w-prose text-muted">{m.jobs_none()}</p>
          <ButtonLink look="action" to={`${pathOf('converter', lang)}?mode=bulk`}>
            {m.jobs_to_converter()}
          </ButtonLink>
        </div>
      )}
      {jobs.length > 0 && (
        <ul className="border-t border-line-strong">
          {jobs.slice(0, shown).map((job) => (
            <JobItem key={job.id} job={job} files={files} onSignedOut={signedOut} />
          ))}
        </ul>
      )}
      {jobs.length > shown && (
        <Button look="plain" onClick={showMore} className="justify-self-start">
          {m.load_more()}
        </Button>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job } from '#api/conversions.ts'
import { apiErrorMessage } from '#engine/http/client.ts'
import { JobClient } from '#engine/jobs/client.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { useHash, useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { JOBS_KEY, queryOf } from '../../session/queries.ts'
import { useUnauthorizedRedirect, useSignedOut } from '../../session/sign-out.ts'
import { AmountHeads } from '../results/amount-heads.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { LoadFailure } from '../../ui/form-status.tsx'
import { type JobGroup, groupJobs } from './group-jobs.ts'
import { JobGroupRow } from './job-group-row.tsx'
import { JobRow } from './job-row.tsx'
import { groupTitleId, jobTitleId } from './use-job.ts'

const PAGE_SIZE = 10

type SavedJobs = { jobs: Job[] }

/** The saved conversions, as files: those of one file that was converted in parts are one. Undefined until they are known. */
export function useJobGroups(): readonly JobGroup[] | undefined {
  const { data } = useQuery({ queryKey: JOBS_KEY, queryFn: queryOf<SavedJobs>('raise') })
  return data ? groupsOf(data) : undefined
}

const groupsOf = ({ jobs }: SavedJobs): JobGroup[] =>
  groupJobs([...jobs].sort((a, b) => b.createdAt.localeCompare(a.createdAt)))

/** The saved conversions, newest first, ten at a time (AUTH-07); a file that was converted in parts is one of them. */
export function JobList({ owner }: { owner: string }) {
  const lang = useLang()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: queryOf<SavedJobs>('raise'),
    // Other tabs and devices also create jobs.
    refetchOnMount: 'always',
  })
  const groups = data ? groupsOf(data) : []
  const isGone = useUnauthorizedRedirect(error)
  return (
    <section aria-labelledby="jobs-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h1 id="jobs-title" tabIndex={-1} className="text-h1 outline-none">
        {m.jobs_title()}
        {data && (
          <span className="ms-3 text-lead font-medium text-muted" data-testid="job-count">
            {formatCount(groups.length, lang)}
          </span>
        )}
      </h1>
      {isPending && <p className="text-muted">{m.loading()}</p>}
      {error && !isGone && (
        <LoadFailure text={apiErrorMessage(error, m.jobs_failed())} onRetry={() => void refetch()} />
      )}
      {data && groups.length === 0 && (
        <div className="card grid justify-items-start gap-4 p-6 sm:p-8">
          <div className="grid gap-2">
            <p className="max-w-prose font-semibold">{m.jobs_none()}</p>
            <p className="max-w-prose text-muted">{m.jobs_none_text()}</p>
          </div>
          <ButtonLink look="filled" to={`${pathOf('converter', lang)}?mode=bulk`}>
            {m.jobs_to_converter()}
          </ButtonLink>
        </div>
      )}
      {groups.length > 0 && <JobTable groups={groups} owner={owner} />}
    </section>
  )
}

function JobTable({ groups, owner }: { groups: readonly JobGroup[]; owner: string }) {
  const [shown, setShown] = useState(PAGE_SIZE)
  const onUnauthorized = useSignedOut()
  const [jobClient] = useState(() => new JobClient())
  useEffect(() => () => jobClient.end(), [jobClient])
  // A link from the converter names the job by the time of its conversion.
  const converted = decodeURIComponent(useHash().slice(1))
  const linkedId = groups.flat().find(({ createdAt }) => createdAt === converted)?.id
  const linked = groups.findIndex((group) => group.some(({ id }) => id === linkedId))
  useEffect(() => {
    if (linkedId === undefined) return
    setShown((before) => Math.max(before, linked + 1))
    focusOn(jobTitleId(linkedId))
  }, [linked, linkedId])

  /** Moves the focus to the first added job. */
  function showMore() {
    const next = groups[shown]
    setShown(shown + PAGE_SIZE)
    if (next) focusOn(groupTitleId(next))
  }

  return (
    <>
      <div className="sheet">
        <table className="max-sm:block" data-testid="jobs">
          <thead className="max-sm:sr-only">
            <tr>
              <th scope="col" className="ps-10!">
                {m.jobs_file()}
              </th>
              <th scope="col">{m.jobs_when()}</th>
              <AmountHeads />
              <th scope="col">
                <span className="sr-only">{m.jobs_actions()}</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block max-sm:[&>tr+tr]:border-t max-sm:[&>tr+tr]:border-line">
            {groups.slice(0, shown).map((group) => {
              const [job, ...others] = group
              const props = { owner, jobClient, onUnauthorized }
              return others.length > 0 ? (
                <JobGroupRow key={job.id} {...props} jobs={group} linkedId={linkedId} />
              ) : (
                <JobRow key={job.id} {...props} job={job} isLinked={job.id === linkedId} />
              )
            })}
          </tbody>
        </table>
      </div>
      {groups.length > shown && (
        <Button look="tinted" onClick={showMore} className="justify-self-start">
          {m.load_more()}
        </Button>
      )}
      <p className="max-w-prose text-small text-muted">{m.jobs_note()}</p>
    </>
  )
}

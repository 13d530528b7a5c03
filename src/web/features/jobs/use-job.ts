import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Job, deleteJob } from '#api/conversions.ts'
import { call, hasStatus, apiErrorMessage } from '#engine/http/client.ts'
import { type JobClient, type JobFileRequest, type JobParts, openAsResults } from '#engine/jobs/client.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { jobFileName } from '#reports/results.ts'
import { useLang } from '../../routing/location.ts'
import { useNavigateTo } from '../../routing/navigation.ts'
import { pathOf } from '../../routing/paths.ts'
import { ACCOUNT_KEY, JOBS_KEY } from '../../session/queries.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { saveFile } from '../../ui/browser.ts'
import { focusOn } from '../../ui/focus.ts'
import { scrollToAndFocus } from '../file/scroll-to.ts'
import { toasts } from '../../ui/toasts.tsx'
import { paidFileState } from '../file/paid-file.ts'
import type { JobGroup } from './group-jobs.ts'
import { WRITE_BACK_NOTE } from '../results/write-back-notes.ts'

export const jobTitleId = (id: string): string => `job-${id}`

/** HTML id of the title in the line of a group of jobs. */
export const groupTitleId = ([newest, ...others]: JobGroup): string =>
  `${jobTitleId(newest.id)}${others.length > 0 ? '-file' : ''}`

/** Says that the file has the prices of all jobs in which it was converted. */
const partsNote = (parts: readonly number[], lang: Lang): string[] =>
  parts.length < 2
    ? []
    : [
        m.job_file_parts({
          count: formatCount(parts.length, lang),
          prices: parts.map((prices) => formatCount(prices, lang)).join('\u00a0+\u00a0'),
        }),
      ]

/** What tells the jobs of one file apart: `first 15 prices`, or that wrong prices were corrected. */
function noteOf({ source, part, validRows }: Job, lang: Lang): string | undefined {
  if (source === 'correction') return m.job_corrected()
  if (part === null) return undefined
  const prices = { count: validRows, n: formatCount(validRows, lang) }
  return part === 'first' ? m.job_first(prices) : m.job_rest(prices)
}

export type JobProps = {
  job: Job
  owner: string
  jobClient: JobClient
  /** A link has led to it: it is opened. */
  isLinked: boolean
  onUnauthorized: () => void
}

/** What can be done with one saved conversion (AUTH-08, AUTH-09), one action at a time. */
export function useJob({ job, owner, jobClient, isLinked, onUnauthorized }: JobProps) {
  const lang = useLang()
  const go = useNavigateTo()
  const client = useQueryClient()
  const { alert, confirm } = useAlerts()
  const [preview, setPreview] = useState<JobParts['preview']>()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  /** The user's file is asked for; `error`: why the one given was not taken. */
  const [asked, setAsked] = useState<{ error?: string }>()
  const isCorrection = job.source === 'correction'
  const name = job.filename ?? m.job_title({ id: job.id.slice(0, 8) })
  const note = noteOf(job, lang)
  // As it is shown: a button must be named by the text on it.
  const title = note === undefined ? name : `${name} ${note}`
  const context = { job, owner, lang }

  async function attempt(run: () => Promise<void>, failure: string) {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      if (hasStatus(error, 401)) onUnauthorized()
      else alert(apiErrorMessage(error, failure))
    } finally {
      setBusy(false)
    }
  }

  const toggle = () =>
    attempt(async () => {
      if (!preview) setPreview(await jobClient.get(job.id, 'preview', lang))
      setOpen(!isOpen)
    }, m.job_load_failed())

  const openLinked = useEffectEvent(() => {
    if (!isOpen) void toggle()
  })
  useEffect(() => {
    if (isLinked) openLinked()
  }, [isLinked])

  const download = (part: 'csv' | 'json') =>
    attempt(
      async () => saveFile(await jobClient.get(job.id, part, lang), jobFileName(job.id, part)),
      m.job_load_failed(),
    )

  const makeFile = (request: JobFileRequest) =>
    attempt(async () => {
      const made = await jobClient.makeFile(context, request)
      if (made.outcome === 'made') {
        setAsked(undefined)
        saveFile(made.file, made.fileName)
        const notes = [
          ...partsNote(made.parts, lang),
          ...made.warnings.flatMap((warning) => WRITE_BACK_NOTE[warning]?.() ?? []),
        ]
        if (notes.length > 0) toasts.show(notes.join(' '))
      } else if (made.outcome === 'no-file') setAsked({})
      else if (made.outcome === 'other-file')
        setAsked({
          error: isCorrection ? m.give_file_not_checked({ name }) : m.give_file_other({ title: name }),
        })
      else toasts.show(m.job_file_failed(), 'destructive')
    }, m.job_load_failed())

  const openResults = () =>
    attempt(async () => {
      await openAsResults(jobClient, context)
      await go(`${pathOf('converter', lang)}?mode=bulk`)
      // Rows that are open on this device are above the results.
      scrollToAndFocus('results-title')
    }, m.job_load_failed())

  const toCheck = () => void go(pathOf('check', lang), { state: paidFileState(name) })

  async function remove() {
    const yes = await confirm({
      title: m.delete_job_title(),
      text: m.delete_job_text({ title: note === undefined ? name : `${name}, ${note}` }),
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
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY, exact: true })
      focusOn('jobs-title')
    }, m.delete_failed())
  }

  return {
    name,
    note,
    title,
    isCorrection,
    preview,
    isOpen,
    isBusy,
    asked,
    stopAsking: () => setAsked(undefined),
    toggle,
    download,
    makeFile,
    openResults,
    toCheck,
    remove,
  }
}

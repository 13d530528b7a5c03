import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { m } from '#i18n/messages/messages.js'
import { loaded } from '../ui/loaded.tsx'
import { useIsStarted } from '../ui/button.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { useLang } from '../routing/location.ts'
import { pathOf } from '../routing/paths.ts'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { DropOverlay, SheetSkeleton } from '../features/file/drop-overlay.tsx'
import { takeFiles } from '../features/file/pending-file.ts'
import { hasSavedBatch } from '#engine/many/mark.ts'
import { takeResume } from '#engine/storage/resume.ts'
import { useSession } from '../session/session.ts'
import { ConnectionStatus, useOfflineCopy } from '../features/file/connection-status.tsx'
import { useAlerts } from '../ui/alerts.tsx'
import { SingleConverter } from '../features/single/single-converter.tsx'
import type { PageHead } from '../routing/document-head.ts'

/** What the single mode does without, once it is loaded; kept for the next visit of the page. */
let bulkState: typeof import('./converter-state.ts') | undefined

async function loadBulkState() {
  const code = await import('./converter-state.ts')
  await code.start()
  bulkState = code
  return code
}

/** It is most of the page's script, and most visitors convert one amount. */
const loadBulk = () => import('../features/bulk/bulk-converter.tsx')

const loadActions = () => import('../features/bulk/use-open-file.ts')

export const BulkConverter = loaded(loadBulk, m.bulk_not_loaded_title)

export const head = (): PageHead => ({
  title: m.converter_title(),
  description: m.converter_description(),
})

/** What the page itself follows of the bulk mode; nothing in the single mode. */
function useBulkState(isBulk: boolean) {
  const user = useSession()
  const [code, setCode] = useState(bulkState)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    // What has not loaded says so in place of the mode.
    if (isBulk) loadBulkState().then(setCode, () => setFailed(true))
  }, [isBulk])
  useEffect(() => code?.setUser(user), [code, user])
  const state = useSyncExternalStore(
    code?.subscribe ?? never,
    () => code?.stateFor(user),
    () => undefined,
  )
  return { ...state, code, isRestored: code !== undefined || hasFailed }
}

const never = () => () => undefined

const MODES = { single: m.mode_single, bulk: m.mode_bulk }
const LEADS = { single: m.single_lead, bulk: m.bulk_lead }

type Mode = keyof typeof MODES

/**
 * The mode of the prerendered document while the page starts; then undefined. It is not that of the address where the
 * server ignores the query.
 */
function documentMode(): Mode | undefined {
  if (import.meta.env.SSR) return undefined
  const shown = document.querySelector<HTMLElement>('#app:not([data-started]) [data-mode]')
  return shown ? modeOf(shown.dataset.mode ?? null) : undefined
}

const modeOf = (text: string | null): Mode => (text === 'bulk' ? text : 'single')

/** The mode of the address, and how to change it. */
function useMode() {
  const [query, setQuery] = useSearchParams()
  const asked = modeOf(query.get('mode'))
  const [mode, setMode] = useState<Mode>(() => documentMode() ?? asked)
  const isCheck = query.get('mode') === 'check'
  useEffect(() => setMode(asked), [asked])
  const navigate = useNavigate()
  const lang = useLang()
  useEffect(() => {
    // The check was a mode of this page: its old links lead to its own page.
    if (isCheck) void navigate(pathOf('check', lang), { replace: true })
  }, [isCheck, navigate, lang])
  const { state: entryState } = useLocation()
  const resume = useEffectEvent(() => {
    const resumed = takeResume('bulk', 'convert')
    if (resumed === undefined) return
    setQuery(
      { mode: 'bulk' },
      { replace: true, state: resumed === 'bulk' ? (entryState as unknown) : resumed },
    )
  })
  // Back from the login or the payment, to the rows that were left (CONV-04).
  useEffect(() => resume(), [])
  return {
    mode,
    show: (next: Mode) => setQuery(next === 'single' ? {} : { mode: next }, { replace: true }),
  }
}

export default function ConverterPage() {
  const { mode, show } = useMode()
  const { alert, confirm } = useAlerts()
  const lang = useLang()
  const isStarted = useIsStarted()
  useOfflineCopy()
  const openPending = useEffectEvent(async () => {
    const files = takeFiles()
    if (files.length > 0) await open(files)
  })
  useEffect(() => void openPending(), [])
  const { phase, hasRows, hasResults, batch, code, isRestored } = useBulkState(mode === 'bulk')
  const isBatch = mode === 'bulk' && batch !== undefined && batch.opened === null
  /** Rows take the place of the title: the page is theirs. */
  const isReview = mode === 'bulk' && !isBatch && hasRows && phase !== 'failed'

  async function open(files: readonly File[]) {
    // It moves the focus to the outcome, which it has to see coming. What has not loaded says so in place of the mode.
    const loads = Promise.all([loadActions(), loadBulk()])
    const [actions] = await loads.catch(() => [undefined])
    await actions?.openFiles(files, { alert, confirm }, lang)
  }

  async function switchTo(next: Mode) {
    // A mode that has not loaded has nothing to clear.
    const actions = mode === 'bulk' ? await loadActions().catch(() => undefined) : undefined
    if (actions && !(await actions.leaveBulk(confirm))) return
    show(next)
  }

  /** Opens a file dropped anywhere on the page in the current mode; the single mode ignores it (BULK-02). */
  async function drop(files: readonly File[]) {
    if (files.length > 0 && mode !== 'bulk') show('bulk')
    await open(files)
  }

  return (
    <div
      data-mode={mode}
      className={`relative -mt-6 grid grid-cols-1 sm:-mt-8 ${isReview ? 'gap-y-1' : isBatch ? 'gap-y-3' : 'gap-8'}`}
    >
      <DropOverlay onDrop={(files) => void drop(files)} />
      <div className={isReview ? 'md:absolute' : 'grid gap-3'}>
        {code && batch && !isBatch ? (
          <Suspense fallback={null}>
            <code.BackToLists />
          </Suspense>
        ) : (
          // In the same place in both modes; beside a file, whose line leaves it free.
          <RadioGroup
            label={m.mode()}
            isLabelShown={false}
            isSmall
            value={mode}
            options={(Object.keys(MODES) as Mode[]).map((value) => ({ value, text: MODES[value]() }))}
            onPick={switchTo}
            disabled={phase === 'converting' || batch?.phase === 'converting' || batch?.phase === 'stopping'}
            className="text-[0.9375rem] noscript:hidden print:hidden"
          />
        )}
        {/* Results have a title of their own. */}
        <div className={mode === 'bulk' && (isReview || isBatch || hasResults) ? 'sr-only' : ''}>
          <h1 className="text-h1">{m.converter_heading()}</h1>
          <p className="mt-2 max-w-prose text-muted">{LEADS[mode]()}</p>
        </div>
      </div>
      {code && <code.GivenFiles />}
      <ConnectionStatus text={mode === 'single' ? m.single_offline() : m.bulk_offline()} />
      {mode === 'single' ? (
        <SingleConverter />
      ) : isStarted ? (
        <Suspense fallback={<SheetSkeleton />}>
          {!isRestored && hasSavedBatch() ? (
            <SheetSkeleton />
          ) : code && isBatch ? (
            <code.ManyFiles />
          ) : (
            <BulkConverter />
          )}
        </Suspense>
      ) : (
        // Placeholder: prerendering must not wait for the code of the bulk mode.
        <SheetSkeleton />
      )}
    </div>
  )
}

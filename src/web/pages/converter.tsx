import { type ComponentType, Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'
import { useSearchParams } from 'react-router'
import { bulk } from '#engine/bulk/client.ts'
import { useOpenFile } from '../features/bulk/use-open-file.ts'
import { DropOverlay, FilePickerSkeleton } from '../features/file/drop-overlay.tsx'
import { takeResumeMode } from '#engine/storage/preferences.ts'
import { ConnectionStatus, useOfflineCopy } from '../features/offline/status.tsx'
import { useAlerts } from '../ui/alerts.tsx'
import { SingleConverter } from '../features/single/single-converter.tsx'
import type { PageHead } from '../routing/document-head.ts'

/**
 * A mode that is loaded on demand: it is most of the page's script, and most visitors convert one amount. If
 * loading fails, an error with a retry is shown.
 */
const loaded = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> } | undefined>,
  title: () => string,
) =>
  lazy(async () => {
    try {
      // The page is about to be reloaded (`entry.client.tsx`): never resolves.
      return (await load()) ?? (await new Promise<never>(() => undefined))
    } catch {
      return { default: () => <NotLoaded title={title()} /> }
    }
  })

export const BulkConverter = loaded(
  () => import('../features/bulk/bulk-converter.tsx'),
  m.bulk_not_loaded_title,
)

export const PriceCheck = loaded(() => import('../features/check/price-check.tsx'), m.check_not_loaded_title)

function NotLoaded({ title }: { title: string }) {
  return (
    <section className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-2xl">{title}</h2>
      <p>{m.bulk_not_loaded_text()}</p>
      <Button look="action" onClick={() => window.location.reload()}>
        {m.page_reload()}
      </Button>
    </section>
  )
}

export const head = (): PageHead => ({
  title: m.converter_title(),
  description: m.converter_description(),
})

const bulkPhase = () => bulk.snapshot().phase

const MODES = { single: m.mode_single, bulk: m.mode_bulk, check: m.mode_check }
const LEADS = { single: m.single_lead, bulk: m.bulk_lead, check: m.check_lead }

type Mode = keyof typeof MODES

const modeOf = (text: string | null): Mode => (text === 'bulk' || text === 'check' ? text : 'single')

export default function ConverterPage() {
  const [query, setQuery] = useSearchParams()
  const { alert, confirm } = useAlerts()
  const take = useOpenFile()
  useOfflineCopy()
  // The page is prerendered without a query: its mode is applied after the start.
  const [mode, setMode] = useState<Mode>('single')
  const asked = modeOf(query.get('mode'))
  useEffect(() => setMode(asked), [asked])
  useEffect(() => {
    // Back from the login, to the rows that were left (CONV-04).
    if (takeResumeMode()) setQuery({ mode: 'bulk' }, { replace: true })
  }, [setQuery])
  const [dropped, setDropped] = useState<File>()
  const phase = useSyncExternalStore(bulk.subscribe, bulkPhase, () => undefined)

  async function switchTo(next: Mode) {
    if (mode === 'bulk') {
      // Stored rows are unknown before the worker has started.
      await bulk.start()
      const { rows, results } = bulk.snapshot()
      const yes =
        (rows === null && results === null) ||
        (await confirm({
          title: m.switch_mode_title(),
          text: m.switch_mode_text(),
          action: m.switch_mode_action(),
          danger: true,
        }))
      if (!yes) return
      await bulk.clear()
    }
    setDropped(undefined)
    setQuery(next === 'single' ? {} : { mode: next }, { replace: true })
  }

  /** Opens a file dropped anywhere on the page in the current mode; the single mode ignores it (BULK-02). */
  async function drop(files: readonly File[]) {
    const [file] = files
    if (files.length > 1) return alert(m.drop_one())
    if (!file) return
    if (mode === 'check') return setDropped(file)
    if (mode !== 'bulk') setQuery({ mode: 'bulk' }, { replace: true })
    await take(file)
  }

  return (
    <div className="grid grid-cols-1 gap-8">
      <DropOverlay onDrop={(files) => void drop(files)} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl sm:text-4xl">{m.converter_heading()}</h1>
          <p className="mt-2 max-w-prose text-muted">{LEADS[mode]()}</p>
        </div>
        <fieldset
          disabled={phase === 'converting'}
          className="inline-flex rounded-base border border-line-strong p-1 noscript:hidden print:hidden"
        >
          <legend className="sr-only">{m.mode()}</legend>
          {(Object.keys(MODES) as Mode[]).map((value) => (
            <label
              key={value}
              className="inline-flex min-h-11 cursor-pointer items-center rounded-[0.3rem] px-3 font-semibold whitespace-nowrap max-[23rem]:px-2 sm:px-5 has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="mode"
                value={value}
                checked={mode === value}
                onChange={() => void switchTo(value)}
                className="sr-only"
              />
              {MODES[value]()}
            </label>
          ))}
        </fieldset>
      </div>
      {mode !== 'check' && <ConnectionStatus mode={mode} />}
      {mode === 'single' ? (
        <SingleConverter />
      ) : (
        <Suspense fallback={<FilePickerSkeleton />}>
          {mode === 'bulk' ? (
            <BulkConverter />
          ) : (
            <PriceCheck file={dropped} onFileReceived={() => setDropped(undefined)} />
          )}
        </Suspense>
      )}
    </div>
  )
}

import { useEffect, useId, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { type ExportKind, type ExportRequest, type MadeFile, formatOf } from '#reports/types.ts'
import type { Exporting } from '#engine/export/types.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../../ui/toasts.tsx'
import { Cancelled, bulk } from '#engine/bulk/client.ts'
import { download } from '../../../ui/browser.ts'
import { jobFileName, ownFileName, protocolFileName } from '#reports/results.ts'
import { useBulk } from '../use-bulk.ts'
import { formatPercent } from '#money/format.ts'
import { Button } from '../../../ui/button.tsx'

/** One button asks for either kind of protocol. */
export const exportButtonId = (kind: ExportKind): string =>
  kind === 'protocol-pdf' || kind === 'protocol-xlsx' ? 'export-protocol' : `export-${kind}`

export type ResultsExport = {
  exporting: Exporting | null
  isBusy: boolean
  /** What has come of the last one, for screen readers. */
  said: string
  /** What is to be known of the own file that was made last. */
  about: Omit<MadeFile, 'file'>
  make: (order: ExportRequest) => Promise<void>
}

/** Has files of the results made, one at a time. */
export function useExport(jobId: string, filename: string | null): ResultsExport {
  const lang = useLang()
  const { exporting, ownFormat } = useBulk()
  const [made, setMade] = useState<ExportStatus>(NO_OUTCOME)
  useRestoreFocus(exporting?.kind)
  return {
    exporting,
    isBusy: exporting !== null,
    ...made,
    make: async (order) => {
      setMade(NO_OUTCOME)
      const format = formatOf(order.kind, ownFormat)
      const name = exportFileName(order, format, { jobId, filename })
      setMade(await runExport(order, name, lang))
    },
  }
}

type Names = { readonly jobId: string; readonly filename: string | null }

function exportFileName(
  order: ExportRequest,
  format: ReturnType<typeof formatOf>,
  { jobId, filename }: Names,
): string {
  if ('placement' in order) return ownFileName(filename ?? '', format)
  return 'wishes' in order ? protocolFileName(jobId, format) : jobFileName(jobId, format)
}

type ExportStatus = Pick<ResultsExport, 'said' | 'about'>

const NO_OUTCOME: ExportStatus = { said: '', about: { notes: [] } }

/** Has a file made, and answers what is to be said of it. */
async function runExport(order: ExportRequest, name: string, lang: Lang): Promise<ExportStatus> {
  const cancelled = { ...NO_OUTCOME, said: m.export_cancelled() }
  try {
    const made = await bulk.ask('exportResults', order, lang)
    if (made.outcome === 'cancelled') return cancelled
    if (made.outcome === 'made') {
      const { file, notes, statement } = made
      download(file, name)
      return { said: m.export_done({ file: name }), about: { notes, statement } }
    }
  } catch (error) {
    if (error instanceof Cancelled) return cancelled
  }
  toasts.show(m.export_failed(), 'destructive')
  return NO_OUTCOME
}

/** When the work ends with the focus on its 'Cancel', the focus goes back to the button that began it. */
function useRestoreFocus(kind: ExportKind | undefined): void {
  useEffect(() => {
    if (kind === undefined) return undefined
    return () => {
      if (document.activeElement === document.body || document.activeElement === null)
        document.getElementById(exportButtonId(kind))?.focus()
    }
  }, [kind])
}

/** What is done sooner needs no progress: it would only make the rows below jump. */
const PROGRESS_DELAY_MS = 300

/** A file is being made: how far it is, and a way to stop (BULK-04). */
export function ExportProgress({ exporting: { done }, format }: { exporting: Exporting; format: string }) {
  const id = useId()
  const isShown = useDelayElapsed(PROGRESS_DELAY_MS)
  const lang = useLang()
  if (!isShown) return null
  return (
    <div className="flex max-w-prose flex-wrap items-center gap-x-4 gap-y-2" data-testid="exporting">
      <p id={id} className="w-full">
        {m.export_making({ kind: format.toUpperCase() })}
      </p>
      <progress
        className="h-2 min-w-32 flex-1 accent-action"
        aria-labelledby={id}
        {...(done > 0 && { value: done })}
      />
      <span className="min-w-14 text-end text-muted">{done > 0 && formatPercent(done, lang)}</span>
      <Button look="plain" onClick={() => void bulk.tell('cancelExport')}>
        {m.cancel()}
      </Button>
    </div>
  )
}

function useDelayElapsed(ms: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLate
}

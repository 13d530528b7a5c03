import { useEffect, useId, useRef, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import {
  type ConversionSummary,
  type ExportKind,
  type ExportRequest,
  type ExportedFile,
  formatOf,
} from '#reports/types.ts'
import { DEFAULT_PLACEMENT, type Placement } from '#writeback/plan.ts'
import type { ExportState } from '#engine/export/types.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../../ui/toasts.tsx'
import { CancelledError, bulk } from '#engine/bulk/client.ts'
import { chooseSavePlace, saveFile, writeFile } from '../../../ui/browser.ts'
import { ownFileName, reportFileName } from '#reports/results.ts'
import { downloadFile } from '../../file/download-file.ts'
import { MORE_BUTTON_ID } from './more-menu.tsx'
import { useBulk } from '../use-bulk.ts'
import { noRoomMessage } from '../../results/write-back-notes.ts'
import { formatPercent } from '#money/format.ts'
import { Button } from '../../../ui/button.tsx'

/** HTML id of the button for this kind; both kinds of protocol share one. */
export const exportButtonId = (kind: ExportKind): string =>
  kind === 'protocol-pdf' || kind === 'protocol-xlsx' ? 'export-protocol' : `export-${kind}`

export type ResultsExport = {
  exporting: ExportState | null
  isBusy: boolean
  /** The name of the file that was saved last; undefined while another is made. */
  saved: string | undefined
  /** The outcome of the last export where no file was saved, for screen readers. */
  status: string
  /** Warnings about the user's own file that was exported last. */
  details: Pick<ExportedFile, 'warnings' | 'statement'>
  exportFile: (request: ExportRequest) => Promise<void>
  /** The results alone as CSV. */
  saveCsv: () => void
}

/**
 * Exports the results as files, one at a time.
 * @param expected where the user's own file will have the new prices, as far as is known before it is made
 */
export function useExport(results: ConversionSummary, expected: Placement): ResultsExport {
  const lang = useLang()
  const { exporting, sourceFormat, sourceExtension } = useBulk()
  const [outcome, setOutcome] = useState<ExportOutcomeText>(NO_OUTCOME)
  const last = useRef(0)
  /** Shows the outcome of the latest request only. */
  const show = async (making: Promise<ExportOutcomeText>) => {
    setOutcome(NO_OUTCOME)
    const own = ++last.current
    const made = await making
    if (own === last.current) setOutcome(made)
  }
  useRestoreFocus(exporting?.kind)
  return {
    exporting,
    isBusy: exporting !== null,
    ...outcome,
    exportFile: async (request) => {
      const format = formatOf(request.kind, sourceFormat)
      const extension = request.kind === 'own' ? (sourceExtension ?? format) : format
      const nameWith = (placement: Placement) =>
        exportFileName(request, extension, results, { placement, lang })
      const isLarge = 'placement' in request && (results.file?.bytes ?? 0) >= LARGE_BYTES
      const place = isLarge ? await chooseSavePlace(nameWith(expected)) : undefined
      await show(place === null ? Promise.resolve(cancelled()) : runExport(request, nameWith, lang, place))
    },
    saveCsv: () => {
      const name = reportFileName('results', results, 'csv', lang)
      const saving = downloadFile(() => bulk.request('resultsCsv', lang), name)
      void show(saving.then((isSaved) => (isSaved ? { ...NO_OUTCOME, saved: name } : NO_OUTCOME)))
    },
  }
}

function exportFileName(
  request: ExportRequest,
  extension: string,
  results: ConversionSummary,
  own: { placement: Placement; lang: Lang },
): string {
  if ('placement' in request) return ownFileName(results.filename ?? '', extension, own)
  return reportFileName('input' in request ? 'protocol' : 'results', results, extension, own.lang)
}

type ExportOutcomeText = Pick<ResultsExport, 'saved' | 'status' | 'details'>

const NO_OUTCOME: ExportOutcomeText = { saved: undefined, status: '', details: { warnings: [] } }

/** From this size of the user's file on the browser asks for a place on the disk, where it can, and the file is written there. */
const LARGE_BYTES = 10 * 1024 * 1024

const cancelled = (): ExportOutcomeText => ({ ...NO_OUTCOME, status: m.export_cancelled() })

/**
 * Exports one file, and downloads it or writes it to a place that the user chose. Shows a toast on failure.
 * @param nameWith the name of the user's own file by where it has the new prices, which is known once it is made
 */
async function runExport(
  request: ExportRequest,
  nameWith: (placement: Placement) => string,
  lang: Lang,
  place?: FileSystemFileHandle,
): Promise<ExportOutcomeText> {
  let failure: string = m.export_failed()
  try {
    const made = await bulk.request('exportResults', request, lang)
    if (made.outcome === 'cancelled') return cancelled()
    if (made.outcome === 'no-room') failure = noRoomMessage(made)
    if (made.outcome === 'made') {
      const { file, warnings, placement = DEFAULT_PLACEMENT, statement } = made
      const name = place?.name ?? nameWith(placement)
      failure = m.export_not_written()
      if (place) await writeFile(file, place)
      else saveFile(file, name)
      return { saved: name, status: '', details: { warnings, statement } }
    }
  } catch (error) {
    if (error instanceof CancelledError) return cancelled()
  }
  toasts.show(failure, 'destructive')
  return NO_OUTCOME
}

/** Returns the focus to the export button if the export ends while its 'Cancel' has the focus. */
function useRestoreFocus(kind: ExportKind | undefined): void {
  useEffect(() => {
    if (kind === undefined) return undefined
    return () => {
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const button = document.getElementById(exportButtonId(kind)) ?? document.getElementById(MORE_BUTTON_ID)
      button?.focus()
    }
  }, [kind])
}

/** A shorter export shows no progress: it would only move the rows below. */
const PROGRESS_DELAY_MS = 300

/** The progress of an export, and a button to cancel it (BULK-04). */
export function ExportProgress({ exporting: { done }, format }: { exporting: ExportState; format: string }) {
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
      <Button look="plain" onClick={() => void bulk.tryRequest('cancelExport')}>
        {m.cancel()}
      </Button>
    </div>
  )
}

function useDelayElapsed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}

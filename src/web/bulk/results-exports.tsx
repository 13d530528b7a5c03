import type { Lang } from '#domain/lang.ts'
import { FORMAT_OF } from '../exports/export-messages.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { toasts } from '../shell/toast-stack.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { bulk } from './bulk-client.ts'
import { copyText } from './copy-text.ts'
import { download } from '../ui/download.ts'
import { exportButtonId, useExport } from './use-export.ts'
import { ExportProgress } from './export-progress.tsx'
import { jobFileName } from './results.ts'
import { useBulk } from './use-bulk.ts'

const OWN_KINDS = ['own-xlsx', 'own-csv'] as const

const KINDS = [
  { kind: 'xlsx', label: m.export_xlsx },
  { kind: 'pdf', label: m.export_pdf },
] as const

async function copyResults(lang: Lang) {
  try {
    await copyText(bulk.ask('resultsText', lang))
    toasts.show(m.copied())
  } catch {
    toasts.show(m.copy_failed(), 'destructive')
  }
}

async function exportCsv(jobId: string) {
  try {
    download(await bulk.ask('resultsCsv'), jobFileName(jobId, 'csv'))
  } catch {
    toasts.show(m.export_failed(), 'destructive')
  }
}

type Props = { jobId: string; filename: string | null; onClear: () => void }

/** What can be done with the results: files of them one at a time, a copy, an end (CONV-07, CONV-08). */
export function ResultsExports({ jobId, filename, onClear }: Props) {
  const lang = useLang()
  const { hasOwnFile } = useBulk()
  const { exporting, isBusy, said, make } = useExport(jobId, filename)
  return (
    <div className="grid gap-4 print:hidden">
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <Button
          look="action"
          className="max-sm:col-span-2"
          isUnavailable={isBusy}
          onClick={() => void exportCsv(jobId)}
        >
          <Icon name="download" />
          {m.export_csv()}
        </Button>
        {KINDS.map(({ kind, label }) => (
          <Button
            key={kind}
            id={exportButtonId(kind)}
            look="plain"
            className="max-sm:px-1.5"
            isUnavailable={isBusy}
            onClick={() => void make(kind)}
          >
            <Icon name="download" className="size-5 max-sm:hidden" />
            {label()}
          </Button>
        ))}
        <Button look="plain" onClick={() => void copyResults(lang)}>
          <Icon name="copy" className="size-5 max-sm:hidden" />
          {m.results_copy()}
        </Button>
        <Button look="plain" onClick={onClear}>
          {m.results_clear()}
        </Button>
      </div>
      {exporting && <ExportProgress exporting={exporting} />}
      {hasOwnFile && (
        <div
          role="group"
          aria-labelledby="own-file"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-s-4 border-euro bg-euro-soft px-4 py-3"
        >
          <div className="min-w-0">
            <p id="own-file" className="font-bold">
              {m.own_title()}
            </p>
            <p className="text-muted">{m.own_text()}</p>
          </div>
          <div className="flex gap-3">
            {OWN_KINDS.map((kind) => (
              <Button
                key={kind}
                id={exportButtonId(kind)}
                look="plain"
                isUnavailable={isBusy}
                aria-label={m.own_export({ format: FORMAT_OF[kind].toUpperCase() })}
                onClick={() => void make(kind)}
              >
                <Icon name="download" />
                {FORMAT_OF[kind].toUpperCase()}
              </Button>
            ))}
          </div>
        </div>
      )}
      <p role="status" className="sr-only">
        {exporting ? m.export_making({ kind: FORMAT_OF[exporting.kind].toUpperCase() }) : said}
      </p>
    </div>
  )
}

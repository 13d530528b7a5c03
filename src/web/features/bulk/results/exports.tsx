import type { Lang } from '#i18n/language.ts'
import { formatOf } from '#engine/export/types.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../../ui/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { download } from '../../../ui/browser.ts'
import { exportButtonId, useExport } from './use-export.ts'
import { ExportProgress } from './export-progress.tsx'
import { OwnFileExports } from './own-file-exports.tsx'
import { ProtocolButton } from './protocol-button.tsx'
import { jobFileName } from '#reports/results.ts'
import { useBulk } from '../use-bulk.ts'

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
  const { ownFormat, isOwnMixed } = useBulk()
  const { exporting, isBusy, said, about, make } = useExport(jobId, filename)
  return (
    <div className="grid gap-4 print:hidden">
      {ownFormat && (
        <OwnFileExports format={ownFormat} isMixed={isOwnMixed} making={{ isBusy, about, make }} />
      )}
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <Button
          look={ownFormat ? 'plain' : 'action'}
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
            onClick={() => void make({ kind })}
          >
            <Icon name="download" className="size-5 max-sm:hidden" />
            {label()}
          </Button>
        ))}
        <ProtocolButton isBusy={isBusy} onMake={(kind, wishes) => void make({ kind, wishes })} />
        <Button look="plain" onClick={() => void copyResults(lang)}>
          <Icon name="copy" className="size-5 max-sm:hidden" />
          {m.results_copy()}
        </Button>
        <Button look="plain" className="max-sm:col-span-2" onClick={onClear}>
          {m.results_clear()}
        </Button>
      </div>
      {exporting && <ExportProgress exporting={exporting} format={formatOf(exporting.kind, ownFormat)} />}
      <p role="status" className="sr-only">
        {exporting ? m.export_making({ kind: formatOf(exporting.kind, ownFormat).toUpperCase() }) : said}
      </p>
    </div>
  )
}

import { type FormatId, writeBackFormat } from '#formats/format.ts'
import { type ConversionSummary, type OwnKind, formatOf } from '#reports/types.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from './file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { copyWithToast } from '../../../ui/copy-text.ts'
import { useLang } from '../../../routing/location.ts'
import { useSession } from '../../../session/session.ts'
import { WRITE_BACK_NOTE, otherFormatText } from '../../results/write-back-notes.ts'
import { currencyStatementMessage } from '../../results/currency-text.ts'
import { type MenuItem, MoreMenu } from './more-menu.tsx'
import { MIXED_QUESTION_ID, type OwnFileChoice } from './own-file-choice.tsx'
import { type Preview, placementInFile, previewDetails } from './own-file-sheet.tsx'
import { ProtocolButton } from './protocol-dialog.tsx'
import { ExportProgress, type ResultsExport, exportButtonId } from './use-export.tsx'

/** The user's table in another format than that of the file. */
const TABLE_KINDS: readonly OwnKind[] = ['own-xlsx', 'own-csv']

export type MainProps = {
  results: ConversionSummary
  /** Of the source file; null where there is none. */
  format: FormatId | null
  choice: OwnFileChoice
  preview: Preview
  exporter: ResultsExport
  /** Name of the main download. */
  file: string
}

/** The user's own file, the protocol, and all else in one menu (CONV-07, CONV-08). One export runs at a time. */
export function Downloads({ results, format, choice, preview, exporter, file }: MainProps) {
  const lang = useLang()
  const { exporting, isBusy, saved, status, exportFile } = exporter
  const items: readonly MenuItem[] = [
    { icon: 'download', text: 'CSV', label: m.export_csv(), isUnavailable: isBusy, onPick: exporter.saveCsv },
    {
      icon: 'download',
      text: 'XLSX',
      label: m.export_xlsx(),
      id: exportButtonId('xlsx'),
      isUnavailable: isBusy,
      onPick: () => void exportFile({ kind: 'xlsx' }),
    },
    {
      icon: 'download',
      text: 'PDF',
      label: m.export_pdf(),
      id: exportButtonId('pdf'),
      isUnavailable: isBusy,
      onPick: () => void exportFile({ kind: 'pdf' }),
    },
    {
      icon: 'copy',
      text: m.copy(),
      onPick: () => void copyWithToast(bulk.request('resultsText', lang)),
    },
  ]
  const tables = format ? tableItems(format, choice, exporter) : []
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2">
        <MainDownload {...{ results, format, choice, preview, exporter, file }} />
        <ProtocolButton isBusy={isBusy} onExport={(kind, input) => void exportFile({ kind, input })} />
        <MoreMenu
          groups={[
            ...(tables.length > 0 ? [{ title: m.results_menu_own(), items: tables }] : []),
            { title: m.results_menu_alone(), items },
          ]}
        />
      </div>
      <div className="max-w-prose text-[0.9375rem] text-muted">
        {format && <OwnFileNotes {...{ format, choice, preview }} details={exporter.details} />}
        <Charge {...results.counts} hasFile={format !== null} />
      </div>
      {exporting && <ExportProgress exporting={exporting} format={formatOf(exporting.kind, format)} />}
      <p
        role="status"
        className={
          saved === undefined ? 'sr-only' : 'flex min-w-0 items-center gap-2 text-[0.9375rem] font-semibold'
        }
      >
        {saved === undefined ? (
          exporting ? (
            m.export_making({ kind: formatOf(exporting.kind, format).toUpperCase() })
          ) : (
            status
          )
        ) : (
          <>
            <Icon name="check" className="size-5" />
            <span className="min-w-0 wrap-anywhere">{m.export_done({ file: saved })}</span>
          </>
        )}
      </p>
    </div>
  )
}

const tableItems = (
  format: FormatId,
  { request }: OwnFileChoice,
  { isBusy, exportFile }: ResultsExport,
): MenuItem[] =>
  TABLE_KINDS.filter((kind) => formatOf(kind, format) !== writeBackFormat(format)).map((kind) => {
    const text = m.results_menu_as({ format: formatOf(kind, format).toUpperCase() })
    return {
      icon: 'download',
      text,
      label: `${m.results_menu_own()}: ${text}`,
      id: exportButtonId(kind),
      isUnavailable: isBusy || request === undefined,
      onPick: () => void (request && exportFile({ kind, ...request })),
    }
  })

/** The one download that most people come for: their own file, or of typed rows a workbook. */
export function mainDownload({ format, choice: { request }, exporter: { isBusy, exportFile } }: MainProps) {
  const kind = format ? 'own' : 'xlsx'
  /** Until the question about prices in both currencies is answered. */
  const isOpen = format !== null && request === undefined
  return {
    kind,
    isOpen,
    isUnavailable: isBusy || isOpen,
    start: () => {
      if (kind === 'xlsx') void exportFile({ kind })
      else if (request) void exportFile({ kind, ...request })
    },
  } as const
}

function MainDownload(props: MainProps) {
  const { choice, file } = props
  const { kind, isOpen, isUnavailable, start } = mainDownload(props)
  return (
    <Button
      id={exportButtonId(kind)}
      look="filled"
      size="large"
      className="max-w-full min-w-0 max-sm:col-span-2 max-sm:px-3"
      isUnavailable={isUnavailable}
      aria-describedby={choice.isAsked && isOpen ? MIXED_QUESTION_ID : undefined}
      aria-label={m.results_download({ file })}
      onClick={start}
    >
      <Icon name="download" />
      <span className="-me-1 max-sm:text-base">{m.results_download_short()} </span>
      <FileName name={file} className="max-sm:text-base" />
    </Button>
  )
}

function ownFileText(format: FormatId, choice: OwnFileChoice, preview: Preview): string {
  if (writeBackFormat(format) !== format) return otherFormatText(format)
  if (preview === 'making' && choice.placement === 'replace') return m.own_preview_making()
  return placementInFile(choice, preview) === 'replace' ? m.write_back_text_replace() : m.write_back_text()
}

type NotesProps = {
  format: FormatId
  choice: OwnFileChoice
  preview: Preview
  details: ResultsExport['details']
}

/** What becomes of the rest of the file, and what the file that was saved last differs in from what was asked for. */
function OwnFileNotes({ format, choice, preview, details: { warnings, statement } }: NotesProps) {
  const said = previewDetails(preview)
  return (
    <>
      <p>{ownFileText(format, choice, preview)}</p>
      <div role="status" className="text-ink empty:hidden">
        {warnings.flatMap((warning) => {
          const message = said.warnings.includes(warning) ? undefined : WRITE_BACK_NOTE[warning]
          return message ? [<p key={warning}>{message()}</p>] : []
        })}
        {statement && !said.statement && (
          <p className="wrap-anywhere">
            {currencyStatementMessage(statement)} {m.write_back_note_statement()}
          </p>
        )}
      </div>
    </>
  )
}

type ChargeProps = ConversionSummary['counts'] & { hasFile: boolean }

/** What was not converted, and what the rest has cost. */
function Charge({ invalidRows, tokenCost, hasFile }: ChargeProps) {
  const lang = useLang()
  const session = useSession()
  const n = (count: number) => formatCount(count, lang)
  const balance = session.status === 'signed-in' ? session.tokens : undefined
  return (
    <p>
      {hasFile && invalidRows > 0 && <>{m.results_left_rows({ count: invalidRows, n: n(invalidRows) })} </>}
      {balance !== undefined &&
        tokenCost > 0 &&
        m.results_charged({ count: tokenCost, n: n(tokenCost), balance: n(balance) })}
    </p>
  )
}

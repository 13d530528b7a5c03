import { useId, useState } from 'react'
import { EURO, NATIONAL } from '#money/currency.ts'
import { type FormatId, writeBackFormat, defaultPlacement } from '#formats/format.ts'
import type { MixedPricesChoice } from '#writeback/mixed-currencies.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'
import { type OwnKind, formatOf } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { currencyStatementMessage } from '../currency-text.ts'
import { type ResultsExport, ExportProgress, exportButtonId, useExport } from './use-export.tsx'
import { useLang } from '../../../routing/location.ts'
import { bulk } from '#engine/bulk/client.ts'
import { copyWithToast } from '../../../ui/copy-text.ts'
import { downloadFile } from '../../file/download-file.ts'
import { ProtocolButton } from './protocol-dialog.tsx'
import { jobFileName } from '#reports/results.ts'
import { WRITE_BACK_NOTE } from '../../results/write-back-notes.ts'
import { useBulk } from '../use-bulk.ts'

const PLACEMENT_NAME = {
  after: m.write_back_after,
  end: m.write_back_end,
  replace: m.write_back_replace,
} satisfies Record<Placement, () => string>

/** The user's table in another format than that of the file. */
const TABLE_KINDS: readonly OwnKind[] = ['own-xlsx', 'own-csv']

function ownFileMessage(format: FormatId, placement: Placement): string {
  if (writeBackFormat(format) !== format) return m.write_back_not_kept({ format: format.toUpperCase() })
  return placement === 'replace' ? m.write_back_text_replace() : m.write_back_text()
}

const MIXED_CHOICE_NAME = {
  EUR: m.write_back_mixed_euro,
  BGN: m.write_back_mixed_lev,
  mark: m.write_back_mixed_mark,
} satisfies Record<MixedPricesChoice, () => string>

/** In the order shown: the euro is the current currency. */
const MIXED_CHOICES = [EURO, NATIONAL, 'mark'] as const satisfies readonly MixedPricesChoice[]

type Props = {
  format: FormatId
  /** Whether a column has prices of both currencies. */
  isMixed: boolean
  exporter: Pick<ResultsExport, 'isBusy' | 'details' | 'exportFile'>
}

/** Exports the user's own file with the new prices, placed as the user chooses (CONV-08). */
function OwnFileExports({ format, isMixed, exporter }: Props) {
  const [placement, setPlacement] = useState(defaultPlacement(format))
  const [mixed, setMixed] = useState<MixedPricesChoice>()
  const { isBusy, details, exportFile } = exporter
  const isAsked = isMixed && placement === 'replace'
  const questionId = useId()
  const others = TABLE_KINDS.filter((kind) => formatOf(kind, format) !== writeBackFormat(format))
  const kinds: readonly OwnKind[] = ['own', ...others]
  return (
    <div
      role="group"
      aria-labelledby="own-file"
      className="grid gap-3 border-s-4 border-euro bg-euro-soft px-4 py-4"
    >
      <div className="min-w-0">
        <h3 id="own-file" className="text-lead">
          {m.write_back_title()}
        </h3>
        <p className="max-w-prose text-muted">
          {ownFileMessage(format, placement)}{' '}
          {others
            .map((kind) => m.write_back_other({ format: formatOf(kind, format).toUpperCase() }))
            .join(' ')}
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <RadioGroup<Placement>
            label={m.write_back_placement()}
            isLabelShown
            value={placement}
            options={PLACEMENTS.map((value) => ({ value, text: PLACEMENT_NAME[value]() }))}
            onPick={async (value) => setPlacement(value)}
          />
          {isAsked && (
            <div>
              <p id={questionId} className="max-w-prose">
                {m.write_back_mixed()}
              </p>
              <RadioGroup<MixedPricesChoice>
                label={m.write_back_mixed_choice()}
                isLabelShown={false}
                value={mixed}
                options={MIXED_CHOICES.map((value) => ({ value, text: MIXED_CHOICE_NAME[value]() }))}
                onPick={async (value) => setMixed(value)}
              />
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {kinds.map((kind) => {
            const name = formatOf(kind, format).toUpperCase()
            return (
              <Button
                key={kind}
                id={exportButtonId(kind)}
                look={kind === 'own' ? 'filled' : 'tinted'}
                isUnavailable={isBusy || (isAsked && mixed === undefined)}
                aria-describedby={isAsked && mixed === undefined ? questionId : undefined}
                aria-label={m.write_back_export({ format: name })}
                onClick={() => void exportFile({ kind, placement, ...(isAsked && mixed && { mixed }) })}
              >
                <Icon name="download" />
                {name}
              </Button>
            )
          })}
        </div>
      </div>
      <div role="status" className="empty:hidden">
        {details.warnings.flatMap((warning) => {
          const message = WRITE_BACK_NOTE[warning]
          return message ? [<p key={warning}>{message()}</p>] : []
        })}
        {details.statement && (
          <p className="wrap-anywhere">
            {currencyStatementMessage(details.statement)} {m.write_back_note_statement()}
          </p>
        )}
      </div>
    </div>
  )
}

const KINDS = [
  { kind: 'xlsx', label: m.export_xlsx },
  { kind: 'pdf', label: m.export_pdf },
] as const

type ExportsProps = { jobId: string; filename: string | null; onClear: () => void }

/** Downloads the results, copies or clears them (CONV-07, CONV-08). One export runs at a time. */
export function ResultsExports({ jobId, filename, onClear }: ExportsProps) {
  const lang = useLang()
  const { sourceFormat, hasMixedCurrencies } = useBulk()
  const { exporting, isBusy, status, details, exportFile } = useExport(jobId, filename)
  return (
    <div className="grid gap-4 print:hidden">
      {sourceFormat && (
        <OwnFileExports
          format={sourceFormat}
          isMixed={hasMixedCurrencies}
          exporter={{ isBusy, details, exportFile }}
        />
      )}
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <Button
          look={sourceFormat ? 'tinted' : 'filled'}
          className="max-sm:col-span-2"
          isUnavailable={isBusy}
          onClick={() => void downloadFile(() => bulk.request('resultsCsv'), jobFileName(jobId, 'csv'))}
        >
          <Icon name="download" />
          {m.export_csv()}
        </Button>
        {KINDS.map(({ kind, label }) => (
          <Button
            key={kind}
            id={exportButtonId(kind)}
            look="tinted"
            className="max-sm:px-1.5"
            isUnavailable={isBusy}
            onClick={() => void exportFile({ kind })}
          >
            <Icon name="download" className="size-5 max-sm:hidden" />
            {label()}
          </Button>
        ))}
        <ProtocolButton isBusy={isBusy} onExport={(kind, input) => void exportFile({ kind, input })} />
        <Button look="tinted" onClick={() => void copyWithToast(bulk.request('resultsText', lang))}>
          <Icon name="copy" className="size-5 max-sm:hidden" />
          {m.results_copy()}
        </Button>
        <Button look="tinted" className="max-sm:col-span-2" onClick={onClear}>
          {m.results_clear()}
        </Button>
      </div>
      {exporting && <ExportProgress exporting={exporting} format={formatOf(exporting.kind, sourceFormat)} />}
      <p role="status" className="sr-only">
        {exporting ? m.export_making({ kind: formatOf(exporting.kind, sourceFormat).toUpperCase() }) : status}
      </p>
    </div>
  )
}

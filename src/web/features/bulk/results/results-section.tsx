import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../../routing/paths.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { SHEET_LABEL, quoteSheets } from '../../file/file-details.tsx'
import { FileName } from './file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { focusOn } from '../../../ui/focus.ts'
import { ownFileName, reportFileName } from '#reports/results.ts'
import type { ConversionSummary } from '#reports/types.ts'
import { useBulk } from '../use-bulk.ts'
import { Downloads } from './downloads.tsx'
import { OwnFilePlacement, useOwnFileChoice } from './own-file-choice.tsx'
import { OwnFileSheet, ownFileNotes, placementInFile, previewDetails, usePreview } from './own-file-sheet.tsx'
import { type Rest, RestButton, RestOffer, useMissing } from './rest-button.tsx'
import { ResultsBar } from './results-bar.tsx'
import { ResultSums, targetOf, totalIn } from './result-sums.tsx'
import { ResultsTable } from './results-table.tsx'
import { RoundingCard } from './rounding-card.tsx'
import { useExport } from './use-export.tsx'

type Props = {
  results: ConversionSummary
  /** The prices that wait; undefined where there are none, or not now. */
  rest: Rest | undefined
}

/** The result of the conversion: the sums, the user's own file, what rounding did, and every row (CONV-06 … 08, CONV-12). */
export function ResultsSection({ results, rest }: Props) {
  const lang = useLang()
  const { read } = results
  const { confirm } = useAlerts()
  const { sourceFormat: format, sourceExtension, sourcePlacement, hasMixedCurrencies, rounding } = useBulk()
  const choice = useOwnFileChoice(hasMixedCurrencies, sourcePlacement)
  const { preview, drawn } = usePreview(choice, results.jobId, format !== null)
  const ownName = { placement: placementInFile(choice, preview), lang }
  const exporter = useExport(results, ownName.placement)
  const download = {
    results,
    format,
    choice,
    preview,
    exporter,
    file: sourceExtension
      ? ownFileName(results.filename ?? '', sourceExtension, ownName)
      : reportFileName('results', results, 'xlsx', lang),
  }
  const notes = ownFileNotes(choice, preview, results, lang)
  const target = targetOf(rounding?.from)
  const count = results.counts.validRows
  const missing = useMissing(rest)
  const isOffered = missing > 0 && rest?.converting === undefined

  async function clear() {
    const yes = await confirm({
      title: m.clear_results_title(),
      text: m.clear_results_text(),
      action: m.clear_results_action(),
      danger: true,
    })
    if (!yes) return
    await bulk.tryRequest('clearResults')
    focusOn('rows-title', 'choose-title', 'failure-title')
  }

  return (
    <section
      aria-labelledby="results-title"
      // While its parts load the page is long enough to scroll to it.
      className={`arrive grid grid-cols-1 content-start gap-10 ${preview === 'making' && drawn === null ? 'min-h-dvh' : ''}`}
    >
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <div>
            <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Icon name="check" className="size-5" />
              <h2
                id="results-title"
                tabIndex={-1}
                // Close below the header: the end of the review, above it, is not in sight.
                className="scroll-mt-2 text-base tracking-normal outline-none in-[:has([data-sticky-head])]:-scroll-mt-8 low:scroll-mt-4!"
              >
                {count > 0
                  ? m.results_converted({ count, n: formatCount(count, lang) })
                  : m.results_no_prices()}
              </h2>
              <p className="flex max-w-full min-w-0 basis-full flex-wrap items-center gap-x-2.5 text-muted">
                <FileName name={results.filename ?? m.export_typed_rows()} />
                <Link
                  to={pathOf('account', lang)}
                  className="whitespace-nowrap underline decoration-line-strong underline-offset-4 pointer-coarse:inline-block pointer-coarse:py-2.5"
                >
                  {m.results_saved()}
                </Link>
              </p>
            </div>
            {read && (
              <p className="mb-2 text-small wrap-anywhere text-muted" data-testid="read-part">
                {SHEET_LABEL[read.kind]()}: {read.name}
                {read.others.length > 0 && <> · {m.results_unread({ sheets: quoteSheets(read.others) })}</>}
              </p>
            )}
            <ResultSums results={results} target={target} />
            {results.waiting !== undefined && (
              <p className="mt-3 max-w-prose text-muted" data-testid="waiting">
                {m.results_waiting({ count: results.waiting, n: formatCount(results.waiting, lang) })}
              </p>
            )}
          </div>
          {format && (
            <div className="print:hidden">
              <OwnFilePlacement
                choice={choice}
                notes={notes}
                isMovedToEnd={previewDetails(preview).warnings.includes('placed-at-end')}
              />
            </div>
          )}
          <Downloads {...download} />
          {rest && (isOffered ? <RestOffer rows={rest.rows} missing={missing} /> : <RestButton {...rest} />)}
        </div>
        {rounding && <RoundingCard profile={rounding} sum={totalIn(results, target)} />}
      </div>
      {format && <OwnFileSheet {...{ choice, results, preview, drawn }} file={download.file} />}
      <ResultsTable results={results} isFolded={format !== null} onClear={() => void clear()} />
      <ResultsBar {...download} target={target} />
    </section>
  )
}

import { useState } from 'react'
import { formatCount } from '#money/format.ts'
import { RESULTS_STEP } from '#product/limits.ts'
import { columnTitle } from '#reports/labels.ts'
import type { ConversionSummary, ResultRow } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailsChevron } from '../../../ui/icon.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { useLang } from '../../../routing/location.ts'
import { CalculationToggle } from '../../results/calculation.tsx'
import { ConvertedRowsTable } from '../../results/rows-table.tsx'
import { type FetchRows, useRowPage } from '../../results/use-row-page.ts'

/** More rows are paged: a browser cannot render a hundred thousand table rows. */
const MAX_ROWS_SHOWN = 250

const fetchResultRows: FetchRows<ResultRow> = (offset, limit) => bulk.request('resultsPage', offset, limit)

type ResultsTableProps = {
  results: ConversionSummary
  /** Whether the rows are asked for: above them the user's own file shows the first of them. */
  isFolded: boolean
  onClear: () => void
}

/** The rows of the results: 15 at first, 15 more, all or less (CONV-06). */
export function ResultsTable({ results, isFolded, onClear }: ResultsTableProps) {
  const lang = useLang()
  const [shown, setShown] = useState(RESULTS_STEP)
  const [page, setPage] = useState(0)
  const [hasCalculations, setCalculations] = useState(false)
  const total = results.counts.totalRows
  const atOnce = Math.min(total, MAX_ROWS_SHOWN)
  const isPaged = shown === atOnce && total > atOnce
  // Revision 0: results never change, and another conversion mounts another section.
  const rows = useRowPage(fetchResultRows, 0, page * MAX_ROWS_SHOWN, shown) ?? []
  const n = (count: number) => formatCount(count, lang)

  function showUpTo(count: number) {
    setShown(count)
    // The pressed button disappears when all rows are shown.
    if (count === atOnce) focusOn('results-less')
  }

  return (
    <details open={!isFolded} className="group grid min-w-0 grid-cols-1 gap-3">
      <summary className="flex min-h-11 items-center gap-x-3 group-open:w-fit not-group-open:min-h-14 not-group-open:rounded-[16px] not-group-open:border not-group-open:border-line not-group-open:bg-raised not-group-open:px-4 not-group-open:py-2 not-group-open:hover:bg-hover">
        <h2 id="results-rows-title" tabIndex={-1} className="text-h3 outline-none max-sm:text-lead">
          {m.results_title()}
        </h2>
        <span className="ms-auto font-semibold whitespace-nowrap text-muted max-sm:max-w-20 max-sm:text-end max-sm:text-small max-sm:whitespace-normal group-open:sr-only">
          {m.results_all_rows({ count: total, n: n(total) })}
        </span>
        <DetailsChevron className="size-5 shrink-0" />
      </summary>
      {/* On a wide page beside the heading, which is pressed to fold the table. */}
      <div className="mb-3 flex flex-wrap items-start gap-3 max-sm:-ms-3 sm:pointer-events-none sm:-mt-13 sm:min-h-10 sm:flex-col sm:items-end sm:*:pointer-events-auto sm:[&>p]:self-start">
        <CalculationToggle isOn={hasCalculations} onToggle={() => setCalculations(!hasCalculations)} />
      </div>
      <ConvertedRowsTable
        rows={rows}
        label={m.results_rows()}
        totalRows={total}
        priceTitles={results.priceColumns.map(({ index, title }) => columnTitle(index, title))}
        hasCalculations={hasCalculations}
        sums={results}
        footer={
          <div className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2 max-sm:[&>button]:w-full print:hidden">
            {shown < atOnce && (
              <>
                <Button
                  look="tinted"
                  size="small"
                  onClick={() => showUpTo(Math.min(shown + RESULTS_STEP, atOnce))}
                >
                  {m.show_more()}
                </Button>
                <Button look="plain" size="small" onClick={() => showUpTo(atOnce)}>
                  {total > atOnce
                    ? m.show_all_paged({ n: n(total), size: n(atOnce) })
                    : m.show_all({ n: n(total) })}
                </Button>
              </>
            )}
            {isPaged && <Pager page={page} pageSize={MAX_ROWS_SHOWN} total={total} onPage={setPage} />}
            {shown > RESULTS_STEP && (
              <Button
                id="results-less"
                look="plain"
                size="small"
                onClick={() => {
                  setShown(RESULTS_STEP)
                  setPage(0)
                  focusOn('results-rows-title')
                }}
              >
                {m.show_less()}
              </Button>
            )}
            <Button look="plain" size="small" className="sm:ms-auto" onClick={onClear}>
              {m.results_clear()}
            </Button>
          </div>
        }
      />
    </details>
  )
}

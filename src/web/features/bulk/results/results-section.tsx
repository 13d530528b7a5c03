import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { RESULTS_STEP } from '#product/limits.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../../routing/paths.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { columnTitle } from '#reports/labels.ts'
import { CountsLine, ResultsTotals } from '../../results/row-counts.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { ConvertedRowsTable } from '../../results/rows-table.tsx'
import { ResultsExports } from './exports.tsx'
import type { ConversionSummary, ResultRow } from '#reports/types.ts'
import { CalculationToggle } from '../../results/calculation.tsx'
import { type FetchRows, useRowPage } from '../../results/use-row-page.ts'

/** More rows are paged: a browser cannot render a hundred thousand table rows. */
const MAX_ROWS_SHOWN = 250

const fetchResultRows: FetchRows<ResultRow> = (offset, limit) => bulk.request('resultsPage', offset, limit)

/** The results of the conversion: 15 rows at first, 15 more, all or less (CONV-06, CONV-07). */
export function ResultsSection({ results }: { results: ConversionSummary }) {
  const lang = useLang()
  const { confirm } = useAlerts()
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
    <section aria-labelledby="results-title" className="arrive grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="results-title" tabIndex={-1} className="text-h3 outline-none">
            {m.results_title()}
          </h2>
          {results.filename && <p className="wrap-anywhere text-muted">{results.filename}</p>}
        </div>
        <Link
          to={pathOf('account', lang)}
          className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4"
        >
          {m.results_saved()}
        </Link>
      </div>
      <CountsLine counts={results.counts} />
      <ResultsTotals results={results} />
      <ResultsExports jobId={results.jobId} filename={results.filename} onClear={() => void clear()} />
      <CalculationToggle isOn={hasCalculations} onToggle={() => setCalculations(!hasCalculations)} />
      <ConvertedRowsTable
        rows={rows}
        label={m.results_rows()}
        totalRows={total}
        priceTitles={results.priceColumns.map(({ index, title }) => columnTitle(index, title))}
        hasCalculations={hasCalculations}
      />
      <div className="flex flex-wrap items-center gap-3">
        {shown < atOnce && (
          <>
            <Button look="tinted" onClick={() => showUpTo(Math.min(shown + RESULTS_STEP, atOnce))}>
              {m.show_more()}
            </Button>
            <Button look="tinted" onClick={() => showUpTo(atOnce)}>
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
            look="tinted"
            onClick={() => {
              setShown(RESULTS_STEP)
              setPage(0)
              focusOn('results-title')
            }}
          >
            {m.show_less()}
          </Button>
        )}
      </div>
    </section>
  )
}

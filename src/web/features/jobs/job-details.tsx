import { type ReactNode, useRef, useState } from 'react'
import type { Job } from '#api/conversions.ts'
import type { JobParts } from '#engine/jobs/client.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { isProbablyCut } from '#pricelist/product-name.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { LIMITS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { inkOf } from '../../ui/currency-ink.ts'
import { Money } from '../../ui/money.tsx'
import { CalculationToggle } from '../results/calculation.tsx'
import { CountsLine } from '../results/row-counts.tsx'
import { ConvertedRowsTable } from '../results/rows-table.tsx'

/** Rows in sight until all are asked for. */
const FEW = 15

/** The rows beyond those fade out below the last of them, and are cut off. */
const CLIPPED =
  'max-h-[30rem] overflow-clip [mask-image:linear-gradient(#000_calc(100%-5rem),transparent)] print:max-h-none print:[mask-image:none]'

type Props = {
  job: Job
  preview: JobParts['preview']
  title: string
  /** What can be made of all rows. */
  children: ReactNode
}

/** The counts of one saved conversion and a preview of its rows (AUTH-07, AUTH-08). */
export function JobDetails({ job, preview, title, children }: Props) {
  const lang = useLang()
  const [hasCalculations, setCalculations] = useState(false)
  const { rows, total } = preview
  const [isWhole, setWhole] = useState(rows.length <= FEW)
  const table = useRef<HTMLDivElement>(null)
  const isPart = total > rows.length
  const notes = [
    ...(isPart && isWhole ? [m.job_preview()] : []),
    ...(rows.some(({ name }) => isProbablyCut(name)) ? [m.job_names_cut({ n: LIMITS.nameLength })] : []),
  ]

  function showAll() {
    setWhole(true)
    // The button is gone.
    table.current?.querySelector<HTMLElement>('[role=region]')?.focus({ preventScroll: true })
  }

  return (
    <div className="arrive">
      <div className="grid gap-x-10 gap-y-5 px-5 pt-5 pb-6 max-sm:px-3.5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        {job.source === 'correction' ? (
          <div className="grid gap-1.5">
            <p className="text-h3 font-extrabold">
              {m.corrected_prices({ count: job.validRows, n: formatCount(job.validRows, lang) })}
            </p>
            <p className="max-w-prose text-muted">{m.job_corrected_text()}</p>
          </div>
        ) : (
          <Sums job={job} totals={preview.totals} from={rows[0]?.originalCurrency} />
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-small lg:col-span-2">
          <p data-testid="job-facts">
            {m.rows_total({ count: job.totalRows, n: formatCount(job.totalRows, lang) })}
            {' · '}
            {m.tokens_for({ count: job.tokenCost, n: formatCount(job.tokenCost, lang) })}
          </p>
          <CountsLine counts={job} hidesZeros="on-phones" />
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-[auto_1fr] lg:col-start-2 lg:row-start-1">
          {children}
        </div>
      </div>
      <div ref={table} className={`border-t border-line ${isWhole ? '' : CLIPPED}`}>
        <ConvertedRowsTable
          rows={rows}
          label={title}
          totalRows={total}
          priceTitles={[]}
          hasCalculations={hasCalculations}
          areStored
        />
      </div>
      <div
        className={`flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3 text-small text-muted max-sm:px-3.5 ${isWhole ? 'border-t border-line' : ''}`}
      >
        {!isWhole && (
          <Button look="plain" size="small" className="-ms-3" onClick={showAll}>
            {(isPart ? m.job_rows_first : m.job_rows_all)({ n: formatCount(rows.length, lang) })}
          </Button>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <div className="flex flex-wrap items-center gap-x-3 sm:ms-auto sm:justify-end max-sm:-ms-3 sm:-me-3">
          <CalculationToggle isOn={hasCalculations} onToggle={() => setCalculations(!hasCalculations)} />
        </div>
      </div>
    </div>
  )
}

type SumsProps = {
  job: Job
  totals: JobParts['preview']['totals']
  /** What most prices were in. */
  from: string | undefined
}

/** The sum in the currency that was converted to, and below it the other one. */
function Sums({ job: { totals: stored }, totals, from }: SumsProps) {
  // Jobs of earlier versions have none stored.
  const { bgn, eur } = stored
    ? { bgn: minorUnitsOfJson(stored.bgn), eur: minorUnitsOfJson(stored.eur) }
    : totals
  const sums = [
    { currency: NATIONAL, hundredths: bgn },
    { currency: EURO, hundredths: eur },
  ] as const
  const [other, target] = from === EURO ? sums.toReversed() : sums
  return (
    <div data-testid="job-sums">
      <p
        className={`sum text-[2.75rem]! [&_.font-medium]:text-[0.62em] [&_.font-semibold]:font-extrabold ${inkOf(target.currency)}`}
      >
        <Money {...target} />
      </p>
      <p className={`mt-1.5 text-h3 [&_.font-semibold]:font-bold ${inkOf(other.currency)}`}>
        <Money {...other} />
      </p>
    </div>
  )
}

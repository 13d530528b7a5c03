import type { JobRow } from '#api/conversions.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { statusOf } from '#reports/results.ts'
import { CalculationView } from './calculation.tsx'
import { HeaderCell } from './header-cell.tsx'

type Props = {
  rows: readonly (JobRow & { nth?: number })[]
  label: string
  totalRows: number
  /** Of the price columns; empty where there is one. */
  priceTitles: readonly string[]
  /** Whether each row shows its calculation. */
  hasCalculations: boolean
}

/** On a tablet the calculation goes below the amounts, for lack of width. */
const CALCULATION_BELOW = {
  table: 'max-lg:block',
  body: 'max-lg:block',
  row: 'sm:max-lg:grid sm:max-lg:grid-cols-[1fr_10rem_10rem_8rem]',
} as const
const CALCULATION_ASIDE = { table: 'max-sm:block', body: 'max-sm:block', row: '' } as const

/** Converted rows: name, lev, euro, status, and on demand the calculation of each. */
export function ConvertedRowsTable({ rows, label, totalRows, priceTitles, hasCalculations }: Props) {
  const layout = hasCalculations ? CALCULATION_BELOW : CALCULATION_ASIDE
  return (
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className={`w-full ${layout.table}`} aria-rowcount={totalRows + 1} data-testid="job-rows">
        <thead className={`max-sm:sr-only ${layout.body}`}>
          <tr className={`border-b border-line-strong ${layout.row}`}>
            <HeaderCell className="pe-3 text-start">{m.column_name()}</HeaderCell>
            <HeaderCell className="pe-4 text-end sm:pe-8 text-national">{m.word_leva()}</HeaderCell>
            <HeaderCell className="pe-4 text-end sm:pe-8 text-euro">{m.word_euro()}</HeaderCell>
            <HeaderCell className="text-start">{m.column_status()}</HeaderCell>
            {hasCalculations && (
              <HeaderCell className="ps-4 text-start max-lg:sr-only">{m.sums_column()}</HeaderCell>
            )}
          </tr>
        </thead>
        <tbody className={layout.body}>
          {rows.map((row) => (
            <tr
              key={row.seq}
              aria-rowindex={row.seq + 1}
              className={`border-b border-line max-sm:grid max-sm:grid-cols-[1fr_1fr_1.5rem] max-sm:py-2 ${layout.row}`}
            >
              <td className="py-2.5 pe-3 wrap-anywhere max-sm:col-span-3 max-sm:py-0.5 sm:max-w-80 sm:min-w-32">
                {row.name}
                {priceTitles.length > 0 && (
                  <span className="block text-muted">
                    {row.nth === undefined ? '' : priceTitles[row.nth]}
                  </span>
                )}
              </td>
              <AmountCell amount={row.bgn} currency={NATIONAL} />
              <AmountCell amount={row.eur} currency={EURO} />
              <td className="py-2.5 max-sm:py-0.5 max-sm:text-end">
                <StatusMark status={statusOf(row)} isCompact />
              </td>
              {hasCalculations && (
                <td
                  className="text-muted max-lg:col-span-full max-lg:empty:hidden sm:max-lg:pb-2.5 lg:min-w-64 lg:py-2.5 lg:ps-4"
                  data-testid="sum"
                >
                  <CalculationView row={row} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AmountCell({ amount, currency }: { amount: number | null; currency: Currency }) {
  return (
    <td className="py-2.5 pe-3 text-end max-sm:py-0.5 sm:pe-8">
      {amount === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Money hundredths={minorUnitsOfJson(amount)} currency={currency} />
      )}
    </td>
  )
}

import type { JobRow } from '#contract/conversions.ts'
import type { Currency } from '#domain/money.ts'
import { m } from '../i18n/messages/messages.js'
import { Money } from '../ui/money.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { hundredthsOf, statusOf } from './results.ts'

/** Converted rows: name, lev, euro, status. */
export function JobRowsTable({
  rows,
  label,
  totalRows,
  priceTitles,
}: {
  rows: readonly (JobRow & { nth?: number })[]
  label: string
  totalRows: number
  /** Titles of the price columns, where there are several. */
  priceTitles: readonly string[]
}) {
  return (
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="w-full max-sm:block" aria-rowcount={totalRows + 1} data-testid="job-rows">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line-strong">
            <th scope="col" className="py-2 pe-3 text-start font-semibold">
              {m.column_name()}
            </th>
            <th scope="col" className="py-2 pe-4 text-end sm:pe-8 font-semibold text-lev">
              {m.word_leva()}
            </th>
            <th scope="col" className="py-2 pe-4 text-end sm:pe-8 font-semibold text-euro">
              {m.word_euro()}
            </th>
            <th scope="col" className="py-2 text-start font-semibold">
              {m.column_status()}
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={row.seq}
              aria-rowindex={row.seq + 1}
              className="border-b border-line max-sm:grid max-sm:grid-cols-[1fr_1fr_1.5rem] max-sm:py-2"
            >
              <td className="py-2.5 pe-3 wrap-anywhere max-sm:col-span-3 max-sm:py-0.5 sm:max-w-80 sm:min-w-32">
                {row.name}
                {priceTitles.length > 0 && (
                  <span className="block text-muted">{priceTitles[row.nth ?? 0]}</span>
                )}
              </td>
              <AmountCell amount={row.bgn} currency="BGN" />
              <AmountCell amount={row.eur} currency="EUR" />
              <td className="py-2.5 max-sm:py-0.5 max-sm:text-end">
                <StatusMark status={statusOf(row)} isCompact />
              </td>
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
        <Money hundredths={hundredthsOf(amount)} currency={currency} />
      )}
    </td>
  )
}

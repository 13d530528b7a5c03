import type { MinorUnits } from '#money/amount.ts'
import type { RowStatus } from '#pricelist/row.ts'
import { m } from '#i18n/messages/messages.js'
import { convertMinorUnits } from '#money/convert.ts'
import { Money } from '../../ui/money.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'

export type SampleRow = {
  readonly name: string
  /** The price as written in the file. */
  readonly written: string
  readonly national?: MinorUnits<'national'>
  readonly status: RowStatus
}

const valid = (name: string, written: string, national: number): SampleRow => ({
  name,
  written,
  national: national as MinorUnits<'national'>,
  status: 'valid',
})

/**
 * Rows of a typical price list. A test converts the same file: the real reader would be too large for this
 * page.
 */
export const sampleRows = (): readonly SampleRow[] => [
  valid(m.home_goods_cheese(), '12,50\u00a0лв.', 12_50),
  valid(m.home_goods_coffee(), '38.90', 38_90),
  { name: '', written: '', status: 'empty' },
  valid(m.home_goods_machine(), '1\u00a0234.00', 1234_00),
  { name: m.home_goods_sugar(), written: '', status: 'invalid' },
]

/** Cells of the file have the background of a sheet; Levro's columns are next to them. */
const sheet = 'bg-sunken py-3 ps-2 sm:px-4'
const cell = 'py-3 ps-2 sm:px-4'
/** A phone has room for one price column: the lev price is below the euro one. */
const roomy = 'max-sm:hidden'
const below = 'block text-base sm:hidden'

export function SampleTable({ rows }: { rows: readonly SampleRow[] }) {
  return (
    <table className="w-full border-y-2 border-ink">
      <caption className="sr-only">{m.home_bulk_caption()}</caption>
      <colgroup span={2} />
      <colgroup span={1} />
      <colgroup span={2} />
      <thead className="text-start">
        <tr className="border-b border-line text-start font-bold">
          <th scope="colgroup" colSpan={2} className={`${sheet} text-start`}>
            {m.home_bulk_before()}
          </th>
          <th scope="colgroup" className={`${cell} text-start`}>
            <span className="max-sm:sr-only">{m.home_bulk_check()}</span>
          </th>
          <th scope="colgroup" colSpan={2} className={`${cell} text-end`}>
            {m.home_bulk_after()}
          </th>
        </tr>
        <tr className="border-b border-line-strong text-muted *:font-medium">
          <th scope="col" className={`${sheet} text-start`}>
            {m.home_bulk_item()}
          </th>
          <th scope="col" className={`${sheet} pe-2 text-end`}>
            {m.column_price()}
          </th>
          <th scope="col" className={`${cell} text-start`}>
            <span className="max-sm:sr-only">{m.column_status()}</span>
          </th>
          <th scope="col" className={`${cell} ${roomy} text-end`}>
            {m.home_bulk_bgn()}
          </th>
          <th scope="col" className={`${cell} text-end min-[22rem]:whitespace-nowrap`}>
            {m.home_bulk_eur()}
            <span className={below}>{m.home_bulk_bgn()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, written, national, status }, i) => (
          <tr key={i} className="h-14 border-b border-line last:border-b-0">
            <td className={sheet}>{name}</td>
            <td className={`${sheet} pe-2 text-end whitespace-nowrap`}>{written}</td>
            <td className={cell}>
              <StatusMark status={status} isCompact />
            </td>
            <td className={`${cell} ${roomy} text-end`}>
              {national && <Money hundredths={national} currency={NATIONAL} />}
            </td>
            <td className={`${cell} text-end text-lead`}>
              {national && (
                <>
                  <Money hundredths={convertMinorUnits(national, NATIONAL).euro} currency={EURO} />
                  <span className={below}>
                    <Money hundredths={national} currency={NATIONAL} />
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A price list and the columns that Levro adds, row by row. */
export function BulkExample() {
  const lang = useLang()
  const rows = sampleRows()
  const count = rows.filter(({ status }) => status === 'valid').length
  const tokens = m.tokens_for({ count, n: formatCount(count, lang) })
  return (
    <section aria-labelledby="bulk" className="grid gap-6">
      <div className="grid items-baseline gap-x-14 gap-y-4 lg:grid-cols-[1fr_2fr]">
        <h2 id="bulk" className="text-h2">
          {m.home_bulk()}
        </h2>
        <p className="max-w-prose text-lead">{m.home_bulk_text()}</p>
      </div>
      <SampleTable rows={rows} />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="text-muted">{m.home_bulk_cost({ tokens })}</p>
        <Link
          to={`${pathOf('converter', lang)}?mode=bulk`}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {m.home_bulk_try()}
        </Link>
      </div>
    </section>
  )
}

import { centsFromStotinki } from '#money/convert.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { SampleRow } from './sample-rows.ts'

/** The cells of the file have the ground of a sheet; what Levro adds stands beside them. */
const sheet = 'bg-sunken py-3 ps-2 sm:px-4'
const cell = 'py-3 ps-2 sm:px-4'
/** On a phone there is room for one column of prices: that in lev stands below the other. */
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
        {rows.map(({ name, written, bgn, status }, i) => (
          <tr key={i} className="h-14 border-b border-line last:border-b-0">
            <td className={sheet}>{name}</td>
            <td className={`${sheet} pe-2 text-end whitespace-nowrap`}>{written}</td>
            <td className={cell}>
              <StatusMark status={status} isCompact />
            </td>
            <td className={`${cell} ${roomy} text-end`}>
              {bgn && <Money hundredths={bgn} currency="BGN" />}
            </td>
            <td className={`${cell} text-end text-lg`}>
              {bgn && (
                <>
                  <Money hundredths={centsFromStotinki(bgn)} currency="EUR" />
                  <span className={below}>
                    <Money hundredths={bgn} currency="BGN" />
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

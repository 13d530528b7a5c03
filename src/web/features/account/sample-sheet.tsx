import { m } from '#i18n/messages/messages.js'
import { convertMinorUnits } from '#money/convert.ts'
import { NATIONAL } from '#money/currency.ts'
import { formatAmount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { PriceTable } from '../file/price-table.tsx'
import { sampleRows } from '../file/sample.ts'

/** What a price list becomes, for visitors without one. */
export function SampleSheet() {
  const lang = useLang()
  const rows = sampleRows().slice(0, 4)
  return (
    <figure className="sheet max-lg:hidden">
      <figcaption className="flex flex-wrap items-center gap-x-3 border-b border-line px-3.5 py-2">
        <span className="pill">{m.account_example()}</span>
        <span className="text-muted">{m.account_example_text()}</span>
      </figcaption>
      <PriceTable
        heads={{ name: m.home_sheet_item(), lev: m.word_leva(), euro: m.word_euro() }}
        rows={rows.map(({ name, national = 0 }) => ({
          id: name,
          name,
          lev: formatAmount(national, lang),
          euro: formatAmount(convertMinorUnits(national, NATIONAL).euro, lang),
        }))}
      />
    </figure>
  )
}

import type { RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { EURO, NATIONAL, isCurrency } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { Select } from '../../../ui/field.tsx'
import { NOTICE_LINE } from '../../file/notice.tsx'
import { useReread } from '../use-reread.ts'

/** Prices that are in euro already are converted too unless the user excludes them. */
export function EuroPricesChoice({ rows: { inCurrency, choices } }: { rows: RowsSummary }) {
  const lang = useLang()
  const reread = useReread()
  const { [NATIONAL]: inLev, [EURO]: inEuro } = inCurrency
  const wanted = choices?.wanted
  if (!choices || (inEuro === 0 && wanted === undefined)) return null
  const counts = { n: formatCount(inEuro, lang), lev: formatCount(inLev, lang) }
  const options = [
    { value: 'all', label: inLev > 0 ? m.wanted_all() : m.wanted_all_lev() },
    { value: EURO, label: m.wanted_euro({ n: counts.n }) },
  ]
  if (inLev > 0) options.push({ value: NATIONAL, label: m.wanted_lev({ n: counts.lev }) })
  return (
    <div
      className={`${NOTICE_LINE} *:w-full *:justify-between [&_label]:shrink-0 [&_select]:rounded-[12px] [&_select]:ps-3 [&_select]:pe-8.5 [&_select]:border-line [&_select]:bg-sunken [&_select]:text-[0.9375rem] [&_select]:font-semibold`}
      data-testid="wanted"
    >
      <Select
        inline
        label={m.wanted_choice()}
        value={wanted ?? 'all'}
        options={options}
        onPick={(value) => void reread.wanted(isCurrency(value) ? value : null)}
      />
    </div>
  )
}

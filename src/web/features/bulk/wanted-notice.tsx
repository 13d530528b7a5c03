import { formatCount } from '#money/format.ts'
import { isCurrency } from '#money/amount.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Select } from '../../ui/select.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { Notice } from '../file/notice.tsx'
import type { RowsFacts } from '#engine/types.ts'

/** Prices that are in euro already: converted all the same, unless the person leaves those out. */
export function WantedNotice({ rows: { inCurrency, choices } }: { rows: RowsFacts }) {
  const lang = useLang()
  const { BGN: inLev, EUR: inEuro } = inCurrency
  const wanted = choices?.wanted
  if (!choices || (inEuro === 0 && wanted === undefined)) return null
  const counts = { count: inEuro, n: formatCount(inEuro, lang), lev: formatCount(inLev, lang) }
  const options = [
    { value: 'all', label: inLev > 0 ? m.wanted_all() : m.wanted_all_lev() },
    { value: 'EUR', label: m.wanted_euro({ n: counts.n }) },
  ]
  if (inLev > 0) options.push({ value: 'BGN', label: m.wanted_lev({ n: counts.lev }) })
  return (
    <Notice isOffer>
      <p>
        {inLev > 0 ? m.wanted_both(counts) : m.wanted_only_euro(counts)}{' '}
        {wanted === undefined && (inLev > 0 ? m.wanted_each() : m.wanted_to_lev({ count: inEuro }))}
      </p>
      <div className="mt-2 grid grid-cols-1 sm:justify-items-start">
        <Select
          label={m.wanted_choice()}
          value={wanted ?? 'all'}
          options={options}
          onPick={(value) => void bulk.tell('setWanted', isCurrency(value) ? value : null)}
        />
      </div>
    </Notice>
  )
}

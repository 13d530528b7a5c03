import type { RowsSummary } from '#engine/types.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'

type Props = { rows: Pick<RowsSummary, 'inOther'>; className?: string }

/** `4 prices in USD and TRY stay as they are`: what the sums leave out. */
export function OtherCurrencies({ rows: { inOther }, className = '' }: Props) {
  const lang = useLang()
  const count = countOther(inOther)
  if (count === 0) return null
  const units = inOther.map(([unit]) => (unit === '' ? m.other_units() : unit))
  const listed = new Intl.ListFormat(lang, { type: 'conjunction' }).format(units)
  return (
    <p className={`text-small leading-snug wrap-anywhere ${className}`}>
      {m.other_currencies({ count, n: formatCount(count, lang), units: listed })}
    </p>
  )
}

/** How many prices are in currencies that are not converted. */
export const countOther = (inOther: RowsSummary['inOther']): number =>
  inOther.reduce((sum, [, ofUnit]) => sum + ofUnit, 0)

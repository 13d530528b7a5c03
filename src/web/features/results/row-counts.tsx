import { formatCount } from '#money/format.ts'
import { COUNT_FIELD, ROW_STATUSES, type RowCounts, type RowStatus } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon, type IconName } from '../../ui/icon.tsx'

const STATUS_LOOK = {
  valid: { icon: 'check', ink: 'text-ink', text: m.count_valid },
  invalid: { icon: 'cross', ink: 'text-error', text: m.count_invalid },
  empty: { icon: 'dash', ink: 'text-muted', text: m.count_empty },
} as const satisfies Record<RowStatus, { icon: IconName; ink: string; text: unknown }>

type Props = {
  counts: RowCounts
  /** Rows excluded from the conversion, and the reasons in words. */
  omitted?: { count: number; why: string }
  /** Whether the invalid rows stay as they are, with nothing to correct in any of them. */
  areInvalidLeft?: boolean
  /** Where counts of 0 are hidden. */
  hidesZeros?: 'never' | 'on-phones' | 'always'
}

/** The number of rows of each status. */
export function CountsLine({ counts, omitted, areInvalidLeft = false, hidesZeros = 'never' }: Props) {
  const lang = useLang()
  return (
    <ul
      className={`flex flex-wrap gap-y-1 ${hidesZeros === 'always' ? 'gap-x-3.5' : 'gap-x-6'}`}
      data-testid="counts"
    >
      {ROW_STATUSES.filter((status) => hidesZeros !== 'always' || counts[COUNT_FIELD[status]] > 0).map(
        (status) => {
          const { icon, ink, text } = STATUS_LOOK[status]
          const n = counts[COUNT_FIELD[status]]
          const isLeft = areInvalidLeft && status === 'invalid'
          return (
            <li
              key={status}
              data-status={status}
              className={`inline-flex items-center gap-1.5 ${isLeft ? 'text-muted' : n > 0 ? ink : hidesZeros === 'on-phones' ? 'text-muted max-sm:hidden' : 'text-muted'}`}
            >
              <Icon name={icon} className="size-4" />
              {text({ count: n, n: formatCount(n, lang) })}
            </li>
          )
        },
      )}
      {omitted && omitted.count > 0 && (
        <li data-status="omitted" className="inline-flex items-center gap-1.5">
          <Icon name="equals" className="size-4" />
          {m.count_omitted({ count: omitted.count, n: formatCount(omitted.count, lang), why: omitted.why })}
        </li>
      )}
    </ul>
  )
}

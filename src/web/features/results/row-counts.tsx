import { formatCount } from '#money/format.ts'
import { COUNTER, type RowCounts, ROW_STATUSES, type RowStatus } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon, type IconName } from '../../ui/icon.tsx'

const LOOK = {
  valid: { icon: 'check', ink: 'text-valid', text: m.count_valid },
  invalid: { icon: 'cross', ink: 'text-invalid', text: m.count_invalid },
  empty: { icon: 'dash', ink: 'text-empty', text: m.count_empty },
} as const satisfies Record<RowStatus, { icon: IconName; ink: string; text: unknown }>

type Props = {
  counts: RowCounts
  /** Rows that are left out, and why. */
  omitted?: { count: number; why: string }
}

/** How many rows there are of each status, by sign, number and word. */
export function CountsLine({ counts, omitted }: Props) {
  const lang = useLang()
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1" data-testid="counts">
      {ROW_STATUSES.map((status) => {
        const { icon, ink, text } = LOOK[status]
        const n = counts[COUNTER[status]]
        return (
          <li
            key={status}
            data-status={status}
            className={`inline-flex items-center gap-1.5 ${n > 0 ? ink : 'text-muted'}`}
          >
            <Icon name={icon} className="size-4" />
            {text({ count: n, n: formatCount(n, lang) })}
          </li>
        )
      })}
      {omitted && omitted.count > 0 && (
        <li data-status="omitted" className="inline-flex items-center gap-1.5">
          <Icon name="equals" className="size-4" />
          {m.count_omitted({ count: omitted.count, n: formatCount(omitted.count, lang), why: omitted.why })}
        </li>
      )}
    </ul>
  )
}

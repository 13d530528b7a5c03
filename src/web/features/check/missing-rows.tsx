import { formatCount } from '#money/format.ts'
import { MISSING_REASONS, type MissingReason } from '#pricelist/pairs/read-pairs.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { CheckedFile } from '#engine/check/types.ts'

const REASON = {
  'no-eur': m.check_no_eur_reason,
  'no-bgn': m.check_no_bgn_reason,
  zero: m.check_zero_reason,
  'too-large': m.check_large_reason,
  'same-currency': m.check_same_reason,
  unreadable: m.check_unreadable_reason,
} satisfies Record<MissingReason, (values: { n: string }) => string>

/** The pairs that lack a price to be compared, by the reason, with the first rows of each. */
export function MissingRows({ checked: { summary, firstRows } }: { checked: CheckedFile }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const count = summary.notChecked
  const rowsOf = (reason: MissingReason) => {
    const { rows, hasMore } = firstRows[reason]
    return m.check_rows({ count: rows.length, rows: rows.map(n).join(', ') + (hasMore ? '…' : '') })
  }
  return (
    <details open={summary.checked === 0} className="group border-y border-line" data-testid="missing">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 font-bold">
        {m.check_missing_title({ count, n: n(count) })}
        <Icon
          name="chevron"
          className="size-5 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <ul className="grid gap-1 pb-5">
        {MISSING_REASONS.filter((reason) => summary.reasons[reason] > 0).map((reason) => (
          <li key={reason}>
            {REASON[reason]({ n: n(summary.reasons[reason]) })}{' '}
            <span className="text-muted">({rowsOf(reason)})</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

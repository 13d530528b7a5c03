import { formatCount } from '#money/format.ts'
import { MISSING_REASONS, type MissingReason } from '#pricelist/pairs/read-pairs.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { DetailsChevron } from '../../ui/icon.tsx'

const REASON_MESSAGE = {
  'no-eur': m.check_no_eur_reason,
  'no-bgn': m.check_no_bgn_reason,
  zero: m.check_zero_reason,
  'too-large': m.check_large_reason,
  'same-currency': m.check_same_reason,
  unreadable: m.check_unreadable_reason,
} satisfies Record<MissingReason, (values: { n: string }) => string>

/** The number of pairs that could not be compared, by reason, with the first row numbers of each. */
export function UncheckedRows({ checked: { summary, firstRows } }: { checked: CheckedFile }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const count = summary.notChecked
  const rowsOf = (reason: MissingReason) => {
    const { rows, hasMore } = firstRows[reason]
    return m.check_rows({ count: rows.length, rows: rows.map(n).join(', ') + (hasMore ? '…' : '') })
  }
  return (
    <details open={summary.checked === 0} className="group card px-4 sm:px-5" data-testid="missing">
      <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold">
        {m.check_missing_title({ count, n: n(count) })}
        <DetailsChevron />
      </summary>
      <ul className="grid gap-1 pb-4">
        {MISSING_REASONS.filter((reason) => summary.reasons[reason] > 0).map((reason) => (
          <li key={reason}>
            {REASON_MESSAGE[reason]({ n: n(summary.reasons[reason]) })}{' '}
            <span className="text-muted">({rowsOf(reason)})</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

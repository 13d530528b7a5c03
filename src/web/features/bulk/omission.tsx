import { type Currency, EURO } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { bulk } from '#engine/bulk/client.ts'
import type { RowOmissionReason, PreviewRow, RowsSummary } from '#engine/types.ts'

/** Texts about prices that are in the wanted currency already. */
const WANTED = {
  BGN: { mark: m.omitted_mark_bgn, why: m.omitted_why_bgn },
  EUR: { mark: m.omitted_mark_eur, why: m.omitted_why_eur },
} satisfies Record<Currency, Record<'mark' | 'why', () => string>>

/** Why a row is excluded from the conversion, as icon and text. */
export function OmittedMark({ row: { omission, currency } }: { row: PreviewRow }) {
  const mark = {
    total: { icon: 'sum', text: m.omitted_mark_total },
    'wanted-currency': { icon: 'equals', text: WANTED[currency].mark },
    zero: { icon: 'dash', text: m.omitted_mark_zero },
  } as const satisfies Record<RowOmissionReason, { icon: IconName; text: () => string }>
  const { icon, text } = mark[omission ?? 'total']
  return (
    <span className="flex items-start gap-1.5 font-semibold">
      <Icon name={icon} className="mt-1 size-4" />
      {text()}
    </span>
  )
}

type ToggleProps = {
  row: PreviewRow
  /** Adds the title of the price column to a label, where there are several. */
  withColumn: (label: string) => string
}

/** Excludes a row from the conversion, or includes it again. */
export function OmissionToggle({ row: { id, line, status }, withColumn }: ToggleProps) {
  const isLeftOut = status === 'omitted'
  const label = isLeftOut ? m.row_convert_too_label({ line }) : m.row_leave_out_label({ line })
  return (
    <button
      type="button"
      aria-label={withColumn(label)}
      onClick={() => void bulk.tryRequest('setOmitted', id, !isLeftOut)}
      className="min-h-11 text-start text-action underline underline-offset-4 hover:no-underline"
    >
      {isLeftOut ? m.row_convert_too() : m.row_leave_out()}
    </button>
  )
}

/** Lists the reasons why rows are excluded: 'totals, already in euro'. */
export function omissionReasons({ omitted, choices }: RowsSummary): string {
  const reasons: string[] = []
  if (omitted.total > 0) reasons.push(m.omitted_why_total())
  if (omitted['wanted-currency'] > 0) reasons.push(WANTED[choices?.wanted ?? EURO].why())
  if (omitted.zero > 0) reasons.push(m.omitted_why_zero())
  return reasons.join(', ')
}

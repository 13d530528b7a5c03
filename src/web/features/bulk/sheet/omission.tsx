import { type Currency, EURO } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import type { RowOmissionReason, PreviewRow, RowsSummary } from '#engine/types.ts'
import type { SheetLine } from './lines.ts'

/** Texts about prices that are in the wanted currency already. */
const WANTED = {
  BGN: { mark: m.omitted_mark_bgn, short: m.omitted_mark_bgn_short, why: m.omitted_why_bgn },
  EUR: { mark: m.omitted_mark_eur, short: m.omitted_mark_eur_short, why: m.omitted_why_eur },
} satisfies Record<Currency, Record<'mark' | 'short' | 'why', () => string>>

/** Why a row is excluded from the conversion; in a word or two where there is little room. */
export function OmittedMark({ row: { omission, currency } }: { row: PreviewRow }) {
  const text = {
    total: [m.omitted_mark_total, m.omitted_mark_total_short],
    'wanted-currency': [WANTED[currency].mark, WANTED[currency].short],
    zero: [m.omitted_mark_zero, m.omitted_mark_zero_short],
  } as const satisfies Record<RowOmissionReason, readonly [() => string, () => string]>
  const [whole, short] = text[omission ?? 'total']
  return (
    <span className="pill pointer-events-none min-w-0 justify-self-start px-2.5 text-[0.8125rem]! font-semibold! whitespace-normal! text-muted group-focus-within/row:opacity-0 group-hover/row:opacity-0">
      <span className="max-xl:sr-only">{whole()}</span>
      <span aria-hidden="true" className="xl:hidden">
        {short()}
      </span>
    </span>
  )
}

type ToggleProps = {
  /** The rows of one line. */
  rows: SheetLine
  /** Adds the title of the price column to a label, where there are several. */
  withColumn: (label: string) => string
}

/** Excludes the rows of a line from the conversion, or includes them again. */
export function OmissionToggle({ rows, withColumn }: ToggleProps) {
  const [{ line }] = rows
  const isLeftOut = rows.some(({ status }) => status === 'omitted')
  const label = isLeftOut ? m.row_convert_too_label({ line }) : m.row_leave_out_label({ line })
  return (
    <button
      type="button"
      aria-label={withColumn(label)}
      onClick={() =>
        void bulk.tryRequest(
          'setOmitted',
          rows.map(({ id }) => id),
          !isLeftOut,
        )
      }
      className="min-h-8 px-1 text-start leading-tight max-sm:px-0 text-small font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
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

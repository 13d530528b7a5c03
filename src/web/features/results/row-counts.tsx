import { formatCount, formatDifference } from '#money/format.ts'
import { COUNT_FIELD, ROW_STATUSES, type RowCounts, type RowStatus } from '#pricelist/row.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { ReactNode } from 'react'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { Money } from '../../ui/money.tsx'
import { listRoundingDifferences } from '#reports/results.ts'
import type { ConversionSummary } from '#reports/types.ts'

const STATUS_LOOK = {
  valid: { icon: 'check', ink: 'text-ink', text: m.count_valid },
  invalid: { icon: 'cross', ink: 'text-error', text: m.count_invalid },
  empty: { icon: 'dash', ink: 'text-muted', text: m.count_empty },
} as const satisfies Record<RowStatus, { icon: IconName; ink: string; text: unknown }>

type Props = {
  counts: RowCounts
  /** Rows excluded from the conversion, and the reasons in words. */
  omitted?: { count: number; why: string }
}

/** The number of rows of each status. */
export function CountsLine({ counts, omitted }: Props) {
  const lang = useLang()
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1" data-testid="counts">
      {ROW_STATUSES.map((status) => {
        const { icon, ink, text } = STATUS_LOOK[status]
        const n = counts[COUNT_FIELD[status]]
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

/** Both totals, and the sum of all rounding differences (CONV-12). */
export function ResultsTotals({ results: { totals, rounding } }: { results: ConversionSummary }) {
  return (
    <div className="grid gap-3 border-y border-line py-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-2 text-h3" data-testid="totals">
        <Total label={m.total_bgn()}>
          <Money hundredths={totals.bgn} currency={NATIONAL} />
        </Total>
        <Total label={m.total_eur()}>
          <Money hundredths={totals.eur} currency={EURO} />
        </Total>
        {listRoundingDifferences(rounding).map((difference) => (
          <Total key={difference.currency} label={m.rounding_sum()}>
            <RoundingDifference {...difference} />
          </Total>
        ))}
      </dl>
      <p className="max-w-prose text-muted">{m.rounding_text()}</p>
    </div>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RoundingDifference({ currency, difference }: { currency: Currency; difference: string }) {
  const lang = useLang()
  return (
    <span className="font-semibold whitespace-nowrap" data-testid="rounding">
      {formatDifference(difference, currency, lang)}
    </span>
  )
}

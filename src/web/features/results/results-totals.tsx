import type { ReactNode } from 'react'
import { formatDifference } from '#money/format.ts'
import type { Currency } from '#money/amount.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Money } from '../../ui/money.tsx'
import { differencesOf } from '#reports/results.ts'
import type { ResultsFacts } from '#engine/types.ts'

/** Both totals, and what the rounding of each price made of them together (CONV-12). */
export function ResultsTotals({ results: { totals, rounding } }: { results: ResultsFacts }) {
  return (
    <div className="grid gap-3 border-y border-line py-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-2 text-2xl" data-testid="totals">
        <Total label={m.total_bgn()}>
          <Money hundredths={totals.bgn} currency="BGN" />
        </Total>
        <Total label={m.total_eur()}>
          <Money hundredths={totals.eur} currency="EUR" />
        </Total>
        {differencesOf(rounding).map((one) => (
          <Total key={one.currency} label={m.rounding_sum()}>
            <Difference {...one} />
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

function Difference({ currency, difference }: { currency: Currency; difference: string }) {
  const lang = useLang()
  return (
    <span className="font-semibold whitespace-nowrap" data-testid="rounding">
      {formatDifference(difference, currency, lang)}
    </span>
  )
}

import type { ReactNode } from 'react'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { currencySign, formatAmount, formatCount, formatMoney, isSignFirst } from '#money/format.ts'
import type { RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { inkOf } from '../../../ui/currency-ink.ts'
import { CountsByCurrency } from '../file-line.tsx'
import { OtherCurrencies } from '../notices/other-currencies.tsx'
import { areMarked } from '../sheet/ambiguous-prices.ts'
import { hasBothCurrencies, sourceCurrency, targetCurrency } from '../sheet/columns.ts'

/** Characters of `123 456,78 лв.`: the longest sum in the largest type, and the shortest that fills the bar of a phone. */
export const LARGE_SUM_LENGTH = 14

type SumsProps = {
  rows: RowsSummary
  /** How many prices are read in one of two ways that the user has not confirmed. */
  ambiguous: number
}

/** How many prices there are, what they come to, and what is not in the sums. */
export function Sums({ rows, ambiguous }: SumsProps) {
  const lang = useLang()
  const count = rows.counts.validRows + rows.convertedRows
  const prices = m.prices_for({ count, n: formatCount(count, lang) })
  const source = sourceCurrency(rows)
  return (
    <div className="grid gap-1 border-b border-line pb-3">
      <p className="text-small text-muted">
        {rows.convertedRows > 0 ? (
          m.rail_whole({ prices })
        ) : hasBothCurrencies(rows) ? (
          <CountsByCurrency rows={rows} />
        ) : (
          <>
            {prices} <span className={inkOf(source)}>{m.file_in({ currency: source })}</span>
          </>
        )}
      </p>
      {ambiguous > 0 && (
        <p className="text-small font-semibold text-ask">
          {(areMarked(rows) ? m.prices_in_doubt : m.prices_assumed)({
            count: ambiguous,
            n: formatCount(ambiguous, lang),
          })}
        </p>
      )}
      <Totals rows={rows} isApproximate={ambiguous > 0} />
      <OtherCurrencies rows={rows} />
    </div>
  )
}

/** The sum in both currencies, that of the new prices first and large. */
function Totals({ rows, isApproximate }: { rows: RowsSummary; isApproximate: boolean }) {
  const { bgn, eur } = rows.totals
  const target = targetCurrency(rows)
  const amounts = { [NATIONAL]: bgn, [EURO]: eur }
  const source = target === EURO ? NATIONAL : EURO
  const { length } = formatMoney(amounts[target], target, useLang())
  const size =
    length <= LARGE_SUM_LENGTH ? 'text-[2.5rem]!' : length <= 17 ? 'text-[2rem]!' : 'text-[1.625rem]!'
  return (
    <div data-testid="review-totals">
      <p className={`sum ${size} wrap-anywhere ${inkOf(target)}`}>
        {isApproximate && <Approximately />}
        <Amount hundredths={amounts[target]} currency={target} />
      </p>
      <p className={`text-h3 leading-tight font-bold ${inkOf(source)}`}>
        {isApproximate && <Approximately />}
        <Amount hundredths={amounts[source]} currency={source} />
      </p>
    </div>
  )
}

/** Before a sum that has prices in doubt. */
export const Approximately = () => (
  <span className="text-ask">
    <span className="sr-only">{m.approximately()} </span>
    <span aria-hidden="true">≈&thinsp;</span>
  </span>
)

function Amount({ hundredths, currency }: { hundredths: number; currency: Currency }): ReactNode {
  const lang = useLang()
  const sign = <span className="text-[0.7em] font-semibold">{currencySign(currency, lang)}</span>
  const text = formatAmount(hundredths, lang)
  return isSignFirst(currency, lang) ? (
    <>
      {sign}
      {text}
    </>
  ) : (
    <>
      {text}
      {'\u00a0'}
      {sign}
    </>
  )
}

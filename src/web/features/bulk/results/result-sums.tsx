import { type Currency, EURO, NATIONAL, otherCurrency } from '#money/currency.ts'
import { currencySign, formatAmount, formatMoney, isSignFirst } from '#money/format.ts'
import type { ConversionSummary } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { inkOf } from '../../../ui/currency-ink.ts'
import { useLang } from '../../../routing/location.ts'
import { useCountUp } from './use-count-up.ts'

const TOTAL_NAME = { EUR: m.total_eur, BGN: m.total_bgn } satisfies Record<Currency, () => string>

export const totalIn = ({ totals }: Pick<ConversionSummary, 'totals'>, currency: Currency): number =>
  currency === EURO ? totals.eur : totals.bgn

/** The sum in the currency that was converted to, and below it the other one (CONV-12). */
export function ResultSums({ results, target }: { results: ConversionSummary; target: Currency }) {
  const lang = useLang()
  const sum = totalIn(results, target)
  const shown = useCountUp(sum)
  const other = otherCurrency(target)
  const sign = <small className="text-[0.62em] font-semibold">{currencySign(target, lang)}</small>
  const isFirst = isSignFirst(target, lang)
  return (
    <dl data-testid="totals">
      <dt className="sr-only">{TOTAL_NAME[target]()}</dt>
      <dd className={`sum wrap-anywhere ${inkOf(target)}`}>
        <span className="sr-only">{formatMoney(sum, target, lang)}</span>
        <span aria-hidden="true">
          {isFirst && sign}
          {formatAmount(shown, lang)}
          {!isFirst && <> {sign}</>}
        </span>
      </dd>
      <dt className="sr-only">{TOTAL_NAME[other]()}</dt>
      <dd className={`mt-1 text-h3 font-bold ${inkOf(other)}`}>
        {formatMoney(totalIn(results, other), other, lang)}
      </dd>
    </dl>
  )
}

/** The currency that most of the prices were converted to. */
export const targetOf = (from: Currency | undefined): Currency => otherCurrency(from ?? NATIONAL)

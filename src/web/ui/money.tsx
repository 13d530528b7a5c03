import { currencySign, formatAmount, formatDecimal, isSignFirst } from '#money/format.ts'
import type { Currency } from '#money/currency.ts'
import { useLang } from '../routing/location.ts'
import { inkOf } from './currency-ink.ts'

type Props = { currency: Currency } & ({ hundredths: number } | { decimal: string })

/** Longer texts than an amount with a few decimals may be broken at the end of the line. */
const LONGEST = 16

/**
 * An amount in hundredths, or a decimal text with all its digits, in the colour of its currency, with the
 * sign in a lighter weight.
 */
export function Money({ currency, ...amount }: Props) {
  const lang = useLang()
  const text =
    'decimal' in amount ? formatDecimal(amount.decimal, lang) : formatAmount(amount.hundredths, lang)
  const sign = <span className="font-medium">{currencySign(currency, lang)}</span>
  const signFirst = isSignFirst(currency, lang)
  return (
    <span className={`whitespace-nowrap ${inkOf(currency)}`}>
      {signFirst && sign}
      <span className={`font-semibold ${text.length > LONGEST ? 'wrap-anywhere whitespace-normal' : ''}`}>
        {text}
      </span>
      {!signFirst && (
        <>
          {'\u00a0'}
          {sign}
        </>
      )}
    </span>
  )
}

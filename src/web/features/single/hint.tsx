import type { ReactNode } from 'react'
import { targetAmount } from '#money/amount.ts'
import { EURO, otherCurrency } from '#money/currency.ts'
import { formatMoney } from '#money/format.ts'
import { calculationOf, sumWords } from '#money/proof.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatThousands } from '../file/notice.tsx'
import { type Converted, convertTypedAmount } from './shared-amount.ts'
import { AMBIGUOUS } from './use-single.ts'

/**
 * Second part of the hint, loaded on demand: the calculation of a converted amount, or the result of the other reading while
 * an ambiguous amount is typed.
 * @param text the typed text; undefined after the conversion
 */
export const hintOf = (converted: Converted, lang: Lang, text: string | undefined): ReactNode =>
  text === undefined ? calculationText(converted, lang) : otherReading(text, converted, lang)

/** Digit by digit: `10 ÷ 1.95583 = 5.11292…`. */
function calculationText({ amount, from }: Converted, lang: Lang): string {
  const calculation = calculationOf(amount, from)
  const { price, rate, exact } = sumWords(calculation, lang)
  const goesOn = (digits: string, isCut: boolean) => (isCut ? `${digits}…` : digits)
  const numbers = {
    price: goesOn(price, calculation.price.goesOn),
    rate,
    exact: goesOn(exact, calculation.exact.goesOn),
  }
  return from === EURO ? m.single_sum_eur(numbers) : m.single_sum_bgn(numbers)
}

/** `(or €6,391.15 for 12 500)`, while `12,500` is typed. */
function otherReading(text: string, { from }: Converted, lang: Lang): ReactNode {
  if (!AMBIGUOUS.test(text.trim())) return undefined
  const thousands = text.trim().replace(/[.,]/, '')
  const other = convertTypedAmount(thousands, from)
  if (typeof other === 'string') return undefined
  return (
    <span className="inline-block text-base text-ask">
      {m.single_or_thousands({
        money: formatMoney(targetAmount(other.money, from), otherCurrency(from), lang),
        text: formatThousands(thousands),
      })}
    </span>
  )
}

import { formatAmount } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { targetAmount } from '#money/amount.ts'
import { calculationOf, sumWords } from '#money/proof.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { Converted } from './shared-amount.ts'

/** How an amount was calculated, digit by digit, as a sentence. Loaded on demand. */
export function calculationSentence({ amount, from, money }: Converted, lang: Lang): string {
  const calculation = calculationOf(amount, from)
  const { price, rate, exact } = sumWords(calculation, lang)
  const goesOn = (digits: string, isCut: boolean) => (isCut ? `${digits}…` : digits)
  const numbers = {
    price: goesOn(price, calculation.price.goesOn),
    rate,
    exact: goesOn(exact, calculation.exact.goesOn),
    rounded: formatAmount(targetAmount(money, from), lang),
  }
  return from === EURO ? m.single_sum_eur(numbers) : m.single_sum_bgn(numbers)
}

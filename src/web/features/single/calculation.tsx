import { EURO } from '#money/currency.ts'
import { calculationOf, sumWords } from '#money/proof.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { Converted } from './shared-amount.ts'

/** How an amount was calculated, digit by digit: `10 ÷ 1.95583 = 5.11292…`. Loaded on demand. */
export function calculationText({ amount, from }: Converted, lang: Lang): string {
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

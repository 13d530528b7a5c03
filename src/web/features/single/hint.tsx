import type { ReactNode } from 'react'
import { targetAmount } from '#money/amount.ts'
import { EURO, otherCurrency } from '#money/currency.ts'
import { formatMoney, formatRate } from '#money/format.ts'
import { type Digits, calculationOf } from '#money/proof.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { formatThousands } from '../file/notice.tsx'
import { AMBIGUOUS, type Converted, convertTypedAmount } from './shared-amount.ts'

/**
 * Second part of the hint, loaded on demand: the calculation of a converted amount, or the result of the other reading while
 * an ambiguous amount is typed.
 * @param text the typed text; undefined after the conversion
 * @param onPick called with the text of the other reading when the user chooses it
 */
export const hintOf = (
  converted: Converted,
  lang: Lang,
  text: string | undefined,
  onPick: ((text: string) => void) | undefined,
): ReactNode =>
  text === undefined ? calculationText(converted, lang) : otherReading(text, converted, lang, onPick)

/** Digit by digit: `10 ÷ 1.95583 = 5.11292…`. */
function calculationText({ amount, from }: Converted, lang: Lang): string {
  const calculation = calculationOf(amount, from)
  // Without the separators of thousands: so the amount is in the field above.
  const digits = ({ text, goesOn }: Digits) =>
    text.replace('.', LANGUAGES[lang].decimalMark) + (goesOn ? '…' : '')
  const numbers = {
    price: digits(calculation.price),
    rate: formatRate(lang),
    exact: digits(calculation.exact),
  }
  return from === EURO ? m.single_sum_eur(numbers) : m.single_sum_bgn(numbers)
}

/** `(or €6,391.15 for 12 500)`, while `12,500` is typed. */
function otherReading(
  text: string,
  { from }: Converted,
  lang: Lang,
  onPick: ((text: string) => void) | undefined,
): ReactNode {
  if (!AMBIGUOUS.test(text.trim())) return undefined
  const thousands = text.trim().replace(/[.,]/, '')
  const other = convertTypedAmount(thousands, from)
  if (typeof other === 'string') return undefined
  return (
    <button
      type="button"
      className="text-base text-ask underline decoration-ask-line underline-offset-4 hover:decoration-ask"
      onClick={({ currentTarget }) => {
        // The button disappears with the ambiguity.
        currentTarget.form?.querySelector('input')?.focus()
        onPick?.(thousands)
      }}
    >
      {m.single_or_thousands({
        money: formatMoney(targetAmount(other.money, from), otherCurrency(from), lang),
        text: formatThousands(thousands),
      })}
    </button>
  )
}

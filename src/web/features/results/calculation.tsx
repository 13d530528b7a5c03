import type { JobRow } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import { EURO, otherCurrency } from '#money/currency.ts'
import { type Calculation, calculationOf, sumParts, sumWords } from '#money/proof.ts'
import { useLang } from '../../routing/location.ts'
import { inkOf } from '../../ui/currency-ink.ts'
import { Button } from '../../ui/button.tsx'
import { m } from '#i18n/messages/messages.js'
import { rowConversion } from '#reports/results.ts'

/** Index of the rounded result, which is shown in the colour of its currency. */
const ROUNDED_PART = 2

/** The calculation of a row's amount (PROOF-01); nothing for a row that was not converted. */
export function CalculationView({ row }: { row: JobRow }) {
  const lang = useLang()
  const conversion = rowConversion(row)
  if (!conversion) return null
  const calculation = calculationOf(conversion.price, conversion.from)
  return (
    <>
      <span aria-hidden="true" className="inline-flex flex-wrap gap-x-1">
        {sumParts(calculation, lang).map((part, i) => (
          <span
            key={part}
            className={`wrap-anywhere ${i === ROUNDED_PART ? inkOf(otherCurrency(calculation.from)) : ''}`}
          >
            {part.replaceAll(' ', '\u00a0')}
          </span>
        ))}
      </span>
      <span className="sr-only">{spokenCalculation(calculation, lang)}</span>
    </>
  )
}

/** In words: screen readers differ in how they read arithmetic signs. */
function spokenCalculation(calculation: Calculation, lang: Lang): string {
  const words = sumWords(calculation, lang)
  const withEllipsis = (digits: string, goesOn: boolean) => (goesOn ? m.sum_goes_on({ digits }) : digits)
  const params = {
    ...words,
    price: withEllipsis(words.price, calculation.price.goesOn),
    exact: withEllipsis(words.exact, calculation.exact.goesOn),
  }
  return calculation.from === EURO ? m.sum_multiplied(params) : m.sum_divided(params)
}

/** Shows or hides the calculation of each amount, and states the rule (PROOF-01). */
export function CalculationToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="aria-pressed:bg-ink aria-pressed:text-surface"
        aria-pressed={isOn}
        onClick={onToggle}
      >
        {m.sums_show()}
      </Button>
      {isOn && <p className="w-full max-w-prose text-small text-muted">{m.sums_rule()}</p>}
    </>
  )
}

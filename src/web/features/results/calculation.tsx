import type { JobRow } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import type { Currency } from '#money/amount.ts'
import { type Calculation, calculationOf, sumParts, sumWords } from '#money/proof.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { conversionOf } from '#reports/results.ts'

/** The rounded part has the colour of the currency that it is in. */
const ROUNDED_PART = 2
const INK = { BGN: 'text-euro', EUR: 'text-lev' } satisfies Record<Currency, string>

/** How the amount of a row came about (PROOF-01); nothing for a row that was not converted. */
export function CalculationView({ row }: { row: JobRow }) {
  const lang = useLang()
  const conversion = conversionOf(row)
  if (!conversion) return null
  const sum = calculationOf(conversion.price, conversion.from)
  return (
    <>
      <span aria-hidden="true" className="inline-flex flex-wrap gap-x-1">
        {sumParts(sum, lang).map((part, i) => (
          <span
            key={part}
            className={`max-lg:wrap-anywhere lg:whitespace-nowrap ${i === ROUNDED_PART ? INK[sum.from] : ''}`}
          >
            {part.replaceAll(' ', '\u00a0')}
          </span>
        ))}
      </span>
      <span className="sr-only">{spokenCalculation(sum, lang)}</span>
    </>
  )
}

/** The signs of a sum are read in as many ways as there are screen readers. */
function spokenCalculation(sum: Calculation, lang: Lang): string {
  const words = sumWords(sum, lang)
  const rest = (digits: string, goesOn: boolean) => (goesOn ? m.sum_goes_on({ digits }) : digits)
  const said = {
    ...words,
    price: rest(words.price, sum.price.goesOn),
    exact: rest(words.exact, sum.exact.goesOn),
  }
  return sum.from === 'BGN' ? m.sum_divided(said) : m.sum_multiplied(said)
}

/** Shows how each amount came about, and by which rule (PROOF-01). */
export function CalculationToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onToggle}
        className="inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-4 font-semibold hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface print:hidden"
      >
        {m.sums_show()}
      </button>
      {isOn && <p className="max-w-prose text-muted">{m.sums_rule()}</p>}
    </div>
  )
}

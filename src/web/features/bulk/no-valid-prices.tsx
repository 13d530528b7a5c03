import type { PriceProblem } from '#pricelist/price-list.ts'
import type { ProblemSummary } from '#pricelist/rows/price-problems.ts'
import { priceColumnsOf } from '#pricelist/price-columns.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { titleOfColumn } from '#reports/column-title.ts'
import { countOmitted } from '#engine/omissions.ts'
import { PRICE_PROBLEM } from '../file/read-error-text.ts'
import type { RowsFacts } from '#engine/types.ts'

/** Reasons that are told. */
const REASONS_TOLD = 4

const ADVICE: Partial<Record<PriceProblem, () => string>> = {
  'other-currency': m.no_valid_advice_currency,
  'out-of-place': m.no_valid_advice_comma,
}

/** Whether no row of the file has a valid price by columns that are no guess, and none was edited since. */
export const lacksPrices = ({ columnsKnown, isEdited, counts, omitted, guards }: RowsFacts): boolean =>
  columnsKnown &&
  !isEdited &&
  counts.validRows + countOmitted(omitted) === 0 &&
  (guards?.problems?.length ?? 0) > 0

/** Why no row of the file has a valid price, with the first rows, and what to do. */
export function NoValidPrices({ rows: { file, choices, guards } }: { rows: RowsFacts }) {
  const lang = useLang()
  const problems = guards?.problems ?? []
  const [first] = problems
  if (!first || !file || !choices) return null
  const index = priceColumnsOf(choices.columns)[first.nth]
  const column = index === undefined ? undefined : titleOfColumn(index, file.detection.all[index]?.title)
  const reasonOf = ({ problem, count, lines, example }: ProblemSummary): string => {
    const about = { problem: PRICE_PROBLEM[problem](), count, n: formatCount(count, lang) }
    const numbers = lines.map((line) => formatCount(line, lang))
    if (count > lines.length) numbers.push('…')
    const where = numbers.join(', ')
    return example === ''
      ? m.no_valid_reason_blank({ ...about, rows: where })
      : m.no_valid_reason({ ...about, rows: where, example })
  }
  return (
    <div className="grid gap-1" data-testid="no-valid-prices">
      <p>{column === undefined ? m.no_valid_prices() : m.no_valid_prices_in({ column })}</p>
      <ul className="list-disc ps-5">
        {problems.slice(0, REASONS_TOLD).map((one) => (
          <li key={`${one.nth} ${one.problem}`} className="wrap-anywhere">
            {reasonOf(one)}
          </li>
        ))}
      </ul>
      <p>{(ADVICE[first.problem] ?? m.no_valid_advice)()}</p>
    </div>
  )
}

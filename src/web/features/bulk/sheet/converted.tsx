import type { ReactNode } from 'react'
import type { PriceProblem } from '#pricelist/types.ts'
import { convertPrice } from '#pricelist/row.ts'
import { amountIn } from '#money/amount.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { currencySign, formatAmount, isSignFirst } from '#money/format.ts'
import { PRICE_PROBLEM_TEXT } from '#reports/labels.ts'
import type { PreviewRow, RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { inkOf } from '../../../ui/currency-ink.ts'
import { useConversionProgress } from '../rail/progress.tsx'
import { type SheetLine, isLongAmount } from './lines.ts'
import { leavesAsIs, problemId } from './price-cell.tsx'

/** Explains what is wrong with the price; in a misaligned row also what to look for. */
const problemText = (problem: PriceProblem): string =>
  problem === 'out-of-place'
    ? `${m.problem_out_of_place()}. ${m.problem_out_of_place_hint()}`
    : PRICE_PROBLEM_TEXT[problem]()

/** The same in the width of an amount. */
const PROBLEM_WORD = {
  'no-price': m.problem_word_no_price,
  'not-a-price': m.problem_word_not_a_price,
  'not-positive': m.problem_word_not_positive,
  'too-large': m.problem_word_too_large,
  'unknown-currency': m.problem_word_unknown_currency,
  negative: m.problem_word_negative,
  range: m.problem_word_range,
  'other-currency': m.problem_word_other_currency,
  'two-prices': m.problem_word_two_prices,
  'no-number': m.problem_word_no_number,
  date: m.problem_word_date,
  percent: m.problem_word_percent,
  'cell-error': m.problem_word_cell_error,
  'out-of-place': m.problem_word_out_of_place,
  'not-hundredths': m.problem_word_not_hundredths,
} satisfies Record<Exclude<PriceProblem, 'ambiguous'>, () => string>

/** What is wrong with the price of a row; undefined where it is asked about. */
export function problemSentence({ problem, isTypedProblem }: PreviewRow): string | undefined {
  if (!problem || problem === 'ambiguous') return undefined
  return isTypedProblem ? m.row_price_positive() : problemText(problem)
}

/** Says what is wrong with a price, in place of what it would become: a word in sight, the sentence when it is asked for. */
export function Problem({
  row,
  isNew,
  isBeingTyped,
  otherwise,
}: {
  row: PreviewRow
  isNew: boolean
  /** What is wrong is not said yet. */
  isBeingTyped: boolean
  otherwise: ReactNode
}) {
  const sentence = problemSentence(row)
  if (isBeingTyped || !row.problem || row.problem === 'ambiguous') return otherwise
  return (
    <span
      title={sentence}
      className={`relative block text-small font-semibold ${leavesAsIs(row) ? 'text-muted' : 'text-error'} max-sm:text-[0.8125rem] ${row.problem === 'no-price' ? 'group-focus-within/row:invisible' : ''}`}
    >
      <span id={problemId(row.id)} role={isNew ? 'alert' : undefined} className="sr-only">
        {sentence}
      </span>
      <span aria-hidden="true" className="block text-balance whitespace-normal leading-tight">
        {PROBLEM_WORD[row.problem]()}
      </span>
    </span>
  )
}

type ConvertedProps = {
  row: PreviewRow
  target: Currency
  /** Other prices of the sheet are converted to the other currency: each amount names its own. */
  areMixed: boolean
  isAsked: boolean
  /** What it becomes is not known yet. */
  isBeingTyped: boolean
  isFilled: boolean
}

/** What the price becomes, where it is known before the conversion, or while the rows are converted. */
export function Converted({ row, target, areMixed, isAsked, isBeingTyped, isFilled }: ConvertedProps) {
  const lang = useLang()
  if (isBeingTyped && row.price !== '' && row.problem !== 'ambiguous') return <Unknown />
  if (isAsked || row.problem === 'ambiguous') return <span className="text-ask">?</span>
  const currency = otherCurrency(row.currency)
  const shown = (amount: number) =>
    currency === target && !areMixed ? (
      <span className={isLongAmount(amount) ? 'max-sm:text-[0.8125rem]' : ''}>
        {formatAmount(amount, lang)}
      </span>
    ) : (
      <span className="font-bold whitespace-nowrap max-sm:text-small">
        {isSignFirst(currency, lang) && <Unit currency={currency} />}
        {formatAmount(amount, lang)}
        {!isSignFirst(currency, lang) && '\u00a0'}
        {/* As wide for each currency, so that the amounts align. */}
        <span className="inline-block w-5 text-start [[lang=en]_&]:w-8">
          {!isSignFirst(currency, lang) && <Unit currency={currency} />}
        </span>
      </span>
    )
  if (row.status === 'omitted' && row.omission === 'total' && row.converted !== null)
    return <span className={inkOf(currency)}>{shown(row.converted)}</span>
  // Prices that are not converted add no new price to the file.
  if (row.status !== 'valid') return null
  const money = row.converted === null && isFilled ? convertPrice(row.price, row.currency) : undefined
  const converted = money ? amountIn(money, currency) : row.converted
  if (converted === null) return <Unknown />
  return (
    <span className={inkOf(currency)}>
      {shown(converted)}
      {row.isZero && <span className="block text-small font-semibold text-muted">{m.row_is_zero()}</span>}
    </span>
  )
}

/** The sign of a currency, smaller than its amount. */
const Unit = ({ currency }: { currency: Currency }) => (
  <span className={`text-small font-medium ${inkOf(currency)}`}>{currencySign(currency, useLang())}</span>
)

/** In place of an amount that is not known yet. */
export const Unknown = () => <span className="inline-block h-0.5 w-8.5 rounded-full bg-current opacity-30" />

/**
 * How many lines of the page show what they are converted to: below those that do already, as large a part of the others
 * as is converted of the list, so that they fill with the count.
 */
export function useFilledLines(
  converting: number | undefined,
  { counts }: RowsSummary,
  lines: readonly SheetLine[],
): number {
  const { done } = useConversionProgress(converting)
  // The first ones alone: theirs are in sight already.
  if (converting === undefined || done === 0 || converting < counts.validRows) return 0
  const open = lines.flatMap((line, i) =>
    line.some(({ status, converted }) => status === 'valid' && converted === null) ? [i] : [],
  )
  const last = open[Math.floor((done / Math.max(1, converting - 1)) * open.length)]
  return last ?? lines.length
}

import type { ColumnSample } from '../columns/column-sample.ts'
import { hasPriceWord } from './header-meaning.ts'
import { WHOLE_NAME } from './name-titles.ts'
import { normalizeHeader } from './header-text.ts'
import { AMOUNT_WORDS, ELSE_WORDS, TEXT_WORDS } from './header-words.ts'
import { type Candidate, isQuantity } from '../columns/choose-price.ts'

/** Share of cells from which a column holds one kind of content, and up to which it does not. */
const SHARE = { most: 0.8, few: 0.2 }

/**
 * Whether all titles are one column too far left, as when the first title is missing: fewer of the titles contradict the
 * column to the right of their own than their own; if the column after the last title is mostly blank, none does.
 */
export function areTitlesShifted(price: Candidate, candidates: readonly Candidate[]): boolean {
  const last = candidates.findLastIndex(({ title }) => title !== '')
  const untitled = candidates[last + 1]?.sample
  if (untitled === undefined) return false
  const titled = candidates.slice(0, last + 1)
  const countAt = (offset: number) =>
    titled.filter((one, c) => contradicts(one, candidates[c + offset]!.sample, untitled)).length
  const own = countAt(0)
  // Of a single row nothing can be told.
  const isFilled = untitled.filled > 1 && 2 * untitled.filled >= price.sample.filled
  return isFilled ? own > 0 && countAt(1) < own : own > 1 && countAt(1) === 0 && price.sample.filled > 1
}

/** Whether a title cannot be that of a column with such cells. */
function contradicts(titled: Candidate, sample: ColumnSample, untitled: ColumnSample): boolean {
  const { title, meaning } = titled
  const { filled, words } = sample
  if (filled === 0 || title === '') return false
  const holdsOnlyWords = words >= SHARE.most * filled && sample.digitsFirst <= SHARE.few * filled
  const holdsNumbers = words <= SHARE.few * filled && sample.prices >= SHARE.most * filled
  if (meaning.price > 0) return sample.prices <= SHARE.few * filled || (filled > 2 && sample.isCounter)
  if (meaning.isCurrency) return sample.currencies <= SHARE.few * filled
  const text = normalizeHeader(title)
  const isOfNumbers = [ELSE_WORDS, AMOUNT_WORDS].some((pattern) => pattern.test(text)) || title.includes('%')
  if (isOfNumbers || isQuantity(titled) || hasPriceWord(title)) return holdsOnlyWords
  if (TEXT_WORDS.test(text))
    return sample.mostlyAmounts || holdsNumbers || sample.dates >= SHARE.most * filled
  if (meaning.name < WHOLE_NAME) return false
  const areOthersNames =
    untitled.words >= SHARE.most * untitled.filled && untitled.distinct > 2 * sample.distinct
  const arePrices = sample.prices >= SHARE.most * filled || sample.prices > words
  return words <= SHARE.few * filled || arePrices || areOthersNames
}

/**
 * Untitled columns of numbers directly right of the price column or after the last title. The price title may apply to them
 * too, or all titles may be one column too far left.
 */
export function untitledNumbers(price: Candidate, candidates: readonly Candidate[]): readonly Candidate[] {
  const last = candidates.findLastIndex(({ title }) => title !== '')
  const own = candidates.indexOf(price)
  const next = candidates.findIndex(({ title }, c) => c > own && title !== '')
  // What stands apart is no column of the list.
  const isJoined = (from: number, to: number) =>
    candidates.slice(from + 1, to).every(({ sample }) => sample.filled > 0)
  return candidates.filter(
    ({ title, sample }, c) =>
      title === '' &&
      ((c > last && isJoined(last, c)) || (c > own && c < next)) &&
      2 * sample.filled >= price.sample.filled &&
      sample.holdsNumbersBut(1) &&
      // Whole numbers next to prices with decimals are quantities.
      (sample.mostlyAmounts || !price.sample.mostlyAmounts),
  )
}

import { guessColumns } from './column-sample.ts'
import { isUnitTitle, mayBeInHundredths } from '../headers/header-meaning.ts'
import type { Candidate } from './choose-price.ts'

const BLANK_PENALTY = 80
/** A name title over codes and numbers. */
const FEW_WORDS = { share: 0.3, penalty: 70 }

const CURRENCY_SHARE = 0.8

/** Titles of columns in which numbers may be codes of currencies: `ISO 4217` names many other things too. */
const ISO_TITLE = /(?<!\p{L})(?:iso|исо|4217)(?!\p{L})/iu

/** The name column by its title, else by its cells. */
export const nameColumn = (candidates: readonly Candidate[]): number | null =>
  titledNameColumn(candidates) ?? guessColumns(candidates.filter(({ meaning }) => meaning.price === 0)).name

/** The column with the best name title, the leftmost of equals. */
export function titledNameColumn(candidates: readonly Candidate[]): number | undefined {
  let found: number | undefined
  let highest = 0
  for (const candidate of candidates) {
    const rank = rankAsName(candidate)
    if (rank > highest) [found, highest] = [candidate.index, rank]
  }
  return found
}

function rankAsName({ meaning, sample }: Candidate): number {
  if (meaning.name === 0) return 0
  if (sample.filled === 0) return meaning.name - BLANK_PENALTY
  const hasFewWords = sample.words < FEW_WORDS.share * sample.filled
  return hasFewWords ? meaning.name - FEW_WORDS.penalty : meaning.name
}

/**
 * Whether over 80 % of its cells, or of the rows with a price, name a currency; group headings can fill the
 * other cells.
 */
export function namesCurrencies({ sample, title }: Candidate, price: Candidate | undefined): boolean {
  const least = CURRENCY_SHARE * Math.min(sample.filled, price?.sample.prices || Infinity)
  if (sample.namesCurrencies(least)) return true
  if (ISO_TITLE.test(title) && sample.currencyNumbers > least) return true
  // A column of units leads to a question of its own, and the title of the price may state the unit already.
  const isKnown = price === undefined || mayBeInHundredths(price.meaning) || isUnit(title)
  return !isKnown && sample.namesHundredths(least)
}

/** Readers of JSON and XML add the unit to titles: `price.unit (stotinki)`. */
const isUnit = (title: string): boolean => isUnitTitle(title.replace(/ \([^()]*\)$/, ''))

/** Index of the currency column that applies to a price column; several price columns can each have one. */
export function currencyColumn(
  candidates: readonly Candidate[],
  price: Candidate | undefined,
): number | null {
  const others = candidates.filter((one) => one !== price)
  const titled = others.filter(({ meaning, sample }) => meaning.isCurrency && sample.filled > 0)
  const found = titled.length > 0 ? titled : others.filter((candidate) => namesCurrencies(candidate, price))
  const [first] = found
  if (first === undefined) return null
  const at = price?.index ?? 0
  const firstPrice = candidates.find(({ meaning }) => meaning.price !== 0)?.index ?? at
  const before = found.findLast(({ index }) => index < at)
  const after = found.find(({ index }) => index >= at)
  const areBefore = first.index < Math.min(firstPrice, at)
  return (areBefore ? before : (after ?? before))!.index
}

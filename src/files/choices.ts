import type { Recipe } from '#formats/recipe/recipe.ts'
import type { Currency } from '#money/currency.ts'
import type { AmbiguousReading } from '#pricelist/types.ts'
import { DELIMITERS, type Delimiter, ENCODINGS, type Encoding } from '#table/text-source.ts'
import { MIXED_PRICES_CHOICES, type MixedPricesChoice } from '#writeback/mixed-currencies.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'

/** How certain and possible total rows are treated. */
export const TOTALS_CHOICES = ['omit', 'keep', 'convert'] as const

export type TotalsChoice = (typeof TOTALS_CHOICES)[number]

/** What the user has chosen about reading a file; undefined for what is detected or asked. */
export type ReadingChoices = {
  /** Currency of prices that name none; undefined to use what the file states. */
  readonly from: Currency | undefined
  /** Prices in this currency are left as they are. */
  readonly to: Currency | undefined
  readonly totals: TotalsChoice | undefined
  /** Currency of every price, whatever titles, number formats and statements say. */
  readonly allIn: Currency | undefined
  readonly sheet: string | undefined
  /** Index of the header row, null for none. */
  readonly header: number | null | undefined
  readonly name: string | undefined
  /** The price columns, the main one first; empty when they are to be detected. */
  readonly price: readonly string[]
  readonly currency: string | undefined
  readonly encoding: Encoding | undefined
  readonly delimiter: Delimiter | undefined
  readonly ambiguous: AmbiguousReading | undefined
  /** The choices of a recipe, for those that are not given here. */
  readonly recipeChoices?: Recipe
}

/** What the user has chosen about writing the new prices. */
export type WritingChoices = {
  readonly place: Placement | undefined
  /** How prices of both currencies in one column are replaced. */
  readonly mixed: MixedPricesChoice | undefined
}

/** The choices, with those of the recipe where none was given. */
export function withRecipeChoices<Choices extends ReadingChoices & WritingChoices>(
  choices: Choices,
  recipe: Recipe,
): Choices {
  const { encoding, delimiter, sheet } = recipe.file ?? {}
  const { wanted, placement, totals, ambiguous } = recipe.answers ?? {}
  return {
    ...choices,
    encoding: choices.encoding ?? encoding,
    delimiter: choices.delimiter ?? delimiter,
    sheet: choices.sheet ?? sheet,
    to: choices.to ?? wanted,
    place: choices.place ?? placement,
    totals: choices.totals ?? totals,
    ambiguous: choices.ambiguous ?? ambiguous,
    recipeChoices: recipe,
  }
}

/** Whether one currency is wanted, and prices that are already in it would be converted all the same. */
export const contradictsMixed = ({
  to,
  mixed,
}: Pick<ReadingChoices & WritingChoices, 'to' | 'mixed'>): boolean =>
  to !== undefined && mixed !== undefined && mixed !== 'mark' && mixed.toUpperCase() !== to

export function parseEncoding(text: string): Encoding | undefined {
  const name = text.toLowerCase().replace(/ with bom$/, '')
  const full = /^(?:cp)?(1251|1252)$/.test(name)
    ? `windows-${name.slice(-4)}`
    : name.replace(/^utf(?=\d)/, 'utf-')
  const known = full === 'cp866' ? 'ibm866' : full === 'utf-16' ? 'utf-16le' : full
  return ENCODINGS.find((encoding) => encoding === known)
}

const DELIMITER_NAMES: Readonly<Record<string, Delimiter>> = {
  tab: '\t',
  '\\t': '\t',
  semicolon: ';',
  comma: ',',
  pipe: '|',
}

export function parseDelimiter(text: string): Delimiter | undefined {
  const named = Object.hasOwn(DELIMITER_NAMES, text.toLowerCase())
    ? DELIMITER_NAMES[text.toLowerCase()]
    : undefined
  return named ?? DELIMITERS.find((delimiter) => delimiter === text)
}

export const parsePlacement = (text: string): Placement | undefined => PLACEMENTS.find((one) => one === text)

export const parseTotals = (text: string): TotalsChoice | undefined =>
  TOTALS_CHOICES.find((one) => one === text)

export const parseMixed = (text: string): MixedPricesChoice | undefined =>
  MIXED_PRICES_CHOICES.find((one) => one.toLowerCase() === text.toLowerCase())

export const parseAmbiguous = (text: string): AmbiguousReading | undefined =>
  text === 'decimal' || text === 'thousands' ? text : undefined

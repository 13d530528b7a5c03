import type { Currency } from '#money/currency.ts'
import { type Table, cellAt, cellText, distinctTexts } from '#table/table.ts'
import { firstRowOfData } from '../columns/column-numbers.ts'
import { ColumnSample } from '../columns/column-sample.ts'
import { hundredthsOfWord } from '../currency/currency-words.ts'
import { isUnitTitle, mayBeInHundredths, meaningOfHeader } from '../headers/header-meaning.ts'
import { headerTitles } from '../headers/header-row.ts'
import { HUNDREDTHS, HUNDREDTHS_ALONE } from '../headers/header-words.ts'
import { normalizeHeader } from '../headers/header-text.ts'
import type { Columns } from '../types.ts'

/** What says that prices of a column are in stotinki or cents, or that they may be if they are whole. */
export type StatedHundredths = {
  /** The title of the column, with the words of the currency column that say so: `Цена (ст.)`. */
  readonly title: string
  /**
   * Where the column of currencies says so: the currency of the hundredths in a row of the table, undefined for a row of which
   * the price is in whole units. Absent where the title says so of all rows.
   */
  readonly currencyAt?: (row: number) => Currency | undefined
}

type KnownColumns = Pick<Columns, 'headerRow' | 'currency'>

/** The title of a column, or the column of currencies, if it says that prices are in stotinki or cents. */
export function statedHundredths(
  table: Table,
  { headerRow, currency }: KnownColumns,
  index: number,
): StatedHundredths | undefined {
  const title = headerTitles(table, headerRow)[index] ?? ''
  if (mayBeInHundredths(meaningOfHeader(title))) return { title }
  if (currency === null || currency === index) return undefined
  const words = wordsIn(table, currency, firstRowOfData(table, headerRow))
  const found = words.filter((word) => hundredthsOfWord(word) !== undefined)
  if (found.length === 0) return undefined
  return {
    title: `${title} (${found.slice(0, MOST_WORDS).join(', ')})`.trim(),
    currencyAt: (row) => hundredthsOfWord(cellText(cellAt(table, row, currency))),
  }
}

const MOST_WORDS = 3

/** The different words of a column. */
const wordsIn = (table: Table, column: number, from: number): string[] => [
  ...new Set(distinctTexts(table, column, from).map((text) => text.trim())),
]

/**
 * A unit in a column of those of prices or products that leaves open whether prices are in stotinki or cents. An abbreviation
 * counts only if the prices with it are whole.
 * @param price index of the column of prices
 * @param titles of the columns that may hold the unit, by index; without the price
 */
export function unsureUnit(
  table: Table,
  from: number,
  price: number,
  titles: readonly (readonly [index: number, title: string])[],
): string | undefined {
  const units = titles.filter(([, title]) => isUnitTitle(title)).map(([index]) => index)
  if (units.length === 0) return undefined
  for (const index of units)
    // Of all rows: those of another unit may be the last ones.
    for (const text of wordsIn(table, index, from)) {
      // 'ст./бр.'
      const parts = [text, ...text.split(OF_ONE)]
      const isNamed = parts.some((part) => meaningOfHeader(part).isInHundredths === true)
      const mayBe = isNamed || parts.some((part) => HUNDREDTHS_ALONE.test(normalizeHeader(part)))
      if (isNamed || (mayBe && areWholeWith(table, from, price, index, text))) return text
    }
  return undefined
}

/** Whether the prices of the rows with this unit have no decimals. */
function areWholeWith(table: Table, from: number, price: number, index: number, unit: string): boolean {
  for (let r = from; r < table.length; r++)
    if (
      cellText(cellAt(table, r, index)).trim() === unit &&
      HAS_DECIMALS.test(cellText(cellAt(table, r, price)))
    )
      return false
  return true
}

const HAS_DECIMALS = /\d[.,]\d{1,2}(?!\d)/

const OF_ONE = /\/| (?:за|на|per) /

/** Whether a text names stotinki or cents, alone or in a sentence ('Всички цени са в стотинки'). */
export function namesHundredths(text: string): boolean {
  const words = normalizeHeader(text)
  return HUNDREDTHS_ALONE.test(words) || Object.values(HUNDREDTHS).some((pattern) => pattern.test(words))
}

/** The same for price columns that the user has named: the unit, or the title with units that differ. */
export function unsureUnitOf(
  table: Table,
  headerRow: number | null,
  columns: readonly number[],
): string | undefined {
  const titles = headerTitles(table, headerRow)
  const from = firstRowOfData(table, headerRow)
  for (const index of columns) {
    const title = titles[index] ?? ''
    const areWhole = new ColumnSample(table, index, from).decimals === 0
    const meaning = meaningOfHeader(title)
    if (mayBeInHundredths(meaning)) continue
    const { isUnitUnsure, price } = meaning
    if (isUnitUnsure === true && (areWhole || price === 0)) return title
    const otherTitles = titles.flatMap((one, c) => (c === index ? [] : [[c, one] as const]))
    const unit = isUnitUnsure === true ? undefined : unsureUnit(table, from, index, otherTitles)
    if (unit !== undefined) return unit
  }
  return undefined
}

import type { Table, TableRow } from '../types.ts'
import type { Columns } from '../price-list.ts'
import { isBlankCell, isBlankRow, lengthOfRow, rowAt, textOf } from '#table/table.ts'
import { isPriceCell } from '../columns/column-sample.ts'
import { AROUND, OF_PRICES, statedIn } from '../currency/currency-statement.ts'
import { firstHeaderRow } from './header-row.ts'
import { hasPriceWord, meaningOfHeader } from './header-meaning.ts'
import { normalizeHeader } from './header-text.ts'
import { OTHER_MONEY, RANKS } from './header-words.ts'
import type { Candidate } from '../columns/choose-price.ts'
import { isPriceOnRequest } from '../currency/currency-words.ts'
import { hasAmount, isNumber } from './title-numbers.ts'
import { isYearAndCurrency, mayBeYearOfPrices, STATEMENT } from './title-rows.ts'

/** An exchange rate, thousands of pieces, and an English word that is written as a currency is. */
const NO_MONEY =
  /(?<!\p{L})(?:(?:курс|rate)[^.;!?]*(?:[.,]\d+)?|хил\p{L}*\.? (?:бр|опак)\p{L}*|try (?=our|the|it|out|new|my))/giu

/** A text above or below the list that says its prices are in money, or in units of it, that is not converted. */
export function otherMoneyIn(table: Table, headerRow: number | null): string | undefined {
  if (headerRow === null) return undefined
  const first = firstHeaderRow(table, headerRow)
  const around = [
    ...table.slice(Math.max(0, first - AROUND.rows), first),
    ...table.slice(Math.max(headerRow + 1, table.length - AROUND.rows)),
  ]
  const texts = around.flatMap((row) => {
    const [text, ...others] = row.map((cell) => textOf(cell).trim()).filter((one) => one !== '')
    return text === undefined || others.length > 0 || text.length > AROUND.letters ? [] : text
  })
  return texts.find(
    (text) =>
      OF_PRICES.test(text.toLowerCase()) && OTHER_MONEY.test(normalizeHeader(text.replace(NO_MONEY, ' '))),
  )
}

/** The title of a column that holds the hundredths of the prices ('Лева', 'Стотинки'): these alone would be wrong amounts. */
export function hundredthsBeside(price: Candidate, candidates: readonly Candidate[]): string | undefined {
  const found = candidates.find(
    ({ title, sample }) => HUNDREDTHS.test(normalizeHeader(title)) && sample.prices > 0,
  )
  return price.sample.decimals === 0 ? found?.title : undefined
}

const HUNDREDTHS = /^(?:(?:в )?ст|стотинки|(?:евро)?цент(?:а|ове)?|cents?)$/

/** Whether titles may go on above or below the header that was found. */
export const mayGoOn = (table: Table, columns: Columns, candidates: readonly Candidate[]): boolean =>
  hasTitlesBelow(table, columns, candidates) || hasPriceAbove(table, columns, candidates)

/** Blank rows that can stand between titles. */
const MOST_BLANK = 2

const NAMED_ROWS = 20

/**
 * Whether the first row below the header, ignoring blank rows, may continue the titles: it has no name, and words in a price
 * column or nothing but numbers; or it has a year in a price column and a word for names.
 */
function hasTitlesBelow(
  table: Table,
  { headerRow, name }: Columns,
  candidates: readonly Candidate[],
): boolean {
  if (headerRow === null) return false
  const row = table.slice(headerRow + 1, headerRow + 2 + MOST_BLANK).find((one) => !isBlankRow(one))
  if (row !== undefined && mayBeYearOfPrices(rowAt(table, headerRow)!, row)) return true
  if (row === undefined || (name !== null && !isBlankCell(row[name]))) return false
  if (row.every((cell) => isBlankCell(cell) || isYearAndCurrency(cell))) return true
  // One word alone is the heading of a group, or the currency of all prices.
  const [first = '', ...others] = row.map((cell) => textOf(cell).trim()).filter((text) => text !== '')
  if (others.length === 0 && (/^\p{Lu}/u.test(first) || statedIn(first, 'below') !== undefined)) return false
  const arePrices = ({ meaning, sample }: Candidate) =>
    sample.holdsAmountsBut(1) || (meaning.price > 0 && sample.holdsNumbersBut(1))
  const isTitle = (cell: TableRow[number]) => isText(cell) && !isPriceOnRequest(textOf(cell))
  const hasWords = candidates.some((one) => arePrices(one) && isTitle(row[one.index]))
  return hasWords || (name !== null && areNumbersAlone(row) && areRowsNamed(table, headerRow, name))
}

/** Letters, or a sign of money without an amount ('4. (£)'). */
function isText(cell: TableRow[number]): boolean {
  const text = textOf(cell)
  return !isNumber(cell) && (/\p{L}/u.test(text) || (/\p{Sc}/u.test(text) && !hasAmount(cell)))
}

/** Two or more numbers without cents and nothing else: quantities that the price columns are for, since products have names. */
function areNumbersAlone(row: TableRow): boolean {
  const filled = row.filter((cell) => !isBlankCell(cell))
  return filled.length > 1 && filled.every((cell) => isNumber(cell) && !/[.,]\d\d/.test(textOf(cell)))
}

/** Whether every row of a few has a name, but for the first. */
function areRowsNamed(table: Table, headerRow: number, name: number): boolean {
  const rows = table.slice(headerRow + 2, headerRow + 2 + NAMED_ROWS).filter((row) => !isBlankRow(row))
  return rows.length > 0 && rows.every((row) => !isBlankCell(row[name]))
}

/** Whether a title of prices stands right above the header, over amounts: the titles may begin there. */
function hasPriceAbove(table: Table, { headerRow }: Columns, candidates: readonly Candidate[]): boolean {
  const above = headerRow === null ? undefined : rowAt(table, firstHeaderRow(table, headerRow) - 1)
  if (above === undefined || above.some(isPriceCell)) return false
  // What could not be decoded alone in a cell is no title.
  const filled = above.filter((cell) => !/^[\s\0\ufffd]*$/.test(textOf(cell)))
  // 'Промо' over 'цена' is a part of the title, or the heading of the whole list.
  const isQualified = ({ index, title, meaning, sample }: Candidate) => {
    const text = textOf(above[index])
    const { price } = meaningOfHeader(`${text} ${title}`)
    return (
      text !== '' && price > 0 && price < RANKS.bareCurrency && meaning.price > price && sample.prices > 0
    )
  }
  const arePrices = filled.every((cell) => meaningOfHeader(textOf(cell)).price > 0)
  if (
    (filled.length === 1 || arePrices) &&
    candidates.some((one) => hasPriceWord(one.title) && isQualified(one))
  )
    return true
  return candidates.some(
    ({ index, title, sample }) =>
      !hasPriceWord(title) &&
      meaningOfHeader(textOf(above[index])).price > 0 &&
      !STATEMENT.test(textOf(above[index])) &&
      // The headings of groups can stand among them.
      (sample.mostlyAmounts || (arePrices && sample.holdsNumbersBut(1))),
  )
}

/** Whether titles of which a part could not be decoded lack a cell, or have one more: they stand over other columns. */
export function isHeaderDamaged(table: Table, headerRow: number | null): boolean {
  if (headerRow === null) return false
  const length = lengthOfRow(table, headerRow + 1)
  const isDamaged = (r: number): boolean =>
    r >= 0 && (rowAt(table, r) ?? []).some((cell) => /[\0\ufffd]/.test(textOf(cell)))
  const rows = Array.from(
    { length: headerRow - firstHeaderRow(table, headerRow) + 1 },
    (_, i) => headerRow - i,
  )
  // A line end may be a part of the damage.
  const isOfOtherLength = lengthOfRow(table, headerRow) !== length
  const above = rows.at(-1)! - 1
  // The name of a shop above the titles is none of them.
  const areTitlesAbove = mayHoldTitles(rowAt(table, above) ?? [])
  if (isOfOtherLength && isDamaged(headerRow)) return true
  if (isOfOtherLength && (rows.length > 1 || areTitlesAbove) && isDamaged(headerRow - 1)) return true
  return [...rows, ...(areTitlesAbove ? [above] : [])].some(
    (r) => isDamaged(r) && lengthOfRow(table, r) !== length,
  )
}

/** Whether a title that could not be decoded whole stands over numbers, and may be that of another price than the chosen one. */
export const isTitleDamaged = (price: Candidate, rivals: number, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    (one) =>
      withoutLost(one.title) !== one.title &&
      one.sample.prices > 0 &&
      (one.meaning.isElse !== true || meaningOfHeader(withoutLost(one.title)).price > 0) &&
      (one !== price || rivals > 0),
  )

/** The lost letter may have been a quotation mark, so that all of the title is left: '\ufffdЕвро с ДДС'. */
const withoutLost = (title: string): string => title.replaceAll(/[\0\ufffd]/g, '')

function mayHoldTitles(row: TableRow): boolean {
  const texts = row.map(textOf).filter((text) => text.trim() !== '')
  const isTitle = (text: string): boolean => {
    const { price, name, isCurrency } = meaningOfHeader(text)
    return price > 0 || name > 0 || isCurrency
  }
  return texts.length > 1 || texts.some(isTitle)
}

/** Whether rows like those of the list stand above its header too: they would be left out without a word. */
export const hasRowsAbove = (table: Table, { headerRow, name, price }: Columns): boolean =>
  price !== null &&
  table
    .slice(0, headerRow ?? 0)
    .some((row) => isPriceCell(row[price]) && (name === null || !isBlankCell(row[name])))

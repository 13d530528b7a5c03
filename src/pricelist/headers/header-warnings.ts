import type { Columns } from '../types.ts'
import {
  type Table,
  type TableRow,
  isBlankCell,
  isBlankRow,
  lengthOfRow,
  rowAt,
  cellText,
} from '#table/table.ts'
import { type ColumnSample, isPriceCell } from '../columns/column-sample.ts'
import { AROUND, OF_PRICES, statedIn } from '../currency/currency-statement.ts'
import { firstHeaderRow } from './header-row.ts'
import { hasPriceWord, meaningOfHeader } from './header-meaning.ts'
import { normalizeHeader } from './header-text.ts'
import { AMOUNT_WORDS, ELSE_WORDS, OTHER_MONEY, RANKS, TEXT_WORDS } from './header-words.ts'
import { type Candidate, isQuantity } from '../columns/choose-price.ts'
import { isPriceOnRequest } from '../currency/currency-words.ts'
import { STATEMENT, hasAmount, isNumber, isYearAndCurrency, mayBeYearOfPrices } from './title-rows.ts'
import { WHOLE_NAME } from './name-titles.ts'

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
    const [text, ...others] = row.map((cell) => cellText(cell).trim()).filter((one) => one !== '')
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
  const [first = '', ...others] = row.map((cell) => cellText(cell).trim()).filter((text) => text !== '')
  if (others.length === 0 && (/^\p{Lu}/u.test(first) || statedIn(first, 'below') !== undefined)) return false
  const arePrices = ({ meaning, sample }: Candidate) =>
    sample.holdsAmountsBut(1) || (meaning.price > 0 && sample.holdsNumbersBut(1))
  const isTitle = (cell: TableRow[number]) => isText(cell) && !isPriceOnRequest(cellText(cell))
  const hasWords = candidates.some((one) => arePrices(one) && isTitle(row[one.index]))
  return hasWords || (name !== null && areNumbersAlone(row) && areRowsNamed(table, headerRow, name))
}

/** Letters, or a sign of money without an amount ('4. (£)'). */
function isText(cell: TableRow[number]): boolean {
  const text = cellText(cell)
  return !isNumber(cell) && (/\p{L}/u.test(text) || (/\p{Sc}/u.test(text) && !hasAmount(cell)))
}

/** Two or more numbers without cents and nothing else: quantities that the price columns are for, since products have names. */
function areNumbersAlone(row: TableRow): boolean {
  const filled = row.filter((cell) => !isBlankCell(cell))
  return filled.length > 1 && filled.every((cell) => isNumber(cell) && !/[.,]\d\d/.test(cellText(cell)))
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
  const filled = above.filter((cell) => !/^[\s\0\ufffd]*$/.test(cellText(cell)))
  // 'Промо' over 'цена' is a part of the title, or the heading of the whole list.
  const isQualified = ({ index, title, meaning, sample }: Candidate) => {
    const text = cellText(above[index])
    const { price } = meaningOfHeader(`${text} ${title}`)
    return (
      text !== '' && price > 0 && price < RANKS.bareCurrency && meaning.price > price && sample.prices > 0
    )
  }
  const arePrices = filled.every((cell) => meaningOfHeader(cellText(cell)).price > 0)
  if (
    (filled.length === 1 || arePrices) &&
    candidates.some((one) => hasPriceWord(one.title) && isQualified(one))
  )
    return true
  return candidates.some(
    ({ index, title, sample }) =>
      !hasPriceWord(title) &&
      meaningOfHeader(cellText(above[index])).price > 0 &&
      !STATEMENT.test(cellText(above[index])) &&
      // The headings of groups can stand among them.
      (sample.mostlyAmounts || (arePrices && sample.holdsNumbersBut(1))),
  )
}

/** Whether titles of which a part could not be decoded lack a cell, or have one more: they stand over other columns. */
export function isHeaderDamaged(table: Table, headerRow: number | null): boolean {
  if (headerRow === null) return false
  const length = lengthOfRow(table, headerRow + 1)
  const isDamaged = (r: number): boolean =>
    r >= 0 && (rowAt(table, r) ?? []).some((cell) => /[\0\ufffd]/.test(cellText(cell)))
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
  const texts = row.map(cellText).filter((text) => text.trim() !== '')
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

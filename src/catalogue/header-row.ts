import type { Table, TableRow } from './catalogue.ts'
import { isBlankCell, rowAt, textOf } from './cells.ts'
import { BARE_CURRENCY, EXACT_PRICE, type HeaderMeaning, meaningOfHeader } from './headers.ts'
import { parsePriceText } from './price-text.ts'
import { currencyOfWord, PRICE_LABEL } from './price-words.ts'

/** A header stands within these first rows. */
export const HEADER_ROWS = 20

const CURRENCY_SCORE = 50
/** A row with numbers in it is data, whatever its words. */
const NUMBERS_PENALTY = 70
/** Less than a word for a name is no header. */
const LEAST_SCORE = 40

/** Columns whose headers are looked at. */
const MAX_HEADERS = 512

/**
 * The row that names a price, a name and a currency best, or undefined; the first of equals. Behind a header with rows of
 * numbers below it stands another table, whose better header must not swallow them.
 */
export function findHeaderRow(table: Table): number | undefined {
  let found: number | undefined
  let best = LEAST_SCORE - 1
  for (let r = 0; r < Math.min(table.length, HEADER_ROWS); r++) {
    const row = rowAt(table, r)!
    if (found !== undefined && isHeader(rowAt(table, found)!) && hasNumbers(row)) break
    const score = isTitleAbove(table, r) ? 0 : scoreOf(row)
    if (score > best) [found, best] = [r, score]
  }
  return found === undefined ? undefined : wholeHeader(table, found)
}

/** The last row of the header that begins in this row: currencies can stand in a row of their own below the titles. */
export const wholeHeader = (table: Table, row: number): number =>
  isSecondHeader(table, row + 1) ? row + 1 : row

/**
 * One cell above rows of several, in more words than a price has: a title of the whole list ('Всички цени са крайни').
 */
function isTitleAbove(table: Table, r: number): boolean {
  const [cell, ...others] = rowAt(table, r)!.filter((one) => !isBlankCell(one))
  if (others.length > 0 || meaningOfHeader(textOf(cell)).price >= EXACT_PRICE) return false
  return table.slice(r + 1, r + 1 + HEADER_ROWS).some((row) => filledIn(row) > 1)
}

const filledIn = (row: TableRow): number => row.filter((cell) => !isBlankCell(cell)).length

/**
 * A row of words above a row with numbers: the header of a file whose titles say nothing to us. For a guess alone.
 */
export function likelyHeaderRow(table: Table): number | undefined {
  for (let r = 0; r + 1 < Math.min(table.length, HEADER_ROWS); r++) {
    const [row, below] = [rowAt(table, r)!, rowAt(table, r + 1)!]
    // A row whose price is missing has a currency in it.
    if (row.some((cell) => currencyOfWord(textOf(cell)) !== undefined)) continue
    if (filledIn(row) < 2 || hasNumbers(row)) continue
    if (row.some((cell, c) => !isBlankCell(cell) && isNumber(below[c]))) return r
  }
  return undefined
}

/**
 * The titles of the columns. A header of two rows ('Цена' over 'лв.' and '€') gives both, and `headerRow` is the second.
 */
export function headerTitles(table: Table, headerRow: number | null): readonly string[] {
  if (headerRow === null) return []
  const titles = (rowAt(table, headerRow) ?? []).slice(0, MAX_HEADERS).map((cell) => textOf(cell).trim())
  if (!isSecondHeader(table, headerRow)) return titles
  let above = ''
  const first = rowAt(table, headerRow - 1)!
  return Array.from({ length: Math.max(first.length, titles.length) }, (_, c) => {
    const own = textOf(first[c]).trim()
    // A merged cell stands in its first column alone.
    if (own !== '' || (titles[c] ?? '') === '') above = own
    return `${above} ${titles[c] ?? ''}`.trim()
  })
}

export const meaningsOf = (titles: readonly string[]): HeaderMeaning[] => titles.map(meaningOfHeader)

/** Whether row `r` has nothing but currencies, under a row of words that is no such row. */
function isSecondHeader(table: Table, r: number): boolean {
  const [first, row] = [rowAt(table, r - 1), rowAt(table, r)]
  if (first === undefined || row === undefined) return false
  // Under the title of a currency stands the currency of a row that has no price.
  if (row.some((cell, c) => !isBlankCell(cell) && meaningOfHeader(textOf(first[c])).isCurrency)) return false
  return namesCurrenciesOnly(row) && scoreOf(first) >= LEAST_SCORE && !namesCurrenciesOnly(first)
}

function namesCurrenciesOnly(row: TableRow): boolean {
  const filled = row.slice(0, MAX_HEADERS).filter((cell) => !isBlankCell(cell))
  return filled.length > 0 && filled.every((cell) => meaningOfHeader(textOf(cell)).price === BARE_CURRENCY)
}

function scoreOf(row: TableRow): number {
  const meanings = row.slice(0, MAX_HEADERS).map((cell) => meaningOfHeader(textOf(cell)))
  const isData = hasNumbers(row)
  // Beside a number a bare 'BGN' is its currency, and no title.
  const prices = meanings.map((meaning) => (isData && meaning.price === BARE_CURRENCY ? 0 : meaning.price))
  const price = Math.max(0, ...prices)
  const name = Math.max(0, ...meanings.map((meaning) => meaning.name))
  const currency = meanings.some((meaning) => meaning.isCurrency) ? CURRENCY_SCORE : 0
  // A row without a price but with its currency looks like that.
  if (price === BARE_CURRENCY && name === 0 && currency === 0) return 0
  return price + name + currency - (isData ? NUMBERS_PENALTY : 0)
}

/** Titles of a price and of a name, and no numbers: more than a sentence above a table that has the word in it. */
export const isHeader = (row: TableRow): boolean => {
  const meanings = meaningsOf(row.slice(0, MAX_HEADERS).map((cell) => textOf(cell)))
  const price = meanings.findIndex((meaning) => meaning.price > 0)
  return price !== -1 && meanings.some((meaning, c) => meaning.name > 0 && c !== price) && !hasNumbers(row)
}

const hasNumbers = (row: TableRow): boolean => row.some(isNumber)

/** 'Цена 2026' is a title, 'Цена: 12,50' a price. */
const isTitleWithYear = (text: string): boolean =>
  !text.includes(':') && PRICE_LABEL.test(text.trim().toLowerCase())

const isNumber = (cell: TableRow[number]): boolean =>
  typeof cell === 'string'
    ? /\p{Nd}/u.test(cell) && !isTitleWithYear(cell) && parsePriceText(cell).kind === 'price'
    : cell !== undefined && cell.kind !== 'text'

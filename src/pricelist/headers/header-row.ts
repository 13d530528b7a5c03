import { type Cell, type Table, type TableRow, cellAt, isBlankCell, rowAt, cellText } from '#table/table.ts'
import type { Columns } from '../types.ts'
import { type HeaderMeaning, hasPriceWord, isPriceQualifier, meaningOfHeader } from './header-meaning.ts'
import { RANKS } from './header-words.ts'
import { currencyOfWord } from '../currency/currency-words.ts'
import { withoutNumber } from './header-text.ts'
import {
  MAX_HEADERS,
  STATEMENT,
  areOneHeader,
  filledIn,
  hasNumbers,
  isBareCurrency,
  isNumber,
  isPriceGroup,
} from './title-rows.ts'
import { isRowOfNumbers } from '../columns/column-numbers.ts'

/** Number of first rows in which a header is searched. */
export const HEADER_ROWS = 20

/** Maximum number of rows of one header. */
const MOST_HEADER_ROWS = 3

const CURRENCY_SCORE = 50
/** A row with numbers is data, whatever its words. */
const NUMBERS_PENALTY = 70
/** The score of a name word alone; a header has more. */
const LEAST_SCORE = 40

/**
 * Finds the header: the row that best names a price, a name and a currency, the first of equals; returns the last row of
 * that header, or undefined. A header that follows rows of numbers belongs to another table and is not taken.
 */
export function findHeaderRow(table: Table): number | undefined {
  let found: number | undefined
  let best = LEAST_SCORE - 1
  for (let r = 0; r < Math.min(table.length, HEADER_ROWS); r++) {
    const row = rowAt(table, r)!
    if (found !== undefined && isHeader(rowAt(table, found)!) && hasNumbers(row)) break
    if (isTitleAbove(table, r)) continue
    const score = scoreOf(row)
    if (score > best) [found, best] = [r, score]
  }
  return found === undefined ? undefined : lastHeaderRow(table, found)
}

/** The last row of the header that begins in this row: parts of its titles can be in rows below. */
export function lastHeaderRow(table: Table, row: number): number {
  let last = row
  while (last - row < MOST_HEADER_ROWS - 1 && areOneHeader(table, last)) last++
  return last
}

/**
 * Whether a single cell above rows of several is a title of the whole list ('Всички цени са крайни'); false
 * where prices are below it.
 */
function isTitleAbove(table: Table, r: number): boolean {
  const row = rowAt(table, r)!
  if (filledIn(row) !== 1) return false
  const column = row.findIndex((cell) => !isBlankCell(cell))
  const below = table.slice(r + 1, r + 1 + HEADER_ROWS)
  const isStatement = STATEMENT.test(cellText(row[column])) && !areOneHeader(table, r)
  if (isStatement && below.some((one) => filledIn(one) > 1)) return true
  const [next] = below
  // Titles directly below it are the header, unless they continue it.
  if (next !== undefined && filledIn(next) > 1 && !hasNumbers(next) && !areOneHeader(table, r)) return true
  // Of two price titles above each other, the lower one is that of the column.
  const isOverTitle = next !== undefined && filledIn(next) === 1 && isPriceGroup(cellText(next[column]))
  if (isPriceGroup(cellText(row[column])) && !isOverTitle && below.some((one) => isNumber(one[column])))
    return false
  return below.some((one) => filledIn(one) > 1)
}

/** A row of words above a row with numbers: the header of a file with unknown titles. Only for a guess. */
export function likelyHeaderRow(table: Table): number | undefined {
  for (let r = 0; r + 1 < Math.min(table.length, HEADER_ROWS); r++) {
    const [row, below] = [rowAt(table, r)!, rowAt(table, r + 1)!]
    // A row without a price has a currency.
    if (row.some((cell) => currencyOfWord(cellText(cell)) !== undefined)) continue
    if (filledIn(row) < 2 || hasNumbers(row)) continue
    if (row.some((cell, c) => !isBlankCell(cell) && isNumber(below[c]))) return r
  }
  return undefined
}

/**
 * The titles of the columns; those of two and three rows ('Цена' over 'лв.' and '€') are joined. `headerRow`
 * is the last row of the header.
 */
export function headerTitles(table: Table, headerRow: number | null): readonly string[] {
  if (headerRow === null) return []
  const first = firstHeaderRow(table, headerRow)
  const rows = table
    .slice(first, headerRow + 1)
    .map((row) => row.slice(0, MAX_HEADERS).map((cell) => cellText(cell).trim()))
  const [titles = [], ...others] = rows
  return others.length === 0 ? titles : joinedTitles(rows)
}

/** The title of a column; '' where the header is shorter. */
export const titleAt = (titles: readonly string[], column: number): string => titles[column] ?? ''

/** The row after the header; the first row where there is none. */
export const firstBelow = (headerRow: number | null): number => (headerRow === null ? 0 : headerRow + 1)

/** The first row of the header that ends in this row. */
export function firstHeaderRow(table: Table, headerRow: number): number {
  let first = headerRow
  while (headerRow - first < MOST_HEADER_ROWS - 1 && first > 0 && areOneHeader(table, first - 1)) first--
  return first
}

/**
 * Joins titles of several rows. A merged cell has its text in its first column only: it also applies to the
 * cells to its right that only distinguish its prices.
 */
function joinedTitles(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((row) => row.length))
  const groups = rows.map(() => '')
  const hasName = (row: readonly string[]) => row.some((text) => meaningOfHeader(text).name !== 0)
  const areNamesBelow = rows.map((_, r) => rows.slice(r + 1).some(hasName))
  return Array.from({ length: width }, (_, c) => {
    const pieces = rows.map((row, r) => {
      const own = row[c] ?? ''
      const below = rows
        .slice(r + 1)
        .map((one) => one[c] ?? '')
        .find((text) => text !== '')
      // A title split over two cells of its own column is not a group over the columns to its right.
      const isSplit = below !== undefined && hasPriceWord(below) && !hasPriceWord(own)
      if (own !== '') groups[r] = isPriceGroup(own) && !isSplit ? own : ''
      else if (below === undefined || !isUnderGroup(groups[r]!, below, areNamesBelow[r]!)) groups[r] = ''
      return own === '' ? groups[r]! : own
    })
    return pieces
      .filter((piece, r) => piece !== '' && piece !== pieces[r - 1])
      .map((piece, r) => (r === 0 ? piece : withoutNumber(piece)))
      .join(' ')
  })
}

/**
 * Whether a group title applies to a title below or to its right. Where names are below it, it applies only
 * to titles that distinguish prices. 'Сума' over '(общо)' does not apply to the prices next to it.
 */
function isUnderGroup(group: string, below: string, areNamesBelow: boolean): boolean {
  if (meaningOfHeader(below).name !== 0) return false
  const { price, currency } = meaningOfHeader(group)
  // 'Price' adds nothing to 'list price'.
  const saysMore = hasPriceWord(group) && (price !== RANKS.selling || currency !== undefined)
  if (hasPriceWord(below) && !saysMore) return false
  return !areNamesBelow || isPriceQualifier(below) || isPriceGroup(below)
}

export const meaningsOf = (titles: readonly string[]): HeaderMeaning[] => titles.map(meaningOfHeader)

function scoreOf(row: TableRow): number {
  const meanings = row.slice(0, MAX_HEADERS).map((cell) => meaningOfHeader(cellText(cell)))
  const isData = hasNumbers(row)
  // Next to a number, 'BGN' alone is its currency and not a title.
  const prices = meanings.filter((meaning) => !isData || !isBareCurrency(meaning))
  const price = Math.max(0, ...prices.map((meaning) => meaning.price))
  const name = Math.max(0, ...meanings.map((meaning) => meaning.name))
  const currency = meanings.some((meaning) => meaning.isCurrency) ? CURRENCY_SCORE : 0
  // A row without a price but with its currency looks the same.
  if (price === RANKS.bareCurrency && name === 0 && currency === 0) return 0
  return price + name + currency - (isData ? NUMBERS_PENALTY : 0)
}

/** Titles of a price and of a name, and no numbers: a sentence above a table has only one of them. */
export const isHeader = (row: TableRow): boolean => {
  if (hasNumbers(row)) return false
  const meanings = meaningsOf(row.slice(0, MAX_HEADERS).map((cell) => cellText(cell)))
  const price = meanings.findIndex((meaning) => meaning.price !== 0)
  return price !== -1 && meanings.some((meaning, c) => meaning.name !== 0 && c !== price)
}

/**
 * The rows of further tables below the first whose header has the price or currency in another column or
 * names another currency: read by the columns of the first they would give quantities as prices.
 */
export function laterTableRows(table: Table, columns: Columns, from: number, end: number): Set<number> {
  const rows = new Set<number>()
  const { price, headerRow } = columns
  if (price === null || headerRow === null) return rows
  const titles = headerTitles(table, headerRow)
  let isOther = false
  for (let r = from; r < end; r++) {
    const row = mayBeTitle(cellAt(table, r, price)) ? rowAt(table, r)! : undefined
    if (row !== undefined && (isHeader(row) || isHeaderInOtherMoney(row, price))) {
      isOther = !isSameOrder(row, columns, titles, table)
      if (isRowOfNumbers(table, r)) rows.add(r + 1)
    } else if (isOther) rows.add(r)
  }
  return rows
}

/** Titles of a further table, in whichever column its prices are. */
export const isFurtherHeader = (row: TableRow): boolean =>
  !hasNumbers(row) && (isHeader(row) || row.some((_, c) => isHeaderInOtherMoney(row, c)))

/** Titles of a name and of prices in stotinki, or in a currency that is not converted. */
function isHeaderInOtherMoney(row: TableRow, price: number): boolean {
  const { isOtherMoney, isInHundredths } = meaningOfHeader(cellText(row[price]))
  if (isOtherMoney !== true && isInHundredths !== true) return false
  return !hasNumbers(row) && row.some((cell, c) => c !== price && meaningOfHeader(cellText(cell)).name !== 0)
}

/** Rules out most rows of a large file by their price cell. */
const mayBeTitle = (cell: string | Cell | undefined): boolean =>
  cell === undefined ||
  (typeof cell === 'string'
    ? !/^\s*\d/.test(cell) || !/^\s*\d/.test(withoutNumber(cell))
    : cell.kind === 'text')

function isSameOrder(row: TableRow, columns: Columns, titles: readonly string[], table: Table): boolean {
  const { price, otherPrice, currency, headerRow } = columns
  const first = [titles, ...table.slice(firstHeaderRow(table, headerRow!), headerRow! + 1)]
  const isFirst = (header: readonly string[]) => row.every((cell, c) => cellText(cell) === (header[c] ?? ''))
  if (first.some((header) => isFirst(header.map(cellText)))) return true
  const hasTitleOf = (c: number): boolean =>
    first.some((header) => isAlike(cellText(header[c]), cellText(row[c])))
  if (![price, otherPrice].every((c) => c === null || hasTitleOf(c))) return false
  return row.every(
    (cell, c) => meaningOfHeader(cellText(cell)).isCurrency === (c === currency) || hasTitleOf(c),
  )
}

function isAlike(one: string, other: string): boolean {
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return one.trim() !== ''
  const [first, second] = [meaningOfHeader(one), meaningOfHeader(other)]
  const ofEach = (key: 'price' | 'currency' | 'whole') => first[key] === second[key]
  return first.price !== 0 && ofEach('price') && ofEach('currency') && ofEach('whole')
}

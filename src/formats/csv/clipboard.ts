import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import type { AmbiguousReading, Columns, PriceProblem } from '#pricelist/types.ts'
import { type Table, cellText, columnCount } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { HEADER_ROWS } from '#pricelist/headers/header-row.ts'
import { CsvOffsets, CsvTable } from './table.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { OTHER_CURRENCY, currencyOfWord } from '#pricelist/currency/currency-words.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

/** The values of a pasted row: those of the pasted columns, and the currency where a cell or title names it. */
export type PastedRow = { name?: string; price?: string; currency?: Currency; problem?: PriceProblem }

export type PastedCells = {
  readonly rows: readonly PastedRow[]
  /** A price like '12,500' that neither the column nor the user's choice explains: ask before the rows are used. */
  readonly question?: string
}

export type PasteOptions = {
  /** The column of the cell that the user pastes into. */
  readonly at: 'name' | 'price'
  readonly ambiguous?: AmbiguousReading
  /** Rows to read at most. */
  readonly limit: number
}

/**
 * Reads cells from the clipboard: tab-separated as spreadsheets copy them, or lines with semicolons. The columns are those of
 * the header; without one they are name, price and currency from the pasted cell on.
 */
export function parseClipboard(text: string, options: PasteOptions): PastedCells {
  const offsets = new CsvOffsets(text, delimiterOf(text), 0, { limit: options.limit + HEADER_ROWS })
  if (offsets.isTooWide) return { rows: [] }
  const table = new CsvTable(offsets)
  const columns = columnsOf(table, options.at)
  const { ambiguous, limit } = options
  const readIn = (defaultCurrency: Currency) =>
    readRows(table, { columns, defaultCurrency, areTotalsDetected: false, ...(ambiguous && { ambiguous }) })
  const reading = readIn(NATIONAL)
  // A currency that depends on the default is named by no cell.
  const other = readIn(EURO).rows
  const open = reading.assumptions.find(({ what }) => what === 'ambiguous-prices')
  const rows = reading.rows.slice(0, limit).map(({ name, price, currency }, i) => ({
    ...(columns.name !== null && { name }),
    ...(columns.price !== null && { price }),
    ...(currency === other[i]?.currency && { currency }),
    ...(reading.problems.has(i) && columns.price !== null && { problem: reading.problems.get(i)! }),
  }))
  return open?.what === 'ambiguous-prices' && open.asked ? { rows, question: open.example } : { rows }
}

function delimiterOf(text: string): '\t' | ';' {
  const isTabbed = text.includes('\t')
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return !isTabbed && lines.length > 0 && lines.every((line) => line.includes(';')) ? ';' : '\t'
}

function columnsOf(table: Table, at: PasteOptions['at']): Columns {
  const { columns, certain } = detectColumns(table)
  if (certain && columns.headerRow !== null && table.length > columns.headerRow + 1) return columns
  const byPosition = columnsByPosition(table, at)
  // With a code before the name or a quantity before the price, detection is better than position.
  const priced = Array.from({ length: columnCount(table) }, (_, column) => column).filter((column) =>
    hasPrices(table, column),
  )
  const isMisplaced =
    byPosition.price !== null &&
    (!priced.includes(byPosition.price) || priced.some((column) => column > byPosition.price!))
  return isMisplaced && columns.price !== null ? { ...columns, headerRow: null } : byPosition
}

function columnsByPosition(table: Table, at: PasteOptions['at']): Columns {
  const width = columnCount(table)
  // A column of nothing but prices is never the name.
  const arePrices = width === 1 && hasOnlyPrices(table)
  const first = at === 'name' && !arePrices ? 0 : -1
  const price = first + 1 < width ? first + 1 : null
  const currency = first + 2 < width && hasCurrencies(table, first + 2) ? first + 2 : null
  return { headerRow: null, name: first === 0 ? 0 : null, price, currency, otherPrice: null, morePrices: [] }
}

const hasPrices = (table: Table, column: number): boolean =>
  table.some((row) => parsePriceText(cellText(row[column])).kind === 'price')

const hasOnlyPrices = (table: Table): boolean =>
  !table.some((row) => parsePriceText(cellText(row[0])).kind === 'invalid') && hasPrices(table, 0)

/** Other currencies count too: without its column, a price in dollars would be read as lev. */
const hasCurrencies = (table: Table, column: number): boolean =>
  table.some((row) => {
    const word = cellText(row[column]).trim().toLowerCase()
    return currencyOfWord(word) !== undefined || OTHER_CURRENCY.exec(word)?.[0] === word
  })

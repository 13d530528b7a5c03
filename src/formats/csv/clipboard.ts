import type { Currency } from '#money/currency.ts'
import type { AmbiguousReading, Columns, PriceProblem } from '#pricelist/types.ts'
import { type Table, cellText, columnCount } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { HEADER_ROWS } from '#pricelist/headers/header-row.ts'
import { CsvOffsets, CsvTable } from './table.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { OTHER_CURRENCY, currencyOfWord } from '#pricelist/currency/currency-words.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

/** What one pasted row says: only of the columns that were pasted, and the currency only where it is named. */
export type PastedRow = { name?: string; price?: string; currency?: Currency; problem?: PriceProblem }

export type Pasted = {
  readonly rows: readonly PastedRow[]
  /** A price like '12,500' that neither the column nor the person has explained: ask before anything is filled in. */
  readonly question?: string
}

export type PasteOptions = {
  /** The column of the cell that is pasted into. */
  readonly at: 'name' | 'price'
  readonly ambiguous?: AmbiguousReading
  /** Rows that are read at most. */
  readonly limit: number
}

/**
 * Reads a block of cells as a spreadsheet puts it on the clipboard (tab-separated), or lines split by semicolons. With a
 * header the columns are those it names; without one they are name, price and currency from the pasted cell on.
 */
export function parseClipboard(text: string, options: PasteOptions): Pasted {
  const layout = new CsvOffsets(text, delimiterOf(text), 0, { limit: options.limit + HEADER_ROWS })
  if (layout.isTooWide) return { rows: [] }
  const table = new CsvTable(layout)
  const columns = columnsOf(table, options.at)
  const { ambiguous, limit } = options
  const readIn = (defaultCurrency: Currency) =>
    readRows(table, { columns, defaultCurrency, areTotalsDetected: false, ...(ambiguous && { ambiguous }) })
  const reading = readIn('BGN')
  // What depends on the default is not named by the cells.
  const other = readIn('EUR').rows
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
  const byPlace = columnsByPlace(table, at)
  // A code before the name, or a quantity before the price: the guess from the cells is better than the place.
  const priced = Array.from({ length: columnCount(table) }, (_, column) => column).filter((column) =>
    holdsPrices(table, column),
  )
  const isMisplaced =
    byPlace.price !== null &&
    (!priced.includes(byPlace.price) || priced.some((column) => column > byPlace.price!))
  return isMisplaced && columns.price !== null ? { ...columns, headerRow: null } : byPlace
}

function columnsByPlace(table: Table, at: PasteOptions['at']): Columns {
  const width = columnCount(table)
  // Prices alone are no names, whichever cell they are pasted into.
  const arePrices = width === 1 && isAllPrices(table)
  const first = at === 'name' && !arePrices ? 0 : -1
  const price = first + 1 < width ? first + 1 : null
  const currency = first + 2 < width && holdsCurrencies(table, first + 2) ? first + 2 : null
  return { headerRow: null, name: first === 0 ? 0 : null, price, currency, otherPrice: null, morePrices: [] }
}

const holdsPrices = (table: Table, column: number): boolean =>
  table.some((row) => parsePriceText(cellText(row[column])).kind === 'price')

const isAllPrices = (table: Table): boolean =>
  !table.some((row) => parsePriceText(cellText(row[0])).kind === 'invalid') && holdsPrices(table, 0)

/** Of other currencies too: a price in dollars would pass for lev without its column. */
const holdsCurrencies = (table: Table, column: number): boolean =>
  table.some((row) => {
    const word = cellText(row[column]).trim().toLowerCase()
    return currencyOfWord(word) !== undefined || OTHER_CURRENCY.exec(word)?.[0] === word
  })

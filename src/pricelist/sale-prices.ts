import { firstRowOfData } from './columns/column-numbers.ts'
import type { Currency } from '#money/currency.ts'
import { fullName } from './product-name.ts'
import type { AmbiguousReading, ColumnInfo, Columns } from './types.ts'
import { type Table, cellAt, cellText } from '#table/table.ts'
import { meaningOfHeader } from './headers/header-meaning.ts'
import { headerWithoutCurrency } from './headers/header-text.ts'
import { RANKS } from './headers/header-words.ts'
import { readPriceColumn } from './rows/price-column.ts'
import { currencyOfCell } from './currency/currency-words.ts'

/**
 * A row whose sale price is above the regular one; `row` is its line in the file, 1-based, and `currency` the
 * one that the file names for both.
 */
export type SaleAboveRegular = {
  readonly row: number
  readonly name: string
  readonly sale: string
  readonly regular: string
  readonly currency?: Currency
}

export type SalePrices = {
  /** Titles of the two columns. */
  readonly sale: string
  readonly regular: string
  readonly count: number
  readonly first: readonly SaleAboveRegular[]
}

/** Number of rows in the message. */
const SHOWN = 5

/** The former price, which shops show crossed out. */
const FORMER =
  /(?<!\p{L})(?:old|former|compare at|before(?: discount)?|стар[аи]|предишна|преди(?: отстъпка)?)(?!\p{L})/u

/** Finds rows whose sale price is above the regular price, or whose former price is below the current one. */
export function findSalesAboveRegular(
  table: Table,
  columns: Columns,
  all: readonly ColumnInfo[],
  ambiguous: AmbiguousReading | undefined,
): SalePrices | undefined {
  const pair = pairOf(all, columns.price)
  if (pair === undefined) return undefined
  const from = firstRowOfData(table, columns.headerRow)
  const cellsOf = ({ index }: ColumnInfo) =>
    readPriceColumn(table, index, from, table.length, ambiguous).cells
  const regulars = cellsOf(pair.regular)
  const first: SaleAboveRegular[] = []
  let count = 0
  cellsOf(pair.sale).forEach((sale, i) => {
    const regular = regulars[i]!
    if (sale.kind !== 'price' || regular.kind !== 'price' || sale.currency !== regular.currency) return
    if (!(Number(sale.price) > Number(regular.price))) return
    count++
    if (first.length === SHOWN) return
    const row = from + i
    const name = columns.name === null ? '' : fullName(cellText(cellAt(table, row, columns.name)))
    const currency = sale.currency ?? namedBeside(table, row, columns) ?? pair.currency
    const found = { row: row + 1, name, sale: sale.price, regular: regular.price }
    first.push({ ...found, ...(currency && { currency }) })
  })
  return count === 0 ? undefined : { sale: pair.sale.title, regular: pair.regular.title, count, first }
}

const namedBeside = (table: Table, r: number, { currency }: Columns): Currency | undefined =>
  currency === null ? undefined : currencyOfCell(cellText(cellAt(table, r, currency)))

type Pair = {
  readonly sale: ColumnInfo
  readonly regular: ColumnInfo
  readonly currency: Currency | undefined
}

/**
 * The sale price column and the regular one; undefined unless both are in one currency as far as their titles
 * say.
 */
function pairOf(all: readonly ColumnInfo[], price: number | null): Pair | undefined {
  const meant = all.map((column) => ({ column, meaning: meaningOfHeader(column.title) }))
  const exact = meant.filter(({ meaning }) => meaning.price >= RANKS.net)
  const regular = exact.find(({ column }) => column.index === price) ?? exact[0]
  if (regular === undefined) return undefined
  const isMixed = new Set(exact.map(({ meaning }) => meaning.currency)).size > 1
  const others = meant.filter(
    ({ meaning }) =>
      meaning.currency === regular.meaning.currency || (!isMixed && meaning.currency === undefined),
  )
  const sale = others.find(({ meaning }) => meaning.price === RANKS.promotional)
  const { currency } = regular.meaning
  if (sale !== undefined) return { sale: sale.column, regular: regular.column, currency }
  const words = headerWithoutCurrency(regular.column.title)
  const former = others.find(({ meaning, column }) => meaning.price > 0 && isFormer(column.title, words))
  return former && { sale: regular.column, regular: former.column, currency }
}

/**
 * Whether a title names the former price of the one with these words, not a price for another group of
 * customers.
 */
function isFormer(title: string, words: string): boolean {
  const own = headerWithoutCurrency(title)
  return FORMER.test(own) && own.replace(FORMER, '').replace(/\s+/g, ' ').trim() === words
}

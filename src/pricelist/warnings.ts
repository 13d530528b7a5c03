import { CURRENCY_CODES, type Currency, EURO, NATIONAL, byCurrency } from '#money/currency.ts'
import type { SheetTable, Table, TableRow } from '#table/table.ts'
import {
  type AmbiguousReading,
  type ColumnInfo,
  type Columns,
  type CurrencyStatement,
  type Detection,
  type PriceCell,
  type RowsOptions,
  type RowsReading,
  priceColumnsOf,
} from './types.ts'
import { findCurrencyStatements } from './currency/currency-statement.ts'
import { headerTitles } from './headers/header-row.ts'
import { meaningOfHeader } from './headers/header-meaning.ts'
import { BGN_EUR } from '#money/pair.ts'
import { readPriceColumn } from './rows/price-column.ts'
import { firstRowOfData } from './columns/column-numbers.ts'
import { type SalePrices, findSalesAboveRegular } from './sale-prices.ts'

/** A text of the file that names another currency than most of its rows were read in. */
export type NamedCurrency = {
  readonly where: Exclude<CurrencyStatement['where'], 'cells' | 'between'>
  readonly text: string
  readonly named: Currency
}

/**
 * The title of a price column, the rows above the header, the sheet or the file, if one of them names a
 * currency other than that of most rows; a title that names any decides it.
 */
function findNamedCurrency(
  { table, sheet }: SheetTable,
  fileName: string,
  { headerRow, otherPrice }: Pick<Columns, 'headerRow' | 'otherPrice'>,
  column: number,
  taken: Currency,
): NamedCurrency | undefined {
  const title = headerTitles(table, headerRow)[column] ?? ''
  const ofTitle = meaningOfHeader(title).currency
  if (ofTitle !== undefined)
    return ofTitle === taken ? undefined : { where: 'title', text: title, named: ofTitle }
  const other = findCurrencyStatements({ table, ...(sheet !== undefined && { sheet }) }, fileName, {
    headerRow,
    price: column,
    otherPrice,
  })[0]
  if (other === undefined || other.currency === taken) return undefined
  if (other.where === 'cells' || other.where === 'between') return undefined
  return { where: other.where, text: other.text, named: other.currency }
}

/** The currency that more than half of the prices of the n-th price column were read in. */
function currencyTaken({ rows, nth, problems }: RowsReading, n: number): Currency | undefined {
  const counts = byCurrency(() => 0)
  rows.forEach(({ price, currency }, i) => {
    if (nth[i] === n && price !== '' && !problems.has(i)) counts[currency]++
  })
  return CURRENCY_CODES.find((currency) => counts[currency] > (counts[NATIONAL] + counts[EURO]) / 2)
}

/** A column with the prices of another one in the other currency. */
export type ConvertedColumn = {
  readonly index: number
  readonly title: string
  /** The currency of its prices; the source prices are in the other one. */
  readonly currency: Currency
}

const RATE = Number(BGN_EUR.rateText)
/**
 * Tolerance: where a shop keeps more decimals, both were rounded separately; the rest is for double
 * arithmetic.
 */
const A_CENT = 0.01 + 1e-9

/** Number of rows in the sample, spread over the file. */
const SAMPLE_ROWS = 2000
/** Number of first rows by which most columns are ruled out. */
const FIRST_ROWS = 50
const LEAST = { share: 0.9, prices: 3 }

/**
 * Finds the column whose prices are those of column `index` times or divided by the rate, to the cent, in
 * nearly all rows where both have one. Compares in double arithmetic: the result is a message only.
 */
function findConvertedColumn(
  table: Table,
  index: number,
  from: number,
  columns: readonly ColumnInfo[],
  ambiguous: AmbiguousReading | undefined,
): ConvertedColumn | undefined {
  const rows = sampleRows(table, from)
  const cellsOf = (column: number, count: number) => readPriceColumn(rows, column, 0, count, ambiguous).cells
  const prices = amountsOf(cellsOf(index, rows.length))
  for (const { index: column, title } of columns) {
    if (column === index) continue
    if (isElse(prices, cellsOf(column, Math.min(rows.length, FIRST_ROWS)))) continue
    const amounts = amountsOf(cellsOf(column, rows.length))
    const currency = [EURO, NATIONAL].find((one) => isEnough(compare(prices, amounts, one)))
    if (currency !== undefined) return { index: column, title, currency }
  }
  return undefined
}

function sampleRows(table: Table, from: number): readonly TableRow[] {
  const count = table.length - from
  if (count <= SAMPLE_ROWS) return table.slice(from)
  return Array.from({ length: SAMPLE_ROWS }, (_, i) =>
    table.at(from + Math.floor((i * count) / SAMPLE_ROWS))!,
  )
}

/** NaN where there is no price. */
const amountsOf = (cells: readonly PriceCell[]): number[] =>
  cells.map((cell) => (cell.kind === 'price' ? Number(cell.price) : Number.NaN))

/** Number of agreeing rows, of rows that can decide, and of distinct prices among the agreeing. */
type Agreement = { readonly rows: number; readonly of: number; readonly prices: number }

function compare(prices: readonly number[], amounts: readonly number[], currency: Currency): Agreement {
  const [factor, near] = currency === EURO ? [1 / RATE, 1 / 2] : [RATE, 2]
  const agreeing = new Set<number>()
  let [rows, of] = [0, 0]
  amounts.forEach((amount, i) => {
    const price = prices[i]!
    const expected = price * factor
    // Half of a small price, such as a purchase price, is within the tolerance as well.
    if (Number.isNaN(amount) || !(Math.abs(expected - price * near) > 2 * A_CENT)) return
    of++
    if (Math.abs(expected - amount) > A_CENT) return
    rows++
    agreeing.add(price)
  })
  return { rows, of, prices: agreeing.size }
}

const isEnough = ({ rows, of, prices }: Agreement): boolean =>
  prices >= LEAST.prices && rows >= LEAST.share * of

/** Whether the first cells of a column are no prices, or different ones. */
function isElse(prices: readonly number[], cells: readonly PriceCell[]): boolean {
  const count = (kind: PriceCell['kind']) => cells.filter((cell) => cell.kind === kind).length
  if (count('invalid') > count('price')) return true
  const amounts = amountsOf(cells)
  return [EURO, NATIONAL].every((currency) => {
    const { rows, of } = compare(prices, amounts, currency)
    return rows < of / 2
  })
}

/**
 * A reason not to convert the file as it was read, reported to the user. `taken` is the currency that its
 * prices were read in.
 */
export type PriceListWarning =
  | ({ readonly what: 'currency-named'; readonly taken: Currency } & NamedCurrency)
  | ({ readonly what: 'converted-column'; readonly taken: Currency } & ConvertedColumn)
  | ({ readonly what: 'sale-above-regular' } & SalePrices)

/** The warnings of a file, the most severe first. Uses a sample where that is enough; never throws. */
export function priceListWarnings(
  file: SheetTable,
  fileName: string,
  { all }: Detection,
  { columns, ambiguous }: RowsOptions,
  reading: RowsReading,
): PriceListWarning[] {
  const from = firstRowOfData(file.table, columns.headerRow)
  const priced = priceColumnsOf(columns).flatMap((column, n) => {
    const taken = currencyTaken(reading, n)
    return taken === undefined ? [] : [{ column, taken }]
  })
  const named = first(priced, ({ column, taken }) =>
    findNamedCurrency(file, fileName, columns, column, taken),
  )
  const converted = first(priced, ({ column }) =>
    findConvertedColumn(file.table, column, from, all, ambiguous),
  )
  const sales = priced.length > 0 && findSalesAboveRegular(file.table, columns, all, ambiguous)
  return [
    ...(named ? [{ what: 'currency-named', ...named } as const] : []),
    ...(converted ? [{ what: 'converted-column', ...converted } as const] : []),
    ...(sales ? [{ what: 'sale-above-regular', ...sales } as const] : []),
  ]
}

/** One price column, and the currency that its prices were read in. */
type Priced = { readonly column: number; readonly taken: Currency }

/** The first finding among the price columns: one warning of a kind is enough. */
function first<T extends object>(
  priced: readonly Priced[],
  find: (one: Priced) => T | undefined,
): (T & { readonly taken: Currency }) | undefined {
  for (const one of priced) {
    const found = find(one)
    if (found !== undefined) return { ...found, taken: one.taken }
  }
  return undefined
}

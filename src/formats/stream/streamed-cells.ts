import type { ConvertedAmount } from '#money/amount.ts'
import { toDecimalText } from '#money/amount.ts'
import { type Currency, CURRENCY_CODES } from '#money/currency.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { convertPrice } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader, ownColumns } from '#pricelist/rows/read-rows.ts'
import { type Columns, type RowsOptions, priceColumnsOf } from '#pricelist/types.ts'
import { cellAt, isBlankCell } from '#table/table.ts'
import type { CellsByRow, ConvertedCell } from '#writeback/converted-cells.ts'
import type { Placement, WriteBackPlan } from '#writeback/plan.ts'
import type { OpenedFile } from '../format.ts'
import type { PriceListRows } from '../read-price-list.ts'
import type { PriceSurveyor, Survey } from './price-surveyor.ts'
import type { OmittedRow } from './streamed-totals.ts'
import type { ColumnSurvey, SurveyedColumn } from './surveyed-column.ts'

/** A file of delimited text in which each row can be read by itself, so that its rows are never all in memory. */
export type StreamedList = {
  readonly file: OpenedFile
  readonly rows: PriceListRows
  readonly survey: Survey
  readonly options: RowsOptions
}

/** The currencies of the prices that get a new one in this place: only what the column has itself is replaced. */
export const currenciesOfColumn = (
  { currencies, ofOther }: ColumnSurvey,
  placement: Placement,
): ReadonlySet<Currency> =>
  new Set(
    CURRENCY_CODES.filter(
      (currency) => currencies[currency] > (placement === 'replace' ? ofOther[currency] : 0),
    ),
  )

const cellOf = (from: Currency, { national, euro }: ConvertedAmount): ConvertedCell => ({
  from,
  national: toDecimalText(national),
  euro: toDecimalText(euro),
})

/** The new price of a total (see `addTotals`). */
const sumIn = ({ sum }: OmittedRow, placement: Placement): ConvertedCell | undefined =>
  sum === undefined || ((sum.isMixed || sum.hasOther) && placement === 'replace')
    ? undefined
    : cellOf(sum.from, sum)

abstract class OneByOne implements CellsByRow {
  abstract readonly size: number
  abstract readonly currencies: ReadonlySet<Currency>
  abstract get(row: number): ConvertedCell | undefined
  /** The rows that may have a price. */
  protected abstract rows(): Iterable<number>

  has(row: number): boolean {
    return this.get(row) !== undefined
  }

  *[Symbol.iterator](): Generator<readonly [number, ConvertedCell]> {
    for (const row of this.rows()) {
      const cell = this.get(row)
      if (cell !== undefined) yield [row, cell]
    }
  }

  *keys(): Generator<number> {
    for (const [row] of this) yield row
  }

  *values(): Generator<ConvertedCell> {
    for (const [, cell] of this) yield cell
  }
}

/** The price in one column of the row that is being surveyed. */
class SurveyedCell extends OneByOne {
  /** Not the number of cells, but 0 where there are none. */
  readonly size: number
  readonly currencies: ReadonlySet<Currency>
  readonly #surveyor: PriceSurveyor
  readonly #column: SurveyedColumn
  readonly #placement: Placement

  /** @param survey of the column, where it is known */
  constructor(surveyor: PriceSurveyor, nth: number, placement: Placement, survey?: ColumnSurvey) {
    super()
    const column = surveyor.columns[nth]!
    this.#surveyor = surveyor
    this.#column = column
    this.#placement = placement
    this.currencies =
      survey === undefined ? new Set([column.usualCurrency]) : currenciesOfColumn(survey, placement)
    this.size = this.currencies.size
  }

  get(row: number): ConvertedCell | undefined {
    const { isUsual, money, other, isOfOther, currency, omitted } = this.#column
    if (row !== this.#surveyor.row) return undefined
    if (omitted !== undefined) return sumIn(omitted, this.#placement)
    if (isUsual) return cellOf(currency, money)
    if (other === undefined || (isOfOther && this.#placement === 'replace')) return undefined
    return cellOf(other.currency, convertPrice(other.price, other.currency)!)
  }

  protected rows(): Iterable<number> {
    return [this.#surveyor.row]
  }
}

/** The prices in one column of a streamed list, read again from the file when they are asked for. */
class StreamedCells extends OneByOne {
  readonly currencies: ReadonlySet<Currency>
  readonly size: number
  readonly #list: StreamedList
  readonly #columns: Columns
  readonly #from: number
  readonly #reader: RowReader
  readonly #placement: Placement
  readonly #omitted: ReadonlyMap<number, OmittedRow>
  /** Lines that are listed without a price. */
  readonly #unpriced: ReadonlySet<number>

  constructor(list: StreamedList, nth: number, placement: Placement) {
    super()
    const { rows, survey, options } = list
    const { counts, listed, totals } = survey.columns[nth]!
    const columns = ownColumns(options.columns)[nth]!
    this.#list = list
    this.#columns = columns
    this.#placement = placement
    this.#omitted = new Map(totals.omitted.map((one) => [one.row, one]))
    this.#unpriced = new Set(listed.map(({ line }) => line))
    this.#from = firstRowOfData(rows.table, columns.headerRow)
    this.#reader = new RowReader(rows.table, { ...options, columns }, { cells: [] }, { cells: [] })
    this.size = counts.validRows
    this.currencies = currenciesOfColumn(survey.columns[nth]!, placement)
  }

  get(row: number): ConvertedCell | undefined {
    const { rows, options } = this.#list
    const { table } = rows
    if (row < this.#from || row >= table.length) return undefined
    const omitted = this.#omitted.get(row)
    if (omitted !== undefined) return sumIn(omitted, this.#placement)
    const { price, otherPrice } = this.#columns
    const own = cellAt(table, row, price!)
    if (this.#placement === 'replace' && isBlankCell(own)) return undefined
    const other = otherPrice === null ? undefined : readPriceCell(cellAt(table, row, otherPrice), {})
    const { row: read, problem } = this.#reader.rowOf(row, readPriceCell(own, {}), other)
    const isConverted = problem === undefined && read.currency !== options.wanted
    const money = isConverted ? convertPrice(read.price, read.currency) : undefined
    return money && cellOf(read.currency, money)
  }

  /**
   * All rows but those that are listed without a price, also blank ones: to read each of them again would take as long as
   * all the rest.
   */
  override *keys(): Generator<number> {
    for (const row of this.rows()) if (!this.#unpriced.has(row + 1)) yield row
  }

  protected *rows(): Generator<number> {
    for (let row = this.#from; row < this.#list.rows.table.length; row++) yield row
  }
}

const planFor = (
  columns: Columns,
  placement: Placement,
  cellsOf: (nth: number) => CellsByRow,
): WriteBackPlan => ({
  placement,
  headerRow: columns.headerRow,
  currencyColumn: columns.currency,
  columns: priceColumnsOf(columns).map((column, nth) => ({ column, cells: cellsOf(nth) })),
  changed: [],
  added: [],
})

/**
 * The plan for the prices of the row that is being surveyed.
 * @param survey of all rows, where it is known
 */
export const planForRow = (
  { columns }: RowsOptions,
  surveyor: PriceSurveyor,
  placement: Placement,
  survey?: Survey,
): WriteBackPlan =>
  planFor(columns, placement, (nth) => new SurveyedCell(surveyor, nth, placement, survey?.columns[nth]))

/** The plan for every price of a list. */
export const planForList = (list: StreamedList, placement: Placement): WriteBackPlan =>
  planFor(list.options.columns, placement, (nth) => new StreamedCells(list, nth, placement))

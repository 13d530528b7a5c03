import type { ConvertedAmount } from '#money/amount.ts'
import { toDecimalText } from '#money/amount.ts'
import { type Currency, CURRENCY_CODES } from '#money/currency.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { convertPrice } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import type { RowsOptions } from '#pricelist/types.ts'
import { cellAt } from '#table/table.ts'
import type { CellsByRow, ConvertedCell } from '#writeback/converted-cells.ts'
import type { Placement, WriteBackPlan } from '#writeback/plan.ts'
import type { OpenedFile } from '../format.ts'
import type { PriceListRows } from '../read-price-list.ts'
import type { PriceSurveyor, Survey } from './price-surveyor.ts'
import type { OmittedRow } from './streamed-totals.ts'

/** A file of delimited text in which each row can be read by itself, so that its rows are never all in memory. */
export type StreamedList = {
  readonly file: OpenedFile
  readonly rows: PriceListRows
  readonly survey: Survey
  readonly options: RowsOptions
}

/** The currencies of the prices. */
export const currenciesOfSurvey = ({ currencies }: Survey): ReadonlySet<Currency> =>
  new Set(CURRENCY_CODES.filter((currency) => currencies[currency] > 0))

const cellOf = (from: Currency, { national, euro }: ConvertedAmount): ConvertedCell => ({
  from,
  national: toDecimalText(national),
  euro: toDecimalText(euro),
})

/** The new price of a total (see `addTotals`). */
const sumIn = ({ sum }: OmittedRow, placement: Placement): ConvertedCell | undefined =>
  sum === undefined || (sum.isMixed && placement === 'replace') ? undefined : cellOf(sum.from, sum)

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

/** The price of the row that is being surveyed. */
export class SurveyedCell extends OneByOne {
  /** Not the number of cells, but 0 where there are none. */
  readonly size: number
  readonly currencies: ReadonlySet<Currency>
  readonly #surveyor: PriceSurveyor
  readonly placement: Placement

  /** @param currencies those of all prices, where they are known */
  constructor(
    surveyor: PriceSurveyor,
    placement: Placement,
    currencies: ReadonlySet<Currency> = new Set([surveyor.plainCurrency]),
  ) {
    super()
    this.#surveyor = surveyor
    this.placement = placement
    this.currencies = currencies
    this.size = currencies.size
  }

  get(row: number): ConvertedCell | undefined {
    const { isPlain, money, other, currency, omitted } = this.#surveyor
    if (row !== this.#surveyor.row) return undefined
    if (omitted !== undefined) return sumIn(omitted, this.placement)
    if (isPlain) return cellOf(currency, money)
    return other && cellOf(other.currency, convertPrice(other.price, other.currency)!)
  }

  protected rows(): Iterable<number> {
    return [this.#surveyor.row]
  }
}

/** The prices of a streamed list, read again from the file when they are asked for. */
export class StreamedCells extends OneByOne {
  readonly currencies: ReadonlySet<Currency>
  readonly size: number
  readonly #list: StreamedList
  readonly #from: number
  readonly #reader: RowReader
  readonly placement: Placement
  readonly #omitted: ReadonlyMap<number, OmittedRow>

  constructor(list: StreamedList, placement: Placement) {
    super()
    const { rows, survey, options } = list
    this.#list = list
    this.placement = placement
    this.#omitted = new Map(survey.totals.omitted.map((one) => [one.row, one]))
    this.#from = firstRowOfData(rows.table, options.columns.headerRow)
    this.#reader = new RowReader(rows.table, options, { cells: [] }, { cells: [] })
    this.size = survey.counts.validRows
    this.currencies = currenciesOfSurvey(survey)
  }

  get(row: number): ConvertedCell | undefined {
    const { rows, options } = this.#list
    if (row < this.#from || row >= rows.table.length) return undefined
    const omitted = this.#omitted.get(row)
    if (omitted !== undefined) return sumIn(omitted, this.placement)
    const cell = readPriceCell(cellAt(rows.table, row, options.columns.price!), {})
    if (cell.kind !== 'price') return undefined
    const { row: read, problem } = this.#reader.rowOf(row, cell)
    const isConverted = problem === undefined && read.currency !== options.wanted
    const money = isConverted ? convertPrice(read.price, read.currency) : undefined
    return money && cellOf(read.currency, money)
  }

  /**
   * All rows but those that are listed without a price, also blank ones: to read each of them again would take as long as
   * all the rest.
   */
  override *keys(): Generator<number> {
    const unpriced = new Set(this.#list.survey.lines)
    for (const row of this.rows()) if (!unpriced.has(row + 1)) yield row
  }

  protected *rows(): Generator<number> {
    for (let row = this.#from; row < this.#list.rows.table.length; row++) yield row
  }
}

/** The plan for the price of the row that is being surveyed, or for every price of a list. */
export function planForCells(
  { columns }: Pick<RowsOptions, 'columns'>,
  cells: SurveyedCell | StreamedCells,
): WriteBackPlan {
  const { headerRow, currency, price } = columns
  const priced = [{ column: price!, cells }]
  return {
    placement: cells.placement,
    headerRow,
    currencyColumn: currency,
    columns: priced,
    changed: [],
    added: [],
  }
}

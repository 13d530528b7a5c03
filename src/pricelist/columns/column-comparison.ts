import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { type Table, type TableRow, cellAt, cellText, filledCells, isBlankCell } from '#table/table.ts'
import { areApart } from '../pairs/price-pair.ts'
import { parsePriceText } from '../price-text.ts'

/** Tolerance in euro: either price may have been rounded separately; the rest is for double arithmetic. */
const A_CENT = 0.01 + 1e-9
const NEARLY_ALL = 0.9
/** Bulgaria's VAT rates. */
const VAT_RATES = [1.2, 1.09]
/** A product is rounded to cents; the rest is for double arithmetic. */
const HALF_A_CENT = 0.005 + 1e-9

/** Number of first rows that are compared. */
const COMPARED_ROWS = 400

/** The prices of a column by row; undefined where a cell holds none. */
type Prices = readonly (string | undefined)[]

type CellPair = readonly [TableRow[number], TableRow[number]]
type PricePair = readonly [string | undefined, string | undefined]

const pricesOf = ([one, other]: CellPair): PricePair => [priceOf(one), priceOf(other)]

const isPair = (pair: PricePair): pair is readonly [string, string] => !pair.includes(undefined)

/** Compares the prices of two columns row by row: in the first rows, and in further ones where these cannot tell. */
export class ColumnComparison {
  readonly #table: Table
  readonly #from: number
  readonly #prices = new Map<number, Prices>()
  readonly #numbers = new Map<number, Float64Array>()

  constructor(table: Table, from: number) {
    this.#table = table
    this.#from = from
  }

  /** Whether no row has two different prices, and the second column has no price where the first has none. */
  areEqual(one: number, other: number): boolean {
    const areEqual = ([first, second]: PricePair) => second === undefined || first === second
    if (!this.#rows(one, other).every(areEqual)) return false
    // One price that differs is enough, and may be in the last row.
    for (const cells of this.#furtherRows(one, other))
      if (cellText(cells[0]) !== cellText(cells[1]) && !areEqual(pricesOf(cells))) return false
    return true
  }

  /**
   * Whether nearly all rows hold the same price in two currencies, the second in `currency` where it is
   * given.
   */
  areConverted(one: number, other: number, currency?: Currency): boolean {
    const pairs = this.#pairs(one, other)
    const isSame = (first: string, second: string, target: Currency) =>
      target === EURO ? !areApart(first, second, A_CENT) : !areApart(second, first, A_CENT)
    const isIn = (target: Currency) =>
      pairs.filter(([first, second]) => isSame(first, second, target)).length >= NEARLY_ALL * pairs.length
    if (pairs.length === 0) return false
    return currency === undefined ? isIn(EURO) || isIn(NATIONAL) : isIn(currency)
  }

  /**
   * Whether nearly all rows of the first column hold the price of the second plus VAT, at one of the two
   * rates.
   */
  areWithVat(gross: number, net: number): boolean {
    const pairs = this.#rows(gross, net).filter((pair) => !pair.includes(undefined))
    const isAt = (rate: number) => {
      const fitting = pairs.filter(([one, other]) => Math.abs(Number(one) - Number(other) * rate) < A_CENT)
      return fitting.length >= NEARLY_ALL * pairs.length
    }
    return VAT_RATES.some(isAt)
  }

  /** Whether each amount in the third column is the product of the other two, and not only of ones. */
  areProducts(quantity: number, price: number, amount: number): boolean {
    const [counts, prices, amounts] = [
      this.#numbersIn(quantity),
      this.#numbersIn(price),
      this.#numbersIn(amount),
    ]
    let isTold = false
    for (const [r, count] of counts.entries()) {
      const distance = Math.abs(count * prices[r]! - amounts[r]!)
      // A total has no unit price.
      if (Number.isNaN(distance)) continue
      if (distance >= HALF_A_CENT) return false
      isTold ||= count !== 1
    }
    return isTold
  }

  #rows(one: number, other: number): PricePair[] {
    const others = this.#pricesIn(other)
    return this.#pricesIn(one).map((price, r) => [price, others[r]])
  }

  /** The rows after the first that have something in the second column. */
  *#furtherRows(one: number, other: number): Generator<CellPair> {
    const table = this.#table
    if (filledCells(table, other, this.#from, 1).length === 0) return
    for (let r = this.#from + COMPARED_ROWS; r < table.length; r++) {
      const cell = cellAt(table, r, other)
      if (!isBlankCell(cell)) yield [cellAt(table, r, one), cell]
    }
  }

  /** The pairs of prices in the first rows; where these have none, the first pairs that there are. */
  #pairs(one: number, other: number): (readonly [string, string])[] {
    const pairs = this.#rows(one, other).filter(isPair)
    if (pairs.length > 0) return pairs
    for (const cells of this.#furtherRows(one, other)) {
      const pair = pricesOf(cells)
      if (isPair(pair)) pairs.push(pair)
      if (pairs.length === COMPARED_ROWS) break
    }
    return pairs
  }

  #pricesIn(column: number): Prices {
    let prices = this.#prices.get(column)
    if (prices === undefined) {
      const end = Math.min(this.#table.length, this.#from + COMPARED_ROWS)
      const rows = Array.from({ length: end - this.#from }, (_, i) => this.#from + i)
      prices = rows.map((r) => priceOf(cellAt(this.#table, r, column)))
      this.#prices.set(column, prices)
    }
    return prices
  }

  /** The prices as doubles, NaN where there is none. */
  #numbersIn(column: number): Float64Array {
    let numbers = this.#numbers.get(column)
    if (numbers === undefined) {
      numbers = Float64Array.from(this.#pricesIn(column), Number)
      this.#numbers.set(column, numbers)
    }
    return numbers
  }
}

function priceOf(cell: TableRow[number]): string | undefined {
  if (cell === undefined || (typeof cell !== 'string' && cell.kind === 'other')) return undefined
  const reading = parsePriceText(typeof cell === 'string' ? cell : cell.text)
  return reading.kind === 'price' ? reading.price : undefined
}

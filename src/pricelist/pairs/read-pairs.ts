import type { Side } from '#money/amount.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { wholeName } from '../product-name.ts'
import type { AmbiguousReading, Columns, PriceCell, PriceProblem } from '../types.ts'
import { type Table, cellAt, cellText } from '#table/table.ts'
import { firstRowOfData } from '../columns/column-numbers.ts'
import { headerTitles, laterTableRows, titleAt } from '../headers/header-row.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import type { PairColumns } from './pair-columns.ts'
import { isAnotherWord, textsIn, unclearPrice } from '../rows/hundredths.ts'
import { statedHundredths } from '../rows/stated-hundredths.ts'
import { type PriceColumn, otherReading, readPriceColumn } from '../rows/price-column.ts'
import { distanceOf } from './price-pair.ts'
import { pairInText } from '../price-text.ts'
import { currencyOfCell } from '../currency/currency-words.ts'

export type PairsOptions = {
  readonly columns: Pick<Columns, 'headerRow' | 'name' | 'currency'>
  readonly pairs: readonly PairColumns[]
  /** Whether the user has chosen the columns: their currencies are then those chosen, whatever the cells say. */
  readonly areNamed: boolean
  readonly ambiguous?: AmbiguousReading
  /** The line number of the table's first row. */
  readonly firstLine: number
}

/** Why a row of the file has no two prices to compare. */
export const MISSING_REASONS = [
  'no-eur',
  'no-bgn',
  'zero',
  'too-large',
  'same-currency',
  'unreadable',
] as const

export type MissingReason = (typeof MISSING_REASONS)[number]

/** Two prices of one row that belong together, as plain decimals; `pair` is the index of the pair of columns. */
export type PricePair = {
  readonly row: number
  readonly name: string
  readonly pair: number
  readonly national: string
  readonly euro: string
  /** Whether each price stands in the column of the other: its cell names its currency. */
  readonly isSwapped?: true
}

/** A row with something in the two price cells, but not two prices; texts as in the file. */
export type MissingPair = {
  readonly row: number
  readonly name: string
  readonly pair: number
  readonly reason: MissingReason
  readonly national: string
  readonly euro: string
}

/** A price like '12,500' that neither its column nor the user has decided; the texts are those of its row. */
export type PriceQuestion = {
  readonly example: string
  /** The column of the example. */
  readonly side: Side
  /** The example as a plain decimal, read in both ways. */
  readonly readings: Readonly<Record<AmbiguousReading, string>>
  /** Of the example: that of its column, unless its cell names another. */
  readonly currency: Currency
  readonly row: number
  readonly name: string
  readonly national: string
  readonly euro: string
}

export type PairsReading = {
  readonly pairs: readonly PricePair[]
  readonly missing: readonly MissingPair[]
  /** Nothing is checked before it is answered. */
  readonly question?: PriceQuestion
}

type Prices = Readonly<Record<Side, PriceCell>>

/** Reads the pairs of prices in every row. A row with neither price is omitted. */
export function readPricePairs(table: Table, options: PairsOptions): PairsReading {
  const pairs: PricePair[] = []
  const missing: MissingPair[] = []
  let question: PriceQuestion | undefined
  for (const [pair, columns] of options.pairs.entries()) {
    const { name } = columns.table ?? options.columns
    const reader = new PairReader(table, columns, options)
    question ??= reader.question
    for (const { r, prices } of reader.rows()) {
      const { national, euro } = prices
      const about = { row: r + options.firstLine, name: nameIn(table, name, r), pair }
      if (national.kind === 'price' && euro.kind === 'price' && !isSameMoney(prices)) {
        if (national.currency === EURO)
          pairs.push({ ...about, national: euro.price, euro: national.price, isSwapped: true })
        else pairs.push({ ...about, national: national.price, euro: euro.price })
      } else
        missing.push({ ...about, reason: reasonOf(prices), national: shown(national), euro: shown(euro) })
    }
  }
  // In file order.
  const byRow = (one: PricePair | MissingPair, other: PricePair | MissingPair) =>
    one.row - other.row || one.pair - other.pair
  pairs.sort(byRow)
  missing.sort(byRow)
  return { pairs, missing, ...(question !== undefined && { question }) }
}

const nameIn = (table: Table, name: number | null, r: number): string =>
  name === null ? '' : wholeName(cellText(cellAt(table, r, name)))

const shown = (cell: PriceCell): string =>
  cell.kind === 'blank' ? '' : cell.kind === 'price' ? cell.price : cell.text

function isSameMoney({ national, euro }: Prices): boolean {
  const [one, other] = [
    (national.kind === 'price' && national.currency) || NATIONAL,
    (euro.kind === 'price' && euro.currency) || EURO,
  ]
  return one === other
}

const REASON: Partial<Record<PriceProblem, MissingReason>> = {
  'not-positive': 'zero',
  'too-large': 'too-large',
}

function reasonOf(prices: Prices): MissingReason {
  const { national, euro } = prices
  const invalid = [national, euro].filter((cell) => cell.kind === 'invalid')
  const reasons = invalid.map(({ problem }) => REASON[problem] ?? 'unreadable')
  // An unreadable price is reported before a zero.
  const reason = MISSING_REASONS.findLast((one) => reasons.includes(one))
  if (reason !== undefined) return reason
  if (national.kind === 'blank') return 'no-bgn'
  return euro.kind === 'blank' ? 'no-eur' : 'same-currency'
}

const BLANK: PriceCell = { kind: 'blank' }

/** Reads the cells of one pair of columns. */
class PairReader {
  readonly question: PriceQuestion | undefined
  readonly #table: Table
  readonly #columns: PairColumns
  readonly #options: PairsOptions
  readonly #from: number
  readonly #national: readonly PriceCell[]
  readonly #euro: readonly PriceCell[]
  readonly #titles: Readonly<Record<Side, Currency | undefined>>

  constructor(table: Table, columns: PairColumns, options: PairsOptions) {
    const { headerRow } = options.columns
    const { currency } = columns.table ?? options.columns
    this.#table = table
    this.#columns = columns
    this.#options = options
    this.#from = firstRowOfData(table, headerRow)
    const all = {
      headerRow,
      currency,
      name: null,
      price: columns.national,
      otherPrice: columns.euro,
      morePrices: [],
    }
    const outside = laterTableRows(table, all, this.#from, table.length)
    const read = (index: number) => {
      const column = readPriceColumn(table, index, this.#from, table.length, options.ambiguous, outside)
      const stated = statedHundredths(table, { headerRow, currency }, index)
      const { cells } = column
      if (stated === undefined) return column
      const { title, currencyAt } = stated
      if (
        currencyAt === undefined &&
        isAnotherWord({ cells, textAt: textsIn(table, index, this.#from) }, title)
      )
        return column
      // A corrected price would be written among hundredths.
      const isStated = (i: number) => currencyAt === undefined || currencyAt(this.#from + i) !== undefined
      return { cells: cells.map((cell, i) => (isStated(i) ? unclearPrice(cell) : cell)) }
    }
    const [national, euro] = [read(columns.national), read(columns.euro)]
    this.#national = national.cells
    this.#euro = euro.cells
    const titles = headerTitles(table, headerRow)
    const currencyOf = (index: number) => meaningOfHeader(titleAt(titles, index)).currency
    this.#titles = { national: currencyOf(columns.national), euro: currencyOf(columns.euro) }
    this.question = this.#questionOf(national, 'national') ?? this.#questionOf(euro, 'euro')
  }

  #questionOf({ cells, assumption, example }: PriceColumn, side: Side): PriceQuestion | undefined {
    if (!assumption?.asked || example === undefined) return undefined
    const r = this.#from + example.at
    const { national, euro, table } = this.#columns
    const textAt = (index: number) => cellText(cellAt(this.#table, r, index)).trim()
    const cell = this.#inMoney(cells[example.at]!, side, r)
    return {
      example: assumption.example,
      side,
      readings: example.readings,
      currency: (cell.kind === 'price' && cell.currency) || (side === 'euro' ? EURO : NATIONAL),
      row: r + this.#options.firstLine,
      name: nameIn(this.#table, (table ?? this.#options.columns).name, r),
      national: textAt(national),
      euro: textAt(euro),
    }
  }

  *rows(): Generator<{ r: number; prices: Prices }> {
    for (const i of this.#national.keys()) {
      const r = this.#from + i
      const prices = this.#pricesIn(r)
      if (prices.national.kind !== 'blank' || prices.euro.kind !== 'blank') yield { r, prices }
    }
  }

  #pricesIn(r: number): Prices {
    const { national, euro } = this.#columns
    const one = this.#national[r - this.#from]!
    const other = this.#euro[r - this.#from]!
    if (national === euro) return pricesInOneCell(one, cellText(cellAt(this.#table, r, national)))
    return this.#readAsPair(
      { national: this.#inMoney(one, 'national', r), euro: this.#inMoney(other, 'euro', r) },
      r,
    )
  }

  /** Prices like '12,500' are read the other way than their column where only so the two are of one product. */
  #readAsPair(prices: Prices, r: number): Prices {
    // The answer of the user decides.
    if (this.#options.ambiguous !== undefined) return prices
    const { national, euro } = prices
    if (national.kind !== 'price' || euro.kind !== 'price' || areOfOneProduct(prices)) return prices
    const readingsOf = (cell: typeof national, column: number) => {
      const other = otherReading(cellAt(this.#table, r, column), cell.price)
      return other === undefined ? [cell] : [cell, { ...cell, price: other }]
    }
    for (const one of readingsOf(national, this.#columns.national))
      for (const other of readingsOf(euro, this.#columns.euro)) {
        const read = { national: one, euro: other }
        if (areOfOneProduct(read)) return read
      }
    return prices
  }

  /** The cell with the currency it is in, where that is not the currency of its column. */
  #inMoney(cell: PriceCell, side: Side, r: number): PriceCell {
    if (cell.kind !== 'price') return cell
    if (this.#options.areNamed) return { kind: 'price', price: cell.price }
    if (cell.currency !== undefined || this.#titles[side] !== undefined) return cell
    const { currency } = this.#columns.table ?? this.#options.columns
    const named = currency === null ? undefined : currencyOfCell(cellText(cellAt(this.#table, r, currency)))
    // A currency column cannot name the two currencies of an assumed pair.
    return named === undefined || this.#columns.assumed !== undefined ? cell : { ...cell, currency: named }
  }
}

/**
 * How far the euro price of a product may be from its converted lev price, as a share of the euro price: far more than any
 * rounding or old price list explains, and far less than the factor of 1000 between two readings.
 */
const NEAR = 0.1

/** Whether the prices may be of one product: two readings of a text differ by a factor of 1000. */
function areOfOneProduct({ national, euro }: Prices): boolean {
  if (national.kind !== 'price' || euro.kind !== 'price') return false
  const [lev, other] =
    national.currency === EURO ? [euro.price, national.price] : [national.price, euro.price]
  return distanceOf(lev, other) <= NEAR * Number(other)
}

/** `19,56 лв. / 10,00 €`, or one price alone. */
function pricesInOneCell(cell: PriceCell, text: string): Prices {
  const both = pairInText(text, cell.kind === 'price' ? cell.price : undefined)
  if (both !== undefined)
    return { national: { kind: 'price', price: both.national }, euro: { kind: 'price', price: both.euro } }
  if (cell.kind !== 'price') return { national: cell, euro: cell }
  return cell.currency === EURO
    ? { national: BLANK, euro: { kind: 'price', price: cell.price } }
    : { national: { kind: 'price', price: cell.price }, euro: BLANK }
}

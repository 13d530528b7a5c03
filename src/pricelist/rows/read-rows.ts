import { type Currency, EURO, NATIONAL, byCurrency } from '#money/currency.ts'
import { type Row, countRow, emptyCounts } from '../row.ts'
import type {
  Assumption,
  Columns,
  OmissionReason,
  PairMismatch,
  PriceCell,
  PriceProblem,
  RowsOptions,
  RowsReading,
  TotalRow,
} from '../types.ts'
import { type Table, cellAt, cellText, isBlankAt, isBlankCell, rowAt } from '#table/table.ts'
import { type FoundTotals, NO_TOTALS, findTotals } from './total-rows.ts'
import { cleanName } from '../product-name.ts'
import { firstRowOfData } from '../columns/column-numbers.ts'
import { headerTitles, laterTableRows } from '../headers/header-row.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { areApart } from '../pairs/price-pair.ts'
import { inWholeUnits, textsIn } from './hundredths.ts'
import { statedHundredths } from './stated-hundredths.ts'
import { type PriceColumn, readPriceColumn, shortText } from './price-column.ts'
import { currencyBetween } from '../currency/currency-statement.ts'
import { BLANK_WORDS, currencyOfCell } from '../currency/currency-words.ts'
import { isTotalText, mayBeTotalAt } from './total-names.ts'

/** Number of lines named in a message. */
const SHOWN = 5

/** Omits totals and prices that are in the target currency already, and counts the remaining rows. */
function withOmissions({ found, ...reading }: InterleavedRows, options: RowsOptions): RowsReading {
  const { rows, lines } = reading
  const omitted = new Map<number, OmissionReason>()
  const isAnswered = options.totals !== undefined
  const doubtfulTotals = options.totals === 'omit' ? found.doubtful : []
  const totals = [...found.totals, ...doubtfulTotals]
  for (const { index } of totals) omitted.set(index, 'total')
  for (const index of found.unpriced) omitted.set(index, 'total')
  const problems = new Map(reading.problems)
  for (const index of found.unpriced) problems.delete(index)
  // One above the maximum of a price.
  for (const { index } of totals) problems.delete(index)
  if (options.wanted !== undefined) {
    for (const [i, { price, currency }] of rows.entries())
      if (currency === options.wanted && price !== '' && !problems.has(i) && !omitted.has(i))
        omitted.set(i, 'wanted-currency')
  }
  const { counts, currencies } = countsWithout(omitted, reading)
  const assumptions: Assumption[] = [...reading.assumptions]
  const say = (some: readonly TotalRow[], asked: boolean): void => {
    const [first] = some
    if (first === undefined) return
    const of = some.map(({ index }) => lines[index]!)
    assumptions.push(totalsAssumption(of, rows[first.index]!, asked))
  }
  say(totals, false)
  if (!isAnswered) say(found.doubtful, true)
  return {
    ...reading,
    problems,
    counts,
    currencies,
    omitted,
    totals: totals.filter(({ addends }) => addends.length > 0),
    assumptions,
  }
}

/**
 * What is told of totals.
 * @param lines theirs, which may be of several prices
 * @param example the first of them
 */
export function totalsAssumption(
  lines: readonly number[],
  { name, price }: Pick<Row, 'name' | 'price'>,
  asked: boolean,
): Assumption {
  const sorted = [...new Set(lines)].sort((one, other) => one - other)
  return {
    what: 'totals',
    count: sorted.length,
    lines: sorted.slice(0, SHOWN),
    example: [name, price].filter((text) => text !== '').join(' · '),
    asked,
  }
}

/** The counts of all rows minus the omitted ones, without visiting every row. */
function countsWithout(
  omitted: RowsReading['omitted'],
  { rows, problems, currencies }: Pick<RowsReading, 'rows' | 'problems' | 'currencies'>,
): Pick<RowsReading, 'counts' | 'currencies'> {
  const [counts, kept] = [emptyCounts(), { ...currencies }]
  const valid = kept[NATIONAL] + kept[EURO]
  countRow(counts, 'valid', valid)
  countRow(counts, 'invalid', problems.size)
  countRow(counts, 'empty', rows.length - valid - problems.size)
  for (const i of omitted.keys()) {
    const { price, currency } = rows[i]!
    const isInvalid = problems.has(i)
    countRow(counts, isInvalid ? 'invalid' : price === '' ? 'empty' : 'valid', -1)
    if (!isInvalid && price !== '') kept[currency]--
  }
  return { counts, currencies: kept }
}

/** The rows of one price column. */
export type ColumnReading = Pick<
  RowsReading,
  'rows' | 'lines' | 'problems' | 'currencies' | 'assumptions' | 'pairs'
>

/** The rows of every price column, with the possible totals among them. */
export type InterleavedRows = ColumnReading & Pick<RowsReading, 'nth'> & { readonly found: FoundTotals }

/**
 * Merges readings of several price columns: the prices of a line follow each other. A further column without
 * a price in a line adds no row, since most products have no sale price.
 * @param shared how many of the readings are of one table, whose lines are totals together; the others are
 * side tables
 */
function mergePriceColumns(
  readings: readonly ColumnReading[],
  found: readonly FoundTotals[],
  shared: number,
): InterleavedRows {
  const [main, ...further] = readings as readonly [ColumnReading, ...ColumnReading[]]
  // Filling a copy with zeros is faster than a new array.
  if (further.length === 0) return { ...main, nth: main.lines.slice().fill(0), found: found[0]! }
  const rows: Row[] = []
  const [lines, nth] = [[] as number[], [] as number[]]
  const problems = new Map<number, PriceProblem>()
  const places = readings.map((reading) => new Int32Array(reading.rows.length).fill(-1))
  for (const [i, line] of main.lines.entries()) {
    for (const [n, reading] of readings.entries()) {
      // All readings are of the same lines of one file.
      const row = reading.rows[i]!
      const isNamedAlone = n >= shared && row.name !== ''
      if (n > 0 && row.price === '' && !isNamedAlone) continue
      const problem = reading.problems.get(i)
      if (problem !== undefined) problems.set(rows.length, problem)
      places[n]![i] = rows.length
      rows.push(row)
      lines.push(line)
      nth.push(n)
    }
  }
  const assumptions = mergedAssumptions([main, ...further])
  return {
    rows,
    lines,
    nth,
    problems,
    currencies: byCurrency((currency) =>
      readings.reduce((sum, { currencies }) => sum + currencies[currency], 0),
    ),
    assumptions,
    pairs: main.pairs,
    found: joinReadings(found, places, shared),
  }
}

/**
 * The totals by their indexes among all rows. A line that is a total in one column of a table is one in all
 * of them.
 */
function joinReadings(
  found: readonly FoundTotals[],
  places: readonly Int32Array[],
  shared: number,
): FoundTotals {
  const placed = ({ index, addends }: TotalRow, n: number): TotalRow => ({
    index: places[n]![index]!,
    addends: addends.map((one) => places[n]![one]!),
  })
  const totals = found.flatMap((one, n) => one.totals.map((row) => placed(row, n)))
  const unpriced = found.flatMap((one, n) =>
    one.unpriced.flatMap((i) => (places[n]![i]! < 0 ? [] : [places[n]![i]!])),
  )
  const doubtful: TotalRow[] = []
  const shownTotals = new Set(found.slice(0, shared).flatMap((one) => one.totals.map(({ index }) => index)))
  for (const [n, one] of found.entries()) {
    for (const row of one.doubtful) {
      const isTotalElsewhere = n < shared && shownTotals.has(row.index)
      if (isTotalElsewhere) totals.push({ ...placed(row, n), addends: [] })
      else doubtful.push(placed(row, n))
    }
  }
  return { totals, unpriced, doubtful }
}

/** One currency is assumed for all columns, so its rows add up; other assumptions apply to their own column. */
function mergedAssumptions(readings: readonly ColumnReading[]): Assumption[] {
  const all = readings.flatMap(({ assumptions }) => assumptions)
  const assumed = all.filter((one) => one.what === 'currency')
  const others = all.filter((one) => one.what !== 'currency')
  const [first] = assumed
  if (first === undefined) return others
  return [{ ...first, rows: assumed.reduce((sum, { rows }) => sum + rows, 0) }, ...others]
}

/** Number of disagreeing pairs kept for the message. */
export const PAIRS_SHOWN = 5

/**
 * Reads the rows of a table by the chosen columns: names cleaned, prices as plain decimals in the currency
 * that the cell's text, its number format, the currency column, the title or the default names, in this
 * order. Totals, and prices that are in the target currency already, are omitted.
 */
export function readRows(table: Table, options: RowsOptions): RowsReading {
  const { columns } = options
  const { sideTables = [] } = columns
  const own = ownColumns(columns)
  const side = sideTables.map((one) => ({ ...columns, ...one, otherPrice: null, morePrices: [] }))
  const read = [...own, ...side].map((one) => readOneColumn(table, { ...options, columns: one }))
  const found = read.map(({ reading, possibleTotals }, n) =>
    options.areTotalsDetected === false
      ? NO_TOTALS
      : findTotals(table, (own[n] ?? side[n - own.length])!, { ...reading, possibleTotals }),
  )
  const readings = read.map(({ reading }) => reading)
  return withOmissions(mergePriceColumns(readings, found, own.length), options)
}

/** The columns of each price of the first table. */
export const ownColumns = (columns: Columns): readonly Columns[] => [
  columns,
  ...columns.morePrices.map((price) => ({ ...columns, price, otherPrice: null })),
]

/** The rows of the first price column only. */
function readOneColumn(table: Table, options: RowsOptions): ColumnRead {
  const span = spanOf(table, options.columns)
  const outside = laterTableRows(table, options.columns, span.from, span.end)
  const main = priceColumn(table, options.columns.price, span, outside, options)
  const other = priceColumn(table, options.columns.otherPrice, span, outside, options)
  const reader = new RowReader(table, options, main, other)
  for (let r = span.from; r < span.end; r++) reader.read(r, r - span.from)
  return { reading: reader.finish(), possibleTotals: reader.possibleTotals }
}

type ColumnRead = { readonly reading: ColumnReading; readonly possibleTotals: readonly number[] | undefined }

type Span = { readonly from: number; readonly end: number }

/** Data ends with the last row that is not blank. */
function spanOf(table: Table, columns: Columns): Span {
  const from = firstRowOfData(table, columns.headerRow)
  let end = table.length
  while (end > from && isBlankAt(table, end - 1)) end--
  return { from, end }
}

const NO_COLUMN: PriceColumn = { cells: [] }

const priceColumn = (
  table: Table,
  index: number | null,
  { from, end }: Span,
  outside: ReadonlySet<number>,
  options: RowsOptions,
): PriceColumn => {
  if (index === null) return NO_COLUMN
  const repeated = numberedTitle(table, options, index)
  const column = readPriceColumn(table, index, from, end, options.ambiguous, outside, repeated)
  const stated = statedHundredths(table, options.columns, index)
  return stated === undefined ? column : inWholeUnits(column, textsIn(table, index, from), stated, from)
}

/** The title of a column that would parse as a price where it is repeated; undefined for any other. */
function numberedTitle(
  table: Table,
  { columns: { headerRow } }: RowsOptions,
  index: number,
): string | undefined {
  const title = headerRow === null ? '' : cellText(rowAt(table, headerRow)?.[index]).trim()
  return /\d/.test(title) ? title : undefined
}

const BLANK_CELL: PriceCell = { kind: 'blank' }

type CellReading = { readonly price: string; readonly currency: Currency; readonly problem?: PriceProblem }

/** Reads one row of a price column after the other, once its prices are parsed. */
export class RowReader {
  readonly #table: Table
  readonly #columns: Columns
  readonly #default: Currency
  readonly #main: PriceColumn
  readonly #other: PriceColumn
  readonly #mainHeader: Currency | undefined
  readonly #otherHeader: Currency | undefined
  /**
   * With several price columns one currency column cannot apply to all: a title that names its own takes
   * precedence.
   */
  readonly #areTitlesFirst: boolean
  /** The prices of the other column are rows of their own. */
  readonly #isOtherTaken: boolean
  readonly #rows: Row[] = []
  readonly #lines: number[] = []
  readonly #problems = new Map<number, PriceProblem>()
  readonly #pairs: PairMismatch[] = []
  readonly #areNamesRead: boolean
  /** The user has chosen the currency of the prices, whatever titles and number formats say. */
  readonly #isForced: boolean
  readonly #currencies = byCurrency(() => 0)
  readonly #possibleTotals: number[] = []
  #pairCount = 0
  #lastName = { text: '', name: '' }
  #assumed = 0

  constructor(table: Table, options: RowsOptions, main: PriceColumn, other: PriceColumn) {
    this.#table = table
    this.#columns = options.columns
    this.#default = options.defaultCurrency
    this.#main = main
    this.#other = other
    this.#areNamesRead = options.areNamesRead ?? true
    const { otherPrice, morePrices } = options.columns
    this.#areTitlesFirst = otherPrice !== null || morePrices.length > 0
    this.#isOtherTaken = otherPrice !== null && morePrices.includes(otherPrice)
    this.#isForced = options.isCurrencyForced === true
    this.#mainHeader = this.#isForced
      ? undefined
      : headerCurrency(table, options.columns, options.columns.price)
    this.#otherHeader = headerCurrency(table, options.columns, options.columns.otherPrice)
  }

  /** Reads row `r` of the table, the `i`-th of the data. */
  read(r: number, i: number): void {
    const main = this.#main.cells[i] ?? BLANK_CELL
    const other = this.#other.cells[i] ?? BLANK_CELL
    const { row, problem } = this.rowOf(r, main, other)
    this.#add(r, row, problem)
    if (main.kind === 'price' && other.kind === 'price') this.#compare(r, row.name, main, other)
  }

  /** Row `r` of the table with these price cells; `problem` is that of its price. */
  rowOf(r: number, main: PriceCell, other: PriceCell = BLANK_CELL): { row: Row; problem?: PriceProblem } {
    const { price, currency, problem } =
      main.kind === 'blank' && other.kind !== 'blank' && !this.#isOtherTaken
        ? this.#readCell(other, r, this.#otherHeader)
        : this.#readCell(main, r, this.#mainHeader)
    // In a misaligned row the name may be in another column too.
    const name = this.#isStatement(r, price) ? '' : this.#nameOf(r, price !== '', problem !== 'out-of-place')
    return { row: { name, price, currency }, ...(problem !== undefined && { problem }) }
  }

  /** Whether the row is a text about the prices ('Всички цени са в евро') and no product. */
  #isStatement(r: number, price: string): boolean {
    if (price !== '' || this.#columns.name === null) return false
    const [only, ...others] = rowAt(this.#table, r)!.filter((cell) => !isBlankCell(cell))
    return others.length === 0 && currencyBetween(cellText(only).trim()) !== undefined
  }

  /** Rows so far whose currency nothing but the default names. */
  get assumed(): number {
    return this.#assumed
  }

  /**
   * Indexes of rows whose first or last letters allow the name of a total; undefined when names were not
   * read.
   */
  get possibleTotals(): readonly number[] | undefined {
    return this.#areNamesRead ? this.#possibleTotals : undefined
  }

  finish(): ColumnReading {
    return {
      rows: this.#rows,
      lines: this.#lines,
      problems: this.#problems,
      currencies: this.#currencies,
      assumptions: this.#assumptions(),
      pairs: { count: this.#pairCount, first: this.#pairs },
    }
  }

  #nameOf(r: number, hasPrice: boolean, isInPlace: boolean): string {
    const { name } = this.#columns
    const isRead = this.#areNamesRead || !hasPrice
    const own = name === null || !isRead ? '' : cellText(cellAt(this.#table, r, name))
    if (this.#areNamesRead && mayBeTotalAt(own, 0, own.length)) this.#possibleTotals.push(this.#rows.length)
    return this.nameFrom(
      own === '' && hasPrice && isInPlace && this.#isVariant(r) ? this.#lastName.text : own,
    )
  }

  /** The name of the next row, whose cell has this text. */
  nameFrom(text: string): string {
    // One product can be in many consecutive rows, one for each shop.
    if (text !== this.#lastName.text) this.#lastName = { text, name: cleanName(text) }
    return this.#lastName.name
  }

  /**
   * Whether a row without a name is a variant of the product above: a word in another column of the same
   * table differs from the one above it (READ-11).
   */
  #isVariant(r: number): boolean {
    const { price, otherPrice, currency, sideTables = [] } = this.#columns
    if (!this.#areNamesRead || this.#lastName.text === '') return false
    const above = rowAt(this.#table, r - 1)!
    // The row above must be a product, not a heading.
    if (isBlankCell(above[price!])) return false
    const ends = Math.min(...sideTables.map((side) => side.name ?? side.price))
    const row = rowAt(this.#table, r)!
    if (row.some((cell) => isTotalText(cellText(cell)))) return false
    return row.some((cell, c) => {
      const text = cellText(cell).slice(0, 80)
      const isOwn = c < ends && ![price, otherPrice, currency].includes(c)
      return isOwn && /\p{L}/u.test(text) && text !== cellText(above[c]).slice(0, 80)
    })
  }

  #readCell(cell: PriceCell, r: number, header: Currency | undefined): CellReading {
    // Once corrected, the price is in the row's own currency.
    if (cell.kind !== 'price') {
      const currency = currencyOfCell(this.#currencyWord(r)) ?? header ?? this.#default
      return cell.kind === 'blank'
        ? { price: '', currency }
        : { price: cell.text, currency, problem: cell.problem }
    }
    if (cell.currency !== undefined && !(this.#isForced && this.#isFormatted(r)))
      return { price: cell.price, currency: cell.currency }
    if (header !== undefined && this.#areTitlesFirst) return { price: cell.price, currency: header }
    const word = this.#currencyWord(r)
    const named = currencyOfCell(word)
    if (named !== undefined) return { price: cell.price, currency: this.#isForced ? this.#default : named }
    if (!BLANK_WORDS.has(word.toLowerCase())) {
      // The amount alone would pass as a valid price.
      return { price: shortText(`${cell.price} ${word}`), currency: this.#default, problem: 'other-currency' }
    }
    if (header === undefined) this.#assumed++
    return { price: cell.price, currency: header ?? this.#default }
  }

  /** Whether the price is a stored number, whose currency is that of its format. */
  #isFormatted(r: number): boolean {
    const cell = cellAt(this.#table, r, this.#columns.price!)
    return typeof cell === 'object' && cell.kind === 'number'
  }

  #currencyWord(r: number): string {
    const { currency } = this.#columns
    return currency === null ? '' : cellText(cellAt(this.#table, r, currency)).trim()
  }

  #add(r: number, row: Row, problem: PriceProblem | undefined): void {
    if (problem !== undefined) this.#problems.set(this.#rows.length, problem)
    else if (row.price !== '') this.#currencies[row.currency]++
    else if (row.name !== '') this.#problems.set(this.#rows.length, 'no-price')
    this.#rows.push(row)
    this.#lines.push(r + 1)
  }

  #compare(r: number, name: string, main: PriceOf, other: PriceOf): void {
    if (!this.areApart(main.price, main.currency, other.price, other.currency)) return
    const isNational = (main.currency ?? this.#mainHeader) === NATIONAL
    const [bgn, eur] = isNational ? [main.price, other.price] : [other.price, main.price]
    this.#pairCount++
    if (this.#pairs.length < PAIRS_SHOWN) this.#pairs.push({ row: r + 1, name, bgn, eur })
  }

  /** Whether the two prices of a row are in both currencies and differ. The currencies: those that their cells name. */
  areApart(
    main: string | number,
    ownCurrency: Currency | undefined,
    other: string | number,
    otherCurrency: Currency | undefined,
  ): boolean {
    const currency = ownCurrency ?? this.#mainHeader
    const second = otherCurrency ?? this.#otherHeader
    if (currency === undefined || second === undefined || currency === second) return false
    return currency === NATIONAL ? areApart(main, other) : areApart(other, main)
  }

  #assumptions(): Assumption[] {
    const assumptions: Assumption[] = []
    if (this.#assumed > 0)
      assumptions.push({ what: 'currency', currency: this.#default, rows: this.#assumed })
    for (const { assumption, divided } of [this.#main, this.#other])
      for (const one of [assumption, divided]) if (one !== undefined) assumptions.push(one)
    return assumptions
  }
}

type PriceOf = Extract<PriceCell, { kind: 'price' }>

function headerCurrency(table: Table, columns: Columns, index: number | null): Currency | undefined {
  const title = index === null ? undefined : headerTitles(table, columns.headerRow)[index]
  return title === undefined ? undefined : meaningOfHeader(title).currency
}

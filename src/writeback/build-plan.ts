import { type Currency, EURO, NATIONAL, parseCurrency } from '#money/currency.ts'
import { toDecimalText } from '#money/amount.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { headerTitles, titleAt } from '#pricelist/headers/header-row.ts'
import { currencyOfCell } from '#pricelist/currency/currency-words.ts'
import { type Row, convertPrice } from '#pricelist/row.ts'
import { type Columns, type RowsReading, nameColumnOf, priceColumnsOf } from '#pricelist/types.ts'
import { firstPassing } from '#table/lower-bound.ts'
import { type Table, cellAt, cellText, isBlankCell, joinedFieldsOf } from '#table/table.ts'
import { toHundredths } from '#pricelist/rows/hundredths.ts'
import { type StatedHundredths, statedHundredths } from '#pricelist/rows/stated-hundredths.ts'
import { padDecimals, parsePriceText } from '#pricelist/price-text.ts'
import { type ConvertedCell, PackedCells, SparseCells } from './converted-cells.ts'
import { type MixedPricesChoice, isCurrencyNamed, mixedColumns } from './mixed-currencies.ts'
import type { AddedRow, CellContent, ChangedRow, Placement, PricedColumn, WriteBackPlan } from './plan.ts'
import {
  type DecimalMark,
  DecimalMarkCounter,
  NUMBER,
  decimalMarks,
  markedPrice,
  replacedPrice,
  withSign,
} from './price-style.ts'
import { addTotals } from './total-prices.ts'

/**
 * A converted row: its source (`line` 1-based, `nth` price column 0-based), its current text, and its amounts as
 * `12.34`, null where it has none.
 */
export type PricedRow = {
  readonly line: number
  readonly nth: number
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly national: string | null
  readonly euro: string | null
}

type Source = {
  readonly columns: Columns
  /** The file's own content, before edits. */
  readonly reading: RowsReading
  /** Rows beyond its length were added by the user. */
  readonly table: Table
}

/** The plan for a file without edits: every converted price. */
export function planForReading(
  { columns, reading, table }: Source,
  placement: Placement,
  mixed?: MixedPricesChoice,
): WriteBackPlan {
  const settled = priceTreatment(placement, mixed, () => pricesOf(reading))
  const prices = priceColumnsOf(columns).map((column) => summed(column, new PackedCells(table.length)))
  const { rows, lines, nth, problems, omitted } = reading
  for (let i = 0; i < rows.length; i++) {
    const { price, currency } = rows[i]!
    const money = problems.has(i) || omitted.has(i) ? undefined : convertPrice(price, currency)
    const place = prices[nth[i]!]
    const row = lines[i]! - 1
    if (money === undefined || place === undefined || settled.isLeft(nth[i]!, currency)) continue
    if (placement === 'replace' && isBlankCell(cellAt(table, row, place.column))) continue
    const isMarked = settled.isMarked(nth[i]!) && !isCurrencyNamed(table, row, columns.currency)
    place.cells.set(row, currency, money, isMarked)
  }
  addTotals(
    prices.map(({ cells, sums }) => ({
      cells,
      sums,
      put: (row, from, money) => cells.set(row, from, money),
    })),
    reading,
    placement,
  )
  return { ...planFor(columns, placement, table), columns: prices, changed: [], added: [] }
}

type PriceTreatment = {
  /** Whether a price of the column is in the target currency already, and stays. */
  readonly isLeft: (nth: number, from: Currency) => boolean
  /** Whether the currency is written next to replaced prices of the column. */
  readonly isMarked: (nth: number) => boolean
}

/** The user's choice for columns with prices in both currencies. */
function priceTreatment(
  placement: Placement,
  mixed: MixedPricesChoice | undefined,
  prices: () => Iterable<readonly [number, Currency]>,
): PriceTreatment {
  const isMixed = placement === 'replace' && mixed !== undefined ? mixedColumns(prices()) : []
  return {
    isLeft: (nth, from) => from === mixed && isMixed[nth] === true,
    isMarked: (nth) => mixed === 'mark' && isMixed[nth] === true,
  }
}

function* pricesOf({ rows, nth, problems, omitted }: RowsReading): Generator<readonly [number, Currency]> {
  for (const [i, { price, currency }] of rows.entries())
    if (price !== '' && !problems.has(i) && !omitted.has(i)) yield [nth[i]!, currency]
}

function* pricesIn(rows: readonly PricedRow[]): Generator<readonly [number, Currency]> {
  for (const row of rows) {
    const cell = convertedCell(row)
    if (cell !== undefined) yield [row.nth, cell.from]
  }
}

const summed = <Cells>(column: number, cells: Cells) => ({ column, cells, sums: new Set<number>() })

const planFor = ({ headerRow, currency }: Columns, placement: Placement, table: Table) => ({
  placement,
  headerRow,
  currencyColumn: currency,
  joinedFields: joinedFieldsOf(table),
})

/** The plan for the user's file: every converted price, every edit and every added row. */
export function planForEditedRows(
  source: Source,
  rows: readonly PricedRow[],
  placement: Placement,
  mixed?: MixedPricesChoice,
): WriteBackPlan {
  const { columns, reading, table } = source
  const settled = priceTreatment(placement, mixed, () => pricesIn(rows))
  const shared = placement === 'replace' ? new SharedCurrencies(source, rows) : undefined
  const finder = new RowFinder(reading)
  const writer = new PriceWriter(source)
  const prices = priceColumnsOf(columns).map((column) => summed(column, new SparseCells()))
  const changed = new Map<number, Map<number, CellContent>>()
  const added: AddedRow[] = []
  for (const row of rows) {
    const own = convertedCell(row)
    const isMarked =
      (settled.isMarked(row.nth) && !isCurrencyNamed(table, row.line - 1, columns.currency)) ||
      shared?.isOther(row, own?.from) === true
    const converted =
      own && !settled.isLeft(row.nth, own.from) ? { ...own, ...(isMarked && { isMarked }) } : undefined
    if (row.line > table.length) {
      added.push(addedRow(row, converted, columns, reading.rows.at(-1)?.currency, writer))
      continue
    }
    const original = finder.find(row)
    const isReplaced = placement === 'replace' && converted !== undefined
    const ownCells = changedCells(row, original, columns, isReplaced, writer)
    for (const [column, content] of ownCells) {
      const inRow = changed.get(row.line - 1) ?? new Map<number, CellContent>()
      changed.set(row.line - 1, inRow.set(column, content))
    }
    const place = prices[row.nth]
    if (!converted || !place) continue
    // In a file with both currencies the price may be in the other column: there is nothing to replace in this one.
    const isElsewhere =
      isBlankCell(cellAt(table, row.line - 1, place.column)) && original?.price === row.price
    if (placement !== 'replace' || !isElsewhere) place.cells.set(row.line - 1, converted)
  }
  addTotals(
    prices.map(({ cells, sums }) => ({
      cells,
      sums,
      put: (row, from, { national, euro }) =>
        cells.set(row, { from, national: toDecimalText(national), euro: toDecimalText(euro) }),
    })),
    reading,
    placement,
  )
  return {
    ...planFor(columns, placement, table),
    columns: prices satisfies PricedColumn[],
    changed: [...changed].map(([row, cells]): ChangedRow => ({ row, cells })),
    added,
  }
}

/** The cells of a column of currencies that several prices of their row share. */
class SharedCurrencies {
  readonly #source: Source
  /** The rows of which the cell names the currency of one of the prices, by their lines. */
  readonly #named = new Set<number>()

  constructor(source: Source, rows: readonly PricedRow[]) {
    this.#source = source
    if (source.columns.currency === null || source.columns.morePrices.length === 0) return
    for (const row of rows) {
      const from = convertedCell(row)?.from
      if (from !== undefined && from === this.#currencyIn(row)) this.#named.add(row.line)
    }
  }

  /** Whether the cell names the currency that another price of the row is replaced by, and neither it nor the title that of this one. */
  isOther(row: PricedRow, from: Currency | undefined): boolean {
    if (from === undefined || !this.#named.has(row.line) || from === this.#currencyIn(row)) return false
    const { columns, table } = this.#source
    const title = titleAt(headerTitles(table, columns.headerRow), priceColumnsOf(columns)[row.nth]!)
    return meaningOfHeader(title).currency === undefined
  }

  #currencyIn({ line, nth }: PricedRow): Currency | undefined {
    const { columns, table } = this.#source
    if (columns.currency === null || nth > columns.morePrices.length || line > table.length) return undefined
    return currencyOfCell(cellText(cellAt(table, line - 1, columns.currency)))
  }
}

/**
 * Finds the content of the file for the source of a row. Rows are mostly in file order, without deleted ones, so the
 * next one is tried first.
 */
class RowFinder {
  readonly #reading: RowsReading
  #next = 0

  constructor(reading: RowsReading) {
    this.#reading = reading
  }

  find({ line, nth }: Pick<PricedRow, 'line' | 'nth'>): Row | undefined {
    if (this.#compare(this.#next, line, nth) !== 0) this.#next = this.#search(line, nth)
    return this.#compare(this.#next, line, nth) === 0 ? this.#reading.rows[this.#next++] : undefined
  }

  /** The first index that is not before this position. */
  #search(line: number, nth: number): number {
    return firstPassing(this.#reading.lines.length, (i) => this.#compare(i, line, nth) >= 0)
  }

  #compare(i: number, line: number, nth: number): number {
    const { lines, nth: columns } = this.#reading
    return (lines[i] ?? Infinity) - line || (columns[i] ?? 0) - nth
  }
}

function convertedCell({ currency, national, euro }: PricedRow): ConvertedCell | undefined {
  if (national === null || euro === null) return undefined
  return { from: currency === EURO ? EURO : NATIONAL, national, euro }
}

type Cells = ReadonlyMap<number, CellContent>

const NO_CELLS: Cells = new Map()
type Words = { readonly name: string; readonly price: string; readonly currency: string }

/** Only changed cells: names in rows are shorter than in the file and must not overwrite it. */
function changedCells(
  row: PricedRow,
  before: Words | undefined,
  columns: Columns,
  isReplaced: boolean,
  writer: PriceWriter,
): Cells {
  const isSame = before?.name === row.name && before.price === row.price && before.currency === row.currency
  if (isSame) return NO_CELLS
  const cells = new Map<number, CellContent>()
  const put = setCell(cells)
  if (before?.name !== row.name) put(nameColumnOf(columns, row.nth), row.name)
  // The new price replaces the cell anyway.
  if (isReplaced) return cells
  // An invalid row has no currency.
  const isOtherMoney = row.currency !== '' && before?.currency !== row.currency
  const price = priceColumnsOf(columns)[row.nth] ?? null
  const currency = currencyColumnOf(columns, row.nth)
  if (before?.price !== row.price || isOtherMoney)
    put(price, writer.content(row, price, isOtherMoney && currency === null))
  if (isOtherMoney) put(currency, row.currency)
  return cells
}

const currencyColumnFor = ({ currency, morePrices, sideTables = [] }: Columns, nth: number): number | null =>
  nth > morePrices.length ? (sideTables[nth - morePrices.length - 1]?.currency ?? null) : currency

/** The column of the currency of a price alone: null where there is none, or where it is that of other prices too. */
const currencyColumnOf = (columns: Columns, nth: number): number | null =>
  nth > columns.morePrices.length || columns.morePrices.length === 0 ? currencyColumnFor(columns, nth) : null

function addedRow(
  row: PricedRow,
  converted: ConvertedCell | undefined,
  columns: Columns,
  usual: string | undefined,
  writer: PriceWriter,
): AddedRow {
  const cells = new Map<number, CellContent>()
  const put = setCell(cells)
  put(columns.name, row.name)
  const isBeside = columns.currency === null && row.currency !== '' && row.currency !== usual
  put(columns.price, writer.content(row, columns.price, isBeside))
  put(columns.currency, row.currency)
  const prices = new Map(converted && columns.price !== null ? [[columns.price, converted]] : [])
  return { cells, prices }
}

const setCell = (cells: Map<number, CellContent>) => (column: number | null, content: CellContent) => {
  if (column !== null) cells.set(column, content)
}

/** Writes prices that the user changed as their column writes its prices. */
class PriceWriter {
  readonly #table: Table
  readonly #columns: Columns
  readonly #reading: RowsReading
  readonly #padded = new Map<number, boolean>()
  #marks: ReadonlyMap<number, DecimalMark> | undefined

  readonly #divided: ReadonlySet<string>
  /** By price column. */
  readonly #hundredths: ReadonlyMap<number, StatedHundredths | undefined>

  constructor({ table, columns, reading }: Source) {
    this.#table = table
    this.#columns = columns
    this.#reading = reading
    const { headerRow } = columns
    this.#hundredths = new Map(
      priceColumnsOf(columns).map((column, nth) => [
        column,
        statedHundredths(table, { headerRow, currency: currencyColumnFor(columns, nth) }, column),
      ]),
    )
    const titles = reading.assumptions.flatMap((one) => (one.what === 'hundredths' ? [one.title] : []))
    this.#divided = new Set(titles)
  }

  /**
   * The new content of a cell, or of one of an added row: a number or a text where the cell says more than that.
   * @param isBeside whether its currency is written there: no column names it
   */
  content({ line, price, currency }: PricedRow, column: number | null, isBeside: boolean): CellContent {
    const isMarked = isBeside && price !== ''
    const to = parseCurrency(currency)
    if (column === null || to === undefined || !/^\d+(?:\.\d+)?$/.test(price))
      return isMarked ? `${price} ${currency}` : price
    const { title, currencyAt } = this.#hundredths.get(column) ?? {}
    const isDivided =
      title !== undefined &&
      this.#divided.has(title) &&
      (currencyAt === undefined || currencyAt(line - 1) === to)
    // The currency says that it is no number of hundredths, also where the unit of the others is not known.
    if (isMarked && isDivided) return `${price} ${currency}`
    if (isDivided) return { number: toHundredths(price) }
    if (title !== undefined && meaningOfHeader(title).isInHundredths) return withSign(price, to)
    const number = padDecimals(price, this.#arePadded(column))
    const text = cellText(cellAt(this.#table, line - 1, column)).trim()
    const hasWords = NUMBER.test(text) && text.replace(NUMBER, '') !== ''
    if (hasWords && parsePriceText(text).kind === 'price')
      return (isMarked ? markedPrice : replacedPrice)(text, number, to, this.#markOf(column))
    return isMarked ? { number, currency: to } : { number }
  }

  #markOf(column: number): DecimalMark {
    this.#marks ??= marksOfPrices(this.#table, this.#columns, this.#reading)
    return this.#marks.get(column)!
  }

  #arePadded(column: number): boolean {
    const known = this.#padded.get(column) ?? areDecimalsPadded(this.#table, column)
    this.#padded.set(column, known)
    return known
  }
}

function marksOfPrices(
  table: Table,
  columns: Columns,
  reading: RowsReading,
): ReadonlyMap<number, DecimalMark> {
  const prices = priceColumnsOf(columns)
  const counters = new Map(
    prices.map((column, nth) => {
      const finder = new RowFinder(reading)
      const isReadAs = (row: number, price: string) => finder.find({ line: row + 1, nth })?.price === price
      return [column, new DecimalMarkCounter(isReadAs)]
    }),
  )
  for (const [column, counter] of counters)
    for (let row = (columns.headerRow ?? -1) + 1; row < table.length; row++)
      counter.count(cellText(cellAt(table, row, column)), row)
  return decimalMarks(counters, prices)
}

/** Whether the texts of the column have decimals where they could do without. */
function areDecimalsPadded(table: Table, column: number): boolean {
  let padded = 0
  let whole = 0
  for (let row = 0; row < table.length; row++) {
    const text = cellAt(table, row, column)
    if (typeof text !== 'string') continue
    if (/\d[.,]\d?0(?!\d)/.test(text)) padded++
    else if (/^\D*\d+\D*$/.test(text)) whole++
  }
  return padded > whole
}

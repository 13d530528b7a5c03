import type { AmbiguousReading, Assumption, PriceCell, PriceProblem } from '../types.ts'
import { type OtherValue, type Table, type TableRow, cellAt } from '#table/table.ts'
import { type PriceNotation, type PriceReading, parsePriceText } from '../price-text.ts'
import { LIMITS } from '#product/limits.ts'
import type { Currency } from '#money/currency.ts'
import { validatePrice } from '../row.ts'
import { finerProblem } from './price-problems.ts'
import { findMisalignedPrices } from './misaligned-prices.ts'

/** Number of texts of a column in each notation. */
export type NotationCounts = Partial<Record<PriceNotation, number>>

/** The reading of ambiguous texts by their mark, and whether the column itself decided it. */
type NotationDecision = {
  readonly comma: AmbiguousReading
  readonly point: AmbiguousReading
  readonly decided: boolean
}

const COMMA_IS_DECIMAL: NotationDecision = { comma: 'decimal', point: 'thousands', decided: true }
const POINT_IS_DECIMAL: NotationDecision = { comma: 'thousands', point: 'decimal', decided: true }

/** Texts in the other notation are ignored while they are rarer than this ratio. */
const MINORITY = 9

/**
 * Decides from the other prices of a column how texts like '12,500' are read. An unambiguous decimal decides;
 * else numbers that can only have thousands separators; else whole numbers of up to three digits mean
 * thousands, since a column of prices with three decimals would show them everywhere. Otherwise the user is
 * asked: the error would be a factor of 1000.
 */
export function decideNotation(counts: NotationCounts): NotationDecision {
  const comma = counts['decimal-comma'] ?? 0
  const point = counts['decimal-point'] ?? 0
  if (point * MINORITY < comma) return COMMA_IS_DECIMAL
  if (comma * MINORITY < point) return POINT_IS_DECIMAL
  // Where one of them is 0, so is the other.
  return comma > 0 ? undecided : decideByGroups(counts)
}

const undecided: NotationDecision = { comma: 'decimal', point: 'decimal', decided: false }

function decideByGroups(counts: NotationCounts): NotationDecision {
  const byComma = counts['groups-comma'] !== undefined
  const byPoint = counts['groups-point'] !== undefined
  if (byComma !== byPoint) return byComma ? POINT_IS_DECIMAL : COMMA_IS_DECIMAL
  const thousands = counts['short-whole'] !== undefined
  return thousands ? { comma: 'thousands', point: 'thousands', decided: true } : undecided
}

export type PriceColumn = {
  readonly cells: readonly PriceCell[]
  /** Where its prices are in hundredths: what was divided. */
  readonly divided?: Extract<Assumption, { what: 'hundredths' }>
  readonly assumption?: Extract<Assumption, { what: 'ambiguous-prices' }>
  /** The price that `assumption` gives as an example: its index in `cells`, and the price in both readings. */
  readonly example?: { readonly at: number; readonly readings: Readonly<Record<AmbiguousReading, string>> }
}

const BLANK: NoPrice = { kind: 'blank' }

const NONE: ReadonlySet<number> = new Set()

const PROBLEM_OF = {
  date: 'date',
  boolean: 'not-a-price',
  error: 'cell-error',
  percent: 'percent',
  'other-currency': 'other-currency',
  value: 'not-a-price',
  'out-of-place': 'out-of-place',
} as const satisfies Record<OtherValue, PriceProblem>

/**
 * Reads the prices of column `index` in rows `from` to `end`. Ambiguous texts ('12,500') are read as the
 * column decides, else as the user answered, else as decimals; `assumption` reports it.
 * @param outside rows that are not part of the table and give no price
 * @param title of the column, where it contains a number
 */
export function readPriceColumn(
  table: Table,
  index: number,
  from: number,
  end: number,
  answer: AmbiguousReading | undefined,
  outside: ReadonlySet<number> = NONE,
  title?: string,
): PriceColumn {
  // A title with a number ('Цена 2026') that is repeated on each page.
  const isTitle = (cell: TableRow[number]) => title !== undefined && textIn(cell) === title
  const cells: PriceCell[] = []
  const counts: NotationCounts = {}
  const open: Ambiguous[] = []
  const whole: number[] = []
  for (let r = from; r < end; r++) {
    const cell = cellAt(table, r, index)
    const reading = outside.has(r) || isTitle(cell) ? cellOutside(cell) : readPriceCell(cell, counts)
    if (reading.kind === 'price' && reading.thousands !== undefined) {
      const currency = reading.currency
      open.push({
        at: cells.length,
        decimal: reading.price,
        thousands: reading.thousands,
        notation: reading.notation,
        text: textIn(cell),
        ...(currency && { currency }),
      })
    }
    if (reading.kind === 'price' && !reading.price.includes('.')) whole.push(cells.length)
    cells.push(reading)
  }
  const [first] = open
  const asked = first && {
    assumption: resolveAmbiguousPrices(cells, first, open, counts, answer),
    example: { at: first.at, readings: { decimal: first.decimal, thousands: first.thousands } },
  }
  for (const i of findMisalignedPrices(table, index, from, cells, whole))
    cells[i] = cellOutside(cellAt(table, from + i, index))
  return { cells, ...asked }
}

type Ambiguous = {
  readonly at: number
  readonly decimal: string
  readonly thousands: string
  readonly notation: PriceNotation
  readonly text: string
  readonly currency?: Currency
}

type Price = Extract<PriceReading, { kind: 'price' }>

type NoPrice = Exclude<PriceCell, { kind: 'price' }>

/** A stored number: its notation is unambiguous. */
type StoredPrice = Extract<PriceCell, { kind: 'price' }> & {
  readonly thousands?: never
  readonly notation?: never
}

const textIn = (cell: TableRow[number]): string =>
  (typeof cell === 'string' ? cell : (cell?.text ?? '')).trim()

/** Reads one cell, and counts its notation. `thousands`: the other reading of an ambiguous text. */
export function readPriceCell(cell: TableRow[number], counts: NotationCounts): NoPrice | Price | StoredPrice {
  if (cell === undefined || cell === '') return BLANK
  if (typeof cell !== 'string' && cell.kind === 'number') return numberCell(cell.text, cell.currency)
  if (typeof cell !== 'string' && cell.kind === 'other') return invalidCell(cell.text, PROBLEM_OF[cell.what])
  const text = typeof cell === 'string' ? cell : cell.text
  const reading = parsePriceText(text)
  if (reading.kind === 'blank') return BLANK
  if (reading.notation !== undefined) counts[reading.notation] = (counts[reading.notation] ?? 0) + 1
  return reading.kind === 'invalid' ? invalidCell(text, finerProblem(text, reading.problem)) : reading
}

/** The other way to read a text like '12,500' that was read as `price`; undefined for any other cell. */
export function otherReading(cell: TableRow[number], price: string): string | undefined {
  if (cell === undefined || (typeof cell !== 'string' && cell.kind !== 'text')) return undefined
  const reading = parsePriceText(textIn(cell))
  if (reading.kind !== 'price') return undefined
  return price === reading.thousands ? reading.price : reading.thousands
}

const cellOutside = (cell: TableRow[number]): NoPrice =>
  textIn(cell) === '' ? BLANK : invalidCell(textIn(cell), 'out-of-place')

/** A stored number has no separators: three decimals are three decimals. */
function numberCell(text: string, currency: Currency | undefined): NoPrice | StoredPrice {
  const reading = parsePriceText(text)
  if (reading.kind !== 'price')
    return invalidCell(text, reading.kind === 'invalid' ? reading.problem : 'not-a-price')
  return { kind: 'price', price: reading.price, ...(currency && { currency }) }
}

const invalidCell = (text: string, problem: PriceProblem): NoPrice => ({
  kind: 'invalid',
  text: withReadings(shortText(text)),
  problem,
})

/** Marks an invalid text that would pass as a valid price by itself. */
const withReadings = (text: string): string => (validatePrice(text).ok ? `${text} ?` : text)

/** The cell's text, truncated to the maximum that a row keeps. */
export function shortText(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > LIMITS.priceLength ? `${trimmed.slice(0, LIMITS.priceLength - 1)}…` : trimmed
}

/** Replaces the decimal readings by the thousands where those apply. */
function resolveAmbiguousPrices(
  cells: PriceCell[],
  first: Ambiguous,
  open: readonly Ambiguous[],
  counts: NotationCounts,
  answer: AmbiguousReading | undefined,
): NonNullable<PriceColumn['assumption']> {
  const decision = decideNotation(counts)
  const readingOf = (notation: PriceNotation): AmbiguousReading =>
    decision.decided
      ? notation === 'ambiguous-comma'
        ? decision.comma
        : decision.point
      : (answer ?? 'decimal')
  for (const { at, thousands, notation, currency } of open) {
    if (readingOf(notation) === 'thousands')
      cells[at] = { kind: 'price', price: thousands, ...(currency && { currency }) }
  }
  return {
    what: 'ambiguous-prices',
    reading: readingOf(first.notation),
    rows: open.length,
    example: shortText(first.text),
    asked: !decision.decided && answer === undefined,
  }
}

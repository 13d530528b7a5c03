import { type Table, type TableRow, cellAt, filledCells, isBlankCell, cellText } from '#table/table.ts'
import {
  BLANK_WORDS,
  LETTERS,
  currencyOfNumber,
  currencyOfWord,
  hundredthsOfWord,
} from '../currency/currency-words.ts'
import { finerProblem } from '../rows/price-problems.ts'
import { parsePriceText } from '../price-text.ts'

/** Number of rows in a sample, spread over the file. */
const SAMPLE_ROWS = 2000

const MOST = 0.8

/** How many rows hold the same for a column to be called constant. */
const CONSTANT = { rows: 5, share: 0.9 } as const

/** The code or sign of a currency that is not converted. */
const OTHER_CURRENCY = /^(?:usd|gbp|chf|ron|try|rsd|mkd|pln|czk|huf|rub|uah|cny|jpy|[$£¥₺₽₴])$/i

const HAS_DECIMALS = /\d[.,]\d{1,2}(?!\d)/

const TWO_LETTERS = new RegExp(`[${LETTERS}]{2}`, 'u')

/**
 * Describes the cells of column `index` by a sample of the rows from `from` on; where these say nothing, also by the first
 * cells that do. Each figure is computed on first use: for most columns the title is enough,
 * and parsing two thousand texts as prices takes as long as reading ten thousand rows.
 */
export class ColumnSample {
  readonly #rows: number
  /** The cells with text of the sampled rows. */
  readonly #sampled: readonly TableRow[number][]
  readonly #elsewhere: () => readonly TableRow[number][]
  #found: readonly TableRow[number][] | undefined
  #trimmed: readonly string[] | undefined
  #counts: ReadonlyMap<string, number> | undefined
  #prices: number | undefined
  #decimals: number | undefined
  #currencies: number | undefined
  #words: number | undefined
  /** Of the first cells that were tested, how many name a currency. */
  #named = { among: 0, count: 0 }

  constructor(table: Table, index: number, from: number) {
    const rows = sampledRows(table, from)
    this.#rows = rows.length
    this.#sampled = rows.map((r) => cellAt(table, r, index)).filter((cell) => !isBlankCell(cell))
    this.#elsewhere = () =>
      from + rows.length < table.length ? filledCells(table, index, from, SAMPLE_ROWS, saysNothing) : []
  }

  get filled(): number {
    return this.#cells.length
  }

  /** Number of cells that parse as a price. */
  get prices(): number {
    return (this.#prices ??= countOf(counted(this.#plain()), (text) => parsePriceText(text).kind === 'price'))
  }

  /** Number of cells that hold a number with decimals. */
  get decimals(): number {
    return (this.#decimals ??= this.#plain().filter((text) => HAS_DECIMALS.test(text.slice(0, 40))).length)
  }

  /** Number of cells that consist of a currency name. */
  get currencies(): number {
    return (this.#currencies ??= countOf(this.#distinct, (text) => currencyOfWord(text) !== undefined))
  }

  /** Number of cells that may be numeric codes of currencies. */
  get currencyNumbers(): number {
    return countOf(this.#distinct, (text) => currencyOfNumber(text) !== undefined)
  }

  /** Whether more than `least` cells consist of the name of a currency, converted or not. Tests no more of them than that needs. */
  namesCurrencies(least: number): boolean {
    const named = this.#named
    const mayBe = () => named.count + this.filled - named.among > least
    while (named.count <= least && mayBe()) if (isCurrency(this.#texts[named.among++]!)) named.count++
    return named.count > least
  }

  /** Whether more than `least` cells consist of stotinki or cents, or of the name of a currency. */
  namesHundredths(least: number): boolean {
    const count = countOf(this.#distinct, (text) => hundredthsOfWord(text) !== undefined)
    return count > 0 && count + this.currencies > least
  }

  get dates(): number {
    return this.#cells.filter(isDate).length
  }

  /** Number of whole numbers with seven and more digits, as codes have. */
  get codes(): number {
    return this.#texts.filter((text) => /^\d{7,}$/.test(text)).length
  }

  /** Number of cells with letters. */
  get words(): number {
    return (this.#words ??= this.#texts.filter((text) => TWO_LETTERS.test(text.slice(0, 80))).length)
  }

  /** Number of cells in which a digit precedes any letter ('3 бр.'). */
  get digitsFirst(): number {
    return this.#texts.filter((text) => /^[^\p{L}]*\d/u.test(text.slice(0, 40))).length
  }

  /** Whether nearly all cells are prices with decimals. */
  get holdsAmounts(): boolean {
    return this.holdsAmountsBut(0)
  }

  /** The same when `others` cells are known to be something else. */
  holdsAmountsBut(others: number): boolean {
    return this.filled > 1 && this.#areAmounts(MOST * (this.filled - others))
  }

  /**
   * Whether nearly all cells are prices, whole ones included, when `others` cells are known to be something
   * else.
   */
  holdsNumbersBut(others: number): boolean {
    return this.filled > 1 && this.prices >= MOST * (this.filled - others)
  }

  /** Whether more than half of the cells are amounts. */
  get mostlyAmounts(): boolean {
    return this.filled > 1 && this.#areAmounts(this.filled / 2)
  }

  get isCounter(): boolean {
    const texts = this.#texts
    return texts.length > 1 && texts.every((text, i) => i === 0 || Number(text) === Number(texts[i - 1]) + 1)
  }

  /** Number of distinct texts. */
  get distinct(): number {
    return this.#distinct.size
  }

  /** Whether nearly all rows hold the same text, and the others none; or all none. Of few rows nothing is said. */
  get isConstant(): boolean {
    const [first, ...others] = new Set(this.#sampled.map((cell) => cellText(cell).trim()))
    const { length } = this.#sampled
    const isFilled = length >= CONSTANT.share * this.#rows
    return this.#rows >= CONSTANT.rows && others.length === 0 && (isFilled || first === undefined)
  }

  get distinctText(): number {
    return [...this.#distinct.keys()].reduce((sum, text) => sum + Math.min(text.length, 60), 0)
  }

  get #cells(): readonly TableRow[number][] {
    return (this.#found ??= this.#sampled.every(saysNothing)
      ? [...this.#sampled, ...this.#elsewhere()]
      : this.#sampled)
  }

  get #texts(): readonly string[] {
    return (this.#trimmed ??= this.#cells.map((cell) => cellText(cell).trim()))
  }

  get #distinct(): ReadonlyMap<string, number> {
    return (this.#counts ??= counted(this.#texts))
  }

  #areAmounts(least: number): boolean {
    return this.decimals >= least && this.prices >= least
  }

  /** Texts and numbers, without dates and errors. */
  #plain(): readonly string[] {
    return this.#cells
      .filter((cell) => typeof cell === 'string' || cell!.kind !== 'other')
      .map((cell) => cellText(cell))
  }
}

const isCurrency = (text: string): boolean => currencyOfWord(text) !== undefined || OTHER_CURRENCY.test(text)

/** Counts equal texts: units, categories and stocks repeat, and each text is examined once. */
function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function countOf(texts: ReadonlyMap<string, number>, test: (text: string) => boolean): number {
  let count = 0
  for (const [text, times] of texts) if (test(text)) count += times
  return count
}

/** Whether a cell parses as a price without context. */
export const isPriceCell = (cell: TableRow[number]): boolean =>
  (typeof cell === 'string' || cell?.kind !== 'other') && parsePriceText(cellText(cell)).kind === 'price'

const isDate = (cell: TableRow[number]): boolean =>
  typeof cell === 'object' && cell.kind === 'other'
    ? cell.what === 'date'
    : finerProblem(cellText(cell), 'not-a-price') === 'date'

/** The first half in sequence, so that a counter is recognised; the rest spread over the file. */
function sampledRows(table: Table, from: number): number[] {
  const count = table.length - from
  const head = Math.min(count, SAMPLE_ROWS / 2)
  const step = Math.max(1, (count - head) / (SAMPLE_ROWS - head))
  return Array.from({ length: Math.min(count, SAMPLE_ROWS) }, (_, i) =>
    i < head ? from + i : from + head + Math.floor((i - head) * step),
  )
}

const ZERO = /^0*[.,]?0*$/

/** Whether a cell is blank, or has a dash or a zero where there is no value. */
export function saysNothing(cell: TableRow[number]): boolean {
  const text = cellText(cell).trim()
  return ZERO.test(text) || BLANK_WORDS.has(text.toLowerCase())
}

type Sampled = { readonly index: number; readonly sample: ColumnSample }

const PRICE_SHARE = 0.6

/**
 * Guesses price and name from the cells, for files whose header does not name them. Only preselects the
 * dialog: the price column is mostly prices, no codes, no counter, with most decimals; the name column has
 * most distinct text.
 */
export function guessColumns(columns: readonly Sampled[]): { price: number | null; name: number | null } {
  const price = highest(
    columns.filter(isLikePrices),
    ({ sample }) => (sample.decimals + 1) / (sample.filled + 1),
  )
  const name = highest(
    columns.filter(({ index, sample }) => index !== price && sample.words * 2 > sample.filled),
    ({ sample }) => sample.distinctText,
  )
  return { price, name }
}

const isLikePrices = ({ sample }: Sampled): boolean =>
  sample.filled > 0 && sample.prices >= PRICE_SHARE * sample.filled && sample.codes === 0 && !sample.isCounter

function highest(columns: readonly Sampled[], worthOf: (column: Sampled) => number): number | null {
  let found: number | null = null
  let most = 0
  for (const column of columns) {
    const worth = worthOf(column)
    if (worth > most) [found, most] = [column.index, worth]
  }
  return found
}

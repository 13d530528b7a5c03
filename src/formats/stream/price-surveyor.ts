import { type Currency, byCurrency } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { parseShortPrice } from '#money/decimal.ts'
import { statedIn } from '#pricelist/currency/currency-statement.ts'
import { type Row, type RowCounts, countRow, emptyCounts } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import { mayBeTotalAt, mayBeTotalByLetters, totalNameIn } from '#pricelist/rows/total-names.ts'
import type { PriceProblem, RowsOptions } from '#pricelist/types.ts'
import { type Table, type TableRow, LazyTable, cellAt, cellText, isBlankCell, rowAt } from '#table/table.ts'
import { DecimalMarkCounter } from '#writeback/price-style.ts'
import { Alignment } from './alignment.ts'
import { AMBIGUOUS, NotPlainError } from './row-chunks.ts'
import { COMMA, POINT } from './plain-price.ts'
import { UsualPrice } from './price-form.ts'
import { type FoundRows, MAX_COLUMNS, RowSurveyor, type SurveyorTask } from './row-surveyor.ts'

/** Texts of a currency column that are kept. */
const MOST_WORDS = 1000

type CurrencyWord = {
  readonly currency: Currency
  /** 1 where only the default names it. */
  readonly assumed: number
  /** With usual prices. */
  rows: number
}

/** Rows without a valid price that are kept for the notes. */
const MOST_PROBLEMS = 200_000

type Bytes = Uint8Array<ArrayBuffer>

/** What a stream finds of the prices. */
export type Survey = FoundRows & {
  readonly counts: RowCounts
  readonly currencies: Readonly<Record<Currency, number>>
  /** Rows whose currency only the default names. */
  readonly assumed: number
  /** The rows without a valid price, and those omitted: indexes of `rows`. */
  readonly rows: readonly Row[]
  readonly lines: readonly number[]
  readonly problems: ReadonlyMap<number, PriceProblem>
  readonly marks: DecimalMarkCounter
  /** That of the first row. */
  readonly plainCurrency: Currency
}

/** The header and one row of data, so that rules for a row of a table can be asked. */
class CurrentRow extends LazyTable {
  override readonly isDelimited = true
  readonly #head: Table
  readonly #from: number
  row: TableRow = []

  constructor(head: Table, from: number) {
    super(Number.MAX_SAFE_INTEGER)
    this.#head = head
    this.#from = from
  }

  at(r: number): TableRow | undefined {
    return r < this.#from ? rowAt(this.#head, r) : this.row
  }

  cell(r: number, c: number): TableRow[number] {
    return this.at(r)?.[c]
  }

  lengthOfRow(r: number): number {
    return this.at(r)?.length ?? 0
  }

  isBlank(r: number): boolean {
    return this.at(r)?.every(isBlankCell) ?? true
  }

  first(): CurrentRow {
    return this
  }
}

/** Collects the prices of one column. */
export class PriceSurveyor extends RowSurveyor {
  /** The price of the last row, where it is one of the usual ones: `isPlain`. */
  readonly price = new UsualPrice(this.decoder)
  isPlain = false
  /** Of that price. */
  currency: Currency
  /** The last row, where it is any other one with a price. */
  other: Row | undefined
  /** The last row, where it is any other one with text. It has no name where it has a price. */
  lastRead: Row | undefined
  /** Of the first row, if its cell names none. */
  readonly plainCurrency: Currency
  readonly #letters: Uint16Array | undefined
  readonly #current: CurrentRow
  readonly #reader: RowReader
  readonly #column: number
  readonly #nameColumn: number
  readonly #sums = new Sums()
  readonly #rowCounts = emptyCounts()
  readonly #currencies = byCurrency(() => 0)
  readonly #rows: Row[] = []
  readonly #lines: number[] = []
  readonly #problems = new Map<number, PriceProblem>()
  readonly #marks = new DecimalMarkCounter()
  readonly #alignment: Alignment
  readonly #currencyColumn: number | null
  /** What the texts of the currency column say of a usual price; a single one where there is no such column. */
  readonly #words = new Map<string, CurrencyWord | undefined>()
  #assumedByWords = 0
  #commas = 0
  #points = 0

  constructor(task: Omit<SurveyorTask, 'headerRow'>, options: RowsOptions) {
    const { columns } = options
    super({ ...task, headerRow: columns.headerRow })
    this.#letters = this.isUtf8 ? undefined : lettersOf(this.decoder)
    this.#current = new CurrentRow(this.head, this.from)
    // Names of rows with a price are not needed.
    const read = { ...options, areNamesRead: false }
    this.#reader = new RowReader(this.#current, read, { cells: [] }, { cells: [] })
    this.#column = columns.price ?? -1
    this.#alignment = new Alignment(this.#column)
    this.#nameColumn = columns.name ?? -1
    this.#currencyColumn = columns.currency
    const first = columns.currency === null ? '' : cellText(cellAt(this.head, this.from, columns.currency))
    this.plainCurrency = this.#wordOf(first)?.currency ?? options.defaultCurrency
    this.currency = this.plainCurrency
  }

  #wordOf(text: string): CurrencyWord | undefined {
    if (this.#words.has(text) || this.#words.size === MOST_WORDS) return this.#words.get(text)
    const row: string[] = []
    if (this.#currencyColumn !== null) row[this.#currencyColumn] = text
    this.#current.row = row
    const before = this.#reader.assumed
    const { row: read, problem } = this.#reader.rowOf(this.from, { kind: 'price', price: '1' })
    const assumed = this.#reader.assumed - before
    // What the reader has counted here is no row.
    this.#assumedByWords += assumed
    const word = problem === undefined ? { currency: read.currency, assumed, rows: 0 } : undefined
    this.#words.set(text, word)
    return word
  }

  protected begin(): void {
    this.isPlain = false
    this.other = undefined
    this.lastRead = undefined
  }

  protected readUsual(bytes: Bytes): boolean {
    const { fields } = this.scanned
    const column = 2 * this.#column
    if (!this.price.read(bytes, fields[column]!, fields[column + 1]!)) return false
    // A text alone in its row can be a statement of a currency.
    if (this.price.form !== undefined && !this.#hasOtherText(bytes)) return false
    const named = this.price.currency
    if (named === undefined) {
      const text = this.#currencyColumn === null ? '' : this.textOf(bytes, this.#currencyColumn)
      const word = this.#wordOf(text)
      if (word === undefined) return false
      word.rows++
      this.currency = word.currency
    } else {
      this.#currencies[named]++
      countRow(this.#rowCounts, 'valid')
      this.currency = named
    }
    this.#addPlain(bytes)
    return true
  }

  /** Whether a cell besides the price surely has text: one that begins with an ASCII character or a Cyrillic letter. */
  #hasOtherText(bytes: Bytes): boolean {
    const { fields, count } = this.scanned
    for (let c = 0; c < count; c++) {
      const [from, end] = [fields[2 * c]!, fields[2 * c + 1]!]
      if (c !== this.#column && from < end && isVisible(bytes[from]!, this.isUtf8)) return true
    }
    return false
  }

  #addPlain(bytes: Bytes): void {
    const { hundredths, mark } = this.price
    if (mark === COMMA) this.#commas++
    else if (mark === POINT) this.#points++
    this.#alignment.addUsual(bytes, this.scanned, this.row, this.price.isWhole)
    this.isPlain = true
    const isClassified = this.#mayBeTotal(bytes)
    if (isClassified && this.#isTotalName(bytes)) throw new NotPlainError('names of totals')
    this.#sums.add(hundredths, isClassified)
  }

  protected readBlank(count: number): void {
    this.#sums.end()
    countRow(this.#rowCounts, 'empty', count)
    for (let row = this.row - count; row < this.row; row++) this.#alignment.addUnpriced(row)
  }

  protected readOther(row: readonly string[]): void {
    const filled = row.filter((cell) => !isBlankCell(cell))
    const reason = whyNotPlain(row, filled)
    if (reason !== undefined) throw new NotPlainError(reason)
    this.#current.row = row
    const own = row[this.#column]
    const cell = readPriceCell(own, {})
    if ('thousands' in cell && cell.thousands !== undefined) throw new NotPlainError(AMBIGUOUS)
    this.#marks.count(own ?? '')
    this.#alignment.addCell(this.scanned, this.row, row, cell)
    const { row: read, problem } = this.#reader.rowOf(this.row, cell)
    this.lastRead = read
    if (problem !== undefined || read.price === '') this.#addProblem(read, problem, filled.length)
    else this.#addPriced(read)
  }

  #addPriced(read: Row): void {
    if (read.price === BGN_EUR.rateText) throw new NotPlainError('a price that is the rate')
    this.#currencies[read.currency]++
    countRow(this.#rowCounts, 'valid')
    this.other = read
    this.#sums.add(parseShortPrice(read.price) ?? Number(read.price) * 100, true)
  }

  #addProblem(row: Row, problem: PriceProblem | undefined, filled: number): void {
    if (row.price === '' || (row.name === '' && filled === 1)) this.#sums.end()
    else this.#sums.skip()
    if (row.price === '' && row.name === '') {
      countRow(this.#rowCounts, 'empty')
      return
    }
    if (this.#rows.length >= MOST_PROBLEMS) throw new NotPlainError('many rows without a price')
    this.#problems.set(this.#rows.length, problem ?? 'no-price')
    this.#rows.push(row)
    this.#lines.push(this.row + 1)
    countRow(this.#rowCounts, 'invalid')
  }

  /** Whether the name has to be compared with those of totals. */
  #mayBeTotal(bytes: Uint8Array): boolean {
    const c = this.#nameColumn
    if (c < 0) return true
    const start = this.scanned.fields[2 * c]!
    const end = this.scanned.fields[2 * c + 1]!
    if (start === end) return true
    const found = this.isUtf8 ? mayBeTotalInUtf8(bytes, start, end) : this.#mayBeTotalIn(bytes, start, end)
    if (found !== undefined) return found
    const text = this.decoder.decode(bytes.subarray(start, end))
    return mayBeTotalAt(text, 0, text.length)
  }

  #mayBeTotalIn(bytes: Uint8Array, start: number, end: number): boolean | undefined {
    const letters = this.#letters!
    return mayBeTotalByLetters(
      letters[bytes[start]!]!,
      letters[bytes[start + 1]!]!,
      letters[bytes[start + 2]!]!,
      letters[bytes[start + 3]!]!,
      letters[bytes[end - 1]!]!,
    )
  }

  #isTotalName(bytes: Bytes): boolean {
    const { fields, count } = this.scanned
    const c = this.#nameColumn
    if (c >= 0 && fields[2 * c] !== fields[2 * c + 1]) return totalNameIn(this.textOf(bytes, c)) !== undefined
    // The word of a total can be in another column.
    for (let i = 0; i < Math.min(count, MAX_COLUMNS); i++)
      if (totalNameIn(this.textOf(bytes, i)) !== undefined) return true
    return false
  }

  /** @throws {NotPlainError} where rows have to be compared with the others */
  requireAligned(table: Table): void {
    this.#alignment.requirePlain(table, this.from, this.rowsOfData)
  }

  /**
   * What was found.
   * @param end of the last row
   */
  finish(end: number): Survey {
    this.#sums.end()
    let assumed = this.#reader.assumed - this.#assumedByWords
    for (const word of this.#words.values()) {
      if (word === undefined) continue
      this.#currencies[word.currency] += word.rows
      countRow(this.#rowCounts, 'valid', word.rows)
      assumed += word.assumed * word.rows
    }
    this.#marks.add(new DecimalMarkCounter(this.#commas, this.#points))
    return {
      ...this.foundRows(end),
      counts: this.#rowCounts,
      currencies: this.#currencies,
      assumed,
      rows: this.#rows,
      lines: this.#lines,
      problems: this.#problems,
      marks: this.#marks,
      plainCurrency: this.plainCurrency,
    }
  }
}

/** Why other rows decide about a row. */
function whyNotPlain(row: readonly string[], filled: readonly string[]): string | undefined {
  if (row.some((cell) => totalNameIn(cell) !== undefined)) return 'names of totals'
  const [only, ...others] = filled
  if (only !== undefined && others.length === 0 && statedIn(only, 'above') !== undefined)
    return 'a statement of a currency between the rows'
  return undefined
}

/** The sums that a total would have: of the rows since a blank one or a heading, and of all rows. */
class Sums {
  #block = 0
  #blockCount = 0
  #all = 0
  #allCount = 0
  /** Whether the last row is the sum of those above it. */
  #isSum = false

  /** @param isClassified whether the row is compared with totals */
  add(hundredths: number, isClassified: boolean): void {
    this.#isSum =
      (this.#blockCount > 1 && Math.abs(this.#block - hundredths) < 1) ||
      (this.#allCount > 1 && Math.abs(this.#all - hundredths) < 1)
    this.#block += hundredths
    this.#blockCount++
    this.#all += hundredths
    this.#allCount++
    if (isClassified) this.#refuseSum()
  }

  /** A row without a price: the one above it is compared with totals. */
  end(): void {
    this.#refuseSum()
    this.#block = this.#blockCount = 0
  }

  skip(): void {
    this.#isSum = false
  }

  #refuseSum(): void {
    if (this.#isSum) throw new NotPlainError('a price that is a sum')
  }
}

/** Whether a byte begins a character that is no space. */
const isVisible = (byte: number, isUtf8: boolean): boolean =>
  (byte > 0x20 && byte < 0x7f) || (isUtf8 && (byte === 0xd0 || byte === 0xd1))

function lettersOf(decoder: InstanceType<typeof TextDecoder>): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)).charCodeAt(0))
}

/** A code unit of none of the letters. */
const OTHER = 0xffff

function mayBeTotalInUtf8(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  let at = start
  const a = letterAt(bytes, at)
  at += a < 0x80 ? 1 : 2
  const b = letterAt(bytes, at)
  at += b < 0x80 ? 1 : 2
  const c = letterAt(bytes, at)
  at += c < 0x80 ? 1 : 2
  const d = letterAt(bytes, at)
  const last = bytes[end - 1]! < 0x80 ? end - 1 : end - 2
  return mayBeTotalByLetters(a, b, c, d, letterAt(bytes, last))
}

/** The code unit of an ASCII character or a Cyrillic letter, which has two bytes. */
function letterAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!
  if (byte < 0x80) return byte
  return byte === 0xd0 || byte === 0xd1 ? ((byte & 0x1f) << 6) | (bytes[at + 1]! & 0x3f) : OTHER
}

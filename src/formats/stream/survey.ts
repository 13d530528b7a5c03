import { type Currency, byCurrency } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { parseShortPrice } from '#money/decimal.ts'
import { statedIn } from '#pricelist/currency/currency-statement.ts'
import { isHeader } from '#pricelist/headers/header-row.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { type Row, type RowCounts, countRow, emptyCounts } from '#pricelist/row.ts'
import { type NotationCounts, decideNotation, readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import { mayBeTotalAt, mayBeTotalByLetters, totalNameIn } from '#pricelist/rows/total-names.ts'
import type { PriceProblem, RowsOptions } from '#pricelist/types.ts'
import { type Table, type TableRow, LazyTable, isBlankCell, rowAt } from '#table/table.ts'
import { DecimalMarkCounter } from '#writeback/price-style.ts'
import { nextComputedCell } from '../csv/formulas.ts'
import { CsvOffsets, CsvTable } from '../csv/table.ts'
import type { AffectedRows } from '../format.ts'
import { NotPlainError } from './row-chunks.ts'
import { RowScanner } from './row-scanner.ts'
import { COMMA, POINT, PlainPrice } from './plain-price.ts'
import { type RowIndex, RowIndexBuilder, type TextDialect } from './stream-table.ts'

/** Fields of which offsets are kept. */
export const MAX_COLUMNS = 64
const ROWS_SHOWN = 5
/** Rows without a valid price that are kept for the notes. */
const MOST_PROBLEMS = 200_000

export type SurveyTask = {
  readonly dialect: TextDialect
  /** The first rows of the file, with all of its header. */
  readonly head: Table
  readonly options: RowsOptions
}

/** What a stream finds in a file in which every row can be read by itself. */
export type Survey = {
  readonly index: RowIndex
  /** Rows without blank ones at the end. */
  readonly length: number
  readonly width: number
  readonly counts: RowCounts
  readonly currencies: Readonly<Record<Currency, number>>
  /** Rows whose currency only the default names. */
  readonly assumed: number
  /** The rows without a valid price, and those omitted: indexes of `rows`. */
  readonly rows: readonly Row[]
  readonly lines: readonly number[]
  readonly problems: ReadonlyMap<number, PriceProblem>
  readonly marks: DecimalMarkCounter
  readonly formulas: AffectedRows
  /** The currency of prices whose cell names none. */
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

/**
 * Collects what must be known of all rows, one after the other, which `rowChunks` finds.
 * @throws {NotPlainError} where a row cannot be read by itself
 */
export class Surveyor {
  readonly scanner: RowScanner
  /** The price of the last row, where it is one of the usual ones: `isPlain`. */
  readonly price = new PlainPrice()
  isPlain = false
  /** The last row, where it is any other one with a price. */
  other: Row | undefined
  /** Of prices whose cell names none. */
  readonly plainCurrency: Currency
  readonly #task: SurveyTask
  readonly #decoder: InstanceType<typeof TextDecoder>
  readonly #strict: InstanceType<typeof TextDecoder>
  readonly #isUtf8: boolean
  readonly #letters: Uint16Array | undefined
  readonly #current: CurrentRow
  readonly #reader: RowReader
  readonly #from: number
  readonly #width: number
  readonly #column: number
  readonly #nameColumn: number
  readonly #index = new RowIndexBuilder()
  readonly #counts: NotationCounts = {}
  readonly #sums = new Sums()
  readonly #rowCounts = emptyCounts()
  readonly #currencies = byCurrency(() => 0)
  readonly #rows: Row[] = []
  readonly #lines: number[] = []
  readonly #problems = new Map<number, PriceProblem>()
  readonly #marks = new DecimalMarkCounter()
  readonly #formulaLines: number[] = []
  /** 1 where only the default names it. */
  readonly #assumedByPlain: number
  #formulaRows = 0
  #row = 0
  #filled = 0
  #commas = 0
  #points = 0
  #short = 0
  #plainWhole = 0
  #withoutFirst = 0
  #withoutLast = 0
  #plainRows = 0
  #pendingBlank = 0

  constructor(task: SurveyTask) {
    const { dialect, head, options } = task
    const { columns } = options
    this.#task = task
    this.#isUtf8 = dialect.encoding === 'utf-8'
    this.scanner = new RowScanner(dialect.delimiter, MAX_COLUMNS, { isUtf8: this.#isUtf8, isChecked: true })
    this.#decoder = new TextDecoder(dialect.encoding, { ignoreBOM: true })
    this.#strict = new TextDecoder(dialect.encoding, { fatal: true, ignoreBOM: true })
    this.#letters = this.#isUtf8 ? undefined : lettersOf(this.#decoder)
    this.#from = firstRowOfData(head, columns.headerRow)
    this.#current = new CurrentRow(head, this.#from)
    this.#reader = new RowReader(this.#current, options, { cells: [] }, { cells: [] })
    this.#width = rowAt(head, columns.headerRow ?? 0)?.length ?? 0
    this.#column = columns.price ?? -1
    this.#nameColumn = columns.name ?? -1
    const plain = this.#reader.rowOf(this.#from, { kind: 'price', price: '1' })
    this.plainCurrency = plain.row.currency
    this.#assumedByPlain = this.#reader.assumed
  }

  visit(bytes: Uint8Array<ArrayBuffer>, at: number, next: number, position: number): void {
    const { scanner } = this
    this.#index.add(this.#row, position)
    this.isPlain = false
    this.other = undefined
    if (scanner.isDamaged) throw new NotPlainError('damage')
    if (scanner.hasSign) this.#visitSigns(bytes, at, next)
    if (this.#row < this.#from) this.#filled = this.#row + 1
    else if (this.#isPlainRow(bytes)) this.#visitPlain(bytes)
    else this.#visitOther(bytes, at)
    this.#row++
  }

  /** The index of the last row. */
  get row(): number {
    return this.#row - 1
  }

  #isPlainRow(bytes: Uint8Array): boolean {
    const { fields, count } = this.scanner
    const column = 2 * this.#column
    return (
      count === this.#width &&
      this.#pendingBlank === 0 &&
      this.#task.options.columns.currency === null &&
      this.price.read(bytes, fields[column]!, fields[column + 1]!)
    )
  }

  #visitPlain(bytes: Uint8Array<ArrayBuffer>): void {
    const { fields, count } = this.scanner
    const { hundredths, mark, isShort } = this.price
    if (mark === COMMA) this.#commas++
    else if (mark === POINT) this.#points++
    else {
      if (isShort) this.#short++
      else this.#plainWhole++
      if (this.#hasDecimals(bytes, this.#column + 1)) throw new NotPlainError('amounts beside whole prices')
    }
    if (fields[0] === fields[1]) this.#withoutFirst++
    if (fields[2 * count - 2] === fields[2 * count - 1]) this.#withoutLast++
    this.#plainRows++
    this.#filled = this.#row + 1
    this.isPlain = true
    const isClassified = this.#mayBeTotal(bytes)
    if (isClassified && this.#isTotalName(bytes)) throw new NotPlainError('a name of a total')
    this.#sums.add(hundredths, isClassified)
  }

  /** Any other row, by the rules of texts. */
  #visitOther(bytes: Uint8Array<ArrayBuffer>, at: number): void {
    const { count, contentEnd } = this.scanner
    const text = this.#decoder.decode(bytes.subarray(at, contentEnd))
    const offsets = new CsvOffsets(text, this.#task.dialect.delimiter, 0, { isUnlimited: true, capacity: 64 })
    const row = new CsvTable(offsets).at(0) ?? []
    if (row.length !== count) throw new NotPlainError('fields')
    if (row.every(isBlankCell)) {
      this.#pendingBlank++
      return
    }
    for (; this.#pendingBlank > 0; this.#pendingBlank--) {
      this.#sums.end()
      countRow(this.#rowCounts, 'empty')
    }
    const filled = row.filter((cell) => !isBlankCell(cell))
    const reason = this.#whyNotPlain(row, filled)
    if (reason !== undefined) throw new NotPlainError(reason)
    this.#filled = this.#row + 1
    this.#current.row = row
    const own = row[this.#column]
    const cell = readPriceCell(own, this.#counts)
    if ('thousands' in cell && cell.thousands !== undefined) throw new NotPlainError('ambiguous prices')
    this.#marks.count(own ?? '')
    const { row: read, problem } = this.#reader.rowOf(this.#row, cell)
    if (problem !== undefined || read.price === '') this.#visitProblem(read, problem, filled.length)
    else this.#visitPriced(read, row)
  }

  /** Why other rows decide about a row. */
  #whyNotPlain(row: readonly string[], filled: readonly string[]): string | undefined {
    if (row.length > 1 && row.length !== this.#width) return 'rows of other lengths'
    if (isHeader(row)) return 'titles between the rows'
    if (row.some((cell) => totalNameIn(cell) !== undefined)) return 'a name of a total'
    const [only, ...others] = filled
    if (only !== undefined && others.length === 0 && statedIn(only, 'above') !== undefined)
      return 'a statement between the rows'
    return undefined
  }

  #visitPriced(read: Row, row: readonly string[]): void {
    if (read.price === BGN_EUR.rateText) throw new NotPlainError('a rate')
    if (!read.price.includes('.') && /\d[.,]\d/.test(row[this.#column + 1] ?? ''))
      throw new NotPlainError('amounts beside whole prices')
    if (row[0] === '') this.#withoutFirst++
    if (row.at(-1) === '') this.#withoutLast++
    this.#currencies[read.currency]++
    countRow(this.#rowCounts, 'valid')
    this.other = read
    this.#sums.add(parseShortPrice(read.price) ?? Number(read.price) * 100, true)
  }

  #visitProblem(row: Row, problem: PriceProblem | undefined, filled: number): void {
    if (row.price === '' || (row.name === '' && filled === 1)) this.#sums.end()
    else this.#sums.skip()
    if (row.price === '' && row.name === '') {
      countRow(this.#rowCounts, 'empty')
      return
    }
    if (this.#rows.length >= MOST_PROBLEMS) throw new NotPlainError('many rows without a price')
    this.#problems.set(this.#rows.length, problem ?? 'no-price')
    this.#rows.push(row)
    this.#lines.push(this.#row + 1)
    countRow(this.#rowCounts, 'invalid')
  }

  #visitSigns(bytes: Uint8Array<ArrayBuffer>, at: number, next: number): void {
    const text = this.#decoder.decode(bytes.subarray(at, next))
    // A formula can go on in the next row.
    if (/[=＝﹦⁼₌]\s*$/u.test(text)) throw new NotPlainError('a sign at the end of a row')
    if (nextComputedCell(text, 0) === undefined) return
    this.#formulaRows++
    if (this.#formulaLines.length < ROWS_SHOWN) this.#formulaLines.push(this.#row + 1)
  }

  #hasDecimals(bytes: Uint8Array, c: number): boolean {
    if (c >= this.#width) return false
    const { fields } = this.scanner
    for (let at = fields[2 * c]! + 1; at < fields[2 * c + 1]! - 1; at++) {
      const byte = bytes[at]
      if ((byte === COMMA || byte === POINT) && isDigit(bytes[at - 1]!) && isDigit(bytes[at + 1]!))
        return true
    }
    return false
  }

  /** Whether the name has to be compared with those of totals. */
  #mayBeTotal(bytes: Uint8Array): boolean {
    const c = this.#nameColumn
    if (c < 0) return true
    const start = this.scanner.fields[2 * c]!
    const end = this.scanner.fields[2 * c + 1]!
    if (start === end) return true
    const found = this.#isUtf8 ? mayBeTotalInUtf8(bytes, start, end) : this.#mayBeTotalIn(bytes, start, end)
    if (found !== undefined) return found
    const text = this.#decoder.decode(bytes.subarray(start, end))
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

  #isTotalName(bytes: Uint8Array<ArrayBuffer>): boolean {
    const { fields, count } = this.scanner
    const c = this.#nameColumn
    const textOf = (i: number): string => {
      const [start, end] = [fields[2 * i]!, fields[2 * i + 1]!]
      const own = this.#decoder.decode(bytes.subarray(start, end))
      return this.scanner.isQuoted(bytes, i) ? own.replaceAll('""', '"') : own
    }
    if (c >= 0 && fields[2 * c] !== fields[2 * c + 1]) return totalNameIn(textOf(c)) !== undefined
    // The word of a total can be in another column.
    for (let i = 0; i < Math.min(count, MAX_COLUMNS); i++)
      if (totalNameIn(textOf(i)) !== undefined) return true
    return false
  }

  /** Whether bytes are text in the encoding. */
  isWellFormed(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (!this.#isUtf8) return true
    if (isUtf8 !== undefined) return isUtf8(bytes)
    try {
      this.#strict.decode(bytes)
      return true
    } catch {
      return false
    }
  }

  /**
   * What was found.
   * @param end of the last row
   */
  finish(end: number): Survey {
    const rows = this.#filled - this.#from
    const mostBlank = Math.min(1000, Math.max(1, 0.05 * rows))
    for (const blank of [this.#withoutFirst, this.#withoutLast])
      if (blank > 0 && blank <= mostBlank)
        throw new NotPlainError('few rows without their first or last field')
    this.#sums.end()
    const counts = this.#counts
    counts['decimal-comma'] = (counts['decimal-comma'] ?? 0) + this.#commas
    counts['decimal-point'] = (counts['decimal-point'] ?? 0) + this.#points
    counts['short-whole'] = (counts['short-whole'] ?? 0) + this.#short
    counts.plain = (counts.plain ?? 0) + this.#plainWhole
    decideNotation(counts)
    this.#currencies[this.plainCurrency] += this.#plainRows
    countRow(this.#rowCounts, 'valid', this.#plainRows)
    this.#marks.add(new DecimalMarkCounter(this.#commas, this.#points))
    return {
      index: this.#index.finish(end),
      length: this.#filled,
      width: this.#width,
      counts: this.#rowCounts,
      currencies: this.#currencies,
      assumed: this.#reader.assumed + this.#assumedByPlain * (this.#plainRows - 1),
      rows: this.#rows,
      lines: this.#lines,
      problems: this.#problems,
      marks: this.#marks,
      plainCurrency: this.plainCurrency,
      formulas: { count: this.#formulaRows, first: this.#formulaLines },
    }
  }
}

type Process = { getBuiltinModule?(name: 'node:buffer'): { isUtf8(bytes: Uint8Array): boolean } }

/** Node tests bytes in a tenth of the time of decoding them. */
const isUtf8 = (globalThis as { process?: Process }).process?.getBuiltinModule?.('node:buffer').isUtf8

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

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

function lettersOf(decoder: InstanceType<typeof TextDecoder>): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)).charCodeAt(0))
}

/** A code unit of none of the letters. */
const OTHER = 0xffff

function mayBeTotalInUtf8(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  let at = start
  const next = (): number => {
    const byte = bytes[at++]!
    if (byte < 0x80) return byte
    return byte === 0xd0 || byte === 0xd1 ? ((byte & 0x1f) << 6) | (bytes[at++]! & 0x3f) : OTHER
  }
  const [a, b, c, d] = [next(), next(), next(), next()]
  const last = bytes[end - 1]!
  const lead = bytes[end - 2]!
  const z = last < 0x80 ? last : lead === 0xd0 || lead === 0xd1 ? ((lead & 0x1f) << 6) | (last & 0x3f) : OTHER
  return mayBeTotalByLetters(a, b, c, d, z)
}

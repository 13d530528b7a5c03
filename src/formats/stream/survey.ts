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
import { type Table, type TableRow, LazyTable, cellText, isBlankCell, rowAt } from '#table/table.ts'
import { DecimalMarkCounter } from '#writeback/price-style.ts'
import { nextComputedCell } from '../csv/formulas.ts'
import { CsvOffsets, CsvTable } from '../csv/table.ts'
import type { AffectedRows } from '../format.ts'
import type { ByteSource } from './byte-source.ts'
import { RowScanner, SENTINEL_BYTES } from './row-scanner.ts'
import { COMMA, POINT, PlainPrice } from './plain-price.ts'
import { BLOCK_ROWS, type RowIndex, type TextDialect } from './stream-table.ts'

/** A longer row is not for a stream. */
const LONGEST_ROW = 16 * 1024 * 1024

const MAX_COLUMNS = 64
const ROWS_SHOWN = 5
/** Rows without a valid price that are kept for the notes. */
const MOST_PROBLEMS = 200_000

export type SurveyTask = {
  readonly source: ByteSource
  readonly dialect: TextDialect
  /** Length of the byte order mark. */
  readonly start: number
  /** The first rows of the file, with all of its header. */
  readonly head: Table
  readonly options: RowsOptions
  readonly chunkBytes: number
  readonly onProgress: (done: number) => void
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

/** Why a file is not read as a stream. */
export type NotPlain = { readonly notPlain: string }

const notPlain = (reason: string): NotPlain => ({ notPlain: reason })

/** Reads the whole file once. */
export function surveyFile(task: SurveyTask): Survey | NotPlain {
  return new Surveyor(task).run()
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

class Surveyor {
  readonly #task: SurveyTask
  readonly #scanner: RowScanner
  readonly #price = new PlainPrice()
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
  readonly #starts: number[] = []
  readonly #counts: NotationCounts = {}
  readonly #sums = new Sums()
  readonly #rowCounts = emptyCounts()
  readonly #currencies = byCurrency(() => 0)
  readonly #rows: Row[] = []
  readonly #lines: number[] = []
  readonly #problems = new Map<number, PriceProblem>()
  readonly #marks = new DecimalMarkCounter()
  readonly #formulaLines: number[] = []
  /** Of rows whose cell names none. */
  readonly #plainCurrency: Currency
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
    this.#scanner = new RowScanner(dialect.delimiter, MAX_COLUMNS, { isUtf8: this.#isUtf8, isChecked: true })
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
    this.#plainCurrency = plain.row.currency
    this.#assumedByPlain = this.#reader.assumed
  }

  run(): Survey | NotPlain {
    const { source, start, chunkBytes, onProgress } = this.#task
    let buffer = new Uint8Array(2 * chunkBytes + SENTINEL_BYTES)
    let [base, have] = [start, 0]
    for (;;) {
      const room = Math.min(chunkBytes, buffer.length - SENTINEL_BYTES - have)
      const got = source.read(buffer.subarray(have, have + room), base + have)
      const end = have + got
      const isLast = base + end >= source.length
      if (got === 0 && !isLast) return notPlain('the file has become shorter')
      const at = this.#visitRows(buffer, end, base, isLast)
      if (typeof at !== 'number') return at
      if (!this.#isWellFormed(buffer.subarray(0, at))) return notPlain('bytes that are not of the encoding')
      onProgress((base + at) / source.length)
      if (isLast) return this.#finish(base + at)
      if (at === 0 && end + SENTINEL_BYTES >= buffer.length) {
        if (buffer.length > LONGEST_ROW) return notPlain('a long row')
        const larger = new Uint8Array(2 * buffer.length)
        larger.set(buffer)
        buffer = larger
      }
      buffer.copyWithin(0, at, end)
      base += at
      have = end - at
    }
  }

  /** Visits the whole rows before `end`. Returns the offset after them. */
  #visitRows(bytes: Uint8Array<ArrayBuffer>, end: number, base: number, isLast: boolean): number | NotPlain {
    const scanner = this.#scanner
    let at = 0
    while (at < end) {
      const isWhole = scanner.scan(bytes, at, end)
      if (!isWhole && !isLast) return at
      if (scanner.isUnclear) return notPlain('quotes')
      if (this.#row % BLOCK_ROWS === 0) this.#starts.push(base + at)
      const next = Math.min(scanner.next, end)
      const reason = this.#visitRow(bytes, at, next)
      if (reason !== undefined) return notPlain(reason)
      this.#row++
      at = next
    }
    return at
  }

  #visitRow(bytes: Uint8Array<ArrayBuffer>, at: number, next: number): string | undefined {
    const scanner = this.#scanner
    if (scanner.isDamaged) return 'damage'
    if (scanner.hasSign) {
      const reason = this.#visitSigns(bytes, at, next)
      if (reason !== undefined) return reason
    }
    if (this.#row < this.#from) {
      this.#filled = this.#row + 1
      return undefined
    }
    const { fields, count } = scanner
    const column = this.#column
    const isPlain =
      count === this.#width &&
      this.#pendingBlank === 0 &&
      this.#price.read(bytes, fields[2 * column]!, fields[2 * column + 1]!) &&
      this.#isPlainCurrency(bytes)
    if (!isPlain) return this.#visitOther(bytes, at)
    const { hundredths, mark, isShort } = this.#price
    if (mark === COMMA) this.#commas++
    else if (mark === POINT) this.#points++
    else {
      if (isShort) this.#short++
      else this.#plainWhole++
      if (this.#hasDecimals(bytes, column + 1)) return 'amounts beside whole prices'
    }
    if (fields[0] === fields[1]) this.#withoutFirst++
    if (fields[2 * count - 2] === fields[2 * count - 1]) this.#withoutLast++
    this.#plainRows++
    this.#filled = this.#row + 1
    const isClassified = this.#mayBeTotal(bytes)
    if (isClassified && this.#isTotalName(bytes)) return 'a name of a total'
    return this.#sums.add(hundredths, isClassified) ? undefined : 'a price that is a sum'
  }

  /** Any other row, by the rules of texts. */
  #visitOther(bytes: Uint8Array<ArrayBuffer>, at: number): string | undefined {
    const { count, contentEnd } = this.#scanner
    const text = this.#decoder.decode(bytes.subarray(at, contentEnd))
    const table = new CsvTable(new CsvOffsets(text, this.#task.dialect.delimiter, 0, { isUnlimited: true }))
    const row = table.at(0) ?? []
    if (row.length !== count) return 'fields'
    if (row.every(isBlankCell)) {
      this.#pendingBlank++
      return undefined
    }
    for (; this.#pendingBlank > 0; this.#pendingBlank--) {
      if (!this.#sums.end()) return 'a price that is a sum'
      countRow(this.#rowCounts, 'empty')
    }
    if (count > 1 && count !== this.#width) return 'rows of other lengths'
    this.#filled = this.#row + 1
    if (isHeader(row)) return 'titles between the rows'
    if (row.some((cell) => totalNameIn(cellText(cell)) !== undefined)) return 'a name of a total'
    const filled = row.filter((cell) => !isBlankCell(cell))
    if (filled.length === 1 && mayState(filled[0]!)) return 'a statement between the rows'
    this.#current.row = row
    const cell = readPriceCell(row[this.#column], this.#counts)
    if ('thousands' in cell && cell.thousands !== undefined) return 'ambiguous prices'
    this.#marks.count(row[this.#column] ?? '')
    const { row: read, problem } = this.#reader.rowOf(this.#row, cell)
    if (problem !== undefined || read.price === '') return this.#visitProblem(read, problem, filled.length)
    if (read.price === BGN_EUR.rateText) return 'a rate'
    if (!read.price.includes('.') && /\d[.,]\d/.test(row[this.#column + 1] ?? ''))
      return 'amounts beside whole prices'
    if (row[0] === '') this.#withoutFirst++
    if (row.at(-1) === '') this.#withoutLast++
    this.#currencies[read.currency]++
    countRow(this.#rowCounts, 'valid')
    const exact = parseShortPrice(read.price)
    return this.#sums.add(exact ?? Number(read.price) * 100, true) ? undefined : 'a price that is a sum'
  }

  #visitProblem(row: Row, problem: PriceProblem | undefined, filled: number): string | undefined {
    if (row.price === '' || (row.name === '' && filled === 1)) {
      if (!this.#sums.end()) return 'a price that is a sum'
    } else this.#sums.skip()
    if (row.price === '' && row.name === '') {
      countRow(this.#rowCounts, 'empty')
      return undefined
    }
    if (this.#rows.length >= MOST_PROBLEMS) return 'many rows without a price'
    this.#problems.set(this.#rows.length, problem ?? 'no-price')
    this.#rows.push(row)
    this.#lines.push(this.#row + 1)
    countRow(this.#rowCounts, 'invalid')
    return undefined
  }

  #visitSigns(bytes: Uint8Array<ArrayBuffer>, at: number, next: number): string | undefined {
    const text = this.#decoder.decode(bytes.subarray(at, next))
    // A formula can go on in the next row.
    if (/[=＝﹦⁼₌]\s*$/u.test(text)) return 'a sign at the end of a row'
    if (nextComputedCell(text, 0) === undefined) return undefined
    this.#formulaRows++
    if (this.#formulaLines.length < ROWS_SHOWN) this.#formulaLines.push(this.#row + 1)
    return undefined
  }

  #isPlainCurrency(_bytes: Uint8Array): boolean {
    return this.#task.options.columns.currency === null
  }

  #hasDecimals(bytes: Uint8Array, c: number): boolean {
    if (c >= this.#width) return false
    const { fields } = this.#scanner
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
    const start = this.#scanner.fields[2 * c]!
    const end = this.#scanner.fields[2 * c + 1]!
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
    const { fields, count } = this.#scanner
    const c = this.#nameColumn
    const textOf = (i: number): string => {
      const [start, end] = [fields[2 * i]!, fields[2 * i + 1]!]
      const own = this.#decoder.decode(bytes.subarray(start, end))
      return this.#scanner.isQuoted(bytes, i) ? own.replaceAll('""', '"') : own
    }
    if (c >= 0 && fields[2 * c] !== fields[2 * c + 1]) return totalNameIn(textOf(c)) !== undefined
    // The word of a total can be in another column.
    for (let i = 0; i < Math.min(count, MAX_COLUMNS); i++)
      if (totalNameIn(textOf(i)) !== undefined) return true
    return false
  }

  #isWellFormed(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (!this.#isUtf8) return true
    if (isUtf8 !== undefined) return isUtf8(bytes)
    try {
      this.#strict.decode(bytes)
      return true
    } catch {
      return false
    }
  }

  #finish(end: number): Survey | NotPlain {
    const rows = this.#filled - this.#from
    const mostBlank = Math.min(1000, Math.max(1, 0.05 * rows))
    for (const blank of [this.#withoutFirst, this.#withoutLast])
      if (blank > 0 && blank <= mostBlank) return notPlain('few rows without their first or last field')
    if (!this.#sums.end()) return notPlain('a price that is a sum')
    const counts = this.#counts
    counts['decimal-comma'] = (counts['decimal-comma'] ?? 0) + this.#commas
    counts['decimal-point'] = (counts['decimal-point'] ?? 0) + this.#points
    counts['short-whole'] = (counts['short-whole'] ?? 0) + this.#short
    counts.plain = (counts.plain ?? 0) + this.#plainWhole
    decideNotation(counts)
    this.#currencies[this.#plainCurrency] += this.#plainRows
    countRow(this.#rowCounts, 'valid', this.#plainRows)
    this.#marks.add(new DecimalMarkCounter(this.#commas, this.#points))
    return {
      index: { starts: this.#starts, end },
      length: this.#filled,
      width: this.#width,
      counts: this.#rowCounts,
      currencies: this.#currencies,
      assumed: this.#reader.assumed + this.#assumedByPlain * (this.#plainRows - 1),
      rows: this.#rows,
      lines: this.#lines,
      problems: this.#problems,
      marks: this.#marks,
      plainCurrency: this.#plainCurrency,
      formulas: { count: this.#formulaRows, first: this.#formulaLines },
    }
  }
}

type Process = { getBuiltinModule?(name: 'node:buffer'): { isUtf8(bytes: Uint8Array): boolean } }

/** Node tests bytes in a tenth of the time of decoding them. */
const isUtf8 = (globalThis as { process?: Process }).process?.getBuiltinModule?.('node:buffer').isUtf8

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Whether a text alone in its row may say in which currency prices are. */
const mayState = (cell: NonNullable<TableRow[number]>): boolean =>
  statedIn(cellText(cell), 'above') !== undefined

/** The sums that a total would have: of the rows since a blank one or a heading, and of all rows. */
class Sums {
  #block = 0
  #blockCount = 0
  #all = 0
  #allCount = 0
  /** Whether the last row is the sum of those above it. */
  #isSum = false

  /** @returns false where a row that is compared with totals is a sum */
  add(hundredths: number, isClassified: boolean): boolean {
    this.#isSum =
      (this.#blockCount > 1 && Math.abs(this.#block - hundredths) < 1) ||
      (this.#allCount > 1 && Math.abs(this.#all - hundredths) < 1)
    this.#block += hundredths
    this.#blockCount++
    this.#all += hundredths
    this.#allCount++
    return !(isClassified && this.#isSum)
  }

  /** A row without a price: the one above it is compared with totals. */
  end(): boolean {
    const wasSum = this.#isSum
    this.#isSum = false
    this.#block = this.#blockCount = 0
    return !wasSum
  }

  skip(): void {
    this.#isSum = false
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

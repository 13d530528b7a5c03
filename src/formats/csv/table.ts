import type { Delimiter } from '#table/text-source.ts'
import { type FieldVisitor, scanCsv } from './scan.ts'
import { type CellTest, LazyTable } from '#table/table.ts'

/** Excel's own limit; a file of nothing but delimiters must not become a table of a hundred million cells. */
export const MAX_COLUMNS = 16_384

/** Cells of one table; more than any catalogue, few enough for the memory of a browser's worker. */
const MAX_CELLS = 40_000_000

/** The part of the text between two reports of progress. */
const REPORT_STEP = 0.05

const QUOTE = 0x22

type LayoutOptions = {
  /** Rows at most; blank ones behind them do not count as cut. */
  readonly limit?: number
  /** Without limits, for text that was read as a table before. */
  readonly isUnlimited?: boolean
  /** Called with the part of the text that was read, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Where the rows and fields of delimited text stand, as offsets: of a million rows a few columns are read, and whoever
 * writes the file back needs to know where they were. Eight bytes for each field take the place of a string.
 */
export class CsvOffsets {
  readonly text: string
  readonly delimiter: Delimiter
  /** Index of the first row: a separator line is row 0, without fields. */
  readonly firstRow: 0 | 1
  readonly rowCount: number
  /** Whether there is more than the limit of rows. */
  readonly isCut: boolean
  /** No table: more columns than Excel has, or too many cells. */
  readonly isTooWide: boolean
  /** Whether every row of the text is in it. */
  readonly isWhole: boolean
  /** For each field its start and its end; of one with doubled quotes, the end is `~end`. */
  readonly #fields: Int32Array
  /** For each row its first field and its start; those of the row behind the last close the list. */
  readonly #rows: Int32Array
  /** The long text with doubled quotes that was asked for last: it is asked for again and again. */
  #long = { field: -1, value: '' }

  /** @param start the offset behind the separator line, 0 where there is none */
  constructor(text: string, delimiter: Delimiter, start: number, options: LayoutOptions = {}) {
    const sink = new LayoutSink(text, start, options)
    scanCsv(text, delimiter, start, sink)
    this.text = text
    this.delimiter = delimiter
    this.firstRow = start > 0 ? 1 : 0
    this.rowCount = sink.rowCount
    this.isCut = sink.isCut
    this.isTooWide = sink.isTooWide
    this.isWhole = !sink.hasDropped && !sink.isTooWide
    this.#fields = sink.fields
    this.#rows = sink.rows
  }

  /** How many fields row `r` has. */
  countIn(r: number): number {
    return this.firstFieldOf(r + 1) - this.firstFieldOf(r)
  }

  firstFieldOf(r: number): number {
    return this.#rows[2 * r]!
  }

  /** The offset at which row `r` begins; that of the row behind the last is the end. */
  startOf(r: number): number {
    return this.#rows[2 * r + 1]!
  }

  /** The offsets of what field `f` says, without its quotes. Fields are counted through all rows. */
  fieldStart(f: number): number {
    return this.#fields[2 * f]!
  }

  fieldEnd(f: number): number {
    const end = this.#fields[2 * f + 1]!
    return end < 0 ? ~end : end
  }

  /** Before what it says stands its opening quote; before any other a delimiter, a line end or nothing. */
  isQuoted(f: number): boolean {
    return this.text.charCodeAt(this.fieldStart(f) - 1) === QUOTE
  }

  /** Whether field `f` says nothing but spaces. */
  isBlank(f: number): boolean {
    return this.fieldStart(f) === this.fieldEnd(f) || this.valueOf(f).trim() === ''
  }

  valueOf(f: number): string {
    const value = this.text.slice(this.fieldStart(f), this.fieldEnd(f))
    if (this.#fields[2 * f + 1]! >= 0) return value
    return value.length > LONG_TEXT ? this.#longValueOf(f, value) : value.replaceAll('""', '"')
  }

  #longValueOf(f: number, quoted: string): string {
    if (this.#long.field !== f) this.#long = { field: f, value: withSingleQuotes(quoted) }
    return this.#long.value
  }
}

/** From here on the platform's replacing takes too much memory: it makes a text of each place between two quotes. */
const LONG_TEXT = 32_768
const LETTERS_AT_ONCE = 4096

function withSingleQuotes(text: string): string {
  const letters = new Uint16Array(LETTERS_AT_ONCE)
  let [single, count] = ['', 0]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === QUOTE && text.charCodeAt(at + 1) === QUOTE) at++
    letters[count++] = letter
    if (count < LETTERS_AT_ONCE && at < text.length - 1) continue
    single += Reflect.apply(String.fromCharCode, undefined, letters.subarray(0, count))
    count = 0
  }
  return single
}

const FIRST_FIELDS = 4096

class LayoutSink implements FieldVisitor {
  fields = new Int32Array(2 * FIRST_FIELDS)
  rows = new Int32Array(FIRST_FIELDS)
  rowCount = 0
  isCut = false
  isTooWide = false
  hasDropped = false
  readonly #text: string
  readonly #limit: number
  readonly #maxColumns: number
  readonly #maxCells: number
  readonly #onProgress: LayoutOptions['onProgress']
  #fieldCount = 0
  #firstOfRow = 0
  #nextReport = 0

  constructor(
    text: string,
    start: number,
    { limit = Infinity, isUnlimited = false, onProgress }: LayoutOptions,
  ) {
    this.#text = text
    this.#maxColumns = isUnlimited ? Infinity : MAX_COLUMNS
    this.#maxCells = isUnlimited ? Infinity : MAX_CELLS
    this.#limit = start > 0 ? limit + 1 : limit
    this.#onProgress = onProgress
    if (start > 0) this.#close(start)
  }

  field(start: number, end: number, doubled: boolean): void {
    // The rest of a row that is no row of a table is not kept.
    if (this.#fieldCount - this.#firstOfRow > this.#maxColumns) return
    const at = 2 * this.#fieldCount++
    if (at === this.fields.length) this.fields = doubledLength(this.fields)
    this.fields[at] = start
    this.fields[at + 1] = doubled ? ~end : end
  }

  endRow(end: number): boolean {
    const count = this.#fieldCount - this.#firstOfRow
    if (count > this.#maxColumns || this.#fieldCount > this.#maxCells) {
      this.isTooWide = true
      return false
    }
    if (this.rowCount >= this.#limit) return this.#drop()
    this.#close(end)
    if (end >= this.#nextReport) this.#report(end)
    return true
  }

  /** A row beyond the limit. */
  #drop(): boolean {
    this.hasDropped = true
    for (let f = this.#firstOfRow; f < this.#fieldCount; f++) {
      const end = this.fields[2 * f + 1]!
      this.isCut ||= this.#text.slice(this.fields[2 * f], end < 0 ? ~end : end).trim() !== ''
    }
    this.#fieldCount = this.#firstOfRow
    return !this.isCut
  }

  #close(end: number): void {
    const at = 2 * ++this.rowCount
    if (at === this.rows.length) this.rows = doubledLength(this.rows)
    this.rows[at] = this.#firstOfRow = this.#fieldCount
    this.rows[at + 1] = end
  }

  #report(end: number): void {
    this.#onProgress?.(end / this.#text.length)
    this.#nextReport = end + this.#text.length * REPORT_STEP
  }
}

function doubledLength(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}

/** The rows of delimited text. Cells are made when they are asked for, since most columns of a large file never are. */
export class CsvTable extends LazyTable {
  override readonly isDelimited = true
  readonly layout: CsvOffsets

  /** @param length the number of rows, when not all of them */
  constructor(layout: CsvOffsets, length = layout.rowCount) {
    super(length)
    this.layout = layout
  }

  at(r: number): string[] | undefined {
    if (r < 0 || r >= this.length) return undefined
    const first = this.layout.firstFieldOf(r)
    return Array.from({ length: this.layout.countIn(r) }, (_, c) => this.layout.valueOf(first + c))
  }

  cell(r: number, c: number): string | undefined {
    return c >= 0 && c < this.lengthOfRow(r)
      ? this.layout.valueOf(this.layout.firstFieldOf(r) + c)
      : undefined
  }

  lengthOfRow(r: number): number {
    return r >= 0 && r < this.length ? this.layout.countIn(r) : 0
  }

  override isEmpty(r: number, c: number): boolean {
    const field = this.layout.firstFieldOf(r) + c
    return this.layout.fieldStart(field) === this.layout.fieldEnd(field)
  }

  override testCell(r: number, c: number, test: CellTest): boolean | undefined {
    const { layout } = this
    const field = layout.firstFieldOf(r) + c
    if (field >= layout.firstFieldOf(r + 1)) return undefined
    return test(layout.text, layout.fieldStart(field), layout.fieldEnd(field))
  }

  isBlank(r: number): boolean {
    const { layout } = this
    const end = r >= 0 && r < this.length ? layout.firstFieldOf(r + 1) : 0
    for (let f = layout.firstFieldOf(r); f < end; f++) if (!layout.isBlank(f)) return false
    return true
  }

  first(count: number): CsvTable {
    return new CsvTable(this.layout, Math.min(count, this.length))
  }

  override slice(from = 0, end = this.length): string[][] {
    const first = Math.max(0, from)
    const last = Math.min(end, this.length)
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => this.at(first + i)!)
  }
}

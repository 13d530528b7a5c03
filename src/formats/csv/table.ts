import { enlarged } from '#table/enlarged.ts'
import { MAX_CELLS, MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import type { Delimiter } from '#table/text-source.ts'
import { type CsvVisitor, scanCsv } from './scan.ts'
import { type CellTest, LazyTable } from '#table/table.ts'

/** The share of the text between two progress reports. */
const REPORT_STEP = 0.05

const QUOTE = 0x22

/** Memory for two numbers of each field and of each row. */
type CsvMemory = { readonly fields: Int32Array<ArrayBuffer>; readonly rows: Int32Array<ArrayBuffer> }

export const csvMemory = (fields: number, rows: number): CsvMemory => ({
  fields: new Int32Array(2 * fields),
  rows: new Int32Array(2 * rows),
})

type CsvOffsetsOptions = {
  /** Rows at most. Blank rows after them do not make the table cut. */
  readonly limit?: number
  /** No limit of columns and cells, for text that was read within them before. */
  readonly isUnlimited?: boolean
  /** Used instead of memory of its own, as far as it suffices: the offsets are lost with its next use. */
  readonly memory?: CsvMemory
  /** Called with 0 to 1, and the number of rows so far. */
  readonly onProgress?: ((done: number, rows: number) => void) | undefined
}

/**
 * The offsets of rows and fields in CSV, in UTF-16 code units. Eight bytes for each field instead of a string: few columns of a
 * million rows are read, and patching the file needs the offsets. Fields are numbered through all rows.
 */
export class CsvOffsets {
  readonly text: string
  readonly delimiter: Delimiter
  /** Index of the first row. A separator line is row 0, without fields. */
  readonly firstRow: 0 | 1
  readonly rowCount: number
  /** Whether there are more rows than the limit. */
  readonly isCut: boolean
  /** More columns than a worksheet has, or too many cells. */
  readonly isTooWide: boolean
  /** Whether it has every row of the text. */
  readonly isComplete: boolean
  /** Start and end of each field; `~end` where it has doubled quotes. */
  readonly #fields: Int32Array
  /** First field and start of each row, and of the one after the last. */
  readonly #rows: Int32Array
  /** Cache of the last long field with doubled quotes, which is read repeatedly. */
  #long = { field: -1, value: '' }

  /** @param start the offset after the separator line; 0 where there is none */
  constructor(text: string, delimiter: Delimiter, start: number, options: CsvOffsetsOptions = {}) {
    const sink = new OffsetCollector(text, start, options)
    scanCsv(text, delimiter, start, sink)
    this.text = text
    this.delimiter = delimiter
    this.firstRow = start > 0 ? 1 : 0
    this.rowCount = sink.rowCount
    this.isCut = sink.isCut
    this.isTooWide = sink.isTooWide
    this.isComplete = !sink.hasDropped && !sink.isTooWide
    this.#fields = sink.fields
    this.#rows = sink.rows
  }

  fieldCount(r: number): number {
    return this.firstField(r + 1) - this.firstField(r)
  }

  firstField(r: number): number {
    return this.#rows[2 * r]!
  }

  /** The start of row `r`; of the row after the last, the end of the text that was read. */
  rowStart(r: number): number {
    return this.#rows[2 * r + 1]!
  }

  /** Without its quotes, as is the end. */
  fieldStart(f: number): number {
    return this.#fields[2 * f]!
  }

  fieldEnd(f: number): number {
    const end = this.#fields[2 * f + 1]!
    return end < 0 ? ~end : end
  }

  isQuoted(f: number): boolean {
    return this.text.charCodeAt(this.fieldStart(f) - 1) === QUOTE
  }

  isBlank(f: number): boolean {
    return this.fieldStart(f) === this.fieldEnd(f) || this.fieldText(f).trim() === ''
  }

  fieldText(f: number): string {
    const value = this.text.slice(this.fieldStart(f), this.fieldEnd(f))
    if (this.#fields[2 * f + 1]! >= 0) return value
    return value.length > LONG_TEXT_LENGTH ? this.#longValueOf(f, value) : value.replaceAll('""', '"')
  }

  #longValueOf(f: number, quoted: string): string {
    if (this.#long.field !== f) this.#long = { field: f, value: unescapeLongText(quoted) }
    return this.#long.value
  }
}

/** From this length on `replaceAll` takes too much memory: it creates a string for each stretch between two quotes. */
const LONG_TEXT_LENGTH = 32_768
const CHUNK_LENGTH = 4096

function unescapeLongText(text: string): string {
  const letters = new Uint16Array(CHUNK_LENGTH)
  let [single, count] = ['', 0]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === QUOTE && text.charCodeAt(at + 1) === QUOTE) at++
    letters[count++] = letter
    if (count < CHUNK_LENGTH && at < text.length - 1) continue
    single += Reflect.apply(String.fromCharCode, undefined, letters.subarray(0, count))
    count = 0
  }
  return single
}

const INITIAL_FIELDS = 4096
const INITIAL_ROWS = INITIAL_FIELDS / 2

class OffsetCollector implements CsvVisitor {
  fields: Int32Array<ArrayBuffer>
  rows: Int32Array<ArrayBuffer>
  rowCount = 0
  isCut = false
  isTooWide = false
  hasDropped = false
  readonly #text: string
  readonly #limit: number
  readonly #maxColumns: number
  readonly #maxCells: number
  readonly #onProgress: CsvOffsetsOptions['onProgress']
  #fieldCount = 0
  #firstOfRow = 0
  #nextReport = 0

  constructor(
    text: string,
    start: number,
    {
      limit = Infinity,
      isUnlimited = false,
      memory = csvMemory(INITIAL_FIELDS, INITIAL_ROWS),
      onProgress,
    }: CsvOffsetsOptions,
  ) {
    this.fields = memory.fields
    this.rows = memory.rows
    this.#text = text
    this.#maxColumns = isUnlimited ? Infinity : MAX_SHEET_COLUMNS
    this.#maxCells = isUnlimited ? Infinity : MAX_CELLS
    this.#limit = start > 0 ? limit + 1 : limit
    this.#onProgress = onProgress
    if (start > 0) this.#close(start)
  }

  field(start: number, end: number, doubled: boolean): void {
    // A row that is too wide is not stored to its end.
    if (this.#fieldCount - this.#firstOfRow > this.#maxColumns) return
    const at = 2 * this.#fieldCount++
    if (at === this.fields.length) this.fields = enlarged(this.fields)
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

  /** Discards a row beyond the limit. */
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
    if (at === this.rows.length) this.rows = enlarged(this.rows)
    this.rows[at] = this.#firstOfRow = this.#fieldCount
    this.rows[at + 1] = end
  }

  #report(end: number): void {
    this.#onProgress?.(end / this.#text.length, this.rowCount)
    this.#nextReport = end + this.#text.length * REPORT_STEP
  }
}

/** A CSV table. Cells are created when they are read, since most columns of a large file never are. */
export class CsvTable extends LazyTable {
  override readonly isDelimited = true
  readonly offsets: CsvOffsets

  /** @param length the number of rows, where it has not all of them */
  constructor(offsets: CsvOffsets, length = offsets.rowCount) {
    super(length)
    this.offsets = offsets
  }

  at(r: number): string[] | undefined {
    if (r < 0 || r >= this.length) return undefined
    const first = this.offsets.firstField(r)
    return Array.from({ length: this.offsets.fieldCount(r) }, (_, c) => this.offsets.fieldText(first + c))
  }

  cell(r: number, c: number): string | undefined {
    return c >= 0 && c < this.lengthOfRow(r)
      ? this.offsets.fieldText(this.offsets.firstField(r) + c)
      : undefined
  }

  lengthOfRow(r: number): number {
    return r >= 0 && r < this.length ? this.offsets.fieldCount(r) : 0
  }

  override isEmpty(r: number, c: number): boolean {
    const field = this.offsets.firstField(r) + c
    return this.offsets.fieldStart(field) === this.offsets.fieldEnd(field)
  }

  override testCell(r: number, c: number, test: CellTest): boolean | undefined {
    const { offsets } = this
    const field = offsets.firstField(r) + c
    if (field >= offsets.firstField(r + 1)) return undefined
    return test(offsets.text, offsets.fieldStart(field), offsets.fieldEnd(field))
  }

  isBlank(r: number): boolean {
    const { offsets } = this
    const end = r >= 0 && r < this.length ? offsets.firstField(r + 1) : 0
    for (let f = offsets.firstField(r); f < end; f++) if (!offsets.isBlank(f)) return false
    return true
  }

  first(count: number): CsvTable {
    return new CsvTable(this.offsets, Math.min(count, this.length))
  }

  override slice(from = 0, end = this.length): string[][] {
    const first = Math.max(0, from)
    const last = Math.min(end, this.length)
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => this.at(first + i)!)
  }
}

import type { Columns } from '#pricelist/types.ts'
import { mayNameCurrency } from '#pricelist/currency/row-currency.ts'
import { saysNothing } from '#pricelist/columns/column-sample.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { headerTitles, isFurtherHeader } from '#pricelist/headers/header-row.ts'
import { type Table, type TableRow, filledCells, isBlankCell, rowAt } from '#table/table.ts'
import { type Decoder, createDecoder } from '../bytes/decoder.ts'
import { nextComputedCell } from '../csv/formulas.ts'
import { CsvTable } from '../csv/table.ts'
import type { AffectedRows } from '../format.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { NotPlainError, UNDECODABLE } from './row-chunks.ts'
import { type ScanOptions, ScannedRow } from './row-scanner.ts'
import { RowIndexBuilder, type StreamRows, type TextDialect, rowOffsets } from './stream-table.ts'

/** Fields of which offsets are kept. */
export const MAX_COLUMNS = 64
const ROWS_SHOWN = 5
/** Different texts of a column that are kept. */
const MOST_TEXTS = 10_000

/** A power of two. */
const SLOTS = 64

type Bytes = Uint8Array<ArrayBuffer>

/** What a stream finds in a file in which every row can be read by itself. */
export type FoundRows = StreamRows & { readonly formulas: AffectedRows }

export type SurveyorTask = {
  readonly source: ByteSource
  readonly dialect: TextDialect
  /** The first rows of the file, with all of its header. */
  readonly head: Table
  readonly columns: Pick<Columns, 'headerRow' | 'currency'>
}

/**
 * The different texts of a column, in the order of its rows, without the blank ones. A text that was seen before is recognised
 * by its bytes, so that no string is made for each row.
 */
class ColumnTexts {
  readonly column: number
  readonly #texts = new Set<string>()
  /** The bytes of texts that were seen before. */
  readonly #seen: (Uint8Array | undefined)[] = Array.from({ length: SLOTS })

  constructor(column: number) {
    this.column = column
  }

  /** Whether there are more than are kept. */
  get areTooMany(): boolean {
    return this.#texts.size > MOST_TEXTS
  }

  /** Undefined where there are more than are kept. */
  get all(): readonly string[] | undefined {
    return this.areTooMany ? undefined : [...this.#texts]
  }

  /**
   * Adds the text of a field.
   * @param textOf decodes the field
   */
  add(bytes: Uint8Array, start: number, end: number, textOf: () => string): void {
    if (start >= end || this.areTooMany) return
    const slot = (bytes[start]! + 7 * bytes[end - 1]! + 31 * (end - start)) & (SLOTS - 1)
    const seen = this.#seen[slot]
    if (seen !== undefined && isAt(bytes, start, end, seen)) return
    const text = textOf()
    if (text.trim() !== '') this.#texts.add(text)
    // Quotes in it may be doubled or not.
    if (!text.includes('"')) this.#seen[slot] = bytes.slice(start, end)
  }
}

function isAt(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false
  return true
}

/**
 * Collects what must be known of all rows, one after the other, which `rowChunks` finds.
 * @throws {NotPlainError} where a row cannot be read by itself
 */
export abstract class RowSurveyor {
  readonly scan: ScanOptions
  readonly isUtf8: boolean
  readonly decoder: Decoder
  readonly head: Table
  /** The first row of data, and the fields of every row. */
  readonly from: number
  protected readonly width: number
  readonly #source: ByteSource
  /** Fields up to the last one with a title. */
  readonly #titled: number
  readonly #dialect: TextDialect
  /** The last row. */
  scanned = new ScannedRow(0)
  readonly #index = new RowIndexBuilder()
  readonly #formulaLines: number[] = []
  readonly #texts: readonly ColumnTexts[]
  #formulaRows = 0
  #row = 0
  #filled = 0
  /** Where the last row and the one above it begin in the file. */
  #position = 0
  #positionAbove = 0

  constructor({ source, dialect, head, columns: { headerRow, currency } }: SurveyorTask) {
    this.#source = source
    this.#dialect = dialect
    this.isUtf8 = dialect.encoding === 'utf-8'
    this.scan = { delimiter: dialect.delimiter, isUtf8: this.isUtf8, capacity: MAX_COLUMNS }
    this.decoder = createDecoder(dialect.encoding)
    this.head = head
    this.from = firstRowOfData(head, headerRow)
    const titles = rowAt(head, headerRow ?? 0) ?? []
    this.width = titles.length
    this.#titled = titles.findLastIndex((title) => !isBlankCell(title)) + 1
    const names = headerTitles(head, headerRow)
    // The texts of a column that says nothing at first may be in any row.
    const hasFewTexts = (c: number) =>
      c === currency ||
      mayNameCurrency(names[c] ?? '') ||
      filledCells(head, c, this.from, 1, saysNothing).length === 0
    this.#texts = Array.from(titles.keys())
      .filter(hasFewTexts)
      .map((c) => new ColumnTexts(c))
  }

  /** Forgets the last row. */
  protected abstract begin(): void
  /** Reads the last row, which is at `at` in the memory, where it is of the usual kind; else returns false. */
  protected abstract readUsual(bytes: Bytes, at: number): boolean
  /** Reads any other row with text. */
  protected abstract readOther(row: readonly string[]): void
  /** Blank rows are followed by one with text. */
  protected abstract readBlank(count: number): void

  /** The index of the last row. */
  get row(): number {
    return this.#row - 1
  }

  /** Rows of data up to the last with text. */
  get rowsOfData(): number {
    return this.#filled - this.from
  }

  /** Reads the row from `at` on in memory, and from `position` on in the file. */
  visit(scanned: ScannedRow, bytes: Bytes, at: number, position: number): void {
    this.scanned = scanned
    this.#positionAbove = this.#position
    this.#position = position
    this.#index.add(this.#row, position)
    if (scanned.isUnclear) throw new NotPlainError('unusual quotes')
    if (scanned.isDamaged) throw new NotPlainError(UNDECODABLE)
    if (scanned.hasSign) this.#countFormulas(bytes, at, scanned.next)
    const row = this.#row++
    this.begin()
    if (row >= this.from) {
      this.#requireTitles()
      for (let n = 0; n < this.#texts.length; n++) this.#addText(bytes, this.#texts[n]!)
    }
    if (row < this.from) this.#filled = row + 1
    else if (scanned.count === this.width && row === this.#filled && this.readUsual(bytes, at))
      this.#filled = row + 1
    else this.#visitOther(bytes, at, row)
  }

  /** A value after the last title may belong to another column. */
  #requireTitles(): void {
    const { fields, count } = this.scanned
    for (let c = this.#titled; c < Math.min(count, MAX_COLUMNS); c++)
      if (fields[2 * c] !== fields[2 * c + 1]) throw new NotPlainError('a column without a title')
  }

  #addText(bytes: Bytes, texts: ColumnTexts): void {
    const { fields, count } = this.scanned
    const { column } = texts
    if (texts.areTooMany) return
    if (column < count && column < MAX_COLUMNS)
      texts.add(bytes, fields[2 * column]!, fields[2 * column + 1]!, () => this.textOf(bytes, column))
  }

  #visitOther(bytes: Bytes, at: number, index: number): void {
    const row = this.cellsOf(bytes, at)
    if (row.length !== this.scanned.count) throw new NotPlainError('unusual quotes')
    if (row.every(isBlankCell)) return
    if (row.length > 1 && row.length !== this.width) throw new NotPlainError('rows of other lengths')
    if (isFurtherHeader(row)) throw new NotPlainError('titles between the rows')
    if (index > this.#filled) this.readBlank(index - this.#filled)
    this.readOther(row)
    this.#filled = index + 1
  }

  #parse(bytes: Uint8Array): string[] {
    return new CsvTable(rowOffsets(this.decoder.decode(bytes), this.#dialect.delimiter)).at(0) ?? []
  }

  /** The cells of the last row, which is at `at` in the memory. */
  cellsOf(bytes: Bytes, at: number): string[] {
    return this.#parse(bytes.subarray(at, this.scanned.contentEnd))
  }

  /** The cells of the row above the last one. */
  protected cellsAbove(): TableRow {
    return this.#parse(readBytes(this.#source, this.#positionAbove, this.#position))
  }

  #countFormulas(bytes: Bytes, at: number, next: number): void {
    const text = this.decoder.decode(bytes.subarray(at, next))
    // A formula can go on in the next row.
    if (/[=＝﹦⁼₌]\s*$/u.test(text)) throw new NotPlainError('a sign at the end of a row')
    if (nextComputedCell(text, 0) === undefined) return
    this.#formulaRows++
    if (this.#formulaLines.length < ROWS_SHOWN) this.#formulaLines.push(this.#row + 1)
  }

  /** The text of a field of the last row; '' where it is shorter. */
  textOf(bytes: Bytes, c: number): string {
    const { fields, count } = this.scanned
    if (c >= count) return ''
    const own = this.decoder.decode(bytes.subarray(fields[2 * c], fields[2 * c + 1]))
    return this.scanned.isQuoted(bytes, c) ? own.replaceAll('""', '"') : own
  }

  /** @param end of the last row */
  protected foundRows(end: number): FoundRows {
    return {
      index: this.#index.finish(end),
      length: this.#filled,
      width: this.width,
      formulas: { count: this.#formulaRows, first: this.#formulaLines },
      texts: {
        from: this.from,
        ofColumn: new Map(
          this.#texts.flatMap(({ column, all }) => (all === undefined ? [] : [[column, all]])),
        ),
      },
    }
  }
}

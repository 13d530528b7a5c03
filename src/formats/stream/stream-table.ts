import type { Delimiter, Encoding } from '#table/text-source.ts'
import { lowerBound } from '#table/lower-bound.ts'
import { LazyTable, isBlankCell } from '#table/table.ts'
import { type Decoder, createDecoder } from '../bytes/decoder.ts'
import { CsvOffsets, CsvTable, csvMemory } from '../csv/table.ts'
import { type CellPositions, LineCounter } from '../text-position.ts'
import type { ByteSource } from './byte-source.ts'
import { RowScanner, SENTINEL_BYTES } from './row-scanner.ts'

/** Bytes that are read at once where rows are read in order. */
const READ_BYTES = 64 * 1024

/** Rows kept in memory: the samples of every column are of the same rows. */
const KEPT_ROWS = 8192

/** The offset of each block of `blockRows` rows in the file, and of the end of the last row. */
export type RowIndex = {
  readonly starts: readonly number[]
  readonly blockRows: number
  readonly end: number
}

const ROW_MEMORY = csvMemory(64, 4)

/** The fields of the text of one row, until it is called for the next: memory for each row costs more than its fields. */
export const rowOffsets = (text: string, delimiter: Delimiter): CsvOffsets =>
  new CsvOffsets(text, delimiter, 0, { isUnlimited: true, memory: ROW_MEMORY })

/** Offsets that an index has at most. */
const MOST_STARTS = 1 << 18

/** Collects the offsets of rows, of fewer of them the longer the file is. */
export class RowIndexBuilder {
  #starts: number[] = []
  #blockRows = 4

  add(row: number, position: number): void {
    if (row % this.#blockRows !== 0) return
    if (this.#starts.length === MOST_STARTS) {
      this.#starts = this.#starts.filter((_, block) => block % 2 === 0)
      this.#blockRows *= 2
      if (row % this.#blockRows !== 0) return
    }
    this.#starts.push(position)
  }

  /** @param end of the last row */
  finish(end: number): RowIndex {
    return { starts: this.#starts, blockRows: this.#blockRows, end }
  }
}

export type TextDialect = { readonly encoding: Encoding; readonly delimiter: Delimiter }

/** A file of delimited text, and the rows that its first bytes hold: half of a sample of rows are among them. */
export type RowSource = {
  readonly source: ByteSource
  readonly dialect: TextDialect
  readonly head: CsvTable
  readonly headBytes: number
}

/** The rows that were found, without blank ones at the end; `width`: the fields of the widest. */
export type StreamRows = {
  readonly index: RowIndex
  readonly length: number
  readonly width: number
  readonly texts: FoundTexts | undefined
}

/** The different texts from a row on of the columns of units and currencies, and of those that are blank at first. */
export type FoundTexts = { readonly from: number; readonly ofColumn: ReadonlyMap<number, readonly string[]> }

/** The blocks that were read last, up to `after`, and where their rows begin in `bytes`: many are read in order. */
type ReadBlocks = {
  readonly block: number
  readonly after: number
  readonly firstRow: number
  /** In the file. */
  readonly position: number
  readonly bytes: Uint8Array
  readonly starts: readonly number[]
}

/** The rows of a file of delimited text, read again when they are asked for. No row lacks fields or has surplus ones. */
export class StreamTable extends LazyTable {
  override readonly isDelimited = true
  readonly #from: RowSource
  readonly #found: StreamRows
  readonly #index: RowIndex
  /** The rows that are whole in the head. */
  readonly #headRows: number
  readonly #rows: Map<number, string[]>
  readonly #decoder: Decoder
  readonly #scanner: RowScanner
  #last: ReadBlocks | undefined

  constructor(from: RowSource, found: StreamRows, rows = new Map<number, string[]>()) {
    super(found.length)
    const { index } = found
    const { dialect, headBytes } = from
    this.#from = from
    this.#found = found
    this.#index = index
    this.#headRows = index.blockRows * Math.max(0, lowerBound(index.starts, headBytes + 1) - 1)
    this.#rows = rows
    this.#decoder = createDecoder(dialect.encoding)
    this.#scanner = new RowScanner({ ...dialect, isUtf8: false, capacity: 0 }, false)
  }

  override get width(): number {
    return this.#found.width
  }

  at(r: number): string[] | undefined {
    if (r < 0 || r >= this.length) return undefined
    const known = this.#rows.get(r)
    if (known !== undefined) return known
    const row = r < this.#headRows ? this.#from.head.at(r)! : this.#read(r)
    if (this.#rows.size >= KEPT_ROWS) this.#rows.clear()
    this.#rows.set(r, row)
    return row
  }

  cell(r: number, c: number): string | undefined {
    return this.at(r)?.[c]
  }

  lengthOfRow(r: number): number {
    return this.at(r)?.length ?? 0
  }

  isBlank(r: number): boolean {
    return this.at(r)?.every(isBlankCell) ?? false
  }

  first(count: number): StreamTable {
    const length = Math.min(count, this.length)
    return new StreamTable(this.#from, { ...this.#found, length, texts: undefined }, this.#rows)
  }

  override knownTexts(c: number, from: number): readonly string[] | undefined {
    const { texts } = this.#found
    return texts?.from === from ? texts.ofColumn.get(c) : undefined
  }

  /**
   * The places of cells: the file is read once more, up to the last of them.
   * @param start of the text, after the byte order mark
   */
  positions(start: number): CellPositions {
    const lines = new LineCounter(byteReader(this.#from.source), start)
    return (row, column) => {
      if (row < 0 || row >= this.length) return undefined
      const { text, position } = this.#textOf(row)
      const offsets = rowOffsets(text, this.#from.dialect.delimiter)
      if (column >= offsets.fieldCount(0)) return undefined
      const inRow = new LineCounter((at) => text.charCodeAt(at)).positionOf(offsets.fieldStart(column))
      return { ...inRow, line: lines.lineOf(position).line + inRow.line - 1 }
    }
  }

  #read(r: number): string[] {
    return new CsvTable(rowOffsets(this.#textOf(r).text, this.#from.dialect.delimiter)).at(0)!
  }

  /** A row as it is in the file, and its offset there. */
  #textOf(r: number): { readonly text: string; readonly position: number } {
    const block = Math.floor(r / this.#index.blockRows)
    const last = this.#last
    if (last === undefined || block < last.block || block >= last.after)
      this.#last = this.#readBlocks(block, block === last?.after ? READ_BYTES : 0)
    const { firstRow, position, bytes, starts } = this.#last!
    const [start, end] = [starts[r - firstRow]!, starts[r - firstRow + 1]]
    return { text: this.#decoder.decode(bytes.subarray(start, end)), position: position + start }
  }

  /** Reads this block, and those after it that `mostBytes` hold with it. */
  #readBlocks(block: number, mostBytes: number): ReadBlocks {
    const { starts: blocks, end: last, blockRows } = this.#index
    const position = blocks[block]!
    const endOf = (one: number) => blocks[one + 1] ?? last
    let after = block + 1
    while (after < blocks.length && endOf(after) - position <= mostBytes) after++
    const length = endOf(after - 1) - position
    const bytes = new Uint8Array(length + SENTINEL_BYTES)
    this.#from.source.read(bytes.subarray(0, length), position)
    this.#scanner.moveTo(bytes)
    const starts = [0]
    for (let at = 0; at < length; at = this.#scanner.next) {
      this.#scanner.scan(at, length)
      starts.push(Math.min(this.#scanner.next, length))
    }
    return { block, after, firstRow: block * blockRows, position, bytes, starts }
  }
}

/** Reads single bytes, of which most follow each other; NaN after the end. */
function byteReader(source: ByteSource): (at: number) => number {
  const buffer = new Uint8Array(READ_BYTES)
  let [from, to] = [0, 0]
  return (at) => {
    if (at >= source.length) return Number.NaN
    if (at < from || at >= to) {
      to = at + Math.min(READ_BYTES, source.length - at)
      from = at
      source.read(buffer.subarray(0, to - from), from)
    }
    return buffer[at - from]!
  }
}

import { enlarged } from '#table/enlarged.ts'
import { isBlankCell, type TableRow } from '#table/table.ts'
import { ByteBlocks, offsetInBlock } from '../../bytes/byte-blocks.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { numberCell } from '../../spreadsheet/cell.ts'
import { type FormatMeaning, GENERAL_FORMAT } from '../../spreadsheet/number-format.ts'
import { PackedTexts } from '../../spreadsheet/packed-texts.ts'

type AnyCell = TableRow[number]

/** What the cells of a sheet refer to by index. */
export type WorkbookContext = {
  readonly sharedStrings: PackedTexts
  readonly formats: readonly FormatMeaning[]
  readonly is1904: boolean
}

export const HELD = { nothing: 0, number: 1, shared: 2, text: 3, other: 4 } as const

/** The content of a cell, as its XML has it. `style`: -1 for none. */
export type RawCell = {
  readonly column: number
  readonly held: (typeof HELD)[keyof typeof HELD]
  readonly style: number
  readonly number: number
  readonly index: number
  readonly text: string
  readonly other: AnyCell
}

/** Creates a cell of the table. */
export function cellOf(
  { held, style, number, index, text, other }: RawCell,
  context: WorkbookContext,
): AnyCell {
  switch (held) {
    case HELD.number:
      return numberCell(number, context.formats[style] ?? GENERAL_FORMAT, context.is1904)
    case HELD.shared:
      return context.sharedStrings.at(index)
    case HELD.text:
      return text
    case HELD.other:
      return other
    case HELD.nothing:
    default:
      return undefined
  }
}

/**
 * A cell is a byte with its kind and the columns before it, more of these where they do not fit in, and its value. A row ends
 * with `END`.
 */
const KIND_BITS = 3
const KINDS = (1 << KIND_BITS) - 1
const MAX_GAP = 31
const END = 7
/** Bytes of a number of the longest form. */
const VARINT_BYTES = 5
const CELL_BYTES = 1 + 2 * VARINT_BYTES + 8
const INITIAL_ROWS = 1024
const INITIAL_ROW_BYTES = 4096

/**
 * The rows of a sheet in a seventh of the bytes of its XML, and a fraction of those of objects. Cells are created on access.
 * Rows and columns are 0-based.
 */
export class PackedRows {
  readonly #context: WorkbookContext
  readonly #bytes = new ByteBlocks()
  /** Of each row its position, and 1 more, as 0 is a row without cells. */
  #positions = new Uint32Array(INITIAL_ROWS)
  readonly #texts = new PackedTexts()
  readonly #others: AnyCell[] = []
  rowCount = 0
  /** The row that is being added, up to `#end`. */
  #row: Bytes = new Uint8Array(INITIAL_ROW_BYTES)
  #view = new DataView(this.#row.buffer)
  #end = 0
  #last = -1
  /** The cell that `#find` has found, and the offset of its value. */
  #block: Bytes = this.#row
  #at = 0
  #kind = END

  constructor(context: WorkbookContext) {
    this.#context = context
  }

  /** Adds a cell to the row that `endRow` will add. */
  addCell(cell: RawCell): void {
    if (this.#end + CELL_BYTES >= this.#row.length) {
      this.#row = enlarged(this.#row)
      this.#view = new DataView(this.#row.buffer)
    }
    const gap = cell.column - this.#last - 1
    this.#last = cell.column
    this.#row[this.#end++] = cell.held | (Math.min(gap, MAX_GAP) << KIND_BITS)
    if (gap >= MAX_GAP) this.#put(gap - MAX_GAP)
    if (cell.held === HELD.number) {
      this.#put(cell.style + 1)
      this.#view.setFloat64(this.#end, cell.number)
      this.#end += 8
    } else if (cell.held === HELD.shared) this.#put(cell.index)
    else if (cell.held === HELD.text) this.#put(this.#texts.add(cell.text))
    else this.#put(this.#others.push(cell.other) - 1)
  }

  /** Ends a row. Those between the last one and this one are blank. */
  endRow(row: number): void {
    if (this.#end === 0) return
    this.#row[this.#end++] = END
    while (this.#positions.length <= row) this.#positions = enlarged(this.#positions)
    this.#positions[row] = this.#bytes.add(this.#row, 0, this.#end) + 1
    this.rowCount = row + 1
    this.#end = 0
    this.#last = -1
  }

  row(r: number): AnyCell[] {
    const cells: AnyCell[] = []
    this.#visit(r, (column) => {
      while (cells.length < column) cells.push(undefined)
      cells.push(this.#read())
      return false
    })
    return cells
  }

  cell(r: number, c: number): AnyCell {
    let found: AnyCell
    this.#visit(r, (column) => {
      if (column === c) found = this.#read()
      return column >= c
    })
    return found
  }

  width(r: number): number {
    let width = 0
    this.#visit(r, (column) => {
      width = column + 1
      return false
    })
    return width
  }

  isBlank(r: number): boolean {
    let isBlank = true
    this.#visit(r, () => {
      isBlank = this.#isBlank()
      return !isBlank
    })
    return isBlank
  }

  /** Calls `visit` with the column of each cell of a row, until it returns true. `#read` then creates the cell. */
  #visit(r: number, visit: (column: number) => boolean): void {
    const position = this.#positions[r] ?? 0
    if (position === 0) return
    const block = this.#bytes.blockOf(position - 1)
    this.#block = block
    let at = offsetInBlock(position - 1)
    let column = -1
    for (let head = block[at]!; head !== END; head = block[at]!) {
      this.#at = at + 1
      const gap = head >> KIND_BITS
      column += 1 + (gap === MAX_GAP ? MAX_GAP + this.#take() : gap)
      this.#kind = head & KINDS
      const value = this.#at
      if (visit(column)) return
      this.#at = value
      this.#take()
      at = this.#kind === HELD.number ? this.#at + 8 : this.#at
    }
  }

  /** The cell that is visited. */
  #read(): AnyCell {
    const value = this.#take()
    switch (this.#kind) {
      case HELD.number: {
        const { formats, is1904 } = this.#context
        return numberCell(this.#float(this.#at), formats[value - 1] ?? GENERAL_FORMAT, is1904)
      }
      case HELD.shared:
        return this.#context.sharedStrings.at(value)
      case HELD.text:
        return this.#texts.at(value)
      default:
        return this.#others[value]
    }
  }

  #isBlank(): boolean {
    if (this.#kind === HELD.number) return false
    const value = this.#take()
    if (this.#kind === HELD.other) return isBlankCell(this.#others[value])
    const texts = this.#kind === HELD.shared ? this.#context.sharedStrings : this.#texts
    return !texts.beginsPlainly(value) && isBlankCell(texts.at(value))
  }

  #float(at: number): number {
    const { buffer, byteOffset } = this.#block
    return new DataView(buffer, byteOffset).getFloat64(at)
  }

  #put(number: number): void {
    let rest = number
    for (; rest >= 0x80; rest >>>= 7) this.#row[this.#end++] = (rest & 0x7f) | 0x80
    this.#row[this.#end++] = rest
  }

  #take(): number {
    const block = this.#block
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const byte = block[this.#at++]!
      number |= (byte & 0x7f) << shift
      if (byte < 0x80) return number >>> 0
    }
  }
}

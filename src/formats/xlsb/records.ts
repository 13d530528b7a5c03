import { MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import { decodeUnits, rkNumber } from '../spreadsheet/binary-values.ts'
import type { StoredValue } from '../spreadsheet/cell.ts'
import { unsupported } from '../spreadsheet/unsupported.ts'
import type { Bytes } from '../bytes/bytes.ts'

/** Iterates over the records of an XLSB part (MS-XLSB 2.1.4): type, length, data. */
export class BinaryRecords {
  readonly bytes: Bytes
  readonly view: DataView
  /** Of the current record: type, and byte offsets of its data. */
  type = -1
  start = 0
  end: number

  /** @param from the byte offset of the first record */
  constructor(bytes: Bytes, from = 0) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.end = from
  }

  /** Advances to the next record; false after the last one. Unsupported: a truncated record. */
  next(): boolean {
    const { bytes } = this
    let at = this.end
    if (at >= bytes.length) return false
    let type = bytes[at++]!
    if (type & 0x80) type = (type & 0x7f) + ((bytes[at++]! & 0x7f) << 7)
    let byte = bytes[at++]!
    let length = byte & 0x7f
    for (let shift = 7; byte & 0x80 && shift < 28; shift += 7) {
      byte = bytes[at++]!
      length += (byte & 0x7f) << shift
    }
    this.type = type
    this.start = at
    this.end = at + length
    // A byte beyond the end makes the length NaN, which is unsupported too.
    return this.end <= bytes.length || unsupported('record beyond the end')
  }

  uint32(at: number): number {
    return at + 4 <= this.end ? this.view.getUint32(at, true) : unsupported('short record')
  }

  uint16(at: number): number {
    return at + 2 <= this.end ? this.view.getUint16(at, true) : unsupported('short record')
  }

  double(at: number): number {
    return at + 8 <= this.end ? this.view.getFloat64(at, true) : unsupported('short record')
  }

  byte(at: number): number {
    return at < this.end ? this.bytes[at]! : unsupported('short record')
  }

  /** Reads an XLWideString (MS-XLSB 2.5.168). */
  text(at: number): string {
    return decodeUnits(this.view, at + 4, this.checkString(at), 2)
  }

  /** The length of an XLWideString in characters. Unsupported: one that is longer than its record. */
  checkString(at: number): number {
    const count = this.uint32(at)
    return at + 4 + 2 * count <= this.end ? count : unsupported('text beyond its record')
  }
}

/** BrtRowHdr, BrtBeginSheetData and BrtEndSheetData (MS-XLSB 2.1.7.62). */
const [ROW, BEGIN_ROWS, END_ROWS] = [0x0000, 0x0091, 0x0092]

type Content = 'blank' | 'rk' | 'error' | 'boolean' | 'double' | 'text' | 'shared' | 'rich'

/** Types of cell records: those with a column, and short ones, which follow the previous cell. */
const CELLS: readonly (readonly [Content, placed: readonly number[], short: readonly number[]])[] = [
  ['blank', [0x01], [0x0c]],
  ['rk', [0x02], [0x0d]],
  // In the next four the second type is a formula, with its tokens after the cached value.
  ['error', [0x03, 0x0b], [0x0e]],
  ['boolean', [0x04, 0x0a], [0x0f]],
  ['double', [0x05, 0x09], [0x10]],
  ['text', [0x06, 0x08], [0x11]],
  ['shared', [0x07], [0x12]],
  ['rich', [0x3e], []],
]

const CONTENTS: readonly (Content | undefined)[] = Array.from(
  { length: 0x3f },
  (_, type) => CELLS.find(([, placed, short]) => placed.includes(type) || short.includes(type))?.[0],
)
const [FIRST_FORMULA, LAST_FORMULA] = [0x08, 0x0b]
const IS_SHORT = Array.from({ length: 0x3f }, (_, type) => CELLS.some(([, , short]) => short.includes(type)))

/** Bytes of column and style, and of the style alone. */
const [PLACED_HEAD, SHORT_HEAD] = [8, 4]

/** Whether a record is a cell without a formula, also a blank one. */
export const isConstantCell = (type: number): boolean =>
  CONTENTS[type] !== undefined && !(type >= FIRST_FORMULA && type <= LAST_FORMULA)

/** Iterates over the rows and cells of a worksheet. Rows and columns are 0-based. */
export class CellRecords extends BinaryRecords {
  row = -1
  /** Of the current cell: column, type of content, byte offset of its value, and index of its cell format. */
  column = -1
  content: Content = 'blank'
  at = 0
  style = 0

  /** Moves before the first row; false for a sheet without rows. */
  begin(): boolean {
    while (this.next()) if (this.type === BEGIN_ROWS) return true
    return false
  }

  /** Advances to the next row; false after the last one. Unsupported: rows out of order. */
  nextRow(): boolean {
    while (this.next() && this.type !== END_ROWS) {
      if (this.type !== ROW) continue
      const row = this.uint32(this.start)
      if (row <= this.row) unsupported('order of rows')
      this.row = row
      this.column = -1
      return true
    }
    return false
  }

  /**
   * Moves to the cells of a row.
   * @param from the byte offset after its BrtRowHdr
   */
  seek(from: number): void {
    this.end = from
    this.column = -1
  }

  /** Advances to the next cell of the row with a value; false after the last one. */
  nextCell(): boolean {
    for (let from = this.end; this.next(); from = this.end) {
      const { type } = this
      if (type === ROW || type === END_ROWS) {
        this.end = from
        return false
      }
      const content = CONTENTS[type]
      if (content === undefined) continue
      this.#readCellHeader(IS_SHORT[type]!)
      if (content === 'blank') continue
      this.content = content
      return true
    }
    return false
  }

  /**
   * Unsupported: a value longer than its record, or a shared string that does not exist.
   * @param strings their number
   */
  checkValue(strings: number): void {
    const { content, at } = this
    if (content === 'text') this.checkString(at)
    else if (content === 'rich') this.checkString(at + 1)
    else if (content === 'shared') {
      if (this.uint32(at) >= strings) unsupported('shared string')
    } else if (at + (content === 'double' ? 8 : content === 'rk' ? 4 : 1) > this.end)
      unsupported('short record')
  }

  /** The value of the current cell. */
  value(strings: { get(index: number): string } | undefined): StoredValue {
    const { content, at } = this
    switch (content) {
      case 'text':
        return { t: 's', v: this.text(at) }
      case 'rich':
        return { t: 's', v: this.text(at + 1) }
      case 'shared':
        return { t: 's', v: strings?.get(this.uint32(at)) ?? unsupported('shared string') }
      case 'rk':
        return { t: 'n', v: rkNumber(this.uint32(at)) }
      case 'double':
        return { t: 'n', v: this.double(at) }
      case 'boolean':
        return { t: 'b', v: this.byte(at) !== 0 }
      case 'error':
        return { t: 'e', v: this.byte(at) }
      case 'blank':
      default:
        return { t: 'z' }
    }
  }

  #readCellHeader(isShort: boolean): void {
    const { start } = this
    this.at = start + (isShort ? SHORT_HEAD : PLACED_HEAD)
    if (this.at > this.end) unsupported('short record')
    const column = isShort ? this.column + 1 : this.view.getUint32(start, true)
    if (column <= this.column || column >= MAX_SHEET_COLUMNS) unsupported('order of cells')
    this.column = column
    this.style = this.view.getUint32(this.at - 4, true) & 0xff_ffff
  }
}

import { rkNumber, textOfUnits } from '../spreadsheet/binary-values.ts'
import { unsupported } from '../xlsx/read/xml.ts'
import type { Bytes } from '../bytes/bytes.ts'

/** The records of a part of a binary workbook, one after another (MS-XLSB 2.1.4): a type, a length and as many bytes. */
export class BinaryRecords {
  readonly bytes: Bytes
  readonly view: DataView
  /** Of the record that was read last: its type, and the offsets of its content. */
  type = -1
  start = 0
  end: number

  /** @param from the offset of the first record */
  constructor(bytes: Bytes, from = 0) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.end = from
  }

  /** Goes on to the next record; false after the last one. */
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
    // An undefined byte makes the end no number.
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

  /** A text of UTF-16 after the number of its characters (XLWideString, MS-XLSB 2.5.168). */
  text(at: number): string {
    return textOfUnits(this.view, at + 4, this.checkText(at), 2)
  }

  /** The number of its characters; declines a text that is longer than its record. */
  checkText(at: number): number {
    const count = this.uint32(at)
    return at + 4 + 2 * count <= this.end ? count : unsupported('text beyond its record')
  }
}

/** Records of a worksheet (MS-XLSB 2.1.7.62) that are not cells. */
const [ROW, BEGIN_ROWS, END_ROWS] = [0x0000, 0x0091, 0x0092]

type Content = 'blank' | 'rk' | 'error' | 'boolean' | 'double' | 'text' | 'shared' | 'rich'

/** Types of the records of cells: those that name their column, and those that stand after the cell before them. */
const CELLS: readonly (readonly [Content, placed: readonly number[], short: readonly number[]])[] = [
  ['blank', [0x01], [0x0c]],
  ['rk', [0x02], [0x0d]],
  // The second of these four are results of formulas; how they are calculated stands after the value.
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

/** Bytes of column and style, and of a style alone. */
const [PLACED_HEAD, SHORT_HEAD] = [8, 4]
const LAST_COLUMN = 16_383

/** Whether a record is a cell whose value stands in it as it was entered, or a blank one. */
export const isConstantCell = (type: number): boolean =>
  CONTENTS[type] !== undefined && !(type >= FIRST_FORMULA && type <= LAST_FORMULA)

/** The rows and cells of a worksheet, one after another. */
export class CellRecords extends BinaryRecords {
  /** Of the row that was begun last, from 0. */
  row = -1
  /** Of the cell that was read last, from 0: what it holds, the offset of its value, and its cell format. */
  column = -1
  content: Content = 'blank'
  at = 0
  style = 0

  /** Goes on to the first row; false where the sheet has no table of cells. */
  begin(): boolean {
    while (this.next()) if (this.type === BEGIN_ROWS) return true
    return false
  }

  /** Goes on to the next row; false after the last one. */
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
   * Goes back to the cells of a row.
   * @param from the offset after its header
   */
  returnTo(from: number): void {
    this.end = from
    this.column = -1
  }

  /** Goes on to the next cell with a value in the row; false after the last one. */
  nextCell(): boolean {
    for (let from = this.end; this.next(); from = this.end) {
      const { type } = this
      if (type === ROW || type === END_ROWS) {
        this.end = from
        return false
      }
      const content = CONTENTS[type]
      if (content === undefined) continue
      this.#readHead(IS_SHORT[type]!)
      if (content === 'blank') continue
      this.content = content
      return true
    }
    return false
  }

  /** Declines a value that is longer than its record, or a string that is none. */
  checkValue(strings: number): void {
    const { content, at } = this
    if (content === 'text') this.checkText(at)
    else if (content === 'rich') this.checkText(at + 1)
    else if (content === 'shared') {
      if (this.uint32(at) >= strings) unsupported('shared string')
    } else if (at + (content === 'double' ? 8 : content === 'rk' ? 4 : 1) > this.end)
      unsupported('short record')
  }

  rkNumber(at: number): number {
    return rkNumber(this.uint32(at))
  }

  #readHead(isShort: boolean): void {
    const { start } = this
    this.at = start + (isShort ? SHORT_HEAD : PLACED_HEAD)
    if (this.at > this.end) unsupported('short record')
    const column = isShort ? this.column + 1 : this.view.getUint32(start, true)
    if (column <= this.column || column > LAST_COLUMN) unsupported('order of cells')
    this.column = column
    this.style = this.view.getUint32(this.at - 4, true) & 0xff_ffff
  }
}

import { textOfUnits } from '../spreadsheet/binary-values.ts'
import { decline } from '../xlsx/read/not-plain.ts'
import type { Bytes } from '../zip/zip-pack.ts'

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
    return this.end <= bytes.length || decline('record beyond the end')
  }

  uint32(at: number): number {
    return at + 4 <= this.end ? this.view.getUint32(at, true) : decline('short record')
  }

  uint16(at: number): number {
    return at + 2 <= this.end ? this.view.getUint16(at, true) : decline('short record')
  }

  double(at: number): number {
    return at + 8 <= this.end ? this.view.getFloat64(at, true) : decline('short record')
  }

  byte(at: number): number {
    return at < this.end ? this.bytes[at]! : decline('short record')
  }

  /** A text of UTF-16 after the number of its characters (XLWideString, MS-XLSB 2.5.168). */
  text(at: number): string {
    return textOfUnits(this.view, at + 4, this.checkText(at), 2)
  }

  /** The number of its characters; declines a text that is longer than its record. */
  checkText(at: number): number {
    const count = this.uint32(at)
    return at + 4 + 2 * count <= this.end ? count : decline('text beyond its record')
  }
}

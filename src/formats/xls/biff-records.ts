import { decodeUnits } from '../spreadsheet/binary-values.ts'
import { unsupported } from '../spreadsheet/unsupported.ts'

/** Record types of BIFF8, by their names in MS-XLS 2.3.1. */
export const BIFF = {
  eof: 0x000a,
  date1904: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  codePage: 0x0042,
  boundSheet: 0x0085,
  xf: 0x00e0,
  sst: 0x00fc,
  format: 0x041e,
  bof: 0x0809,
  dimensions: 0x0200,
  formula: 0x0006,
  mulRk: 0x00bd,
  rString: 0x00d6,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  string: 0x0207,
  rk: 0x027e,
} as const

/** Types of cell records without a formula. */
export const CONSTANT_CELLS: ReadonlySet<number> = new Set([
  BIFF.labelSst,
  BIFF.label,
  BIFF.rString,
  BIFF.rk,
  BIFF.number,
  BIFF.boolErr,
  BIFF.mulRk,
])

const HEADER = 4
const TWO_BYTES = 1

/**
 * Whether SheetJS may decode characters differently, by the code page. MS-XLS has UTF-16 for two-byte characters, but
 * SheetJS applies a code page to those too, so only ASCII is safe in a workbook that names one.
 */
const dependsOnCodePage = (flagAndCharacters: Uint8Array): boolean =>
  flagAndCharacters[0] === TWO_BYTES || flagAndCharacters.some((byte) => byte > 0x7f)

/** Iterates over the records of a workbook stream (MS-XLS 2.1.4): type, length, data. */
export class BiffRecords {
  readonly stream: Uint8Array
  readonly view: DataView
  /** Of the current record: type, byte offset of its header, and byte offsets of its data. */
  type = -1
  at = 0
  start = 0
  end = 0

  /** @param from the byte offset of the first record */
  constructor(stream: Uint8Array, from = 0) {
    this.stream = stream
    this.view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
    this.end = from
  }

  /**
   * Advances to the next record; false when fewer bytes are left than a header has. Unsupported: a truncated
   * record.
   */
  next(): boolean {
    const { view } = this
    if (this.end + HEADER > view.byteLength) return false
    this.at = this.end
    this.type = view.getUint16(this.at, true)
    this.start = this.at + HEADER
    this.end = this.start + view.getUint16(this.at + 2, true)
    return this.end <= view.byteLength || unsupported('record beyond the end')
  }

  /** The type of the record after the current one; undefined at the end. */
  nextType(): number | undefined {
    return this.end + HEADER > this.view.byteLength ? undefined : this.view.getUint16(this.end, true)
  }

  get length(): number {
    return this.end - this.start
  }

  /** Unsupported: a record with fewer bytes of data. */
  requireLength(length: number): void {
    if (this.length < length) unsupported('short record')
  }

  uint16(offset: number): number {
    this.requireLength(offset + 2)
    return this.view.getUint16(this.start + offset, true)
  }

  /**
   * Unsupported: an XLUnicodeString that is longer than its record, or that SheetJS may decode differently.
   * @param offset in the data of the record
   * @param isUnicode whether the workbook names no code page but a Unicode one
   */
  checkString(offset: number, isUnicode: boolean): void {
    const length = this.uint16(offset)
    if (length === 0) return
    this.#checkCharacters(offset + 2, length)
    const first = this.start + offset + 2
    if (!isUnicode && dependsOnCodePage(this.stream.subarray(first, first + 1 + length)))
      unsupported('code page')
  }

  /** Reads a ShortXLUnicodeString (MS-XLS 2.5.240): its length has one byte. */
  shortString(offset: number): string {
    this.requireLength(offset + 1)
    const length = this.stream[this.start + offset]!
    this.#checkCharacters(offset + 1, length)
    return readCharacters(this.view, this.start + offset + 1, length)
  }

  /** Unsupported: truncated characters, or other flags than the size of characters. */
  #checkCharacters(offset: number, count: number): void {
    this.requireLength(offset + 1)
    const flag = this.stream[this.start + offset]!
    if (flag > TWO_BYTES) unsupported('flags of a text')
    this.requireLength(offset + 1 + count * (1 + flag))
  }
}

/** Reads an XLUnicodeString (MS-XLS 2.5.294) that checkString has accepted. */
export function readUnicodeString(view: DataView, at: number): string {
  const length = view.getUint16(at, true)
  return length === 0 ? '' : readCharacters(view, at + 2, length)
}

const readCharacters = (view: DataView, at: number, count: number): string =>
  decodeUnits(view, at + 1, count, view.getUint8(at) === TWO_BYTES ? 2 : 1)

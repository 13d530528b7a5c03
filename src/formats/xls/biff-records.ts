import { decodeUnits } from '../spreadsheet/binary-values.ts'
import { unsupported } from '../spreadsheet/unsupported.ts'

/** Record types of BIFF8 (MS-XLS 2.3.1). */
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

/** Records of cells that are not worked out. */
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
 * Whether a code page may change letters behind the flag of their size. The format has none for letters of two bytes, yet
 * the library decodes those by the code page of the book too: a book that names one is its to read, but for ASCII.
 */
const dependsOnCodePage = (flagAndLetters: Uint8Array): boolean =>
  flagAndLetters[0] === TWO_BYTES || flagAndLetters.some((byte) => byte > 0x7f)

/** The records of a workbook's stream, one after another: a type, a length and as many bytes. */
export class BiffRecords {
  readonly stream: Uint8Array
  readonly view: DataView
  /** Of the record that was read last: its type, its offset, and the offsets of its content. */
  type = -1
  at = 0
  start = 0
  end = 0

  /** @param from the offset of the first record */
  constructor(stream: Uint8Array, from = 0) {
    this.stream = stream
    this.view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
    this.end = from
  }

  /** Goes on to the next record; false where fewer bytes are left than a record has. */
  next(): boolean {
    const { view } = this
    if (this.end + HEADER > view.byteLength) return false
    this.at = this.end
    this.type = view.getUint16(this.at, true)
    this.start = this.at + HEADER
    this.end = this.start + view.getUint16(this.at + 2, true)
    return this.end <= view.byteLength || unsupported('record beyond the end')
  }

  /** The type of the record behind it; undefined at the end. */
  nextType(): number | undefined {
    return this.end + HEADER > this.view.byteLength ? undefined : this.view.getUint16(this.end, true)
  }

  get length(): number {
    return this.end - this.start
  }

  /** Declines a record with fewer bytes. */
  requireLength(length: number): void {
    if (this.length < length) unsupported('short record')
  }

  uint16(offset: number): number {
    this.requireLength(offset + 2)
    return this.view.getUint16(this.start + offset, true)
  }

  /**
   * Declines a text behind the number of its letters that is longer than its record.
   * @param isUnicode whether the book names no code page but that of Unicode
   */
  checkString(offset: number, isUnicode: boolean): void {
    const letters = this.uint16(offset)
    if (letters === 0) return
    this.#checkCharacters(offset + 2, letters)
    const first = this.start + offset + 2
    if (!isUnicode && dependsOnCodePage(this.stream.subarray(first, first + 1 + letters)))
      unsupported('code page')
  }

  /** A text behind the number of its letters, of one byte (ShortXLUnicodeString, MS-XLS 2.5.240). */
  shortString(offset: number): string {
    this.requireLength(offset + 1)
    const letters = this.stream[this.start + offset]!
    this.#checkCharacters(offset + 1, letters)
    return readCharacters(this.view, this.start + offset + 1, letters)
  }

  /** Declines letters, behind a flag of their size, that are not whole. */
  #checkCharacters(offset: number, count: number): void {
    this.requireLength(offset + 1)
    const flag = this.stream[this.start + offset]!
    if (flag > TWO_BYTES) unsupported('flags of a text')
    this.requireLength(offset + 1 + count * (1 + flag))
  }
}

/** A checked text behind the number of its letters, of two bytes (XLUnicodeString, MS-XLS 2.5.294). */
export function readUnicodeString(view: DataView, at: number): string {
  const letters = view.getUint16(at, true)
  return letters === 0 ? '' : readCharacters(view, at + 2, letters)
}

const readCharacters = (view: DataView, at: number, count: number): string =>
  decodeUnits(view, at + 1, count, view.getUint8(at) === TWO_BYTES ? 2 : 1)

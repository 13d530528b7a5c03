import { textOfUnits } from '../spreadsheet/binary-values.ts'
import { unsupported } from '../xlsx/read/xml.ts'

/** Record types of BIFF8 (MS-XLS 2.3.1). */
export const BIFF = {
  end: 0x000a,
  date1904: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  codePage: 0x0042,
  sheet: 0x0085,
  cellFormat: 0x00e0,
  texts: 0x00fc,
  format: 0x041e,
  begin: 0x0809,
  dimensions: 0x0200,
  formula: 0x0006,
  numbers: 0x00bd,
  richText: 0x00d6,
  sharedText: 0x00fd,
  number: 0x0203,
  text: 0x0204,
  logicalOrError: 0x0205,
  resultText: 0x0207,
  shortNumber: 0x027e,
} as const

/** Records of cells that are not worked out. */
export const CONSTANTS: ReadonlySet<number> = new Set([
  BIFF.sharedText,
  BIFF.text,
  BIFF.richText,
  BIFF.shortNumber,
  BIFF.number,
  BIFF.logicalOrError,
  BIFF.numbers,
])

const HEADER = 4
const WIDE = 1

/**
 * Whether a code page may change letters behind the flag of their size. The format has none for letters of two bytes, yet
 * the library decodes those by the code page of the book too: a book that names one is its to read, but for ASCII.
 */
const dependsOnCodePage = (flagAndLetters: Uint8Array): boolean =>
  flagAndLetters[0] === WIDE || flagAndLetters.some((byte) => byte > 0x7f)

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
  need(length: number): void {
    if (this.length < length) unsupported('short record')
  }

  uint16(offset: number): number {
    this.need(offset + 2)
    return this.view.getUint16(this.start + offset, true)
  }

  /**
   * Declines a text behind the number of its letters that is longer than its record.
   * @param isUnicode whether the book names no code page but that of Unicode
   */
  checkText(offset: number, isUnicode: boolean): void {
    const letters = this.uint16(offset)
    if (letters === 0) return
    this.#checkLetters(offset + 2, letters)
    const first = this.start + offset + 2
    if (!isUnicode && dependsOnCodePage(this.stream.subarray(first, first + 1 + letters)))
      unsupported('code page')
  }

  /** A text behind the number of its letters, of one byte (ShortXLUnicodeString, MS-XLS 2.5.240). */
  shortText(offset: number): string {
    this.need(offset + 1)
    const letters = this.stream[this.start + offset]!
    this.#checkLetters(offset + 1, letters)
    return lettersAt(this.view, this.start + offset + 1, letters)
  }

  /** Declines letters, behind a flag of their size, that are not whole. */
  #checkLetters(offset: number, count: number): void {
    this.need(offset + 1)
    const flag = this.stream[this.start + offset]!
    if (flag > WIDE) unsupported('flags of a text')
    this.need(offset + 1 + count * (1 + flag))
  }
}

/** A checked text behind the number of its letters, of two bytes (XLUnicodeString, MS-XLS 2.5.294). */
export function textAt(view: DataView, at: number): string {
  const letters = view.getUint16(at, true)
  return letters === 0 ? '' : lettersAt(view, at + 2, letters)
}

const lettersAt = (view: DataView, at: number, count: number): string =>
  textOfUnits(view, at + 1, count, view.getUint8(at) === WIDE ? 2 : 1)

import { enlarged } from '#table/enlarged.ts'
import { decodeUnits } from '../spreadsheet/binary-values.ts'

const CONTINUE = 0x003c
const HEADER = 4
const WIDE = 1
const EXTENDED = 4
const RICH = 8

const INITIAL_STRINGS = 4096

/** Whether the shared string table (SST) in the record at byte offset `at` ends with a complete string. */
export function isCompleteSst(stream: Uint8Array, at: number): boolean {
  const cursor = new StringCursor(stream, at)
  scanStrings(cursor)
  return !cursor.isBeyond
}

/**
 * The shared string table of a BIFF8 workbook (MS-XLS 2.4.265 and 2.5.293), which may hold fewer strings than it declares.
 * Strings are decoded on demand and cached, as cells share them.
 */
export class SharedStringTable {
  /** Whether the table ends with a complete string. */
  readonly isComplete: boolean
  /**
   * Whether a string's header ends one record and its characters begin in the next: readers disagree on a
   * flags byte there.
   */
  readonly hasSplitHeader: boolean
  readonly length: number
  readonly #cursor: StringCursor
  /** For each string its byte offset, and the bytes left in its record from there. */
  #starts = new Uint32Array(INITIAL_STRINGS)
  #rests = new Uint16Array(INITIAL_STRINGS)
  readonly #strings: string[] = []

  /** @param at the byte offset of the SST record, which must be complete; its CONTINUE records follow */
  constructor(stream: Uint8Array, at: number) {
    const cursor = new StringCursor(stream, at)
    const { length, hasSplitHeader } = scanStrings(cursor, (index) => this.#note(index, cursor))
    this.#cursor = cursor
    this.length = length
    this.hasSplitHeader = hasSplitHeader
    this.isComplete = !cursor.isBeyond
  }

  /** @param index less than `length` */
  get(index: number): string {
    return (this.#strings[index] ??= this.#read(index))
  }

  #note(index: number, cursor: StringCursor): void {
    if (index === this.#starts.length) {
      this.#starts = enlarged(this.#starts)
      this.#rests = enlarged(this.#rests)
    }
    this.#starts[index] = cursor.at
    this.#rests[index] = cursor.left
  }

  #read(index: number): string {
    const cursor = this.#cursor
    cursor.goTo(this.#starts[index]!, this.#rests[index]!)
    const { length: count, isWide } = readHeader(cursor)
    return cursor.characters(count, isWide)
  }
}

/**
 * Scans the table up to its end or the first truncated string.
 * @param visit called before each string, also before a truncated one
 */
function scanStrings(
  cursor: StringCursor,
  visit?: (index: number) => void,
): { length: number; hasSplitHeader: boolean } {
  let [length, hasSplitHeader] = [0, false]
  cursor.skip(4)
  const declared = cursor.number(4)
  while (length < declared && !cursor.isAtEnd) {
    visit?.(length)
    const { length: count, isWide, trailingBytes } = readHeader(cursor)
    if (count > 0 && cursor.isAtContinuation) hasSplitHeader = true
    cursor.skipCharacters(count, isWide)
    cursor.skip(trailingBytes)
    if (cursor.isBeyond) break
    length++
  }
  return { length, hasSplitHeader }
}

/** `length` in characters; `trailingBytes`: formatting runs and phonetic data after the characters. */
type StringHeader = { length: number; isWide: boolean; trailingBytes: number }

function readHeader(cursor: StringCursor): StringHeader {
  const count = cursor.number(2)
  const flags = cursor.number(1)
  const runs = flags & RICH ? cursor.number(2) : 0
  const extension = flags & EXTENDED ? cursor.number(4) : 0
  return { length: count, isWide: (flags & WIDE) !== 0, trailingBytes: 4 * runs + extension }
}

/** Reads the data of a record and of its CONTINUE records as one; `isBeyond` after a read past the end. */
class StringCursor {
  isBeyond = false
  at = 0
  #end = 0
  #continuationStart = -1
  readonly #view: DataView

  constructor(stream: Uint8Array, at: number) {
    this.#view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
    this.goTo(at + HEADER, this.#view.getUint16(at + 2, true))
  }

  /** Bytes left in the current record. */
  get left(): number {
    return this.#end - this.at
  }

  get isAtEnd(): boolean {
    return this.left <= 0
  }

  /** Whether the position is the first byte of a CONTINUE record. */
  get isAtContinuation(): boolean {
    return this.at === this.#continuationStart
  }

  goTo(at: number, left: number): void {
    this.at = at
    this.#continuationStart = -1
    this.#end = Math.min(at + left, this.#view.byteLength)
    this.#enterContinuation()
  }

  /** Reads a little-endian number. */
  number(bytes: number): number {
    let value = 0
    for (let i = 0; i < bytes; i++) value += this.#byte() * 2 ** (8 * i)
    return value
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0;) {
      const step = Math.min(left, this.left)
      if (step === 0) return this.#fail()
      this.#advance(step)
      left -= step
    }
  }

  skipCharacters(count: number, isWide: boolean): void {
    this.#eachSegment(count, isWide, () => {})
  }

  characters(count: number, isWide: boolean): string {
    let text = ''
    this.#eachSegment(count, isWide, (at, some, size) => (text += decodeUnits(this.#view, at, some, size)))
    return text
  }

  /** Where characters continue in a CONTINUE record, a flags byte gives their size again. */
  #eachSegment(count: number, isWide: boolean, visit: (at: number, some: number, size: 1 | 2) => void): void {
    let size: 1 | 2 = isWide ? 2 : 1
    for (let left = count; left > 0;) {
      const some = Math.min(left, Math.floor(this.left / size))
      if (some === 0) return this.#fail()
      visit(this.at, some, size)
      const end = this.#end
      this.#advance(some * size)
      left -= some
      if (left > 0 && this.#end !== end) size = this.#byte() & WIDE ? 2 : 1
    }
  }

  #byte(): number {
    if (this.isAtEnd) {
      this.#fail()
      return 0
    }
    const value = this.#view.getUint8(this.at)
    this.#advance(1)
    return value
  }

  #advance(bytes: number): void {
    this.at += bytes
    this.#enterContinuation()
  }

  /** Moves from the end of a record to the first byte of the CONTINUE record that follows it, if there is one. */
  #enterContinuation(): void {
    const view = this.#view
    while (this.at >= this.#end && this.#end + HEADER <= view.byteLength) {
      const end = this.#end
      if (view.getUint16(end, true) !== CONTINUE) return
      this.at = this.#continuationStart = end + HEADER
      this.#end = Math.min(this.at + view.getUint16(end + 2, true), view.byteLength)
    }
  }

  #fail(): void {
    this.isBeyond = true
    this.at = this.#end = this.#view.byteLength
  }
}

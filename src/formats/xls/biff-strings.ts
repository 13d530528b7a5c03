import { textOfUnits } from '../spreadsheet/binary-values.ts'

const CONTINUE = 0x003c
const HEADER = 4
const WIDE = 1
const EXTENDED = 4
const RICH = 8

const FIRST_TEXTS = 4096

/** Whether the table of texts of a BIFF8 workbook, whose record begins at `at`, holds whole texts from its first byte to its last. */
export function isWholeSst(stream: Uint8Array, at: number): boolean {
  const cursor = new TextCursor(stream, at)
  goOverTexts(cursor)
  return !cursor.isBeyond
}

/**
 * The table of texts of a BIFF8 workbook (MS-XLS 2.4.265 and 2.5.293). It may hold fewer than it declares. A text is made
 * when it is asked for, and kept, since cells share it.
 */
export class SharedTexts {
  /** Whether the table ends with a text and not inside of one. */
  readonly isWhole: boolean
  /** Whether a string's header ends one record and its characters start in the next: readers disagree on a flags byte there. */
  readonly hasSplitHeader: boolean
  readonly length: number
  readonly #cursor: TextCursor
  /** For each text its offset, and how many bytes its record still has there. */
  #starts = new Uint32Array(FIRST_TEXTS)
  #rests = new Uint16Array(FIRST_TEXTS)
  readonly #texts: string[] = []

  /**
   * @param at the offset of the record; those that continue it follow.
   * @param stream in which the record is whole
   */
  constructor(stream: Uint8Array, at: number) {
    const cursor = new TextCursor(stream, at)
    const { length, hasSplitHeader } = goOverTexts(cursor, (index) => this.#note(index, cursor))
    this.#cursor = cursor
    this.length = length
    this.hasSplitHeader = hasSplitHeader
    this.isWhole = !cursor.isBeyond
  }

  get(index: number): string | undefined {
    return index < this.length ? (this.#texts[index] ??= this.#read(index)) : undefined
  }

  #note(index: number, cursor: TextCursor): void {
    if (index === this.#starts.length) {
      const [starts, rests] = [new Uint32Array(2 * index), new Uint16Array(2 * index)]
      starts.set(this.#starts)
      rests.set(this.#rests)
      this.#starts = starts
      this.#rests = rests
    }
    this.#starts[index] = cursor.at
    this.#rests[index] = cursor.left
  }

  #read(index: number): string {
    const cursor = this.#cursor
    cursor.goTo(this.#starts[index]!, this.#rests[index]!)
    const { letters, isWide } = readHead(cursor)
    return cursor.letters(letters, isWide)
  }
}

/**
 * Goes to the end of a table of texts, or as far as they are whole.
 * @param visit told of each text, with the cursor before it; the last one may be cut
 */
function goOverTexts(
  cursor: TextCursor,
  visit?: (index: number) => void,
): { length: number; hasSplitHeader: boolean } {
  let [length, hasSplitHeader] = [0, false]
  cursor.skip(4)
  const declared = cursor.number(4)
  while (length < declared && !cursor.isAtEnd) {
    visit?.(length)
    const { letters, isWide, trailingBytes } = readHead(cursor)
    if (letters > 0 && cursor.isAtContinuation) hasSplitHeader = true
    cursor.skipLetters(letters, isWide)
    cursor.skip(trailingBytes)
    if (cursor.isBeyond) break
    length++
  }
  return { length, hasSplitHeader }
}

/** `trailingBytes`: formatting runs and phonetic data after the characters. */
type Head = { letters: number; isWide: boolean; trailingBytes: number }

function readHead(cursor: TextCursor): Head {
  const letters = cursor.number(2)
  const flags = cursor.number(1)
  const runs = flags & RICH ? cursor.number(2) : 0
  const extension = flags & EXTENDED ? cursor.number(4) : 0
  return { letters, isWide: (flags & WIDE) !== 0, trailingBytes: 4 * runs + extension }
}

/** Goes over the bytes of a record and of those that continue it, and knows when it went beyond the last. */
class TextCursor {
  isBeyond = false
  at = 0
  #end = 0
  #border = -1
  readonly #view: DataView

  constructor(stream: Uint8Array, at: number) {
    this.#view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
    this.goTo(at + HEADER, this.#view.getUint16(at + 2, true))
  }

  /** Bytes that are left in the record. */
  get left(): number {
    return this.#end - this.at
  }

  get isAtEnd(): boolean {
    return this.left <= 0
  }

  /** Whether the position is the first byte of a CONTINUE record. */
  get isAtContinuation(): boolean {
    return this.at === this.#border
  }

  goTo(at: number, left: number): void {
    this.at = at
    this.#border = -1
    this.#end = Math.min(at + left, this.#view.byteLength)
    this.#settle()
  }

  /** A little-endian number. */
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

  skipLetters(count: number, isWide: boolean): void {
    this.#eachPart(count, isWide, () => {})
  }

  letters(count: number, isWide: boolean): string {
    let text = ''
    this.#eachPart(count, isWide, (at, some, size) => (text += textOfUnits(this.#view, at, some, size)))
    return text
  }

  /** In a CONTINUE record a flags byte says again whether characters have one byte or two. */
  #eachPart(count: number, isWide: boolean, visit: (at: number, some: number, size: 1 | 2) => void): void {
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
    this.#settle()
  }

  /** Moves from the end of a record to the first byte of the CONTINUE record that follows it, if there is one. */
  #settle(): void {
    const view = this.#view
    while (this.at >= this.#end && this.#end + HEADER <= view.byteLength) {
      const end = this.#end
      if (view.getUint16(end, true) !== CONTINUE) return
      this.at = this.#border = end + HEADER
      this.#end = Math.min(this.at + view.getUint16(end + 2, true), view.byteLength)
    }
  }

  #fail(): void {
    this.isBeyond = true
    this.at = this.#end = this.#view.byteLength
  }
}

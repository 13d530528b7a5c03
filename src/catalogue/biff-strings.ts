/**
 * Whether the table of texts of a BIFF8 workbook holds whole texts from its first byte to its last (MS-XLS 2.4.265 and
 * 2.5.293). It may hold fewer than it declares.
 * @param parts the record and those that continue it; a text that runs over a border has a flag behind it
 */
export function isWholeSst(parts: readonly Uint8Array[]): boolean {
  const cursor = new PartsCursor(parts)
  cursor.skip(4)
  const declared = cursor.number(4)
  for (let i = 0; i < declared && !cursor.isAtEnd; i++) {
    if (!skipText(cursor)) return false
  }
  return !cursor.isBeyond
}

const WIDE = 1
const EXTENDED = 4
const RICH = 8

function skipText(cursor: PartsCursor): boolean {
  const letters = cursor.number(2)
  const flags = cursor.number(1)
  const runs = flags & RICH ? cursor.number(2) : 0
  const extension = flags & EXTENDED ? cursor.number(4) : 0
  cursor.skipLetters(letters, (flags & WIDE) !== 0)
  cursor.skip(4 * runs + extension)
  return !cursor.isBeyond
}

/** Goes over bytes that stand in several parts, and knows when it went beyond the last. */
class PartsCursor {
  isBeyond = false
  readonly #parts: readonly Uint8Array[]
  #part = 0
  #at = 0

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts
    this.#settle()
  }

  get isAtEnd(): boolean {
    return this.#part >= this.#parts.length
  }

  /** A little-endian number. */
  number(bytes: number): number {
    let value = 0
    for (let i = 0; i < bytes; i++) value += this.#byte() * 2 ** (8 * i)
    return value
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0;) {
      const step = Math.min(left, this.#left())
      if (step === 0) return this.#fail()
      this.#advance(step)
      left -= step
    }
  }

  /** Behind a border a flag says anew whether letters have one byte or two. */
  skipLetters(letters: number, isWide: boolean): void {
    let size = isWide ? 2 : 1
    for (let left = letters; left > 0;) {
      const step = Math.min(left, Math.floor(this.#left() / size))
      if (step === 0) return this.#fail()
      const part = this.#part
      this.#advance(step * size)
      left -= step
      if (left > 0 && this.#part !== part) size = this.#byte() & WIDE ? 2 : 1
    }
  }

  #byte(): number {
    const value = this.#parts[this.#part]?.[this.#at]
    if (value === undefined) {
      this.#fail()
      return 0
    }
    this.#advance(1)
    return value
  }

  #left(): number {
    return (this.#parts[this.#part]?.length ?? 0) - this.#at
  }

  #advance(bytes: number): void {
    this.#at += bytes
    this.#settle()
  }

  /** Stands at the first byte of the next part rather than behind the last one of this. */
  #settle(): void {
    while (this.#part < this.#parts.length && this.#left() <= 0) {
      this.#part++
      this.#at = 0
    }
  }

  #fail(): void {
    this.isBeyond = true
    this.#part = this.#parts.length
    this.#at = 0
  }
}

import type { Delimiter } from '#table/text-source.ts'

const QUOTE = 0x22
const SPACE = 0x20
const LF = 0x0a
const CR = 0x0d

/** Bytes after the end of the data, which {@link RowScanner.scan} overwrites. */
export const SENTINEL_BYTES = 2

/** What ends a field outside quotes. */
const ENDS = 1
/** What {@link RowScanner} looks at more closely. */
const SPECIAL = 2

/** `=`, `+`, `-`, `@` */
const SIGNS = [0x3d, 0x2b, 0x2d, 0x40]
/** First bytes of their other forms in UTF-8 (see csv/formulas), and of U+FFFD. */
const WIDE_SIGNS = [0xe2, 0xef]

/** Bytes after which a sign is inside a text: printable ASCII but quotes and what separates cells. */
const IS_BEFORE_INSIDE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > SPACE && byte < 0x7f && !'",;|:~^'.includes(String.fromCharCode(byte)) ? 1 : 0,
)

/** First bytes of Cyrillic letters in UTF-8. */
const isCyrillicLead = (byte: number | undefined): boolean => byte === 0xd0 || byte === 0xd1

/** How rows are found. */
export type ScanOptions = {
  readonly delimiter: Delimiter
  readonly isUtf8: boolean
  readonly capacity: number
}

/** Where the fields of a row are in its memory. */
export class ScannedRow {
  /** The start and the end of field `c`, without quotes, at `2 * c` and `2 * c + 1`. */
  readonly fields: Int32Array
  /** Its fields; those beyond the capacity are counted only. */
  count = 0
  /** The offset of its line end, and the one after it. */
  contentEnd = 0
  next = 0
  /** Whether a quote is not where RFC 4180 has it, so that only the text tells where fields and row end. */
  isUnclear = false
  /** Whether a cell may begin with a sign of a formula. */
  hasSign = false
  /** Whether it has NUL or U+FFFD. */
  isDamaged = false

  /** @param capacity fields of which offsets are kept */
  constructor(capacity: number) {
    this.fields = new Int32Array(2 * capacity)
  }

  /** Whether field `c` is quoted. */
  isQuoted(bytes: Uint8Array, c: number): boolean {
    const from = this.fields[2 * c]!
    return from > 0 && bytes[from - 1] === QUOTE
  }
}

/**
 * Finds the fields of one row after the other in encoded delimited text, by the rules of `scanCsv`, without a string. For
 * encodings in which the bytes below 80 are ASCII. Nothing is allocated: the properties are those of the last row.
 */
export class RowScanner extends ScannedRow {
  readonly #separator: number
  readonly #kinds: Uint8Array
  /** By two bytes: 0 where both are of no kind. */
  readonly #pairs = new Uint8Array(0x10000)
  readonly #isUtf8: boolean
  /** The memory of the rows, and its bytes in pairs. */
  #bytes: Uint8Array = new Uint8Array()
  #words: Uint16Array = new Uint16Array()

  /** @param isChecked whether `hasSign` and `isDamaged` are wanted */
  constructor({ delimiter, isUtf8, capacity }: ScanOptions, isChecked: boolean) {
    super(capacity)
    this.#separator = delimiter.charCodeAt(0)
    this.#isUtf8 = isUtf8
    this.#kinds = new Uint8Array(256)
    for (const byte of [LF, CR, this.#separator]) this.#kinds[byte] = ENDS
    const special = isChecked ? [0, ...SIGNS, ...(isUtf8 ? WIDE_SIGNS : [])] : []
    for (const byte of special) this.#kinds[byte] = SPECIAL
    for (let byte = 0; byte < 256; byte++) {
      if (this.#kinds[byte] === 0) continue
      this.#pairs.fill(1, byte << 8, (byte + 1) << 8)
      for (let other = 0; other < 256; other++) this.#pairs[(other << 8) | byte] = 1
    }
  }

  /** The next rows are in `bytes`, a whole buffer. */
  moveTo(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#words = new Uint16Array(bytes.buffer, 0, bytes.length >> 1)
  }

  /**
   * Scans the row at `at`. The bytes at `end` and after it are overwritten ({@link SENTINEL_BYTES}).
   *
   * Code that runs once in a chunk stands outside, or only assigns variables: a branch that is first taken after V8 has optimized
   * the function deoptimizes it.
   * @returns false where the row has no line end before `end`: of a last row, `next` is then beyond it
   */
  scan(at: number, end: number): boolean {
    const bytes = this.#bytes
    const kinds = this.#kinds
    const pairs = this.#pairs
    const words = this.#words
    const fields = this.fields
    const separator = this.#separator
    const capacity = fields.length
    const start = at
    let count = 0
    let byte: number
    let isUnclear = false
    this.hasSign = false
    this.isDamaged = false
    bytes[end] = LF
    bytes[end + 1] = QUOTE
    for (;;) {
      let from = at
      let to: number
      byte = bytes[at]!
      if (byte === SPACE || byte === QUOTE) {
        let open = at
        while (bytes[open] === SPACE) open++
        if (bytes[open] === QUOTE && open < end) {
          // A space before the quote is rare, and so is one that is not closed.
          if (open > at) isUnclear = true
          from = open + 1
          to = this.#closingQuote(bytes, from, end)
          if (to >= end) {
            isUnclear = true
            at = end
            byte = LF
            break
          }
          at = to + 1
          while (bytes[at] === SPACE) at++
          byte = bytes[at]!
          if (byte !== separator && byte !== LF && byte !== CR) {
            isUnclear = true
            while (kinds[bytes[at]!] !== ENDS) at++
            byte = bytes[at]!
            to = at
          }
        } else {
          at = this.#endOfField(bytes, at, start)
          byte = bytes[at]!
          to = at
        }
      } else {
        let kind = kinds[byte]!
        for (;;) {
          if (kind === 0) {
            // Two bytes at once, from an even offset on.
            at++
            if ((at & 1) === 1 && kinds[bytes[at]!] === 0) at++
            if ((at & 1) === 0) while (pairs[words[at >> 1]!] === 0) at += 2
            kind = kinds[bytes[at]!]!
            if (kind === 0) kind = kinds[bytes[++at]!]!
          }
          if (kind === ENDS) break
          this.#lookAt(bytes, at, start)
          kind = kinds[bytes[++at]!]!
        }
        byte = bytes[at]!
        to = at
      }
      if (2 * count < capacity) {
        fields[2 * count] = from
        fields[2 * count + 1] = to
      }
      count++
      if (byte !== separator) break
      at++
    }
    this.isUnclear = isUnclear
    this.contentEnd = at
    // An empty line is a row without fields.
    this.count = count === 1 && at === start ? 0 : count
    this.next = byte === CR && bytes[at + 1] === LF && at + 1 < end ? at + 2 : at + 1
    return this.next <= end && !(byte === CR && this.next === end)
  }

  #endOfField(bytes: Uint8Array, from: number, start: number): number {
    let at = from
    for (let kind = this.#kinds[bytes[at]!]!; kind !== ENDS; kind = this.#kinds[bytes[++at]!]!)
      if (kind === SPECIAL) this.#lookAt(bytes, at, start)
    return at
  }

  #closingQuote(bytes: Uint8Array, from: number, end: number): number {
    const kinds = this.#kinds
    let at = from
    for (;;) {
      const byte = bytes[at]!
      if (byte === QUOTE) {
        if (bytes[at + 1] !== QUOTE || at + 1 >= end) return at
        at++
      } else if (kinds[byte] === SPECIAL) this.#lookAt(bytes, at, from - 1)
      at++
    }
  }

  #lookAt(bytes: Uint8Array, at: number, start: number): void {
    const byte = bytes[at]!
    if (byte === 0 || (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd))
      this.isDamaged = true
    else if (byte < 0x80 || isWideSign(byte, bytes[at + 1]!, bytes[at + 2]!))
      this.hasSign ||= this.#mayBeFormula(bytes, at, start)
  }

  /** False only for a sign inside a text. */
  #mayBeFormula(bytes: Uint8Array, at: number, start: number): boolean {
    if (at === start) return true
    const before = bytes[at - 1]!
    if (IS_BEFORE_INSIDE[before] === 1) return false
    return !(this.#isUtf8 && before >= 0x80 && isCyrillicLead(bytes[at - 2]))
  }
}

/** Full-width and small forms, raised and lowered ones, and the minus sign. */
const isWideSign = (first: number, second: number, third: number): boolean =>
  first === 0xef
    ? second === 0xbc || second === 0xb9
    : second === 0x81 || (second === 0x82 && third < 0x8f) || (second === 0x88 && third === 0x92)

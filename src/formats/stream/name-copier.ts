import { LIMITS } from '#product/limits.ts'
import type { Encoding } from '#table/text-source.ts'
import { type Decoder, createDecoder } from '../bytes/decoder.ts'
import type { RowOutput } from './row-output.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const SPACE = 0x20
const OTHER = 0
const WORD = 1
/** Of two bytes in UTF-8. */
const LETTER = 2
/** Begins a formula unless it is inside a word. */
const SIGN = 3
/** Doubled in a quoted field. */
const DOUBLED = 4

/** Removed from names. */
const REMOVED = '<>'
const SIGNS = '=+-@'

/** The bytes of a copied name in UTF-8 at most, with its quotes. */
export const MOST_NAME_BYTES = 2 * LIMITS.nameLength + 2

/**
 * Copies names of words with single spaces as values of CSV in UTF-8, without a string: what `cleanName` and `csvLine` give. Any
 * other name is for those.
 */
export class NameCopier {
  readonly #kinds = new Uint8Array(256)
  readonly #leads = new Uint8Array(256)
  readonly #tails = new Uint8Array(256)
  readonly #isUtf8: boolean
  /** Of the last name. */
  #start = 0
  #needsQuotes = false
  #kept = 0

  constructor(encoding: Encoding) {
    this.#isUtf8 = encoding === 'utf-8'
    for (let byte = 0x21; byte < 0x7f; byte++) {
      const sign = String.fromCharCode(byte)
      if (!REMOVED.includes(sign)) this.#kinds[byte] = SIGNS.includes(sign) ? SIGN : WORD
    }
    this.#kinds[QUOTE] = DOUBLED
    if (this.#isUtf8) this.#kinds[0xd0] = this.#kinds[0xd1] = LETTER
    else this.#addLetters(createDecoder(encoding))
  }

  #addLetters(decoder: Decoder): void {
    for (let byte = 0x80; byte < 0x100; byte++) {
      const letter = decoder.decode(Uint8Array.of(byte))
      if (!/[А-яЁё]/.test(letter)) continue
      const code = letter.charCodeAt(0)
      this.#kinds[byte] = LETTER
      this.#leads[byte] = 0xc0 | (code >> 6)
      this.#tails[byte] = 0x80 | (code & 0x3f)
    }
  }

  /** Whether the name from `start` to `end` in the memory of the output only has to be copied. */
  isCopied(bytes: Uint8Array, start: number, end: number): boolean {
    const kinds = this.#kinds
    const most = LIMITS.nameLength
    let count = 0
    let isSpace = true
    let needsQuotes = false
    let kept = 0
    for (let at = start; at < end; at++, count++) {
      const byte = bytes[at]!
      if (byte === SPACE) {
        if (isSpace) return false
        isSpace = true
        continue
      }
      const kind = kinds[byte]!
      if (kind === OTHER || (kind === SIGN && (isSpace || !isInWord(bytes[at - 1]!)))) return false
      if (kind === DOUBLED && (bytes[start - 1] !== QUOTE || bytes[++at] !== QUOTE)) return false
      if (kind === LETTER && this.#isUtf8) at++
      isSpace = false
      if (count < most) {
        kept = count + 1
        if (byte === COMMA || kind === DOUBLED) needsQuotes = true
      }
    }
    if (isSpace) return false
    this.#start = start
    this.#needsQuotes = needsQuotes
    this.#kept = kept
    return true
  }

  /** Copies the name of which `isCopied` was asked last. There has to be room for {@link MOST_NAME_BYTES}. */
  copy(output: RowOutput): void {
    const { memory } = output
    if (this.#needsQuotes) output.put(QUOTE)
    for (let [at, count] = [this.#start, 0]; count < this.#kept; at++, count++) {
      const byte = memory[at]!
      const kind = this.#kinds[byte]
      if (kind === DOUBLED || (kind === LETTER && this.#isUtf8)) {
        output.put(byte)
        output.put(memory[++at]!)
      } else if (kind !== LETTER) output.put(byte)
      else {
        output.put(this.#leads[byte]!)
        output.put(this.#tails[byte]!)
      }
    }
    if (this.#needsQuotes) output.put(QUOTE)
  }
}

/** Whether a byte is that of a letter or a digit. */
const isInWord = (byte: number): boolean =>
  byte >= 0x80 ||
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a)

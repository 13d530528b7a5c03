import { enlarged } from '#table/enlarged.ts'
import type { Bytes } from '../bytes/bytes.ts'

/** Lengths and distances of RFC 1951, 3.2.5: by code the first value and the number of further bits. */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
]
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
]
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
/** The order of the lengths of codes (3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

const MAX_BITS = 15
const END_OF_BLOCK = 256
const BUFFER_BYTES = 64 * 1024

/** A Huffman code: how many codes have each length, and the symbols in their order (3.2.2). */
type Code = { readonly counts: Uint16Array; readonly symbols: Uint16Array }

function codeOf(lengths: ArrayLike<number>): Code {
  const counts = new Uint16Array(MAX_BITS + 1)
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]!]!++
  const starts = new Uint16Array(MAX_BITS + 2)
  for (let bits = 1; bits <= MAX_BITS; bits++) starts[bits + 1] = starts[bits]! + counts[bits]!
  const symbols = new Uint16Array(lengths.length)
  for (let i = 0; i < lengths.length; i++) if (lengths[i]! > 0) symbols[starts[lengths[i]!]!++] = i
  return { counts, symbols }
}

const fixedLength = (symbol: number): number => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)
const FIXED_LENGTHS = codeOf(Array.from({ length: 288 }, (_, symbol) => fixedLength(symbol)))
const FIXED_DISTANCES = codeOf(Array<number>(30).fill(5))

class DeflateError extends Error {}

/**
 * Inflates deflated data (RFC 1951) of which the end is not known: the decompressor of the platform does not say where it is.
 * Slower than that one; linear in the bytes that are read and written, whatever the number of members is.
 */
export class Inflater {
  /** The content of all data so far. */
  content: Bytes = new Uint8Array(BUFFER_BYTES)
  length = 0
  readonly #bytes: Bytes
  readonly #limit: number
  #at = 0
  #bits = 0
  #bitCount = 0
  /** Where the content of the current data begins. */
  #from = 0

  /** @param limit bytes of the content */
  constructor(bytes: Bytes, limit: number) {
    this.#bytes = bytes
    this.#limit = limit
  }

  /** Inflates data from an offset on. Returns the offset after their end. */
  inflate(from: number): number | 'broken' | 'too-big' {
    this.#at = from
    this.#from = this.length
    this.#bits = 0
    this.#bitCount = 0
    try {
      for (let isLast = false; !isLast;) {
        isLast = this.#read(1) === 1
        this.#block(this.#read(2))
        if (this.length > this.#limit) return 'too-big'
      }
    } catch (error) {
      if (error instanceof DeflateError) return this.length > this.#limit ? 'too-big' : 'broken'
      throw error
    }
    // The bits of the last byte that are left over are padding; no byte is read before it is needed.
    return this.#at
  }

  #block(type: number): void {
    if (type === 0) this.#stored()
    else if (type === 1) this.#compressed(FIXED_LENGTHS, FIXED_DISTANCES)
    else if (type === 2) this.#dynamic()
    else throw new DeflateError()
  }

  #stored(): void {
    this.#bits = 0
    this.#bitCount = 0
    const [bytes, at] = [this.#bytes, this.#at]
    const size = bytes[at]! | (bytes[at + 1]! << 8)
    const check = bytes[at + 2]! | (bytes[at + 3]! << 8)
    if (at + 4 + size > bytes.length || (size ^ check) !== 0xffff) throw new DeflateError()
    this.#reserve(size)
    this.content.set(bytes.subarray(at + 4, at + 4 + size), this.length)
    this.length += size
    this.#at = at + 4 + size
  }

  #dynamic(): void {
    const [lengthCount, distanceCount] = [this.#read(5) + 257, this.#read(5) + 1]
    const ownCount = this.#read(4) + 4
    if (lengthCount > 286 || distanceCount > 30) throw new DeflateError()
    const own = new Uint8Array(ORDER.length)
    for (let i = 0; i < ownCount; i++) own[ORDER[i]!] = this.#read(3)
    const code = codeOf(own)
    const lengths = new Uint8Array(lengthCount + distanceCount)
    for (let i = 0; i < lengths.length;) {
      const symbol = this.#symbol(code)
      if (symbol < 16) {
        lengths[i++] = symbol
        continue
      }
      if (symbol === 16 && i === 0) throw new DeflateError()
      const value = symbol === 16 ? lengths[i - 1]! : 0
      const count = symbol === 16 ? 3 + this.#read(2) : symbol === 17 ? 3 + this.#read(3) : 11 + this.#read(7)
      if (i + count > lengths.length) throw new DeflateError()
      lengths.fill(value, i, i + count)
      i += count
    }
    this.#compressed(codeOf(lengths.subarray(0, lengthCount)), codeOf(lengths.subarray(lengthCount)))
  }

  #compressed(lengths: Code, distances: Code): void {
    for (;;) {
      const symbol = this.#symbol(lengths)
      if (symbol === END_OF_BLOCK) return
      this.#reserve(LENGTHS.at(-1)!)
      if (symbol < END_OF_BLOCK) {
        this.content[this.length++] = symbol
        continue
      }
      const [length, lengthBits] = [LENGTHS[symbol - 257], LENGTH_BITS[symbol - 257]]
      if (length === undefined || lengthBits === undefined) throw new DeflateError()
      const size = length + this.#read(lengthBits)
      const code = this.#symbol(distances)
      const distance = DISTANCES[code]! + this.#read(DISTANCE_BITS[code]!)
      const source = this.length - distance
      if (source < this.#from) throw new DeflateError()
      for (let i = 0; i < size; i++) this.content[this.length++] = this.content[source + i]!
    }
  }

  /** Makes room for so many bytes. */
  #reserve(size: number): void {
    if (this.length > this.#limit) throw new DeflateError()
    while (this.length + size > this.content.length) this.content = enlarged(this.content)
  }

  #symbol({ counts, symbols }: Code): number {
    let [code, first, index] = [0, 0, 0]
    for (let bits = 1; bits <= MAX_BITS; bits++) {
      code |= this.#read(1)
      const count = counts[bits]!
      if (code - count < first) {
        const symbol = symbols[index + code - first]
        if (symbol === undefined) throw new DeflateError()
        return symbol
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new DeflateError()
  }

  #read(count: number): number {
    while (this.#bitCount < count) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new DeflateError()
      this.#bits |= byte << this.#bitCount
      this.#bitCount += 8
    }
    const value = this.#bits & ((1 << count) - 1)
    this.#bits >>>= count
    this.#bitCount -= count
    return value
  }
}

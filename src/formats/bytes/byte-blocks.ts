import type { Bytes } from './bytes.ts'

const BLOCK_BITS = 20
const BLOCK_BYTES = 1 << BLOCK_BITS

const MAX_BLOCKS = 2 ** (32 - BLOCK_BITS)

/** Records of up to a megabyte one after the other, in blocks, so that none is copied when there are more. */
export class ByteBlocks {
  readonly #blocks: Bytes[] = []
  #block: Bytes = new Uint8Array(0)
  #at = 0

  /**
   * Adds a record. Returns its position.
   * @throws {RangeError} where positions have more than 32 bits
   */
  add(bytes: Bytes, start: number, end: number): number {
    const length = end - start
    if (length > this.#block.length - this.#at) {
      if (this.#blocks.length === MAX_BLOCKS) throw new RangeError('There are more than 4 GB of records.')
      this.#block = new Uint8Array(BLOCK_BYTES)
      this.#blocks.push(this.#block)
      this.#at = 0
    }
    const at = this.#at
    if (length < SHORT) for (let i = 0; i < length; i++) this.#block[at + i] = bytes[start + i]!
    else this.#block.set(bytes.subarray(start, end), at)
    this.#at += length
    return (this.#blocks.length - 1) * BLOCK_BYTES + at
  }

  /** The block of a position. */
  blockOf(position: number): Bytes {
    return this.#blocks[position >>> BLOCK_BITS]!
  }
}

/** A loop copies so few bytes faster than a call. */
const SHORT = 48

/** The offset of a position in its block. */
export const offsetInBlock = (position: number): number => position & (BLOCK_BYTES - 1)

import { enlarged } from '#table/enlarged.ts'
import { ByteBlocks, offsetInBlock } from '../bytes/byte-blocks.ts'
import type { Bytes } from '../bytes/bytes.ts'

const INITIAL_TEXTS = 1024
/** In UTF-8. */
const MAX_PACKED_BYTES = 64 * 1024

/** Texts by index, in UTF-8: a string is created each time that one is asked for. */
export class PackedTexts {
  readonly #bytes = new ByteBlocks()
  #positions = new Uint32Array(INITIAL_TEXTS)
  #lengths = new Uint16Array(INITIAL_TEXTS)
  /** Texts that cannot be packed: too long, or with half of a surrogate pair. */
  readonly #others = new Map<number, string>()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #encoder = new TextEncoder()
  length = 0

  /** Adds a text that is in UTF-8. Returns its index. */
  addBytes(bytes: Bytes, start: number, end: number): number {
    if (end - start >= MAX_PACKED_BYTES) return this.#keep(this.#decoder.decode(bytes.subarray(start, end)))
    if (this.length === this.#positions.length) {
      this.#positions = enlarged(this.#positions)
      this.#lengths = enlarged(this.#lengths)
    }
    this.#positions[this.length] = this.#bytes.add(bytes, start, end)
    this.#lengths[this.length] = end - start
    return this.length++
  }

  add(text: string): number {
    const bytes = text.isWellFormed() ? this.#encoder.encode(text) : undefined
    return bytes === undefined ? this.#keep(text) : this.addBytes(bytes, 0, bytes.length)
  }

  at(index: number): string {
    const other = this.#others.size === 0 ? undefined : this.#others.get(index)
    if (other !== undefined) return other
    const length = this.#lengths[index]!
    if (length === 0) return ''
    const position = this.#positions[index]!
    const start = offsetInBlock(position)
    const end = start + length
    return this.#decoder.decode(this.#bytes.blockOf(position).subarray(start, end))
  }

  /** Whether a text begins with a printable character of ASCII, so that it is not blank. */
  beginsPlainly(index: number): boolean {
    if (this.#lengths[index] === 0) return false
    const position = this.#positions[index]!
    const first = this.#bytes.blockOf(position)[offsetInBlock(position)]!
    return first > 0x20 && first < 0x7f
  }

  #keep(text: string): number {
    const index = this.addBytes(EMPTY, 0, 0)
    this.#others.set(index, text)
    return index
  }
}

const EMPTY: Bytes = new Uint8Array(0)

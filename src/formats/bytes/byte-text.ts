import type { Encoding } from '#table/text-source.ts'

const BOM_BYTES: Readonly<Partial<Record<Encoding, number>>> = { 'utf-8': 3, 'utf-16le': 2, 'utf-16be': 2 }

export const bomLength = (encoding: Encoding): number => BOM_BYTES[encoding] ?? 0

/** The bytes of a unit of UTF-16, and of a letter or a part of one in every other encoding. */
export const codeUnitBytes = (encoding: Encoding): 1 | 2 =>
  encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1

const ASCII = /^[\0-\x7f]*$/

/**
 * The bytes of a text file as a string in which every offset stands for a place in the bytes, damaged ones too: one
 * character for each byte, or for each unit of UTF-16. Signs of ASCII are themselves, as no other letter of our encodings
 * has such a byte in it; other letters are read with {@link read}.
 */
export class ByteText {
  readonly text: string
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #decoder: TextDecoder
  readonly #base: number
  readonly #unit: 1 | 2
  /** Half a unit of UTF-16 at the end of a cut file is behind all that can be written. */
  readonly #end: number

  constructor(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding, hasBom: boolean) {
    const isWide = codeUnitBytes(encoding) === 2
    this.#bytes = bytes
    this.#base = hasBom ? bomLength(encoding) : 0
    this.#unit = codeUnitBytes(encoding)
    this.#end = bytes.length - ((bytes.length - this.#base) % this.#unit)
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true })
    // Windows-1252 has a character for each byte, and ASCII ones for those of ASCII alone.
    const decoder = isWide ? this.#decoder : new TextDecoder('windows-1252')
    this.text = decoder.decode(bytes.subarray(this.#base))
  }

  /** The place in the bytes of an offset in the text. */
  at(offset: number): number {
    return Math.min(this.#base + offset * this.#unit, this.#end)
  }

  /** What a person reads between two offsets. */
  read(start: number, end: number): string {
    const text = this.text.slice(start, end)
    if (this.#unit === 2 || ASCII.test(text)) return text
    return this.#decoder.decode(this.#bytes.subarray(this.at(start), this.at(end)))
  }
}

import type { Encoding } from '#table/text-source.ts'
import { type Decoder, createDecoder } from './decoder.ts'

const BOM_BYTES: Readonly<Partial<Record<Encoding, number>>> = { 'utf-8': 3, 'utf-16le': 2, 'utf-16be': 2 }

export const bomLength = (encoding: Encoding): number => BOM_BYTES[encoding] ?? 0

/** Bytes of a code unit: 2 in UTF-16, 1 in UTF-8 and single-byte encodings. */
export const codeUnitBytes = (encoding: Encoding): 1 | 2 =>
  encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1

const ASCII = /^[\0-\x7f]*$/

/**
 * The bytes of a text file, damaged ones too, as a string whose offsets map to bytes: one UTF-16 code unit for each byte, or
 * for each code unit of UTF-16. ASCII characters are themselves, since no supported encoding has their bytes in another
 * character; others are decoded by {@link read}.
 */
export class ByteText {
  readonly text: string
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #decoder: Decoder
  readonly #bomBytes: number
  readonly #unitBytes: 1 | 2
  /** Half a code unit at the end of truncated UTF-16 is never edited. */
  readonly #end: number

  constructor(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding, hasBom: boolean) {
    const isWide = codeUnitBytes(encoding) === 2
    this.#bytes = bytes
    this.#bomBytes = hasBom ? bomLength(encoding) : 0
    this.#unitBytes = codeUnitBytes(encoding)
    this.#end = bytes.length - ((bytes.length - this.#bomBytes) % this.#unitBytes)
    this.#decoder = createDecoder(encoding)
    // Windows-1252 decodes each byte to one code unit, and only ASCII bytes to ASCII.
    const decoder = isWide ? this.#decoder : createDecoder('windows-1252')
    this.text = decoder.decode(bytes.subarray(this.#bomBytes))
  }

  /** The byte offset for an offset in `text`. */
  byteOffset(offset: number): number {
    return Math.min(this.#bomBytes + offset * this.#unitBytes, this.#end)
  }

  /** The decoded text between two offsets of `text`. */
  read(start: number, end: number): string {
    const text = this.text.slice(start, end)
    if (this.#unitBytes === 2 || ASCII.test(text)) return text
    return this.#decoder.decode(this.#bytes.subarray(this.byteOffset(start), this.byteOffset(end)))
  }
}

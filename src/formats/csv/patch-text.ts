import type { Delimiter, Encoding } from '#table/text-source.ts'
import { CsvOffsets } from './table.ts'
import { readSeparatorLine } from './delimiter.ts'
import { decodeText } from '../bytes/encoding.ts'
import { ByteText, bomLength, codeUnitBytes } from '../bytes/byte-text.ts'
import { BytePatcher } from '../bytes/patch-bytes.ts'
import { type Encoder, createEncoder } from '../bytes/encoder.ts'

export type CsvDialect = {
  readonly encoding: Encoding
  readonly hasBom: boolean
  readonly delimiter: Delimiter
}

type Bytes = Uint8Array<ArrayBuffer>

/** Replaces text in an encoded file. Offsets are those of `offsets.text`; edits are given in the order of their offsets. */
export type TextPatcher = {
  readonly offsets: CsvOffsets
  readonly encoder: Encoder
  /** The decoded text between two offsets. */
  read(start: number, end: number): string
  replace(start: number, end: number, text: string): void
  /** Copies the rest of the file. Returns all its parts. */
  finish(): readonly Bytes[]
}

/** @param read the offsets that the file was read by, if they have every row and no byte is damaged */
export function createTextPatcher(bytes: Bytes, dialect: CsvDialect, read?: CsvOffsets): TextPatcher {
  const { encoding, hasBom } = dialect
  const offsets = read ?? readUndamaged(bytes, dialect)
  if (offsets === undefined) return new DamagedTextPatcher(bytes, dialect)
  const base = hasBom ? bomLength(encoding) : 0
  return encoding === 'utf-8'
    ? new Utf8Patcher(offsets, bytes.subarray(0, base))
    : new FixedWidthPatcher(bytes, offsets, encoding, base)
}

/** Undefined where bytes are damaged: decoded text cannot be encoded back to them. */
function readUndamaged(bytes: Bytes, { encoding, delimiter }: CsvDialect): CsvOffsets | undefined {
  const { text, undecodable } = decodeText(bytes, encoding)
  if (undecodable > 0) return undefined
  return new CsvOffsets(text, delimiter, readSeparatorLine(text).length, { isUnlimited: true })
}

/** Code units that are encoded at once: fewer cost calls, more do not fit the processor's cache. */
const PIECE = 64 * 1024

/** For undamaged UTF-8, which is the same when it is decoded and encoded again. Text offsets are not byte offsets there. */
class Utf8Patcher implements TextPatcher {
  readonly offsets: CsvOffsets
  readonly encoder = createEncoder('utf-8')
  readonly #parts: Bytes[] = []
  #piece = ''
  /** Up to here the text is written or left out. */
  #done = 0

  constructor(offsets: CsvOffsets, bom: Bytes) {
    this.offsets = offsets
    if (bom.length > 0) this.#parts.push(bom)
  }

  read(start: number, end: number): string {
    return this.offsets.text.slice(start, end)
  }

  replace(start: number, end: number, text: string): void {
    this.#piece += this.offsets.text.slice(this.#done, start) + text
    this.#done = end
    if (this.#piece.length >= PIECE) this.#flush()
  }

  finish(): readonly Bytes[] {
    this.replace(this.offsets.text.length, this.offsets.text.length, '')
    this.#flush()
    return this.#parts
  }

  #flush(): void {
    this.#parts.push(this.encoder.encode(this.#piece))
    this.#piece = ''
  }
}

/** For undamaged single-byte encodings and UTF-16, where text offsets give byte offsets: unchanged bytes are copied. */
class FixedWidthPatcher implements TextPatcher {
  readonly offsets: CsvOffsets
  readonly encoder: Encoder
  readonly #patcher: BytePatcher
  readonly #base: number
  readonly #unit: number

  constructor(bytes: Bytes, offsets: CsvOffsets, encoding: Encoding, base: number) {
    this.offsets = offsets
    this.encoder = createEncoder(encoding)
    this.#patcher = new BytePatcher(bytes)
    this.#base = base
    this.#unit = codeUnitBytes(encoding)
  }

  read(start: number, end: number): string {
    return this.offsets.text.slice(start, end)
  }

  replace(start: number, end: number, text: string): void {
    const [base, unit] = [this.#base, this.#unit]
    this.#patcher.replace(base + start * unit, base + end * unit, this.encoder.encode(text))
  }

  finish(): readonly Bytes[] {
    return this.#patcher.finish()
  }
}

/** For damaged text, as a string with one code unit for each byte or UTF-16 code unit. */
class DamagedTextPatcher implements TextPatcher {
  readonly offsets: CsvOffsets
  readonly encoder: Encoder
  readonly #source: ByteText
  readonly #patcher: BytePatcher

  constructor(bytes: Bytes, { encoding, hasBom, delimiter }: CsvDialect) {
    this.#source = new ByteText(bytes, encoding, hasBom)
    this.#patcher = new BytePatcher(bytes)
    this.offsets = new CsvOffsets(this.#source.text, delimiter, separatorLineEnd(this.#source), {
      isUnlimited: true,
    })
    this.encoder = createEncoder(encoding)
  }

  read(start: number, end: number): string {
    return this.#source.read(start, end)
  }

  replace(start: number, end: number, text: string): void {
    this.#patcher.replace(
      this.#source.byteOffset(start),
      this.#source.byteOffset(end),
      this.encoder.encode(text),
    )
  }

  finish(): readonly Bytes[] {
    return this.#patcher.finish()
  }
}

/** Code units that a separator line has at the most; its delimiter may be several bytes. */
const SEPARATOR_LINE = 64

/** The offset after the separator line, 0 where there is none. */
function separatorLineEnd(source: ByteText): number {
  if (readSeparatorLine(source.read(0, SEPARATOR_LINE)).length === 0) return 0
  return /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(source.text)![0].length
}

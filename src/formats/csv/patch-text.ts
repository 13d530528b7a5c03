import type { Delimiter, Encoding } from '#table/text-source.ts'
import { CsvOffsets } from './table.ts'
import { readSeparatorLine } from './delimiter.ts'
import { decodeText } from '../bytes/encoding.ts'
import { ByteText, bomLength, codeUnitBytes } from '../bytes/byte-text.ts'
import { EditedBytes } from '../bytes/patch-bytes.ts'
import { type Encoder, encoderOf } from '../bytes/encoder.ts'

/** How the file was read, as {@link OpenedFile} has it. */
export type DelimitedStyle = {
  readonly encoding: Encoding
  readonly hasBom: boolean
  readonly delimiter: Delimiter
}

type Bytes = Uint8Array<ArrayBuffer>

/** A text file that is written again with other text in a few places; edits come in the order of the file. */
export type EditedText = {
  readonly layout: CsvOffsets
  readonly encoder: Encoder
  /** What a person reads between two offsets. */
  read(start: number, end: number): string
  /** Puts `text` in the place of what stands between two offsets; all before it is kept. */
  replace(start: number, end: number, text: string): void
  /** Keeps the rest. */
  finish(): readonly Bytes[]
}

/**
 * The file to be edited.
 * @param read the layout that it was read by, if it holds every row and no byte was damaged
 */
export function editedText(bytes: Bytes, style: DelimitedStyle, read?: CsvOffsets): EditedText {
  const { encoding, hasBom } = style
  const layout = read ?? undamagedLayout(bytes, style)
  if (layout === undefined) return new EditedView(bytes, style)
  const base = hasBom ? bomLength(encoding) : 0
  return encoding === 'utf-8'
    ? new EditedLetters(layout, bytes.subarray(0, base))
    : new EditedUnits(bytes, layout, encoding, base)
}

/** Undefined where bytes are damaged: the letters would not tell them. */
function undamagedLayout(bytes: Bytes, { encoding, delimiter }: DelimitedStyle): CsvOffsets | undefined {
  const { text, undecodable } = decodeText(bytes, encoding)
  if (undecodable > 0) return undefined
  return new CsvOffsets(text, delimiter, readSeparatorLine(text).length, { isUnlimited: true })
}

/** Letters put together before they are encoded: one by one the calls take their time, and more than a cache holds too. */
const PIECE = 64 * 1024

/** UTF-8, where offsets do not tell the bytes, but whole letters are the same bytes when they are encoded again. */
class EditedLetters implements EditedText {
  readonly layout: CsvOffsets
  readonly encoder = encoderOf('utf-8')
  readonly #parts: Bytes[] = []
  #piece = ''
  /** Up to here the text is written or left out. */
  #done = 0

  constructor(layout: CsvOffsets, bom: Bytes) {
    this.layout = layout
    if (bom.length > 0) this.#parts.push(bom)
  }

  read(start: number, end: number): string {
    return this.layout.text.slice(start, end)
  }

  replace(start: number, end: number, text: string): void {
    this.#piece += this.layout.text.slice(this.#done, start) + text
    this.#done = end
    if (this.#piece.length >= PIECE) this.#flush()
  }

  finish(): readonly Bytes[] {
    this.replace(this.layout.text.length, this.layout.text.length, '')
    this.#flush()
    return this.#parts
  }

  #flush(): void {
    this.#parts.push(this.encoder.encode(this.#piece))
    this.#piece = ''
  }
}

/** Encodings of one byte, or of two, for each unit of the text: its own bytes are copied. */
class EditedUnits implements EditedText {
  readonly layout: CsvOffsets
  readonly encoder: Encoder
  readonly #output: EditedBytes
  readonly #base: number
  readonly #unit: number

  constructor(bytes: Bytes, layout: CsvOffsets, encoding: Encoding, base: number) {
    this.layout = layout
    this.encoder = encoderOf(encoding)
    this.#output = new EditedBytes(bytes)
    this.#base = base
    this.#unit = codeUnitBytes(encoding)
  }

  read(start: number, end: number): string {
    return this.layout.text.slice(start, end)
  }

  replace(start: number, end: number, text: string): void {
    const [base, unit] = [this.#base, this.#unit]
    this.#output.replace(base + start * unit, base + end * unit, this.encoder.encode(text))
  }

  finish(): readonly Bytes[] {
    return this.#output.finish()
  }
}

/** Damaged text, as a string of its bytes. */
class EditedView implements EditedText {
  readonly layout: CsvOffsets
  readonly encoder: Encoder
  readonly #view: ByteText
  readonly #output: EditedBytes

  constructor(bytes: Bytes, { encoding, hasBom, delimiter }: DelimitedStyle) {
    this.#view = new ByteText(bytes, encoding, hasBom)
    this.#output = new EditedBytes(bytes)
    this.layout = new CsvOffsets(this.#view.text, delimiter, startOf(this.#view), { isUnlimited: true })
    this.encoder = encoderOf(encoding)
  }

  read(start: number, end: number): string {
    return this.#view.read(start, end)
  }

  replace(start: number, end: number, text: string): void {
    this.#output.replace(this.#view.at(start), this.#view.at(end), this.encoder.encode(text))
  }

  finish(): readonly Bytes[] {
    return this.#output.finish()
  }
}

/** The letter that a separator line names may have several bytes. */
const SEPARATOR_LINE = 64

/** The offset behind the separator line, 0 where there is none. */
function startOf(view: ByteText): number {
  if (readSeparatorLine(view.read(0, SEPARATOR_LINE)).length === 0) return 0
  return /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(view.text)![0].length
}

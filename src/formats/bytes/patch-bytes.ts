import type { Bytes } from './bytes.ts'

/** Other text in the place of the bytes from `start` to `end`; an insertion where both offsets are the same. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

const utf8 = new TextEncoder()

/** Bytes of a piece: small enough that a ZIP writer can begin with it early, large enough that there are few. */
const PIECE_BYTES = 64 * 1024
/** An unchanged stretch of so many bytes becomes a piece of its own, which is not copied. */
const LONG_STRETCH = 16 * 1024

/** Copies bytes with some of them replaced. Edits are given in the order of their offsets. Linear in time. */
export class BytePatcher {
  readonly #source: Bytes
  /** The source up to this offset is copied or replaced. */
  #done: number
  #pieces: Bytes[] = []
  #buffer = new Uint8Array(PIECE_BYTES)
  /** The bytes of the buffer that are in no piece yet. */
  #from = 0
  #to = 0

  /** @param from the offset where the copy begins */
  constructor(source: Bytes, from = 0) {
    this.#source = source
    this.#done = from
  }

  /**
   * @param content text is encoded as UTF-8
   * @throws {RangeError} when the edit begins before the end of the last one
   */
  replace(start: number, end: number, content: string | Bytes): void {
    if (start < this.#done) throw new RangeError('The edits overlap.')
    this.#copyUpTo(start)
    this.#done = end
    if (typeof content === 'string') this.#appendText(content)
    else this.#append(content)
  }

  edit({ start, end, text }: Edit): void {
    this.replace(start, end, text)
  }

  get hasPieces(): boolean {
    return this.#pieces.length > 0
  }

  /** The pieces that have become complete since the last call. */
  take(): Bytes[] {
    return this.#pieces.splice(0)
  }

  /** Copies the rest of the source, up to `end`. Returns all pieces that were not taken. */
  finish(end = this.#source.length): Bytes[] {
    this.#copyUpTo(end)
    this.#endPiece()
    return this.take()
  }

  #copyUpTo(offset: number): void {
    const stretch = this.#source.subarray(this.#done, offset)
    this.#done = offset
    this.#append(stretch)
  }

  #append(bytes: Bytes): void {
    if (bytes.length >= LONG_STRETCH) {
      this.#endPiece()
      this.#pieces.push(bytes)
    } else if (bytes.length > 0) {
      this.#reserve(bytes.length)
      this.#buffer.set(bytes, this.#to)
      this.#to += bytes.length
    }
  }

  #appendText(text: string): void {
    // UTF-8 has at most three bytes for a UTF-16 code unit.
    const length = text.length * 3
    if (length >= LONG_STRETCH) this.#append(utf8.encode(text))
    else if (length > 0) {
      this.#reserve(length)
      this.#to += utf8.encodeInto(text, this.#buffer.subarray(this.#to)).written
    }
  }

  #reserve(length: number): void {
    if (this.#to + length <= PIECE_BYTES) return
    this.#endPiece()
    this.#buffer = new Uint8Array(PIECE_BYTES)
    this.#from = this.#to = 0
  }

  /** The rest of the buffer is used for the next piece. */
  #endPiece(): void {
    if (this.#from < this.#to) this.#pieces.push(this.#buffer.subarray(this.#from, this.#to))
    this.#from = this.#to
  }
}

/** Applies edits given in any order, none of which overlap. */
export function applyEdits(source: Bytes, edits: readonly Edit[]): Bytes[] {
  const patcher = new BytePatcher(source)
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) patcher.edit(edit)
  return patcher.finish()
}

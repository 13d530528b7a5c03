import type { Bytes } from './bytes.ts'

const PART_BYTES = 1024 * 1024

/** A file that is written again from its bytes, with other ones in a few places. Edits come in the order of the file. */
export class EditedBytes {
  readonly #source: Uint8Array<ArrayBuffer>
  readonly #full: Uint8Array<ArrayBuffer>[] = []
  #part = new Uint8Array(PART_BYTES)
  #length = 0
  /** Up to here the source is written or left out. */
  #done = 0

  constructor(source: Uint8Array<ArrayBuffer>) {
    this.#source = source
  }

  /** Puts `bytes` in the place of those from `from` to `to`; all between the last edit and `from` is kept. */
  replace(from: number, to: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#append(this.#source.subarray(this.#done, from))
    this.#append(bytes)
    this.#done = to
  }

  /** Keeps the rest. */
  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#append(this.#source.subarray(this.#done))
    this.#done = this.#source.length
    return [...this.#full, this.#part.slice(0, this.#length)]
  }

  /** Large parts of equal size: a hundred thousand cells must not be as many pieces. */
  #append(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length <= PART_BYTES - this.#length) {
      this.#part.set(bytes, this.#length)
      this.#length += bytes.length
      return
    }
    for (let at = 0; at < bytes.length;) {
      if (this.#length === PART_BYTES) {
        this.#full.push(this.#part)
        this.#part = new Uint8Array(PART_BYTES)
        this.#length = 0
      }
      const piece = bytes.subarray(at, at + PART_BYTES - this.#length)
      this.#part.set(piece, this.#length)
      this.#length += piece.length
      at += piece.length
    }
  }
}

/** Other text in the place of some bytes; between two bytes where both offsets are the same. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

const encoder = new TextEncoder()

/** Bytes are handed on in pieces of about this length, so that packing begins before all is written. */
const PIECE = 64 * 1024
/** A stretch as long as this is handed on as it is, and not copied. */
const LONG_STRETCH = 16 * 1024

/** Writes a part anew from its own bytes and what is put between them. */
export class Splicer {
  readonly #source: Bytes
  #kept = 0
  #pieces: Bytes[] = []
  #piece = new Uint8Array(PIECE)
  #filled = 0

  constructor(source: Bytes) {
    this.#source = source
  }

  /** Keeps what stands before the edit and has not been written; edits come in their order. */
  edit({ start, end, text }: Edit): void {
    if (start < this.#kept) throw new Error('The edits of a part overlap.')
    this.#keepTo(start)
    this.#kept = end
    if (text !== '') this.#write(text)
  }

  /** What has been written since the last call. */
  take(): Bytes[] {
    return this.#pieces.splice(0)
  }

  /** The rest of the source behind the last edit, and all that has not been taken. */
  finish(): Bytes[] {
    this.#keepTo(this.#source.length)
    this.#flush()
    return this.take()
  }

  #keepTo(offset: number): void {
    const length = offset - this.#kept
    if (length <= 0) return
    const stretch = this.#source.subarray(this.#kept, offset)
    this.#kept = offset
    if (length >= LONG_STRETCH) {
      this.#flush()
      this.#pieces.push(stretch)
      return
    }
    if (this.#filled + length > PIECE) this.#flush()
    this.#piece.set(stretch, this.#filled)
    this.#filled += length
  }

  #write(text: string): void {
    // UTF-8 has three bytes at most for each unit of a string.
    if (this.#filled + text.length * 3 > PIECE) this.#flush()
    if (text.length * 3 > PIECE) this.#pieces.push(encoder.encode(text))
    else this.#filled += encoder.encodeInto(text, this.#piece.subarray(this.#filled)).written
  }

  #flush(): void {
    if (this.#filled === 0) return
    this.#pieces.push(this.#piece.subarray(0, this.#filled))
    this.#piece = new Uint8Array(PIECE)
    this.#filled = 0
  }
}

/** A part with some edits in it, in any order. */
export function applyEdits(source: Bytes, edits: readonly Edit[]): Bytes[] {
  const splicer = new Splicer(source)
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) splicer.edit(edit)
  return splicer.finish()
}

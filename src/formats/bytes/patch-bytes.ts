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

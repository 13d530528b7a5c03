/** A place in a text file, as editors count: from 1. `column` is in UTF-16 code units. */
export type TextPosition = { readonly line: number; readonly column: number }

/**
 * Finds where a cell of a table begins in the text of its file: fastest from the first row to the last. Undefined for a cell that no
 * place of the file holds, such as a currency that is stated once for all records.
 */
export type CellPositions = (row: number, column: number) => TextPosition | undefined

/** Lines after which their offset is kept, to go back to. */
const BLOCK_LINES = 256

const LF = 0x0a
const CR = 0x0d

const isLineEnd = (unit: number, next: number): boolean => unit === LF || (unit === CR && next !== LF)

/** Counts the lines before offsets, which end in LF, CRLF or CR. Of ascending offsets the text is read once. */
export class LineCounter {
  readonly #unitAt: (at: number) => number
  /** Where the first line of each block begins. */
  readonly #blocks: number[]
  /** The last line that was found, where it begins, and up to where the text was read. */
  #line = 1
  #start: number
  #at: number

  /**
   * @param unitAt the code unit, or byte, at an offset; NaN after the end
   * @param start where the first line begins
   */
  constructor(unitAt: (at: number) => number, start = 0) {
    this.#unitAt = unitAt
    this.#start = this.#at = start
    this.#blocks = [start]
  }

  /** The line that has an offset, from 1, and where it begins. */
  lineOf(offset: number): { readonly line: number; readonly start: number } {
    if (offset < this.#start) this.#goBefore(offset)
    for (; this.#at < offset; this.#at++) {
      if (!isLineEnd(this.#unitAt(this.#at), this.#unitAt(this.#at + 1))) continue
      this.#start = this.#at + 1
      if (this.#line++ % BLOCK_LINES === 0) this.#blocks[(this.#line - 1) / BLOCK_LINES] = this.#start
    }
    return { line: this.#line, start: this.#start }
  }

  positionOf(offset: number): TextPosition {
    const { line, start } = this.lineOf(offset)
    return { line, column: offset - start + 1 }
  }

  #goBefore(offset: number): void {
    const block = Math.max(
      0,
      this.#blocks.findLastIndex((start) => start <= offset),
    )
    this.#line = block * BLOCK_LINES + 1
    this.#start = this.#at = this.#blocks[block]!
  }
}

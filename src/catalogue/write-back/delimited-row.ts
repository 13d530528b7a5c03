import type { Delimiter } from '../catalogue.ts'
import { type FieldSink, scanDelimited } from '../delimited.ts'

const SPACE = 0x20
const QUOTE = 0x22

/**
 * One row of delimited text, as offsets. A field stands in its file from `outerStart` to `outerEnd`, with its quotes and the
 * spaces around them, and what it says from `start` to `end`.
 */
export class DelimitedRow implements FieldSink {
  index: number
  count = 0
  /** Where the row begins, where its last field ends, and where the next row begins. */
  from: number
  contentEnd: number
  to: number
  readonly start: number[] = []
  readonly end: number[] = []
  readonly outerStart: number[] = []
  readonly outerEnd: number[] = []
  readonly #text: string
  readonly #onRow: (row: DelimitedRow) => void
  #next: number

  constructor(text: string, start: number, firstIndex: number, onRow: (row: DelimitedRow) => void) {
    this.#text = text
    this.#onRow = onRow
    this.index = firstIndex
    this.from = this.contentEnd = this.to = this.#next = start
  }

  field(start: number, end: number): void {
    const c = this.count++
    this.outerStart[c] = this.#next
    this.start[c] = start
    this.end[c] = end
    let after = end
    if (this.isQuoted(c)) {
      after++
      while (this.#text.charCodeAt(after) === SPACE) after++
    }
    this.outerEnd[c] = this.contentEnd = after
    this.#next = after + 1
  }

  endRow(end: number): boolean {
    this.to = end
    this.#onRow(this)
    this.index++
    this.count = 0
    this.from = this.contentEnd = this.#next = end
    return true
  }

  /** What it says begins behind a quote. */
  isQuoted(c: number): boolean {
    return this.start[c] !== this.outerStart[c]
  }

  /** Whether a field begins with a quote that is never closed: one more quote in this row could close it. */
  hasOpenQuote(): boolean {
    for (let c = 0; c < this.count; c++) {
      if (this.isQuoted(c)) continue
      let at = this.start[c]!
      while (this.#text.charCodeAt(at) === SPACE) at++
      if (this.#text.charCodeAt(at) === QUOTE) return true
    }
    return false
  }

  /** Nothing but spaces, or the mark 1A at the end of old files. */
  isBlank(): boolean {
    for (let c = 0; c < this.count; c++)
      for (let at = this.start[c]!; at < this.end[c]!; at++)
        if (this.#text.charCodeAt(at) > SPACE) return false
    return true
  }

  /** Makes one field of two, as the reader does with a title that was cut at its comma. */
  join(c: number): void {
    this.count--
    this.end[c] = this.end[c + 1]!
    this.outerEnd[c] = this.outerEnd[c + 1]!
    for (const offsets of [this.start, this.end, this.outerStart, this.outerEnd]) offsets.splice(c + 1, 1)
  }
}

/** Walks over the rows of delimited text; the row given is the same object each time. */
export const scanRows = (
  text: string,
  delimiter: Delimiter,
  start: number,
  firstIndex: number,
  onRow: (row: DelimitedRow) => void,
): void => scanDelimited(text, delimiter, start, new DelimitedRow(text, start, firstIndex, onRow))

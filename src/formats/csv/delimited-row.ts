import type { JoinedFields } from '#table/aligned-table.ts'
import type { DelimitedLayout } from './table.ts'

const SPACE = 0x20
const QUOTE = 0x22
const NONE: readonly number[] = []

/** A cursor on one row of delimited text after the other, in offsets of its text. */
export class DelimitedRow {
  index = -1
  /** Its fields. */
  count = 0
  /** Where the row begins, and where the next one does. */
  from = 0
  to = 0
  readonly #layout: DelimitedLayout
  #first = 0
  /** The fields that are made of two, in ascending order. */
  #joined: readonly number[] = NONE

  constructor(layout: DelimitedLayout) {
    this.#layout = layout
  }

  moveTo(index: number): void {
    this.index = index
    this.count = this.#layout.countIn(index)
    this.from = this.#layout.startOf(index)
    this.to = this.#layout.startOf(index + 1)
    this.#first = this.#layout.firstFieldOf(index)
    this.#joined = NONE
  }

  /** What a field says begins here, behind its quote. */
  start(c: number): number {
    return this.#layout.fieldStart(this.#firstOf(c))
  }

  end(c: number): number {
    return this.#layout.fieldEnd(this.#lastOf(c))
  }

  isQuoted(c: number): boolean {
    return this.#layout.isQuoted(this.#firstOf(c))
  }

  /** The end of a field with its quotes and the spaces behind them. */
  outerEnd(c: number): number {
    let after = this.end(c)
    if (!this.#layout.isQuoted(this.#lastOf(c))) return after
    after++
    while (this.#layout.text.charCodeAt(after) === SPACE) after++
    return after
  }

  /** Where the last field ends. */
  get contentEnd(): number {
    return this.count === 0 ? this.from : this.outerEnd(this.count - 1)
  }

  /** Whether a field begins with a quote that is never closed: one more quote in this row could close it. */
  hasOpenQuote(): boolean {
    for (let c = 0; c < this.count; c++) {
      if (this.isQuoted(c)) continue
      let at = this.start(c)
      while (this.#layout.text.charCodeAt(at) === SPACE) at++
      if (this.#layout.text.charCodeAt(at) === QUOTE) return true
    }
    return false
  }

  /** Nothing but spaces, or the mark 1A at the end of old files. */
  isBlank(): boolean {
    for (let c = 0; c < this.count; c++) {
      const end = this.end(c)
      for (let at = this.start(c); at < end; at++) if (this.#layout.text.charCodeAt(at) > SPACE) return false
    }
    return true
  }

  /** A field that is made of two begins with the one and ends with the other. */
  #firstOf(c: number): number {
    let field = this.#first + c
    for (const joined of this.#joined) if (joined < c) field++
    return field
  }

  #lastOf(c: number): number {
    let field = this.#first + c
    for (const joined of this.#joined) if (joined <= c) field++
    return field
  }

  /** Makes one field of two, as the reader does with a title or a number that was cut at its comma. */
  join(columns: readonly number[]): void {
    this.count -= columns.length
    this.#joined = columns
  }
}

/**
 * Walks over the rows of delimited text; the row given is the same object each time.
 * @param joinedFields the fields that the reader joined
 */
export function eachRow(
  layout: DelimitedLayout,
  onRow: (row: DelimitedRow) => void,
  joinedFields?: JoinedFields,
): void {
  const row = new DelimitedRow(layout)
  for (let index = layout.firstRow; index < layout.rowCount; index++) {
    row.moveTo(index)
    const joined = joinedFields?.get(index)
    if (joined !== undefined) row.join(joined)
    onRow(row)
  }
}

import type { Delimiter } from './catalogue.ts'
import { type FieldSink, scanDelimited } from './delimited.ts'

/** Excel's own limit; a file of nothing but delimiters must not become a table of a hundred million cells. */
export const MAX_COLUMNS = 16_384

/** Cells of one table; more than any catalogue, few enough for the memory of a browser's worker. */
const MAX_CELLS = 40_000_000

type TextTable =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[]; readonly isCut: boolean }
  | { readonly ok: false }

const EMPTY_ROW: readonly string[] = Object.freeze([])

/** The part of the text between two reports of progress. */
const REPORT_STEP = 0.05

/**
 * The rows of delimited text, at most `limit` of them; blank rows behind them do not count as cut.
 * Fails for text that is no table: rows of more columns than Excel has.
 * @param onProgress called with the part of the text that was read, from 0 to 1
 */
export function readDelimitedTable(
  text: string,
  delimiter: Delimiter,
  start: number,
  limit: number,
  onProgress?: (done: number) => void,
): TextTable {
  const sink = new TableSink(text, limit, onProgress)
  scanDelimited(text, delimiter, start, sink)
  return sink.isTooWide ? { ok: false } : { ok: true, rows: sink.rows, isCut: sink.isCut }
}

class TableSink implements FieldSink {
  readonly rows: (readonly string[])[] = []
  isCut = false
  isTooWide = false
  readonly #text: string
  readonly #limit: number
  readonly #onProgress: ((done: number) => void) | undefined
  #row: string[] = []
  #above: readonly string[] = EMPTY_ROW
  #cells = 0
  #nextReport = 0

  constructor(text: string, limit: number, onProgress: ((done: number) => void) | undefined) {
    this.#text = text
    this.#limit = limit
    this.#onProgress = onProgress
  }

  field(start: number, end: number, doubled: boolean): void {
    if (this.#row.length < MAX_COLUMNS) this.#row.push(this.#value(start, end, doubled))
    else this.isTooWide = true
  }

  endRow(end: number): boolean {
    const row = this.#row.length === 0 ? EMPTY_ROW : this.#row
    this.#cells += row.length
    if (this.isTooWide || this.#cells > MAX_CELLS) return this.#stop()
    if (this.rows.length >= this.#limit) {
      this.isCut = row.some((cell) => cell.trim() !== '')
      this.#row = []
      return !this.isCut
    }
    this.rows.push(row)
    if (row.length > 0) this.#above = row
    this.#row = []
    if (end >= this.#nextReport) this.#report(end)
    return true
  }

  #report(end: number): void {
    this.#onProgress?.(end / this.#text.length)
    this.#nextReport = end + this.#text.length * REPORT_STEP
  }

  #stop(): boolean {
    this.isTooWide = true
    return false
  }

  /** Shops, places and categories repeat from row to row: the string of the cell above is taken when it is the same. */
  #value(start: number, end: number, doubled: boolean): string {
    const above = this.#above[this.#row.length]
    if (above !== undefined && above.length === end - start && this.#text.startsWith(above, start)) {
      if (!doubled) return above
    }
    const value = this.#text.slice(start, end)
    return doubled ? value.replaceAll('""', '"') : value
  }
}

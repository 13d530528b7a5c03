import { type RowStore, placeOf } from './row-store.ts'
import type { PreviewRow, RowFilter } from './snapshot.ts'

/**
 * The rows that are shown: all, or those that had one status when it was asked for. A row that is mended stays where it
 * is until the status is asked for again: it is not taken away under the hand of whoever mends it (BULK-18).
 */
export class RowView {
  readonly filter: RowFilter
  readonly #store: RowStore
  /** Ascending; the store's own when all are shown. */
  readonly #lines: number[]

  constructor(store: RowStore, filter: RowFilter = 'all') {
    this.filter = filter
    this.#store = store
    this.#lines = filter === 'all' ? store.lines : store.linesOf(filter)
  }

  get total(): number {
    return this.#lines.length
  }

  page(offset: number, limit: number): PreviewRow[] {
    return this.#lines.slice(offset, offset + limit).flatMap((line) => this.#store.preview(line) ?? [])
  }

  /** Where a line stands among those shown. */
  indexOf(line: number): number {
    return placeOf(this.#lines, line)
  }

  /** Lines from this one on, in the order in which they are shown. */
  from(line: number, count: number): number[] {
    const index = this.indexOf(line)
    return this.#lines.slice(index, index + count)
  }

  /** The next row that is invalid now, behind this line or from the start again; undefined when there is none. */
  nextInvalid(after: number): number | undefined {
    const invalid = (line: number) => this.#store.statusOf(line) === 'invalid'
    return this.#lines.find((line) => line > after && invalid(line)) ?? this.#lines.find(invalid)
  }

  /** A row was added, removed or put back, and the store has it so already. */
  follow(line: number): void {
    if (this.filter === 'all') return
    const index = this.indexOf(line)
    const isShown = this.#lines[index] === line
    const isThere = this.#store.statusOf(line) !== undefined
    if (isShown !== isThere) this.#lines.splice(index, isShown ? 1 : 0, ...(isShown ? [] : [line]))
  }
}

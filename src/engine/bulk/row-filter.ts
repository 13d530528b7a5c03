import { insertionIndex } from '#pricelist/row.ts'
import type { RowStore } from './row-store.ts'
import type { PreviewRow, RowFilter } from '../types.ts'

/**
 * The rows that are shown: all, or those that had one status when it was asked for. A row that is mended stays where it
 * is until the status is asked for again: it is not taken away under the hand of whoever mends it (BULK-18).
 */
export class FilteredRows {
  readonly filter: RowFilter
  readonly #store: RowStore
  /** Ascending; the store's own when all are shown. */
  readonly #ids: number[]

  constructor(store: RowStore, filter: RowFilter = 'all') {
    this.filter = filter
    this.#store = store
    this.#ids = filter === 'all' ? store.ids : store.idsOf(filter)
  }

  get total(): number {
    return this.#ids.length
  }

  page(offset: number, limit: number): PreviewRow[] {
    return this.#ids.slice(offset, offset + limit).flatMap((id) => this.#store.preview(id) ?? [])
  }

  /** Where an id stands among those shown. */
  indexOf(id: number): number {
    return insertionIndex(this.#ids, id)
  }

  /** Lines from this one on, in the order in which they are shown. */
  from(id: number, count: number): number[] {
    const index = this.indexOf(id)
    return this.#ids.slice(index, index + count)
  }

  /** The next row that is invalid now, behind this id or from the start again; undefined when there is none. */
  nextInvalid(after: number): number | undefined {
    const invalid = (id: number) => this.#store.statusOf(id) === 'invalid'
    return this.#ids.find((id) => id > after && invalid(id)) ?? this.#ids.find(invalid)
  }

  /** A row was added, removed or put back, and the store has it so already. */
  follow(id: number): void {
    if (this.filter === 'all') return
    const index = this.indexOf(id)
    const isShown = this.#ids[index] === id
    const isThere = this.#store.statusOf(id) !== undefined
    if (isShown !== isThere) this.#ids.splice(index, isShown ? 1 : 0, ...(isShown ? [] : [id]))
  }
}

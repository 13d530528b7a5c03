import { insertionIndex } from '#pricelist/row.ts'
import type { RowStore } from './row-store.ts'
import type { PreviewRow, RowFilter } from '../types.ts'

/**
 * The rows that are shown: all, or those that had one status when the filter was set. A row whose status changes by an
 * edit stays until the filter is set again, so that it does not vanish while the user edits it (BULK-18).
 */
export class FilteredRows {
  readonly filter: RowFilter
  readonly #store: RowStore
  /** Ascending; the array of the store itself when all are shown. */
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

  /** Index of an id among the rows shown. */
  indexOf(id: number): number {
    return insertionIndex(this.#ids, id)
  }

  /** Up to `count` ids from this one on, in the order shown. */
  idsFrom(id: number, count: number): number[] {
    const index = this.indexOf(id)
    return this.#ids.slice(index, index + count)
  }

  /** The next row after this id that is invalid now, else the first one; undefined when there is none. */
  nextInvalid(after: number): number | undefined {
    const invalid = (id: number) => this.#store.statusOf(id) === 'invalid'
    return this.#ids.find((id) => id > after && invalid(id)) ?? this.#ids.find(invalid)
  }

  /** Follows the store after it added, removed or restored a row. */
  sync(id: number): void {
    if (this.filter === 'all') return
    const index = this.indexOf(id)
    const isShown = this.#ids[index] === id
    const isThere = this.#store.statusOf(id) !== undefined
    if (isShown !== isThere) this.#ids.splice(index, isShown ? 1 : 0, ...(isShown ? [] : [id]))
  }
}

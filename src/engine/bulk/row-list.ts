import type { PriceProblem } from '#pricelist/types.ts'
import { type Row, insertionIndex, rowOrigin } from '#pricelist/row.ts'
import type { Omission, RowFilter } from '../types.ts'
import { RowTally, type StoredStatus } from './row-tally.ts'

export type Marks = {
  /** Problems of price cells or typed prices, by row id. */
  readonly problems: Map<number, PriceProblem>
  /** Ids of the rows whose problem is that of a price typed into the cell. */
  readonly typedProblems?: readonly number[]
  /** By id. */
  readonly omissions?: Map<number, Omission>
  /** Ids of the rows that are converted already. */
  readonly converted?: readonly number[]
}

/** Rows in the order of their ids, validated and counted as they change, and which of them are shown. */
export class RowList {
  readonly rows: Row[]
  /** Ascending, one for each row; see {@link rowId}. */
  readonly ids: number[]
  /** Problems of price cells or typed prices, by row id. */
  readonly problems: Map<number, PriceProblem>
  /** Ids of the rows whose problem is that of a price typed into the cell. */
  readonly typedProblems: Set<number>
  readonly omissions: Map<number, Omission>
  /** Ids of the rows that are converted already: they are never changed. */
  readonly converted: Set<number>
  /** Number of price columns: the most rows that one line of the file gives. */
  readonly perLine: number
  readonly tally = new RowTally()
  readonly #statuses: StoredStatus[]
  #filter: RowFilter = 'all'
  /** Ids of the rows shown, ascending; the array `ids` itself when all are. */
  #shown: number[]

  constructor(
    rows: Row[],
    ids: number[],
    { problems, typedProblems = [], omissions = new Map<number, Omission>(), converted = [] }: Marks,
    perLine: number,
  ) {
    this.perLine = perLine
    this.rows = rows
    this.ids = ids
    this.#shown = ids
    this.problems = problems
    this.typedProblems = new Set(typedProblems)
    this.omissions = omissions
    this.converted = new Set(converted)
    this.#statuses = rows.map((row, i) => this.#count(ids[i]!, row, 1))
  }

  get length(): number {
    return this.rows.length
  }

  rowOf(id: number): Row | undefined {
    return this.rows[this.#indexOf(id)]
  }

  /**
   * Shows all rows, or those that have one status now. A row whose status changes by an edit stays until the filter is set
   * again, so that it does not vanish while the user edits it (BULK-18).
   */
  setFilter(filter: RowFilter): void {
    this.#filter = filter
    this.#shown = filter === 'all' ? this.ids : this.ids.filter((_, i) => this.#statuses[i] === filter)
  }

  /** The filter, and the number of rows shown. */
  get view(): { filter: RowFilter; total: number } {
    return { filter: this.#filter, total: this.#shown.length }
  }

  /** Ids of a slice of the rows shown. */
  protected idsShown(offset: number, limit: number): number[] {
    return this.#shown.slice(offset, offset + limit)
  }

  /** Index of an id among the rows shown. */
  shownIndexOf(id: number): number {
    return insertionIndex(this.#shown, id)
  }

  /** Up to `count` ids of the rows shown from this one on that can be changed, of the same price column. */
  editableFrom(id: number, count: number): number[] {
    const found: number[] = []
    const { nth } = this.originOf(id)
    for (let i = this.shownIndexOf(id); i < this.#shown.length && found.length < count; i++) {
      const shown = this.#shown[i]!
      if (this.originOf(shown).nth === nth && !this.converted.has(shown)) found.push(shown)
    }
    return found
  }

  /** The row shown next after this id that is invalid now, else the first one; undefined when there is none. */
  nextInvalid(after: number): number | undefined {
    const invalid = (id: number) => this.statusOf(id) === 'invalid'
    return this.#shown.find((id) => id > after && invalid(id)) ?? this.#shown.find(invalid)
  }

  originOf = (id: number) => rowOrigin(id, this.perLine)

  statusOf(id: number): StoredStatus | undefined {
    return this.#statuses[this.#indexOf(id)]
  }

  /** By index. */
  protected statusAt(i: number): StoredStatus | undefined {
    return this.#statuses[i]
  }

  /** Ids of the first valid rows that are not omitted. */
  protected firstValid(count: number): number[] {
    const first: number[] = []
    for (let i = 0; i < this.ids.length && first.length < count; i++)
      if (this.#statuses[i] === 'valid') first.push(this.ids[i]!)
    return first
  }

  protected change(id: number, change: (row: Row) => void): void {
    const index = this.#indexOf(id)
    const row = this.rows[index]
    if (!row) return
    this.#count(id, row, -1)
    change(row)
    this.#statuses[index] = this.#count(id, row, 1)
  }

  protected insert(id: number, row: Row): void {
    const index = insertionIndex(this.ids, id)
    this.rows.splice(index, 0, row)
    this.ids.splice(index, 0, id)
    this.#statuses.splice(index, 0, this.#count(id, row, 1))
    this.show(id)
  }

  protected show(id: number): void {
    const index = this.shownIndexOf(id)
    if (this.#shown[index] !== id) this.#shown.splice(index, 0, id)
  }

  protected removeRow(id: number): void {
    const index = this.#indexOf(id)
    const row = this.rows[index]
    if (!row) return
    this.#count(id, row, -1)
    this.rows.splice(index, 1)
    this.ids.splice(index, 1)
    this.#statuses.splice(index, 1)
    const shownIndex = this.shownIndexOf(id)
    if (this.#shown[shownIndex] === id) this.#shown.splice(shownIndex, 1)
    this.problems.delete(id)
    this.typedProblems.delete(id)
    this.omissions.delete(id)
  }

  /** `length` when no row has the id. */
  #indexOf(id: number): number {
    const index = insertionIndex(this.ids, id)
    return this.ids[index] === id ? index : this.length
  }

  #count(id: number, row: Row, by: 1 | -1): StoredStatus {
    const marks = {
      omission: this.omissions.get(id),
      problem: this.problems.get(id),
      isTypedProblem: this.typedProblems.has(id),
      isConverted: this.converted.has(id),
    }
    return this.tally.count(row, marks, by)
  }
}

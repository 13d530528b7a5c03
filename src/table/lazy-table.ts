import type { Table, TableRow } from '#pricelist/types.ts'
import { cellAt, isBlankRow, lengthOfRow } from './table.ts'

/** Rows whose cells are made when they are asked for. */
export abstract class LazyTable implements Table {
  readonly length: number

  constructor(length: number) {
    this.length = length
  }

  abstract at(r: number): TableRow | undefined

  /** Cell `c` of row `r`, without making the others. */
  abstract cell(r: number, c: number): TableRow[number]

  /** How many cells row `r` has. */
  abstract lengthOfRow(r: number): number

  /** Whether row `r` has nothing but blank cells. */
  abstract isBlank(r: number): boolean

  /** The first `count` rows, as a table that makes its cells as late. */
  abstract first(count: number): LazyTable

  *[Symbol.iterator](): Generator<TableRow> {
    for (let r = 0; r < this.length; r++) yield this.at(r)!
  }

  /** Counted from the start alone. */
  slice(from = 0, end = this.length): TableRow[] {
    const first = Math.max(0, from)
    const last = Math.min(end, this.length)
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => this.at(first + i)!)
  }

  map<T>(of: (row: TableRow, r: number) => T): T[] {
    return Array.from({ length: this.length }, (_, r) => of(this.at(r)!, r))
  }

  some(test: (row: TableRow, r: number) => boolean): boolean {
    for (let r = 0; r < this.length; r++) if (test(this.at(r)!, r)) return true
    return false
  }
}

/** A table without the columns from `width` on. */
export class FirstColumns extends LazyTable {
  readonly #table: Table
  readonly #width: number

  constructor(table: Table, width: number, length = table.length) {
    super(length)
    this.#table = table
    this.#width = width
  }

  at(r: number): TableRow | undefined {
    return r < this.length ? this.#table.at(r)?.slice(0, this.#width) : undefined
  }

  cell(r: number, c: number): TableRow[number] {
    return r < this.length && c < this.#width ? cellAt(this.#table, r, c) : undefined
  }

  lengthOfRow(r: number): number {
    return r < this.length ? Math.min(lengthOfRow(this.#table, r), this.#width) : 0
  }

  isBlank(r: number): boolean {
    return isBlankRow(Array.from({ length: this.lengthOfRow(r) }, (_, c) => this.cell(r, c)))
  }

  first(count: number): FirstColumns {
    return new FirstColumns(this.#table, this.#width, Math.min(count, this.length))
  }
}

import type { Table, TableRow } from '#pricelist/types.ts'
import { cellAt, isBlankRow, lengthOfRow } from './table.ts'
import { LazyTable } from './lazy-table.ts'

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

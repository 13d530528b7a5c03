import type { Table, TableRow } from './catalogue.ts'
import type { DelimitedLayout } from './delimited-layout.ts'

/** The rows of delimited text. Cells are made when they are asked for, since most columns of a large file never are. */
export class DelimitedTable implements Table {
  readonly length: number
  readonly layout: DelimitedLayout

  /** @param length the number of rows, when not all of them */
  constructor(layout: DelimitedLayout, length = layout.rowCount) {
    this.layout = layout
    this.length = length
  }

  at(r: number): string[] | undefined {
    if (r < 0 || r >= this.length) return undefined
    const first = this.layout.firstFieldOf(r)
    return Array.from({ length: this.layout.countIn(r) }, (_, c) => this.layout.valueOf(first + c))
  }

  cell(r: number, c: number): string | undefined {
    return c >= 0 && c < this.lengthOfRow(r)
      ? this.layout.valueOf(this.layout.firstFieldOf(r) + c)
      : undefined
  }

  /** How many cells row `r` has. */
  lengthOfRow(r: number): number {
    return r >= 0 && r < this.length ? this.layout.countIn(r) : 0
  }

  /** The first `count` rows, as a table that makes its cells as late. */
  first(count: number): DelimitedTable {
    return new DelimitedTable(this.layout, Math.min(count, this.length))
  }

  *[Symbol.iterator](): Generator<string[]> {
    for (let r = 0; r < this.length; r++) yield this.at(r)!
  }

  /** Counted from the start alone. */
  slice(from = 0, end = this.length): string[][] {
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

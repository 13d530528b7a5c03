import type { DelimitedLayout } from './table.ts'
import { LazyTable } from '#table/lazy-table.ts'

/** The rows of delimited text. Cells are made when they are asked for, since most columns of a large file never are. */
export class DelimitedTable extends LazyTable {
  readonly layout: DelimitedLayout

  /** @param length the number of rows, when not all of them */
  constructor(layout: DelimitedLayout, length = layout.rowCount) {
    super(length)
    this.layout = layout
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

  lengthOfRow(r: number): number {
    return r >= 0 && r < this.length ? this.layout.countIn(r) : 0
  }

  isBlank(r: number): boolean {
    const { layout } = this
    const end = r >= 0 && r < this.length ? layout.firstFieldOf(r + 1) : 0
    for (let f = layout.firstFieldOf(r); f < end; f++) if (!layout.isBlank(f)) return false
    return true
  }

  first(count: number): DelimitedTable {
    return new DelimitedTable(this.layout, Math.min(count, this.length))
  }

  override slice(from = 0, end = this.length): string[][] {
    const first = Math.max(0, from)
    const last = Math.min(end, this.length)
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => this.at(first + i)!)
  }
}

import { LazyTable, type TableRow } from '#table/table.ts'

/** Creates cells on demand from the source file. Rows and columns are 0-based. */
type WorksheetCellSource = {
  readonly rowCount: number
  row(r: number): TableRow[number][]
  cell(r: number, c: number): TableRow[number]
  width(r: number): number
  isBlank(r: number): boolean
}

/** A worksheet of a binary format as a table. Creates cells on demand, as a sheet can have millions. */
export class WorksheetTable extends LazyTable {
  readonly #cells: WorksheetCellSource

  constructor(cells: WorksheetCellSource, length = cells.rowCount) {
    super(length)
    this.#cells = cells
  }

  at(r: number): TableRow | undefined {
    return this.#has(r) ? this.#cells.row(r) : undefined
  }

  cell(r: number, c: number): TableRow[number] {
    return this.#has(r) ? this.#cells.cell(r, c) : undefined
  }

  lengthOfRow(r: number): number {
    return this.#has(r) ? this.#cells.width(r) : 0
  }

  isBlank(r: number): boolean {
    return !this.#has(r) || this.#cells.isBlank(r)
  }

  first(count: number): WorksheetTable {
    return new WorksheetTable(this.#cells, Math.min(count, this.length))
  }

  #has(r: number): boolean {
    return r >= 0 && r < this.length
  }
}

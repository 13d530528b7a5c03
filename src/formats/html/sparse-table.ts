import { enlarged } from '#table/enlarged.ts'
import { lowerBound } from '#table/lower-bound.ts'
import { LazyTable, isBlankCell } from '#table/table.ts'

const INITIAL_CAPACITY = 4096

/** Rows of text that store non-empty cells only: a short tag can span hundreds of columns in each of a million rows. */
export class SparseRows {
  rowCount = 0
  /** The number of cells in the row that is being added. */
  width = 0
  readonly #texts: string[] = []
  #columns = new Uint16Array(INITIAL_CAPACITY)
  /** The first text of each row and of the row that is being added, and the number of cells in each row. */
  #firsts = new Int32Array(INITIAL_CAPACITY)
  #widths = new Uint16Array(INITIAL_CAPACITY)

  /** Adds a cell to the row, and empty ones for the other columns that it spans. */
  add(text: string, span: number): void {
    const at = this.#texts.length
    if (text !== '') {
      if (at === this.#columns.length) this.#columns = enlarged(this.#columns)
      this.#columns[at] = this.width
      this.#texts.push(text)
    }
    this.width += span
  }

  endRow(): void {
    const r = this.rowCount++
    if (this.rowCount === this.#firsts.length) {
      this.#firsts = enlarged(this.#firsts)
      this.#widths = enlarged(this.#widths)
    }
    this.#widths[r] = this.width
    this.#firsts[r + 1] = this.#texts.length
    this.width = 0
  }

  widthOf(r: number): number {
    return this.#widths[r]!
  }

  row(r: number): string[] {
    const row = Array<string>(this.widthOf(r)).fill('')
    for (let i = this.#firsts[r]!; i < this.#firsts[r + 1]!; i++) row[this.#columns[i]!] = this.#texts[i]!
    return row
  }

  cell(r: number, c: number): string {
    const end = this.#firsts[r + 1]!
    const i = lowerBound(this.#columns, c, this.#firsts[r], end)
    return i < end && this.#columns[i] === c ? this.#texts[i]! : ''
  }

  isBlank(r: number): boolean {
    for (let i = this.#firsts[r]!; i < this.#firsts[r + 1]!; i++)
      if (!isBlankCell(this.#texts[i])) return false
    return true
  }
}

/** Sparse rows as a table. Rows are created when they are read. */
export class SparseTable extends LazyTable {
  readonly #rows: SparseRows
  readonly #from: number

  /** @param from the row of `rows` that is the first of the table */
  constructor(rows: SparseRows, from = 0, length = rows.rowCount - from) {
    super(length)
    this.#rows = rows
    this.#from = from
  }

  at(r: number): string[] | undefined {
    return this.#has(r) ? this.#rows.row(this.#from + r) : undefined
  }

  cell(r: number, c: number): string | undefined {
    return c >= 0 && c < this.lengthOfRow(r) ? this.#rows.cell(this.#from + r, c) : undefined
  }

  lengthOfRow(r: number): number {
    return this.#has(r) ? this.#rows.widthOf(this.#from + r) : 0
  }

  isBlank(r: number): boolean {
    return !this.#has(r) || this.#rows.isBlank(this.#from + r)
  }

  first(count: number): SparseTable {
    return this.part(0, Math.min(count, this.length))
  }

  /** Its rows from one on to before another one. */
  part(from: number, end: number): SparseTable {
    return new SparseTable(this.#rows, this.#from + from, end - from)
  }

  #has(r: number): boolean {
    return r >= 0 && r < this.length
  }
}

/** The columns that cells of earlier rows occupy (`rowspan`). Rows are visited in ascending order. */
export class RowSpans {
  /** For each column, the first row in which it is free again. */
  readonly #freeFrom: Int32Array
  /** Skip list: for each column, the row before which all columns up to `#runEnd` are occupied. */
  readonly #runUntil: Int32Array
  readonly #runEnd: Int32Array

  constructor(columns: number) {
    this.#freeFrom = new Int32Array(columns + 1)
    this.#runUntil = new Int32Array(columns + 1)
    this.#runEnd = new Int32Array(columns + 1)
  }

  occupy(column: number, freeFrom: number): void {
    this.#freeFrom[column] = Math.max(freeFrom, this.#freeFrom[column]!)
  }

  clear(): void {
    this.#freeFrom.fill(0)
    this.#runUntil.fill(0)
  }

  /** The first column from `column` on that is free in a row. Known runs of occupied columns are skipped. */
  firstFree(column: number, row: number): number {
    let [at, until] = [column, Infinity]
    for (;;) {
      if (row < this.#runUntil[at]!) {
        until = Math.min(until, this.#runUntil[at]!)
        at = this.#runEnd[at]!
      } else if (row < this.#freeFrom[at]!) until = Math.min(until, this.#freeFrom[at++]!)
      else break
    }
    if (at > column) {
      this.#runUntil[column] = until
      this.#runEnd[column] = at
    }
    return at
  }
}

import { enlarged } from '#table/enlarged.ts'
import { type TableRow, isBlankCell } from '#table/table.ts'
import { type FormatMeaning, GENERAL_FORMAT } from '../spreadsheet/number-format.ts'
import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import { numberCell, toCell } from '../spreadsheet/cell.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { CellRecords } from './records.ts'
import type { SharedStringTable } from './shared-strings.ts'

/** What the cells of a sheet refer to by index. */
export type WorkbookContext = {
  readonly strings: SharedStringTable | undefined
  readonly meanings: readonly FormatMeaning[]
  readonly is1904: boolean
}

type AnyCell = TableRow[number]

const INITIAL_ROWS = 4096

/** A worksheet by the byte offsets of its rows; cells are decoded on demand. Rows and columns are 0-based. */
export class WorksheetCells {
  /** Rows up to the last one with a value, or the limit. Valid after readRows. */
  rowCount = 0
  /** Whether there is a value in the row after the limit. */
  isCut = false
  readonly #records: CellRecords
  readonly #context: WorkbookContext
  /** For each row the byte offset after its header; 0 for a row without cells. */
  #starts = new Uint32Array(INITIAL_ROWS)
  /** For each row the number of columns up to the last value. */
  #widths = new Uint16Array(INITIAL_ROWS)

  constructor(part: Bytes, context: WorkbookContext) {
    this.#records = new CellRecords(part)
    this.#context = context
  }

  /** Whether the first `limit` rows have a value. */
  hasData(limit: number): boolean {
    const records = this.#records
    for (
      let more = records.begin() && records.nextRow();
      more && records.row < limit;
      more = records.nextRow()
    )
      while (records.nextCell()) if (this.#isValue()) return true
    return false
  }

  /** Finds the first `limit` rows. Unsupported: a damaged cell. */
  readRows(limit: number): void {
    const records = this.#records
    for (
      let more = records.begin() && records.nextRow();
      more && records.row <= limit;
      more = records.nextRow()
    ) {
      const start = records.end
      let [count, width] = [0, 0]
      while (records.nextCell()) {
        count++
        records.checkValue(this.#context.strings?.length ?? 0)
        if (records.column >= MAX_READ_COLUMNS) continue
        width = records.column + 1
        if (records.row === limit) this.isCut ||= this.#isValue()
      }
      if (count > 0 && records.row < limit) this.#add(records.row, start, width)
    }
  }

  width(r: number): number {
    return this.#widths[r]!
  }

  row(r: number): AnyCell[] {
    const width = this.width(r)
    const row: AnyCell[] = []
    const records = this.#records
    for (this.#goTo(r); row.length < width && records.nextCell();) {
      while (row.length < records.column) row.push(undefined)
      row.push(this.#cell())
    }
    return row
  }

  cell(r: number, c: number): AnyCell {
    if (c < 0 || c >= this.width(r)) return undefined
    const records = this.#records
    for (this.#goTo(r); records.nextCell() && records.column <= c;)
      if (records.column === c) return this.#cell()
    return undefined
  }

  isBlank(r: number): boolean {
    const width = this.width(r)
    const records = this.#records
    for (this.#goTo(r); records.column + 1 < width && records.nextCell();)
      if (!isBlankCell(this.#cell())) return false
    return true
  }

  /** Only for rows with cells. */
  #goTo(r: number): void {
    this.#records.seek(this.#starts[r]!)
  }

  #add(row: number, start: number, width: number): void {
    while (row >= this.#starts.length) {
      this.#starts = enlarged(this.#starts)
      this.#widths = enlarged(this.#widths)
    }
    this.#starts[row] = start
    this.#widths[row] = width
    this.rowCount = row + 1
  }

  #isValue(): boolean {
    return this.#records.column < MAX_READ_COLUMNS && this.#cell() !== ''
  }

  #cell(): AnyCell {
    const records = this.#records
    const { strings, meanings, is1904 } = this.#context
    const value = records.value(strings)
    if (value.t !== 'n') return toCell(value, is1904)
    return numberCell(value.v, meanings[records.style] ?? GENERAL_FORMAT, is1904)
  }
}

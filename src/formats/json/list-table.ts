import { truncateCell } from '#table/cell-length.ts'
import { type Cell, LazyTable, type TableRow, cellText } from '#table/table.ts'
import type { ListRows } from './list-rows.ts'
import { numberText } from './number-text.ts'
import type { JsonTape } from './tape.ts'

/** Row 0 has the titles, the others those of a list. Cells are created when they are read. */
export class JsonListTable extends LazyTable {
  readonly #rows: ListRows

  constructor(rows: ListRows, length = rows.length + 1) {
    super(length)
    this.#rows = rows
  }

  at(r: number): TableRow | undefined {
    if (r < 0 || r >= this.length) return undefined
    if (r === 0) return this.#rows.columns.map(({ title }) => title)
    const row = Array.from<TableRow[number]>({ length: this.width })
    this.#rows.forEachCell(r - 1, (column, node) => {
      row[column] = cellOf(this.#rows.tape, node)
    })
    return row
  }

  cell(r: number, c: number): TableRow[number] {
    if (r <= 0 || r >= this.length) return r === 0 ? this.#rows.columns[c]?.title : undefined
    const node = this.#rows.nodeAt(r - 1, c)
    return node === undefined ? undefined : cellOf(this.#rows.tape, node)
  }

  lengthOfRow(r: number): number {
    return r < 0 || r >= this.length ? 0 : this.width
  }

  override get width(): number {
    return this.#rows.columns.length
  }

  isBlank(r: number): boolean {
    if (r <= 0 || r >= this.length) return r !== 0
    let isBlank = true
    this.#rows.forEachCell(r - 1, (_, node) => {
      isBlank &&= cellText(cellOf(this.#rows.tape, node)).trim() === ''
    })
    return isBlank
  }

  first(count: number): JsonListTable {
    return new JsonListTable(this.#rows, Math.min(count, this.length))
  }
}

/** A value as a cell; below 0 the key of a node. */
function cellOf(tape: JsonTape, node: number): string | Cell | undefined {
  if (node < 0) return truncateCell(tape.keyOf(-1 - node))
  const value = tape.valueOf(node)
  if (tape.isText(node)) return truncateCell(value)
  if (value === 'null') return undefined
  if (value === 'true' || value === 'false') return { kind: 'other', text: value, what: 'boolean' }
  const text = numberText(value)
  return text === undefined
    ? { kind: 'other', text: truncateCell(value), what: 'value' }
    : { kind: 'number', text }
}

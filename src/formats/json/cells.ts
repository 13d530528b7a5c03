import { grown } from './tape.ts'

/** Cells as numbers, in any order until they are sorted. */
export class Cells {
  #rows = new Int32Array(1024)
  columns = new Int32Array(1024)
  nodes = new Int32Array(1024)
  length = 0

  add(row: number, column: number, node: number): void {
    const at = this.length++
    if (at === this.#rows.length) {
      this.#rows = grown(this.#rows, at + 1)
      this.columns = grown(this.columns, at + 1)
      this.nodes = grown(this.nodes, at + 1)
    }
    this.#rows[at] = row
    this.columns[at] = column
    this.nodes[at] = node
  }

  /** The rows of this column, of the cells from index `from` on. */
  rowsOf(column: number, from: number): ReadonlySet<number> {
    const rows = new Set<number>()
    for (let i = from; i < this.length; i++) if (this.columns[i] === column) rows.add(this.#rows[i]!)
    return rows
  }

  /** Sorts the cells by row, those of a row as they were added. Returns where each row begins. */
  sortByRow(rows: number): Int32Array<ArrayBuffer> {
    const starts = new Int32Array(rows + 1)
    for (let i = 0; i < this.length; i++) starts[this.#rows[i]! + 1]!++
    for (let r = 0; r < rows; r++) starts[r + 1]! += starts[r]!
    const places = starts.slice()
    const columns = new Int32Array(this.length)
    const nodes = new Int32Array(this.length)
    for (let i = 0; i < this.length; i++) {
      const at = places[this.#rows[i]!]!++
      columns[at] = this.columns[i]!
      nodes[at] = this.nodes[i]!
    }
    this.columns = columns
    this.nodes = nodes
    this.#rows = new Int32Array(0)
    return starts
  }
}

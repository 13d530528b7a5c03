import type { PriceProblem, RowsReading } from '#catalogue/catalogue.ts'
import { convertRow, countRow, judgeRow, noRows, type Row, type RowCounts } from '#domain/row.ts'
import type { PreviewRow, RowChange } from './snapshot.ts'

const EMPTY_ROW: Row = { name: '', price: '', currency: 'BGN' }

/** The rows in hand, judged as they change. A row is named by its line, which stays its own whatever is deleted. */
export class RowStore {
  readonly rows: Row[]
  /** Ascending, one for each row. */
  readonly lines: number[]
  /** What is wrong with a cell of the file or a typed price, by line. */
  readonly problems: Map<number, PriceProblem>
  counts: RowCounts = noRows()
  zeroRows = 0

  constructor(rows: Row[], lines: number[], problems: Map<number, PriceProblem>) {
    this.rows = rows
    this.lines = lines
    this.problems = problems
    for (const row of rows) this.#count(row, 1)
  }

  static of({ rows, lines, problems }: RowsReading): RowStore {
    const byLine = [...problems].map(([index, problem]) => [lines[index] ?? 0, problem] as const)
    return new RowStore([...rows], [...lines], new Map(byLine))
  }

  static blank(count: number): RowStore {
    const rows = Array.from({ length: count }, () => ({ ...EMPTY_ROW }))
    return new RowStore(
      rows,
      rows.map((_, i) => i + 1),
      new Map(),
    )
  }

  get length(): number {
    return this.rows.length
  }

  page(offset: number, limit: number): PreviewRow[] {
    return this.rows
      .slice(offset, offset + limit)
      .map((row, i) => this.#preview(row, this.#lineAt(offset + i)))
  }

  /** Adds a blank row in the currency of the one before it, and answers its line. */
  add(): number {
    const row = { ...EMPTY_ROW, currency: this.rows.at(-1)?.currency ?? 'BGN' }
    this.rows.push(row)
    const line = (this.lines.at(-1) ?? 0) + 1
    this.lines.push(line)
    this.#count(row, 1)
    return line
  }

  remove(line: number): void {
    const index = this.#indexOf(line)
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    this.rows.splice(index, 1)
    this.lines.splice(index, 1)
    this.problems.delete(line)
  }

  edit(line: number, { problem, ...change }: RowChange): void {
    const row = this.rows[this.#indexOf(line)]
    if (!row) return
    this.#count(row, -1)
    Object.assign(row, change)
    // What was wrong with the file's own cell is no longer what the row says.
    if (problem) this.problems.set(line, problem)
    else if ('price' in change) this.problems.delete(line)
    this.#count(row, 1)
  }

  /** Takes over what another reading of the same file says of the currency, but for rows that are gone or changed. */
  follow(before: RowsReading, after: RowsReading): void {
    for (const [i, { currency }] of after.rows.entries()) {
      const was = before.rows[i]?.currency
      const line = after.lines[i]
      if (was === currency || line === undefined) continue
      if (this.rows[this.#indexOf(line)]?.currency === was) this.edit(line, { currency })
    }
  }

  #lineAt = (index: number): number => this.lines[index] ?? index + 1

  /** By halving: there may be a hundred thousand. Past the end when no row has the line. */
  #indexOf(line: number): number {
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#lineAt(middle) < line) from = middle + 1
      else to = middle
    }
    return this.lines[from] === line ? from : this.length
  }

  #preview(row: Row, line: number): PreviewRow {
    const verdict = judgeRow(row)
    const problem = verdict.status === 'invalid' ? (this.problems.get(line) ?? verdict.problem) : null
    return { ...row, line, status: verdict.status, problem, isZero: isZero(row) }
  }

  #count(row: Row, by: 1 | -1): void {
    const { status } = judgeRow(row)
    countRow(this.counts, status, by)
    if (status === 'valid' && isZero(row)) this.zeroRows += by
  }
}

/** Whether the price is so small that it converts to 0.00. */
function isZero(row: Row): boolean {
  // No price that has a digit other than 0 before the point or first after it is that small.
  if (!/^0*\.0/.test(row.price)) return false
  const { money } = convertRow(row)
  return money !== null && (money.bgn === 0 || money.eur === 0)
}

import type { PriceProblem, RowsReading } from '#catalogue/catalogue.ts'
import {
  convertRow,
  countRow,
  judgeRow,
  noRows,
  type Row,
  type RowCounts,
  type RowStatus,
} from '#domain/row.ts'
import type { Currency } from '#domain/money.ts'
import type { PreviewRow, RowChange } from './snapshot.ts'

const EMPTY_ROW: Row = { name: '', price: '', currency: 'BGN' }

/** What a line held: `row` is null where there was none. Putting it back undoes whatever came after. */
export type Before = { line: number; row: Row | null; problem: PriceProblem | undefined }

/** The rows in hand, judged as they change. A row is named by its line, which stays its own whatever is deleted. */
export class RowStore {
  readonly rows: Row[]
  /** Ascending, one for each row. */
  readonly lines: number[]
  /** What is wrong with a cell of the file or a typed price, by line. */
  readonly problems: Map<number, PriceProblem>
  counts: RowCounts = noRows()
  zeroRows = 0
  readonly #statuses: RowStatus[]
  /** No line is given twice, so that one which comes back finds its place. */
  #nextLine: number

  /** @param nextLine the first line that an added row may have: no deleted row's, nor one of the file's */
  constructor(rows: Row[], lines: number[], problems: Map<number, PriceProblem>, nextLine: number) {
    this.rows = rows
    this.lines = lines
    this.problems = problems
    this.#nextLine = nextLine
    this.#statuses = rows.map((row) => this.#count(row, 1))
  }

  /** @param tableRows how many rows the file's own table has */
  static of({ rows, lines, problems }: RowsReading, tableRows: number): RowStore {
    const byLine = [...problems].map(([index, problem]) => [lines[index] ?? 0, problem] as const)
    return new RowStore([...rows], [...lines], new Map(byLine), tableRows + 1)
  }

  static blank(count: number): RowStore {
    const rows = Array.from({ length: count }, () => ({ ...EMPTY_ROW }))
    return new RowStore(
      rows,
      rows.map((_, i) => i + 1),
      new Map(),
      count + 1,
    )
  }

  get nextLine(): number {
    return this.#nextLine
  }

  get length(): number {
    return this.rows.length
  }

  /** The row of a line as the preview shows it. */
  preview(line: number): PreviewRow | undefined {
    const row = this.rows[this.#indexOf(line)]
    if (!row) return undefined
    const verdict = judgeRow(row)
    const problem = verdict.status === 'invalid' ? (this.problems.get(line) ?? verdict.problem) : null
    return { ...row, line, status: verdict.status, problem, isZero: isZero(row) }
  }

  /** Lines of the rows of one status. */
  linesOf(status: RowStatus): number[] {
    return this.lines.filter((_, i) => this.#statuses[i] === status)
  }

  statusOf(line: number): RowStatus | undefined {
    return this.#statuses[this.#indexOf(line)]
  }

  /** The currency that a new row starts with: that of the last one. */
  get lastCurrency(): Currency {
    return this.rows.at(-1)?.currency ?? EMPTY_ROW.currency
  }

  /** Adds a blank row, and answers its line. */
  add(currency = this.lastCurrency): number {
    const line = this.#nextLine++
    this.#insert(line, { ...EMPTY_ROW, currency })
    return line
  }

  /** Answers what the line held; undefined when there is no such row. */
  remove(line: number): Before | undefined {
    const before = this.before(line)
    if (!before.row) return undefined
    this.#remove(line)
    return before
  }

  edit(line: number, { problem, ...change }: RowChange): void {
    const index = this.#indexOf(line)
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    Object.assign(row, change)
    // What was wrong with the file's own cell is no longer what the row says.
    if (problem) this.problems.set(line, problem)
    else if ('price' in change) this.problems.delete(line)
    this.#statuses[index] = this.#count(row, 1)
  }

  before(line: number): Before {
    const row = this.rows[this.#indexOf(line)]
    return { line, row: row ? { ...row } : null, problem: this.problems.get(line) }
  }

  putBack({ line, row, problem }: Before): void {
    if (row && this.#indexOf(line) < this.length) this.edit(line, { ...row, ...(problem && { problem }) })
    else {
      this.#remove(line)
      if (!row) return
      if (problem) this.problems.set(line, problem)
      this.#insert(line, { ...row })
    }
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

  #insert(line: number, row: Row): void {
    const index = placeOf(this.lines, line)
    this.rows.splice(index, 0, row)
    this.lines.splice(index, 0, line)
    this.#statuses.splice(index, 0, this.#count(row, 1))
  }

  #remove(line: number): void {
    const index = this.#indexOf(line)
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    this.rows.splice(index, 1)
    this.lines.splice(index, 1)
    this.#statuses.splice(index, 1)
    this.problems.delete(line)
  }

  /** Past the end when no row has the line. */
  #indexOf(line: number): number {
    const index = placeOf(this.lines, line)
    return this.lines[index] === line ? index : this.length
  }

  #count(row: Row, by: 1 | -1): RowStatus {
    const { status } = judgeRow(row)
    countRow(this.counts, status, by)
    if (status === 'valid' && isZero(row)) this.zeroRows += by
    return status
  }
}

/** Where a line stands, or would stand, among ascending lines. By halving: there may be a hundred thousand. */
export function placeOf(lines: readonly number[], line: number): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle] ?? 0) < line) from = middle + 1
    else to = middle
  }
  return from
}

/** Whether the price is so small that it converts to 0.00. */
function isZero(row: Row): boolean {
  // No price that has a digit other than 0 before the point or first after it is that small.
  if (!/^0*\.0/.test(row.price)) return false
  const { money } = convertRow(row)
  return money !== null && (money.bgn === 0 || money.eur === 0)
}

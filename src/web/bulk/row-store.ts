import type { PriceProblem, RowsReading } from '#catalogue/catalogue.ts'
import { convertRow, judgeRow, noRows, type Row, type RowCounts, type RowStatus } from '#domain/row.ts'
import { LIMITS } from '#domain/limits.ts'
import type { PreviewRow } from './snapshot.ts'

const EMPTY_ROW: Row = { name: '', price: '', currency: 'BGN' }

/** The rows in hand, judged as they change. */
export class RowStore {
  readonly rows: Row[]
  readonly lines: number[]
  readonly problems: Map<number, PriceProblem>
  counts: RowCounts = noRows()
  zeroRows = 0

  constructor(rows: Row[], lines: number[], problems: Map<number, PriceProblem>) {
    this.rows = rows
    this.lines = lines
    this.problems = problems
    for (const row of rows) this.#count(row, 1)
  }

  static of(reading: RowsReading): RowStore {
    return new RowStore([...reading.rows], [...reading.lines], new Map(reading.problems))
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
    return this.rows.slice(offset, offset + limit).map((row, i) => this.#preview(row, offset + i))
  }

  /** Adds a blank row in the currency of the one before it. */
  add(): boolean {
    if (this.length >= LIMITS.bulkRows) return false
    const row = { ...EMPTY_ROW, currency: this.rows.at(-1)?.currency ?? 'BGN' }
    this.rows.push(row)
    this.lines.push((this.lines.at(-1) ?? 0) + 1)
    this.#count(row, 1)
    return true
  }

  remove(index: number): void {
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    this.rows.splice(index, 1)
    this.lines.splice(index, 1)
    const kept = [...this.problems].filter(([at]) => at !== index)
    this.problems.clear()
    for (const [at, problem] of kept) this.problems.set(at > index ? at - 1 : at, problem)
  }

  edit(index: number, change: Partial<Row>): void {
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    Object.assign(row, change)
    // What was wrong with the file's own cell is no longer what the row says.
    if ('price' in change) this.problems.delete(index)
    this.#count(row, 1)
  }

  #preview(row: Row, index: number): PreviewRow {
    const verdict = judgeRow(row)
    const problem = verdict.status === 'invalid' ? (this.problems.get(index) ?? verdict.problem) : null
    return {
      ...row,
      index,
      line: this.lines[index] ?? index + 1,
      status: verdict.status,
      problem,
      isZero: isZero(row),
    }
  }

  #count(row: Row, by: 1 | -1): void {
    const { status } = judgeRow(row)
    this.counts.totalRows += by
    this.counts[COUNTER[status]] += by
    this.counts.tokenCost = this.counts.validRows
    if (status === 'valid' && isZero(row)) this.zeroRows += by
  }
}

const COUNTER = { valid: 'validRows', invalid: 'invalidRows', empty: 'emptyRows' } as const satisfies Record<
  RowStatus,
  keyof RowCounts
>

/** Whether the price is so small that it converts to 0.00. */
function isZero(row: Row): boolean {
  // No price that has a digit other than 0 before the point or first after it is that small.
  if (!/^0*\.0/.test(row.price)) return false
  const { money } = convertRow(row)
  return money !== null && (money.bgn === 0 || money.eur === 0)
}

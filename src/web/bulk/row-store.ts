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
import { originOf, rowId } from './row-id.ts'
import type { PreviewRow, RowChange } from './snapshot.ts'

const EMPTY_ROW: Row = { name: '', price: '', currency: 'BGN' }

/** What an id held: `row` is null where there was none. Putting it back undoes whatever came after. */
export type Before = { id: number; row: Row | null; problem: PriceProblem | undefined }

/** The rows in hand, judged as they change. A row is named by its id, which stays its own whatever is deleted. */
export class RowStore {
  readonly rows: Row[]
  /** Ascending, one for each row; see {@link rowId}. */
  readonly ids: number[]
  /** What is wrong with a cell of the file or a typed price, by id. */
  readonly problems: Map<number, PriceProblem>
  counts: RowCounts = noRows()
  zeroRows = 0
  /** Price columns of the file: so many rows can come of one of its lines. */
  readonly perLine: number
  readonly #statuses: RowStatus[]
  /** No id is given twice, so that one which comes back finds its place. */
  #nextId: number

  /** @param nextId the first id that an added row may have: no deleted row's, nor one of the file's */
  constructor(
    rows: Row[],
    ids: number[],
    problems: Map<number, PriceProblem>,
    nextId: number,
    perLine: number,
  ) {
    this.perLine = perLine
    this.rows = rows
    this.ids = ids
    this.problems = problems
    this.#nextId = nextId
    this.#statuses = rows.map((row) => this.#count(row, 1))
  }

  /** @param tableRows how many rows the file's own table has */
  static of(reading: RowsReading, tableRows: number, perLine: number): RowStore {
    const ids = idsOf(reading, perLine)
    const byId = [...reading.problems].map(([index, problem]) => [ids[index] ?? 0, problem] as const)
    const next = rowId({ line: tableRows + 1, nth: 0 }, perLine)
    return new RowStore([...reading.rows], ids, new Map(byId), next, perLine)
  }

  static blank(count: number): RowStore {
    const rows = Array.from({ length: count }, () => ({ ...EMPTY_ROW }))
    return new RowStore(
      rows,
      rows.map((_, i) => i + 1),
      new Map(),
      count + 1,
      1,
    )
  }

  get nextId(): number {
    return this.#nextId
  }

  get length(): number {
    return this.rows.length
  }

  /** The row of an id as the preview shows it. */
  preview(id: number): PreviewRow | undefined {
    const row = this.rows[this.#indexOf(id)]
    if (!row) return undefined
    const verdict = judgeRow(row)
    const problem = verdict.status === 'invalid' ? (this.problems.get(id) ?? verdict.problem) : null
    return { ...row, id, ...this.originOf(id), status: verdict.status, problem, isZero: isZero(row) }
  }

  /** Lines of the rows of one status. */
  idsOf(status: RowStatus): number[] {
    return this.ids.filter((_, i) => this.#statuses[i] === status)
  }

  originOf = (id: number) => originOf(id, this.perLine)

  statusOf(id: number): RowStatus | undefined {
    return this.#statuses[this.#indexOf(id)]
  }

  /** The currency that a new row starts with: that of the last one. */
  get lastCurrency(): Currency {
    return this.rows.at(-1)?.currency ?? EMPTY_ROW.currency
  }

  /** Adds a blank row, and answers its id. */
  add(currency = this.lastCurrency): number {
    const id = this.#nextId
    this.#nextId += this.perLine
    this.#insert(id, { ...EMPTY_ROW, currency })
    return id
  }

  /** Answers what the id held; undefined when there is no such row. */
  remove(id: number): Before | undefined {
    const before = this.before(id)
    if (!before.row) return undefined
    this.#remove(id)
    return before
  }

  edit(id: number, { problem, ...change }: RowChange): void {
    const index = this.#indexOf(id)
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    Object.assign(row, change)
    // What was wrong with the file's own cell is no longer what the row says.
    if (problem) this.problems.set(id, problem)
    else if ('price' in change) this.problems.delete(id)
    this.#statuses[index] = this.#count(row, 1)
  }

  before(id: number): Before {
    const row = this.rows[this.#indexOf(id)]
    return { id, row: row ? { ...row } : null, problem: this.problems.get(id) }
  }

  putBack({ id, row, problem }: Before): void {
    if (row && this.#indexOf(id) < this.length) this.edit(id, { ...row, ...(problem && { problem }) })
    else {
      this.#remove(id)
      if (!row) return
      if (problem) this.problems.set(id, problem)
      this.#insert(id, { ...row })
    }
  }

  /** Takes over what another reading of the same file says of the currency, but for rows that are gone or changed. */
  follow(before: RowsReading, after: RowsReading): void {
    const ids = idsOf(after, this.perLine)
    for (const [i, { currency }] of after.rows.entries()) {
      const was = before.rows[i]?.currency
      const id = ids[i]
      if (was === currency || id === undefined) continue
      if (this.rows[this.#indexOf(id)]?.currency === was) this.edit(id, { currency })
    }
  }

  #insert(id: number, row: Row): void {
    const index = placeOf(this.ids, id)
    this.rows.splice(index, 0, row)
    this.ids.splice(index, 0, id)
    this.#statuses.splice(index, 0, this.#count(row, 1))
  }

  #remove(id: number): void {
    const index = this.#indexOf(id)
    const row = this.rows[index]
    if (!row) return
    this.#count(row, -1)
    this.rows.splice(index, 1)
    this.ids.splice(index, 1)
    this.#statuses.splice(index, 1)
    this.problems.delete(id)
  }

  /** Past the end when no row has the id. */
  #indexOf(id: number): number {
    const index = placeOf(this.ids, id)
    return this.ids[index] === id ? index : this.length
  }

  #count(row: Row, by: 1 | -1): RowStatus {
    const { status } = judgeRow(row)
    countRow(this.counts, status, by)
    if (status === 'valid' && isZero(row)) this.zeroRows += by
    return status
  }
}

const idsOf = ({ lines, nth }: RowsReading, perLine: number): number[] =>
  lines.map((line, i) => rowId({ line, nth: nth[i] ?? 0 }, perLine))

/** Where an id stands, or would stand, among ascending ids. By halving: there may be a hundred thousand. */
export function placeOf(ids: readonly number[], id: number): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? 0) < id) from = middle + 1
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

import type { PriceProblem, RowsReading } from '#pricelist/types.ts'
import {
  type Row,
  type RowCounts,
  countRow,
  emptyCounts,
  rowIds,
  isZeroRow,
  insertionIndex,
  rowId,
  rowOrigin,
  validateRow,
} from '#pricelist/row.ts'
import type { Currency } from '#money/currency.ts'
import {
  type CurrencyCounts,
  type Omission,
  type OmittedCounts,
  type PreviewRow,
  type RowChange,
  type RowsFacts,
  type ShownStatus,
  countOmitted,
  noneOmitted,
} from '../types.ts'

const EMPTY_ROW: Row = { name: '', price: '', currency: 'BGN' }

/** What an id held: `row` is null where there was none. Putting it back undoes whatever came after. */
export type Before = {
  id: number
  row: Row | null
  problem: PriceProblem | undefined
  omission: Omission | undefined
}

type Marks = {
  /** What is wrong with a cell of the file or a typed price, by id. */
  readonly problems: Map<number, PriceProblem>
  /** By id. */
  readonly omissions?: Map<number, Omission>
}

/** The rows in hand, judged as they change. A row is named by its id, which stays its own whatever is deleted. */
export class RowStore {
  readonly rows: Row[]
  /** Ascending, one for each row; see {@link rowId}. */
  readonly ids: number[]
  /** What is wrong with a cell of the file or a typed price, by id. */
  readonly problems: Map<number, PriceProblem>
  readonly omissions: Map<number, Omission>
  /** Of the rows that are not left out. */
  counts: RowCounts = emptyCounts()
  /** Rows that are left out. */
  readonly omitted: OmittedCounts = noneOmitted()
  /** Valid prices by their currency, those too that are left out for being in the wanted one. */
  readonly inCurrency: CurrencyCounts = { BGN: 0, EUR: 0 }
  /** Of the rows that are not left out: valid ones that convert to 0.00. */
  zeroRows = 0
  /** Price columns of the file: so many rows can come of one of its lines. */
  readonly perLine: number
  readonly #statuses: ShownStatus[]
  /** No id is given twice, so that one which comes back finds its place. */
  #nextId: number

  /** @param nextId the first id that an added row may have: no deleted row's, nor one of the file's */
  constructor(
    rows: Row[],
    ids: number[],
    { problems, omissions = new Map<number, Omission>() }: Marks,
    nextId: number,
    perLine: number,
  ) {
    this.perLine = perLine
    this.rows = rows
    this.ids = ids
    this.problems = problems
    this.omissions = omissions
    this.#nextId = nextId
    this.#statuses = rows.map((row, i) => this.#count(ids[i] ?? 0, row, 1))
  }

  /** @param tableRows how many rows the file's own table has */
  static of(reading: RowsReading, tableRows: number, perLine: number): RowStore {
    const ids = rowIds(reading, perLine)
    const byId = <T>(byIndex: ReadonlyMap<number, T>) =>
      new Map(Array.from(byIndex, ([index, value]) => [ids[index] ?? 0, value]))
    const left = Array.from(
      byId(reading.omitted),
      ([id, reason]) => [id, { reason, isLeftOut: true }] as const,
    )
    const next = rowId({ line: tableRows + 1, nth: 0 }, perLine)
    const marks = { problems: byId(reading.problems), omissions: new Map(left) }
    return new RowStore([...reading.rows], ids, marks, next, perLine)
  }

  static blank(count: number): RowStore {
    const ids = Array.from({ length: count }, (_, i) => i + 1)
    const rows = ids.map(() => ({ ...EMPTY_ROW }))
    return new RowStore(rows, ids, { problems: new Map() }, count + 1, 1)
  }

  /** What the rows come to, as it is now. */
  tally(): Pick<RowsFacts, 'counts' | 'omitted' | 'inCurrency' | 'zeroRows'> {
    const { counts, omitted, inCurrency, zeroRows } = this
    return { counts: { ...counts }, omitted: { ...omitted }, inCurrency: { ...inCurrency }, zeroRows }
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
    const verdict = validateRow(row)
    const { reason = null, isLeftOut = false } = this.omissions.get(id) ?? {}
    const isInvalid = verdict.status === 'invalid' && !isLeftOut
    return {
      ...row,
      id,
      ...this.originOf(id),
      status: isLeftOut ? 'omitted' : verdict.status,
      problem: isInvalid ? (this.problems.get(id) ?? verdict.problem) : null,
      isZero: !isLeftOut && isZeroRow(row),
      omission: reason,
    }
  }

  /** Lines of the rows of one status. */
  idsOf(status: ShownStatus): number[] {
    return this.ids.filter((_, i) => this.#statuses[i] === status)
  }

  originOf = (id: number) => rowOrigin(id, this.perLine)

  statusOf(id: number): ShownStatus | undefined {
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

  /** A row whose price or currency is changed is left out no longer: the reason for it was what the file says. */
  edit(id: number, { problem, ...change }: RowChange): void {
    this.#change(id, (row) => {
      const isOther =
        (change.price ?? row.price) !== row.price || (change.currency ?? row.currency) !== row.currency
      if (isOther) this.omissions.delete(id)
      Object.assign(row, change)
      // What was wrong with the file's own cell is no longer what the row says.
      if (problem) this.problems.set(id, problem)
      else if ('price' in change) this.problems.delete(id)
    })
  }

  /** Leaves a row out, or lets it be converted; answers whether that is something else than before. */
  setLeftOut(id: number, isLeftOut: boolean): boolean {
    const omission = this.omissions.get(id)
    if (omission === undefined || omission.isLeftOut === isLeftOut) return false
    this.#change(id, () => this.omissions.set(id, { ...omission, isLeftOut }))
    return true
  }

  /** Leaves out every price that is in this currency already, and none for being in another one. */
  want(wanted: Currency | undefined): void {
    for (const [i, id] of this.ids.entries()) {
      const isWanted = this.rows[i]?.currency === wanted
      const reason = this.omissions.get(id)?.reason
      if (reason === undefined && isWanted && this.#statuses[i] === 'valid')
        this.#change(id, () => this.omissions.set(id, { reason: 'wanted-currency', isLeftOut: true }))
      else if (reason === 'wanted-currency' && !isWanted) this.#change(id, () => this.omissions.delete(id))
    }
  }

  /** Leaves out every valid row that converts to 0.00, and answers what they were. */
  leaveOutZeros(): Before[] {
    const zeros = this.ids.filter((_, i) => this.#statuses[i] === 'valid' && isZeroRow(this.rows[i]!))
    const before = zeros.map((id) => this.before(id))
    for (const id of zeros)
      this.#change(id, () => this.omissions.set(id, { reason: 'zero', isLeftOut: true }))
    return before
  }

  before(id: number): Before {
    const row = this.rows[this.#indexOf(id)]
    return {
      id,
      row: row ? { ...row } : null,
      problem: this.problems.get(id),
      omission: this.omissions.get(id),
    }
  }

  putBack({ id, row, problem, omission }: Before): void {
    const mark = () => {
      if (problem) this.problems.set(id, problem)
      else this.problems.delete(id)
      if (omission) this.omissions.set(id, omission)
      else this.omissions.delete(id)
    }
    if (!row) this.#remove(id)
    else if (this.#indexOf(id) < this.length)
      this.#change(id, (own) => {
        Object.assign(own, row)
        mark()
      })
    else {
      mark()
      this.#insert(id, { ...row })
    }
  }

  /** The rows that are to be converted, with their ids. */
  converted(): { rows: Row[]; ids: number[] } {
    if (countOmitted(this.omitted) === 0) return this
    const isConverted = (_: unknown, i: number) => this.#statuses[i] !== 'omitted'
    return { rows: this.rows.filter(isConverted), ids: this.ids.filter(isConverted) }
  }

  /** Takes over what another reading of the same file says of the currency, but for rows that are gone or changed. */
  follow(before: RowsReading, after: RowsReading): void {
    const ids = rowIds(after, this.perLine)
    for (const [i, { currency }] of after.rows.entries()) {
      const was = before.rows[i]?.currency
      const id = ids[i]
      if (was === currency || id === undefined) continue
      if (this.rows[this.#indexOf(id)]?.currency !== was) continue
      const reason = after.omitted.get(i)
      this.#change(id, (row) => {
        row.currency = currency
        if (reason === before.omitted.get(i)) return
        if (reason === undefined) this.omissions.delete(id)
        else this.omissions.set(id, { reason, isLeftOut: true })
      })
    }
  }

  #change(id: number, change: (row: Row) => void): void {
    const index = this.#indexOf(id)
    const row = this.rows[index]
    if (!row) return
    this.#count(id, row, -1)
    change(row)
    this.#statuses[index] = this.#count(id, row, 1)
  }

  #insert(id: number, row: Row): void {
    const index = insertionIndex(this.ids, id)
    this.rows.splice(index, 0, row)
    this.ids.splice(index, 0, id)
    this.#statuses.splice(index, 0, this.#count(id, row, 1))
  }

  #remove(id: number): void {
    const index = this.#indexOf(id)
    const row = this.rows[index]
    if (!row) return
    this.#count(id, row, -1)
    this.rows.splice(index, 1)
    this.ids.splice(index, 1)
    this.#statuses.splice(index, 1)
    this.problems.delete(id)
    this.omissions.delete(id)
  }

  /** Past the end when no row has the id. */
  #indexOf(id: number): number {
    const index = insertionIndex(this.ids, id)
    return this.ids[index] === id ? index : this.length
  }

  #count(id: number, row: Row, by: 1 | -1): ShownStatus {
    const omission = this.omissions.get(id)
    if (omission?.isLeftOut === true) {
      this.omitted[omission.reason] += by
      if (omission.reason === 'wanted-currency') this.inCurrency[row.currency] += by
      return 'omitted'
    }
    const { status } = validateRow(row)
    countRow(this.counts, status, by)
    if (status !== 'valid') return status
    this.inCurrency[row.currency] += by
    if (isZeroRow(row)) this.zeroRows += by
    return status
  }
}

import type { PriceProblem, RowsReading } from '#pricelist/types.ts'
import { type Row, rowIds, convertPrice, isZeroRow, rowId, validateRow } from '#pricelist/row.ts'
import { amountIn } from '#money/amount.ts'
import { type Currency, NATIONAL, otherCurrency } from '#money/currency.ts'
import { type Omission, type PreviewRow, type RowChange, countOmitted } from '../types.ts'
import { type Marks, RowList } from './row-list.ts'

const EMPTY_ROW: Row = { name: '', price: '', currency: NATIONAL }

/** State of one id, for undo; `row` is null where there is none. */
export type RowState = {
  id: number
  row: Row | null
  problem: PriceProblem | undefined
  isTypedProblem: boolean
  omission: Omission | undefined
}

/** Rows whose amounts are shown before they are converted. */
const LIVE_ROWS = 15

type LiveMarks = Marks & {
  /** Ids of the rows whose amounts are shown before they are converted; absent: the first valid ones. */
  readonly live?: readonly number[]
  /** Ids of total rows that add up such rows alone, and of their addends. */
  readonly liveTotals?: ReadonlyMap<number, readonly number[]>
}

/** The totals of these rows alone, by id, and the ids of the rows that they add up, those of other totals included. */
function totalsOf(
  { totals }: RowsReading,
  ids: readonly number[],
  live: ReadonlySet<number>,
): Map<number, number[]> {
  const byIndex = new Map(totals.map(({ index, addends }) => [index, addends]))
  const addendsOf = (index: number): number[] =>
    byIndex.get(index)!.flatMap((addend) => (byIndex.has(addend) ? addendsOf(addend) : ids[addend]!))
  return new Map(
    totals.flatMap(({ index, addends }) => {
      // More addends than there are such rows: no need to look at them.
      if (addends.length > live.size) return []
      const added = addendsOf(index)
      return added.every((id) => live.has(id)) ? [[ids[index]!, added] as const] : []
    }),
  )
}

const isSameRow = (one: Row | undefined, other: Row | undefined): boolean =>
  one?.price === other?.price && one?.currency === other?.currency && one?.name === other?.name

/** A row without what only the file knows of it. */
export type StoredRow = Omit<PreviewRow, 'fullName' | 'cells'>

/**
 * The editable rows: each edit, and what undoes it. Rows are identified by ids; that of a removed
 * row is used again only after an undo, and of a blank row at the end.
 */
export class RowStore extends RowList {
  /** Ids of the rows whose amounts are shown before they are converted. */
  readonly live: ReadonlySet<number>
  #liveTotals: ReadonlyMap<number, readonly number[]>
  #nextId: number

  /** @param nextId first id for added rows: above every id that was used, deleted rows included, and every line of the file */
  constructor(
    rows: Row[],
    ids: number[],
    { live, liveTotals = new Map<number, number[]>(), ...marks }: LiveMarks,
    nextId: number,
    perLine: number,
  ) {
    super(rows, ids, marks, perLine)
    this.#liveTotals = liveTotals
    this.#nextId = nextId
    this.live = new Set(live ?? this.firstValid(LIVE_ROWS))
  }

  /** @param tableRows number of rows in the table of the file */
  static fromReading(reading: RowsReading, tableRows: number, perLine: number): RowStore {
    const ids = rowIds(reading, perLine)
    const byId = <T>(byIndex: ReadonlyMap<number, T>) =>
      new Map(Array.from(byIndex, ([index, value]) => [ids[index]!, value]))
    const left = Array.from(
      byId(reading.omitted),
      ([id, reason]) => [id, { reason, isLeftOut: true }] as const,
    )
    const next = rowId({ line: tableRows + 1, nth: 0 }, perLine)
    const marks = { problems: byId(reading.problems), omissions: new Map(left) }
    const store = new RowStore([...reading.rows], ids, marks, next, perLine)
    store.#liveTotals = totalsOf(reading, ids, store.live)
    return store
  }

  static blank(count: number): RowStore {
    const ids = Array.from({ length: count }, (_, i) => i + 1)
    const rows = ids.map(() => ({ ...EMPTY_ROW }))
    const live = Array.from({ length: LIVE_ROWS }, (_, i) => i + 1)
    return new RowStore(rows, ids, { problems: new Map(), live }, count + 1, 1)
  }

  /** Ids of the total rows that add up live rows alone, and of their addends. */
  get liveTotals(): ReadonlyMap<number, readonly number[]> {
    return this.#liveTotals
  }

  get nextId(): number {
    return this.#nextId
  }

  /** The row with its validation; undefined without such a row. */
  preview(id: number): StoredRow | undefined {
    const row = this.rowOf(id)
    if (!row) return undefined
    const validation = validateRow(row)
    const { line, nth } = this.originOf(id)
    const isConverted = this.converted.has(id)
    const omission = isConverted ? undefined : this.omissions.get(id)
    const { reason = null, isLeftOut = false } = omission ?? {}
    const isInvalid = validation.status === 'invalid' && !isLeftOut
    const isShown = isConverted || (this.live.has(id) && !isLeftOut)
    const money = isShown ? convertPrice(row.price, row.currency) : undefined
    const target = otherCurrency(row.currency)
    return {
      ...row,
      id,
      line,
      priceColumnIndex: nth,
      status: isLeftOut ? 'omitted' : validation.status,
      problem: isInvalid ? (this.problems.get(id) ?? validation.problem) : null,
      isTypedProblem: isInvalid && this.typedProblems.has(id),
      isZero: !isLeftOut && isZeroRow(row),
      omission: reason,
      converted: money
        ? amountIn(money, target)
        : reason === 'total' && isLeftOut
          ? this.#sum(id, target)
          : null,
      isConverted,
    }
  }

  /** What a total row comes to, where its addends are shown themselves. */
  #sum(id: number, currency: Currency): number | null {
    const addends = this.#liveTotals.get(id)
    if (!addends) return null
    let sum = 0
    for (const addend of addends) {
      const row = this.rowOf(addend)
      const isCounted = this.statusOf(addend) === 'valid' || this.converted.has(addend)
      const money = row && isCounted ? convertPrice(row.price, row.currency) : undefined
      if (!money) return null
      sum += amountIn(money, currency)
    }
    return sum
  }

  /** A slice of the rows shown. */
  page(offset: number, limit: number): StoredRow[] {
    return this.idsShown(offset, limit).flatMap((id) => this.preview(id) ?? [])
  }

  /** Initial currency of an added row: that of the last row. */
  get lastCurrency(): Currency {
    return this.rows.at(-1)?.currency ?? EMPTY_ROW.currency
  }

  /**
   * Adds a blank row at the end.
   * @returns its id
   */
  add(currency = this.lastCurrency): number {
    const id = this.#nextId
    this.#nextId += this.perLine
    this.insert(id, { ...EMPTY_ROW, currency })
    return id
  }

  /**
   * Removes the last row, if it is blank. Its id is then that of the next row: numbers of typed rows have no gap.
   * @returns the state before; undefined for a row that is not blank
   */
  removeBlankEnd(): RowState | undefined {
    const id = this.ids.at(-1)
    if (id === undefined || this.statusOf(id) !== 'empty') return undefined
    const before = this.remove(id)
    this.#nextId = id
    return before
  }

  /** @returns the state before; undefined without such a row */
  remove(id: number): RowState | undefined {
    const before = this.stateOf(id)
    if (!before.row || this.converted.has(id)) return undefined
    this.removeRow(id)
    return before
  }

  /** A changed price or currency ends the omission of the row: its reason came from the file. */
  edit(id: number, { problem, isTyped = false, ...change }: RowChange): void {
    if (this.converted.has(id)) return
    this.change(id, (row) => {
      const isOther =
        (change.price ?? row.price) !== row.price || (change.currency ?? row.currency) !== row.currency
      if (isOther) this.omissions.delete(id)
      Object.assign(row, change)
      // A problem of the file's cell no longer applies to a typed price.
      if (problem || 'price' in change) this.#setProblem(id, problem, isTyped)
    })
  }

  #setProblem(id: number, problem: PriceProblem | undefined, isTyped: boolean): void {
    if (problem) this.problems.set(id, problem)
    else this.problems.delete(id)
    if (problem && isTyped) this.typedProblems.add(id)
    else this.typedProblems.delete(id)
  }

  /**
   * Omits a row that can be omitted, or includes it again.
   * @returns whether that is a change
   */
  setOmitted(id: number, isLeftOut: boolean): boolean {
    const omission = this.omissions.get(id)
    if (omission === undefined || omission.isLeftOut === isLeftOut || this.converted.has(id)) return false
    this.change(id, () => this.omissions.set(id, { ...omission, isLeftOut }))
    return true
  }

  /** Omits every valid price in this currency, and includes those omitted for another one. */
  omitCurrency(wanted: Currency | undefined): void {
    for (const [i, id] of this.ids.entries()) {
      const isWanted = this.rows[i]?.currency === wanted
      const reason = this.omissions.get(id)?.reason
      if (reason === undefined && isWanted && this.statusAt(i) === 'valid')
        this.change(id, () => this.omissions.set(id, { reason: 'wanted-currency', isLeftOut: true }))
      else if (reason === 'wanted-currency' && !isWanted) this.change(id, () => this.omissions.delete(id))
    }
  }

  /**
   * Omits every valid row that converts to 0.00.
   * @returns their states before
   */
  omitZeroRows(): RowState[] {
    const zeros = this.ids.filter((_, i) => this.statusAt(i) === 'valid' && isZeroRow(this.rows[i]!))
    const before = zeros.map((id) => this.stateOf(id))
    for (const id of zeros) this.change(id, () => this.omissions.set(id, { reason: 'zero', isLeftOut: true }))
    return before
  }

  stateOf(id: number): RowState {
    const row = this.rowOf(id)
    return {
      id,
      row: row ? { ...row } : null,
      problem: this.problems.get(id),
      isTypedProblem: this.typedProblems.has(id),
      omission: this.omissions.get(id),
    }
  }

  /** Restores a row to an earlier state. It is then shown, whatever the filter. */
  restore({ id, row, problem, isTypedProblem, omission }: RowState): void {
    const mark = () => {
      this.#setProblem(id, problem, isTypedProblem)
      if (omission) this.omissions.set(id, omission)
      else this.omissions.delete(id)
    }
    if (!row) {
      this.removeRow(id)
      if (id + this.perLine === this.#nextId) this.#nextId = id
    } else if (this.rowOf(id)) {
      this.change(id, (own) => {
        Object.assign(own, row)
        mark()
      })
      this.show(id)
    } else {
      mark()
      this.insert(id, { ...row })
      this.#nextId = Math.max(this.#nextId, id + this.perLine)
    }
  }

  /** Marks rows as converted: they are not submitted again. */
  markConverted(ids: Iterable<number>): void {
    for (const id of ids) this.change(id, () => this.converted.add(id))
  }

  /**
   * Marks the rows that another tab has converted.
   * @param isEdited whether rows were edited in this tab: one with another price is then another row
   */
  markConvertedBy(
    converted: ReadonlyMap<number, { originalPrice: string; originalCurrency: string }>,
    isEdited: boolean,
  ): void {
    for (const [id, { originalPrice: price, originalCurrency: currency }] of converted) {
      const row = this.rowOf(id)
      const isSame = row !== undefined && row.price === price && row.currency === currency
      if (row && (isSame || !isEdited)) this.markConverted([id])
    }
  }

  /**
   * Marks the rows that another reading of the same file has converted, if all of them are the same in this one and
   * none is omitted.
   * @returns whether it marked any
   */
  keepConverted(earlier: RowStore): boolean {
    const { converted, perLine } = earlier
    if (converted.size === 0 || perLine !== this.perLine) return false
    for (const id of converted)
      if (!isSameRow(earlier.rowOf(id), this.rowOf(id)) || this.omissions.has(id)) return false
    this.markConverted(converted)
    return true
  }

  /**
   * The rows that are not omitted and not converted yet, with their ids.
   * @param first only this many of the first valid ones
   */
  rowsToConvert(first?: number): { rows: Row[]; ids: number[] } {
    if (first !== undefined) {
      const ids = this.firstValid(first)
      return { ids, rows: ids.map((id) => this.rowOf(id)!) }
    }
    if (countOmitted(this.tally.omitted) === 0 && this.converted.size === 0) return this
    const isWaiting = (_: unknown, i: number) =>
      this.statusAt(i) !== 'omitted' && this.statusAt(i) !== 'converted'
    return { rows: this.rows.filter(isWaiting), ids: this.ids.filter(isWaiting) }
  }

  /** Applies the currencies of another reading of the same file, except to rows that were deleted or changed. */
  applyCurrency(before: RowsReading, after: RowsReading): void {
    const ids = rowIds(after, this.perLine)
    for (const [i, { currency }] of after.rows.entries()) {
      const was = before.rows[i]?.currency
      const id = ids[i]
      if (was === currency || id === undefined || this.converted.has(id)) continue
      if (this.rowOf(id)?.currency !== was) continue
      const reason = after.omitted.get(i)
      this.change(id, (row) => {
        row.currency = currency
        if (reason === before.omitted.get(i)) return
        if (reason === undefined) this.omissions.delete(id)
        else this.omissions.set(id, { reason, isLeftOut: true })
      })
    }
  }
}

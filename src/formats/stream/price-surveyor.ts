import { type Currency, byCurrency } from '#money/currency.ts'
import { currencyBetween } from '#pricelist/currency/currency-statement.ts'
import { type Row, type RowCounts, COUNT_FIELD, countRow, emptyCounts } from '#pricelist/row.ts'
import { ownColumns } from '#pricelist/rows/read-rows.ts'
import type { LineCounts, OmissionReason, PriceProblem, RowsOptions, RowsReading } from '#pricelist/types.ts'
import { type Table, isBlankCell } from '#table/table.ts'
import { NotPlainError } from './row-chunks.ts'
import { type FoundRows, RowSurveyor, type SurveyorTask } from './row-surveyor.ts'
import { type ColumnSurvey, CurrentRow, SurveyedColumn } from './surveyed-column.ts'
import type { FoundTotal, OmittedRow } from './streamed-totals.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Of several price columns, in the order of their prices in a row. */
type OfColumn<Found> = Found & { readonly nth: number }

/** What a stream finds of the prices. */
export type Survey = FoundRows &
  Required<Pick<RowsReading, 'unlisted'>> & {
    readonly columns: readonly ColumnSurvey[]
    readonly counts: RowCounts
    readonly currencies: Readonly<Record<Currency, number>>
    /** Rows whose currency only the default names. */
    readonly assumed: number
    /** The first rows without a valid price, and those omitted, in the order of the file: indexes of `rows`. */
    readonly rows: readonly Row[]
    readonly lines: readonly number[]
    readonly nth: readonly number[]
    readonly problems: ReadonlyMap<number, PriceProblem>
    readonly omitted: ReadonlyMap<number, OmissionReason>
    /** Totals that are left out and have a price, those that are certain first; and those that the user has to be asked about. */
    readonly totals: readonly OfColumn<FoundTotal>[]
    readonly asked: readonly OfColumn<FoundTotal>[]
    /** Pairs of prices that differ, and the first rows with one. */
    readonly pairs: { readonly count: number; readonly rows: readonly number[] }
  }

/** Collects the prices of every row. */
export class PriceSurveyor extends RowSurveyor {
  /** The price columns, the main one first. */
  readonly columns: readonly SurveyedColumn[]
  readonly #current: CurrentRow
  /** Whether prices in a currency are left as they are. */
  readonly #hasWanted: boolean
  readonly #lines: { -readonly [Key in keyof LineCounts]: number } = {
    withoutPrice: 0,
    invalid: 0,
    wanted: 0,
  }

  /** @param known the rows of each column that are left out, where all rows were surveyed before */
  constructor(
    task: Omit<SurveyorTask, 'columns'>,
    options: RowsOptions,
    known?: readonly (readonly OmittedRow[])[],
  ) {
    super({ ...task, columns: options.columns })
    this.#hasWanted = options.wanted !== undefined
    this.#current = new CurrentRow(this.head, this.from, () => this.cellsAbove())
    this.columns = ownColumns(options.columns).map(
      (columns, nth) =>
        new SurveyedColumn(this, this.#current, { ...options, columns }, { nth, known: known?.[nth] }),
    )
  }

  protected begin(): void {
    const { columns } = this
    for (let n = 0; n < columns.length; n++) columns[n]!.begin()
  }

  protected readUsual(bytes: Bytes, at: number): boolean {
    const { columns } = this
    for (let n = 0; n < columns.length; n++) if (!columns[n]!.readUsual(bytes)) return false
    for (let n = 0; n < columns.length; n++) columns[n]!.addUsual(bytes, at)
    if (this.#hasWanted) this.#countLeft()
    if (columns[0]!.isUnpriced) this.#lines.withoutPrice++
    return true
  }

  protected readBlank(count: number): void {
    this.#current.set(this.row - 1, [])
    for (const column of this.columns) column.addBlank(count)
  }

  protected readOther(row: readonly string[]): void {
    const filled = row.filter((cell) => !isBlankCell(cell))
    const [only, ...others] = filled
    if (only !== undefined && others.length === 0 && currencyBetween(only.trim()) !== undefined)
      throw new NotPlainError('a statement of a currency between the rows')
    this.#current.set(this.row, row)
    for (const column of this.columns) column.addCells(row)
    if (this.#hasWanted) this.#countLeft()
    const problems = this.columns.map(({ problem }) => problem)
    if (problems.includes('no-price')) this.#lines.withoutPrice++
    if (problems.some((problem) => problem !== undefined && problem !== 'no-price')) this.#lines.invalid++
  }

  #countLeft(): void {
    for (const { isLeft } of this.columns)
      if (isLeft) {
        this.#lines.wanted++
        return
      }
  }

  /** @throws {NotPlainError} where rows have to be compared with the others */
  requireAligned(table: Table): void {
    for (const column of this.columns) column.requireAligned(table)
  }

  /**
   * The rows that were found, once all have been visited.
   * @param end of the last row
   */
  finish(end: number): FoundRows {
    for (const column of this.columns) column.finish()
    return this.foundRows(end)
  }

  /**
   * What was found, once.
   * @param table all rows
   */
  surveyOf(found: FoundRows, table: Table): Survey {
    const totals = this.columns.map((column) => column.totalsIn(table))
    const certain = new Set(totals.flat().flatMap(({ is, row }) => (is === 'total' ? [row] : [])))
    const columns = this.columns.map((column, nth) => column.surveyOf(totals[nth]!, certain))
    const ofAll = <One>(of: (column: ColumnSurvey) => readonly One[]): OfColumn<One>[] =>
      columns.flatMap((column, nth) => of(column).map((one) => ({ ...one, nth })))
    const listed = ofAll(({ listed: rows }) => rows).toSorted(
      (one, other) => one.line - other.line || one.nth - other.nth,
    )
    const [main] = this.columns
    return {
      ...found,
      columns,
      counts: sumOfCounts(columns),
      currencies: byCurrency((currency) => columns.reduce((sum, one) => sum + one.currencies[currency], 0)),
      assumed: columns.reduce((sum, one) => sum + one.assumed, 0),
      rows: listed.map(({ row }) => row),
      lines: listed.map(({ line }) => line),
      nth: listed.map(({ nth }) => nth),
      problems: new Map(listed.flatMap(({ problem }, i) => (problem === undefined ? [] : [[i, problem]]))),
      omitted: new Map(listed.flatMap(({ omitted }, i) => (omitted === undefined ? [] : [[i, omitted]]))),
      unlisted: { problems: columns.map(({ unlisted }) => unlisted), lines: this.#lines },
      totals: ofAll((column) => column.totals.priced).toSorted((one, other) => rankOf(one) - rankOf(other)),
      asked: ofAll((column) => column.totals.asked),
      pairs: main!.pairs,
    }
  }
}

function sumOfCounts(columns: readonly ColumnSurvey[]): RowCounts {
  const sum = emptyCounts()
  for (const { counts } of columns)
    for (const status of ['valid', 'invalid', 'empty'] as const)
      countRow(sum, status, counts[COUNT_FIELD[status]])
  return sum
}

/** The order in which totals are told. */
const rankOf = ({ is }: FoundTotal): number => (is === 'total' ? 0 : is === 'other-column' ? 1 : 2)

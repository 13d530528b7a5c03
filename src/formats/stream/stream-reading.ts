import { byCurrency } from '#money/currency.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { statedHundredths } from '#pricelist/rows/stated-hundredths.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { type ColumnReading, RowReader, ownColumns, totalsAssumption } from '#pricelist/rows/read-rows.ts'
import {
  type Assumption,
  type Columns,
  type PairMismatch,
  type PriceCell,
  type RowsOptions,
  type RowsReading,
  priceColumnsOf,
} from '#pricelist/types.ts'
import { firstBelow } from '#pricelist/headers/header-row.ts'
import { type Table, cellAt, cellText, rowAt } from '#table/table.ts'
import type { Placement, WriteBackPlan } from '#writeback/plan.ts'
import { type DecimalMark, DecimalMarkCounter, decimalMarks, usualMark } from '#writeback/price-style.ts'
import { createEncoder } from '../bytes/encoder.ts'
import type { CsvTable } from '../csv/table.ts'
import type { OpenedFile } from '../format.ts'
import { type PriceListChoices, readPriceList } from '../read-price-list.ts'
import { PriceSurveyor, type Survey } from './price-surveyor.ts'
import { IN_HUNDREDTHS, NotPlainError } from './row-chunks.ts'
import { type StreamedList, currenciesOfColumn, planForRow } from './streamed-cells.ts'
import { StreamWriter } from './stream-writer.ts'
import { type RowWriter, type TextTask, TextStream, whyHeaderNotPlain } from './text-stream.ts'

/** Rows of the head whose prices tell the decimal mark of the others. */
const MARK_ROWS = 1000

type Bytes = Uint8Array<ArrayBuffer>

/** The decimal marks of new amounts, by price column. */
type Marks = ReadonlyMap<number, DecimalMark>

/** For rows that are only surveyed. */
const NO_OUTPUT: RowWriter<Bytes> = { take: () => [new Uint8Array()] }

export type StreamTask = TextTask & {
  /** The columns and choices for a file; undefined where something has to be asked first. */
  readonly choose: (file: OpenedFile) => StreamChoice | undefined
  /** Makes what surveys the rows. */
  readonly surveyorFor?: (...task: ConstructorParameters<typeof PriceSurveyor>) => PriceSurveyor
}

/** What the user chose, and what was detected, for an opened file. */
export type StreamChoice = { readonly columns: Columns; readonly choices: PriceListChoices }

/**
 * A price list whose rows stay in its file. Its first rows tell how the others are read; all of them are surveyed once, and
 * may be written at the same time as the first rows suppose.
 */
export class PriceListStream {
  /** How rows are read, as far as the first ones tell. */
  readonly #supposed: RowsOptions
  readonly #text: TextStream
  readonly #choose: StreamTask['choose']
  readonly #newSurveyor: NonNullable<StreamTask['surveyorFor']>
  #surveyor: PriceSurveyor | undefined
  /** Where rows were written while they were surveyed. */
  #written: { readonly placement: Placement; readonly marks: Marks } | undefined

  private constructor(
    text: TextStream,
    { choose, surveyorFor = (...task) => new PriceSurveyor(...task) }: StreamTask,
    supposed: RowsOptions,
  ) {
    this.#text = text
    this.#choose = choose
    this.#newSurveyor = surveyorFor
    this.#supposed = supposed
  }

  /** @throws {NotPlainError} where the file is short, or its rows depend on each other */
  static async open(task: StreamTask): Promise<PriceListStream> {
    const text = await TextStream.open(task)
    const { choices } = chosenFor(task.choose, text.head)
    let supposed: RowsOptions | undefined
    readPriceList(text.head, task.options.fileName, choices, (table, options) => {
      supposed = options
      return noRows(table.length)
    })
    return new PriceListStream(text, task, supposed!)
  }

  /**
   * Surveys all rows.
   * @param placement where new prices go, if they are written at the same time
   * @returns what is written, in pieces, each of which is overwritten when the one after the next is asked for; empty ones where
   * nothing is
   * @throws {NotPlainError} where rows depend on each other
   */
  *survey(placement?: Placement): Generator<Bytes> {
    const surveyor = this.#surveyorFor(this.#supposed)
    if (placement === undefined) yield* this.#text.visit(surveyor, NO_OUTPUT)
    else {
      const marks = this.#marksOfHead()
      this.#written = { placement, marks }
      const plan = planForRow(this.#supposed, surveyor, placement)
      yield* this.#write(surveyor, this.#writerOf(plan, marks, surveyor))
    }
    this.#surveyor = surveyor
  }

  /**
   * The list, once it has been surveyed. Pauses while its rows are surveyed again, where that is needed.
   * @throws {NotPlainError} where rows depend on each other
   */
  *list(): Generator<unknown, StreamedList> {
    const surveyor = this.#surveyor!
    const found = surveyor.finish(this.#text.source.length)
    const file = this.#text.fileWith(found)
    surveyor.requireAligned(file.table)
    const { choices } = chosenFor(this.#choose, file)
    const supposed = surveyor.surveyOf(found, file.table)
    const surveys = new Map([[JSON.stringify(this.#supposed), supposed]])
    for (;;) {
      let [survey, used] = [supposed, this.#supposed]
      let missing: RowsOptions | undefined
      const rows = readPriceList(file, this.#text.options.fileName, choices, (_table, options) => {
        const known = surveys.get(JSON.stringify(options))
        if (known === undefined) missing ??= options
        else [survey, used] = [known, options]
        return readingOf(survey, options, file.table)
      })
      if (missing === undefined) return { file, rows, survey, options: used }
      surveys.set(JSON.stringify(missing), yield* this.#surveyBy(missing, file.table))
    }
  }

  /** Whether what was written while the rows were surveyed is right for the list. */
  isWrittenRight({ file, options, survey }: StreamedList): boolean {
    const written = this.#written
    if (written === undefined || JSON.stringify(options) !== JSON.stringify(this.#supposed)) return false
    const marks = this.#marksOfSurvey(options, survey, file.table)
    return survey.columns.every((column, nth) => {
      const [only, ...others] = currenciesOfColumn(column, written.placement)
      const c = priceColumnsOf(options.columns)[nth]!
      return (
        column.totals.isAsVisited &&
        marks.get(c) === written.marks.get(c) &&
        only === column.usualCurrency &&
        others.length === 0
      )
    })
  }

  /** The list with its new prices, in pieces, each of which is overwritten when the one after the next is asked for. */
  *patched({ file, survey, options }: StreamedList, placement: Placement): Generator<Bytes> {
    const surveyor = this.#surveyorFor(options, survey)
    const plan = planForRow(options, surveyor, placement, survey)
    yield* this.#write(
      surveyor,
      this.#writerOf(plan, this.#marksOfSurvey(options, survey, file.table), surveyor),
    )
  }

  /** Visits all rows of the list again, with a writer. */
  *again<Output>(
    { survey, options }: StreamedList,
    writerFor: (surveyor: PriceSurveyor) => RowWriter<Output>,
  ): Generator<Output> {
    const surveyor = this.#surveyorFor(options, survey)
    yield* this.#text.visit(surveyor, writerFor(surveyor))
  }

  *#write(surveyor: PriceSurveyor, writer: RowWriter<Bytes>): Generator<Bytes> {
    yield* this.#text.byteOrderMark()
    yield* this.#text.visit(surveyor, writer)
  }

  *#surveyBy(options: RowsOptions, table: Table): Generator<unknown, Survey> {
    const surveyor = this.#surveyorFor(options)
    yield* this.#text.visit(surveyor, NO_OUTPUT)
    const found = surveyor.finish(this.#text.source.length)
    surveyor.requireAligned(table)
    return surveyor.surveyOf(found, table)
  }

  /** @param survey of the same rows, where there is one */
  #surveyorFor(options: RowsOptions, survey?: Survey): PriceSurveyor {
    const { source, dialect, head } = this.#text
    const known = survey?.columns.map(({ totals }) => totals.omitted)
    return this.#newSurveyor({ source, dialect, head: head.table }, options, known)
  }

  #writerOf(plan: WriteBackPlan, marks: Marks, surveyor: PriceSurveyor): StreamWriter {
    const { head, dialect } = this.#text
    const { offsets } = head.cells as CsvTable
    const end = offsets.rowStart(Math.min(firstRowOfData(head.table, plan.headerRow) + 1, offsets.rowCount))
    return new StreamWriter({
      dialect,
      plan,
      head: createEncoder(dialect.encoding).encode(offsets.text.slice(0, end)),
      width: rowAt(head.table, plan.headerRow ?? 0)!.length,
      marks,
      surveyor,
    })
  }

  #marksOfHead(): Marks {
    const { headerRow } = this.#supposed.columns
    const { table } = this.#text.head
    const from = firstRowOfData(table, headerRow)
    const prices = priceColumnsOf(this.#supposed.columns)
    const counters = new Map(prices.map((column) => [column, new DecimalMarkCounter()]))
    for (let r = from; r < Math.min(table.length, from + MARK_ROWS); r++)
      for (const [column, counter] of counters) counter.count(cellText(cellAt(table, r, column)))
    return this.#marks(counters, this.#supposed.columns, table)
  }

  #marksOfSurvey({ columns }: RowsOptions, survey: Survey, table: Table): Marks {
    const prices = priceColumnsOf(columns)
    const counters = new Map(prices.map((column, nth) => [column, survey.columns[nth]!.marks]))
    return this.#marks(counters, columns, table)
  }

  #marks(counters: ReadonlyMap<number, DecimalMarkCounter>, columns: Columns, table: Table): Marks {
    const from = firstBelow(columns.headerRow)
    return decimalMarks(counters, priceColumnsOf(columns), () =>
      usualMark(table, from, this.#text.dialect.delimiter),
    )
  }
}

/** The columns and choices for a file whose rows can be read by themselves, as far as its header tells. */
function chosenFor(choose: StreamTask['choose'], file: OpenedFile): StreamChoice {
  const choice = choose(file)
  const reason = choice === undefined ? NO_PRICES : whyNotPlain(file, choice)
  if (choice === undefined || reason !== undefined) throw new NotPlainError(reason)
  return choice
}

const NO_PRICES = 'no title that surely names the prices'

function whyNotPlain(file: OpenedFile, { columns }: StreamChoice): string | undefined {
  const { headerRow, price, otherPrice, morePrices, sideTables = [] } = columns
  if (price === null) return NO_PRICES
  if (sideTables.length > 0) return 'several tables'
  // A cell that repeats such a title would be read as a price.
  const titleOf = (column: number) =>
    headerRow === null ? '' : cellText(cellAt(file.table, headerRow, column))
  const prices = [price, ...morePrices, ...(otherPrice === null ? [] : [otherPrice])]
  if (prices.some((column) => /\p{N}/u.test(titleOf(column)))) return 'a number in the title'
  if (prices.some((column) => statedHundredths(file.table, columns, column) !== undefined))
    return IN_HUNDREDTHS
  return whyHeaderNotPlain(file, headerRow, { mayEndUntitled: true })
}

/** The reading of a surveyed file. Its rows are the first that have no valid price, and those that are left out. */
function readingOf(survey: Survey, options: RowsOptions, table: Table): RowsReading {
  const { rows, lines, nth, problems, omitted, unlisted, counts, currencies, assumed } = survey
  const assumptions: Assumption[] = []
  if (assumed > 0) assumptions.push({ what: 'currency', currency: options.defaultCurrency, rows: assumed })
  for (const found of [survey.totals, survey.asked]) {
    const [first] = found
    if (first === undefined) continue
    const ofFirst = readAlone(table, optionsOf(options, first.nth), first.row).rows.at(-1)!
    const isAsked = found === survey.asked
    assumptions.push(
      totalsAssumption(
        found.map(({ row }) => row + 1),
        ofFirst,
        isAsked,
      ),
    )
  }
  return {
    ...noRows(0),
    rows,
    lines,
    nth,
    problems,
    omitted,
    unlisted,
    counts,
    currencies,
    assumptions,
    pairs: {
      count: survey.pairs.count,
      first: survey.pairs.rows.flatMap((row) => pairIn(table, options, row)),
    },
  }
}

const optionsOf = (options: RowsOptions, nth: number): RowsOptions => ({
  ...options,
  columns: ownColumns(options.columns)[nth]!,
})

const pairIn = (table: Table, options: RowsOptions, row: number): readonly PairMismatch[] =>
  readAlone(table, options, row).pairs.first.filter((pair) => pair.row === row + 1)

/** Reads a row by itself, as the last one, with its name: one without has that of the row above it. */
function readAlone(table: Table, options: RowsOptions, row: number): ColumnReading {
  const { name, price, otherPrice, headerRow } = options.columns
  const hasName = (r: number) => name === null || cellText(cellAt(table, r, name)) !== ''
  const first = firstRowOfData(table, headerRow)
  let from = row
  while (from > first && !hasName(from)) from--
  const cellsOf = (column: number | null): PriceCell[] =>
    column === null
      ? []
      : Array.from({ length: row + 1 - from }, (_, i) => readPriceCell(cellAt(table, from + i, column), {}))
  const reader = new RowReader(table, options, { cells: cellsOf(price) }, { cells: cellsOf(otherPrice) })
  for (let r = from; r <= row; r++) reader.read(r, r - from)
  return reader.finish()
}

const noRows = (totalRows: number): RowsReading => ({
  rows: [],
  lines: [],
  nth: [],
  problems: new Map(),
  counts: { totalRows, validRows: 0, invalidRows: 0, emptyRows: 0, tokenCost: 0 },
  currencies: byCurrency(() => 0),
  omitted: new Map(),
  totals: [],
  assumptions: [],
  pairs: { count: 0, first: [] },
})

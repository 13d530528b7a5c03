import type { JoinedFields } from '#table/table.ts'
import { type CsvOffsets, CsvTable } from './table.ts'
import { firstBelow, lastHeaderRow } from '#pricelist/headers/header-row.ts'
import { splitTitleColumn } from './split-title.ts'
import type { TextPatcher } from './patch-text.ts'
import {
  type DecimalMark,
  DecimalMarkCounter,
  decimalMarks,
  readAs,
  usualMark,
} from '#writeback/price-style.ts'
import type { AddedRow, CellContent, ChangedRow, WriteBackPlan } from '#writeback/plan.ts'

const SPACE = 0x20
const QUOTE = 0x22
const NONE: readonly number[] = []

/** A cursor on one row of delimited text after the other, in offsets of its text. */
export class CsvRow {
  index = -1
  /** Its fields. */
  count = 0
  /** Offsets of the row and of the next one. */
  from = 0
  to = 0
  readonly #offsets: CsvOffsets
  #first = 0
  /** Cells that are joined from two fields, ascending. */
  #joined: readonly number[] = NONE

  constructor(offsets: CsvOffsets) {
    this.#offsets = offsets
  }

  moveTo(index: number): void {
    this.index = index
    this.count = this.#offsets.fieldCount(index)
    this.from = this.#offsets.rowStart(index)
    this.to = this.#offsets.rowStart(index + 1)
    this.#first = this.#offsets.firstField(index)
    this.#joined = NONE
  }

  /** Without the quotes, as is the end. */
  start(c: number): number {
    return this.#offsets.fieldStart(this.#firstOf(c))
  }

  end(c: number): number {
    return this.#offsets.fieldEnd(this.#lastOf(c))
  }

  isQuoted(c: number): boolean {
    return this.#offsets.isQuoted(this.#firstOf(c))
  }

  /** The end of a field with its closing quote and the spaces after it. */
  outerEnd(c: number): number {
    let after = this.end(c)
    if (!this.#offsets.isQuoted(this.#lastOf(c))) return after
    after++
    while (this.#offsets.text.charCodeAt(after) === SPACE) after++
    return after
  }

  /** The end of the last field, before the line end. */
  get contentEnd(): number {
    return this.count === 0 ? this.from : this.outerEnd(this.count - 1)
  }

  /**
   * Whether a field begins with a quote that is never closed: another quote in this row could close it.
   * @param replaced a field that gets another text
   */
  hasOpenQuote(replaced?: number): boolean {
    for (let c = 0; c < this.count; c++) {
      if (c === replaced || this.isQuoted(c)) continue
      let at = this.start(c)
      while (this.#offsets.text.charCodeAt(at) === SPACE) at++
      if (this.#offsets.text.charCodeAt(at) === QUOTE) return true
    }
    return false
  }

  /** Nothing but spaces and control characters, such as the end-of-file mark 1A of DOS. */
  isBlank(): boolean {
    for (let c = 0; c < this.count; c++) {
      const end = this.end(c)
      for (let at = this.start(c); at < end; at++) if (this.#offsets.text.charCodeAt(at) > SPACE) return false
    }
    return true
  }

  /** A joined cell begins with its first field and ends with the last. */
  #firstOf(c: number): number {
    let field = this.#first + c
    for (const joined of this.#joined) if (joined < c) field++
    return field
  }

  #lastOf(c: number): number {
    let field = this.#first + c
    for (const joined of this.#joined) if (joined <= c) field++
    return field
  }

  /** Joins cells from two fields each, as the reader does with titles and numbers that their comma split. */
  join(columns: readonly number[]): void {
    this.count -= columns.length
    this.#joined = columns
  }
}

/**
 * Calls `onRow` for each row, always with the same object, so that no row allocates.
 * @param joinedFields the fields that the reader joined
 */
export function forEachRow(
  offsets: CsvOffsets,
  onRow: (row: CsvRow) => void,
  joinedFields?: JoinedFields,
): void {
  const row = new CsvRow(offsets)
  for (let index = offsets.firstRow; index < offsets.rowCount; index++) {
    row.moveTo(index)
    const joined = joinedFields?.get(index)
    if (joined !== undefined) row.join(joined)
    onRow(row)
  }
}

/** Result of the first pass over the file. Rows and columns are 0-based. */
export type CsvScan = {
  readonly lineEnd: string
  /** The last row that has or gets content; added rows follow it. */
  readonly lastRow: number | undefined
  readonly areAllQuoted: boolean
  /** By column, as in the last row with content. */
  readonly isQuoted: readonly boolean[]
  readonly titles: readonly string[]
  /** Whether the header is the second of two rows, so that its titles may repeat. */
  readonly isSecondHeader: boolean
  /** The column of a title that its comma split. */
  readonly splitTitle: number | undefined
  /** Columns of the header and of rows with new prices. */
  readonly width: number
  readonly marks: ReadonlyMap<number, DecimalMark>
}

export function scanForPatch(text: TextPatcher, plan: WriteBackPlan): CsvScan {
  const scanner = new CsvScanner(text, plan)
  forEachRow(text.offsets, (row) => scanner.visit(row), plan.joinedFields)
  return scanner.finish()
}

const LINE_ENDS = ['\r\n', '\n', '\r'] as const

type LineEnd = (typeof LINE_ENDS)[number]

const CR = 0x0d
const LF = 0x0a

class CsvScanner {
  readonly #text: TextPatcher
  readonly #plan: WriteBackPlan
  readonly #changedWidth: ReadonlyMap<number, number>
  readonly #markCounters: ReadonlyMap<number, DecimalMarkCounter>
  readonly #ends = new Map<LineEnd, number>()
  #lastRow: number | undefined
  #lastFilled: number | undefined
  #areAllQuoted = true
  #above: readonly string[] = []
  #header: readonly string[] = []
  /** The lowest number of cells in rows below the header that have more than one. */
  #minCount = Infinity
  #width = 0

  constructor(text: TextPatcher, plan: WriteBackPlan) {
    this.#text = text
    this.#plan = plan
    this.#changedWidth = new Map(plan.changed.map(({ row, cells }) => [row, widthOfCells(cells)]))
    this.#markCounters = new Map(
      columnsWithNumbers(plan).map((column) => {
        const priced = plan.columns.find((one) => one.column === column)
        return [column, new DecimalMarkCounter(priced && readAs(priced.cells))]
      }),
    )
    for (const { cells, prices } of plan.added)
      this.#width = Math.max(this.#width, widthOfCells(cells, prices))
  }

  visit(row: CsvRow): void {
    const { headerRow } = this.#plan
    this.#visitStyle(row)
    if (headerRow !== null && row.index <= headerRow) {
      if (row.index === headerRow - 1) this.#above = this.#textsOf(row)
      if (row.index === headerRow) this.#header = this.#textsOf(row)
      return
    }
    if (row.count > 1 && row.count < this.#minCount) this.#minCount = row.count
    const width = Math.max(row.count, this.#changedWidth.get(row.index) ?? 0)
    if (width > this.#width && this.#isPriced(row)) this.#width = width
    for (const [column, counter] of this.#markCounters)
      if (column < row.count)
        counter.countRange(this.#text.offsets.text, row.start(column), row.end(column), row.index)
  }

  finish(): CsvScan {
    const header = this.#header
    const isComma = this.#text.offsets.delimiter === ','
    const split = isComma ? splitTitleColumn(header, () => this.#minCount < header.length) : undefined
    const titles =
      split === undefined
        ? header
        : [...header.slice(0, split), `${header[split]},${header[split + 1]}`, ...header.slice(split + 2)]
    const width = Math.max(titles.length, this.#width)
    const isQuoted = this.#quotesOfLast()
    return {
      lineEnd: this.#lineEnd(),
      lastRow: this.#lastRow,
      areAllQuoted: this.#areAllQuoted,
      isQuoted,
      titles,
      isSecondHeader: lastHeaderRow([this.#above, header], 0) === 1,
      splitTitle: split,
      width: width > 0 ? width : isQuoted.length,
      marks: decimalMarks(
        this.#markCounters,
        this.#plan.columns.map(({ column }) => column),
        () => this.#usualMark(),
      ),
    }
  }

  #usualMark(): DecimalMark {
    const { offsets } = this.#text
    return usualMark(new CsvTable(offsets), firstBelow(this.#plan.headerRow), offsets.delimiter)
  }

  #isPriced({ index }: CsvRow): boolean {
    for (const { cells } of this.#plan.columns) if (cells.has(index)) return true
    return false
  }

  #visitStyle(row: CsvRow): void {
    const end = this.#lineEndOf(row)
    if (end !== undefined) this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
    const isBlank = row.isBlank()
    if (!isBlank || this.#changedWidth.has(row.index) || this.#isPriced(row)) this.#lastRow = row.index
    if (isBlank) return
    this.#lastFilled = row.index
    for (let c = 0; c < row.count && this.#areAllQuoted; c++) this.#areAllQuoted = row.isQuoted(c)
  }

  #lineEndOf({ to }: CsvRow): LineEnd | undefined {
    const { text } = this.#text.offsets
    const last = text.charCodeAt(to - 1)
    if (last === CR) return '\r'
    if (last !== LF) return undefined
    return text.charCodeAt(to - 2) === CR ? '\r\n' : '\n'
  }

  #quotesOfLast(): boolean[] {
    if (this.#lastFilled === undefined) return []
    const row = new CsvRow(this.#text.offsets)
    row.moveTo(this.#lastFilled)
    row.join(this.#plan.joinedFields?.get(this.#lastFilled) ?? [])
    return Array.from({ length: row.count }, (_, c) => row.isQuoted(c))
  }

  #textsOf(row: CsvRow): string[] {
    return Array.from({ length: row.count }, (_, c) => readField(this.#text, row, c))
  }

  /** The most common one; CRLF as in RFC 4180 where there is a single line. */
  #lineEnd(): string {
    let best: LineEnd = LINE_ENDS[0]
    for (const end of LINE_ENDS) if ((this.#ends.get(end) ?? 0) > (this.#ends.get(best) ?? 0)) best = end
    return best
  }
}

/** The text of a cell, with doubled quotes unescaped. */
export function readField(text: TextPatcher, row: CsvRow, c: number): string {
  const own = text.read(row.start(c), row.end(c))
  return row.isQuoted(c) ? own.replaceAll('""', '"') : own
}

type Cells = ReadonlyMap<number, unknown>

const widthOfCells = (...all: readonly Cells[]): number =>
  Math.max(0, ...all.flatMap((cells) => Array.from(cells.keys(), (c) => c + 1)))

function columnsWithNumbers({ columns, changed, added }: WriteBackPlan): number[] {
  const found = new Set(columns.map(({ column }) => column))
  const rows: readonly (ChangedRow | AddedRow)[] = [...changed, ...added]
  for (const { cells } of rows)
    for (const [column, content] of cells) if (isNumber(content)) found.add(column)
  return [...found]
}

const isNumber = (content: CellContent): boolean => typeof content !== 'string'

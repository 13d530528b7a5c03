import type { JoinedFields } from '#table/table.ts'
import type { CsvOffsets } from './table.ts'
import { lastHeaderRow } from '#pricelist/headers/header-row.ts'
import { splitTitleColumn } from './split-title.ts'
import type { EditedText } from './patch-text.ts'
import { type DecimalMark, DecimalMarkCounter } from '#writeback/price-style.ts'
import type { AddedRow, CellContent, ChangedRow, WriteBackPlan } from '#writeback/plan.ts'

const SPACE = 0x20
const QUOTE = 0x22
const NONE: readonly number[] = []

/** A cursor on one row of delimited text after the other, in offsets of its text. */
export class DelimitedRow {
  index = -1
  /** Its fields. */
  count = 0
  /** Where the row begins, and where the next one does. */
  from = 0
  to = 0
  readonly #layout: CsvOffsets
  #first = 0
  /** The fields that are made of two, in ascending order. */
  #joined: readonly number[] = NONE

  constructor(layout: CsvOffsets) {
    this.#layout = layout
  }

  moveTo(index: number): void {
    this.index = index
    this.count = this.#layout.countIn(index)
    this.from = this.#layout.startOf(index)
    this.to = this.#layout.startOf(index + 1)
    this.#first = this.#layout.firstFieldOf(index)
    this.#joined = NONE
  }

  /** What a field says begins here, behind its quote. */
  start(c: number): number {
    return this.#layout.fieldStart(this.#firstOf(c))
  }

  end(c: number): number {
    return this.#layout.fieldEnd(this.#lastOf(c))
  }

  isQuoted(c: number): boolean {
    return this.#layout.isQuoted(this.#firstOf(c))
  }

  /** The end of a field with its quotes and the spaces behind them. */
  outerEnd(c: number): number {
    let after = this.end(c)
    if (!this.#layout.isQuoted(this.#lastOf(c))) return after
    after++
    while (this.#layout.text.charCodeAt(after) === SPACE) after++
    return after
  }

  /** Where the last field ends. */
  get contentEnd(): number {
    return this.count === 0 ? this.from : this.outerEnd(this.count - 1)
  }

  /** Whether a field begins with a quote that is never closed: one more quote in this row could close it. */
  hasOpenQuote(): boolean {
    for (let c = 0; c < this.count; c++) {
      if (this.isQuoted(c)) continue
      let at = this.start(c)
      while (this.#layout.text.charCodeAt(at) === SPACE) at++
      if (this.#layout.text.charCodeAt(at) === QUOTE) return true
    }
    return false
  }

  /** Nothing but spaces, or the mark 1A at the end of old files. */
  isBlank(): boolean {
    for (let c = 0; c < this.count; c++) {
      const end = this.end(c)
      for (let at = this.start(c); at < end; at++) if (this.#layout.text.charCodeAt(at) > SPACE) return false
    }
    return true
  }

  /** A field that is made of two begins with the one and ends with the other. */
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

  /** Makes one field of two, as the reader does with a title or a number that was cut at its comma. */
  join(columns: readonly number[]): void {
    this.count -= columns.length
    this.#joined = columns
  }
}

/**
 * Walks over the rows of delimited text; the row given is the same object each time.
 * @param joinedFields the fields that the reader joined
 */
export function eachRow(
  layout: CsvOffsets,
  onRow: (row: DelimitedRow) => void,
  joinedFields?: JoinedFields,
): void {
  const row = new DelimitedRow(layout)
  for (let index = layout.firstRow; index < layout.rowCount; index++) {
    row.moveTo(index)
    const joined = joinedFields?.get(index)
    if (joined !== undefined) row.join(joined)
    onRow(row)
  }
}

/** What must be known of the whole file before its rows are written. */
export type CsvScan = {
  readonly lineEnd: string
  /** The last row with anything in it, or that gets it; rows that are added follow it. */
  readonly lastRow: number
  readonly areAllQuoted: boolean
  /** By column, how the last row has it. */
  readonly isQuoted: readonly boolean[]
  readonly titles: readonly string[]
  /** The header is the second of two rows, so that titles in it may be alike. */
  readonly isSecondHeader: boolean
  /** The column of a title that its own comma cut in two. */
  readonly cutTitle: number | undefined
  /** Columns of the header and of rows with new prices. */
  readonly width: number
  readonly marks: ReadonlyMap<number, DecimalMark>
}

/** Looks over the rows of the file once. */
export function scanForPatch(text: EditedText, order: WriteBackPlan): CsvScan {
  const surveyor = new Surveyor(text, order)
  eachRow(text.layout, (row) => surveyor.see(row), order.joinedFields)
  return surveyor.finish()
}

const LINE_ENDS = ['\r\n', '\n', '\r'] as const

type LineEnd = (typeof LINE_ENDS)[number]

const CR = 0x0d
const LF = 0x0a

class Surveyor {
  readonly #text: EditedText
  readonly #order: WriteBackPlan
  readonly #changedWidth: ReadonlyMap<number, number>
  readonly #votes: ReadonlyMap<number, DecimalMarkCounter>
  readonly #ends = new Map<LineEnd, number>()
  #lastRow = -1
  #lastFilled = -1
  #areAllQuoted = true
  #above: readonly string[] = []
  #header: readonly string[] = []
  /** Of rows below the header with more than one cell, the least. */
  #least = Infinity
  #width = 0

  constructor(text: EditedText, order: WriteBackPlan) {
    this.#text = text
    this.#order = order
    this.#changedWidth = new Map(order.changed.map(({ row, cells }) => [row, widthOfCells(cells)]))
    this.#votes = new Map(columnsWithNumbers(order).map((column) => [column, new DecimalMarkCounter()]))
    for (const { cells, prices } of order.added)
      this.#width = Math.max(this.#width, widthOfCells(cells, prices))
  }

  see(row: DelimitedRow): void {
    const { headerRow } = this.#order
    this.#seeStyle(row)
    if (headerRow !== null && row.index <= headerRow) {
      if (row.index === headerRow - 1) this.#above = this.#textsOf(row)
      if (row.index === headerRow) this.#header = this.#textsOf(row)
      return
    }
    if (row.count > 1 && row.count < this.#least) this.#least = row.count
    const width = Math.max(row.count, this.#changedWidth.get(row.index) ?? 0)
    if (width > this.#width && this.#isPriced(row)) this.#width = width
    for (const [column, vote] of this.#votes)
      if (column < row.count) vote.countRange(this.#text.layout.text, row.start(column), row.end(column))
  }

  finish(): CsvScan {
    const header = this.#header
    const isComma = this.#text.layout.delimiter === ','
    const cut = isComma ? splitTitleColumn(header, () => this.#least < header.length) : undefined
    const titles =
      cut === undefined
        ? header
        : [...header.slice(0, cut), `${header[cut]},${header[cut + 1]}`, ...header.slice(cut + 2)]
    const width = Math.max(titles.length, this.#width)
    const isQuoted = this.#quotesOfLast()
    return {
      lineEnd: this.#lineEnd(),
      lastRow: this.#lastRow,
      areAllQuoted: this.#areAllQuoted,
      isQuoted,
      titles,
      isSecondHeader: lastHeaderRow([this.#above, header], 0) === 1,
      cutTitle: cut,
      width: width > 0 ? width : isQuoted.length,
      marks: this.#marks(),
    }
  }

  #isPriced({ index }: DelimitedRow): boolean {
    for (const { cells } of this.#order.columns) if (cells.has(index)) return true
    return false
  }

  #seeStyle(row: DelimitedRow): void {
    const end = this.#lineEndOf(row)
    if (end !== undefined) this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
    const isBlank = row.isBlank()
    if (!isBlank || this.#changedWidth.has(row.index) || this.#isPriced(row)) this.#lastRow = row.index
    if (isBlank) return
    this.#lastFilled = row.index
    for (let c = 0; c < row.count && this.#areAllQuoted; c++) this.#areAllQuoted = row.isQuoted(c)
  }

  #lineEndOf({ from, to }: DelimitedRow): LineEnd | undefined {
    const { text } = this.#text.layout
    const last = to > from ? text.charCodeAt(to - 1) : 0
    if (last === CR) return '\r'
    if (last !== LF) return undefined
    return to - from > 1 && text.charCodeAt(to - 2) === CR ? '\r\n' : '\n'
  }

  #quotesOfLast(): boolean[] {
    if (this.#lastFilled === -1) return []
    const row = new DelimitedRow(this.#text.layout)
    row.moveTo(this.#lastFilled)
    row.join(this.#order.joinedFields?.get(this.#lastFilled) ?? [])
    return Array.from({ length: row.count }, (_, c) => row.isQuoted(c))
  }

  #textsOf(row: DelimitedRow): string[] {
    return Array.from({ length: row.count }, (_, c) => fieldText(this.#text, row, c))
  }

  /** The most common one; that of RFC 4180 where there is a single line. */
  #lineEnd(): string {
    let best: LineEnd = LINE_ENDS[0]
    for (const end of LINE_ENDS) if ((this.#ends.get(end) ?? 0) > (this.#ends.get(best) ?? 0)) best = end
    return best
  }

  /** A column without decimals has the mark of the prices. */
  #marks(): Map<number, DecimalMark> {
    const prices = new DecimalMarkCounter()
    for (const { column } of this.#order.columns) prices.add(this.#votes.get(column)!)
    return new Map(Array.from(this.#votes, ([column, vote]) => [column, vote.result ?? prices.result ?? '.']))
  }
}

/** What a field says. */
export function fieldText(text: EditedText, row: DelimitedRow, c: number): string {
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

import type { Delimiter, Encoding } from '../catalogue.ts'
import { ByteView } from './byte-view.ts'
import { DelimitedCells, type RowOrder, type RowStyle } from './delimited-cells.ts'
import { type DelimitedRow, scanRows } from './delimited-row.ts'
import { fieldText, type Survey, surveyDelimited } from './delimited-survey.ts'
import { EditedBytes } from './edited-bytes.ts'
import { type Encoder, encoderOf } from './encoder.ts'
import type { AddedRow, ChangedRow, WriteBackOrder, WrittenBack } from './order.ts'

/** How the file was read, as {@link OpenedFile} has it. */
export type DelimitedStyle = {
  readonly encoding: Encoding
  readonly hasBom: boolean
  readonly delimiter: Delimiter
}

/**
 * The file with the new prices: every byte of the others stays, damaged ones too, and what is new is written as its
 * neighbours are. Linear in time.
 */
export function writeBackDelimited(
  bytes: Uint8Array<ArrayBuffer>,
  { encoding, hasBom, delimiter }: DelimitedStyle,
  order: WriteBackOrder,
): WrittenBack {
  const view = new ByteView(bytes, encoding, hasBom)
  const survey = surveyDelimited(view, delimiter, order)
  const output = new EditedBytes(bytes)
  const writer = new DelimitedWriter(view, output, { delimiter, encoder: encoderOf(encoding), survey, order })
  scanRows(view.text, delimiter, survey.start, survey.firstIndex, (row) => writer.write(row))
  return { parts: output.finish(), format: 'csv', notes: [] }
}

type Task = {
  readonly delimiter: Delimiter
  readonly encoder: Encoder
  readonly survey: Survey
  readonly order: WriteBackOrder
}

class DelimitedWriter {
  readonly #view: ByteView
  readonly #output: EditedBytes
  readonly #task: Task
  readonly #cells: DelimitedCells
  readonly #changed: ReadonlyMap<number, ChangedRow>
  /** Columns of which any row can have another content or new cells behind it. */
  readonly #touched: readonly number[]
  /** The header as it stands in the file. */
  #header = ''

  constructor(view: ByteView, output: EditedBytes, task: Task) {
    const { order, survey, delimiter, encoder } = task
    this.#view = view
    this.#output = output
    this.#task = task
    this.#cells = new DelimitedCells(order, survey, delimiter, encoder)
    this.#changed = new Map(order.changed.map((row) => [row.row, row]))
    const replaced = order.placement === 'replace' ? [order.currencyColumn ?? -1] : []
    this.#touched = sorted([
      ...this.#cells.places.keys(),
      ...order.columns.map(({ column }) => column),
      ...replaced,
    ])
  }

  write(row: DelimitedRow): void {
    const { order, survey } = this.#task
    const changed = this.#changed.get(row.index)
    if (row.index === order.headerRow) this.#header = this.#textOf(row)
    if (row.index === order.headerRow || (changed === undefined && this.#isHeaderAgain(row)))
      this.#writeHeader(row)
    // A blank row has no cells that could have new ones beside them.
    else if (row.count > 0 || this.#widthOf(row.index, changed) > 0) this.#writeRow(row, changed)
    if (row.index === survey.lastRow) this.#add(row)
  }

  /** Titles stand again on each printed page, and over further tables. */
  #isHeaderAgain(row: DelimitedRow): boolean {
    const { order, survey } = this.#task
    if (order.headerRow === null || row.index < order.headerRow) return false
    if (order.columns.some(({ cells }) => cells.has(row.index))) return false
    return (
      this.#isWholeHeader(row) ||
      order.columns.some(({ column }) => {
        const title = survey.titles[column] ?? ''
        return column < row.count && title.trim() !== '' && fieldText(this.#view, row, column) === title
      })
    )
  }

  #isWholeHeader(row: DelimitedRow): boolean {
    const length = this.#header.length
    return length > 0 && row.contentEnd - row.from === length && this.#textOf(row) === this.#header
  }

  #textOf(row: DelimitedRow): string {
    return this.#view.text.slice(row.from, row.contentEnd)
  }

  #writeHeader(row: DelimitedRow): void {
    const { order, survey } = this.#task
    const halves = this.#isWholeHeader(row) ? survey.cutTitle : undefined
    const second = halves === undefined ? 0 : row.start[halves + 1]!
    if (halves !== undefined) row.join(halves)
    const style = this.#styleOf(row)
    for (const c of this.#touched) {
      if (c >= row.count) continue
      if (order.placement === 'replace') {
        const title = fieldText(this.#view, row, c)
        // Of a title that its comma cut in two, the second half names the currency.
        if (c === halves) this.#turnTitle(c, second, row.end[c]!)
        else this.#put(row, c, this.#cells.turnedTitle(c, title))
      }
      this.#insert(row.outerEnd[c]!, this.#cells.behind(c, 'header', style))
    }
    if (order.placement === 'end') this.#lengthen(row, survey.width, 'header', undefined, style)
  }

  #turnTitle(c: number, start: number, end: number): void {
    const turned = this.#cells.turnedTitle(c, this.#view.read(start, end))
    if (turned !== undefined) this.#replace(start, end, turned)
  }

  #writeRow(row: DelimitedRow, changed: ChangedRow | undefined): void {
    const { index } = row
    const rowOrder: RowOrder = {
      priceOf: ({ cells }) => cells.get(index),
      contentOf: (c) => changed?.cells.get(c),
    }
    const style = this.#styleOf(row)
    const columns =
      changed === undefined ? this.#touched : sorted([...this.#touched, ...changed.cells.keys()])
    for (const c of columns) {
      if (c >= row.count) continue
      const own = () => fieldText(this.#view, row, c)
      this.#put(row, c, this.#cells.contentOf(c, rowOrder, own, style))
      // A row with more cells than the table has titles gets its blank one where the others have theirs: what stands
      // beyond must not come to stand under the new title.
      this.#insert(row.outerEnd[c]!, this.#cells.behind(c, rowOrder, style))
    }
    this.#lengthen(row, this.#widthOf(index, changed), rowOrder, rowOrder, style)
  }

  /** The cells that a row must have for what comes into it: its prices, and what the person has put there. */
  #widthOf(index: number, changed: ChangedRow | undefined): number {
    const { order, survey } = this.#task
    let width = changed === undefined ? 0 : widthOf(changed)
    for (const { column, cells } of order.columns)
      if (cells.has(index)) width = Math.max(width, order.placement === 'end' ? survey.width : column + 1)
    return width
  }

  /** Cells behind the last one of a row, up to `width`: blank, or what the person has put there. */
  #lengthen(
    row: DelimitedRow,
    width: number,
    behind: RowOrder | 'header',
    content: RowOrder | undefined,
    style: RowStyle,
  ): void {
    let cells = ''
    for (let c = row.count; c < width; c++) {
      const text = content && this.#cells.contentOf(c, content, () => '', style)
      if (c > 0) cells += this.#task.delimiter
      cells += this.#cells.quoted(text ?? '', style.isQuoted(c)) + this.#cells.behind(c, behind, style)
    }
    this.#insert(row.contentEnd, cells)
  }

  #styleOf(row: DelimitedRow): RowStyle {
    return {
      isQuoted: (c) => (c < row.count ? row.isQuoted(c) : this.#task.survey.areAllQuoted),
      mayBeQuoted: () => !row.hasOpenQuote(),
    }
  }

  #put(row: DelimitedRow, c: number, text: string | undefined): void {
    if (text === undefined) return
    const own = fieldText(this.#view, row, c)
    if (text === own) return
    const [start, end] = [row.start[c]!, row.end[c]!]
    // Spaces that a field had without quotes need none now.
    const isSpaced = own !== own.trim() && !this.#cells.needsQuotes(text)
    if (row.isQuoted(c)) this.#replace(start, end, text.replaceAll('"', '""'))
    else this.#replace(start, end, isSpaced ? text : this.#cells.quoted(text, false))
  }

  #add(last: DelimitedRow): void {
    const { order, survey } = this.#task
    if (order.added.length === 0) return
    const rows = order.added.map((row) => this.#addedRow(row))
    const { lineEnd } = survey
    // A file whose last line has no end keeps it so.
    if (last.to > last.contentEnd) this.#insert(last.to, rows.map((row) => row + lineEnd).join(''))
    else this.#insert(last.contentEnd, rows.map((row) => lineEnd + row).join(''))
  }

  #addedRow(added: AddedRow): string {
    const { survey, delimiter } = this.#task
    const row: RowOrder = {
      priceOf: ({ column }) => added.prices.get(column),
      contentOf: (c) => added.cells.get(c),
    }
    const style: RowStyle = {
      isQuoted: (c) => survey.isQuoted[c] ?? survey.areAllQuoted,
      mayBeQuoted: () => true,
    }
    return Array.from({ length: survey.width }, (_, c) => {
      const text = this.#cells.contentOf(c, row, () => '', style) ?? ''
      return this.#cells.quoted(text, style.isQuoted(c)) + this.#cells.behind(c, row, style)
    }).join(delimiter)
  }

  #insert(offset: number, text: string): void {
    if (text !== '') this.#replace(offset, offset, text)
  }

  #replace(start: number, end: number, text: string): void {
    this.#output.replace(this.#view.at(start), this.#view.at(end), this.#task.encoder.encode(text))
  }
}

const sorted = (columns: readonly number[]): number[] =>
  [...new Set(columns)].filter((c) => c >= 0).toSorted((a, b) => a - b)

const widthOf = ({ cells }: ChangedRow): number => Math.max(0, ...Array.from(cells.keys(), (c) => c + 1))

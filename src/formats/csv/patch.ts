import type { CsvOffsets } from './table.ts'
import { CsvCellWriter, type CsvRowChange, type RowStyle } from './patch-cells.ts'
import { type DelimitedRow, type CsvScan, eachRow, fieldText, scanForPatch } from './patch-scan.ts'
import { type DelimitedStyle, type EditedText, editedText } from './patch-text.ts'
import type { AddedRow, CellContent, ChangedRow, PricedColumn, WriteBackPlan } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import type { WriteBackResult } from '../format.ts'

/**
 * The file with the new prices: every byte of the others stays, damaged ones too, and what is new is written as its
 * neighbours are. Linear in time.
 * @param read the layout that it was read by, if it holds every row and no byte was damaged
 */
export function writeBackDelimited(
  bytes: Uint8Array<ArrayBuffer>,
  style: DelimitedStyle,
  order: WriteBackPlan,
  read?: CsvOffsets,
): WriteBackResult {
  const text = editedText(bytes, style, read)
  const writer = new DelimitedWriter(text, scanForPatch(text, order), order)
  eachRow(text.layout, (row) => writer.write(row), order.joinedFields)
  return { parts: text.finish(), format: 'csv', notes: [] }
}

class DelimitedWriter {
  readonly #text: EditedText
  readonly #survey: CsvScan
  readonly #order: WriteBackPlan
  readonly #cells: CsvCellWriter
  readonly #changed: ReadonlyMap<number, ChangedRow>
  /** Columns of which any row can have another content or new cells behind it. */
  readonly #touched: readonly number[]
  readonly #rowOrder = new RowOfFile()
  #style: RowStyle | undefined
  /** The header as it stands in the file. */
  #header = ''

  constructor(text: EditedText, survey: CsvScan, order: WriteBackPlan) {
    this.#text = text
    this.#survey = survey
    this.#order = order
    this.#cells = new CsvCellWriter(order, survey, text.layout.delimiter, text.encoder)
    this.#changed = new Map(order.changed.map((row) => [row.row, row]))
    const replaced = order.placement === 'replace' ? [order.currencyColumn ?? -1] : []
    this.#touched = sorted([
      ...this.#cells.places.keys(),
      ...order.columns.map(({ column }) => column),
      ...replaced,
    ])
  }

  write(row: DelimitedRow): void {
    const [order, survey] = [this.#order, this.#survey]
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
    const [order, survey] = [this.#order, this.#survey]
    if (order.headerRow === null || row.index < order.headerRow) return false
    for (const { cells } of order.columns) if (cells.has(row.index)) return false
    return (
      this.#isWholeHeader(row) ||
      order.columns.some(({ column }) => {
        const title = survey.titles[column] ?? ''
        return column < row.count && title.trim() !== '' && fieldText(this.#text, row, column) === title
      })
    )
  }

  #isWholeHeader(row: DelimitedRow): boolean {
    const length = this.#header.length
    return length > 0 && row.contentEnd - row.from === length && this.#textOf(row) === this.#header
  }

  #textOf(row: DelimitedRow): string {
    return this.#text.layout.text.slice(row.from, row.contentEnd)
  }

  #writeHeader(row: DelimitedRow): void {
    const [order, survey] = [this.#order, this.#survey]
    const halves = this.#isWholeHeader(row) ? survey.cutTitle : undefined
    const second = halves === undefined ? 0 : row.start(halves + 1)
    if (halves !== undefined) row.join([halves])
    const style = this.#styleOf(row)
    for (const c of this.#touched) {
      if (c >= row.count) continue
      if (order.placement === 'replace') {
        const title = fieldText(this.#text, row, c)
        // Of a title that its comma cut in two, the second half names the currency.
        if (c === halves) this.#turnTitle(c, second, row.end(c))
        else this.#put(row, c, this.#cells.turnedTitle(c, title))
      }
      this.#insert(row.outerEnd(c), this.#cells.behind(c, 'header', style))
    }
    if (order.placement === 'end') this.#lengthen(row, survey.width, 'header', undefined, style)
  }

  #turnTitle(c: number, start: number, end: number): void {
    const turned = this.#cells.turnedTitle(c, this.#text.read(start, end))
    if (turned !== undefined) this.#replace(start, end, turned)
  }

  #writeRow(row: DelimitedRow, changed: ChangedRow | undefined): void {
    const rowOrder = this.#rowOrder
    rowOrder.index = row.index
    rowOrder.changed = changed
    const style = this.#styleOf(row)
    const keepsContent = changed === undefined && this.#order.placement !== 'replace'
    const columns =
      changed === undefined ? this.#touched : sorted([...this.#touched, ...changed.cells.keys()])
    for (const c of columns) {
      if (c >= row.count) continue
      const own = () => fieldText(this.#text, row, c)
      if (!keepsContent) this.#put(row, c, this.#cells.contentOf(c, rowOrder, own, style))
      // A row with more cells than the table has titles gets its blank one where the others have theirs: what stands
      // beyond must not come to stand under the new title.
      this.#insert(row.outerEnd(c), this.#cells.behind(c, rowOrder, style))
    }
    const width = this.#widthOf(row.index, changed)
    if (width > row.count) this.#lengthen(row, width, rowOrder, rowOrder, style)
  }

  /** The cells that a row must have for what comes into it: its prices, and what the person has put there. */
  #widthOf(index: number, changed: ChangedRow | undefined): number {
    const [order, survey] = [this.#order, this.#survey]
    let width = changed === undefined ? 0 : widthOf(changed)
    for (const { column, cells } of order.columns)
      if (cells.has(index)) width = Math.max(width, order.placement === 'end' ? survey.width : column + 1)
    return width
  }

  /** Cells behind the last one of a row, up to `width`: blank, or what the person has put there. */
  #lengthen(
    row: DelimitedRow,
    width: number,
    behind: CsvRowChange | 'header',
    content: CsvRowChange | undefined,
    style: RowStyle,
  ): void {
    let cells = ''
    for (let c = row.count; c < width; c++) {
      const text = content && this.#cells.contentOf(c, content, () => '', style)
      if (c > 0) cells += this.#text.layout.delimiter
      cells += this.#cells.quoted(text ?? '', style.isQuoted(c)) + this.#cells.behind(c, behind, style)
    }
    this.#insert(row.contentEnd, cells)
  }

  /** Of the row that the cursor stands on: there is only one. */
  #styleOf(row: DelimitedRow): RowStyle {
    return (this.#style ??= {
      isQuoted: (c) => (c < row.count ? row.isQuoted(c) : this.#survey.areAllQuoted),
      mayBeQuoted: () => !row.hasOpenQuote(),
    })
  }

  #put(row: DelimitedRow, c: number, text: string | undefined): void {
    if (text === undefined) return
    const own = fieldText(this.#text, row, c)
    if (text === own) return
    const [start, end] = [row.start(c), row.end(c)]
    // Spaces that a field had without quotes need none now.
    const isSpaced = own !== own.trim() && !this.#cells.needsQuotes(text)
    if (row.isQuoted(c)) this.#replace(start, end, text.replaceAll('"', '""'))
    else this.#replace(start, end, isSpaced ? text : this.#cells.quoted(text, false))
  }

  #add(last: DelimitedRow): void {
    const [order, survey] = [this.#order, this.#survey]
    if (order.added.length === 0) return
    const rows = order.added.map((row) => this.#addedRow(row))
    const { lineEnd } = survey
    // A file whose last line has no end keeps it so.
    if (last.to > last.contentEnd) this.#insert(last.to, rows.map((row) => row + lineEnd).join(''))
    else this.#insert(last.contentEnd, rows.map((row) => lineEnd + row).join(''))
  }

  #addedRow(added: AddedRow): string {
    const survey = this.#survey
    const row: CsvRowChange = {
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
    }).join(this.#text.layout.delimiter)
  }

  #insert(offset: number, text: string): void {
    if (text !== '') this.#replace(offset, offset, text)
  }

  #replace(start: number, end: number, text: string): void {
    this.#text.replace(start, end, text)
  }
}

/** What is ordered for one row after the other. */
class RowOfFile implements CsvRowChange {
  index = 0
  changed: ChangedRow | undefined

  priceOf({ cells }: PricedColumn): ConvertedCell | undefined {
    return cells.get(this.index)
  }

  contentOf(c: number): CellContent | undefined {
    return this.changed?.cells.get(c)
  }
}

const sorted = (columns: readonly number[]): number[] =>
  [...new Set(columns)].filter((c) => c >= 0).toSorted((a, b) => a - b)

const widthOf = ({ cells }: ChangedRow): number => Math.max(0, ...Array.from(cells.keys(), (c) => c + 1))

import { alignedBytes } from '../bytes/encoding.ts'
import { type CsvOffsets, CsvTable } from './table.ts'
import { CsvCellWriter, type CsvRowChange, type RowQuoting } from './patch-cells.ts'
import { type CsvRow, type CsvScan, forEachRow, readField, scanForPatch } from './patch-scan.ts'
import { type CsvDialect, type TextPatcher, createTextPatcher } from './patch-text.ts'
import type { AddedRow, CellContent, ChangedRow, PricedColumn, WriteBackPlan } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import type { Patcher, WriteBackResult } from '../format.ts'

/** Patches a file as it was opened. UTF-16 with missing or extra bytes is written as it was read. */
export const csvPatcher: Patcher = async (
  bytes,
  { encoding, hasBom = false, delimiter, cells, warnings },
  plan,
) => {
  if (encoding === undefined || delimiter === undefined)
    throw new TypeError('The file is not delimited text.')
  const isDamaged = warnings.some(({ code }) => code === 'undecodable-bytes')
  const isUndamaged = cells instanceof CsvTable && cells.offsets.isComplete && !isDamaged
  return patchCsv(
    warnings.some(({ code }) => code === 'realigned-bytes') ? alignedBytes(bytes, encoding) : bytes,
    { encoding, hasBom, delimiter },
    plan,
    isUndamaged ? cells.offsets : undefined,
  )
}

/**
 * Writes a file with new prices. Every other byte is unchanged, damaged ones too; new cells are quoted and punctuated as those
 * next to them. Linear in time.
 * @param read the offsets that it was read by, if they have every row and no byte is damaged
 */
export function patchCsv(
  bytes: Uint8Array<ArrayBuffer>,
  dialect: CsvDialect,
  plan: WriteBackPlan,
  read?: CsvOffsets,
): WriteBackResult {
  const text = createTextPatcher(bytes, dialect, read)
  const patcher = new CsvPatcher(scanForPatch(text, plan), plan, text)
  forEachRow(text.offsets, (row) => patcher.patchRow(row), plan.joinedFields)
  return { parts: text.finish(), format: 'csv', warnings: [] }
}

/** Patches one row after the other. */
export class CsvPatcher {
  /** The text that has the row; a stream has one for each. */
  text: TextPatcher
  readonly #scan: CsvScan
  readonly #plan: WriteBackPlan
  readonly #cells: CsvCellWriter
  readonly #changed: ReadonlyMap<number, ChangedRow>
  /** Columns of which any row can have new content or new cells after it, ascending. */
  readonly #affectedColumns: readonly number[]
  readonly #existingRow = new ExistingRow()
  #style: (RowQuoting & { readonly row: CsvRow }) | undefined
  /** The source text of the header row. */
  #header = ''

  constructor(scan: CsvScan, plan: WriteBackPlan, text: TextPatcher) {
    this.text = text
    this.#scan = scan
    this.#plan = plan
    this.#cells = new CsvCellWriter(plan, scan, text.offsets.delimiter, text.encoder)
    this.#changed = new Map(plan.changed.map((row) => [row.row, row]))
    const replaced = plan.placement === 'replace' ? [plan.currencyColumn ?? -1] : []
    this.#affectedColumns = sorted([
      ...this.#cells.newColumns.keys(),
      ...plan.columns.map(({ column }) => column),
      ...replaced,
    ])
  }

  patchRow(row: CsvRow): void {
    const [plan, scan] = [this.#plan, this.#scan]
    const changed = this.#changed.get(row.index)
    if (row.index === plan.headerRow) this.#header = this.#textOf(row)
    if (row.index === plan.headerRow || (changed === undefined && this.#isRepeatedHeader(row)))
      this.#patchHeader(row)
    else this.#patchCells(row, changed)
    if (row.index === scan.lastRow) this.#appendRows(row)
  }

  /** Titles are repeated on each printed page and over further tables. */
  #isRepeatedHeader(row: CsvRow): boolean {
    const [plan, scan] = [this.#plan, this.#scan]
    if (plan.headerRow === null || row.index < plan.headerRow) return false
    for (const { cells } of plan.columns) if (cells.has(row.index)) return false
    return (
      this.#isWholeHeader(row) ||
      plan.columns.some(({ column }) => {
        const title = scan.titles[column] ?? ''
        return column < row.count && title.trim() !== '' && readField(this.text, row, column) === title
      })
    )
  }

  #isWholeHeader(row: CsvRow): boolean {
    const length = this.#header.length
    return length > 0 && row.contentEnd - row.from === length && this.#textOf(row) === this.#header
  }

  #textOf(row: CsvRow): string {
    return this.text.offsets.text.slice(row.from, row.contentEnd)
  }

  #patchHeader(row: CsvRow): void {
    const [plan, scan] = [this.#plan, this.#scan]
    const split = this.#isWholeHeader(row) ? scan.splitTitle : undefined
    const second = split === undefined ? 0 : row.start(split + 1)
    if (split !== undefined) row.join([split])
    const style = this.#styleOf(row)
    for (const c of this.#affectedColumns) {
      if (c >= row.count) continue
      // The second half of a title that its comma split names the currency.
      if (c === split) this.#translateTitle(c, second, row.end(c))
      else this.#put(row, c, this.#cells.translatedTitle(c, readField(this.text, row, c)))
      this.#insert(row.outerEnd(c), this.#cells.cellsAfter(c, 'header', style))
    }
    if (plan.placement === 'end') this.#lengthen(row, scan.width, 'header', undefined, style)
  }

  #translateTitle(c: number, start: number, end: number): void {
    const translated = this.#cells.translatedTitle(c, this.text.read(start, end))
    if (translated !== undefined) this.#replace(start, end, translated)
  }

  #patchCells(row: CsvRow, changed: ChangedRow | undefined): void {
    const existingRow = this.#existingRow
    existingRow.index = row.index
    existingRow.changed = changed
    const style = this.#styleOf(row)
    const isUnchanged = changed === undefined && this.#plan.placement !== 'replace'
    const columns =
      changed === undefined
        ? this.#affectedColumns
        : sorted([...this.#affectedColumns, ...changed.cells.keys()])
    for (const c of columns) {
      if (c >= row.count) continue
      const own = () => readField(this.text, row, c)
      if (!isUnchanged) this.#put(row, c, this.#cells.newText(c, existingRow, own, style))
      // In a row with more cells than titles, a blank cell is inserted too: the cells after it must not move under the new
      // title.
      this.#insert(row.outerEnd(c), this.#cells.cellsAfter(c, existingRow, style))
    }
    const width = this.#widthOf(row.index, changed)
    if (width > row.count) this.#lengthen(row, width, existingRow, existingRow, style)
  }

  /** The number of cells that a row needs for its prices and the user's changes. */
  #widthOf(index: number, changed: ChangedRow | undefined): number {
    const [plan, scan] = [this.#plan, this.#scan]
    let width = changed === undefined ? 0 : changedWidth(changed)
    for (const { column, cells } of plan.columns)
      if (cells.has(index)) width = Math.max(width, plan.placement === 'end' ? scan.width : column + 1)
    return width
  }

  /** Adds cells after the last one of a row, up to `width`: blank, or with the user's changes. */
  #lengthen(
    row: CsvRow,
    width: number,
    after: CsvRowChange | 'header',
    content: CsvRowChange | undefined,
    style: RowQuoting,
  ): void {
    let cells = ''
    for (let c = row.count; c < width; c++) {
      const text = content && this.#cells.newText(c, content, () => '', style)
      if (c > 0) cells += this.text.offsets.delimiter
      cells += this.#cells.quoted(text ?? '', style.isQuoted(c)) + this.#cells.cellsAfter(c, after, style)
    }
    this.#insert(row.contentEnd, cells)
  }

  /** One object for all rows of a cursor. */
  #styleOf(row: CsvRow): RowQuoting {
    if (this.#style?.row !== row)
      this.#style = {
        row,
        isQuoted: (c) => (c < row.count ? row.isQuoted(c) : this.#scan.areAllQuoted),
        canAddQuotes: (replaced) => !row.hasOpenQuote(replaced),
      }
    return this.#style
  }

  #put(row: CsvRow, c: number, text: string | undefined): void {
    if (text === undefined) return
    const own = readField(this.text, row, c)
    if (text === own) return
    const [start, end] = [row.start(c), row.end(c)]
    // A field that had outer spaces without quotes gets no quotes for them.
    const isSpaced = own !== own.trim() && !this.#cells.needsQuotes(text)
    if (row.isQuoted(c)) this.#replace(start, end, text.replaceAll('"', '""'))
    else this.#replace(start, end, isSpaced ? text : this.#cells.quoted(text, false))
  }

  #appendRows(last: CsvRow): void {
    const [plan, scan] = [this.#plan, this.#scan]
    const rows = plan.added.map((row) => this.#addedRow(row))
    const { lineEnd } = scan
    // A last line without a line end stays so.
    if (last.to > last.contentEnd) this.#insert(last.to, rows.map((row) => row + lineEnd).join(''))
    else this.#insert(last.contentEnd, rows.map((row) => lineEnd + row).join(''))
  }

  #addedRow(added: AddedRow): string {
    const scan = this.#scan
    const row: CsvRowChange = {
      priceOf: ({ column }) => added.prices.get(column),
      contentAt: (c) => added.cells.get(c),
    }
    const style: RowQuoting = {
      isQuoted: (c) => scan.isQuoted[c] ?? scan.areAllQuoted,
      canAddQuotes: () => true,
    }
    return Array.from({ length: scan.width }, (_, c) => {
      const text = this.#cells.newText(c, row, () => '', style) ?? ''
      return this.#cells.quoted(text, style.isQuoted(c)) + this.#cells.cellsAfter(c, row, style)
    }).join(this.text.offsets.delimiter)
  }

  #insert(offset: number, text: string): void {
    if (text !== '') this.#replace(offset, offset, text)
  }

  #replace(start: number, end: number, text: string): void {
    this.text.replace(start, end, text)
  }
}

/** The planned changes of an existing row; one object for all rows. */
class ExistingRow implements CsvRowChange {
  index = 0
  changed: ChangedRow | undefined

  priceOf({ cells }: PricedColumn): ConvertedCell | undefined {
    return cells.get(this.index)
  }

  contentAt(c: number): CellContent | undefined {
    return this.changed?.cells.get(c)
  }
}

const sorted = (columns: readonly number[]): number[] =>
  [...new Set(columns)].filter((c) => c >= 0).toSorted((a, b) => a - b)

const changedWidth = ({ cells }: ChangedRow): number => Math.max(0, ...Array.from(cells.keys(), (c) => c + 1))

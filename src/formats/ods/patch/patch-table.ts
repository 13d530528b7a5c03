import { concatBytes } from '../../bytes/bytes.ts'
import { type Edit, BytePatcher } from '../../bytes/patch-bytes.ts'
import { isInRange, type CellRange } from '../../spreadsheet/cell-ref.ts'
import type { NewCell, NewCells } from '../../spreadsheet/patch/new-cells.ts'
import type { ColumnLayout } from '../../spreadsheet/patch/new-columns.ts'
import { type Span, rawText } from '../../xml/tags.ts'
import type { DecimalMark } from '#writeback/price-style.ts'
import type { OdsContent, SheetTable } from '../document.ts'
import { ATTRIBUTE, attributeName } from '../names.ts'
import { type ColumnRun, SheetRows } from '../sheet-rows.ts'
import { AttributeRemover, REPLACED_ATTRIBUTES, escapeText, valueXml, withAttributes } from './cell-xml.ts'
import type { NewStyles } from './new-styles.ts'
import type { TableScan } from './scan.ts'
import { type Place, type Run, spliceRuns } from './splice-runs.ts'

type TablePatch = {
  readonly content: OdsContent
  readonly table: SheetTable
  readonly scan: TableScan
  readonly cells: NewCells
  readonly layout: ColumnLayout
  readonly styles: NewStyles
}

/** A cell of the row that is being written. */
type CellRun = Run & {
  readonly tagEnd: number
  readonly isCovered: boolean
  readonly isBlank: boolean
  /** Its own style. */
  readonly style: string | undefined
  readonly paragraphs: readonly Span[]
  /** How many columns a merged cell covers, and where that is said. */
  readonly spanned: number
  readonly spannedAt: Span | undefined
}

/** Rows that get the same cells. */
type RowGroup = {
  readonly row: number
  count: number
  readonly cells: readonly NewCell[]
  readonly key: string
}

/** Columns of a sheet of some program: with more of them the last ones would be lost. */
const FULL_WIDTHS: readonly number[] = [256, 1024, 16_384]

/** Writes the new cells into a sheet. */
export class TableWriter {
  readonly #patch: TablePatch
  readonly #patcher: BytePatcher
  readonly #rows: SheetRows
  readonly #marked: Uint8Array
  readonly #mark: DecimalMark
  readonly #withoutValue: AttributeRemover
  readonly #withoutValueOnly: AttributeRemover
  readonly #withoutStyle: AttributeRemover
  readonly #withoutRepeat: AttributeRemover
  readonly #columnAlone: AttributeRemover
  readonly #spanned: RegExp
  /** Columns that are inserted: before which column of the user's sheet, and how many. */
  readonly #inserted: readonly { readonly before: number; readonly count: number }[]
  readonly #insertedCount: number
  /** Merged cells that an inserted column widens, from the top down: those below the current row, and those in it. */
  readonly #widened: CellRange[]
  #widenedHere: readonly CellRange[] = []

  constructor(patch: TablePatch, patcher: BytePatcher) {
    this.#patch = patch
    this.#patcher = patcher
    const { content, table, cells, scan, layout } = patch
    const { prefixes } = content
    this.#rows = new SheetRows(content, table)
    this.#marked = cells.rows()
    this.#mark = scan.decimalMark
    const kept: readonly number[] = [ATTRIBUTE.formula]
    this.#withoutValue = new AttributeRemover(prefixes, REPLACED_ATTRIBUTES)
    this.#withoutValueOnly = new AttributeRemover(
      prefixes,
      REPLACED_ATTRIBUTES.filter((attribute) => !kept.includes(attribute)),
    )
    this.#withoutStyle = new AttributeRemover(prefixes, [ATTRIBUTE.style])
    this.#withoutRepeat = new AttributeRemover(prefixes, [ATTRIBUTE.columnsRepeated])
    this.#columnAlone = new AttributeRemover(
      prefixes,
      [ATTRIBUTE.columnsRepeated, ATTRIBUTE.defaultStyle],
      [`${prefixes.table}visibility`],
    )
    this.#spanned = new RegExp(`(\\s${prefixes.table}number-columns-spanned\\s*=\\s*)(?:"\\d*"|'\\d*')`)
    const sources = layout.isShifted ? [...new Set(layout.columns.map(({ source }) => source))] : []
    this.#inserted = sources
      .map((source) => ({ before: source + 1, count: layout.shift(source + 1) - layout.shift(source) - 1 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => a.before - b.before)
    this.#insertedCount = this.#inserted.reduce((sum, { count }) => sum + count, 0)
    this.#widened = scan.merges
      .filter(({ left, right }) => this.#inserted.some(({ before }) => before > left && before <= right))
      .toSorted((a, b) => b.top - a.top)
  }

  /** @param onRow called with each row */
  write(onRow: (row: number) => void): void {
    const rows = this.#rows
    let isFirst = true
    let rowStyle: string | undefined
    while (rows.nextRow()) {
      if (isFirst) this.#writeColumns()
      isFirst = false
      rowStyle = rows.rowStyle
      onRow(rows.row)
      this.#writeRow()
    }
    this.#appendRows(rowStyle)
  }

  #writeRow(): void {
    const rows = this.#rows
    const groups = this.#groupsOf(rows.row, rows.rowRepeat)
    if (groups.every(({ cells }) => cells.length === 0) && this.#inserted.length === 0) return rows.skipRow()
    const runs = this.#readRuns()
    const { rowStart, rowEnd, xml } = rows
    const [only] = groups
    if (groups.length === 1) {
      for (const edit of this.#rowEdits(runs, only!)) this.#patcher.edit(edit)
      return
    }
    const written = groups.flatMap((group) => {
      const patcher = new BytePatcher(xml, rowStart)
      for (const edit of this.#rowEdits(runs, group)) patcher.edit(edit)
      return patcher.finish(rowEnd)
    })
    this.#patcher.replace(rowStart, rowEnd, concatBytes(written))
  }

  /** Divides the rows that one element stands for by the cells that they get. */
  #groupsOf(row: number, repeat: number): RowGroup[] {
    const groups: RowGroup[] = []
    const end = Math.min(row + repeat, this.#marked.length)
    let at = row
    const add = (group: RowGroup) => {
      const last = groups.at(-1)
      if (last?.key === group.key) last.count += group.count
      else groups.push(group)
    }
    for (; at < end; at++) {
      const cells = this.#marked[at] === 1 ? this.#patch.cells.inRow(at) : []
      add({ row: at, count: 1, cells, key: keyOf(cells) })
    }
    if (at < row + repeat) add({ row: at, count: row + repeat - at, cells: [], key: '' })
    return groups
  }

  #readRuns(): CellRun[] {
    const rows = this.#rows
    const runs: CellRun[] = []
    while (rows.nextCell()) {
      const { start, tagEnd, end, column, repeat, isCovered } = rows
      runs.push({
        start,
        tagEnd,
        end,
        column,
        repeat,
        isCovered,
        isBlank: !rows.isUsed && !rows.hasOthers,
        style: rows.attribute(ATTRIBUTE.style),
        paragraphs: paragraphSpans(rows),
        spanned: rows.count(ATTRIBUTE.columnsSpanned),
        spannedAt: rows.span(ATTRIBUTE.columnsSpanned),
      })
    }
    return runs
  }

  #rowEdits(runs: readonly CellRun[], { row, count, cells }: RowGroup): Edit[] {
    const rows = this.#rows
    const { shift } = this.#patch.layout
    const last = runs.at(-1)
    const isRest = last !== undefined && last.isBlank && !last.isCovered
    const trim = this.#trimOf(last, isRest)
    const places = this.#placesIn(runs, row, cells)
    // Among blank columns up to the edge of a sheet one more or less is the same.
    const needed =
      trim > 0 && cells.length === 0 ? places.filter(({ column }) => column <= shift(last!.column)) : places
    const { edits, tail } = spliceRuns(runs, {
      places: needed,
      shift,
      copy: (run, length) => this.#copyOf(run, length),
      gap: (length) => this.#emptyCell(length),
      trim: trim - Math.min(trim, places.length - needed.length),
    })
    edits.push(...this.#widenings(runs, edits))
    const { rowRepeatSpan, rowRepeat } = rows
    if (rowRepeatSpan !== undefined && rowRepeat !== count)
      edits.push({ ...rowRepeatSpan, text: String(count) })
    if (tail !== '') {
      const name = `${this.#prefix}table-row`
      edits.push(
        rows.isRowEmpty
          ? { start: rows.rowClose, end: rows.rowEnd, text: `>${tail}</${name}>` }
          : { start: rows.rowClose, end: rows.rowClose, text: tail },
      )
    }
    return edits.toSorted((a, b) => a.start - b.start)
  }

  get #prefix(): string {
    return this.#patch.content.prefixes.table
  }

  /** The new cells of a row and the empty cells of inserted columns, in order. */
  #placesIn(runs: readonly CellRun[], row: number, cells: readonly NewCell[]): Place<CellRun>[] {
    const places: Place<CellRun>[] = cells.map((cell) => ({
      column: cell.column,
      text: (run) => this.#cellXml(cell, run, this.#styleOf(runs, row, cell.styleOf)),
    }))
    const taken = new Set(cells.map(({ column }) => column))
    this.#moveTo(row)
    const width = runs.reduce((end, run) => Math.max(end, run.column + run.repeat), 0)
    for (const { before, count } of this.#inserted) {
      // Behind the last cell of a row nothing moves.
      if (before >= width) continue
      const first = this.#patch.layout.shift(before - 1) + 1
      const isCovered = this.#widenedHere.some(
        (range) => isInRange(range, row, before) && range.left < before,
      )
      const style = runs.find(
        (run) => before - 1 >= run.column && before - 1 < run.column + run.repeat,
      )?.style
      for (let column = first; column < first + count; column++)
        if (!taken.has(column)) places.push({ column, text: () => this.#emptyCell(1, style, isCovered) })
    }
    return places.toSorted((a, b) => a.column - b.column)
  }

  /** Finds the merged cells of a row that are widened. Rows come in order. */
  #moveTo(row: number): void {
    const here = this.#widenedHere.filter(({ bottom }) => bottom >= row)
    while ((this.#widened.at(-1)?.top ?? Infinity) <= row) here.push(this.#widened.pop()!)
    this.#widenedHere = here
  }

  /** The style of a cell of the user's sheet; in an added row that of the last row. */
  #styleOf(runs: readonly CellRun[], row: number, column: number): string | undefined {
    const own = runs.find((run) => column >= run.column && column < run.column + run.repeat)?.style
    if (own !== undefined) return own
    const { scan, cells } = this.#patch
    const last = cells.isAdded(row) ? scan.lastStyles.get(column) : undefined
    return last ?? this.#rows.rowDefaultStyle ?? this.#rows.columnAt(column)?.defaultStyle
  }

  #cellXml(cell: NewCell, run: CellRun | undefined, source: string | undefined): string {
    const { content, currency } = cell
    const { prefixes } = this.#patch.content
    const style = currency === null ? source : this.#patch.styles.priceStyle(source, currency)
    const { attributes, paragraphs } = valueXml({ content, currency, mark: this.#mark }, prefixes)
    const name = `${this.#prefix}${run?.isCovered === true ? 'covered-table-cell' : 'table-cell'}`
    const styled = style === undefined ? '' : ` ${this.#prefix}style-name="${escapeText(style)}"`
    if (run === undefined || run.isCovered) return closed(name, `<${name}${styled}${attributes}>`, paragraphs)
    const own = rawText(this.#rows.xml, run.start, run.tagEnd)
    const remover = cell.keepsFormula === true ? this.#withoutValueOnly : this.#withoutValue
    const spanned = this.#spannedBy(run)
    const widened =
      spanned === undefined ? own : own.replace(this.#spanned, (_, name: string) => `${name}"${spanned}"`)
    const tag = withAttributes(this.#withoutStyle.from(remover.from(widened)), styled + attributes)
    return closed(name, tag, this.#contentOf(run, paragraphs))
  }

  /** The content of a cell with other paragraphs: comments and the like stay. */
  #contentOf(run: CellRun, paragraphs: string): string {
    const { xml } = this.#rows
    if (run.tagEnd === run.end) return paragraphs
    let [text, at] = ['', run.tagEnd]
    for (const [i, { start, end }] of run.paragraphs.entries()) {
      text += rawText(xml, at, start) + (i === 0 ? paragraphs : '')
      at = end
    }
    const rest = rawText(xml, at, xml.lastIndexOf(LESS, run.end - 1))
    return run.paragraphs.length === 0 ? rest + paragraphs : text + rest
  }

  /** The element of a run for so many of its columns. */
  #copyOf({ start, tagEnd, end }: Run & { readonly tagEnd: number }, count: number): string {
    const { xml } = this.#rows
    const tag = this.#withoutRepeat.from(rawText(xml, start, tagEnd))
    const repeat =
      count === 1
        ? ''
        : ` ${attributeName(ATTRIBUTE.columnsRepeated, this.#patch.content.prefixes)}="${count}"`
    return tag.replace(/\s*(\/?>)$/, (_, close: string) => repeat + close) + rawText(xml, tagEnd, end)
  }

  #emptyCell(count: number, style?: string, isCovered = false): string {
    const prefix = this.#prefix
    const repeat = count === 1 ? '' : ` ${prefix}number-columns-repeated="${count}"`
    const styled = style === undefined ? '' : ` ${prefix}style-name="${escapeText(style)}"`
    return `<${prefix}${isCovered ? 'covered-table-cell' : 'table-cell'}${styled}${repeat}/>`
  }

  /** Merged cells cover the columns that are inserted into them. */
  #widenings(runs: readonly CellRun[], edits: readonly Edit[]): Edit[] {
    if (this.#widenedHere.length === 0) return []
    const replaced = new Set(edits.filter(({ start, end }) => start < end).map(({ start }) => start))
    return runs.flatMap((run) => {
      const spanned = replaced.has(run.start) ? undefined : this.#spannedBy(run)
      return spanned === undefined ? [] : [{ ...run.spannedAt!, text: String(spanned) }]
    })
  }

  /** How many columns a merged cell covers when others are inserted into it; undefined for any other cell. */
  #spannedBy({ column, spanned, spannedAt }: CellRun): number | undefined {
    if (spannedAt === undefined || spanned < 2) return undefined
    const more = this.#inserted
      .filter(({ before }) => before > column && before < column + spanned)
      .reduce((sum, { count }) => sum + count, 0)
    return more === 0 ? undefined : spanned + more
  }

  /** How many columns the last element of a full sheet loses to those that are inserted. */
  #trimOf(last: Run | undefined, isBlank: boolean): number {
    if (last === undefined || !isBlank || last.repeat <= this.#insertedCount) return 0
    return FULL_WIDTHS.includes(last.column + last.repeat) ? this.#insertedCount : 0
  }

  /** New columns are as wide as their source, and never hidden. */
  #writeColumns(): void {
    const { columns } = this.#rows
    const { layout } = this.#patch
    if (columns.length === 0 || layout.columns.length === 0) return
    const places = layout.columns.flatMap(({ column, source }): Place<ColumnRun>[] => {
      const model = this.#rows.columnAt(source)
      if (model === undefined) return []
      return [{ column, text: (own) => this.#columnXml(model, own) }]
    })
    const { edits, tail } = spliceRuns(columns, {
      places: places.toSorted((a, b) => a.column - b.column),
      shift: layout.shift,
      copy: (run, count) => this.#copyOf(run, count),
      gap: (count) => `<${this.#prefix}table-column ${this.#prefix}number-columns-repeated="${count}"/>`,
      trim: this.#trimOf(columns.at(-1), true),
    })
    const end = columns.at(-1)!.end
    for (const edit of edits) this.#patcher.edit(edit)
    if (tail !== '') this.#patcher.edit({ start: end, end, text: tail })
  }

  #columnXml(model: ColumnRun, own: ColumnRun | undefined): string {
    const { xml } = this.#rows
    const tag = this.#columnAlone.from(rawText(xml, model.start, model.tagEnd)).replace(/\s*\/?>$/, '')
    const style = own?.defaultStyle
    const kept = style === undefined ? '' : ` ${this.#prefix}default-cell-style-name="${escapeText(style)}"`
    return `${tag}${kept}/>`
  }

  /** Rows behind the last one that the sheet has an element for. */
  #appendRows(rowStyle: string | undefined): void {
    const rows = this.#rows
    const prefix = this.#prefix
    let end = rows.row + rows.rowRepeat
    let text = ''
    const styled = rowStyle === undefined ? '' : ` ${prefix}style-name="${escapeText(rowStyle)}"`
    for (let row = Math.max(end, 0); row < this.#marked.length; row++) {
      if (this.#marked[row] !== 1) continue
      if (row > end)
        text += `<${prefix}table-row ${prefix}number-rows-repeated="${row - end}"><${prefix}table-cell/></${prefix}table-row>`
      const { tail } = spliceRuns<CellRun>([], {
        places: this.#placesIn([], row, this.#patch.cells.inRow(row)),
        shift: this.#patch.layout.shift,
        copy: () => '',
        gap: (length) => this.#emptyCell(length),
        trim: 0,
      })
      text += `<${prefix}table-row${styled}>${tail || this.#emptyCell(1)}</${prefix}table-row>`
      end = row + 1
    }
    if (text !== '') this.#patcher.edit({ start: rows.lastEnd, end: rows.lastEnd, text })
  }
}

const LESS = 0x3c

const closed = (name: string, tag: string, content: string): string =>
  content === '' ? tag.replace(/>$/, '/>') : `${tag}${content}</${name}>`

const keyOf = (cells: readonly NewCell[]): string =>
  cells.length === 0
    ? ''
    : JSON.stringify(
        cells.map(({ column, content, styleOf, currency, keepsFormula }) => [
          column,
          content,
          styleOf,
          currency,
          keepsFormula,
        ]),
      )

function paragraphSpans({ paragraphBounds }: SheetRows): Span[] {
  const spans: Span[] = []
  for (let i = 0; i < paragraphBounds.length; i += 2)
    spans.push({ start: paragraphBounds[i]!, end: paragraphBounds[i + 1]! })
  return spans
}

import { columnName } from '#table/column-name.ts'
import { escapeXml } from '../write/escape.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import type { ColumnShift } from '../../spreadsheet/cell-ref.ts'
import type { NewCell, NewCells } from '../../spreadsheet/patch/new-cells.ts'
import { SheetCells } from '../sheet-cells.ts'
import type { SheetScan } from './scan-sheet.ts'
import { type Edit, BytePatcher, applyEdits } from '../../bytes/patch-bytes.ts'
import type { CellContent } from '#writeback/plan.ts'
import { withSign } from '#writeback/price-style.ts'
import type { WorkbookStyles } from './styles.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'

const [LESS, GREATER] = [0x3c, 0x3e]

type SheetPatch = {
  readonly scan: SheetScan
  readonly cells: NewCells
  readonly shift: ColumnShift
  readonly isShifted: boolean
  readonly styles: WorkbookStyles | undefined
  /** Columns whose stored results of formulas are removed: they are of the old prices, and not every program computes them again. */
  readonly outdated: ReadonlySet<number>
  /** Columns of formulas whose amounts are in another currency now, and what their styles become. */
  readonly restyled: ReadonlySet<number>
  readonly newStyles: ReadonlyMap<number, number>
  /** The row of the titles, whose formulas keep their results; -1 for none. */
  readonly headerRow: number
  /** Edits before and after the rows, sorted. */
  readonly head: readonly Edit[]
  readonly tail: readonly Edit[]
}

/**
 * Generates the patched XML of a sheet in chunks.
 * @param pieces of the sheet, as it was scanned
 * @param onRow called with each existing row
 */
export async function* patchSheet(
  sheet: SheetPatch,
  pieces: AsyncIterable<Bytes> | Iterable<Bytes>,
  onRow: (row: number) => void,
): AsyncGenerator<Bytes> {
  const { headXml, tailXml } = sheet.scan
  yield* applyEdits(headXml, sheet.head)
  const writer = new RowWriter(sheet)
  let walker: SheetCells | undefined
  for await (const piece of pieces) {
    const patcher = new BytePatcher(piece, walker === undefined ? headXml.length : 0)
    if (walker === undefined) walker = new SheetCells(piece, headXml.length)
    else walker.moveTo(piece)
    writer.begin(piece, patcher)
    while (walker.nextRow()) {
      writer.row(walker)
      onRow(walker.row)
      if (patcher.hasPieces) yield* patcher.take()
    }
    const end = walker.isEnded ? walker.rowStart : piece.length
    if (walker.isEnded) writer.remaining(end)
    yield* patcher.finish(end)
    if (walker.isEnded) break
  }
  yield* applyEdits(tailXml, sheet.tail)
}

class RowWriter {
  readonly #sheet: SheetPatch
  #xml: Bytes
  #patcher: BytePatcher
  readonly #rows: Uint8Array
  /** The next row with new cells. */
  #next = -1
  /** Of the current row, by column. */
  readonly #styles: (number | undefined)[] = []

  constructor(sheet: SheetPatch) {
    this.#sheet = sheet
    this.#xml = sheet.scan.headXml
    this.#patcher = new BytePatcher(this.#xml)
    this.#rows = sheet.cells.rows()
    this.#advance()
  }

  /** Continues with the next piece. */
  begin(xml: Bytes, patcher: BytePatcher): void {
    this.#xml = xml
    this.#patcher = patcher
  }

  /** Writes the current row, and before it the missing rows that get cells. */
  row(walker: SheetCells): void {
    while (this.#next < Math.min(walker.row, this.#rows.length)) this.#insertRow(walker.rowStart)
    const isChanged = this.#next === walker.row && this.#next < this.#rows.length
    if (isChanged) this.#advance()
    if (isChanged || this.#sheet.isShifted || this.#sheet.outdated.size > 0) this.#patchRow(walker, isChanged)
    else while (walker.nextCell());
  }

  /** Writes rows after the last one of the sheet. */
  remaining(at: number): void {
    while (this.#next < this.#rows.length) this.#insertRow(at)
  }

  #advance(): void {
    do this.#next++
    while (this.#rows[this.#next] === 0)
  }

  #insertRow(at: number): void {
    const row = this.#next
    this.#advance()
    const { cells, scan } = this.#sheet
    const { prefix } = scan
    this.#styles.length = 0
    const text = cells.inRow(row).map((cell) => this.#cellXml(cell, row, prefix))
    this.#insert(at, `<${prefix}row r="${row + 1}">${text.join('')}</${prefix}row>`)
  }

  #patchRow(walker: SheetCells, isChanged: boolean): void {
    const { row } = walker
    const added = isChanged ? this.#sheet.cells.inRow(row) : []
    const { prefix } = walker
    this.#styles.length = 0
    this.#updateSpans(walker, added)
    let i = 0
    let opening = walker.isRowEmpty ? '>' : ''
    while (walker.nextCell()) {
      if (walker.style !== undefined) this.#styles[walker.column] = walker.style
      const place = this.#sheet.shift(walker.column)
      for (; i < added.length && added[i]!.column < place; i++)
        this.#insert(walker.start, this.#cellXml(added[i]!, row, prefix))
      if (added[i]?.column === place) {
        const cell = added[i++]!
        const text = this.#cellXml(cell, row, prefix, cell.keepsFormula ? this.#formulaXml(walker) : '')
        this.#patcher.edit({ start: walker.start, end: walker.end, text })
      } else if (place !== walker.column) this.#move(walker, place)
      else if (row > this.#sheet.headerRow && this.#sheet.outdated.has(place)) {
        if (this.#sheet.restyled.has(place)) this.#restyle(walker)
        this.#removeResult(walker)
      }
    }
    if (i === added.length) return
    for (; i < added.length; i++) opening += this.#cellXml(added[i]!, row, prefix)
    if (!walker.isRowEmpty) this.#insert(walker.rowClose, opening)
    else {
      const name = rawText(this.#xml, walker.rowName.start, walker.rowName.end)
      this.#patcher.edit({ start: walker.rowClose, end: walker.rowTagEnd, text: `${opening}</${name}>` })
    }
  }

  /** Updates the `spans` attribute of a row: its first and last column, 1-based (ECMA-376 18.3.1.73). */
  #updateSpans({ spans }: SheetCells, added: readonly NewCell[]): void {
    if (spans === undefined) return
    const { shift } = this.#sheet
    const before = rawText(this.#xml, spans.start, spans.end)
    const [first, last] = [/^\d+/, /\d+$/].map((end) => Number(end.exec(before)?.[0]))
    if (!first || !last) return
    const columns = added.map(({ column }) => column + 1)
    const text = `${Math.min(shift(first - 1) + 1, ...columns)}:${Math.max(shift(last - 1) + 1, ...columns)}`
    this.#patcher.edit({ ...spans, text })
  }

  #move({ ref, nameEnd, row }: SheetCells, place: number): void {
    const text = columnName(place) + (row + 1)
    if (ref === undefined) this.#insert(nameEnd, ` r="${text}"`)
    else this.#patcher.edit({ ...ref, text })
  }

  /** Gives a formula the number format of the new currency. */
  #restyle({ formula, style = 0, start, end }: SheetCells): void {
    const newStyle = this.#sheet.newStyles.get(style)
    if (formula === undefined || newStyle === undefined) return
    const tag = new XmlTags(this.#xml, start, end)
    tag.next()
    const span = tag.span('s') ?? { start: tag.nameEnd, end: tag.nameEnd }
    this.#patcher.edit({ ...span, text: span.start === span.end ? ` s="${newStyle}"` : String(newStyle) })
  }

  /** Removes the `v` element of a cell with a formula. */
  #removeResult(cell: SheetCells): void {
    const { formula, value } = cell
    if (formula === undefined || value === undefined) return
    // A formula without references (`TODAY()`) does not depend on prices. That of a shared formula is in another cell.
    if (!/^<[^>]*\/>|[A-Z]\$?\d|:|\[/.test(this.#formulaXml(cell))) return
    const start = this.#xml.lastIndexOf(LESS, value.start - 1)
    const end = this.#xml.indexOf(GREATER, value.end) + 1
    this.#patcher.edit({ start, end, text: '' })
  }

  #insert(at: number, text: string): void {
    this.#patcher.edit({ start: at, end: at, text })
  }

  /** The `f` element of a cell; '' when it has none. */
  #formulaXml({ formula, end }: SheetCells): string {
    if (formula === undefined) return ''
    const tags = new XmlTags(this.#xml, formula.start, end)
    tags.next()
    tags.skip()
    return rawText(this.#xml, formula.start, tags.end)
  }

  #cellXml(cell: NewCell, row: number, prefix: string, formula = ''): string {
    const style = this.#styleIndex(cell, row)
    const tag = `${prefix}c r="${columnName(cell.column)}${row + 1}"${style === undefined ? '' : ` s="${style}"`}`
    const content = style === undefined ? withoutStyle(cell.content) : cell.content
    if (typeof content !== 'string')
      return `<${tag}>${formula}<${prefix}v>${content.number}</${prefix}v></${prefix}c>`
    if (content === '') return `<${tag}/>`
    const text = `<${prefix}t xml:space="preserve">${escapeXml(content)}</${prefix}t>`
    return `<${tag} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`
  }

  /** A new cell never precedes its source, so the styles of the row up to it are known. */
  #styleIndex({ styleOf, currency }: NewCell, row: number): number | undefined {
    const { cells, scan, styles } = this.#sheet
    const own = this.#styles[styleOf] ?? (cells.isAdded(row) ? scan.lastStyles.get(styleOf) : undefined)
    return currency === null ? own : styles?.priceStyle(own ?? 0, currency)
  }
}

/** The currency is in the text where the workbook has no number formats. */
const withoutStyle = (content: CellContent): CellContent =>
  typeof content === 'string' || content.currency === undefined
    ? content
    : withSign(content.number, content.currency)

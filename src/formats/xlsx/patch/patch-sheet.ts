import { columnName } from '#table/column-name.ts'
import { xmlText } from '../write/sheet.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import type { ColumnShift } from '../cell-ref.ts'
import type { NewCell, NewCells } from './new-cells.ts'
import { SheetCells } from '../sheet-cells.ts'
import { type Edit, Splicer } from '../../bytes/patch-bytes.ts'
import type { WorkbookStyles } from './styles.ts'
import { XmlTags, textOf } from '../../xml/tags.ts'

type NewSheet = {
  readonly xml: Bytes
  readonly rowsStart: number
  readonly prefix: string
  readonly cells: NewCells
  readonly shift: ColumnShift
  readonly isShifted: boolean
  readonly styles: WorkbookStyles | undefined
  /** Styles of the last row, for those that are added behind it. */
  readonly lastStyles: ReadonlyMap<number, number>
  /** Edits before the rows and behind them. */
  readonly head: readonly Edit[]
  readonly tail: readonly Edit[]
}

/** The XML of the sheet with its new cells, in pieces; `onRow` hears of each row of the sheet. */
export function* patchSheet(sheet: NewSheet, onRow: (row: number) => void): Generator<Bytes> {
  const splicer = new Splicer(sheet.xml)
  for (const edit of sheet.head) splicer.edit(edit)
  const writer = new RowWriter(sheet, splicer)
  const walk = new SheetCells(sheet.xml, sheet.rowsStart)
  while (walk.nextRow()) {
    writer.row(walk)
    onRow(walk.row)
    yield* splicer.take()
  }
  writer.rest(walk.rowStart)
  for (const edit of sheet.tail) splicer.edit(edit)
  yield* splicer.finish()
}

class RowWriter {
  readonly #sheet: NewSheet
  readonly #splicer: Splicer
  readonly #rows: readonly number[]
  #next = 0
  readonly #styles = new Map<number, number>()

  constructor(sheet: NewSheet, splicer: Splicer) {
    this.#sheet = sheet
    this.#splicer = splicer
    this.#rows = sheet.cells.rows()
  }

  /** Writes the row at which the walk stands, and before it those that the sheet has not. */
  row(walk: SheetCells): void {
    while ((this.#rows[this.#next] ?? Infinity) < walk.row) this.#missingRow(walk.rowStart)
    const isChanged = this.#rows[this.#next] === walk.row
    if (isChanged) this.#next++
    if (isChanged || this.#sheet.isShifted) this.#changedRow(walk, isChanged)
    else while (walk.nextCell());
  }

  /** Writes the rows behind the last one of the sheet. */
  rest(at: number): void {
    while (this.#next < this.#rows.length) this.#missingRow(at)
  }

  #missingRow(at: number): void {
    const row = this.#rows[this.#next++]!
    const { cells, prefix } = this.#sheet
    this.#styles.clear()
    const text = cells.of(row).map((cell) => this.#cellText(cell, row, prefix))
    this.#put(at, `<${prefix}row r="${row + 1}">${text.join('')}</${prefix}row>`)
  }

  #changedRow(walk: SheetCells, isChanged: boolean): void {
    const { row } = walk
    const added = isChanged ? this.#sheet.cells.of(row) : []
    const { prefix } = walk
    this.#styles.clear()
    this.#widen(walk, added)
    let i = 0
    let opening = walk.isRowEmpty && added.length > 0 ? '>' : ''
    while (walk.nextCell()) {
      if (walk.style !== undefined) this.#styles.set(walk.column, walk.style)
      const place = this.#sheet.shift(walk.column)
      for (; i < added.length && added[i]!.column < place; i++)
        this.#put(walk.start, this.#cellText(added[i]!, row, prefix))
      if (added[i]?.column === place) {
        const cell = added[i++]!
        const text = this.#cellText(cell, row, prefix, cell.keepsFormula ? this.#formulaOf(walk) : '')
        this.#splicer.edit({ start: walk.start, end: walk.end, text })
      } else if (place !== walk.column) this.#move(walk, place)
    }
    if (i === added.length) return
    for (; i < added.length; i++) opening += this.#cellText(added[i]!, row, prefix)
    if (!walk.isRowEmpty) this.#put(walk.rowClose, opening)
    else {
      const name = textOf(this.#sheet.xml, walk.rowName.start, walk.rowName.end)
      this.#splicer.edit({ start: walk.rowClose, end: walk.rowTagEnd, text: `${opening}</${name}>` })
    }
  }

  /** Brings `spans` of the row up to date: from its first column to its last, from 1 (ECMA-376 18.3.1.73). */
  #widen({ spans }: SheetCells, added: readonly NewCell[]): void {
    if (spans === undefined) return
    const { xml, shift, isShifted } = this.#sheet
    const before = textOf(xml, spans.start, spans.end)
    const [first, last] = [/^\d+/, /\d+$/].map((end) => Number(end.exec(before)?.[0]))
    if (!first || !last) return
    const columns = added.map(({ column }) => column + 1)
    if (!isShifted && columns.every((column) => column >= first && column <= last)) return
    const text = `${Math.min(shift(first - 1) + 1, ...columns)}:${Math.max(shift(last - 1) + 1, ...columns)}`
    this.#splicer.edit({ ...spans, text })
  }

  #move({ ref, nameEnd, row }: SheetCells, place: number): void {
    const text = columnName(place) + (row + 1)
    if (ref === undefined) this.#put(nameEnd, ` r="${text}"`)
    else this.#splicer.edit({ ...ref, text })
  }

  #put(at: number, text: string): void {
    this.#splicer.edit({ start: at, end: at, text })
  }

  /** The formula of a cell as it stands there, '' where it has none. */
  #formulaOf({ formula, end }: SheetCells): string {
    if (formula === undefined) return ''
    const { xml } = this.#sheet
    const tags = new XmlTags(xml, formula.start, end)
    tags.next()
    tags.skip()
    return textOf(xml, formula.start, tags.end)
  }

  #cellText(cell: NewCell, row: number, prefix: string, formula = ''): string {
    const style = this.#styleOf(cell, row)
    const tag = `${prefix}c r="${columnName(cell.column)}${row + 1}"${style === undefined ? '' : ` s="${style}"`}`
    if (typeof cell.content !== 'string')
      return `<${tag}>${formula}<${prefix}v>${cell.content.number}</${prefix}v></${prefix}c>`
    if (cell.content === '') return `<${tag}/>`
    const text = `<${prefix}t xml:space="preserve">${xmlText(cell.content)}</${prefix}t>`
    return `<${tag} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`
  }

  /** No new cell stands before its source, so that the styles of the row up to it are known. */
  #styleOf({ styleOf, currency }: NewCell, row: number): number | undefined {
    const { cells, lastStyles, styles } = this.#sheet
    const own = this.#styles.get(styleOf) ?? (cells.isAdded(row) ? lastStyles.get(styleOf) : undefined)
    return currency === null ? own : styles?.priceStyle(own ?? 0, currency)
  }
}

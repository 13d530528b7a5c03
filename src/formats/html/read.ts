import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import { OpenCell, type PageCell, type PageRow, hasTable, ownText, withTablesAsText } from './cells.ts'
import { HiddenElement } from './hidden.ts'
import { type PageText, PageTexts } from './page-texts.ts'
import { RowSpans, SparseRows, SparseTable } from './sparse-table.ts'
import { type TagAttributes, offsetAfter, rawContentEnd, readTag } from './tags.ts'
import { plainText } from './text.ts'

export type PageTables = {
  readonly rows: SparseTable
  /** The rows at which a table begins or ends, ascending, but for the first. */
  readonly starts: readonly number[]
  /** The texts outside of cells, in order, and the title of the page; '' where it has none. */
  readonly texts: readonly PageText[]
  readonly title: string
  readonly isCut: boolean
}

/**
 * Reads the rows of all tables of a web page, which many shops export as .xls. Cells are text, so that the rules for price
 * text apply. What is not shown is not read, but for rows among others that are: spreadsheets write rows so that are hidden or
 * filtered out. Linear in time.
 * @param limit rows read at most
 */
export function readHtmlTable(html: string, limit: number): PageTables {
  const reader = new TableReader(limit)
  let at = 0
  while (at < html.length && !reader.isCut) {
    const open = html.indexOf('<', at)
    const end = open === -1 ? html.length : open
    reader.text(html.slice(at, end))
    at = open === -1 ? html.length : skipMarkup(html, open, reader)
  }
  reader.end()
  const { starts, isCut } = reader
  const { texts, title } = reader.texts
  return { rows: new SparseTable(reader.rows), starts, texts, title, isCut }
}

/** Reads the tag or comment at `open`. Returns the offset after it; what is not closed ends with the page. */
function skipMarkup(html: string, open: number, reader: TableReader): number {
  // `<!-->` is a whole comment.
  if (html.startsWith('<!--', open)) return offsetAfter(html, '-->', open + 2)
  const tag = readTag(html, open)
  if (tag === undefined) {
    if (/^<[!?]/.test(html.slice(open, open + 2))) return offsetAfter(html, '>', open)
    reader.text('<')
    return open + 1
  }
  const { name, isEnd, attributes, end } = tag
  const raw = isEnd ? undefined : rawContentEnd(html, name, end)
  if (raw === undefined) {
    reader.tag(name, isEnd, attributes)
    return end
  }
  if (name === 'title') reader.title(html.slice(end, raw.end))
  return raw.after
}

/** Tables in cells of others, at most; deeper ones are part of those around them. */
const MAX_DEPTH = 64

/** A table that is open. */
type OpenTable = {
  /** Its rows, where it is in a cell. Those of other tables are written at their ends. */
  readonly rows: PageRow[]
  row: PageCell[] | undefined
  cell: OpenCell | undefined
  /** Whether the row is not shown, and whether one before it is. */
  isRowHidden: boolean
  hasShown: boolean
  /** The rows before the first one that is shown. */
  hiddenRows: PageRow[]
}

const newTable = (): OpenTable => ({
  rows: [],
  row: undefined,
  cell: undefined,
  isRowHidden: false,
  hasShown: false,
  hiddenRows: [],
})

class TableReader {
  readonly rows = new SparseRows()
  readonly starts: number[] = []
  readonly texts = new PageTexts()
  isCut = false
  readonly #limit: number
  readonly #rowSpans = new RowSpans(MAX_READ_COLUMNS)
  /** Tables in cells of others. */
  readonly #outer: OpenTable[] = []
  #table = newTable()
  /** Tables deeper than the deepest that is read. */
  #deeper = 0
  /** Rows of tables in cells, which are not written yet. */
  #waiting = 0
  #hidden: HiddenElement | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  text(text: string): void {
    if (text === '' || this.#hidden !== undefined) return
    const { cell } = this.#table
    if (cell === undefined) this.texts.add(text)
    else cell.content.add(text)
  }

  title(html: string): void {
    if (this.#hidden === undefined && this.#table.cell === undefined) this.texts.addTitle(html)
  }

  tag(name: string, isEnd: boolean, attributes: TagAttributes): void {
    if (this.#hidden !== undefined) {
      const next = this.#hidden.next(name, isEnd)
      if (next === 'inside') return
      this.#hidden = undefined
      if (next === 'end' && name === 'table') return
    }
    const isHiddenRow = name === 'tr' && !isEnd && attributes.shown !== 'shown'
    const hidden =
      isEnd || isHiddenRow
        ? undefined
        : HiddenElement.opened(name, attributes, this.#table.cell !== undefined)
    const isCell = name === 'td' || name === 'th'
    if (hidden === undefined || (isCell && attributes.shown === 'blank'))
      this.#shownTag(name, isEnd, attributes)
    // Its beginning ends what is before it.
    else if (isCell) this.#endCell()
    else if (/^t(?:body|head|foot)$/.test(name)) this.#endRow()
    else this.#table.cell?.content.tag(name, isEnd)
    this.#hidden = hidden
  }

  #shownTag(name: string, isEnd: boolean, attributes: TagAttributes): void {
    switch (name) {
      case 'tr':
        this.#endRow()
        if (!isEnd) this.#startRow(attributes.shown !== 'shown')
        return
      case 'tbody':
      case 'thead':
      case 'tfoot':
        this.#endRow()
        // No cell reaches into another group of rows (HTML, 4.9.12.1).
        if (this.#outer.length === 0) this.#rowSpans.clear()
        return
      case 'td':
      case 'th':
        this.#endCell()
        if (!isEnd) this.#startCell(attributes)
        return
      case 'table':
        if (isEnd) this.#endTable()
        else this.#startTable()
        return
    }
    const { cell } = this.#table
    if (cell === undefined) this.texts.tag(name, isEnd, this.rows.rowCount)
    else if (name === 'br' || name === 'p' || name === 'div' || name === 'li') cell.content.endLine()
    else cell.content.tag(name, isEnd)
  }

  /** Ends the tables and rows that the page does not close. */
  end(): void {
    while (this.#outer.length > 0) this.#closeNested()
    this.#endRow()
    this.texts.end(this.rows.rowCount)
  }

  #startTable(): void {
    if (this.#table.cell !== undefined && this.#outer.length < MAX_DEPTH) {
      this.#outer.push(this.#table)
      this.#table = newTable()
      return
    }
    if (this.#table.cell !== undefined) this.#deeper++
    this.#endRow()
    if (this.#outer.length > 0) return
    this.#resetShown()
    this.#divide()
  }

  #endTable(): void {
    if (this.#deeper > 0) {
      this.#deeper--
      this.#endRow()
    } else if (this.#outer.length > 0) this.#closeNested()
    else {
      this.#endRow()
      this.#resetShown()
      this.#divide()
    }
  }

  /** Ends the table that is in a cell. */
  #closeNested(): void {
    this.#endRow()
    const { rows } = this.#table
    this.#table = this.#outer.pop()!
    this.#table.cell!.addTable({ rows })
  }

  /** A table begins or ends between two rows that are written. */
  #divide(): void {
    this.texts.end(this.rows.rowCount)
    this.#rowSpans.clear()
    const { rowCount } = this.rows
    if (rowCount > (this.starts.at(-1) ?? 0)) this.starts.push(rowCount)
  }

  #startRow(isHidden: boolean): void {
    const { hiddenRows } = this.#table
    if (this.rows.rowCount + this.#waiting + hiddenRows.length >= this.#limit) this.isCut = true
    else this.#table.row = []
    this.#table.isRowHidden = isHidden
  }

  #startCell({ columnSpan, rowSpan }: TagAttributes): void {
    this.texts.end(this.rows.rowCount)
    if (this.#table.row === undefined) {
      this.#table.row = []
      this.#table.isRowHidden = false
    }
    this.#table.cell = new OpenCell(columnSpan, rowSpan)
  }

  #endCell(): void {
    const { cell, row } = this.#table
    if (cell === undefined || row === undefined) return
    this.#table.cell = undefined
    if (row.length < MAX_READ_COLUMNS) row.push(cell.close())
  }

  #endRow(): void {
    this.#endCell()
    const { row } = this.#table
    if (row === undefined) return
    const table = this.#table
    table.row = undefined
    if (table.isRowHidden && !table.hasShown) {
      table.hiddenRows.push(row)
      return
    }
    table.hasShown ||= row.length > 0
    for (const one of [...table.hiddenRows.splice(0), row]) this.#addRow(one)
  }

  #addRow(row: PageRow): void {
    if (this.#outer.length > 0) {
      this.#table.rows.push(row)
      this.#waiting++
      return
    }
    this.#write(row)
    this.#waiting = 0
  }

  /** A table that is in no cell begins or ends: without a row that is shown it is not shown. */
  #resetShown(): void {
    this.#table.hasShown = false
    this.#table.hiddenRows = []
  }

  /** Writes a row, and the rows of tables in it that are more than text. */
  #write(row: PageRow): void {
    const alone = withTablesAsText(row)
    if (alone !== undefined) {
      for (const cell of alone) this.#writeCell(cell)
      this.#writeEnd()
      return
    }
    let isFilled = true
    for (const cell of row) {
      if (!hasTable(cell)) {
        isFilled = this.#writeCell(cell) || isFilled
        continue
      }
      for (const part of partsOf(cell)) {
        if (typeof part === 'string') {
          isFilled = this.#writeCell(part) || isFilled
          continue
        }
        this.#endPart(isFilled)
        isFilled = false
        this.#divide()
        for (const inner of part.rows) this.#write(inner)
        this.#divide()
      }
    }
    this.#endPart(isFilled)
  }

  /** Ends the part of a row before or after a table in it; without text it is none, but for the first. */
  #endPart(isFilled: boolean): void {
    if (isFilled) this.#writeEnd()
    else this.rows.width = 0
  }

  /** Writes a cell at the first column of the row that is free. Returns whether it has text. */
  #writeCell(cell: PageCell): boolean {
    const { rows } = this
    const row = rows.rowCount
    rows.width = this.#rowSpans.firstFree(rows.width, row)
    const from = rows.width
    if (from >= MAX_READ_COLUMNS) return false
    const text = plainText(ownText(cell))
    const { columnSpan, rowSpan } = typeof cell === 'string' ? NO_SPANS : cell
    rows.add(text, Math.min(columnSpan, MAX_READ_COLUMNS - from))
    if (rowSpan > 1) for (let c = from; c < rows.width; c++) this.#rowSpans.occupy(c, row + rowSpan)
    return text !== ''
  }

  #writeEnd(): void {
    if (this.rows.rowCount < this.#limit) this.rows.endRow()
    else {
      this.rows.width = 0
      this.isCut = true
    }
  }
}

const NO_SPANS = { columnSpan: 1, rowSpan: 1 }

const partsOf = (cell: PageCell) => (typeof cell === 'string' ? [cell] : cell.parts)

import { CURRENCY_CODES } from '#money/currency.ts'
import { truncateCell } from '#table/cell-length.ts'
import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import { enlarged } from '#table/enlarged.ts'
import { lowerBound } from '#table/lower-bound.ts'
import { type Cell, type TableRow, isBlankCell } from '#table/table.ts'
import { meaningOfFormat } from '../spreadsheet/number-format.ts'
import { PackedTexts } from '../spreadsheet/packed-texts.ts'
import { plainDecimal } from './decimal.ts'
import { ATTRIBUTE } from './names.ts'
import type { SheetRows } from './sheet-rows.ts'
import type { Styles } from './styles.ts'

type AnyCell = TableRow[number]

const OTHERS = ['date', 'boolean', 'error', 'percent', 'other-currency', 'value', 'out-of-place'] as const

/** What a cell is, by the number that is stored with it: text, a number, one in a currency, or another value. */
const KINDS: readonly ((text: string) => AnyCell)[] = [
  (text) => text,
  (text) => ({ kind: 'number', text }),
  ...CURRENCY_CODES.map((currency) => (text: string) => ({ kind: 'number', text, currency }) as const),
  ...OTHERS.map((what) => (text: string) => ({ kind: 'other', text, what }) as const),
]

const [TEXT, NUMBER, FIRST_CURRENCY] = [0, 1, 2] as const
const FIRST_OTHER = FIRST_CURRENCY + CURRENCY_CODES.length

function kindOf(cell: string | Cell): number {
  if (typeof cell === 'string' || cell.kind === 'text') return TEXT
  if (cell.kind === 'other') return FIRST_OTHER + OTHERS.indexOf(cell.what)
  return cell.currency === undefined ? NUMBER : FIRST_CURRENCY + CURRENCY_CODES.indexOf(cell.currency)
}

/** The cell that a table has for the current one of a sheet; undefined for a blank one. */
export function cellOf(cells: SheetRows, styles: Styles): AnyCell {
  switch (cells.type) {
    case 'number':
    case 'percent':
      return numberCell(cells, styles)
    case 'text':
      return textCell(cells)
    case 'date':
      return { kind: 'other', text: dateText(cells), what: 'date' }
    case 'time':
      return { kind: 'other', text: timeText(cells), what: 'date' }
    case 'boolean':
      return {
        kind: 'other',
        text: cells.attribute(ATTRIBUTE.boolean) === 'true' ? 'TRUE' : 'FALSE',
        what: 'boolean',
      }
    case undefined:
      return undefined
  }
}

function textCell(cells: SheetRows): AnyCell {
  const text = truncateCell(cells.text)
  if (!cells.isError) return text === '' ? undefined : text
  return { kind: 'other', text: cells.shownText || '#ERROR!', what: 'error' }
}

function numberCell(cells: SheetRows, styles: Styles): Cell | undefined {
  const value = cells.attribute(ATTRIBUTE.value)
  // A formula whose result is not stored.
  if (value === undefined) return undefined
  const text = plainDecimal(value)
  if (text === undefined) return { kind: 'other', text: truncateCell(`#${value}`), what: 'value' }
  const shown = styles.meaningOf(cells.style)
  if (cells.type === 'percent' || shown.kind === 'percent')
    return { kind: 'other', text: `${plainDecimal(value, 2)}%`, what: 'percent' }
  if (shown.kind === 'date') return { kind: 'other', text: `#${text}`, what: 'date' }
  const code = cells.attribute(ATTRIBUTE.currency)
  // What is shown counts; the attribute says the same in what office programs write.
  const isNamed = code !== undefined && shown.kind === 'number' && shown.currency === undefined
  const meaning = isNamed ? meaningOfFormat(`0"${code.replaceAll('"', '')}"`) : shown
  if (meaning.kind === 'unit') return { kind: 'other', text: `${text} ${meaning.sign}`, what: meaning.what }
  if (meaning.kind !== 'number' || meaning.currency === undefined) return { kind: 'number', text }
  return { kind: 'number', text, currency: meaning.currency }
}

/** Such as `2026-05-14`, with ` 16:30` where it has a time. Never plain digits, so that no date is read as a price. */
function dateText(cells: SheetRows): string {
  const value = cells.attribute(ATTRIBUTE.date) ?? ''
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(value) ?? []
  if (date === undefined) return truncateCell(`#${value}`)
  return time === undefined || time === '00:00' ? date : `${date} ${time}`
}

function timeText(cells: SheetRows): string {
  const value = cells.attribute(ATTRIBUTE.time) ?? ''
  const [, hours, minutes = '0'] = /^PT(\d{1,9})H(?:(\d{1,2})M)?/.exec(value) ?? []
  return hours === undefined
    ? truncateCell(`#${value}`)
    : `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

const INITIAL = 1024

/**
 * The cells of a sheet in a fraction of the bytes of its XML. Rows and cells that a sheet repeats are stored once: one element
 * can stand for a million rows. Cells are created on access. Rows and columns are 0-based.
 */
export class PackedSheet {
  rowCount = 0
  /** Cells with content that the sheet repeats instead of having them. */
  repeatedCells = 0
  #rowCells = 0
  /** By row, the index of its content, and 1 more, as 0 is a row without cells. */
  #contents = new Uint32Array(INITIAL)
  /** By content, its first cell; and that of the content that is being added. */
  #firsts = new Uint32Array(INITIAL)
  #contentCount = 0
  #cellCount = 0
  /** By cell. */
  #columns = new Uint16Array(INITIAL)
  #repeats = new Uint16Array(INITIAL)
  #kinds = new Uint8Array(INITIAL)
  readonly #texts = new PackedTexts()

  /** Adds the current cell of a sheet to the row that `endRow` will add. */
  addCell(cells: SheetRows, styles: Styles): void {
    const { column, isCovered } = cells
    // What a merged cell covers is not shown.
    if (isCovered || column >= MAX_READ_COLUMNS) return
    const plain = cells.type === 'text' ? plainTextOf(cells) : undefined
    if (plain !== undefined && plain.end - plain.start < MAX_PLAIN_BYTES) {
      if (plain.end === plain.start) return
      this.#add(cells, TEXT, this.#texts.addBytes(cells.xml, plain.start, plain.end))
      return
    }
    const cell = cellOf(cells, styles)
    if (cell === undefined) return
    const text = typeof cell === 'string' ? cell : cell.text
    this.#add(cells, kindOf(cell), this.#texts.add(text))
  }

  #add({ column, repeat }: SheetRows, kind: number, cell: number): void {
    if (cell === this.#columns.length) {
      this.#columns = enlarged(this.#columns)
      this.#repeats = enlarged(this.#repeats)
      this.#kinds = enlarged(this.#kinds)
    }
    this.#columns[cell] = column
    this.#repeats[cell] = Math.min(repeat, MAX_READ_COLUMNS - column)
    this.#rowCells += this.#repeats[cell]
    this.#kinds[cell] = kind
    this.#cellCount = cell + 1
  }

  /** Ends a row that stands for `count` rows. Those between the last one and this one are blank. */
  endRow(row: number, count: number): void {
    const own = this.#cellCount - this.#firsts[this.#contentCount]!
    if (own === 0) return
    this.repeatedCells += this.#rowCells * count - own
    this.#rowCells = 0
    this.#contentCount++
    if (this.#contentCount === this.#firsts.length) this.#firsts = enlarged(this.#firsts)
    this.#firsts[this.#contentCount] = this.#cellCount
    while (this.#contents.length < row + count) this.#contents = enlarged(this.#contents)
    this.#contents.fill(this.#contentCount, row, row + count)
    this.rowCount = row + count
  }

  row(r: number): AnyCell[] {
    const cells: AnyCell[] = []
    const [start, end] = this.#cellsOf(r)
    for (let i = start; i < end; i++) {
      while (cells.length < this.#columns[i]!) cells.push(undefined)
      const cell = this.#read(i)
      for (let n = 0; n < this.#repeats[i]!; n++) cells.push(cell)
    }
    return cells
  }

  cell(r: number, c: number): AnyCell {
    const [start, end] = this.#cellsOf(r)
    const i = lowerBound(this.#columns, c + 1, start, end) - 1
    return i >= start && c < this.#columns[i]! + this.#repeats[i]! ? this.#read(i) : undefined
  }

  width(r: number): number {
    const [start, end] = this.#cellsOf(r)
    return start === end ? 0 : this.#columns[end - 1]! + this.#repeats[end - 1]!
  }

  isBlank(r: number): boolean {
    const [start, end] = this.#cellsOf(r)
    for (let i = start; i < end; i++)
      if (this.#kinds[i] !== TEXT || this.#texts.beginsPlainly(i) || !isBlankCell(this.#texts.at(i)))
        return false
    return true
  }

  #cellsOf(r: number): readonly [start: number, end: number] {
    const content = this.#contents[r] ?? 0
    return content === 0 ? NO_CELLS : [this.#firsts[content - 1]!, this.#firsts[content]!]
  }

  #read(i: number): AnyCell {
    return KINDS[this.#kinds[i]!]!(this.#texts.at(i))
  }
}

const NO_CELLS = [0, 0] as const

/** A text of fewer bytes is shorter than the longest text of a cell. */
const MAX_PLAIN_BYTES = 32_767

/** The text of a cell where its bytes stand for themselves. */
const plainTextOf = (cells: SheetRows) =>
  cells.has(ATTRIBUTE.string) || cells.isError ? undefined : cells.plainText

import { parsePriceText } from '#pricelist/price-text.ts'
import { truncateCell } from '#table/cell-length.ts'
import { enlarged } from '#table/enlarged.ts'
import { LazyTable, type Table, type TableRow } from '#table/table.ts'
import { type CellPositions, LineCounter, type TextPosition } from '../text-position.ts'
import {
  CURRENCY_TITLE,
  type Feed,
  type Field,
  RecordReader,
  type Slot,
  currencyOfField,
  fieldText,
  readColumns,
} from './records.ts'
import { statedCurrency } from './kinds.ts'
import type { XmlSource } from './source.ts'

const INITIAL_CAPACITY = 4096
const NO_CURRENCY = 0

/** Offsets of the values of records, in the order of the file. */
class PackedFields {
  count = 0
  rows = 0
  starts = new Uint32Array(INITIAL_CAPACITY)
  ends = new Uint32Array(INITIAL_CAPACITY)
  slots: (Slot | undefined)[] = []
  /** Index in `currencies`. */
  currencyOf = new Uint16Array(INITIAL_CAPACITY)
  /** The first value of each row. */
  firsts = new Uint32Array(INITIAL_CAPACITY)
  readonly currencies: string[] = ['']
  readonly #source: XmlSource

  constructor(source: XmlSource) {
    this.#source = source
  }

  addRow(fields: readonly Field[]): void {
    for (const field of fields) this.#add(field)
    this.rows++
    if (this.rows === this.firsts.length) this.firsts = enlarged(this.firsts)
    this.firsts[this.rows] = this.count
  }

  #add(field: Field): void {
    const at = this.count++
    if (this.count > this.starts.length) {
      this.starts = enlarged(this.starts)
      this.ends = enlarged(this.ends)
      this.currencyOf = enlarged(this.currencyOf)
    }
    this.starts[at] = field.start
    this.ends[at] = field.end
    this.slots[at] = field.slot
    const currency = field.slot.namesCurrency ? undefined : currencyOfField(field)
    this.currencyOf[at] =
      currency === undefined ? NO_CURRENCY : this.#currency(fieldText(this.#source, currency))
  }

  #currency(text: string): number {
    const known = this.currencies.lastIndexOf(text)
    if (known !== -1) return known
    // Of a list with more different ones than there are currencies, the last text stands for all further ones.
    if (this.currencies.length === MAX_CURRENCIES) return this.currencies.push(OTHER_CURRENCY) - 1
    if (this.currencies.length > MAX_CURRENCIES) return MAX_CURRENCIES
    return this.currencies.push(text) - 1
  }
}

const MAX_CURRENCIES = 256
/** Names no currency that is converted. */
const OTHER_CURRENCY = '?'

/** `isOverfull`: there are prices for which there is no column. */
type ReadRecords = { readonly table: FeedTable; readonly isCut: boolean; readonly isOverfull: boolean }

/** @param limit records read at most */
export function readRecords(feed: Feed, limit: number): ReadRecords {
  const { source } = feed
  const packed = new PackedFields(source)
  const reader = new RecordReader(feed)
  const { columns, isCut } = readColumns(reader, limit, (fields) => packed.addRow(fields))
  const titles = columns.map(({ title }) => title)
  const stated = statedCurrency(feed.kind, feed.paths)
  if (stated !== undefined && !titles.includes(CURRENCY_TITLE)) titles.push(CURRENCY_TITLE)
  const inherited =
    stated === undefined ? undefined : { column: titles.indexOf(CURRENCY_TITLE), text: stated }
  const table = new FeedTable(source, packed, { titles, inherited })
  return { table, isCut, isOverfull: reader.columns.isOverfull }
}

/** `inherited`: what the file names once for all records, in the column of those that name it themselves. */
type TableColumns = {
  readonly titles: readonly string[]
  readonly inherited: { readonly column: number; readonly text: string } | undefined
}

/** Row 0 has the titles, the others the records. Cells are created when they are read. */
class FeedTable extends LazyTable {
  readonly #source: XmlSource
  readonly #fields: PackedFields
  readonly #columns: TableColumns
  readonly #titles: readonly string[]

  constructor(source: XmlSource, fields: PackedFields, columns: TableColumns, length = fields.rows + 1) {
    super(length)
    this.#source = source
    this.#fields = fields
    this.#columns = columns
    this.#titles = columns.titles
  }

  override get width(): number {
    return this.#titles.length
  }

  at(r: number): TableRow | undefined {
    if (r < 0 || r >= this.length) return undefined
    if (r === 0) return this.#titles
    const row = Array<string>(this.#titles.length).fill('')
    const end = this.#fields.firsts[r]!
    for (let i = this.#fields.firsts[r - 1]!; i < end; i++) {
      const c = this.#fields.slots[i]!.column
      if (c !== -1) row[c] = this.#text(i)
    }
    const { inherited } = this.#columns
    if (inherited !== undefined) row[inherited.column] ||= inherited.text
    return row
  }

  cell(r: number, c: number): TableRow[number] {
    if (r < 0 || r >= this.length || c < 0 || c >= this.#titles.length) return undefined
    if (r === 0) return this.#titles[c]
    const end = this.#fields.firsts[r]!
    for (let i = this.#fields.firsts[r - 1]!; i < end; i++)
      if (this.#fields.slots[i]!.column === c) return this.#text(i)
    const { inherited } = this.#columns
    return inherited?.column === c ? inherited.text : ''
  }

  /** The place of the value of a cell; undefined where the record has no element for it. */
  positionOf(lines: LineCounter, r: number, c: number): TextPosition | undefined {
    if (r < 1 || r >= this.length) return undefined
    const { firsts, slots, starts } = this.#fields
    const first = firsts[r - 1]!
    const i = slots.slice(first, firsts[r]).findIndex((slot) => slot?.column === c)
    if (i === -1) return undefined
    const at = starts[first + i]!
    const { line, start } = lines.lineOf(at)
    return { line, column: this.#source.read(start, at).length + 1 }
  }

  lineCounter(): LineCounter {
    return new LineCounter((at) => this.#source.units[at] ?? Number.NaN)
  }

  lengthOfRow(r: number): number {
    return r < 0 || r >= this.length ? 0 : this.#titles.length
  }

  isBlank(r: number): boolean {
    if (r <= 0 || r >= this.length) return r !== 0
    return this.#fields.firsts[r - 1] === this.#fields.firsts[r]
  }

  first(count: number): FeedTable {
    return new FeedTable(this.#source, this.#fields, this.#columns, Math.min(count, this.length))
  }

  #text(i: number): string {
    const { starts, ends, slots, currencyOf, currencies } = this.#fields
    const slot = slots[i]!
    const text = fieldText(this.#source, { slot, start: starts[i]!, end: ends[i]! })
    return withCurrency(truncateCell(text), currencies[currencyOf[i]!]!)
  }
}

/** The places of the values of an XML file. */
export function feedPositions(table: Table): CellPositions | undefined {
  if (!(table instanceof FeedTable)) return undefined
  const lines = table.lineCounter()
  return (row, column) => table.positionOf(lines, row, column)
}

/** A price with the currency that its element names is one cell, unless it names its own. */
function withCurrency(text: string, currency: string): string {
  if (text === '' || currency === '') return text
  const reading = parsePriceText(text)
  return reading.kind === 'price' && reading.currency !== undefined ? text : `${text} ${currency}`
}

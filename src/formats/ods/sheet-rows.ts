import { firstPassing } from '#table/lower-bound.ts'
import { type Bytes } from '../bytes/bytes.ts'
import { type Span, XmlTags, rawText, unescapeXml } from '../xml/tags.ts'
import type { OdsContent, SheetTable } from './document.ts'
import { ATTRIBUTE, ATTRIBUTE_COUNT, AttributeNames } from './names.ts'
import { paragraphText } from './paragraphs.ts'

/** Elements that group rows and columns. */
const GROUPS = [
  'table-row-group',
  'table-header-rows',
  'table-rows',
  'table-column-group',
  'table-header-columns',
  'table-columns',
] as const

/** A `table-column` element, for one or several columns. */
export type ColumnRun = Span & {
  readonly tagEnd: number
  readonly column: number
  readonly repeat: number
  readonly defaultStyle: string | undefined
}

/** Rows of the largest sheet of any program. */
export const MAX_ROWS = 1_048_576

/** The kinds of values, by the first letter of `office:value-type`; a void has none. */
const TYPES: Readonly<Record<string, ValueType>> = {
  f: 'number',
  c: 'number',
  p: 'percent',
  d: 'date',
  t: 'time',
  b: 'boolean',
  s: 'text',
}

export type ValueType = 'number' | 'percent' | 'date' | 'time' | 'boolean' | 'text'

const [ZERO, NINE, SPACE, LESS, AMPERSAND] = [0x30, 0x39, 0x20, 0x3c, 0x26]
/** The first letter of `calcext:value-type` of an error; no other type begins with it. */
const ERROR = 0x65

/**
 * Iterates over the rows and cells of a sheet by byte offset. An element stands for as many rows or columns as it repeats.
 * Rows and columns are 0-based.
 */
export class SheetRows {
  readonly #tags: XmlTags
  readonly #names: AttributeNames
  /** Of the current cell, by attribute; 0 where it has none. */
  readonly #starts = new Float64Array(ATTRIBUTE_COUNT)
  readonly #ends = new Float64Array(ATTRIBUTE_COUNT)
  readonly columns: ColumnRun[] = []
  /** Byte offset after the last row or column. */
  lastEnd: number
  #nextRow = 0
  #nextColumn = 0
  /** The current row: its index, and for how many it stands. */
  row = -1
  rowRepeat = 1
  /** Byte offsets of its tag, its closing tag or `/>`, and its end; the last two once `nextCell` has returned false. */
  rowStart = 0
  rowTagEnd = 0
  rowClose = 0
  rowEnd = 0
  isRowEmpty = false
  rowRepeatSpan: Span | undefined
  /** Its own style, and that of its cells that have none. */
  rowStyle: string | undefined
  rowDefaultStyle: string | undefined
  /** The current cell: its column, and for how many it stands. */
  column = -1
  repeat = 1
  isCovered = false
  start = 0
  tagEnd = 0
  end = 0
  /** Byte offsets of its paragraphs, in pairs: of their content, and of their elements. */
  readonly paragraphs: number[] = []
  readonly paragraphBounds: number[] = []
  /** Whether it has other elements, such as a comment. */
  hasOthers = false

  constructor({ xml, prefixes }: Pick<OdsContent, 'xml' | 'prefixes'>, table: SheetTable) {
    this.#tags = new XmlTags(xml, table.tagEnd, table.contentEnd)
    this.#names = new AttributeNames(prefixes)
    this.lastEnd = table.tagEnd
  }

  get xml(): Bytes {
    return this.#tags.bytes
  }

  /** Advances to the next row; false after the last one. Call it only once `nextCell` has returned false, or after `skipRow`. */
  nextRow(): boolean {
    const tags = this.#tags
    while (tags.next()) {
      if (tags.kind === 'close') {
        this.lastEnd = tags.end
        continue
      }
      if (tags.is('table-row')) {
        this.#beginRow()
        return true
      }
      if (tags.is('table-column')) this.#readColumn()
      else if (!GROUPS.some((name) => tags.is(name))) tags.skip()
    }
    return false
  }

  /** Advances to the next cell of the row; false after the last one. */
  nextCell(): boolean {
    const tags = this.#tags
    if (this.isRowEmpty) return false
    while (tags.next()) {
      if (tags.kind === 'close') break
      this.isCovered = tags.is('covered-table-cell')
      if (this.isCovered || tags.is('table-cell')) {
        this.#readCell()
        return true
      }
      tags.skip()
    }
    this.#endRow()
    return false
  }

  skipRow(): void {
    while (this.nextCell());
  }

  /** An attribute of the current cell. */
  span(attribute: number): Span | undefined {
    const start = this.#starts[attribute]!
    return start === 0 ? undefined : { start, end: this.#ends[attribute]! }
  }

  has(attribute: number): boolean {
    return this.#starts[attribute] !== 0
  }

  attribute(attribute: number): string | undefined {
    const start = this.#starts[attribute]!
    return start === 0 ? undefined : unescapeXml(rawText(this.xml, start, this.#ends[attribute]!))
  }

  /** A count of the current cell; 1 where it has none. */
  count(attribute: number): number {
    return this.has(attribute) ? countIn(this.xml, this.#starts[attribute]!, this.#ends[attribute]!) : 1
  }

  /** Undefined for a cell that is empty, or whose value is not stored. */
  get type(): ValueType | undefined {
    const start = this.#starts[ATTRIBUTE.valueType]!
    if (start === 0) return this.paragraphs.length > 0 ? 'text' : undefined
    return TYPES[String.fromCharCode(this.xml[start]!)]
  }

  /** Whether the current cell has a value or a formula. */
  get isUsed(): boolean {
    return this.type !== undefined || this.has(ATTRIBUTE.formula)
  }

  /** Whether the current cell shows a value, which of a text has to be more than nothing. A merged cell may cover one. */
  get hasValue(): boolean {
    const { type } = this
    if (type === undefined || this.isCovered) return false
    return type === 'text' ? this.text !== '' : type !== 'number' || this.has(ATTRIBUTE.value)
  }

  /** Whether the current cell is a formula with an error. */
  get isError(): boolean {
    return this.xml[this.#starts[ATTRIBUTE.extendedType]!] === ERROR && this.has(ATTRIBUTE.extendedType)
  }

  /** The text of a text cell: the attribute wins over what is shown (19.385). */
  get text(): string {
    return this.attribute(ATTRIBUTE.string) ?? this.shownText
  }

  /** The style of the current cell: its own, or that of its row or column. */
  get style(): string | undefined {
    return this.attribute(ATTRIBUTE.style) ?? this.rowDefaultStyle ?? this.columnAt(this.column)?.defaultStyle
  }

  columnAt(column: number): ColumnRun | undefined {
    const { columns } = this
    const run = columns[firstPassing(columns.length, (i) => columns[i]!.column > column) - 1]
    return run !== undefined && column < run.column + run.repeat ? run : undefined
  }

  /** The text that the paragraphs of the current cell show. */
  get shownText(): string {
    const { xml, paragraphs } = this
    const texts: string[] = []
    for (let i = 0; i < paragraphs.length; i += 2)
      texts.push(paragraphText(rawText(xml, paragraphs[i]!, paragraphs[i + 1]!)))
    return texts.join('\n')
  }

  /** Byte offsets of its text where that is one paragraph of plain text, which stands for itself. */
  get plainText(): Span | undefined {
    if (this.paragraphs.length !== 2) return undefined
    const [start, end] = this.paragraphs as [number, number]
    const { xml } = this
    let last = SPACE
    for (let at = start; at < end; at++) {
      const byte = xml[at]!
      if (byte < SPACE || byte === LESS || byte === AMPERSAND || (byte === SPACE && last === SPACE))
        return undefined
      last = byte
    }
    return end > start && last === SPACE ? undefined : { start, end }
  }

  #beginRow(): void {
    const tags = this.#tags
    const { bytes } = tags
    this.rowStart = tags.start
    this.rowTagEnd = tags.end
    this.isRowEmpty = tags.kind === 'empty'
    this.rowRepeatSpan = undefined
    this.rowStyle = undefined
    this.rowDefaultStyle = undefined
    this.rowRepeat = 1
    tags.eachAttribute((nameStart, nameEnd, start, end) => {
      const attribute = this.#names.find(bytes, nameStart, nameEnd)
      if (attribute === ATTRIBUTE.rowsRepeated) {
        this.rowRepeatSpan = { start, end }
        this.rowRepeat = countIn(bytes, start, end)
      } else if (attribute === ATTRIBUTE.style) this.rowStyle = unescapeXml(rawText(bytes, start, end))
      else if (attribute === ATTRIBUTE.defaultStyle)
        this.rowDefaultStyle = unescapeXml(rawText(bytes, start, end))
      return false
    })
    this.row = this.#nextRow
    this.#nextRow += this.rowRepeat
    this.#nextColumn = 0
    this.column = -1
    if (this.isRowEmpty) this.#endRow()
  }

  #endRow(): void {
    const tags = this.#tags
    this.rowClose = this.isRowEmpty ? tags.end - 2 : tags.start
    this.rowEnd = tags.end
    this.lastEnd = tags.end
  }

  #readColumn(): void {
    const tags = this.#tags
    const { bytes, start, end: tagEnd } = tags
    let repeat = 1
    let defaultStyle: string | undefined
    tags.eachAttribute((nameStart, nameEnd, from, to) => {
      const attribute = this.#names.find(bytes, nameStart, nameEnd)
      if (attribute === ATTRIBUTE.columnsRepeated) repeat = countIn(bytes, from, to)
      else if (attribute === ATTRIBUTE.defaultStyle) defaultStyle = unescapeXml(rawText(bytes, from, to))
      return false
    })
    tags.skip()
    const last = this.columns.at(-1)
    const column = last === undefined ? 0 : last.column + last.repeat
    this.columns.push({ column, repeat, defaultStyle, start, tagEnd, end: tags.end })
    this.lastEnd = tags.end
  }

  #readCell(): void {
    const tags = this.#tags
    const { bytes } = tags
    this.start = tags.start
    this.tagEnd = tags.end
    this.#starts.fill(0)
    tags.eachAttribute((nameStart, nameEnd, start, end) => {
      const attribute = this.#names.find(bytes, nameStart, nameEnd)
      if (attribute !== -1) {
        this.#starts[attribute] = start
        this.#ends[attribute] = end
      }
      return false
    })
    this.column = this.#nextColumn
    this.repeat = this.count(ATTRIBUTE.columnsRepeated)
    this.#nextColumn += this.repeat
    this.paragraphs.length = 0
    this.paragraphBounds.length = 0
    this.hasOthers = false
    if (tags.kind === 'open') this.#readContent()
    this.end = tags.end
  }

  #readContent(): void {
    const tags = this.#tags
    while (tags.next() && tags.kind !== 'close') {
      const { start, end } = tags
      const isParagraph = tags.is('p')
      const isEmpty = tags.kind === 'empty'
      tags.skip()
      if (isParagraph) {
        this.paragraphs.push(end, isEmpty ? end : tags.start)
        this.paragraphBounds.push(start, tags.end)
      } else this.hasOthers = true
    }
  }
}

/** A positive number of digits; 1 for anything else. */
function countIn(bytes: Bytes, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte < ZERO || byte > NINE) return 1
    count = count * 10 + byte - ZERO
  }
  return count > 0 && count <= Number.MAX_SAFE_INTEGER ? count : 1
}

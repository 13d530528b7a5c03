import { rawText } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { ByteCursor, isNameByte, mayBeRowNumber } from './xml.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'
import { truncateCell } from '#table/cell-length.ts'
import type { Cell } from '#table/table.ts'
import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import { ERROR_NAMES } from '../../spreadsheet/cell.ts'
import { HELD, type RawCell, type WorkbookContext, cellOf } from './packed-rows.ts'
import { formulaResultText, stringItemText } from './strings.ts'

const [MINUS, POINT, DIGIT_ZERO, ASCII] = [0x2d, 0x2e, 0x30, 0x7f]

/** Integers of so many digits, and powers of ten up to 10^15, are exact in a double. */
const EXACT_DIGITS = 15

const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => Number(`1e${i}`))

/**
 * Parses a number from ASCII bytes. Up to 15 digits are an integer over a power of ten: both are exact, so their
 * quotient is rounded once and equals `Number(text)`, without decoding. Unsupported: anything but a plain or
 * exponential number.
 */
export function parseNumber(bytes: Bytes, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS
  const from = isNegative ? start + 1 : start
  if (end - from > EXACT_DIGITS) return parseLongNumber(bytes, start, end)
  let whole = 0
  let point = -1
  for (let at = from; at < end; at++) {
    const digit = bytes[at]! - DIGIT_ZERO
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit
    else if (bytes[at] === POINT && point === -1 && at > from && at < end - 1) point = at
    else return parseLongNumber(bytes, start, end)
  }
  if (end === from) return parseLongNumber(bytes, start, end)
  const value = point === -1 ? whole : whole / POWERS[end - 1 - point]!
  return isNegative ? -value : value
}

function parseLongNumber(bytes: Bytes, start: number, end: number): number {
  // The decoder would drop a byte order mark.
  if (bytes[start]! > ASCII) unsupported('number')
  const text = rawText(bytes, start, end)
  return /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : unsupported('number')
}

type AnyCell = string | Cell | undefined

const [SPACE, QUOTE, SLASH, LESS, EQUALS, GREATER] = [0x20, 0x22, 0x2f, 0x3c, 0x3d, 0x3e]
const [C, F, I, R, S, T, V] = [0x63, 0x66, 0x69, 0x72, 0x73, 0x74, 0x76]
const [AT, ZERO] = [0x40, 0x30]

const TYPES = ['n', 's', 'str', 'inlineStr', 'b', 'e'] as const

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

const END_OF_ROWS = bytesOf('</sheetData>')
const END_OF_ROW = bytesOf('</row>')
const END_OF_CELL = bytesOf('</c>')
const END_OF_VALUE = bytesOf('</v>')
const END_OF_FORMULA = bytesOf('</f>')
const END_OF_INLINE = bytesOf('</is>')
const EMPTY = [bytesOf('<v/>'), bytesOf('<v />')]
const SPACED = bytesOf(' xml:space="preserve"')

const BOOLEANS = new Map(Object.entries({ 0: 'FALSE', false: 'FALSE', 1: 'TRUE', true: 'TRUE' }))

/**
 * Reads the rows of a sheet from its UTF-8 bytes, without decoding tags or creating objects other than the table's cells.
 * Unsupported: any syntax that Office and common programs do not write, as SheetJS might read it differently.
 */
export class SheetRowReader extends ByteCursor implements RawCell {
  readonly #context: WorkbookContext
  #isEmpty = false
  /** Whether the end of the last row has been read, so that the rest of the piece follows. */
  isEnded = false
  /** Number of the current row, 1-based. */
  row = 0
  /** The current cell. */
  column = -1
  style = -1
  held: RawCell['held'] = HELD.nothing
  number = 0
  index = 0
  text = ''
  other: AnyCell
  #type: (typeof TYPES)[number] = 'n'
  #hasReference = false

  /**
   * @param bytes a piece of whole rows, and what follows the last one
   * @param at the byte offset after the opening tag of `sheetData`
   */
  constructor(bytes: Bytes, at: number, context: WorkbookContext) {
    super(bytes, at)
    this.#context = context
  }

  /** Continues with the next piece. */
  continueWith(bytes: Bytes): void {
    this.bytes = bytes
    this.at = 0
  }

  /** Advances to the next row; false after the last one of the piece. Call `nextCell` up to the last one, or `skip`, before it. */
  next(): boolean {
    this.skipSpace()
    const bytes = this.bytes
    if (this.at >= bytes.length) return false
    if (bytes[this.at + 1] === SLASH) {
      this.expect(END_OF_ROWS)
      this.isEnded = true
      return false
    }
    const isRow = bytes[this.at] === LESS && bytes[this.at + 1] === R && bytes[this.at + 2] === 0x6f
    if (!isRow || bytes[this.at + 3] !== 0x77) unsupported('row')
    this.at += 4
    this.#readRowTag()
    this.column = -1
    return true
  }

  /** Advances to the next cell with a content; false after the last one of the row. */
  nextCell(): boolean {
    if (this.#isEmpty) return false
    const bytes = this.bytes
    for (this.skipSpace(); bytes[this.at + 1] !== SLASH; this.skipSpace()) {
      const before = this.column
      this.held = HELD.nothing
      this.#readCell()
      if (this.column <= before) unsupported('order of cells')
      if (this.held === HELD.nothing) continue
      if (this.column >= MAX_READ_COLUMNS) unsupported('column')
      return true
    }
    this.expect(END_OF_ROW)
    return false
  }

  /** Whether one of the following cells of the row has a value. Reads all of them. */
  hasValue(): boolean {
    let hasValue = false
    while (this.nextCell()) hasValue = this.isValue || hasValue
    return hasValue
  }

  /** Whether the current cell is not an empty text. */
  get isValue(): boolean {
    return cellOf(this, this.#context) !== ''
  }

  skip(): void {
    if (this.#isEmpty) return
    const bytes = this.bytes
    while (!this.isAt(END_OF_ROW)) {
      const next = bytes.indexOf(LESS, this.at + 1)
      if (next === -1) unsupported('row')
      this.at = next
    }
    this.expect(END_OF_ROW)
  }

  #readRowTag(): void {
    const bytes = this.bytes
    let number = 0
    for (; bytes[this.at] === SPACE; this.at++) {
      const name = this.at + 1
      this.at++
      while (isNameByte(bytes[this.at])) this.at++
      if (this.at === name || bytes[this.at] !== EQUALS || bytes[this.at + 1] !== QUOTE) unsupported('row')
      const isNumber = this.at - name === 1 && bytes[name] === R
      if (!isNumber && mayBeRowNumber(bytes, name, this.at)) unsupported('row')
      this.at += 2
      if (isNumber) {
        number = this.digits()
        if (number === 0 || bytes[this.at] !== QUOTE) unsupported('row')
      }
      for (let byte = bytes[this.at]; byte !== QUOTE; byte = bytes[++this.at])
        if (byte === undefined || byte === LESS || byte === GREATER) unsupported('row')
    }
    const isBehindEmpty = this.#isEmpty
    this.#isEmpty = bytes[this.at] === SLASH
    if (this.#isEmpty) this.at++
    if (bytes[this.at++] !== GREATER) unsupported('row')
    // SheetJS does not count empty rows.
    if (number === 0) number = this.#isEmpty || isBehindEmpty ? unsupported('row') : this.row + 1
    if (number <= this.row) unsupported('order of rows')
    this.row = number
  }

  #readCell(): void {
    const bytes = this.bytes
    if (bytes[this.at] !== LESS || bytes[this.at + 1] !== C) unsupported('cell')
    this.at += 2
    this.#readCellTag()
    if (bytes[this.at] === SLASH) {
      if (bytes[this.at + 1] !== GREATER) unsupported('cell')
      this.at += 2
      if (this.#type !== 'n' && this.#type !== 's') unsupported('cell without a value')
      return
    }
    if (bytes[this.at++] !== GREATER) unsupported('cell')
    this.#readContent()
  }

  #readCellTag(): void {
    const bytes = this.bytes
    this.style = -1
    this.#type = 'n'
    this.#hasReference = false
    while (bytes[this.at] === SPACE) {
      const name = bytes[this.at + 1]
      if (name === SLASH) {
        // Python's XML writers close empty elements with ` />`.
        this.at++
        break
      }
      if (bytes[this.at + 2] !== EQUALS || bytes[this.at + 3] !== QUOTE) {
        // SheetJS writes it here.
        this.expect(SPACED)
        continue
      }
      this.at += 4
      if (name === R) this.#readReference()
      else if (name === S) this.#readStyle()
      else if (name === T) this.#readType()
      else unsupported('attribute')
      if (bytes[this.at++] !== QUOTE) unsupported('attribute')
    }
    if (!this.#hasReference) this.column++
  }

  #readStyle(): void {
    const start = this.at
    this.style = this.digits()
    if (this.at === start || (this.bytes[start] === ZERO && this.at - start > 1)) unsupported('style')
  }

  #readReference(): void {
    const bytes = this.bytes
    let column = 0
    for (let letter = bytes[this.at]! - AT; letter >= 1 && letter <= 26; letter = bytes[++this.at]! - AT)
      column = column * 26 + letter
    if (column === 0 || this.digits() !== this.row) unsupported('place of a cell')
    this.column = column - 1
    this.#hasReference = true
  }

  #readType(): void {
    const bytes = this.bytes
    const start = this.at
    while (bytes[this.at] !== QUOTE && this.at < bytes.length) this.at++
    if (this.at - start === 1 && bytes[start] === S) {
      this.#type = 's'
      return
    }
    const type = this.textBetween(start, this.at)
    this.#type = TYPES.find((one) => one === type) ?? unsupported('type')
  }

  #readContent(): void {
    const bytes = this.bytes
    let hasValue = false
    while (bytes[this.at + 1] !== SLASH) {
      if (bytes[this.at] !== LESS || hasValue) unsupported('content')
      const name = bytes[this.at + 1]
      if (name === F) this.#skipFormula()
      else {
        hasValue = true
        if (name === V) this.#readValue()
        else if (name === I && this.#type === 'inlineStr') this.#readInline()
        else unsupported('content')
      }
    }
    this.expect(END_OF_CELL)
    if (!hasValue && this.#type !== 'n' && this.#type !== 's') unsupported('cell without a value')
  }

  /**
   * Skips a formula; its cached value is read. Unsupported: no reference, as SheetJS would search the formula
   * for one.
   */
  #skipFormula(): void {
    const bytes = this.bytes
    if (!this.#hasReference) unsupported('formula')
    this.at += 2
    if (bytes[this.at] !== SPACE && bytes[this.at] !== GREATER && bytes[this.at] !== SLASH)
      unsupported('formula')
    while (bytes[this.at] !== GREATER && bytes[this.at] !== LESS && this.at < bytes.length) this.at++
    if (bytes[this.at] !== GREATER) unsupported('formula')
    this.at++
    if (bytes[this.at - 2] !== SLASH) this.textUntil(END_OF_FORMULA)
  }

  #readValue(): void {
    const empty = this.bytes[this.at + 2] === GREATER ? undefined : EMPTY.find((tag) => this.isAt(tag))
    if (empty !== undefined) {
      this.expect(empty)
      if (this.#type !== 'n') unsupported('cell without a value')
      return
    }
    this.at += 2
    if (this.bytes[this.at] === SPACE) this.expect(SPACED)
    if (this.bytes[this.at++] !== GREATER) unsupported('value')
    switch (this.#type) {
      case 's':
        return this.#readShared()
      case 'n':
        return this.#readNumber()
      case 'str': {
        if (!this.#hasReference) unsupported('text without a place')
        return this.#holdText(formulaResultText(this.textUntil(END_OF_VALUE)))
      }
      case 'b': {
        const text = BOOLEANS.get(this.textUntil(END_OF_VALUE)) ?? unsupported('boolean')
        return this.#holdOther({ kind: 'other', text, what: 'boolean' })
      }
      case 'e': {
        const text = this.textUntil(END_OF_VALUE)
        if (!ERROR_NAMES.has(text)) unsupported('error')
        return this.#holdOther({ kind: 'other', text, what: 'error' })
      }
      case 'inlineStr':
      default:
        unsupported('value of inline text')
    }
  }

  #holdText(text: string): void {
    this.held = HELD.text
    this.text = truncateCell(text)
  }

  #holdOther(cell: Cell): void {
    this.held = HELD.other
    this.other = cell
  }

  #readShared(): void {
    const start = this.at
    this.index = this.digits()
    const isBlank = this.at === start
    this.expect(END_OF_VALUE)
    if (isBlank) return
    if (this.index >= this.#context.sharedStrings.length) unsupported('shared string')
    this.held = HELD.shared
  }

  #readNumber(): void {
    const end = this.bytes.indexOf(LESS, this.at)
    const start = this.at
    this.at = end
    this.expect(END_OF_VALUE)
    if (end === start) return
    this.number = parseNumber(this.bytes, start, end)
    this.held = HELD.number
  }

  #readInline(): void {
    this.at += 3
    if (!this.#hasReference || this.bytes[this.at - 1] !== S || this.bytes[this.at] !== GREATER)
      unsupported('text')
    const start = ++this.at
    for (; !this.isAt(END_OF_INLINE); this.at++) if (this.at >= this.bytes.length) unsupported('text')
    const text = stringItemText(this.textBetween(start, this.at))
    this.expect(END_OF_INLINE)
    this.#holdText(text)
  }
}

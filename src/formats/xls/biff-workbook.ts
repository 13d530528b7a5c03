import { SharedTexts } from './biff-strings.ts'
import { BUILT_IN_FORMATS } from '../xlsx/read/styles.ts'
import { unsupported } from '../xlsx/read/xml.ts'
import { BiffCells, isTextResult } from './biff-cells.ts'
import { BIFF, BiffRecords, CONSTANTS, textAt } from './biff-records.ts'

export type BiffSheet = { readonly name: string; readonly hidden: boolean; readonly cells: BiffCells }

/** A workbook of BIFF8 (Excel 97 to 2003). */
export type BiffWorkbook = {
  /** Up to the end of its last sheet. */
  readonly stream: Uint8Array
  readonly sheets: readonly BiffSheet[]
  /** The number formats of the cell formats, by their index. */
  readonly formats: readonly string[]
  readonly is1904: boolean
}

const BIFF8 = 0x0600
/** Kinds of content that begin (MS-XLS 2.4.21): the book itself, a sheet, a sheet of macros. */
const [BOOK, SHEETS] = [0x0005, [0x0010, 0x0040]]

/** Of these the library makes cells by rules of its own: records of older formats among those of BIFF8. */
const FOREIGN: ReadonlySet<number> = new Set([
  0x0000, 0x0002, 0x0003, 0x0004, 0x0005, 0x0007, 0x0009, 0x001e, 0x0043, 0x0206, 0x0209, 0x0243, 0x0406,
  0x0409, 0x0443,
])
const OLDER_BEGIN: readonly number[] = [0x0009, 0x0209, 0x0409]

/** What stands before the sheets, and nowhere else. */
const OF_BOOK: ReadonlySet<number> = new Set([
  BIFF.filePass,
  BIFF.date1904,
  BIFF.codePage,
  BIFF.sheet,
  BIFF.cellFormat,
  BIFF.texts,
  BIFF.format,
])

const UNICODE: readonly number[] = [1200, 0x5212]
const UTF16_OTHER_WAY = 1201

/** The offset of the cell format in records of cells. */
const PLACE = 4
/** Records between a formula and the text that it results in: what is shared by formulas. */
const MOST_BETWEEN = 4

/**
 * Finds the sheets and cells in the stream of a workbook; declines what is damaged, encrypted or of an older format, and what
 * the library reads in a way of its own.
 */
export function readBiff(stream: Uint8Array): BiffWorkbook {
  const reader = new BiffReader(stream)
  reader.read()
  const { sheets, is1904, end } = reader
  if (sheets.length === 0 || new Set(sheets.map(({ name }) => name)).size < sheets.length)
    unsupported('list of sheets')
  return { stream: stream.subarray(0, end), sheets, formats: reader.formats(), is1904 }
}

type Listed = { readonly name: string; readonly hidden: boolean }

class BiffReader {
  readonly sheets: BiffSheet[] = []
  is1904 = false
  readonly #records: BiffRecords
  /** By the offset at which each begins. */
  readonly #listed = new Map<number, Listed>()
  readonly #formats = new Map<number, string>()
  readonly #cellFormats: number[] = []
  #texts: SharedTexts | undefined
  #isUnicode = true
  #depth = 0
  #cells: BiffCells | undefined
  /** Whether a sheet said how large it is, or had a cell: the library knows of hidden sheets from there on. */
  #hasExtent = false
  /** A formula whose result is a text, until the text comes, and the records since. */
  #pending: { readonly row: number; readonly column: number; readonly place: number } | undefined
  #sincePending = 0

  constructor(stream: Uint8Array) {
    this.#records = new BiffRecords(stream)
  }

  read(): void {
    const records = this.#records
    if (!records.next() || records.type !== BIFF.begin) unsupported('beginning')
    this.#begin()
    while (this.#nextRecord()) {
      if (this.#depth === 1 && this.#cells === undefined) this.#readOfBook()
      else if (this.#depth === 1) this.#readOfSheet(this.#cells!)
      else if (OF_BOOK.has(records.type)) unsupported('record in a drawing')
    }
    if (this.sheets.length < this.#listed.size) unsupported('missing sheet')
  }

  /** Behind the end of the last sheet. */
  get end(): number {
    return this.#records.end
  }

  formats(): string[] {
    return this.#cellFormats.map((id) => this.#formats.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General')
  }

  /** Goes on to a record that neither begins nor ends anything; false after the end of the last sheet. */
  #nextRecord(): boolean {
    const records = this.#records
    for (;;) {
      if (this.#depth === 0 && !this.#isBeginning(records.nextType())) return false
      if (!records.next()) unsupported('missing end')
      if (FOREIGN.has(records.type)) unsupported('older record')
      if (records.type === BIFF.begin) this.#begin()
      else if (records.type === BIFF.end) this.#endOne()
      else return true
    }
  }

  #isBeginning(type: number | undefined): boolean {
    return type === BIFF.begin || (OLDER_BEGIN.includes(type ?? 0) && unsupported('older record'))
  }

  #begin(): void {
    const records = this.#records
    if (records.uint16(0) !== BIFF8) unsupported('version')
    if (this.#depth++ > 0) return
    const content = records.uint16(2)
    if (records.at === 0) return content === BOOK ? undefined : unsupported('kind of book')
    const listed = this.#listed.get(records.at)
    if (listed === undefined || !SHEETS.includes(content)) return unsupported('kind of sheet')
    this.#cells = new BiffCells(records, this.#texts)
    this.#pending = undefined
    this.sheets.push({ ...listed, cells: this.#cells })
  }

  #endOne(): void {
    if (--this.#depth > 0 || this.#cells === undefined) return
    this.#cells.finish()
    this.#cells = undefined
    if (!this.#hasExtent) this.sheets.push({ ...this.sheets.pop()!, hidden: false })
  }

  #readOfBook(): void {
    const records = this.#records
    switch (records.type) {
      case BIFF.filePass:
        return unsupported('encrypted')
      case BIFF.date1904:
        this.is1904 = records.length === 2 ? records.uint16(0) === 1 : unsupported('date system')
        return
      case BIFF.codePage:
        if (records.uint16(0) === UTF16_OTHER_WAY) unsupported('code page')
        this.#isUnicode = UNICODE.includes(records.uint16(0))
        return
      case BIFF.sheet:
        return this.#list()
      case BIFF.format:
        return this.#readFormat()
      case BIFF.cellFormat:
        records.need(20)
        this.#cellFormats.push(records.uint16(2))
        return
      case BIFF.texts:
        return this.#readTexts()
      case BIFF.dimensions:
        return unsupported('extent of the book')
      default:
        if (records.type === BIFF.formula || CONSTANTS.has(records.type)) unsupported('cell of the book')
    }
  }

  #list(): void {
    const records = this.#records
    records.need(8)
    const at = records.view.getUint32(records.start, true)
    if (this.#listed.has(at)) unsupported('two sheets in one place')
    const hidden = (records.stream[records.start + 4]! & 3) !== 0
    this.#listed.set(at, { name: records.shortText(6) || 'Sheet1', hidden })
  }

  #readFormat(): void {
    const records = this.#records
    const id = records.uint16(0)
    records.checkText(2, this.#isUnicode)
    const code = textAt(records.view, records.start + 2)
    // The library gives it to cells without a cell format too.
    if (id === 0 && code !== 'General') unsupported('format of numbers')
    // What the library takes a format for that a usual program writes wrongly.
    this.#formats.set(id, code === 'd.m' ? String.raw`d\.m` : code)
  }

  #readTexts(): void {
    if (this.#texts !== undefined) unsupported('two tables of texts')
    this.#texts = new SharedTexts(this.#records.stream, this.#records.at)
    if (!this.#texts.isWhole || this.#texts.hasSplitHeader) unsupported('table of texts')
  }

  #readOfSheet(cells: BiffCells): void {
    const records = this.#records
    const { type } = records
    this.#sincePending++
    if (type === BIFF.dimensions) this.#hasExtent = true
    else if (type === BIFF.sharedText) this.#addShared(cells)
    else if (type === BIFF.text || type === BIFF.richText) this.#addText(cells)
    else if (type === BIFF.shortNumber) this.#add(cells, 10)
    else if (type === BIFF.number) this.#add(cells, 14)
    else if (type === BIFF.logicalOrError) this.#add(cells, 8)
    else if (type === BIFF.numbers) this.#addNumbers(cells)
    else if (type === BIFF.formula) this.#addFormula(cells)
    else if (type === BIFF.resultText) this.#addResultText(cells)
    else if (OF_BOOK.has(type)) unsupported('record in a sheet')
  }

  /** @param length the fewest bytes that its record must have */
  #add(cells: BiffCells, length: number): void {
    const records = this.#records
    records.need(length)
    this.#hasExtent = true
    cells.add(records.uint16(0), records.uint16(2), records.type, records.start + PLACE)
  }

  #addShared(cells: BiffCells): void {
    const { view, start } = this.#records
    this.#add(cells, 10)
    if (view.getUint32(start + 6, true) >= (this.#texts?.length ?? 0)) unsupported('shared text')
  }

  #addText(cells: BiffCells): void {
    this.#records.checkText(6, this.#isUnicode)
    this.#add(cells, 8)
  }

  /** Numbers side by side (MulRk, MS-XLS 2.4.175), each with its cell format. */
  #addNumbers(cells: BiffCells): void {
    const records = this.#records
    const [row, first] = [records.uint16(0), records.uint16(2)]
    const count = (records.length - 6) / 6
    records.need(12)
    if (records.uint16(records.length - 2) !== first + count - 1) unsupported('number of numbers')
    this.#hasExtent = true
    for (let i = 0; i < count; i++) cells.add(row, first + i, BIFF.shortNumber, records.start + PLACE + 6 * i)
  }

  #addFormula(cells: BiffCells): void {
    const records = this.#records
    records.need(22)
    const place = records.start + PLACE
    this.#pending = undefined
    if (!isTextResult(records.view, place)) return this.#add(cells, 22)
    this.#pending = { row: records.uint16(0), column: records.uint16(2), place }
    this.#sincePending = 0
  }

  #addResultText(cells: BiffCells): void {
    const pending = this.#pending
    if (pending === undefined || this.#sincePending > MOST_BETWEEN) return unsupported('text of no formula')
    this.#records.checkText(0, this.#isUnicode)
    this.#pending = undefined
    this.#hasExtent = true
    cells.add(pending.row, pending.column, BIFF.formula, pending.place)
  }
}

import { SharedStringTable } from './biff-strings.ts'
import { BUILT_IN_FORMATS } from '../spreadsheet/number-format.ts'
import { unsupported } from '../spreadsheet/unsupported.ts'
import { BiffCells, isStringResult } from './biff-cells.ts'
import { BIFF, BiffRecords, CONSTANT_CELLS, readUnicodeString } from './biff-records.ts'

export type BiffSheet = { readonly name: string; readonly hidden: boolean; readonly cells: BiffCells }

/** A workbook of BIFF8 (Excel 97 to 2003). */
export type BiffWorkbook = {
  /** The workbook stream up to the end of its last sheet. */
  readonly stream: Uint8Array
  readonly sheets: readonly BiffSheet[]
  /** Number format codes by index of the cell format (XF). */
  readonly formats: readonly string[]
  readonly is1904: boolean
}

const BIFF8 = 0x0600
/** Substream types (BOF, MS-XLS 2.4.21): globals, worksheet and macro sheet. */
const [BOOK, SHEETS] = [0x0005, [0x0010, 0x0040]]

/** Records of older formats, from which SheetJS creates cells by other rules. */
const OLDER_RECORDS: ReadonlySet<number> = new Set([
  0x0000, 0x0002, 0x0003, 0x0004, 0x0005, 0x0007, 0x0009, 0x001e, 0x0043, 0x0206, 0x0209, 0x0243, 0x0406,
  0x0409, 0x0443,
])
const OLDER_BOF: readonly number[] = [0x0009, 0x0209, 0x0409]

/** Records of the globals substream that must not occur in a sheet. */
const GLOBALS_RECORDS: ReadonlySet<number> = new Set([
  BIFF.filePass,
  BIFF.date1904,
  BIFF.codePage,
  BIFF.boundSheet,
  BIFF.xf,
  BIFF.sst,
  BIFF.format,
])

const UNICODE_CODE_PAGES: readonly number[] = [1200, 0x5212]
const UTF16_BIG_ENDIAN = 1201

/** Byte offset of the cell format in the data of cell records. */
const XF_OFFSET = 4
/** Records between a Formula and its String: shared formulas, arrays, tables. */
const MAX_RECORDS_BEFORE_STRING = 4

/**
 * Finds the sheets and cells in a workbook stream. Unsupported: damaged or encrypted workbooks, older formats, and whatever
 * SheetJS reads by rules of its own.
 */
export function readBiff(stream: Uint8Array): BiffWorkbook {
  const reader = new BiffReader(stream)
  reader.read()
  const { sheets, is1904, end } = reader
  if (sheets.length === 0 || new Set(sheets.map(({ name }) => name)).size < sheets.length)
    unsupported('list of sheets')
  return { stream: stream.subarray(0, end), sheets, formats: reader.formats(), is1904 }
}

type ListedSheet = { readonly name: string; readonly hidden: boolean }

class BiffReader {
  readonly sheets: BiffSheet[] = []
  is1904 = false
  readonly #records: BiffRecords
  /** By the byte offset of their BOF. */
  readonly #listed = new Map<number, ListedSheet>()
  readonly #formats = new Map<number, string>()
  readonly #formatIds: number[] = []
  #strings: SharedStringTable | undefined
  #isUnicode = true
  #depth = 0
  #cells: BiffCells | undefined
  /** Whether any sheet so far had Dimensions or a cell: before that SheetJS takes no sheet for hidden. */
  #hasExtent = false
  /** A formula whose String record is still to come, and the number of records since. */
  #pending: { readonly row: number; readonly column: number; readonly offset: number } | undefined
  #sincePending = 0

  constructor(stream: Uint8Array) {
    this.#records = new BiffRecords(stream)
  }

  read(): void {
    const records = this.#records
    if (!records.next() || records.type !== BIFF.bof) unsupported('beginning')
    this.#beginSubstream()
    while (this.#nextRecord()) {
      if (this.#depth === 1 && this.#cells === undefined) this.#readGlobalsRecord()
      else if (this.#depth === 1) this.#readSheetRecord(this.#cells!)
      else if (GLOBALS_RECORDS.has(records.type)) unsupported('record in a drawing')
    }
    if (this.sheets.length < this.#listed.size) unsupported('missing sheet')
  }

  /** The byte offset after the last sheet. */
  get end(): number {
    return this.#records.end
  }

  formats(): string[] {
    return this.#formatIds.map((id) => this.#formats.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General')
  }

  /** Advances to the next record other than BOF and EOF; false after the last sheet. */
  #nextRecord(): boolean {
    const records = this.#records
    for (;;) {
      if (this.#depth === 0 && !this.#isBeginning(records.nextType())) return false
      if (!records.next()) unsupported('missing end')
      if (OLDER_RECORDS.has(records.type)) unsupported('older record')
      if (records.type === BIFF.bof) this.#beginSubstream()
      else if (records.type === BIFF.eof) this.#endSubstream()
      else return true
    }
  }

  #isBeginning(type: number | undefined): boolean {
    return type === BIFF.bof || (OLDER_BOF.includes(type ?? 0) && unsupported('older record'))
  }

  #beginSubstream(): void {
    const records = this.#records
    if (records.uint16(0) !== BIFF8) unsupported('version')
    if (this.#depth++ > 0) return
    const content = records.uint16(2)
    if (records.at === 0) return content === BOOK ? undefined : unsupported('substream of the workbook')
    const listed = this.#listed.get(records.at)
    if (listed === undefined || !SHEETS.includes(content)) return unsupported('substream of a sheet')
    this.#cells = new BiffCells(records, this.#strings)
    this.#pending = undefined
    this.sheets.push({ ...listed, cells: this.#cells })
  }

  #endSubstream(): void {
    if (--this.#depth > 0 || this.#cells === undefined) return
    this.#cells.finish()
    this.#cells = undefined
    if (!this.#hasExtent) this.sheets.push({ ...this.sheets.pop()!, hidden: false })
  }

  #readGlobalsRecord(): void {
    const records = this.#records
    switch (records.type) {
      case BIFF.filePass:
        return unsupported('encrypted')
      case BIFF.date1904:
        this.is1904 = records.length === 2 ? records.uint16(0) === 1 : unsupported('date system')
        return
      case BIFF.codePage:
        if (records.uint16(0) === UTF16_BIG_ENDIAN) unsupported('code page')
        this.#isUnicode = UNICODE_CODE_PAGES.includes(records.uint16(0))
        return
      case BIFF.boundSheet:
        return this.#readBoundSheet()
      case BIFF.format:
        return this.#readFormat()
      case BIFF.xf:
        records.requireLength(20)
        this.#formatIds.push(records.uint16(2))
        return
      case BIFF.sst:
        return this.#readSst()
      case BIFF.dimensions:
        return unsupported('Dimensions in globals')
      default:
        if (records.type === BIFF.formula || CONSTANT_CELLS.has(records.type)) unsupported('cell in globals')
    }
  }

  #readBoundSheet(): void {
    const records = this.#records
    records.requireLength(8)
    const at = records.view.getUint32(records.start, true)
    if (this.#listed.has(at)) unsupported('two sheets at one offset')
    const hidden = (records.stream[records.start + 4]! & 3) !== 0
    this.#listed.set(at, { name: records.shortString(6) || 'Sheet1', hidden })
  }

  #readFormat(): void {
    const records = this.#records
    const id = records.uint16(0)
    records.checkString(2, this.#isUnicode)
    const code = readUnicodeString(records.view, records.start + 2)
    // SheetJS also applies format 0 to cells without a cell format.
    if (id === 0 && code !== 'General') unsupported('format of numbers')
    // SheetJS corrects this format, which a common program writes wrongly.
    this.#formats.set(id, code === 'd.m' ? String.raw`d\.m` : code)
  }

  #readSst(): void {
    if (this.#strings !== undefined) unsupported('two shared string tables')
    this.#strings = new SharedStringTable(this.#records.stream, this.#records.at)
    if (!this.#strings.isComplete || this.#strings.hasSplitHeader) unsupported('shared string table')
  }

  #readSheetRecord(cells: BiffCells): void {
    const records = this.#records
    const { type } = records
    this.#sincePending++
    if (type === BIFF.dimensions) this.#hasExtent = true
    else if (type === BIFF.labelSst) this.#addLabelSst(cells)
    else if (type === BIFF.label || type === BIFF.rString) this.#addLabel(cells)
    else if (type === BIFF.rk) this.#add(cells, 10)
    else if (type === BIFF.number) this.#add(cells, 14)
    else if (type === BIFF.boolErr) this.#add(cells, 8)
    else if (type === BIFF.mulRk) this.#addMulRk(cells)
    else if (type === BIFF.formula) this.#addFormula(cells)
    else if (type === BIFF.string) this.#addString(cells)
    else if (GLOBALS_RECORDS.has(type)) unsupported('record in a sheet')
  }

  /** @param length minimum of its data, in bytes */
  #add(cells: BiffCells, length: number): void {
    const records = this.#records
    records.requireLength(length)
    this.#hasExtent = true
    cells.add(records.uint16(0), records.uint16(2), records.type, records.start + XF_OFFSET)
  }

  #addLabelSst(cells: BiffCells): void {
    const { view, start } = this.#records
    this.#add(cells, 10)
    if (view.getUint32(start + 6, true) >= (this.#strings?.length ?? 0)) unsupported('shared string')
  }

  #addLabel(cells: BiffCells): void {
    this.#records.checkString(6, this.#isUnicode)
    this.#add(cells, 8)
  }

  /** MulRk (MS-XLS 2.4.175): adjacent numbers, each with its cell format. */
  #addMulRk(cells: BiffCells): void {
    const records = this.#records
    const [row, first] = [records.uint16(0), records.uint16(2)]
    const count = (records.length - 6) / 6
    records.requireLength(12)
    if (records.uint16(records.length - 2) !== first + count - 1) unsupported('count of MulRk')
    this.#hasExtent = true
    for (let i = 0; i < count; i++) cells.add(row, first + i, BIFF.rk, records.start + XF_OFFSET + 6 * i)
  }

  #addFormula(cells: BiffCells): void {
    const records = this.#records
    records.requireLength(22)
    const offset = records.start + XF_OFFSET
    this.#pending = undefined
    if (!isStringResult(records.view, offset)) return this.#add(cells, 22)
    this.#pending = { row: records.uint16(0), column: records.uint16(2), offset }
    this.#sincePending = 0
  }

  #addString(cells: BiffCells): void {
    const pending = this.#pending
    if (pending === undefined || this.#sincePending > MAX_RECORDS_BEFORE_STRING)
      return unsupported('String without a formula')
    this.#records.checkString(0, this.#isUnicode)
    this.#pending = undefined
    this.#hasExtent = true
    cells.add(pending.row, pending.column, BIFF.formula, pending.offset)
  }
}

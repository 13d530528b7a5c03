import type { CellObject } from '@e965/xlsx'
import type { Bytes } from '../bytes/bytes.ts'
import { unlessUnsupported } from '../spreadsheet/unsupported.ts'
import type { ExtractedEntry } from '../zip/read.ts'
import { BinaryRecords, CellRecords, isConstantCell } from './records.ts'
import { findWorkbookParts, readFormatCodes } from './parts.ts'
import { SharedStringTable } from './shared-strings.ts'

/** Records of a worksheet (MS-XLSB 2.1.7.62): BrtCellMeta, BrtHLink. */
const [CELL_META, LINK] = [0x0031, 0x01ee]
/** SheetJS creates a cell for each cell of a link; a larger link is dropped. */
const MAX_LINKED_CELLS = 5000
/** An empty shared string table: BrtBeginSst with two counts, and BrtEndSst. */
const NO_STRINGS = Uint8Array.of(0x9f, 0x01, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0xa0, 0x01, 0)

type XlsbRowsBySheet = {
  readonly sheets: ReadonlyMap<string, XlsbRows>
  /** The archive without constant cells: SheetJS reads formulas and everything except cells from it. */
  readonly withoutConstants: readonly ExtractedEntry[]
}

/** Reads the rows of an XLSB for conversion; undefined for a workbook that SheetJS must read. */
export function readXlsbRows(entries: readonly ExtractedEntry[]): XlsbRowsBySheet | undefined {
  return unlessUnsupported(() => {
    const { sheets, strings: stored, styles } = findWorkbookParts(entries)
    const strings = stored && new SharedStringTable(stored)
    const formats = styles === undefined ? [] : readFormatCodes(styles)
    const replaced = new Map<Bytes, Bytes>()
    if (stored !== undefined) replaced.set(stored, NO_STRINGS)
    const rows = new Map<string, XlsbRows>()
    for (const { name, part } of sheets) {
      if (part === undefined) continue
      rows.set(name, new XlsbRows(part, strings, formats))
      if (!replaced.has(part)) replaced.set(part, withoutConstantCells(part))
    }
    return {
      sheets: rows,
      withoutConstants: entries.map((entry) => replaceContent(entry, replaced.get(entry.content))),
    }
  })
}

const replaceContent = (entry: ExtractedEntry, content: Bytes | undefined): ExtractedEntry =>
  content === undefined ? entry : { ...entry, content }

/** The rows of a worksheet as SheetJS has them. */
export class XlsbRows {
  length = 0
  width = 0
  readonly #records: CellRecords
  readonly #strings: SharedStringTable | undefined
  readonly #formats: readonly string[]
  #hasMore: boolean

  /** Unsupported: a damaged cell. */
  constructor(part: Bytes, strings: SharedStringTable | undefined, formats: readonly string[]) {
    this.#strings = strings
    this.#formats = formats
    const records = new CellRecords(part)
    for (let more = records.begin() && records.nextRow(); more; more = records.nextRow())
      while (records.nextCell()) {
        records.checkValue(strings?.length ?? 0)
        this.length = records.row + 1
        this.width = Math.max(this.width, records.column + 1)
      }
    this.#records = new CellRecords(part)
    this.#hasMore = this.#records.begin() && this.#records.nextRow()
  }

  /** The cells of a row. Call it for each row once, in order. */
  row(r: number): (CellObject | undefined)[] {
    const records = this.#records
    const row: (CellObject | undefined)[] = []
    if (!this.#hasMore || records.row !== r) return row
    while (records.nextCell())
      row[records.column] = { ...records.value(this.#strings), z: this.#formats[records.style] ?? 'General' }
    this.#hasMore = records.nextRow()
    return row
  }
}

/** Copies a worksheet without constant cells. */
function withoutConstantCells(part: Bytes): Bytes {
  const output = new Uint8Array(part.length)
  let length = 0
  const keep = (from: number, to: number): void => {
    output.set(part.subarray(from, to), length)
    length += to - from
  }
  const records = new BinaryRecords(part)
  // The metadata of a dropped cell must not apply to the next one.
  let metaStart = -1
  for (let from = 0; records.next(); from = records.end) {
    const { type, end } = records
    const start = metaStart === -1 ? from : metaStart
    if (type === CELL_META) {
      metaStart = start
      continue
    }
    metaStart = -1
    if (isConstantCell(type) || (type === LINK && isLargeLink(records))) continue
    keep(start, end)
  }
  return output.slice(0, length)
}

function isLargeLink(records: BinaryRecords): boolean {
  const { start } = records
  const [top, bottom, left, right] = [0, 4, 8, 12].map((offset) => records.uint32(start + offset)) as [
    number,
    number,
    number,
    number,
  ]
  return (bottom - top + 1) * (right - left + 1) > MAX_LINKED_CELLS
}

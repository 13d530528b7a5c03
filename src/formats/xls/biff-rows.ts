import type { CellObject } from '@e965/xlsx'
import type { Bytes } from '../bytes/bytes.ts'
import type { BiffCells } from './biff-cells.ts'
import { BIFF, BiffRecords, CONSTANT_CELLS } from './biff-records.ts'
import { openXls } from './read.ts'

type XlsRowsBySheet = {
  readonly sheets: ReadonlyMap<string, XlsRows>
  /** The workbook's stream with no cells but formulas, for the library to read them and what stands around the cells. */
  readonly withoutConstants: Bytes
}

/** The rows of an XLS; undefined where it is no sound one of BIFF8, which the library must read. */
export function readXlsRows(bytes: Bytes): XlsRowsBySheet | undefined {
  const book = openXls(bytes)
  if (book === undefined) return undefined
  return {
    sheets: new Map(book.sheets.map(({ name, cells }) => [name, new XlsRows(cells, book.formats)])),
    withoutConstants: withoutConstantCells(book.stream),
  }
}

/** The rows of a sheet, as the library would give them. */
class XlsRows {
  readonly length: number
  readonly width: number
  readonly #cells: BiffCells
  readonly #formats: readonly string[]

  constructor(cells: BiffCells, formats: readonly string[]) {
    this.length = cells.rowCount
    let width = 0
    for (let i = 0; i < cells.count; i++) width = Math.max(width, cells.column(i) + 1)
    this.width = width
    this.#cells = cells
    this.#formats = formats
  }

  take(r: number): (CellObject | undefined)[] {
    const cells = this.#cells
    const row: (CellObject | undefined)[] = []
    if (r >= this.length) return row
    for (let i = cells.firstCell(r), end = cells.firstCell(r + 1); i < end; i++)
      row[cells.column(i)] = { ...cells.value(i), z: this.#formats[cells.formatIndex(i)] ?? 'General' }
    return row
  }
}

/** Row, column and cell format, and a number, all of them in a record of their own. */
const [HEADER, PLACE_BYTES, NUMBER_BYTES] = [4, 6, 4]

/**
 * The records but for cells that are not worked out, and their texts. Of each sheet the first of them stays, as the number 0:
 * the library goes by what it has read before a formula that is shared.
 */
function withoutConstantCells(stream: Uint8Array): Bytes {
  const kept = new Uint8Array(stream.length)
  const view = new DataView(kept.buffer)
  const begins = new Map<number, number>()
  const listed: number[] = []
  let [length, depth, hasFirst] = [0, 0, false]
  const records = new BiffRecords(stream)
  while (records.nextType() !== undefined && records.next()) {
    const { type, at, start, end } = records
    if (type === BIFF.sst || type === BIFF.continue) continue
    if (type === BIFF.bof) {
      begins.set(at, length)
      if (depth++ === 0) hasFirst = false
    } else if (type === BIFF.eof) depth--
    if (type === BIFF.boundSheet) listed.push(length + HEADER)
    if (!CONSTANT_CELLS.has(type)) {
      kept.set(stream.subarray(at, end), length)
      length += end - at
    } else if (!hasFirst && depth === 1) {
      hasFirst = true
      view.setUint16(length, BIFF.rk, true)
      view.setUint16(length + 2, PLACE_BYTES + NUMBER_BYTES, true)
      kept.set(stream.subarray(start, start + PLACE_BYTES), length + HEADER)
      length += HEADER + PLACE_BYTES + NUMBER_BYTES
    }
  }
  // Sheets are listed by where they begin.
  for (const at of listed) view.setUint32(at, begins.get(view.getUint32(at, true)) ?? 0, true)
  return kept.subarray(0, length)
}

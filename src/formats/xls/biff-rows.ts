import type { CellObject } from '@e965/xlsx'
import type { Bytes } from '../bytes/bytes.ts'
import type { BiffCells } from './biff-cells.ts'
import { BIFF, BiffRecords, CONSTANT_CELLS } from './biff-records.ts'
import { openXls } from './read.ts'

type XlsRowsBySheet = {
  readonly sheets: ReadonlyMap<string, XlsRows>
  /** The workbook stream without constant cells: SheetJS reads formulas and everything except cells from it. */

  readonly withoutConstants: Bytes
}

/** Reads the rows of an XLS for conversion; undefined for a workbook that SheetJS must read. */
export function readXlsRows(bytes: Bytes): XlsRowsBySheet | undefined {
  const workbook = openXls(bytes)
  if (workbook === undefined) return undefined
  return {
    sheets: new Map(workbook.sheets.map(({ name, cells }) => [name, new XlsRows(cells, workbook.formats)])),
    withoutConstants: withoutConstantCells(workbook.stream),
  }
}

/** The rows of a sheet as SheetJS has them. */
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

  row(r: number): (CellObject | undefined)[] {
    const cells = this.#cells
    const row: (CellObject | undefined)[] = []
    if (r >= this.length) return row
    for (let i = cells.firstCell(r), end = cells.firstCell(r + 1); i < end; i++)
      row[cells.column(i)] = { ...cells.value(i), z: this.#formats[cells.formatIndex(i)] ?? 'General' }
    return row
  }
}

/** Bytes of a record header, of row, column and cell format, and of an RkNumber. */
const [HEADER, CELL_BYTES, NUMBER_BYTES] = [4, 6, 4]

/**
 * Copies the stream without constant cells and shared strings. The first constant stays as the number 0: SheetJS
 * needs a cell before a shared formula.
 */
function withoutConstantCells(stream: Uint8Array): Bytes {
  const output = new Uint8Array(stream.length)
  const view = new DataView(output.buffer)
  const begins = new Map<number, number>()
  const listed: number[] = []
  let [length, depth, hasFirst] = [0, 0, false]
  const records = new BiffRecords(stream)
  while (records.nextType() !== undefined && records.next()) {
    const { type, at, start, end } = records
    if (type === BIFF.sst || type === BIFF.continue) continue
    if (type === BIFF.bof) {
      begins.set(at, length)
      depth++
    } else if (type === BIFF.eof) depth--
    if (type === BIFF.boundSheet) listed.push(length + HEADER)
    if (!CONSTANT_CELLS.has(type)) {
      output.set(stream.subarray(at, end), length)
      length += end - at
    } else if (!hasFirst && depth === 1) {
      hasFirst = true
      view.setUint16(length, BIFF.rk, true)
      view.setUint16(length + 2, CELL_BYTES + NUMBER_BYTES, true)
      output.set(stream.subarray(start, start + CELL_BYTES), length + HEADER)
      length += HEADER + CELL_BYTES + NUMBER_BYTES
    }
  }
  // BoundSheet records hold the offsets of the sheets.
  for (const at of listed) view.setUint32(at, begins.get(view.getUint32(at, true)) ?? 0, true)
  return output.subarray(0, length)
}

import { type TableRow, isBlankCell } from '#table/table.ts'
import { type FormatMeaning, GENERAL_FORMAT, meaningOfFormat } from '../spreadsheet/number-format.ts'
import { OleContainer } from './ole-container.ts'
import type { WorkbookTable } from '../spreadsheet/library.ts'
import { chooseSheet } from '../format.ts'
import { numberCell, toCell } from '../spreadsheet/cell.ts'
import { WorksheetTable } from '../spreadsheet/worksheet-table.ts'
import { unlessUnsupported, unsupported } from '../spreadsheet/unsupported.ts'
import type { BiffCells } from './biff-cells.ts'
import { type BiffWorkbook, readBiff } from './biff-workbook.ts'

/** Opens the BIFF8 workbook (Excel 97 to 2003) in an OLE container; undefined for a workbook that SheetJS must read. */
export function openXls(bytes: Uint8Array): BiffWorkbook | undefined {
  const stream = OleContainer.open(bytes)?.stream('workbook')
  return stream && unlessUnsupported(() => readBiff(stream))
}

/**
 * Reads one sheet of an XLS with the result of SheetJS in a fraction of its time and memory; undefined for a workbook that
 * SheetJS must read. Never throws for what a file holds.
 * @param limit rows to read
 * @param chosen the name of the sheet; else the first visible one with data
 */
export function readXls(
  bytes: Uint8Array,
  limit: number,
  chosen: string | undefined,
): WorkbookTable | undefined {
  const workbook = openXls(bytes)
  return workbook && unlessUnsupported(() => readSheet(workbook, limit, chosen))
}

function readSheet(workbook: BiffWorkbook, limit: number, chosen: string | undefined): WorkbookTable {
  const sheets = workbook.sheets.map(({ name, hidden, cells }) => ({
    name,
    hidden,
    hasData: hasValue(cells, 0, Math.min(limit, cells.rowCount)),
  }))
  const sheet = chooseSheet(sheets, chosen)
  if (sheet === undefined) return unsupported('choice of the sheet')
  const { cells } = workbook.sheets[sheets.indexOf(sheet)]!
  const isCut = limit < cells.rowCount && hasValue(cells, limit, limit + 1)
  return {
    ok: true,
    sheets,
    sheet: sheet.name,
    table: new WorksheetTable(new XlsCells(workbook, cells, limit)),
    isCut,
  }
}

function hasValue(cells: BiffCells, from: number, to: number): boolean {
  for (let i = cells.firstCell(from), end = cells.firstCell(to); i < end; i++) {
    const value = cells.value(i)
    if (value.t !== 'z' && value.v !== '') return true
  }
  return false
}

class XlsCells {
  readonly rowCount: number
  readonly #cells: BiffCells
  readonly #meanings: readonly FormatMeaning[]
  readonly #is1904: boolean

  constructor({ formats, is1904 }: BiffWorkbook, cells: BiffCells, limit: number) {
    this.rowCount = Math.min(cells.rowCount, limit)
    this.#cells = cells
    this.#meanings = formats.map(meaningOfFormat)
    this.#is1904 = is1904
  }

  width(r: number): number {
    const end = this.#cells.firstCell(r + 1)
    return end === this.#cells.firstCell(r) ? 0 : this.#cells.column(end - 1) + 1
  }

  row(r: number): TableRow[number][] {
    const cells = this.#cells
    const row: TableRow[number][] = []
    for (let i = cells.firstCell(r), end = cells.firstCell(r + 1); i < end; i++) {
      while (row.length < cells.column(i)) row.push(undefined)
      row.push(this.#cell(i))
    }
    return row
  }

  cell(r: number, c: number): TableRow[number] {
    const cells = this.#cells
    for (let i = cells.firstCell(r), end = cells.firstCell(r + 1); i < end; i++)
      if (cells.column(i) === c) return this.#cell(i)
    return undefined
  }

  isBlank(r: number): boolean {
    for (let i = this.#cells.firstCell(r), end = this.#cells.firstCell(r + 1); i < end; i++)
      if (!isBlankCell(this.#cell(i))) return false
    return true
  }

  #cell(i: number): TableRow[number] {
    const value = this.#cells.value(i)
    if (value.t !== 'n') return toCell(value, this.#is1904)
    return numberCell(value.v, this.#meanings[this.#cells.formatIndex(i)] ?? GENERAL_FORMAT, this.#is1904)
  }
}

import { columnIndex } from '#table/column-name.ts'
import type { Table, TableRow } from '#table/table.ts'
import type { WorkbookTable } from '../../spreadsheet/library.ts'
import { type ReadProgress, chooseSheet } from '../../format.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'
import type { ExtractedEntry } from '../../zip/read.ts'
import { type ReadSheetPart, findReadParts } from './parts.ts'
import { readCellFormats } from './styles.ts'
import { unlessUnsupported, unsupported } from '../../spreadsheet/unsupported.ts'
import { openElements } from './xml.ts'
import { SheetRowReader, type WorkbookContext } from './rows.ts'
import { readSharedStrings } from './shared-strings.ts'

/**
 * Reads one sheet of a workbook (XLSX, XLSM) with the result of SheetJS in a fraction of its time; undefined for a workbook
 * with anything that Office and common programs do not write, which SheetJS must read. Never throws for what a file holds.
 * @param limit rows to read
 * @param chosen the name of the sheet; else the first visible one with data
 * @param onProgress called with the share of the sheet and its rows so far
 */
export function readXlsx(
  entries: readonly ExtractedEntry[],
  limit: number,
  chosen: string | undefined,
  onProgress?: ReadProgress,
): WorkbookTable | undefined {
  return unlessUnsupported(() => readBook(entries, limit, chosen, onProgress))
}

/** Rows between two progress reports. */
const REPORT_STEP = 1000

function readBook(
  entries: readonly ExtractedEntry[],
  limit: number,
  chosen: string | undefined,
  onProgress: ReadProgress | undefined,
): WorkbookTable {
  const { sheets: stored, strings, styles, is1904 } = findReadParts(entries)
  const sharedStrings = strings === undefined ? [] : readSharedStrings(strings)
  const context = { sharedStrings, formats: styles === undefined ? [] : readCellFormats(styles), is1904 }
  const sheets = stored.map(({ name, hidden, xml }) => ({
    name,
    hidden,
    hasData: hasData(xml, context, limit),
  }))
  const sheet = chooseSheet(sheets, chosen)
  if (sheet === undefined) return unsupported('choice of the sheet')
  const read = readSheet(stored[sheets.indexOf(sheet)]!, context, limit, onProgress)
  return { ok: true, sheets, sheet: sheet.name, ...read }
}

const isValue = (cell: TableRow[number]): boolean => cell !== undefined && cell !== ''

/** Whether one of the first `limit` rows has a value. */
function hasData(xml: Bytes, context: WorkbookContext, limit: number): boolean {
  const rows = rowsOf(xml, context)
  while (rows?.next() && rows.row <= limit) if (rows.cells().some(isValue)) return true
  return false
}

function readSheet(
  { xml, relationships: relations }: ReadSheetPart,
  context: WorkbookContext,
  limit: number,
  onProgress: ReadProgress | undefined,
) {
  const table: TableRow[] = []
  let isCut = false
  const rows = rowsOf(xml, context)
  if (rows === undefined) return { table, isCut }
  while (rows.next()) {
    if (rows.row > limit + 1) {
      rows.skip()
      continue
    }
    const cells = rows.cells()
    if (rows.row % REPORT_STEP === 0) onProgress?.(rows.at / xml.length, table.length)
    if (cells.length === 0) continue
    while (table.length < Math.min(rows.row - 1, limit)) table.push([])
    if (rows.row <= limit) table.push(cells)
    else isCut = cells.some(isValue)
  }
  checkNotes(relations)
  checkLinks(rawText(xml, rows.at, xml.length), table)
  return { table, isCut }
}

type Bytes = ReadSheetPart['xml']

/** Undefined for a sheet without rows. */
function rowsOf(xml: Bytes, context: WorkbookContext): SheetRowReader | undefined {
  const tags = new XmlTags(xml)
  while (tags.next() && !tags.is('sheetData'));
  const isEmpty = tags.kind === 'empty'
  const open = openElements(xml, tags.end).join('/')
  if (open !== (isEmpty ? 'worksheet' : 'worksheet/sheetData') || tags.prefix !== '') unsupported('sheet')
  return isEmpty ? undefined : new SheetRowReader(xml, tags.end, context)
}

/** Unsupported: comments, for which SheetJS creates empty cells. */
function checkNotes(relations: Bytes | undefined): void {
  if (relations === undefined) return
  const text = rawText(relations, 0, relations.length)
  if (/comment|vmlDrawing|\0/i.test(text)) unsupported('notes')
}

/** Unsupported: hyperlinks on anything but one cell with a value; SheetJS creates cells for the others. */
function checkLinks(after: string, table: Table): void {
  if (/<!|<\w+:hyperlink/.test(after)) unsupported('links')
  for (const [tag] of after.matchAll(/<hyperlink\b[^>]*/g)) {
    if (tag.includes("'")) unsupported('links')
    const [, column, row] = /\sref="([A-Z]{1,2})(\d{1,7})"/.exec(tag) ?? unsupported('links')
    if (table.at(Number(row) - 1)?.[columnIndex(column!)] === undefined) unsupported('links')
  }
}

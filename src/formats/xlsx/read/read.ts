import { columnIndex } from '#table/column-name.ts'
import { type Bytes, concatBytes } from '../../bytes/bytes.ts'
import { type ReadProgress, type Sheet, chooseSheet } from '../../format.ts'
import type { WorkbookTable } from '../../spreadsheet/library.ts'
import { unlessUnsupportedLater, unsupported } from '../../spreadsheet/unsupported.ts'
import { WorksheetTable } from '../../spreadsheet/worksheet-table.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'
import type { ZipPart } from '../../zip/read.ts'
import { END_OF_ROW, END_OF_STRING, piecesOf } from '../pieces.ts'
import { PackedRows, type WorkbookContext } from './packed-rows.ts'
import { PackedTexts } from '../../spreadsheet/packed-texts.ts'
import { type ReadSheetPart, findReadParts, requireUtf8 } from './parts.ts'
import { SheetRowReader } from './rows.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readCellFormats } from './styles.ts'
import { openElements } from './xml.ts'

/**
 * Reads one sheet of a workbook (XLSX, XLSM) with the result of SheetJS in a fraction of its time; undefined for a workbook
 * with anything that Office and common programs do not write, which SheetJS must read.
 * @param limit rows to read
 * @param chosen the name of the sheet; else the first visible one with data
 * @param onProgress called with the share of the sheet and its rows so far
 * @throws {ZipError} for a damaged archive
 */
export const readXlsx = (
  parts: readonly ZipPart[],
  limit: number,
  chosen: string | undefined,
  onProgress?: ReadProgress,
): Promise<WorkbookTable | undefined> =>
  unlessUnsupportedLater(() => readBook(parts, limit, chosen, onProgress))

/** Rows between two progress reports. */
const REPORT_STEP = 1000

/** SheetJS reads a sheet with a longer row, if it can. */
const MAX_PIECE_BYTES = 64 * 1024 * 1024

async function readBook(
  parts: readonly ZipPart[],
  limit: number,
  chosen: string | undefined,
  onProgress: ReadProgress | undefined,
): Promise<WorkbookTable> {
  const { sheets: stored, strings, styles, is1904 } = await findReadParts(parts)
  const context = {
    sharedStrings:
      strings === undefined ? new PackedTexts() : await readSharedStrings(xmlPieces(strings, END_OF_STRING)),
    formats: styles === undefined ? [] : readCellFormats(styles),
    is1904,
  }
  const sheets: Sheet[] = []
  for (const { name, hidden, part } of stored)
    sheets.push({ name, hidden, hasData: await hasData(part, context, limit) })
  const sheet = chooseSheet(sheets, chosen)
  if (sheet === undefined) return unsupported('choice of the sheet')
  const read = await readSheet(stored[sheets.indexOf(sheet)]!, context, limit, onProgress)
  for (const part of parts) await part.verify()
  return { ok: true, sheets, sheet: sheet.name, ...read }
}

/** Unsupported: XML in another encoding than UTF-8. */
async function* xmlPieces(part: ZipPart, closingTag: Bytes): AsyncGenerator<Bytes> {
  let isFirst = true
  const check = (size: number) => {
    if (size > MAX_PIECE_BYTES) unsupported('size of an element')
  }
  for await (const piece of piecesOf(part, closingTag, check)) {
    if (isFirst) requireUtf8(piece)
    isFirst = false
    yield piece
  }
}

/** Whether one of the first `limit` rows has a value. */
async function hasData(part: ZipPart, context: WorkbookContext, limit: number): Promise<boolean> {
  let hasValue = false
  await eachRow(part, context, (reader) => {
    hasValue = reader.row <= limit && reader.hasValue()
    return reader.row <= limit && !hasValue
  })
  return hasValue
}

async function readSheet(
  { part, relationships: relations }: ReadSheetPart,
  context: WorkbookContext,
  limit: number,
  onProgress: ReadProgress | undefined,
) {
  const packed = new PackedRows(context)
  let isCut = false
  const rest = await eachRow(part, context, (reader, at) => {
    const { row } = reader
    if (row % REPORT_STEP === 0) onProgress?.(at / part.size, packed.rowCount)
    if (row <= limit) {
      while (reader.nextCell()) packed.addCell(reader)
      packed.endRow(row - 1)
    } else if (row > limit + 1) reader.skip()
    else if (reader.nextCell()) {
      packed.rowCount = limit
      isCut = reader.isValue
      isCut = reader.hasValue() || isCut
    }
    return true
  })
  const table = new WorksheetTable(packed)
  checkNotes(relations)
  checkLinks(rest, table)
  return { table, isCut }
}

/**
 * Calls `visit` with each row, and the byte offset in the part, until it returns false. It has to read all cells of a row before
 * it returns true.
 * @returns what follows the rows
 */
async function eachRow(
  part: ZipPart,
  context: WorkbookContext,
  visit: (reader: SheetRowReader, at: number) => boolean,
): Promise<string> {
  let reader: SheetRowReader | undefined
  let before = 0
  const rest: Bytes[] = []
  for await (const piece of xmlPieces(part, END_OF_ROW)) {
    if (reader?.isEnded === true) rest.push(piece.slice())
    else {
      if (reader === undefined) reader = rowsOf(piece, context)
      else reader.continueWith(piece)
      if (reader === undefined) return ''
      while (reader.next()) if (!visit(reader, before + reader.at)) return ''
      if (reader.isEnded) rest.push(piece.slice(reader.at))
    }
    before += piece.length
  }
  if (reader?.isEnded !== true) unsupported('sheet')
  const bytes = concatBytes(rest)
  return rawText(bytes, 0, bytes.length)
}

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
function checkLinks(after: string, table: WorksheetTable): void {
  if (/<!|<\w+:hyperlink/.test(after)) unsupported('links')
  for (const [tag] of after.matchAll(/<hyperlink\b[^>]*/g)) {
    if (tag.includes("'")) unsupported('links')
    const [, column, row] = /\sref="([A-Z]{1,2})(\d{1,7})"/.exec(tag) ?? unsupported('links')
    if (table.cell(Number(row) - 1, columnIndex(column!)) === undefined) unsupported('links')
  }
}

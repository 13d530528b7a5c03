import type { Bytes } from '../bytes/bytes.ts'
import { type ReadError, type ReadProgress, type Sheet, chooseSheet } from '../format.ts'
import { WorksheetTable } from '../spreadsheet/worksheet-table.ts'
import type { ZipPart } from '../zip/read.ts'
import { type OdsContent, type SheetTable, findContent } from './document.ts'
import { PackedSheet } from './sheet-cells.ts'
import { MAX_ROWS, SheetRows } from './sheet-rows.ts'
import { Styles, commonStyles, contentStyles } from './styles.ts'

type OdsTable = {
  readonly ok: true
  readonly sheets: readonly Sheet[]
  readonly sheet: string
  readonly table: WorksheetTable
  readonly isCut: boolean
}

type OdsResult = OdsTable | { readonly ok: false; readonly error: ReadError } | undefined

type ReadOptions = {
  /** Rows to read. */
  readonly limit: number
  /** The name of the sheet; else the first visible one with data. */
  readonly sheet: string | undefined
  readonly onProgress: ReadProgress | undefined
}

/** Rows between two progress reports. */
const REPORT_STEP = 1000

/** Cells that a sheet repeats at most. Each takes time although it has no bytes: twenty bytes can stand for a million. */
const MAX_REPEATED = 10_000_000

const failed = (reason: 'broken' | 'encrypted' | 'bomb'): OdsResult => ({
  ok: false,
  error: { code: 'unreadable', reason },
})

/**
 * Reads one sheet of an ODS; undefined for another OpenDocument file.
 * @throws {ZipError} for a damaged archive
 */
export async function readOds(parts: readonly ZipPart[], options: ReadOptions): Promise<OdsResult> {
  const part = (wanted: string) => parts.find(({ name }) => name === wanted)
  const manifest = await part('META-INF/manifest.xml')?.content()
  // The attribute is of the parts that are encrypted; some programs encrypt the whole document as one part.
  const isEncrypted =
    manifest !== undefined && /<(?:[\w.-]+:)?encryption-data[\s>]/.test(new TextDecoder().decode(manifest))
  if (isEncrypted || part('encrypted-package') !== undefined) return failed('encrypted')
  const xml = await part('content.xml')?.content()
  const common = await part('styles.xml')?.content()
  for (const one of parts) await one.verify()
  return xml === undefined ? undefined : readContent(xml, common, options)
}

/** Reads one sheet of a flat ODS, or of `content.xml`; undefined for other XML. */
export function readContent(xml: Bytes, common: Bytes | undefined, options: ReadOptions): OdsResult {
  const content = findContent(xml)
  if (content === undefined) return undefined
  if (content === 'broken') return failed('broken')
  const styles = stylesOf(content, common)
  const limit = Math.min(options.limit, MAX_ROWS)
  const sheets = content.tables.map((table): Sheet => ({
    name: table.title,
    hidden: styles.isHidden(table.styleName),
    hasData: hasData(content, table, limit),
  }))
  if (sheets.length === 0) return { ok: false, error: { code: 'no-rows' } }
  const sheet = chooseSheet(sheets, options.sheet)
  if (sheet === undefined) return { ok: false, error: { code: 'unknown-sheet', sheets, kind: 'sheet' } }
  const table = content.tables[sheets.indexOf(sheet)]!
  const read = readSheet(content, table, styles, { ...options, limit })
  return read === undefined ? failed('bomb') : { ok: true, sheets, sheet: sheet.name, ...read }
}

export const stylesOf = (content: OdsContent, common: Bytes | undefined): Styles =>
  new Styles([...contentStyles(content), ...(common === undefined ? [] : commonStyles(common))])

/** Whether one of the first `limit` rows has a value. */
function hasData(content: OdsContent, table: SheetTable, limit: number): boolean {
  const rows = new SheetRows(content, table)
  while (rows.nextRow() && rows.row < limit) while (rows.nextCell()) if (rows.hasValue) return true
  return false
}

/** Undefined for a sheet that repeats too many cells. */
function readSheet(
  content: OdsContent,
  table: SheetTable,
  styles: Styles,
  { limit, onProgress }: ReadOptions,
) {
  const packed = new PackedSheet()
  const rows = new SheetRows(content, table)
  let isCut = false
  while (!isCut && rows.nextRow()) {
    const { row, rowRepeat } = rows
    if (row >= limit) {
      while (!isCut && rows.nextCell()) isCut = rows.hasValue
      continue
    }
    while (rows.nextCell()) packed.addCell(rows, styles)
    packed.endRow(row, Math.min(rowRepeat, limit - row))
    if (packed.repeatedCells > MAX_REPEATED) return undefined
    isCut = packed.rowCount > row && row + rowRepeat > limit
    if (packed.rowCount % REPORT_STEP === 0)
      onProgress?.((rows.rowEnd - table.start) / (table.end - table.start), packed.rowCount)
  }
  return { table: new WorksheetTable(packed), isCut }
}

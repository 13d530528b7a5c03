import {
  type Cell,
  MAX_SHEET_ROWS,
  SPREADSHEETML,
  SharedStrings,
  type Sheet,
  XML_DECLARATION,
  sheetXml,
} from './sheet.ts'
import { escapeXml } from './escape.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { ZipWriter } from '../../zip/write.ts'
import { PRODUCT } from '#product/product.ts'
import type { Lang } from '#i18n/language.ts'
import type { WrittenCell } from '#writeback/apply-to-table.ts'
import { withSign } from '#writeback/price-style.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export type WorkbookProperties = {
  readonly title: string
  readonly creator: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/**
 * Writes a workbook (ECMA-376) in consecutive parts of one archive. Rows are compressed as they are generated, so
 * their XML is never whole in memory. No cell is ever a formula.
 * @param properties null for none
 * @param onProgress called with 0 to 1
 * @param method of the sheets: `store` for a workbook that is read again at once
 * @throws {RangeError} when a sheet has more rows than fit one
 */
export async function writeWorkbook(
  sheets: readonly Sheet[],
  properties: WorkbookProperties | null,
  onProgress: (done: number) => void = () => {},
  method: 'deflate' | 'store' = 'deflate',
): Promise<readonly Bytes[]> {
  if (sheets.some(({ rowCount }) => rowCount > MAX_SHEET_ROWS))
    throw new RangeError(`A sheet of a workbook has room for ${MAX_SHEET_ROWS} rows.`)
  const zip = new ZipWriter()
  const strings = new SharedStrings()
  const total = sheets.reduce((sum, { rowCount }) => sum + rowCount, 0) || 1
  await zip.deflate('[Content_Types].xml', [contentTypes(sheets.length, properties !== null)])
  await zip.deflate('_rels/.rels', [packageRelationships(properties !== null)])
  if (properties !== null) await zip.deflate('docProps/core.xml', [coreProperties(properties)])
  await zip.deflate('xl/workbook.xml', [workbookXml(sheets)])
  await zip.deflate('xl/_rels/workbook.xml.rels', [workbookRelationships(sheets.length)])
  await zip.deflate('xl/styles.xml', [stylesXml()])
  let before = 0
  for (const [i, sheet] of sheets.entries()) {
    const onRows = (count: number) => onProgress(((before + count) / total) * 0.95)
    const [part, xml] = [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheet, strings, i === 0, onRows)]
    if (method === 'store') zip.store(part, xml)
    else await zip.deflate(part, xml)
    before += sheet.rowCount
  }
  await zip.deflate('xl/sharedStrings.xml', strings.xml())
  onProgress(1)
  return zip.finish()
}

/** A sheet name that every spreadsheet program accepts. */
const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, ' ')
    .trim() || 'Sheet'

const numbered = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i + 1)).join('')

function contentTypes(sheets: number, hasProperties: boolean): string {
  const part = (name: string, type: string) => `<Override PartName="${name}" ContentType="${type}"/>`
  return (
    `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    (hasProperties
      ? part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')
      : '') +
    part('/xl/workbook.xml', `${PARTS}.sheet.main+xml`) +
    numbered(sheets, (n) => part(`/xl/worksheets/sheet${n}.xml`, `${PARTS}.worksheet+xml`)) +
    part('/xl/styles.xml', `${PARTS}.styles+xml`) +
    part('/xl/sharedStrings.xml', `${PARTS}.sharedStrings+xml`) +
    '</Types>'
  )
}

const relationshipXml = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`

const packageRelationships = (hasProperties: boolean): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
  relationshipXml(1, `${OFFICE}/officeDocument`, 'xl/workbook.xml') +
  (hasProperties
    ? relationshipXml(2, `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml')
    : '') +
  '</Relationships>'

const workbookRelationships = (sheets: number): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
  numbered(sheets, (n) => relationshipXml(n, `${OFFICE}/worksheet`, `worksheets/sheet${n}.xml`)) +
  relationshipXml(sheets + 1, `${OFFICE}/styles`, 'styles.xml') +
  relationshipXml(sheets + 2, `${OFFICE}/sharedStrings`, 'sharedStrings.xml') +
  '</Relationships>'

function workbookXml(sheets: readonly Sheet[]): string {
  const each = sheets.map(
    ({ name }, i) => `<sheet name="${escapeXml(sheetName(name))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  return `${XML_DECLARATION}<workbook xmlns="${SPREADSHEETML}" xmlns:r="${OFFICE}"><sheets>${each.join('')}</sheets></workbook>`
}

function coreProperties({ title, creator, createdAt }: WorkbookProperties): string {
  const created = `<dcterms:created xsi:type="dcterms:W3CDTF">${escapeXml(createdAt)}</dcterms:created>`
  return (
    `${XML_DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties"` +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(creator)}</dc:creator>${created}` +
    '</cp:coreProperties>'
  )
}

/** The cell formats that `STYLE` in sheet.ts counts. Number format 4 is `#,##0.00`; 49 is text, also after an edit. */
function stylesXml(): string {
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  const style = (format: number, fontId: number) =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${fontId ? ' applyFont="1"' : ''}/>`
  const styles = [style(0, 0), style(49, 1), style(49, 0), style(4, 0), style(4, 1)]
  return styleSheetXml('', [font(''), font('<b/>')], styles)
}

/** The XML of a styles part with one fill, border and cell style. The arguments are XML elements. */
export const styleSheetXml = (
  numberFormats: string,
  fonts: readonly string[],
  cellFormats: readonly string[],
): string =>
  `${XML_DECLARATION}<styleSheet xmlns="${SPREADSHEETML}">${numberFormats}` +
  `<fonts count="${fonts.length}">${fonts.join('')}</fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>'

export type TableOptions = {
  readonly lang: Lang
  readonly sheetName: string
  readonly title: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Whether the first row is a header: bold and frozen. */
  readonly hasHeader: boolean
  readonly onProgress?: (done: number) => void
}

/** Rows measured for column widths. */
const MEASURED_ROWS = 200
const WIDTH = { least: 6, most: 60, room: 2 }

/** Writes a table as a workbook of one sheet. Text stays text; plain decimals become numbers. */
export function tableXlsx(
  rows: readonly (readonly Cell[])[],
  { lang, sheetName, title, createdAt, hasHeader, onProgress }: TableOptions,
): Promise<readonly Bytes[]> {
  const sheet = {
    name: sheetName,
    rows,
    rowCount: rows.length,
    widths: widthsOf(rows),
    bold: hasHeader ? 'first-row' : 'nothing',
  } as const
  return writeWorkbook([sheet], { title, creator: PRODUCT.name[lang], createdAt }, onProgress)
}

/** Writes a table with new prices as {@link tableXlsx} does: for formats that cannot be patched. */
export const writtenTableXlsx = (
  cells: readonly (readonly WrittenCell[])[],
  options: TableOptions,
): Promise<readonly Bytes[]> =>
  tableXlsx(
    cells.map((row) => row.map(toSheetCell)),
    options,
  )

/** An amount with a currency is written as text: the sheet has no number format that names a currency. */
const toSheetCell = (cell: WrittenCell): Cell =>
  cell === null || typeof cell === 'string' || cell.currency === undefined
    ? cell
    : withSign(cell.number, cell.currency)

function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = []
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    for (const [column, cell] of row.entries()) {
      const text = cell === null ? '' : typeof cell === 'string' ? cell : cell.number
      const width = Math.min(Math.max(text.length + WIDTH.room, WIDTH.least), WIDTH.most)
      widths[column] = Math.max(widths[column] ?? 0, width)
    }
  }
  return widths
}

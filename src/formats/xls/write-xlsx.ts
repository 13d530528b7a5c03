import type { CellObject, RowInfo, WorkBook, WorkSheet } from '@e965/xlsx'
import { MAX_SHEET_COLUMNS, columnName } from '#table/column-name.ts'
import { BUILT_IN_FORMATS, FIRST_CUSTOM_FORMAT } from '../spreadsheet/number-format.ts'
import { errorName } from '../spreadsheet/cell.ts'
import { MAX_SHEET_ROWS, SharedStrings } from '../xlsx/write/sheet.ts'
import { styleSheetXml } from '../xlsx/write/workbook.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { escapeXstring } from '../xlsx/write/escape.ts'
import { ZipWriter } from '../zip/write.ts'
import type { ExtractedEntry } from '../zip/read.ts'
import { formatRange, parseRange } from '../spreadsheet/cell-ref.ts'

/**
 * SheetJS searches the whole rectangle for links and comments, and for each link all earlier ones; more are
 * dropped.
 */
const MAX_LINKED_AREA = 100_000_000
const MAX_LINKED_CELLS = 5000

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRINGS_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml'

/** Rows from a fast reader, which has no formulas. */
export type CellRows = {
  readonly length: number
  readonly width: number
  row(r: number): (CellObject | undefined)[]
}

/** The rows taken out of a SheetJS sheet, with their properties and the range that they fill. */
type DetachedRows = {
  readonly rows: RowSource
  readonly properties: readonly (RowInfo | undefined)[]
  readonly range: string
}

/**
 * Takes the rows out of a sheet, so that SheetJS writes only the rest. Cells with links or comments stay as well.
 * Modifies the sheet.
 * @param own rows from a fast reader, when SheetJS has read only the formulas
 */
export function detachRows(book: WorkBook, name: string, own?: CellRows): DetachedRows {
  const sheet = book.Sheets[name]
  const rows: SheetJsRows = sheet?.['!data'] ?? []
  const properties: (RowInfo | undefined)[] = sheet?.['!rows'] ?? []
  let [height, width] = [own?.length ?? 0, own?.width ?? 0]
  const linked: SheetJsRows = []
  let [linkedWidth, linkedCount] = [0, 0]
  for (let r = 0; r < Math.min(rows.length, MAX_SHEET_ROWS); r++) {
    const row = rows[r]
    if (row === undefined || row.length === 0) continue
    height = Math.max(height, r + 1)
    width = Math.max(width, Math.min(row.length, MAX_SHEET_COLUMNS))
    eachCell(row, (cell, column) => {
      if (cell.l === undefined && cell.c === undefined) return
      const right = Math.max(linkedWidth, column + 1)
      if ((r + 1) * right > MAX_LINKED_AREA || ++linkedCount > MAX_LINKED_CELLS) return
      linkedWidth = right
      const kept = (linked[r] ??= []) as (typeof cell)[]
      // SheetJS writes no link of a blank cell. The value is not used.
      kept[column] = { ...cell, t: 's', v: '' }
    })
  }
  const range = formatRange({
    top: 0,
    left: 0,
    bottom: Math.max(height, 1) - 1,
    right: Math.max(width, 1) - 1,
  })
  if (sheet !== undefined) keepLinkedCells(sheet, linked, linkedWidth, height)
  return { rows: own === undefined ? releasing(rows) : mergeFormulas(own, rows), properties, range }
}

function mergeFormulas(own: CellRows, read: SheetJsRows): RowSource {
  const formulas = releasing(read)
  return {
    length: own.length,
    row: (r) => {
      const row = own.row(r)
      eachCell(formulas.row(r) ?? [], (cell, column) => {
        if (cell.f !== undefined) row[column] = cell
      })
      return row
    },
  }
}

function keepLinkedCells(sheet: WorkSheet, linked: SheetJsRows, width: number, height: number): void {
  for (let r = 0; r < linked.length; r++) linked[r] ??= []
  sheet['!data'] = linked as NonNullable<WorkSheet['!data']>
  delete sheet['!rows']
  if (linked.length === 0) delete sheet['!ref']
  else sheet['!ref'] = formatRange({ top: 0, left: 0, bottom: linked.length - 1, right: width - 1 })
  // SheetJS writes the outline level as an attribute that `col` does not have.
  for (const column of sheet['!cols'] ?? []) delete column?.level
  // SheetJS reads a filter as its title row only.
  const filter = parseRange(sheet['!autofilter']?.ref ?? '')
  if (filter === undefined || filter.top < filter.bottom) return
  if (height - 1 > filter.top) sheet['!autofilter'] = { ref: formatRange({ ...filter, bottom: height - 1 }) }
  // It writes no filter without rows, but throws.
  else delete sheet['!autofilter']
}

/**
 * Writes the package of SheetJS again with the rows in its sheets, in consecutive parts.
 * @param stored index of the sheet that is stored uncompressed
 */
export async function writePackage(
  entries: readonly ExtractedEntry[],
  sheets: readonly DetachedRows[],
  stored: number,
): Promise<readonly Bytes[]> {
  const zip = new ZipWriter()
  const strings = new SharedStrings(escapeXstring)
  const formats = new NumberFormatTable()
  for (const { name, content } of entries) {
    const number = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1]
    if (number !== undefined) {
      const index = Number(number) - 1
      const xml = sheetXml(decoded(content), sheets[index]!, { strings, numberFormats: formats })
      if (index === stored) zip.store(name, xml)
      else await zip.deflate(name, xml)
    } else if (name === '[Content_Types].xml')
      await zip.deflate(name, [addSharedStringsType(decoded(content))])
    else if (name === 'xl/_rels/workbook.xml.rels')
      await zip.deflate(name, [addSharedStringsRelationship(decoded(content))])
    else if (name !== 'xl/styles.xml') await zip.deflate(name, [content])
  }
  await zip.deflate('xl/styles.xml', [formats.xml()])
  await zip.deflate('xl/sharedStrings.xml', strings.xml())
  return zip.finish()
}

const decoded = (content: Bytes): string => new TextDecoder().decode(content)

const addSharedStringsType = (xml: string): string =>
  xml.replace(
    '</Types>',
    `<Override PartName="/xl/sharedStrings.xml" ContentType="${STRINGS_TYPE}"/></Types>`,
  )

const addSharedStringsRelationship = (xml: string): string =>
  xml.replace(
    '</Relationships>',
    `<Relationship Id="rIdStrings" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  )

function* sheetXml(
  xml: string,
  { rows, properties, range }: DetachedRows,
  written: Parameters<typeof rowsXml>[2],
): Generator<string> {
  const start = xml.indexOf('<sheetData')
  const close = xml.indexOf('</sheetData>', start)
  const end = close === -1 ? xml.indexOf('>', start) + 1 : close + '</sheetData>'.length
  yield `${xml.slice(0, start).replace(/(<dimension ref=")[^"]*/, `$1${range}`)}<sheetData>`
  yield* rowsXml(rows, properties, written)
  yield `</sheetData>${xml.slice(end).replace(/(<ignoredError [^>]*sqref=")[^"]*/, `$1${range}`)}`
}

const GENERAL = 'General'

const BUILT_IN_IDS = new Map(Object.entries(BUILT_IN_FORMATS).map(([number, code]) => [code, Number(number)]))

/** The cell formats of the written workbook: one for each number format. */
class NumberFormatTable {
  readonly #indexes = new Map<string, number>([[GENERAL, 0]])

  /** Index of the cell format for a number format code. */
  index(code: string): number {
    const known = this.#indexes.get(code)
    if (known !== undefined) return known
    const id = this.#indexes.size
    this.#indexes.set(code, id)
    return id
  }

  xml(): string {
    const own: string[] = []
    const styles = Array.from(this.#indexes.keys(), (code) => {
      let number = code === GENERAL ? 0 : BUILT_IN_IDS.get(code)
      if (number === undefined) {
        number = FIRST_CUSTOM_FORMAT + own.length
        own.push(`<numFmt numFmtId="${number}" formatCode="${escapeXstring(code)}"/>`)
      }
      const applied = number === 0 ? '' : ' applyNumberFormat="1"'
      return `<xf numFmtId="${number}" fontId="0" fillId="0" borderId="0" xfId="0"${applied}/>`
    })
    const font =
      '<font><sz val="12"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>'
    const numberFormats = own.length === 0 ? '' : `<numFmts count="${own.length}">${own.join('')}</numFmts>`
    return styleSheetXml(numberFormats, [font], styles)
  }
}

const CHUNK_CHARACTERS = 64 * 1024
/** In longer rows only existing cells are visited, as a few can be far apart. */
const DENSE_COLUMNS = 512

/** Rows of SheetJS; rows and cells have holes. */
type SheetJsRow = readonly (CellObject | null | undefined)[]
type SheetJsRows = (SheetJsRow | undefined)[]

/** Rows that are read once each, in order. */
type RowSource = { readonly length: number; row(r: number): SheetJsRow | undefined }

type Tables = { readonly numberFormats: NumberFormatTable; readonly strings: SharedStrings }

/** Frees each row as it is read: all of them and their XML would take twice the memory. */
const releasing = (rows: SheetJsRows): RowSource => ({
  length: rows.length,
  row: (r) => {
    const row = rows[r]
    rows[r] = undefined
    return row
  },
})

/** Calls `visit` for each existing cell, from left to right. */
function eachCell(row: SheetJsRow, visit: (cell: CellObject, column: number) => void): void {
  if (row.length <= DENSE_COLUMNS) {
    for (let c = 0; c < row.length; c++) if (row[c]) visit(row[c]!, c)
    return
  }
  for (const key of Object.keys(row)) {
    const column = Number(key)
    if (column < MAX_SHEET_COLUMNS && row[column]) visit(row[column], column)
  }
}

/**
 * Generates the XML of rows in chunks.
 * @param properties heights, hidden rows and outline levels
 */
function* rowsXml(
  rows: RowSource,
  properties: readonly (RowInfo | undefined)[],
  written: Tables,
): Generator<string> {
  const names: string[] = []
  const count = Math.min(Math.max(rows.length, properties.length), MAX_SHEET_ROWS)
  let piece = ''
  for (let r = 0; r < count; r++) {
    const row = rows.row(r)
    const line = r + 1
    let cells = ''
    if (row !== undefined) {
      eachCell(row, (cell, column) => {
        cells += cellXml(cell, (names[column] ??= columnName(column)) + line, written)
      })
    }
    const attributes = properties[r] === undefined ? '' : rowAttributes(properties[r]!)
    if (cells === '' && attributes === '') continue
    piece += `<row r="${line}"${attributes}>${cells}</row>`
    if (piece.length < CHUNK_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield piece
}

function rowAttributes({ hidden, hpx, hpt, level }: RowInfo): string {
  // What SheetJS calls pixels are points.
  const height = hpx || hpt
  return (
    (hidden ? ' hidden="1"' : '') +
    (height === undefined ? '' : ` ht="${height}" customHeight="1"`) +
    (level ? ` outlineLevel="${level}"` : '')
  )
}

function cellXml(cell: CellObject, place: string, { numberFormats: formats, strings }: Tables): string {
  const { v, z, f } = cell
  const isBlank = v === undefined || v === null
  if (isBlank && !f) return ''
  const style = z === undefined ? 0 : formats.index(String(z))
  const head = `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}${cell.D ? ' cm="1"' : ''}`
  const formula = f ? formulaXml(cell, f, place) : ''
  if (isBlank) return `${head}>${formula}</c>`
  if (typeof v === 'string' && formula === '' && cell.t === 's')
    return `${head} t="s"><v>${strings.index(v)}</v></c>`
  const { type, value } = cellValue(cell)
  return `${head}${type === '' ? '' : ` t="${type}"`}>${formula}<v>${value}</v></c>`
}

/** The first cell of an array formula has its range. */
function formulaXml({ F: range }: CellObject, formula: string, place: string): string {
  const isArray = range?.split(':', 1)[0] === place
  return `<f${isArray ? ` t="array" ref="${range}"` : ''}>${escapeXstring(formula)}</f>`
}

function cellValue({ t, v }: CellObject): { type: '' | 'b' | 'e' | 'str'; value: string } {
  switch (t) {
    case 'n': {
      const number = Number(v)
      if (Number.isFinite(number)) return { type: '', value: String(number) }
      return { type: 'e', value: Number.isNaN(number) ? '#NUM!' : '#DIV/0!' }
    }
    case 'b':
      return { type: 'b', value: v ? '1' : '0' }
    case 'e':
      return { type: 'e', value: errorName(Number(v)) ?? '#VALUE!' }
    case 's':
    case 'd':
    case 'z':
    default:
      return { type: 'str', value: escapeXstring(String(v)) }
  }
}

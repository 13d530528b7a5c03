import type { DefinedName } from '@e965/xlsx'
import { decodeText } from '../bytes/encoding.ts'
import type { Encoding } from '#table/text-source.ts'
import { detectContainer, textKind } from '../detect.ts'
import { sheetsOfPage } from '../html/page-tables.ts'
import { readHtmlTable } from '../html/read.ts'
import type { SparseTable } from '../html/sparse-table.ts'
import { type WorkbookData, readWholeWorkbook } from '../spreadsheet/library.ts'
import { readXlsbRows } from '../xlsb/rows.ts'
import { readXlsRows } from './biff-rows.ts'
import { writeWorkbook } from '../xlsx/write/workbook.ts'
import { readZip } from '../zip/read.ts'
import { type Bytes, concatBytes } from '../bytes/bytes.ts'
import { storeZip } from '../zip/write.ts'
import { type CellRows, writePackage, detachRows } from './write-xlsx.ts'

/** The whole HTML page is converted. */
const ALL_ROWS = Infinity

/**
 * Converts a workbook that cannot be patched in place (XLS, XLSB, XML 2003, HTML with the extension of one) to XLSX:
 * sheets, values, formulas, number formats, widths and merged cells. Throws for a workbook that cannot be read.
 * @param encoding of XML and HTML; detected when undefined
 * @param edited the sheet that is patched next, which is stored uncompressed; undefined for the first
 */
export async function convertToXlsx(
  bytes: Bytes,
  encoding: Encoding | undefined,
  edited?: string,
): Promise<Bytes> {
  switch (detectContainer(bytes)) {
    case 'zip': {
      const unpacked = await readZip(bytes)
      if (!unpacked.ok) throw new Error(`The archive is ${unpacked.reason}.`)
      const rows = readXlsbRows(unpacked.entries)
      const entries = rows?.withoutConstants ?? unpacked.entries
      return rewrite({ kind: 'zip', bytes: storeZip(entries) }, edited, rows?.sheets)
    }
    case 'ole': {
      const rows = readXlsRows(bytes)
      if (rows === undefined) return rewrite({ kind: 'xls', bytes }, edited)
      return rewrite({ kind: 'xls', bytes: rows.withoutConstants, isMutable: true }, edited, rows.sheets)
    }
    case 'old-xls':
      return rewrite({ kind: 'xls', bytes }, edited)
    case 'gzip':
    case 'dbf':
      throw new Error('The file is no workbook.')
    case 'text': {
      const { text } = decodeText(bytes, encoding)
      if (textKind(text, 'xls') === 'xml-workbook') return rewrite({ kind: 'xml', text }, edited)
      return htmlToXlsx(text)
    }
  }
}

/** SheetJS writes everything but the rows, which would take it too much time and memory. */
async function rewrite(
  data: WorkbookData,
  edited: string | undefined,
  rows?: ReadonlyMap<string, CellRows>,
): Promise<Bytes> {
  const workbook = await readWholeWorkbook(data)
  if (workbook === undefined) throw new Error('The workbook is broken.')
  const sheets = workbook.SheetNames.map((name) => detachRows(workbook, name, rows?.get(name)))
  if (workbook.Workbook?.Names !== undefined)
    workbook.Workbook.Names = validDefinedNames(workbook.Workbook.Names)
  const { write } = await import('@e965/xlsx')
  const written: unknown = write(workbook, { type: 'array', bookType: 'xlsx', cellStyles: true })
  const frame = await readZip(new Uint8Array(written as ArrayBuffer))
  if (!frame.ok) throw new Error('The workbook was not written.')
  return concatBytes(
    await writePackage(frame.entries, sheets, edited === undefined ? 0 : workbook.SheetNames.indexOf(edited)),
  )
}

/**
 * Removes names of functions newer than the format, and duplicates: SheetJS reads some names twice, and Excel
 * takes that for damage.
 */
function validDefinedNames(names: readonly DefinedName[]): DefinedName[] {
  const known = new Set<string>()
  return names.filter(({ Name, Sheet }) => {
    const key = `${Sheet ?? ''}!${Name.toLowerCase()}`
    if (Name.startsWith('_xlfn.') || known.has(key)) return false
    known.add(key)
    return true
  })
}

/** All cells are text. Several sheets have the names by which they were read. */
async function htmlToXlsx(html: string): Promise<Bytes> {
  const sheets = sheetsOfPage(readHtmlTable(html, ALL_ROWS)).map((table, _, { length }) => ({
    name: length === 1 ? 'Sheet1' : table.name,
    rows: textRows(table.rows),
    rowCount: table.rows.length,
    widths: [],
    bold: 'nothing' as const,
  }))
  return concatBytes(await writeWorkbook(sheets, null, () => {}, 'store'))
}

/** Generates row by row: all of them would take more memory than the page. */
function* textRows(table: SparseTable): Generator<string[]> {
  for (let r = 0; r < table.length; r++) yield table.at(r)!
}

import type { DefinedName } from '@e965/xlsx'
import { decodeText } from '../bytes/encoding.ts'
import type { Encoding } from '#table/text-source.ts'
import type { Table } from '#table/table.ts'
import { kindOfBytes, textKind } from '../detect.ts'
import { readHtmlTable } from '../html/read.ts'
import { type WorkbookData, readBook } from '../spreadsheet/library.ts'
import { binaryRows } from '../xlsb/rows.ts'
import { xlsRows } from './biff-rows.ts'
import { workbook } from '../xlsx/write/workbook.ts'
import { readZip } from '../zip/read.ts'
import { type Bytes, joined } from '../bytes/bytes.ts'
import { storeZip } from '../zip/write.ts'
import { type OwnRows, filledPackage, takeRows } from './write-xlsx.ts'

/** Rows of a web page are not counted here: all of them go into the returned file. */
const ALL_ROWS = Infinity

/**
 * A workbook that cannot be edited in place (XLS, XLSB, XML or a web page under the name of one) as XLSX: its sheets,
 * values, formulas, number formats, widths and joined cells.
 * @param edited the sheet that is to be edited, which is not packed before; the first when undefined
 */
export async function convertToXlsx(
  bytes: Bytes,
  encoding: Encoding | undefined,
  edited?: string,
): Promise<Bytes> {
  switch (kindOfBytes(bytes)) {
    case 'zip': {
      const unpacked = await readZip(bytes)
      if (!unpacked.ok) throw new Error(`The archive is ${unpacked.reason}.`)
      const own = binaryRows(unpacked.entries)
      const entries = own?.withoutConstants ?? unpacked.entries
      return rewritten({ kind: 'zip', bytes: storeZip(entries) }, edited, own?.sheets)
    }
    case 'ole': {
      const own = xlsRows(bytes)
      if (own === undefined) return rewritten({ kind: 'xls', bytes }, edited)
      return rewritten({ kind: 'xls', bytes: own.withoutConstants, isOurs: true }, edited, own.sheets)
    }
    case 'old-xls':
      return rewritten({ kind: 'xls', bytes }, edited)
    case 'text':
    default: {
      const { text } = decodeText(bytes, encoding)
      if (textKind(text, 'xls') === 'xml-workbook') return rewritten({ kind: 'xml', text }, edited)
      return pageAsXlsx(text)
    }
  }
}

/** The library writes what stands around the rows, which takes neither long nor much memory; the rows are written here. */
async function rewritten(
  data: WorkbookData,
  edited: string | undefined,
  own?: ReadonlyMap<string, OwnRows>,
): Promise<Bytes> {
  const book = await readBook(data)
  if (book === undefined) throw new Error('The workbook is broken.')
  const sheets = book.SheetNames.map((name) => takeRows(book, name, own?.get(name)))
  if (book.Workbook?.Names !== undefined) book.Workbook.Names = ownNames(book.Workbook.Names)
  const { write } = await import('@e965/xlsx')
  const written: unknown = write(book, { type: 'array', bookType: 'xlsx', cellStyles: true })
  const frame = await readZip(new Uint8Array(written as ArrayBuffer))
  if (!frame.ok) throw new Error('The workbook was not written.')
  return joined(
    await filledPackage(frame.entries, sheets, edited === undefined ? 0 : book.SheetNames.indexOf(edited)),
  )
}

/**
 * Without the names that stand for functions which the old format did not know, and each of the others once: the library
 * reads some of them twice, which Excel takes for damage.
 */
function ownNames(names: readonly DefinedName[]): DefinedName[] {
  const known = new Set<string>()
  return names.filter(({ Name, Sheet }) => {
    const key = `${Sheet ?? ''}!${Name.toLowerCase()}`
    if (Name.startsWith('_xlfn.') || known.has(key)) return false
    known.add(key)
    return true
  })
}

/** Cells of a web page are text, whatever it looks like. */
async function pageAsXlsx(html: string): Promise<Bytes> {
  const { rows } = readHtmlTable(html, ALL_ROWS)
  const sheet = {
    name: 'Sheet1',
    rows: textsOf(rows),
    rowCount: rows.length,
    widths: [],
    bold: 'nothing',
  } as const
  return joined(await workbook([sheet], null, () => {}, 'stored'))
}

/** One row at a time: all of them would take more memory than the page. */
function* textsOf(table: Table): Generator<(string | null)[]> {
  for (let r = 0; r < table.length; r++)
    yield table.at(r)!.map((cell) => (typeof cell === 'string' ? cell : (cell?.text ?? null)))
}

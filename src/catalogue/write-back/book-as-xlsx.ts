import type { DefinedName, WorkSheet } from '@e965/xlsx'
import { decodeText } from '../encoding.ts'
import type { Encoding } from '../catalogue.ts'
import { kindOfBytes, textKind } from '../file-kind.ts'
import { readHtmlTable } from '../html-table.ts'
import { readBook, type WorkbookData } from '../workbook.ts'
import { workbook } from '../xlsx-writer/workbook.ts'
import { unpackZip } from '../zip-guard.ts'
import type { Bytes } from '../zip-pack.ts'
import { storeZip } from '../zip-store.ts'
import { rangeText } from './cell-range.ts'
import { joined } from './joined.ts'
import { SHEET_COLUMNS } from './sheet-cells.ts'

/** As many as a sheet has. */
const SHEET_ROWS = 1_048_576
/** A larger rectangle takes too long: of it, cells that stand far to the right of every catalogue are left out. */
const WALKED_CELLS = 100_000_000
const CATALOGUE_COLUMNS = 512
/** Rows of a web page are not counted here: all of them go into the returned file. */
const ALL_ROWS = Infinity

/**
 * A workbook that cannot be edited in place (XLS, XLSB, XML or a web page under the name of one) as XLSX: its sheets,
 * values, formulas, number formats, widths and joined cells.
 */
export async function bookAsXlsx(bytes: Bytes, encoding: Encoding | undefined): Promise<Bytes> {
  switch (kindOfBytes(bytes)) {
    case 'zip': {
      const unpacked = await unpackZip(bytes)
      if (!unpacked.ok) throw new Error(`The archive is ${unpacked.reason}.`)
      return rewritten({ kind: 'zip', bytes: storeZip(unpacked.entries) })
    }
    case 'ole':
    case 'old-xls':
      return rewritten({ kind: 'xls', bytes })
    case 'text':
    default: {
      const { text } = decodeText(bytes, encoding)
      if (textKind(text, 'xls') === 'xml-workbook') return rewritten({ kind: 'xml', text })
      return pageAsXlsx(text)
    }
  }
}

async function rewritten(data: WorkbookData): Promise<Bytes> {
  const book = await readBook(data)
  if (book === undefined) throw new Error('The workbook is broken.')
  // The library's writer stumbles over rows that its reader has left out.
  for (const sheet of Object.values(book.Sheets)) {
    fitExtent(sheet)
    // The library would write the level of an outline under a name that no column has.
    for (const column of sheet['!cols'] ?? []) delete column?.level
  }
  if (book.Workbook?.Names !== undefined) book.Workbook.Names = ownNames(book.Workbook.Names)
  const { write } = await import('@e965/xlsx')
  // Not with shared strings: the library would take the text of a formula for the number of one.
  const written: unknown = write(book, { type: 'array', bookType: 'xlsx', cellStyles: true })
  return new Uint8Array(written as ArrayBuffer)
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

/** The writer walks the whole rectangle: it is to be no larger than the cells that are there. */
function fitExtent(sheet: WorkSheet): void {
  const rows = sheet['!data']
  if (rows === undefined) return
  const widths = new Set<number>()
  let height = 0
  rows.forEach((row, r) => {
    if (row === undefined || row.length === 0 || r >= SHEET_ROWS) return
    height = r + 1
    widths.add(Math.min(row.length, SHEET_COLUMNS))
  })
  if (height === 0) {
    delete sheet['!ref']
    return
  }
  const widest = Math.max(CATALOGUE_COLUMNS, Math.floor(WALKED_CELLS / height))
  const width = Math.max(1, ...[...widths].filter((one) => one <= widest))
  for (let row = 0; row < height; row++) rows[row] ??= []
  sheet['!ref'] = rangeText({ top: 0, left: 0, bottom: height - 1, right: width - 1 })
}

/** Cells of a web page are text, whatever it looks like. */
async function pageAsXlsx(html: string): Promise<Bytes> {
  const { rows: table } = readHtmlTable(html, ALL_ROWS)
  const rows = table.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : (cell?.text ?? null))))
  const sheet = { name: 'Sheet1', rows, rowCount: rows.length, widths: [], bold: 'nothing' } as const
  return joined(await workbook([sheet], null))
}

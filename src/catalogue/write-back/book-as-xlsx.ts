import type { WorkSheet } from '@e965/xlsx'
import { decodeText } from '../encoding.ts'
import type { Encoding } from '../catalogue.ts'
import { kindOfBytes, textKind } from '../file-kind.ts'
import { readHtmlTable } from '../html-table.ts'
import { readBook, type WorkbookData } from '../workbook.ts'
import { workbook } from '../xlsx-writer/workbook.ts'
import { unpackZip } from '../zip-guard.ts'
import type { Bytes } from '../zip-pack.ts'
import { storeZip } from '../zip-store.ts'
import { joined } from './joined.ts'

/** As many as a sheet has. */
const SHEET_ROWS = 1_048_576
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
  for (const sheet of Object.values(book.Sheets)) fillRows(sheet)
  const { write } = await import('@e965/xlsx')
  // Not with shared strings: the library would take the text of a formula for the number of one.
  const written: unknown = write(book, { type: 'array', bookType: 'xlsx', cellStyles: true })
  return new Uint8Array(written as ArrayBuffer)
}

function fillRows(sheet: WorkSheet): void {
  const rows = sheet['!data']
  if (rows === undefined) return
  const last = Number(/\d+$/.exec(sheet['!ref'] ?? '')?.[0] ?? 0)
  for (let row = 0; row < Math.min(last, SHEET_ROWS); row++) rows[row] ??= []
}

/** Cells of a web page are text, whatever it looks like. */
async function pageAsXlsx(html: string): Promise<Bytes> {
  const { rows: table } = readHtmlTable(html, ALL_ROWS)
  const rows = table.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : (cell?.text ?? null))))
  const sheet = { name: 'Sheet1', rows, rowCount: rows.length, widths: [], bold: 'nothing' } as const
  return joined(await workbook([sheet], null))
}

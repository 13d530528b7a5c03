import type { CellObject, RowInfo, WorkBook, WorkSheet } from '@e965/xlsx'
import { SharedStrings } from '../xlsx/write/sheet.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { ZipWriter } from '../zip/write.ts'
import type { UnpackedEntry } from '../zip/read.ts'
import { formatRange, parseRange } from '../xlsx/cell-ref.ts'
import { SHEET_COLUMNS } from '../xlsx/sheet-cells.ts'
import {
  type RowSource,
  SHEET_ROWS,
  StoredFormats,
  type StoredRows,
  eachCell,
  givenUp,
  rowsXml,
  storedText,
} from './stored-rows.ts'

/** The library walks a whole rectangle to find links and comments, and for each link all before it; more are left out. */
const WALKED_CELLS = 100_000_000
const MOST_LINKED_CELLS = 5000

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRINGS_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml'

/** Rows that we have read ourselves, but for formulas. */
export type OwnRows = {
  readonly length: number
  readonly width: number
  take(r: number): (CellObject | undefined)[]
}

/** What was taken out of a sheet: its rows, what is told of them, and the range that they fill. */
type TakenRows = {
  readonly rows: RowSource
  readonly facts: readonly (RowInfo | undefined)[]
  readonly range: string
}

/**
 * Takes the rows out of a sheet, so that the library writes the rest of it: only cells with links or comments stay.
 * @param own rows of which the library has read the formulas alone
 */
export function takeRows(book: WorkBook, name: string, own?: OwnRows): TakenRows {
  const sheet = book.Sheets[name]
  const rows: StoredRows = sheet?.['!data'] ?? []
  const facts: (RowInfo | undefined)[] = sheet?.['!rows'] ?? []
  let [height, width] = [own?.length ?? 0, own?.width ?? 0]
  const linked: StoredRows = []
  let [linkedWidth, linkedCount] = [0, 0]
  for (let r = 0; r < Math.min(rows.length, SHEET_ROWS); r++) {
    const row = rows[r]
    if (row === undefined || row.length === 0) continue
    height = Math.max(height, r + 1)
    width = Math.max(width, Math.min(row.length, SHEET_COLUMNS))
    eachCell(row, (cell, column) => {
      if (cell.l === undefined && cell.c === undefined) return
      const right = Math.max(linkedWidth, column + 1)
      if ((r + 1) * right > WALKED_CELLS || ++linkedCount > MOST_LINKED_CELLS) return
      linkedWidth = right
      const kept = (linked[r] ??= []) as (typeof cell)[]
      // Of a blank cell the library would write no link.
      kept[column] = cell.v === undefined ? { ...cell, t: 's', v: '' } : cell
    })
  }
  const range = formatRange({
    top: 0,
    left: 0,
    bottom: Math.max(height, 1) - 1,
    right: Math.max(width, 1) - 1,
  })
  if (sheet !== undefined) leave(sheet, linked, linkedWidth, height)
  return { rows: own === undefined ? givenUp(rows) : withFormulas(own, rows), facts, range }
}

/** Our own cells with the formulas that the library has read. */
function withFormulas(own: OwnRows, read: StoredRows): RowSource {
  const formulas = givenUp(read)
  return {
    length: own.length,
    take: (r) => {
      const row = own.take(r)
      eachCell(formulas.take(r) ?? [], (cell, column) => {
        if (cell.f !== undefined) row[column] = cell
      })
      return row
    },
  }
}

function leave(sheet: WorkSheet, linked: StoredRows, width: number, height: number): void {
  for (let r = 0; r < linked.length; r++) linked[r] ??= []
  sheet['!data'] = linked as NonNullable<WorkSheet['!data']>
  delete sheet['!rows']
  if (linked.length === 0) delete sheet['!ref']
  else sheet['!ref'] = formatRange({ top: 0, left: 0, bottom: linked.length - 1, right: width - 1 })
  // The library would write the level of an outline under a name that no column has.
  for (const column of sheet['!cols'] ?? []) delete column?.level
  // A filter of its titles alone holds for all rows.
  const filter = parseRange(sheet['!autofilter']?.ref ?? '')
  if (filter !== undefined && filter.top === filter.bottom && height > filter.top)
    sheet['!autofilter'] = { ref: formatRange({ ...filter, bottom: height - 1 }) }
}

/**
 * The package that the library has written, with the rows in its sheets.
 * @param stored the index of a sheet that is not packed
 */
export async function filledPackage(
  entries: readonly UnpackedEntry[],
  sheets: readonly TakenRows[],
  stored: number,
): Promise<readonly Bytes[]> {
  const zip = new ZipWriter()
  const strings = new SharedStrings(storedText)
  const formats = new StoredFormats()
  for (const { name, content } of entries) {
    const number = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1]
    if (number !== undefined) {
      const index = Number(number) - 1
      const xml = sheetXml(decoded(content), sheets[index]!, { strings, formats })
      if (index === stored) zip.addStored(name, xml)
      else await zip.add(name, xml)
    } else if (name === '[Content_Types].xml') await zip.add(name, [withStringsType(decoded(content))])
    else if (name === 'xl/_rels/workbook.xml.rels') await zip.add(name, [withStrings(decoded(content))])
    else if (name !== 'xl/styles.xml') await zip.add(name, [content])
  }
  await zip.add('xl/styles.xml', [formats.xml()])
  await zip.add('xl/sharedStrings.xml', strings.xml())
  return zip.finish()
}

const decoded = (content: Bytes): string => new TextDecoder().decode(content)

const withStringsType = (xml: string): string =>
  xml.replace(
    '</Types>',
    `<Override PartName="/xl/sharedStrings.xml" ContentType="${STRINGS_TYPE}"/></Types>`,
  )

const withStrings = (xml: string): string =>
  xml.replace(
    '</Relationships>',
    `<Relationship Id="rIdStrings" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  )

function* sheetXml(
  xml: string,
  { rows, facts, range }: TakenRows,
  written: Parameters<typeof rowsXml>[2],
): Generator<string> {
  const start = xml.indexOf('<sheetData')
  const close = xml.indexOf('</sheetData>', start)
  const end = close === -1 ? xml.indexOf('>', start) + 1 : close + '</sheetData>'.length
  yield `${xml.slice(0, start).replace(/(<dimension ref=")[^"]*/, `$1${range}`)}<sheetData>`
  yield* rowsXml(rows, facts, written)
  yield `</sheetData>${xml.slice(end).replace(/(<ignoredError [^>]*sqref=")[^"]*/, `$1${range}`)}`
}

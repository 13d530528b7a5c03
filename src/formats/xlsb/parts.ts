import { unsupported } from '../spreadsheet/unsupported.ts'
import { parseContentTypes, parseRelationships } from '../xlsx/package.ts'
import { OTHER_FORMATS, partsByName, requireWellFormed } from '../xlsx/read/parts.ts'
import type { ExtractedEntry } from '../zip/read.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { BinaryRecords } from './records.ts'
import { BUILT_IN_FORMATS, type FormatMeaning, meaningOfFormat } from '../spreadsheet/number-format.ts'

const WORKSHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const SHARED_STRINGS = 'application/vnd.ms-excel.sharedStrings'
const STYLES = 'application/vnd.ms-excel.styles'
const WORKBOOK = 'xl/workbook.bin'

/** BrtWbProp and BrtBundleSh of the workbook part (MS-XLSB 2.1.7.61). */
const [PROPERTIES, SHEET] = [0x0099, 0x009c]
const IS_1904 = 1

type XlsbSheet = {
  readonly name: string
  readonly hidden: boolean
  /** Undefined for chart, dialog and macro sheets. */
  readonly part: Bytes | undefined
}

type WorkbookParts = {
  readonly sheets: readonly XlsbSheet[]
  readonly is1904: boolean
  readonly strings: Bytes | undefined
  readonly styles: Bytes | undefined
}

/** The parts that hold the cells. Unsupported: damaged XML, and archives that SheetJS reads as another format. */
export function findWorkbookParts(entries: readonly ExtractedEntry[]): WorkbookParts {
  const parts = partsByName(entries, [...OTHER_FORMATS, 'xl/workbook.xml'])
  const part = (name: string): Bytes => parts.get(name.toLowerCase())?.content ?? unsupported(`no ${name}`)
  const named = namedParts(requireWellFormed(part('[Content_Types].xml')))
  const related = relatedParts(requireWellFormed(part('xl/_rels/workbook.bin.rels')))
  const { sheets, is1904 } = readWorkbookPart(part(WORKBOOK))
  return {
    sheets: sheets.map(({ name, hidden, id }) => {
      const { type, path } = related.get(id) ?? unsupported('sheet')
      return { name, hidden, part: type === WORKSHEET ? part(path) : undefined }
    }),
    is1904,
    strings: named.strings === undefined ? undefined : part(named.strings),
    styles: named.styles === undefined ? undefined : part(named.styles),
  }
}

/** Where the content types say that shared strings and styles are; the first of each counts. */
function namedParts(xml: Bytes): { strings: string | undefined; styles: string | undefined } {
  const found = new Map<string, string>()
  for (const { part, type } of parseContentTypes(xml)) {
    const name = part.replace(/^\//, '')
    if (/main(?:\+xml)?$/i.test(type) && name.toLowerCase() !== WORKBOOK) unsupported('contents')
    if (!found.has(type)) found.set(type, name)
  }
  return { strings: found.get(SHARED_STRINGS), styles: found.get(STYLES) }
}

/** By relationship id. */
function relatedParts(xml: Bytes): Map<string, { readonly type: string; readonly path: string }> {
  const related = new Map<string, { readonly type: string; readonly path: string }>()
  for (const { id, type, target = '', prefix } of parseRelationships(xml)) {
    if (related.has(id) || prefix !== '') unsupported('relationship')
    related.set(id, { type, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` })
  }
  return related
}

type NamedSheet = { readonly name: string; readonly hidden: boolean; readonly id: string }

function readWorkbookPart(part: Bytes): { sheets: NamedSheet[]; is1904: boolean } {
  const sheets: NamedSheet[] = []
  const names = new Set<string>()
  let is1904 = false
  for (const records = new BinaryRecords(part); records.next();) {
    const { type, start } = records
    if (type === PROPERTIES) is1904 = (records.uint32(start) & IS_1904) !== 0
    if (type !== SHEET) continue
    const id = records.text(start + 8)
    const name = records.text(start + 12 + 2 * id.length)
    if (names.has(name)) unsupported('name of a sheet')
    names.add(name)
    sheets.push({ name, hidden: records.uint32(start) !== 0, id })
  }
  return { sheets, is1904 }
}

/** Records of the styles part (MS-XLSB 2.1.7.50): BrtFmt, BrtXF, BrtBeginCellXFs, BrtEndCellXFs. */
const [FORMAT, CELL_FORMAT, BEGIN_CELL_FORMATS, END_CELL_FORMATS] = [0x002c, 0x002f, 0x0269, 0x026a]

/** The meaning of each cell format for numbers, by index. */
export const readCellFormats = (part: Bytes): FormatMeaning[] => readFormatCodes(part).map(meaningOfFormat)

/** The number format code of each cell format, by index. */
export function readFormatCodes(part: Bytes): string[] {
  const formats = new Map<number, string>()
  const used: number[] = []
  let isOfCells = false
  for (const records = new BinaryRecords(part); records.next();) {
    const { type, start } = records
    if (type === FORMAT) formats.set(records.uint16(start), records.text(start + 2))
    else if (type === BEGIN_CELL_FORMATS) isOfCells = true
    else if (type === END_CELL_FORMATS) isOfCells = false
    else if (type === CELL_FORMAT && isOfCells) used.push(records.uint16(start + 2))
  }
  return used.map((number) => formats.get(number) ?? BUILT_IN_FORMATS[number] ?? 'General')
}

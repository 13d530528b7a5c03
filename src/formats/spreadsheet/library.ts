import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import type { Cell, Table } from '#table/table.ts'
import { type Sheet, chooseSheet } from '../format.ts'
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx'
import { guardBiff } from './biff-guard.ts'
import { toCell } from './cell.ts'
import { CODE_PAGES } from './code-pages.ts'

/** The sheets of a workbook and the table of one of them. `isCut`: the sheet has more rows than were read. */
export type WorkbookTable = {
  readonly ok: true
  readonly sheets: readonly Sheet[]
  readonly sheet: string
  readonly table: Table
  readonly isCut: boolean
}

type WorkbookResult =
  | WorkbookTable
  | { readonly ok: false; readonly reason: 'broken' | 'encrypted' | 'not-a-workbook' }
  | { readonly ok: false; readonly reason: 'unknown-sheet'; readonly sheets: readonly Sheet[] }

/**
 * Input for SheetJS. Never CSV: SheetJS reads '12,5' as 125. `zip` must be verified by readZip; `xls` is an OLE
 * container, or a bare stream of Excel 2 to 4; `xml` is XML 2003, whose cells have types.
 */
export type WorkbookData =
  | { readonly kind: 'zip'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'xls'
      readonly bytes: Uint8Array<ArrayBuffer>
      /** Whether the bytes may be modified, which saves a copy. */
      readonly isMutable?: boolean
    }
  | { readonly kind: 'xml'; readonly text: string }

/**
 * Reads one sheet of a workbook in any format of Excel with SheetJS: slow, but accepts what the fast readers reject. Never
 * throws for what a file holds.
 * @param limit rows to read
 * @param chosen the name of the sheet; else the first visible one with data
 */
export async function readWorkbook(
  data: WorkbookData,
  limit: number,
  chosen: string | undefined,
): Promise<WorkbookResult> {
  const library = await import('@e965/xlsx')
  try {
    const workbook = withSilentConsole(() => parseWith(library, data, { ...OPTIONS, sheetRows: limit + 1 }))
    return workbook === undefined ? { ok: false, reason: 'broken' } : selectSheet(workbook, limit, chosen)
  } catch (error) {
    return { ok: false, reason: errorReason(error) }
  }
}

type Library = typeof import('@e965/xlsx')

/**
 * Reads a workbook with SheetJS for conversion to XLSX: all sheets, formulas, number formats, widths and merged
 * cells. Undefined when its stream is broken; throws for other damage. If reading formulas fails, all are replaced by
 * their cached values.
 */
export async function readWholeWorkbook(data: WorkbookData): Promise<WorkBook | undefined> {
  const library = await import('@e965/xlsx')
  const options = { ...OPTIONS, cellFormula: true, cellStyles: true }
  try {
    return withSilentConsole(() => parseWith(library, data, options))
  } catch {
    return withSilentConsole(() => parseWith(library, data, { ...options, cellFormula: false }))
  }
}

/** Undefined when the BIFF stream is broken. */
function parseWith(library: Library, data: WorkbookData, options: ParsingOptions): WorkBook | undefined {
  switch (data.kind) {
    case 'xml':
      // SheetJS reads XML after blank lines as CSV.
      return library.read(data.text.trimStart(), { ...options, type: 'string' })
    case 'zip':
      return library.read(data.bytes, { ...options, type: 'array' })
    case 'xls':
      resetNumberFormats(library)
      library.set_cptable(CODE_PAGES)
      return readXls(library, data, { ...options, type: 'array' })
  }
}

/**
 * SheetJS keeps the number formats of the last workbook for the whole process, and clears them only when it starts on
 * a package or on XML. Without a reset, cells of an .xls or a written workbook can take formats of an earlier file.
 */
export function resetNumberFormats({ read }: Pick<Library, 'read'>): void {
  read('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', {
    type: 'string',
  })
}

/** Exports of SheetJS that its types omit. */
type CfbReader = {
  readonly CFB: {
    read(bytes: Uint8Array, options: ParsingOptions): unknown
    find(container: unknown, path: string): { content?: Uint8Array | number[]; size: number } | null
  }
  readonly parse_xlscfb: (container: unknown, options: ParsingOptions) => WorkBook
}

function readXls(
  library: Library & Partial<CfbReader>,
  { bytes, isMutable }: Extract<WorkbookData, { kind: 'xls' }>,
  options: ParsingOptions,
) {
  // guardBiff modifies the stream.
  const own = toBuffer(isMutable === true ? bytes : bytes.slice())
  const keeps = options.cellFormula === true ? 'formulas' : 'values'
  // For 'array' SheetJS first copies the bytes into a plain array of eight bytes each.
  const type = buffers === undefined ? 'array' : 'buffer'
  if (own[0] === 0x09) return guardBiff(own, keeps) ? library.read(own, { ...options, type }) : undefined
  const { CFB, parse_xlscfb: parseContainer } = library
  if (CFB === undefined || parseContainer === undefined) return undefined
  const container = CFB.read(own, { type: 'array' })
  // Document properties are not needed, and with a wrong count of them SheetJS reads for minutes.
  for (const properties of ['/!SummaryInformation', '/!DocumentSummaryInformation']) {
    const entry = CFB.find(container, properties)
    if (entry !== null) entry.size = 0
  }
  const entry = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
  const content = entry?.content
  if (entry !== null && content !== undefined) {
    const stream = content instanceof Uint8Array ? content : Uint8Array.from(content)
    if (isEncryptedBiff(stream)) throw new Error('password')
    if (!guardBiff(stream, keeps)) return undefined
    // Without Buffer SheetJS holds and accepts only plain arrays.
    if (!(content instanceof Uint8Array)) stream.forEach((byte, i) => (content[i] = byte))
  }
  return parseContainer(container, options)
}

/** Whether one of the first records is FilePass (MS-XLS 2.4.117). */
function isEncryptedBiff(stream: Uint8Array): boolean {
  const FILE_PASS = 0x2f
  const MAX_RECORDS = 64
  for (let at = 0, record = 0; at + 4 <= stream.length && record < MAX_RECORDS; record++) {
    if ((stream[at]! | (stream[at + 1]! << 8)) === FILE_PASS) return true
    at += 4 + (stream[at + 2]! | (stream[at + 3]! << 8))
  }
  return false
}

type Buffers = {
  readonly Buffer?: { from(bytes: ArrayBuffer, offset: number, length: number): Uint8Array }
}

const { Buffer: buffers } = globalThis as Buffers

/** A Buffer where the platform has it: SheetJS then uses less memory. */
const toBuffer = (bytes: Uint8Array<ArrayBuffer>): Uint8Array =>
  buffers?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) ?? bytes

/** Silences console.error, to which SheetJS prints every unknown record. `work` must be synchronous. */
function withSilentConsole<T>(work: () => T): T {
  const { console } = globalThis
  const { error } = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}

const OPTIONS: ParsingOptions = {
  dense: true,
  cellNF: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
}

function errorReason(error: unknown): 'broken' | 'encrypted' | 'not-a-workbook' {
  const message = error instanceof Error ? error.message : ''
  if (/password|encrypt/i.test(message)) return 'encrypted'
  return /unsupported|not a spreadsheet|cannot find workbook|could not find workbook/i.test(message)
    ? 'not-a-workbook'
    : 'broken'
}

function selectSheet(workbook: WorkBook, limit: number, chosen: string | undefined): WorkbookResult {
  const sheets = listSheets(workbook, limit)
  const sheet = chooseSheet(sheets, chosen)
  if (sheet === undefined)
    return chosen === undefined
      ? { ok: false, reason: 'broken' }
      : { ok: false, reason: 'unknown-sheet', sheets }
  // SheetJS omits sheets that it failed to read.
  const stored = workbook.Sheets[sheet.name]
  if (stored === undefined) return { ok: false, reason: 'broken' }
  const rows = sheetRows(stored)
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  const isCut = hasCells(rows[limit])
  const table = Array.from({ length: Math.min(rows.length, limit) }, (_, r) => {
    const row = toTableRow(rows[r], is1904)
    // Frees SheetJS cells as the table is built: both at once would take twice the memory.
    rows[r] = undefined
    return row
  })
  return { ok: true, sheets, sheet: sheet.name, table, isCut }
}

function listSheets(workbook: WorkBook, limit: number): Sheet[] {
  // By name: the two lists differ in length where there are chart sheets.
  const hidden = new Set(workbook.Workbook?.Sheets?.filter(({ Hidden }) => Hidden).map(({ name }) => name))
  return workbook.SheetNames.map((name) => ({
    name,
    hidden: hidden.has(name),
    hasData: sheetRows(workbook.Sheets[name]).slice(0, limit).some(hasCells),
  }))
}

type SheetJsRow = readonly (CellObject | null | undefined)[]

/** Rows of a dense SheetJS sheet; rows and cells have holes. */
const sheetRows = (sheet: WorkSheet | undefined): (SheetJsRow | undefined)[] => sheet?.['!data'] ?? []

const hasCells = (row: SheetJsRow | undefined): boolean =>
  row !== undefined && row.slice(0, MAX_READ_COLUMNS).some((cell) => cell?.v !== undefined && cell.v !== '')

function toTableRow(row: SheetJsRow | undefined, is1904: boolean): readonly (string | Cell | undefined)[] {
  if (row === undefined) return []
  return Array.from(row.slice(0, MAX_READ_COLUMNS), (stored) => toCell(stored, is1904))
}

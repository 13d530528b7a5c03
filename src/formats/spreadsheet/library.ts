import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import type { Cell, Table } from '#table/table.ts'
import { type Sheet, chooseSheet } from '../format.ts'
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx'
import { guardBiff } from './biff-guard.ts'
import { toCell } from './cell.ts'
import { CODE_PAGES } from './code-pages.ts'

/** The sheets of a workbook, and the cells of one of them. */
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
 * Never delimited text: the library's text reader turns '12,5' into 125. XML is text whose cells have types.
 * `zip` has passed the guard; `xls` is a container or a bare stream of Excel 2 to 4.
 */
export type WorkbookData =
  | { readonly kind: 'zip'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'xls'
      readonly bytes: Uint8Array<ArrayBuffer>
      /** Whether they may be written into. */
      readonly isOurs?: boolean
    }
  | { readonly kind: 'xml'; readonly text: string }

/**
 * Reads a workbook, in any format of Excel, and gives the cells of one sheet: the one asked for, else the first visible
 * one with data.
 * @param limit rows kept at most
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
 * Reads a whole workbook with all its sheets, formulas, number formats, widths and joined cells, to be written as XLSX;
 * undefined when it is broken. A formula that cannot be read is its stored value.
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

/** The book, or undefined when its stream is broken. */
function parseWith(library: Library, data: WorkbookData, options: ParsingOptions): WorkBook | undefined {
  switch (data.kind) {
    case 'xml':
      return library.read(data.text, { ...options, type: 'string' })
    case 'zip':
      return library.read(data.bytes, { ...options, type: 'array' })
    case 'xls':
    default:
      library.set_cptable(CODE_PAGES)
      return readXls(library, data, { ...options, type: 'array' })
  }
}

/** What the library has of the container's parts; its types leave them out. */
type CfbReader = {
  readonly CFB: {
    read(bytes: Uint8Array, options: ParsingOptions): unknown
    find(container: unknown, path: string): { content?: Uint8Array | number[]; size: number } | null
  }
  readonly parse_xlscfb: (container: unknown, options: ParsingOptions) => WorkBook
}

function readXls(
  library: Library & Partial<CfbReader>,
  { bytes, isOurs }: Extract<WorkbookData, { kind: 'xls' }>,
  options: ParsingOptions,
) {
  // The guard writes into it.
  const own = toBuffer(isOurs === true ? bytes : bytes.slice())
  const keeps = options.cellFormula === true ? 'formulas' : 'values'
  // Of what is named an array the library makes a plain one first, of eight bytes for each.
  const type = buffers === undefined ? 'array' : 'buffer'
  if (own[0] === 0x09) return guardBiff(own, keeps) ? library.read(own, { ...options, type }) : undefined
  const { CFB, parse_xlscfb: parseContainer } = library
  if (CFB === undefined || parseContainer === undefined) return undefined
  const container = CFB.read(own, { type: 'array' })
  // Who has made the file when is not asked for; with a false count of such facts the library would read on for minutes.
  for (const facts of ['/!SummaryInformation', '/!DocumentSummaryInformation']) {
    const entry = CFB.find(container, facts)
    if (entry !== null) entry.size = 0
  }
  const entry = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
  const content = entry?.content
  if (entry !== null && content !== undefined) {
    const stream = content instanceof Uint8Array ? content : Uint8Array.from(content)
    if (isEncryptedBiff(stream)) throw new Error('password')
    if (!guardBiff(stream, keeps)) return undefined
    // Where there are no buffers the library holds bytes in plain arrays, and reads nothing else.
    if (!(content instanceof Uint8Array)) stream.forEach((byte, i) => (content[i] = byte))
  }
  return parseContainer(container, options)
}

/** A record FilePass among the first of the workbook's stream (MS-XLS 2.4.117). */
function isEncryptedBiff(stream: Uint8Array): boolean {
  const FILE_PASS = 0x2f
  const MOST_RECORDS = 64
  for (let at = 0, record = 0; at + 4 <= stream.length && record < MOST_RECORDS; record++) {
    if ((stream[at]! | (stream[at + 1]! << 8)) === FILE_PASS) return true
    at += 4 + (stream[at + 2]! | (stream[at + 3]! << 8))
  }
  return false
}

type Buffers = {
  readonly Buffer?: { from(bytes: ArrayBuffer, offset: number, length: number): Uint8Array }
}

const { Buffer: buffers } = globalThis as Buffers

/** A buffer where there are buffers: the library takes less memory for them. */
const toBuffer = (bytes: Uint8Array<ArrayBuffer>): Uint8Array =>
  buffers?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) ?? bytes

/** The library prints every record it does not know; what a person should hear is said in our own words. */
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
  raw: true,
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
  // The library leaves out a sheet that it failed to read, and says nothing.
  const stored = workbook.Sheets[sheet.name]
  if (stored === undefined) return { ok: false, reason: 'broken' }
  const rows = sheetRows(stored)
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  const isCut = hasCells(rows[limit])
  const table = Array.from({ length: Math.min(rows.length, limit) }, (_, r) => {
    const row = toTableRow(rows[r], is1904)
    // The library's cells are let go as ours are made: both at once would be twice the memory.
    rows[r] = undefined
    return row
  })
  return { ok: true, sheets, sheet: sheet.name, table, isCut }
}

function listSheets(workbook: WorkBook, limit: number): Sheet[] {
  // By name: the two lists of the library differ in length where there are sheets of charts.
  const hidden = new Set(workbook.Workbook?.Sheets?.filter(({ Hidden }) => Hidden).map(({ name }) => name))
  return workbook.SheetNames.map((name) => ({
    name,
    hidden: hidden.has(name),
    hasData: sheetRows(workbook.Sheets[name]).slice(0, limit).some(hasCells),
  }))
}

type SheetJsRow = readonly (CellObject | null | undefined)[]

/** Rows and cells as they are stored; there are holes in both. */
const sheetRows = (sheet: WorkSheet | undefined): (SheetJsRow | undefined)[] => sheet?.['!data'] ?? []

/** The references of cells can lie: never more columns are walked than a catalogue can have. */
const hasCells = (row: SheetJsRow | undefined): boolean =>
  row !== undefined && row.slice(0, MAX_READ_COLUMNS).some((cell) => cell?.v !== undefined && cell.v !== '')

function toTableRow(row: SheetJsRow | undefined, is1904: boolean): readonly (string | Cell | undefined)[] {
  if (row === undefined) return []
  return Array.from(row.slice(0, MAX_READ_COLUMNS), (stored) => toCell(stored, is1904))
}

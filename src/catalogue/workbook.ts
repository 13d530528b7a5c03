import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx'
import type { Cell, Sheet, Table } from './catalogue.ts'
import { cellOfStored } from './workbook-cell.ts'
import { CODE_PAGES } from './code-pages.ts'

export type WorkbookResult =
  | {
      readonly ok: true
      readonly sheets: readonly Sheet[]
      readonly sheet: string
      readonly table: Table
      readonly isCut: boolean
    }
  | { readonly ok: false; readonly reason: 'broken' | 'encrypted' | 'not-a-workbook' | 'unknown-sheet' }

/** Columns a catalogue can have; a cell far to the right must not make every row long. */
const MAX_COLUMNS = 1024

/** Never text: the library's text reader turns '12,5' into 125. XML is text that it reads as cells with types. */
type WorkbookData = Uint8Array | { readonly xml: string }

/**
 * Reads a workbook, in any format of Excel, and gives the cells of one sheet: the one asked for, else the first visible
 * one with data. Zip archives must have passed the guard.
 * @param limit rows kept at most
 */
export async function readWorkbook(
  data: WorkbookData,
  limit: number,
  chosen: string | undefined,
): Promise<WorkbookResult> {
  const library = await import('@e965/xlsx')
  if (data instanceof Uint8Array) library.set_cptable(CODE_PAGES)
  let workbook: WorkBook
  try {
    workbook = withoutComplaints(() => library.read(...readArguments(data, limit)))
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
  return pickSheet(workbook, limit, chosen)
}

/** The library prints every record it does not know; what a person should hear is said in our own words. */
function withoutComplaints<T>(work: () => T): T {
  const { console } = globalThis
  const { error } = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}

function readArguments(data: WorkbookData, limit: number): [unknown, ParsingOptions] {
  const options: ParsingOptions = {
    dense: true,
    raw: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    sheetRows: limit + 1,
  }
  return data instanceof Uint8Array
    ? [data, { ...options, type: 'array' }]
    : [data.xml, { ...options, type: 'string' }]
}

function reasonOf(error: unknown): 'broken' | 'encrypted' | 'not-a-workbook' {
  const message = error instanceof Error ? error.message : ''
  if (/password|encrypt/i.test(message)) return 'encrypted'
  return /unsupported|not a spreadsheet|cannot find workbook|could not find workbook/i.test(message)
    ? 'not-a-workbook'
    : 'broken'
}

function pickSheet(workbook: WorkBook, limit: number, chosen: string | undefined): WorkbookResult {
  const sheets = sheetsOf(workbook)
  const sheet =
    chosen === undefined
      ? (sheets.find(({ hidden, hasData }) => hasData && !hidden) ??
        sheets.find(({ hasData }) => hasData) ??
        sheets[0])
      : sheets.find(({ name }) => name === chosen)
  if (sheet === undefined) return { ok: false, reason: chosen === undefined ? 'broken' : 'unknown-sheet' }
  const rows = cellsOf(workbook.Sheets[sheet.name])
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  const table = Array.from({ length: Math.min(rows.length, limit) }, (_, r) => rowOfCells(rows[r], is1904))
  const isCut = (rows[limit] ?? []).some((cell) => cell !== undefined && cell !== null)
  return { ok: true, sheets, sheet: sheet.name, table, isCut }
}

function sheetsOf(workbook: WorkBook): Sheet[] {
  return workbook.SheetNames.map((name, i) => ({
    name,
    hidden: (workbook.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0,
    hasData: cellsOf(workbook.Sheets[name]).some((row) => row?.some((cell) => hasValue(cell))),
  }))
}

type StoredRow = readonly (CellObject | null | undefined)[]

/** Rows and cells as they are stored; there are holes in both. */
const cellsOf = (sheet: WorkSheet | undefined): readonly (StoredRow | undefined)[] => sheet?.['!data'] ?? []

const hasValue = (cell: CellObject | null | undefined): boolean =>
  cell !== null && cell !== undefined && cell.v !== undefined && cell.v !== ''

function rowOfCells(row: StoredRow | undefined, is1904: boolean): readonly (string | Cell | undefined)[] {
  if (row === undefined) return []
  const length = Math.min(row.length, MAX_COLUMNS)
  return Array.from({ length }, (_, c) => cellOfStored(row[c], is1904))
}

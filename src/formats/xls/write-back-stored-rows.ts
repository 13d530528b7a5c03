import type { CellObject, RowInfo } from '@e965/xlsx'
import { errorName } from '../spreadsheet/cell.ts'
import { columnName, type SharedStrings } from '../xlsx/write/sheet.ts'
import { SHEET_COLUMNS } from '../xlsx/sheet-cells.ts'
import type { StoredFormats } from './stored-rows.ts'
import { storedText } from './stored-text.ts'

/** As many as a sheet has. */
export const SHEET_ROWS = 1_048_576
const PIECE_CHARACTERS = 64 * 1024
/** Of longer rows only the cells that are there are walked: a few can be far apart. */
const WALKED_COLUMNS = 512

/** Rows and cells as the library has read them, with holes in both. */
export type StoredRow = readonly (CellObject | null | undefined)[]
export type StoredRows = (StoredRow | undefined)[]

/** Rows that are asked for once each, from the first to the last. */
export type RowSource = { readonly length: number; take(r: number): StoredRow | undefined }

type Written = { readonly formats: StoredFormats; readonly strings: SharedStrings }

/** Rows that the library has read. Each is let go of as it is taken: all of them and their XML would be twice the memory. */
export const givenUp = (rows: StoredRows): RowSource => ({
  length: rows.length,
  take: (r) => {
    const row = rows[r]
    rows[r] = undefined
    return row
  },
})

/** Calls `visit` for each cell that is there, from left to right. */
export function eachCell(row: StoredRow, visit: (cell: CellObject, column: number) => void): void {
  if (row.length <= WALKED_COLUMNS) {
    for (let c = 0; c < row.length; c++) if (row[c]) visit(row[c]!, c)
    return
  }
  for (const key of Object.keys(row)) {
    const column = Number(key)
    if (column < SHEET_COLUMNS && row[column]) visit(row[column], column)
  }
}

/**
 * The rows of a sheet as XML, some at a time.
 * @param facts heights of rows, and which are hidden
 */
export function* rowsXml(
  rows: RowSource,
  facts: readonly (RowInfo | undefined)[],
  written: Written,
): Generator<string> {
  const names: string[] = []
  const count = Math.min(Math.max(rows.length, facts.length), SHEET_ROWS)
  let piece = ''
  for (let r = 0; r < count; r++) {
    const row = rows.take(r)
    const line = r + 1
    let cells = ''
    if (row !== undefined) {
      eachCell(row, (cell, column) => {
        cells += cellXml(cell, (names[column] ??= columnName(column)) + line, written)
      })
    }
    const attributes = facts[r] === undefined ? '' : rowAttributes(facts[r]!)
    if (cells === '' && attributes === '') continue
    piece += `<row r="${line}"${attributes}>${cells}</row>`
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield piece
}

function rowAttributes({ hidden, hpx, hpt, level }: RowInfo): string {
  // The library's pixels are points.
  const height = hpx || hpt
  return (
    (hidden ? ' hidden="1"' : '') +
    (height === undefined ? '' : ` ht="${height}" customHeight="1"`) +
    (level ? ` outlineLevel="${level}"` : '')
  )
}

function cellXml(cell: CellObject, place: string, { formats, strings }: Written): string {
  const { v, z, f } = cell
  const isBlank = v === undefined || v === null || cell.t === 'z'
  if (isBlank && f === undefined && z === undefined) return ''
  const style = z === undefined ? 0 : formats.idOf(String(z))
  const head = `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}${cell.D ? ' cm="1"' : ''}`
  const formula = f ? formulaXml(cell, f, place) : ''
  if (isBlank) return formula === '' ? `${head}/>` : `${head}>${formula}</c>`
  if (typeof v === 'string' && formula === '' && cell.t === 's')
    return `${head} t="s"><v>${strings.idOf(v)}</v></c>`
  const { type, value } = valueOf(cell)
  return `${head}${type === '' ? '' : ` t="${type}"`}>${formula}<v>${value}</v></c>`
}

/** Of an array the first cell names the range. */
function formulaXml({ F: range }: CellObject, formula: string, place: string): string {
  const isArray = range?.split(':', 1)[0] === place
  return `<f${isArray ? ` t="array" ref="${range}"` : ''}>${storedText(formula)}</f>`
}

function valueOf({ t, v }: CellObject): { type: '' | 'b' | 'e' | 'str'; value: string } {
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
      return { type: 'str', value: storedText(String(v)) }
  }
}

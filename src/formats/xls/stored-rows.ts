import { MAIN, type SharedStrings, XML } from '../xlsx/write/sheet.ts'
import { columnName } from '#table/column-name.ts'
import { BUILT_IN_FORMATS } from '../xlsx/read/styles.ts'
import type { CellObject, RowInfo } from '@e965/xlsx'
import { errorName } from '../spreadsheet/cell.ts'
import { SHEET_COLUMNS } from '../xlsx/sheet-cells.ts'

/** As many characters as a cell has. */
const MOST_CHARACTERS = 32_767
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What a text has none of that stands in XML as it is. */
// oxlint-disable-next-line no-control-regex
const TO_ESCAPE = /[&<>"_\0-\x08\v-\x1f\ud800-\udfff\ufffe\uffff]/
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\v-\x1f\ufffe\uffff]/g
const LOOKS_ESCAPED = /_(?=x[\da-f]{4}_)/gi

/** Text of a workbook as it stands in XML: a character that XML cannot carry is kept as `_x000B_` (ST_Xstring, ECMA-376 22.9.2.19). */
export function storedText(text: string): string {
  const whole = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  if (!TO_ESCAPE.test(whole)) return whole
  return whole
    .toWellFormed()
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(NOT_IN_XML, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => MARKUP[sign]!)
}

const GENERAL = 'General'
/** The least number that a format of the workbook's own has. */
const FIRST_OWN_FORMAT = 164

const BUILT_IN = new Map(Object.entries(BUILT_IN_FORMATS).map(([number, code]) => [code, Number(number)]))

/** The cell formats of a workbook that is written: one for each number format. */
export class StoredFormats {
  readonly #styles = new Map<string, number>([[GENERAL, 0]])

  /**
   * The index of the cell format.
   * @param code the number format
   */
  idOf(code: string): number {
    const known = this.#styles.get(code)
    if (known !== undefined) return known
    const id = this.#styles.size
    this.#styles.set(code, id)
    return id
  }

  xml(): string {
    const own: string[] = []
    const styles = Array.from(this.#styles.keys(), (code) => {
      let number = code === GENERAL ? 0 : BUILT_IN.get(code)
      if (number === undefined) {
        number = FIRST_OWN_FORMAT + own.length
        own.push(`<numFmt numFmtId="${number}" formatCode="${storedText(code)}"/>`)
      }
      const applied = number === 0 ? '' : ' applyNumberFormat="1"'
      return `<xf numFmtId="${number}" fontId="0" fillId="0" borderId="0" xfId="0"${applied}/>`
    })
    return (
      `${XML}<styleSheet xmlns="${MAIN}">` +
      (own.length === 0 ? '' : `<numFmts count="${own.length}">${own.join('')}</numFmts>`) +
      '<fonts count="1"><font><sz val="12"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
      '</styleSheet>'
    )
  }
}

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

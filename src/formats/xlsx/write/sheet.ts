import { columnName } from '#table/column-name.ts'
import { escapeXml } from './escape.ts'

/**
 * A cell: text, a plain decimal, or nothing. Text stays text whatever it looks like. An `amount` shows two decimals,
 * with the separators of the reader's locale.
 */
export type Cell = string | null | { readonly number: string; readonly look?: 'amount' | 'plain' }

export type Sheet = {
  readonly name: string
  readonly rows: Iterable<readonly Cell[]>
  readonly rowCount: number
  /** Column widths in characters. */
  readonly widths: readonly number[]
  /** A bold first row is a header and is frozen. */
  readonly bold: 'first-row' | 'first-column' | 'nothing'
}

/** Excel's limit: it calls a workbook with more rows in a sheet damaged. */
export const MAX_SHEET_ROWS = 1_048_576

/** Excel stores no more digits of a number. */
const SIGNIFICANT_DIGITS = 15

/**
 * Whether a spreadsheet can store a plain decimal as a number: every digit, and no leading zeros, which
 * belong to a code.
 */
export function isExactNumber(decimal: string): boolean {
  const [, whole, fraction = ''] = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(decimal) ?? []
  if (whole === undefined) return false
  const digits = (whole + fraction.replace(/0+$/, '')).replace(/^0+/, '')
  return digits.length <= SIGNIFICANT_DIGITS
}

/** Indexes of cell formats: the order of `cellXfs` in workbook.ts. */
const STYLE = { plain: 0, boldText: 1, text: 2, amount: 3, boldAmount: 4 } as const

const ROWS_PER_CHUNK = 500

/** The shared strings of a workbook (ECMA-376 18.4.9): each text once, as price lists repeat many. */
export class SharedStrings {
  #ids = new Map<string, number>()
  readonly #escaped: (text: string) => string
  count = 0

  constructor(escaped: (text: string) => string = escapeXml) {
    this.#escaped = escaped
  }

  index(text: string): number {
    this.count++
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(text, id)
    return id
  }

  *xml(): Generator<string> {
    const counts = `count="${this.count}" uniqueCount="${this.#ids.size}"`
    yield `${XML_DECLARATION}<sst xmlns="${SPREADSHEETML}" ${counts}>`
    let part = ''
    for (const text of this.#ids.keys()) {
      part += `<si><t xml:space="preserve">${this.#escaped(text)}</t></si>`
      if (part.length > 50_000) {
        yield part
        part = ''
      }
    }
    yield `${part}</sst>`
  }
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const SPREADSHEETML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/**
 * Generates the XML of a sheet in chunks.
 * @param onRows called with the number of rows done
 */
export function* sheetXml(
  sheet: Sheet,
  strings: SharedStrings,
  isFirst: boolean,
  onRows: (count: number) => void,
): Generator<string> {
  yield (
    XML_DECLARATION +
      `<worksheet xmlns="${SPREADSHEETML}">${views(sheet, isFirst)}${columns(sheet.widths)}<sheetData>`
  )
  let part = ''
  let line = 0
  for (const row of sheet.rows) {
    line++
    const isBold = line === 1 && sheet.bold === 'first-row'
    part += `<row r="${line}">`
    for (const [column, cell] of row.entries()) {
      const isBoldCell = isBold || (column === 0 && sheet.bold === 'first-column')
      part += cellXml(cell, columnName(column) + line, isBoldCell, strings)
    }
    part += '</row>'
    if (line % ROWS_PER_CHUNK === 0) {
      yield part
      part = ''
      onRows(line)
    }
  }
  onRows(line)
  yield `${part}</sheetData></worksheet>`
}

function cellXml(cell: Cell, place: string, isBold: boolean, strings: SharedStrings): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(cell, place, isBold, strings)
  if (cell.number === '') return ''
  if (!isExactNumber(cell.number)) return textCell(cell.number, place, isBold, strings)
  const isAmount = cell.look === 'amount'
  const style = isAmount ? (isBold ? STYLE.boldAmount : STYLE.amount) : isBold ? STYLE.boldText : STYLE.plain
  return `<c r="${place}" s="${style}"><v>${cell.number}</v></c>`
}

const textCell = (text: string, place: string, isBold: boolean, strings: SharedStrings): string =>
  `<c r="${place}" s="${isBold ? STYLE.boldText : STYLE.text}" t="s"><v>${strings.index(text)}</v></c>`

/** Freezes the header. */
function views({ bold }: Sheet, isFirst: boolean): string {
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>'
  const selected = isFirst ? ' tabSelected="1"' : ''
  return `<sheetViews><sheetView${selected} workbookViewId="0">${bold === 'first-row' ? pane : ''}</sheetView></sheetViews>`
}

function columns(widths: readonly number[]): string {
  if (widths.length === 0) return ''
  const each = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return `<cols>${each.join('')}</cols>`
}

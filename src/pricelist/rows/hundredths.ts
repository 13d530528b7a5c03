import { decimalText, isAboveMaximum, parseDecimal } from '#money/decimal.ts'
import { type Table, cellAt, cellText } from '#table/table.ts'
import { isInHundredths } from '../price-text.ts'
import { headerTitles } from '../headers/header-row.ts'
import { mayBeInHundredths, meaningOfHeader } from '../headers/header-meaning.ts'
import type { PriceCell } from '../types.ts'
import type { PriceColumn } from './price-column.ts'

/** The title of a column if it says that its prices are in stotinki or cents, or that they may be if they are whole. */
export function titleOfHundredths(table: Table, headerRow: number | null, index: number): string | undefined {
  const title = headerTitles(table, headerRow)[index] ?? ''
  return mayBeInHundredths(meaningOfHeader(title)) ? title : undefined
}

/** The cells of a column, and the text of each in the file; undefined for a stored number. */
type Cells = { readonly cells: readonly PriceCell[]; readonly textAt: (i: number) => string | undefined }

/** The text of a cell of a column of which the first is in row `from`. */
export const textsIn =
  (table: Table, index: number, from: number): Cells['textAt'] =>
  (i) => {
    const cell = cellAt(table, from + i, index)
    return typeof cell === 'object' && cell.kind === 'number' ? undefined : cellText(cell)
  }

/**
 * Divides the prices of a column in hundredths by 100. An amount with decimals or with its own currency contradicts the
 * title, unless it is in stotinki too: then none of them is read, since a whole amount beside it may be in either unit. An
 * abbreviation means something else where most amounts have decimals.
 * @param title see {@link titleOfHundredths}
 */
export function inWholeUnits(column: PriceColumn, textAt: Cells['textAt'], title: string): PriceColumn {
  if (isAnotherWord({ cells: column.cells, textAt }, title)) return column
  const isContradicted = column.cells.some((cell, i) => contradicts(cell, textAt(i)))
  let divided: PriceColumn['divided']
  const cells = column.cells.map((cell, i) => {
    if (isContradicted) return unclearPrice(cell, textAt(i))
    const whole = wholeNumber(cell, textAt(i))
    if (whole === undefined) return cell
    const price = dividedBy100(whole)
    if (isAboveMaximum(parseDecimal(price)!)) return cell
    divided ??= { what: 'hundredths', title, example: whole, price }
    return { kind: 'price' as const, price }
  })
  return { ...column, cells, ...(divided && { divided }) }
}

/** The amount that is divided; one above the maximum may be within it then. */
function wholeNumber(cell: PriceCell, text = ''): string | undefined {
  if (cell.kind === 'price') return cell.currency === undefined ? cell.price : undefined
  const digits = cell.kind === 'invalid' && cell.problem === 'too-large' ? text.replace(/\s/g, '') : ''
  return /^\d+$/.test(digits) ? digits : undefined
}

function contradicts(cell: PriceCell, text = ''): boolean {
  if (cell.kind !== 'price') return false
  if (cell.currency !== undefined) return !isInHundredths(text)
  return cell.price.includes('.') || HAS_DECIMALS.test(text)
}

/** As '169.00' has. */
const HAS_DECIMALS = /[.,]\d\d?(?!\d)/

/** Whether the abbreviation for hundredths in a title means something else: most amounts have decimals. */
export function isAnotherWord({ cells, textAt }: Cells, title: string): boolean {
  if (meaningOfHeader(title).isInHundredths === true) return false
  const contradicting = cells.filter((cell, i) => contradicts(cell, textAt(i))).length
  return 2 * contradicting > cells.filter(({ kind }) => kind === 'price').length
}

/** A price that is not read, since it may be in either unit; another cell as it is. */
export const unclearPrice = (cell: PriceCell, text?: string): PriceCell =>
  cell.kind === 'price'
    ? { kind: 'invalid', text: `${text?.trim() ?? cell.price} ?`, problem: 'not-hundredths' }
    : cell

function dividedBy100(whole: string): string {
  const digits = whole.padStart(3, '0')
  return decimalText(parseDecimal(`${digits.slice(0, -2)}.${digits.slice(-2)}`)!)
}

/** A price as its column in hundredths has it. */
export function toHundredths(price: string): string {
  const { whole, fraction } = parseDecimal(price)!
  const digits = fraction.padEnd(2, '0')
  return decimalText(parseDecimal(`${whole}${digits.slice(0, 2)}.${digits.slice(2)}`)!)
}

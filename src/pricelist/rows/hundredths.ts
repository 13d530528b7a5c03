import { decimalText, isAboveMaximum, parseDecimal } from '#money/decimal.ts'
import { type Table, cellAt, cellText } from '#table/table.ts'
import { isInHundredths } from '../price-text.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import type { PriceCell } from '../types.ts'
import type { PriceColumn } from './price-column.ts'
import type { StatedHundredths } from './stated-hundredths.ts'

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
 * Divides the prices of a column in hundredths by 100. An amount with decimals or with its own currency contradicts what says
 * so, unless it is in stotinki too: then none of them is read, since a whole amount in the same column may be in either unit. An
 * abbreviation in a title means something else where most amounts have decimals.
 * @param from the row of the table that the first cell is in
 */
export function inWholeUnits(
  column: PriceColumn,
  textAt: Cells['textAt'],
  { title, currencyAt }: StatedHundredths,
  from: number,
): PriceColumn {
  if (currencyAt === undefined && isAnotherWord({ cells: column.cells, textAt }, title)) return column
  const isStated = (i: number): boolean => currencyAt === undefined || currencyAt(from + i) !== undefined
  const isContradicted = column.cells.some((cell, i) => isStated(i) && contradicts(cell, textAt(i)))
  let divided: PriceColumn['divided']
  const cells = column.cells.map((cell, i) => {
    if (!isStated(i)) return cell
    if (isContradicted) return unclearPrice(cell, textAt(i))
    const whole = wholeNumber(cell, textAt(i))
    if (whole === undefined) return cell
    const price = dividedBy100(whole)
    if (isAboveMaximum(parseDecimal(price)!)) return cell
    divided ??= { what: 'hundredths', title, example: whole, price }
    const currency = currencyAt?.(from + i)
    return { kind: 'price' as const, price, ...(currency && { currency }) }
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

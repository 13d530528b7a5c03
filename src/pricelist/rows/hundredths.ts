import { decimalText, parseDecimal } from '#money/decimal.ts'
import { type Table } from '#table/table.ts'
import { headerTitles } from '../headers/header-row.ts'
import { mayBeInHundredths, meaningOfHeader } from '../headers/header-meaning.ts'
import type { PriceCell } from '../types.ts'
import type { PriceColumn } from './price-column.ts'

/** The title of a column if it says that its prices are in stotinki or cents, or that they may be if they are whole. */
export function titleOfHundredths(table: Table, headerRow: number | null, index: number): string | undefined {
  const title = headerTitles(table, headerRow)[index] ?? ''
  return mayBeInHundredths(meaningOfHeader(title)) ? title : undefined
}

/**
 * Divides the prices of a column in hundredths by 100. An amount with decimals or with its own currency contradicts the
 * title: then none of them is read, since a whole amount beside it may be in either unit. An abbreviation means something else
 * where most amounts have decimals.
 * @param title see {@link titleOfHundredths}
 */
export function inWholeUnits(column: PriceColumn, title: string): PriceColumn {
  const contradicting = contradictingPrices(column)
  if (isAnotherWord(column, title)) return column
  const isContradicted = contradicting.length > 0
  const cells = column.cells.map((cell) => {
    if (cell.kind !== 'price') return cell
    return isContradicted ? unclearPrice(cell) : { ...cell, price: dividedBy100(cell.price) }
  })
  const first = column.cells.findIndex(({ kind }) => kind === 'price')
  const [example, price] = [column.cells, cells].map((all) => all[first])
  const isDivided = example?.kind === 'price' && price?.kind === 'price'
  return {
    ...column,
    cells,
    ...(isDivided && { divided: { what: 'hundredths', title, example: example.price, price: price.price } }),
  }
}

const contradictingPrices = ({ cells }: PriceColumn): PriceCell[] =>
  cells.filter((cell) => cell.kind === 'price' && (cell.currency !== undefined || cell.price.includes('.')))

/** Whether the abbreviation for hundredths in a title means something else: most amounts have decimals. */
export const isAnotherWord = (column: PriceColumn, title: string): boolean =>
  meaningOfHeader(title).isInHundredths !== true &&
  2 * contradictingPrices(column).length > column.cells.filter(({ kind }) => kind === 'price').length

/** A price that is not read, since it may be in either unit; another cell as it is. */
export const unclearPrice = (cell: PriceCell): PriceCell =>
  cell.kind === 'price' ? { kind: 'invalid', text: `${cell.price} ?`, problem: 'not-hundredths' } : cell

function dividedBy100(whole: string): string {
  const digits = whole.padStart(3, '0')
  return decimalText(parseDecimal(`${digits.slice(0, -2)}.${digits.slice(-2)}`)!)
}

/** A price as its column in hundredths has it. */
export function inHundredths(price: string): string {
  const { whole, fraction } = parseDecimal(price)!
  const digits = fraction.padEnd(2, '0')
  return decimalText(parseDecimal(`${whole}${digits.slice(0, 2)}.${digits.slice(2)}`)!)
}

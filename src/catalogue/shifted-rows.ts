import type { Table } from './catalogue.ts'
import { cellAt, lengthOfRow, textOf } from './cells.ts'
import { isPriceCell } from './column-sample.ts'
import type { PriceCell } from './price-column.ts'

/** Of the prices of a column so many at most are whole where the others have decimals. */
const MOST_WHOLE = 0.25
/** Rows that are looked at to tell which columns have no decimals, and of how many cells that is told. */
const SAMPLE = { rows: 200, least: 3 }
const COLUMNS = 64

const DECIMALS = /\d[.,]\d/

/**
 * Rows whose cells stand beside their own columns: the price is whole where those of nearly all rows have decimals, and an
 * amount with decimals is in a column that has none elsewhere.
 * @param index the column of the prices
 * @param from the first row of data
 * @param whole the places in `cells` of prices without decimals
 * @returns some of these
 */
export function shiftedRows(
  table: Table,
  index: number,
  from: number,
  cells: readonly PriceCell[],
  whole: readonly number[],
): readonly number[] {
  // '12,00' is written with decimals.
  const odd = whole.filter((i) => !DECIMALS.test(textOf(cellAt(table, from + i, index))))
  if (odd.length === 0 || odd.length > MOST_WHOLE * cells.length) return []
  const isOdd = new Set(odd)
  const others: number[] = []
  for (let i = 0; i < cells.length && others.length < SAMPLE.rows; i++)
    if (cells[i]!.kind === 'price' && !isOdd.has(i)) others.push(from + i)
  const hasNoDecimals = (c: number): boolean => {
    const texts = others.map((r) => textOf(cellAt(table, r, c))).filter((text) => text !== '')
    return texts.length >= SAMPLE.least && !texts.some((text) => DECIMALS.test(text))
  }
  const known = new Map<number, boolean>()
  const isWithout = (c: number): boolean => {
    if (!known.has(c)) known.set(c, hasNoDecimals(c))
    return known.get(c)!
  }
  return odd.filter((i) => {
    const r = from + i
    for (let c = 0; c < Math.min(lengthOfRow(table, r), COLUMNS); c++) {
      const cell = cellAt(table, r, c)
      if (c !== index && DECIMALS.test(textOf(cell)) && isPriceCell(cell) && isWithout(c)) return true
    }
    return false
  })
}

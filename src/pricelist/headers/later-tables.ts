import type { Cell, Table, TableRow } from '../types.ts'
import type { Columns } from '../price-list.ts'
import { cellAt, rowAt, textOf } from '#table/table.ts'
import { isRowOfNumbers } from '../columns/column-numbers.ts'
import { firstHeaderRow, headerTitles, isHeader } from './header-row.ts'
import { meaningOfHeader } from './header-meaning.ts'

/**
 * The rows of further tables, below the first, whose header puts price or currency in another column or names another
 * currency: read by the columns of the first they would give quantities for prices.
 */
export function rowsOfOtherTables(table: Table, columns: Columns, from: number, end: number): Set<number> {
  const rows = new Set<number>()
  const { price, headerRow } = columns
  if (price === null || headerRow === null) return rows
  const titles = headerTitles(table, headerRow)
  let isOther = false
  for (let r = from; r < end; r++) {
    const row = mayBeTitle(cellAt(table, r, price)) ? rowAt(table, r)! : undefined
    if (row !== undefined && isHeader(row)) {
      isOther = !isSameOrder(row, columns, titles, table)
      if (isRowOfNumbers(table, r)) rows.add(r + 1)
    } else if (isOther) rows.add(r)
  }
  return rows
}

/** Most rows of a large file are told by a glance at their price. */
const mayBeTitle = (cell: string | Cell | undefined): boolean =>
  cell === undefined || (typeof cell === 'string' ? !/^\s*\d/.test(cell) : cell.kind === 'text')

function isSameOrder(row: TableRow, columns: Columns, titles: readonly string[], table: Table): boolean {
  const { price, otherPrice, currency, headerRow } = columns
  const first = [titles, ...table.slice(firstHeaderRow(table, headerRow!), headerRow! + 1)]
  const isFirst = (header: readonly string[]) => row.every((cell, c) => textOf(cell) === (header[c] ?? ''))
  if (first.some((header) => isFirst(header.map(textOf)))) return true
  const hasTitleOf = (c: number): boolean =>
    first.some((header) => isAlike(textOf(header[c]), textOf(row[c])))
  if (![price, otherPrice].every((c) => c === null || hasTitleOf(c))) return false
  return row.every(
    (cell, c) => meaningOfHeader(textOf(cell)).isCurrency === (c === currency) || hasTitleOf(c),
  )
}

function isAlike(one: string, other: string): boolean {
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return one.trim() !== ''
  const [first, second] = [meaningOfHeader(one), meaningOfHeader(other)]
  return first.price > 0 && first.price === second.price && first.currency === second.currency
}

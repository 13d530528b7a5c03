import type { Cell, Table, TableRow } from './catalogue.ts'
import type { Columns } from './price-list.ts'
import { cellAt, isBlankCell, rowAt, textOf } from './cells.ts'
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
  if (isRowOfNumbers(table, headerRow, from)) rows.add(from)
  const titles = headerTitles(table, headerRow)
  let isOther = false
  for (let r = from; r < end; r++) {
    const row = mayBeTitle(cellAt(table, r, price)) ? rowAt(table, r)! : undefined
    if (row !== undefined && isHeader(row)) isOther = !isSameOrder(row, columns, titles, table)
    else if (isOther) rows.add(r)
  }
  return rows
}

/** `1; 2; 3; 4; 5; 6=4х5` below the titles of a form: the numbers of its columns. */
function isRowOfNumbers(table: Table, headerRow: number, r: number): boolean {
  const titles = rowAt(table, headerRow) ?? []
  const row = rowAt(table, r) ?? []
  const filled = row.flatMap((cell, c) => (isBlankCell(cell) ? [] : [c]))
  return (
    filled.length > 1 &&
    filled.length >= titles.filter((cell) => !isBlankCell(cell)).length &&
    filled.every((c, i) => new RegExp(`^\\(?${i + 1}[.)]?(?:\\s*=.*)?$`).test(textOf(row[c]).trim()))
  )
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

import type { Table } from './catalogue.ts'

export type TableRow = Table[number]

type AnyCell = TableRow[number]

/** What a person reads in the cell; '' for a blank one. */
export function textOf(cell: AnyCell): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : cell.text
}

export const isBlankCell = (cell: AnyCell): boolean => textOf(cell).trim() === ''

export const isBlankRow = (row: TableRow): boolean => row.every(isBlankCell)

/** The number of columns of the widest row. */
export function widthOf(table: Table): number {
  let width = 0
  for (const row of table) if (row.length > width) width = row.length
  return width
}

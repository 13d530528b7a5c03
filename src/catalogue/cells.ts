import type { Table, TableRow } from './catalogue.ts'
import { DelimitedTable } from './delimited-table.ts'

type AnyCell = TableRow[number]

/** What a person reads in the cell; '' for a blank one. */
export function textOf(cell: AnyCell): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : cell.text
}

export const isBlankCell = (cell: AnyCell): boolean => textOf(cell).trim() === ''

export const isBlankRow = (row: TableRow): boolean => row.every(isBlankCell)

/** Row `r`; undefined where the table has none. */
export const rowAt = (table: Table, r: number): TableRow | undefined => (r < 0 ? undefined : table.at(r))

/** Cell `c` of row `r`, without making the others. */
export const cellAt = (table: Table, r: number, c: number): AnyCell =>
  table instanceof DelimitedTable ? table.cell(r, c) : rowAt(table, r)?.[c]

/** How many cells row `r` has. */
export const lengthOfRow = (table: Table, r: number): number =>
  table instanceof DelimitedTable ? table.lengthOfRow(r) : (rowAt(table, r)?.length ?? 0)

/** The number of columns of the widest row. */
export function widthOf(table: Table): number {
  let width = 0
  for (let r = 0; r < table.length; r++) width = Math.max(width, lengthOfRow(table, r))
  return width
}

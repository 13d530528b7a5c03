import type { Table, TableRow } from '#pricelist/types.ts'
import { LazyTable } from './lazy-table.ts'

type AnyCell = TableRow[number]

/** What a person reads in the cell; '' for a blank one. */
export function textOf(cell: AnyCell): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : cell.text
}

export const isBlankCell = (cell: AnyCell): boolean => textOf(cell).trim() === ''

export const isBlankRow = (row: TableRow): boolean => row.every(isBlankCell)

/** Whether row `r` of the table has nothing but blank cells, without making them where they are made late. */
export const isBlankAt = (table: Table, r: number): boolean =>
  table instanceof LazyTable ? table.isBlank(r) : isBlankRow(table.at(r) ?? [])

/** Row `r`; undefined where the table has none. */
export const rowAt = (table: Table, r: number): TableRow | undefined => (r < 0 ? undefined : table.at(r))

/** Cell `c` of row `r`, without making the others. */
export const cellAt = (table: Table, r: number, c: number): AnyCell =>
  table instanceof LazyTable ? table.cell(r, c) : rowAt(table, r)?.[c]

/** How many cells row `r` has. */
export const lengthOfRow = (table: Table, r: number): number =>
  table instanceof LazyTable ? table.lengthOfRow(r) : (rowAt(table, r)?.length ?? 0)

/** The number of columns of the widest row. */
export function widthOf(table: Table): number {
  let width = 0
  for (let r = 0; r < table.length; r++) width = Math.max(width, lengthOfRow(table, r))
  return width
}

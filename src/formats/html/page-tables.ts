import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { firstBelow, laterTableRows } from '#pricelist/headers/header-row.ts'
import type { Columns } from '#pricelist/types.ts'
import { hasPriceTitle } from '../header-choice.ts'
import type { SparseTable } from './sparse-table.ts'

/** Tables of a page that are one sheet; `name` is their number, from 1. */
export type PageSheet = { readonly name: string; readonly rows: SparseTable }

/** Tables beyond these belong to the sheet before them: pages with more have one for each product. */
const MAX_TABLES = 500

/**
 * Divides the tables of a page into sheets: one with prices that has other columns than those before it begins a new one. Those
 * without prices belong to the ones before them, or the first ones to those after.
 * @param starts rows at which a table begins or ends, ascending
 */
export function sheetsOfPage(rows: SparseTable, starts: readonly number[]): PageSheet[] {
  const sheets: SparseTable[] = []
  let from = 0
  let columns: Columns | undefined
  for (const [i, start] of [0, ...starts].slice(0, MAX_TABLES).entries()) {
    const end = starts[i] ?? rows.length
    if (end === start || !hasPriceTitle(rows.part(start, end))) continue
    if (columns !== undefined && hasOtherColumns(rows.part(from, end), columns, start - from)) {
      sheets.push(rows.part(from, start))
      from = start
      columns = undefined
    }
    columns ??= detectColumns(rows.part(from, end)).columns
  }
  sheets.push(rows.part(from, rows.length))
  return sheets.map((part, i) => ({ name: String(i + 1), rows: part }))
}

/** Whether rows from one on would be read by the wrong columns. */
const hasOtherColumns = (sheet: SparseTable, columns: Columns, from: number): boolean =>
  laterTableRows(sheet, columns, Math.max(from, firstBelow(columns.headerRow)), sheet.length).size > 0

import type { Detection } from '#pricelist/types.ts'
import type { OpenedFile } from './format.ts'
import type { Table } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { findHeaderRow, lastHeaderRow } from '#pricelist/headers/header-row.ts'
import { withoutMisalignedRows } from './csv/misaligned-rows.ts'

/**
 * Detects the columns of a file for a header row that the user chose.
 * @param named 0-based index of the row; null for a file without a header
 */
export function columnsForHeader(file: OpenedFile, named: number | null): Detection {
  const headerRow = named === null ? null : lastHeaderRow(file.table, named)
  return detectColumns(tableForHeader(file, headerRow), headerRow)
}

/** Whether a title of the table names a price. */
export function hasPriceTitle(table: Table): boolean {
  const { columns, question } = detectColumns(table)
  return columns.price !== null && question !== 'no-price-title'
}

/** The table of a file for another header row: rows are misaligned by the titles of their header. Cheap for the detected one. */
export function tableForHeader({ table, cells, delimiter }: OpenedFile, headerRow: number | null): Table {
  if (cells === undefined || delimiter === undefined || headerRow === (findHeaderRow(table) ?? null))
    return table
  return withoutMisalignedRows(cells, delimiter, headerRow)
}

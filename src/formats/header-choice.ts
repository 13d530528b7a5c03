import type { Detection } from '#pricelist/types.ts'
import type { OpenedFile } from './format.ts'
import type { Table } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { findHeaderRow, lastHeaderRow } from '#pricelist/headers/header-row.ts'
import { withoutMisalignedRows } from './csv/misaligned-rows.ts'

/** The columns of a file as they are when the person names its header row, null for none. */
export function columnsForHeader(file: OpenedFile, named: number | null): Detection {
  const headerRow = named === null ? null : lastHeaderRow(file.table, named)
  return detectColumns(tableForHeader(file, headerRow), headerRow)
}

/** The cells under this header row: it decides which of them cannot stand where they belong. */
export function tableForHeader({ table, cells, delimiter }: OpenedFile, headerRow: number | null): Table {
  if (cells === undefined || delimiter === undefined || headerRow === (findHeaderRow(table) ?? null))
    return table
  return withoutMisalignedRows(cells, delimiter, headerRow)
}

import type { Table } from '#catalogue/catalogue.ts'
import { detectColumns } from '#catalogue/columns.ts'
import type { FileFacts } from './snapshot.ts'

/** The file with the columns it has when this row is the header. */
export const withHeader = (file: FileFacts, table: Table, headerRow: number | null): FileFacts =>
  file.detection.columns.headerRow === headerRow
    ? file
    : { ...file, detection: detectColumns(table, headerRow) }

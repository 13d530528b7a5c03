import { joinedFieldsOf } from '#table/table.ts'
import { CsvTable } from './csv/table.ts'
import type { OpenedFile } from './format.ts'
import { type CellPositions, LineCounter } from './text-position.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The places of cells in a text file that is in memory. Undefined for workbooks, web pages and DBF, and for files in an archive:
 * they have no lines that a text editor shows.
 */
export async function cellPositions(file: OpenedFile, bytes: Bytes): Promise<CellPositions | undefined> {
  const { format, packing, cells } = file
  if (packing !== undefined) return undefined
  if (format === 'csv' && cells instanceof CsvTable) return csvPositions(file, cells)
  if (format === 'json') return (await import('./json/read-lists.ts')).jsonPositions(file, bytes)
  if (format === 'xml') return (await import('./feed/table.ts')).feedPositions(file.table)
  return undefined
}

function csvPositions({ table }: OpenedFile, { offsets }: CsvTable): CellPositions {
  const { text } = offsets
  const lines = new LineCounter((at) => text.charCodeAt(at))
  const joinedFields = joinedFieldsOf(table)
  return (row, column) => {
    if (row >= offsets.rowCount) return undefined
    const before = joinedFields?.get(row)?.filter((joined) => joined < column).length ?? 0
    const field = offsets.firstField(row) + column + before
    return field < offsets.firstField(row + 1) ? lines.positionOf(offsets.fieldStart(field)) : undefined
  }
}

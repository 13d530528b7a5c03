import { type OpenedFile, type ReadError, isAcceptedName } from '#formats/format.ts'
import { refuseLarge } from '#formats/open-file.ts'
import { findStatedCurrency } from '#formats/read-price-list.ts'
import { NATIONAL } from '#money/currency.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Detection } from '#pricelist/types.ts'
import { type TableRow, cellText, isBlankCell, rowAt } from '#table/table.ts'
import { LIMITS } from '#product/limits.ts'
import type { FileSummary } from '#reports/types.ts'

/** The bytes of a user's file; an error when it is too large or the browser cannot read it. */
export async function loadFile(file: File): Promise<Uint8Array<ArrayBuffer> | ReadError> {
  const isLarge = file.size > LIMITS.fileBytes
  if (isLarge && isAcceptedName(file.name)) return { code: 'too-big', limitBytes: LIMITS.fileBytes }
  try {
    const bytes = new Uint8Array(await file.slice(0, LIMITS.fileBytes).arrayBuffer())
    // A file of an unsupported type is rejected for its type, however large it is.
    return isLarge ? (await refuseLarge(bytes, file.name, LIMITS.fileBytes)).error : bytes
  } catch {
    return { code: 'unreadable', reason: 'broken' }
  }
}

/**
 * Whether a file has titles and nothing below them: there is no row to convert, nor a sample of one (BULK-15).
 * @param detection of its columns
 */
export function hasTitlesOnly({ format, table }: OpenedFile, { columns: { headerRow } }: Detection): boolean {
  if (format === 'json') return false
  const last = table.length - 1
  // A row of words at the end of a list can look like a header: only notes stand above a real one.
  if (headerRow === last) return !table.some((row, r) => r < last && filledCells(row) > 1)
  return last === 0 && !rowAt(table, 0)?.some((cell) => /\d/.test(cellText(cell)))
}

const filledCells = (row: TableRow): number => row.filter((cell) => !isBlankCell(cell)).length

/** What the page shows of an opened file; its cells stay in the worker. */
export function summarizeFile(
  { table, cells: _cells, withAllKeys: _withAllKeys, ...summary }: OpenedFile,
  name: string,
  size: number,
): FileSummary {
  const detection = detectColumns(table)
  const usualCurrency = findStatedCurrency({ table, ...summary }, name, detection.columns) ?? NATIONAL
  return { name, size, detection, usualCurrency, ...summary }
}

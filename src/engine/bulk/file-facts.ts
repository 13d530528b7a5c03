import type { OpenedFile } from '#pricelist/types.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsUnder } from '#formats/header-choice.ts'
import { currencyStatedIn } from '#pricelist/read-price-list.ts'
import type { FileFacts, RowChoices } from '../types.ts'

/** What the page is told of an opened file: all but its cells, which stay with the workbench. */
export function factsOf(
  { table, cells: _cells, ...facts }: OpenedFile,
  name: string,
  size: number,
): FileFacts {
  const detection = detectColumns(table)
  const usualCurrency = currencyStatedIn({ table, ...facts }, name, detection.columns) ?? 'BGN'
  return { name, size, detection, usualCurrency, ...facts }
}

/** The file with the columns it has under the header row of these choices. */
export const withHeader = (file: FileFacts, opened: OpenedFile, { columns }: RowChoices): FileFacts =>
  file.detection.columns.headerRow === columns.headerRow
    ? file
    : { ...file, detection: columnsUnder(opened, columns.headerRow) }

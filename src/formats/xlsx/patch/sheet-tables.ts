import { type CellRange, readRange } from '../cell-ref.ts'
import type { PackageParts } from '../package.ts'
import { XmlTags } from '../../xml/tags.ts'

/** A table or pivot table of a sheet, and the cells that it takes. */
export type SheetTable = { readonly kind: 'table' | 'pivotTable'; readonly range: CellRange }

/** The element that names the cells, by the kind of the part. */
const EXTENT = { table: 'table', pivotTable: 'location' } as const

/** The tables of a sheet, found through its relationships. */
export async function tablesOf(parts: PackageParts, sheet: string): Promise<SheetTable[]> {
  const tables: SheetTable[] = []
  for (const { type, target } of await parts.relationsOf(sheet)) {
    if (type !== 'table' && type !== 'pivotTable') continue
    const xml = await parts.read(target)
    const range = xml && rangesIn(new XmlTags(xml), EXTENT[type])[0]
    if (range !== undefined) tables.push({ kind: type, range })
  }
  return tables
}

/** The ranges that elements of a name have in their `ref`. */
export function rangesIn(tags: XmlTags, element: string): CellRange[] {
  const ranges: CellRange[] = []
  while (tags.next()) {
    const range = tags.is(element) && tags.kind !== 'close' && readRange(tags.attribute('ref') ?? '')
    if (range) ranges.push(range)
  }
  return ranges
}

/** Whether a cell is the title of a table's column: the table itself, formulas, queries and filters name it by that. */
export const isTableTitle = (tables: readonly SheetTable[], row: number, column: number): boolean =>
  tables.some(
    ({ kind, range }) =>
      kind === 'table' && range.top === row && column >= range.left && column <= range.right,
  )

import type { Bytes } from '../zip-pack.ts'
import { xmlText } from '../xlsx-writer/sheet.ts'
import { type CellRange, readRange } from './cell-range.ts'
import type { NewCell } from './new-cells.ts'
import type { PackageParts } from './package-parts.ts'
import { type Edit, withEdits } from './spliced.ts'
import { XmlTags } from './xml-tags.ts'

/** A table or pivot table of a sheet: its part, and the cells that it takes. */
export type SheetTable = {
  readonly kind: 'table' | 'pivotTable'
  readonly part: string
  readonly xml: Bytes
  readonly range: CellRange
}

/** The element that names the cells, by the kind of the part. */
const EXTENT = { table: 'table', pivotTable: 'location' } as const

/** The tables of a sheet, found through its relationships. */
export async function tablesOf(parts: PackageParts, sheet: string): Promise<SheetTable[]> {
  const tables: SheetTable[] = []
  for (const { type, target } of await parts.relationsOf(sheet)) {
    if (type !== 'table' && type !== 'pivotTable') continue
    const xml = await parts.read(target)
    const range = xml && rangesIn(new XmlTags(xml), EXTENT[type])[0]
    if (range !== undefined) tables.push({ kind: type, part: target, xml: xml!, range })
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

const isTitleIn = ({ kind, range }: SheetTable, row: number, column: number): boolean =>
  kind === 'table' && range.top === row && column >= range.left && column <= range.right

/** Whether a cell is the title of a table's column, which the table itself and formulas name by it. */
export const isTableTitle = (tables: readonly SheetTable[], row: number, column: number): boolean =>
  tables.some((table) => isTitleIn(table, row, column))

/** Gives columns of tables the names that their titles now have: where they differ the table is taken for damaged. */
export function renameColumns(
  parts: PackageParts,
  tables: readonly SheetTable[],
  row: number,
  titles: readonly NewCell[],
): void {
  for (const table of tables) {
    const own = titles.filter(({ column }) => isTitleIn(table, row, column))
    const edits = own.flatMap(({ column, content }) =>
      typeof content === 'string' ? nameEdit(table.xml, column - table.range.left, content) : [],
    )
    if (edits.length > 0) parts.change(table.part, withEdits(table.xml, edits))
  }
}

function nameEdit(xml: Bytes, index: number, name: string): Edit[] {
  let at = 0
  for (const tags = new XmlTags(xml); tags.next();) {
    if (!tags.is('tableColumn') || tags.kind === 'close' || at++ !== index) continue
    const span = tags.span('name')
    return span === undefined ? [] : [{ ...span, text: xmlText(name) }]
  }
  return []
}

import { type Bytes, concatBytes } from '../../bytes/bytes.ts'
import { BytePatcher } from '../../bytes/patch-bytes.ts'
import { rawText } from '../../xml/tags.ts'
import type { OdsContent, SheetTable } from '../document.ts'
import { ATTRIBUTE } from '../names.ts'
import { SheetRows } from '../sheet-rows.ts'
import { AttributeRemover, escapeText } from './cell-xml.ts'

type FormulaCells = {
  readonly columns: ReadonlySet<number>
  /** Only cells below this row. */
  readonly headerRow: number
}

/**
 * The document with other cell styles of formulas in some columns of a sheet.
 * @param newStyle the name of the style in place of another; undefined where that stays
 */
export function withFormulaStyles(
  content: OdsContent,
  table: SheetTable,
  { columns, headerRow }: FormulaCells,
  newStyle: (style: string) => string | undefined,
): Bytes {
  const { xml, prefixes } = content
  const rows = new SheetRows(content, table)
  const remover = new AttributeRemover(prefixes, [ATTRIBUTE.style])
  const patcher = new BytePatcher(xml)
  while (rows.nextRow())
    while (rows.nextCell()) {
      const { style, start, tagEnd } = rows
      if (style === undefined || rows.row <= headerRow || !rows.has(ATTRIBUTE.formula)) continue
      if (!isWithin(rows, columns)) continue
      const name = newStyle(style)
      if (name === undefined) continue
      const attribute = ` ${prefixes.table}style-name="${escapeText(name)}"`
      const text = remover.from(rawText(xml, start, tagEnd)).replace(/^<[^\s/>]+/, (tag) => tag + attribute)
      patcher.edit({ start, end: tagEnd, text })
    }
  return concatBytes(patcher.finish())
}

/** Whether all columns that the current cell stands for are among them. */
const isWithin = ({ column, repeat }: SheetRows, columns: ReadonlySet<number>): boolean =>
  Array.from({ length: repeat }, (_, i) => column + i).every((one) => columns.has(one))

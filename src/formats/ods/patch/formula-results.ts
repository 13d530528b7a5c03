import { type Bytes, concatBytes } from '../../bytes/bytes.ts'
import { BytePatcher } from '../../bytes/patch-bytes.ts'
import { rawText } from '../../xml/tags.ts'
import type { OdsContent } from '../document.ts'
import { ATTRIBUTE, VALUE_ATTRIBUTES } from '../names.ts'
import { SheetRows } from '../sheet-rows.ts'
import { AttributeRemover } from './cell-xml.ts'

/**
 * The document without the stored results of formulas, so that programs compute them when they open it: LibreOffice shows stored
 * ones otherwise, even where other prices are in the cells. Undefined for a document without formulas.
 */
export function withoutResults(content: OdsContent): Bytes | undefined {
  const { xml, prefixes, tables } = content
  const remover = new AttributeRemover(prefixes, VALUE_ATTRIBUTES)
  const patcher = new BytePatcher(xml)
  let hasFormulas = false
  for (const table of tables) {
    const rows = new SheetRows(content, table)
    while (rows.nextRow())
      while (rows.nextCell()) {
        if (!rows.has(ATTRIBUTE.formula)) continue
        hasFormulas = true
        const tag = rawText(xml, rows.start, rows.tagEnd)
        patcher.edit({ start: rows.start, end: rows.tagEnd, text: remover.from(tag) })
        const { paragraphBounds } = rows
        for (let i = 0; i < paragraphBounds.length; i += 2)
          patcher.edit({ start: paragraphBounds[i]!, end: paragraphBounds[i + 1]!, text: '' })
      }
  }
  return hasFormulas ? concatBytes(patcher.finish()) : undefined
}

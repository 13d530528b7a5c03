import type { Bytes } from '../../zip/zip-pack.ts'
import type { Edit } from '../../bytes/spliced.ts'
import { XmlTags } from '../../xml/tags.ts'

/** Elements of a workbook that stand before `calcPr` (ECMA-376 18.2.27). */
const BEFORE: ReadonlySet<string> = new Set([
  'fileVersion',
  'fileSharing',
  'workbookPr',
  'AlternateContent',
  'revisionPtr',
  'absPath',
  'workbookProtection',
  'bookViews',
  'sheets',
  'functionGroups',
  'externalReferences',
  'definedNames',
])

/** Has formulas worked out anew when the workbook is opened, so that nothing stale is shown. */
export function recalculationEdit(xml: Bytes): Edit {
  const tags = new XmlTags(xml)
  while (tags.next() && !tags.is('workbook'));
  const { prefix } = tags
  let at = tags.end
  while (tags.next() && tags.kind !== 'close') {
    if (tags.is('calcPr')) {
      const span = tags.span('fullCalcOnLoad')
      if (span !== undefined) return { ...span, text: '1' }
      return { start: tags.nameEnd, end: tags.nameEnd, text: ' fullCalcOnLoad="1"' }
    }
    const isBefore = BEFORE.has(tags.name)
    tags.skip()
    if (isBefore) at = tags.end
  }
  return { start: at, end: at, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }
}

/**
 * Forgets the order in which cells were worked out, which programs make anew. One that names a cell without a formula is
 * taken for damage.
 */
export function chainlessEdits(relations: Bytes): Edit[] {
  for (const tags = new XmlTags(relations); tags.next();) {
    if (!tags.is('Relationship') || tags.attribute('Type')?.endsWith('/calcChain') !== true) continue
    const { start } = tags
    tags.skip()
    return [{ start, end: tags.end, text: '' }]
  }
  return []
}

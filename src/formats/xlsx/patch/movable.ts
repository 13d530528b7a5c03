import type { Bytes } from '../../bytes/bytes.ts'
import { type ColumnShift, shiftReferences } from '../cell-ref.ts'
import {
  type DefinedName,
  type PackageParts,
  type SheetPart,
  type WorkbookParts,
  definedNameFormula,
} from '../package.ts'
import type { SheetElement } from './scan-sheet.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import { XmlTags } from '../../xml/tags.ts'
import { escapeXml } from '../write/escape.ts'

/** Parts that name no cell of any sheet. Macros, charts, pivots and whatever is not known here may. */
const PARTS_WITHOUT_REFERENCES =
  /^(?:\[content_types\]\.xml|_rels\/.*|docprops\/.*|customxml\/.*|docmetadata\/labelinfo\.xml|xl\/(?:workbook\.xml|styles\.xml|sharedstrings\.xml|metadata\.xml|_rels\/.*|theme\/.*|media\/.*|printersettings\/.*|worksheets\/(?:_rels\/)?[^/]*))$/i

/** What a sheet may have around its rows: all of it either names no cell, or is shifted by `frameEdits`. */
const SHIFTED_ELEMENTS: ReadonlySet<string> = new Set([
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetProtection',
  'phoneticPr',
  'autoFilter',
  'mergeCells',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'ignoredErrors',
])

/** Names whose formula is a list of areas, which are shifted by `nameEdits`. */
const AREA_NAMES = /^_xlnm\.(?:_FilterDatabase|Print_Area|Print_Titles)$/i
const AREA = /('(?:[^']|'')*'|[^',!]+)!([$A-Z\d:]+)/g

/**
 * Whether everything to the right of a column of a sheet may be moved, so that nothing in the workbook means another cell
 * than before. What is not known to be safe is not.
 */
export async function canInsertColumns(
  parts: PackageParts,
  workbook: WorkbookParts,
  elements: readonly SheetElement[],
): Promise<boolean> {
  const known = new Set(
    [workbook.part, ...workbook.sheets.map(({ part }) => part)].map((name) => name.toLowerCase()),
  )
  const isKnown = (name: string) => PARTS_WITHOUT_REFERENCES.test(name) || known.has(name.toLowerCase())
  if (!parts.names.every(isKnown)) return false
  if (!elements.every(({ name }) => SHIFTED_ELEMENTS.has(name))) return false
  if (!workbook.definedNames.every((name) => isAreaList(workbook, name))) return false
  for (const { part } of workbook.sheets) {
    const xml = await parts.read(part)
    if (xml === undefined || hasReferences(xml)) return false
  }
  return true
}

/** Whether a name is a list of areas on its own sheet. */
function isAreaList({ xml, sheets }: WorkbookParts, name: DefinedName): boolean {
  const own = name.sheet === undefined ? undefined : sheets[name.sheet]?.name
  if (own === undefined || !AREA_NAMES.test(name.name)) return false
  const formula = definedNameFormula(xml, name)
  const isOwn = [...formula.matchAll(AREA)].every(([, on = '']) => unquoted(on) === own)
  return isOwn && formula.replace(AREA, '').replaceAll(',', '') === ''
}

const unquoted = (name: string): string =>
  name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name

/** Whether a sheet has formulas of any kind, or links into the workbook. */
function hasReferences(xml: Bytes): boolean {
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'close' || tags.is('c') || tags.is('v') || tags.is('row')) continue
    if (tags.is('f') || tags.is('formula') || tags.is('formula1') || tags.is('formula2')) return true
    if (tags.is('hyperlink') && tags.attribute('location') !== undefined) return true
  }
  return false
}

/** Areas that the workbook names on a sheet, moved to where they now are. */
export function definedNameEdits(workbook: WorkbookParts, sheet: SheetPart, shift: ColumnShift): Edit[] {
  const index = workbook.sheets.indexOf(sheet)
  return workbook.definedNames
    .filter((name) => name.sheet === index)
    .map((name) => {
      const formula = definedNameFormula(workbook.xml, name)
      const text = formula.replace(
        AREA,
        (_, on: string, refs: string) => `${on}!${shiftReferences(refs, shift)}`,
      )
      return { ...name.formula, text: escapeXml(text) }
    })
}

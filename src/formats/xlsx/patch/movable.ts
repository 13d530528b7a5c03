import type { Bytes } from '../../bytes/bytes.ts'
import { type ColumnShift, shiftReferences } from '../../spreadsheet/cell-ref.ts'
import {
  type DefinedName,
  type PackageParts,
  type SheetPart,
  type WorkbookParts,
  definedNameFormula,
} from '../package.ts'
import { END_OF_ROW } from '../pieces.ts'
import type { SheetScan } from './scan-sheet.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import { XmlTags } from '../../xml/tags.ts'
import { escapeXml } from '../write/escape.ts'

/** Parts without references to cells. Macros, charts, pivot tables and unknown parts may have some. */
const PARTS_WITHOUT_REFERENCES =
  /^(?:\[content_types\]\.xml|_rels\/.*|docprops\/.*|customxml\/.*|docmetadata\/labelinfo\.xml|xl\/(?:workbook\.xml|styles\.xml|sharedstrings\.xml|metadata\.xml|_rels\/.*|theme\/.*|media\/.*|printersettings\/.*|worksheets\/(?:_rels\/)?[^/]*))$/i

/** Elements of a sheet without references to cells, or with references that `sheetElementEdits` shifts. */
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

/** Built-in names whose formula is a list of areas, which `definedNameEdits` shifts. */
const AREA_NAMES = /^_xlnm\.(?:_FilterDatabase|Print_Area|Print_Titles)$/i
/** Of titles on every page, those of the sheet as it was are kept. */
const WIDENED_NAMES = /^_xlnm\.(?:_FilterDatabase|Print_Area)$/i
const AREA = /('(?:[^']|'')*'|[^',!]+)!([$A-Z\d:]+)/g

/** The sheet whose columns are moved. */
type OwnSheet = { readonly part: string; readonly scan: SheetScan }

/**
 * Whether columns can be inserted into a sheet without changing what any reference in the workbook means. Whatever is not
 * known to be safe makes it false. Reads every other sheet.
 */
export async function canInsertColumns(
  parts: PackageParts,
  workbook: WorkbookParts,
  { part: own, scan }: OwnSheet,
): Promise<boolean> {
  const known = new Set(
    [workbook.part, ...workbook.sheets.map(({ part }) => part)].map((name) => name.toLowerCase()),
  )
  const isKnown = (name: string) => PARTS_WITHOUT_REFERENCES.test(name) || known.has(name.toLowerCase())
  if (!parts.names.every(isKnown)) return false
  if (![...scan.head, ...scan.tail].every(({ name }) => SHIFTED_ELEMENTS.has(name))) return false
  if (!workbook.definedNames.every((name) => isAreaList(workbook, name))) return false
  if (scan.hasFormulas || hasReferences(scan.headXml) || hasReferences(scan.tailXml)) return false
  for (const { part } of workbook.sheets) {
    if (part === own) continue
    if (!parts.has(part)) return false
    for await (const xml of parts.pieces(part, END_OF_ROW)) if (hasReferences(xml)) return false
  }
  return true
}

/** Whether a name is built in, and its formula a list of areas on its own sheet. */
function isAreaList({ xml, sheets }: WorkbookParts, name: DefinedName): boolean {
  const own = name.sheet === undefined ? undefined : sheets[name.sheet]?.name
  if (own === undefined || !AREA_NAMES.test(name.name)) return false
  const formula = definedNameFormula(xml, name)
  const isOwn = [...formula.matchAll(AREA)].every(([, on = '']) => unquoted(on) === own)
  return isOwn && formula.replace(AREA, '').replaceAll(',', '') === ''
}

const unquoted = (name: string): string =>
  name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name

/** Whether a part of a sheet has formulas of any kind, or links into the workbook. */
function hasReferences(xml: Bytes): boolean {
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'close' || tags.is('c') || tags.is('v') || tags.is('row')) continue
    if (tags.is('f') || tags.is('formula') || tags.is('formula1') || tags.is('formula2')) return true
    if (tags.is('hyperlink') && tags.attribute('location') !== undefined) return true
  }
  return false
}

/** What is written of an area of a name that belongs to the sheet. */
type AreaChange = {
  readonly shift: ColumnShift
  /** Adds new columns that directly follow an area to it. */
  readonly widen: (ref: string) => string
}

/** Shifts and widens the areas of names that belong to a sheet. Offsets are in the workbook part. */
export function definedNameEdits(
  workbook: WorkbookParts,
  sheet: SheetPart,
  { shift, widen }: AreaChange,
): Edit[] {
  const index = workbook.sheets.indexOf(sheet)
  return workbook.definedNames
    .filter((name) => name.sheet === index && isAreaList(workbook, name))
    .flatMap((name) => {
      const formula = definedNameFormula(workbook.xml, name)
      const isWidened = WIDENED_NAMES.test(name.name)
      const text = formula.replace(AREA, (_, on: string, refs: string) => {
        const shifted = shiftReferences(refs, shift)
        return `${on}!${isWidened ? widen(shifted) : shifted}`
      })
      return text === formula ? [] : [{ ...name.formula, text: escapeXml(text) }]
    })
}

import { type OdsContent, type SheetTable, childrenOf, openTag } from '../document.ts'
import { XmlTags, rawText, unescapeXml } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import { type ColumnShift, shiftReferences } from '../../spreadsheet/cell-ref.ts'
import { escapeText } from './cell-xml.ts'
import { unquoted } from './formula-areas.ts'

/** Files of an archive without references to cells. Macros, charts, other objects and unknown files may have some. */
const FILES_WITHOUT_REFERENCES =
  /^(?:mimetype|content\.xml|styles\.xml|meta\.xml|settings\.xml|manifest\.rdf|layout-cache|META-INF\/.*|Thumbnails\/.*|Pictures\/.*|Configurations2\/.*|Fonts\/.*)$/

/** Elements of sheets, and of their cells, without references to cells. */
const PLAIN_ELEMENTS: ReadonlySet<string> = new Set([
  'table',
  'title',
  'desc',
  'forms',
  'table-protection',
  'table-column',
  'table-columns',
  'table-column-group',
  'table-header-columns',
  'table-row',
  'table-rows',
  'table-row-group',
  'table-header-rows',
  'soft-page-break',
  'table-cell',
  'covered-table-cell',
  'p',
  's',
  'tab',
  'line-break',
  'span',
  'a',
  'annotation',
  'creator',
  'creator-initials',
  'sender-initials',
  'date',
  'meta-date-string',
  'list',
  'list-item',
  'calculation-settings',
  'iteration',
  'null-date',
  'named-expressions',
  'database-ranges',
  'database-range',
])

/** A reference such as `Sheet1.A1` or `$'My sheet'.$A$1:.$D$10`: the sheet, and what follows it. */
const ADDRESS = /(\$?(?:'(?:[^']|'')*'|[^\s'.:$]+))?\.(\$?[A-Z]{1,3}\$?\d+)/g

/** One of them, or a range of them. */
const AREA = new RegExp(`${ADDRESS.source}(?::${ADDRESS.source})?`, 'g')

/** Code units of a list of areas; longer ones are not moved. */
const MAX_AREAS_LENGTH = 4096

/**
 * Whether columns can be inserted into a sheet without changing what any reference in the document means. Whatever is not known
 * to be safe makes it false.
 * @param files of the archive
 * @param common `styles.xml`
 */
export function canInsertColumns(
  content: OdsContent,
  files: readonly string[],
  common: Bytes | undefined,
): boolean {
  if (!files.every((name) => FILES_WITHOUT_REFERENCES.test(name))) return false
  const { xml, prefixes, children, scripts, automatic, styles } = content
  if (scripts !== undefined && hasElement(xml, scripts, /^(?:module|source-code|event-listener)$/))
    return false
  if (hasConditions(xml, automatic, prefixes.style) || hasConditions(xml, styles, prefixes.style))
    return false
  if (common !== undefined && hasConditions(common, { start: 0, end: common.length }, prefixes.style))
    return false
  const formula = `${prefixes.table}formula`
  for (const { start, end } of children)
    for (const tags = new XmlTags(xml, start, end); tags.next();) {
      if (tags.kind === 'close') continue
      if (!PLAIN_ELEMENTS.has(tags.name)) return false
      if ((tags.is('table-cell') || tags.is('covered-table-cell')) && tags.span(formula) !== undefined)
        return false
      if (tags.is('table') && !isAreaList(tags.attribute(`${prefixes.table}print-ranges`))) return false
      if (tags.is('database-range') && !isMovableRange(tags, prefixes.table)) return false
      if (tags.is('a') && tags.prefixedAttribute('href')?.startsWith('#') === true) return false
    }
  return true
}

function hasElement(xml: Bytes, { start, end }: { start: number; end: number }, name: RegExp): boolean {
  for (const tags = new XmlTags(xml, start, end); tags.next();) if (name.test(tags.name)) return true
  return false
}

/** Whether a style has conditions that name cells. */
function hasConditions(
  xml: Bytes,
  within: { start: number; end: number } | undefined,
  prefix: string,
): boolean {
  if (within === undefined) return false
  for (const tags = new XmlTags(xml, within.start, within.end); tags.next();)
    if (tags.is('map') && tags.span(`${prefix}base-cell-address`) !== undefined) return true
  return false
}

const isAreaList = (areas: string | undefined): boolean =>
  areas === undefined || (areas.length <= MAX_AREAS_LENGTH && /^[\s:]*$/.test(areas.replace(ADDRESS, '')))

/** A filter without conditions: those count columns. */
const isMovableRange = (tags: XmlTags, prefix: string): boolean =>
  tags.kind === 'empty' && isAreaList(tags.attribute(`${prefix}target-range-address`))

type AreaChange = {
  readonly shift: ColumnShift
  /** Adds new columns that directly follow a range to it. */
  readonly widen: (ref: string) => string
}

/** Shifts and widens the print ranges of a sheet and the ranges of its filters. */
export function areaEdits(
  { xml, prefixes, children }: OdsContent,
  table: SheetTable,
  change: AreaChange,
): Edit[] {
  const { table: prefix } = prefixes
  const edits: Edit[] = []
  const put = (tags: XmlTags, attribute: string) => {
    const span = tags.span(prefix + attribute)
    if (span === undefined) return
    const areas = unescapeXml(rawText(xml, span.start, span.end))
    if (!isAreaList(areas)) return
    const text = escapeText(changedAreas(areas, table.title, change))
    if (text !== escapeText(areas)) edits.push({ ...span, text })
  }
  put(openTag(xml, table), 'print-ranges')
  for (const child of children)
    if (child.name === 'database-ranges')
      for (const range of childrenOf(openTag(xml, child))) put(openTag(xml, range), 'target-range-address')
  return edits
}

function changedAreas(areas: string, sheet: string, { shift, widen }: AreaChange): string {
  // The second half of a range may leave out the sheet.
  let on = sheet
  return areas.replace(
    AREA,
    (whole, firstSheet: string | undefined, first: string, lastSheet: string | undefined, last?: string) => {
      if (firstSheet !== undefined) on = unquoted(firstSheet)
      if (on !== sheet || (lastSheet !== undefined && unquoted(lastSheet) !== sheet)) return whole
      const start = shiftReferences(first, shift)
      if (last === undefined) return `${firstSheet ?? ''}.${start}`
      const [, end] = widen(`${start}:${shiftReferences(last, shift)}`).split(':')
      return `${firstSheet ?? ''}.${start}:${lastSheet ?? ''}.${end}`
    },
  )
}

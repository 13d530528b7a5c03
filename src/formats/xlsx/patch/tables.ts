import { type CellRange, formatRange, isInRange, parseRange } from '../../spreadsheet/cell-ref.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { columnName } from '#table/column-name.ts'
import { type Span, XmlTags, rawText, unescapeXstring } from '../../xml/tags.ts'
import type { PackageParts } from '../package.ts'
import { escapeXstring } from '../write/escape.ts'

export type SheetTable =
  | { readonly kind: 'pivotTable'; readonly range: CellRange }
  | {
      readonly kind: 'table'
      readonly range: CellRange
      /** By which formulas refer to it. */
      readonly name: string
      /** Names of its columns from the left, as formulas use them. */
      readonly columns: readonly string[]
    }

/**
 * The tables and pivot tables that a sheet is related to.
 * @param sheet the name of its part
 */
export async function readTables(parts: PackageParts, sheet: string): Promise<SheetTable[]> {
  const tables: SheetTable[] = []
  for (const { type, part } of await parts.relatedParts(sheet)) {
    if (type !== 'table' && type !== 'pivotTable') continue
    const xml = await parts.read(part)
    const table = xml && readTable(type, new XmlTags(xml))
    if (table !== undefined) tables.push(table)
  }
  return tables
}

function readTable(kind: SheetTable['kind'], tags: XmlTags): SheetTable | undefined {
  const element = kind === 'table' ? 'table' : 'location'
  while (tags.next() && !tags.is(element));
  const range = parseRange(tags.attribute('ref') ?? '')
  if (range === undefined || kind === 'pivotTable') return range && { kind: 'pivotTable', range }
  const name = tags.attribute('displayName') ?? tags.attribute('name') ?? ''
  const columns: string[] = []
  while (tags.next()) if (tags.is('tableColumn')) columns.push(unescapeXstring(tags.attribute('name') ?? ''))
  return { kind, range, name, columns }
}

/** Whether a cell is a column title of a table: the table part, formulas, queries and filters repeat that title. */
export const isTableTitle = (tables: readonly SheetTable[], row: number, column: number): boolean =>
  tables.some(
    ({ kind, range }) =>
      kind === 'table' && range.top === row && column >= range.left && column <= range.right,
  )

/** Within brackets an apostrophe precedes a bracket, `#` or another apostrophe of a name. */
const NAME = String.raw`(?:[^[\]']|'.)*`
/**
 * A text, a sheet whose name is quoted, or a structured reference with the name of its table and what is within the brackets.
 * Numbers in brackets are other workbooks (`[1]Sheet1!A1`).
 */
const REFERENCE = new RegExp(
  String.raw`"(?:[^"]|"")*"|'(?:[^']|'')*'!|(?<![!\p{L}\p{N}_.])([\p{L}_\\][\p{L}\p{N}_.\\]*)?\[((?:[^[\]']|'.|\[${NAME}\])*)\](?![!\p{L}\p{N}_'])`,
  'gsu',
)
const ITEM = new RegExp(String.raw`\[(${NAME})\]`, 'gs')

/** Case and white space (line ends of a title) may differ between the table and a formula. */
const nameKey = (name: string): string => name.replaceAll(/\s/g, '').toLowerCase()

/**
 * Rewrites the structured references of a formula (`[@Цена]`, `Table1[[#This Row],[Цена]]`, `Table1[Цена]`) to tables of its sheet
 * as references to the columns that they read (`B5`, `$B$2:$B$9`). Those to tables elsewhere stay.
 * @param row of the cell with the formula
 */
export function withCellReferences(
  formula: string,
  tables: readonly SheetTable[],
  row: number,
  column: number,
): string {
  if (tables.length === 0 || !formula.includes('[')) return formula
  return formula.replace(REFERENCE, (text, name: string | undefined, inner: string | undefined) => {
    if (inner === undefined) return text
    const table = tables.find(
      (one) =>
        one.kind === 'table' &&
        (name === undefined ? isInRange(one.range, row, column) : nameKey(one.name) === nameKey(name)),
    )
    return table?.kind === 'table' ? cellsOf(table, inner, row) : text
  })
}

function cellsOf(
  { range, columns }: Extract<SheetTable, { kind: 'table' }>,
  inner: string,
  row: number,
): string {
  const isAt = inner.trimStart().startsWith('@')
  const rest = isAt ? inner.trimStart().slice(1) : inner
  const items = rest.includes('[') ? Array.from(rest.matchAll(ITEM), ([, item = '']) => item) : [rest]
  const isThisRow = isAt || items.some((item) => nameKey(item) === '#thisrow')
  const named = items.filter((item) => nameKey(item) !== '' && !item.startsWith('#'))
  const places = named.map((item) =>
    columns.findIndex((one) => nameKey(one) === nameKey(item.replaceAll(/'(.)/gs, '$1'))),
  )
  // A column that is not there may be any of them.
  const isWhole = places.length === 0 || places.includes(-1)
  const first = columnName(isWhole ? range.left : range.left + Math.min(...places))
  const last = columnName(isWhole ? range.right : range.left + Math.max(...places))
  if (!isThisRow) return `$${first}$${range.top + 2}:$${last}$${range.bottom + 1}`
  return first === last ? `${first}${row + 1}` : `${first}${row + 1}:${last}${row + 1}`
}

/** A new column, its title and the column of its prices. */
type TitledColumn = { readonly column: number; readonly source: number; readonly title: string }

/**
 * Adds new columns to the table that they directly follow and whose prices they have: sorting by a table moves the cells of its
 * columns alone.
 * @param sheet the name of its part
 */
export async function widenTables(
  parts: PackageParts,
  sheet: string,
  headerRow: number | null,
  added: readonly TitledColumn[],
): Promise<void> {
  if (headerRow === null || added.length === 0) return
  for (const { type, part } of await parts.relatedParts(sheet)) {
    const xml = type === 'table' ? await parts.read(part) : undefined
    const edits = xml && widthEdits(xml, headerRow, added)
    if (edits !== undefined) parts.replace(part, applyEdits(xml!, edits))
  }
}

/** Whether the columns of a table have no titles, or come from another source, such as a query. */
const isOther = (tags: XmlTags): boolean =>
  tags.attribute('headerRowCount') === '0' || (tags.attribute('tableType') ?? 'worksheet') !== 'worksheet'

function widthEdits(xml: Bytes, headerRow: number, added: readonly TitledColumn[]): Edit[] | undefined {
  const tags = new XmlTags(xml)
  while (tags.next() && !tags.is('table'));
  const range = parseRange(tags.attribute('ref') ?? '')
  if (range === undefined || range.top !== headerRow || isOther(tags)) return undefined
  const { prefix } = tags
  const refs = [tags.span('ref')!]
  const [names, ids] = [new Set<string>(), [0]]
  let [count, end]: [Span | undefined, number | undefined] = [undefined, undefined]
  while (tags.next()) {
    if (tags.is('autoFilter') && parseRange(tags.attribute('ref') ?? '')?.right === range.right)
      refs.push(tags.span('ref')!)
    if (tags.is('tableColumns') && tags.kind === 'open') count = tags.span('count')
    if (tags.is('tableColumns') && tags.kind === 'close') end = tags.start
    if (!tags.is('tableColumn') || tags.kind === 'close') continue
    names.add(nameKey(unescapeXstring(tags.attribute('name') ?? '')))
    ids.push(Number(tags.attribute('id')))
  }
  const further = columnsAfter(range, names, added)
  if (count === undefined || end === undefined || further.length === 0) return undefined
  const id = Math.max(...ids) + 1
  const elements = further.map(
    ({ title }, i) => `<${prefix}tableColumn id="${id + i}" name="${escapeXstring(title)}"/>`,
  )
  return [
    ...refs.map(({ start, end: last }) => {
      const own = parseRange(rawText(xml, start, last))!
      return { start, end: last, text: formatRange({ ...own, right: range.right + further.length }) }
    }),
    { ...count, text: String(ids.length - 1 + further.length) },
    { start: end, end, text: elements.join('') },
  ]
}

/** Names of columns differ, and are the texts of their cells. */
function columnsAfter(
  { left, right }: CellRange,
  names: Set<string>,
  added: readonly TitledColumn[],
): readonly TitledColumn[] {
  const further: TitledColumn[] = []
  for (;;) {
    const next = added.find(({ column }) => column === right + 1 + further.length)
    if (next === undefined || next.source < left || next.source > right) return further
    const { title } = next
    if (title === '' || title.length > LONGEST_NAME || /\p{Cc}/u.test(title) || names.has(nameKey(title)))
      return further
    names.add(nameKey(title))
    further.push(next)
  }
}

const LONGEST_NAME = 255

import type { Bytes } from '../bytes/bytes.ts'
import type { Sheet } from '../format.ts'
import { type Span, XmlTags, rawText } from '../xml/tags.ts'
import { type Prefixes, readPrefixes } from './names.ts'

/** An element by its byte offsets; `contentEnd` is that of its closing tag. */
export type Element = Span & {
  readonly name: string
  readonly tagEnd: number
  readonly contentEnd: number
  readonly isEmpty: boolean
}

export type SheetTable = Element & {
  readonly title: string
  readonly styleName: string
}

/** `content.xml` of an ODS, or a whole flat ODS. */
export type OdsContent = {
  readonly xml: Bytes
  readonly prefixes: Prefixes
  readonly tables: readonly SheetTable[]
  /** The children of the spreadsheet element, tables among them. */
  readonly children: readonly Element[]
  /** `office:styles`, which only flat ODS have here, and `office:automatic-styles`. */
  readonly styles: Element | undefined
  readonly automatic: Element | undefined
  readonly scripts: Element | undefined
  readonly body: Element
}

/** No office program has more; all of them are searched for data. */
const MAX_SHEETS = 10_000

/**
 * Finds the sheets and styles of an OpenDocument spreadsheet in UTF-8. Undefined for any other XML; 'broken' for XML that is cut
 * off or badly nested, or has entities of its own, and for two sheets of one name.
 */
export function findContent(xml: Bytes): OdsContent | 'broken' | undefined {
  const tags = new XmlTags(xml)
  if (!tags.next()) return undefined
  if (!tags.is('document-content') && !tags.is('document')) return undefined
  const prolog = rawText(xml, 0, tags.start)
  if (/<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(prolog)) return undefined
  if (/<!DOCTYPE/i.test(prolog)) return 'broken'
  const prefixes = readPrefixes(tags)
  if (prefixes.office === '' || tags.prefix !== prefixes.office || tags.kind !== 'open') return undefined
  if (!isNested(xml)) return 'broken'
  let children: Element[] | undefined
  const root = childrenOf(tags, 'body', () => {
    childrenOf(tags, 'spreadsheet', () => void (children = childrenOf(tags)))
  })
  if (children === undefined) return undefined
  const tables = children
    .filter(({ name }) => name === 'table')
    .map((table) => sheetTable(xml, table, prefixes))
  if (tables.length > MAX_SHEETS) return 'broken'
  if (new Set(tables.map(({ title }) => title)).size < tables.length) return 'broken'
  const elementOf = (wanted: string) => root.find(({ name }) => name === wanted)
  return {
    xml,
    prefixes,
    tables,
    children,
    body: elementOf('body')!,
    styles: elementOf('styles'),
    automatic: elementOf('automatic-styles'),
    scripts: elementOf('scripts'),
  }
}

/** Tags whose current one is the opening tag of an element. */
export function openTag(xml: Bytes, { start, end }: Span): XmlTags {
  const tags = new XmlTags(xml, start, end)
  tags.next()
  return tags
}

/** Whether every element is closed by its own tag. */
function isNested(xml: Bytes): boolean {
  /** Byte offsets of the names of open elements, in pairs. */
  const open: number[] = []
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'open') open.push(tags.nameStart, tags.nameEnd)
    if (tags.kind !== 'close') continue
    const [end = 0, start = 0] = [open.pop(), open.pop()]
    if (end - start !== tags.nameEnd - tags.nameStart) return false
    for (let i = 0; start + i < end; i++) if (xml[start + i] !== xml[tags.nameStart + i]) return false
  }
  return open.length === 0
}

/**
 * The child elements of the element whose opening tag is the current one.
 * @param entered the name of a child whose own children `visit` reads, up to its closing tag
 */
export function childrenOf(tags: XmlTags, entered?: string, visit?: () => void): Element[] {
  const children: Element[] = []
  const { kind } = tags
  if (kind === 'empty') return children
  while (tags.next() && tags.kind !== 'close') {
    const { start, end: tagEnd, name } = tags
    const isEmpty = tags.kind === 'empty'
    if (name === entered && !isEmpty) visit?.()
    else tags.skip()
    children.push({ name, start, tagEnd, contentEnd: isEmpty ? tagEnd : tags.start, end: tags.end, isEmpty })
  }
  return children
}

function sheetTable(xml: Bytes, table: Element, { table: prefix }: Prefixes): SheetTable {
  const tag = openTag(xml, table)
  const title = tag.attribute(`${prefix}name`) ?? ''
  return { ...table, title, styleName: tag.attribute(`${prefix}style-name`) ?? '' }
}

/** The table of a sheet that the reader has named; the first one where it has no name. */
export const tableOfSheet = (
  { tables }: OdsContent,
  sheet: Sheet['name'] | undefined,
): SheetTable | undefined => (sheet === undefined ? tables[0] : tables.find(({ title }) => title === sheet))

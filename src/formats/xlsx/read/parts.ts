import type { ZipPart } from '../../zip/read.ts'
import { XmlTags } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'
import { parseContentTypes, parseRelationships, parseWorkbook } from '../package.ts'
import { openElements } from './xml.ts'
import { unescapeStrict } from './strings.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const WORKSHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const SPREADSHEETML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

export type ReadSheetPart = {
  readonly name: string
  readonly hidden: boolean
  /** In UTF-8, if it begins as XML does. */
  readonly part: ZipPart
  /** The XML of its relationships part. */
  readonly relationships: Bytes | undefined
}

export type ReadParts = {
  readonly sheets: readonly ReadSheetPart[]
  readonly is1904: boolean
  readonly strings: ZipPart | undefined
  readonly styles: Bytes | undefined
}

/** Parts that make SheetJS read the archive as ODS, UOF or Numbers. */
export const OTHER_FORMATS = ['meta-inf/manifest.xml', 'objectdata.xml', 'index/document.iwa']

/** Parts by their names in lower case. Unsupported: two parts of one name, and the parts listed. */
export function partsByName<T extends { readonly name: string }>(
  entries: readonly T[],
  unexpected: readonly string[],
): ReadonlyMap<string, T> {
  const parts = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  if (parts.size < entries.length || unexpected.some((name) => parts.has(name))) unsupported('archive')
  return parts
}

export const requireWellFormed = (xml: Bytes): Bytes =>
  openElements(xml).length === 0 ? xml : unsupported('form of the XML')

/**
 * The parts that hold the cells. Unsupported: any part in another place than Office and all common programs
 * write it to.
 */
export async function findReadParts(all: readonly ZipPart[]): Promise<ReadParts> {
  const parts = partsByName(all, OTHER_FORMATS)
  const part = (name: string) => parts.get(name.toLowerCase()) ?? unsupported(`no ${name}`)
  const smallPart = async (name: string) => requireWellFormed(requireUtf8(await part(name).content()))
  const named = namedParts(await smallPart('[Content_Types].xml'))
  const paths = sheetPaths(await smallPart('xl/_rels/workbook.xml.rels'))
  const { sheets, is1904 } = readWorkbook(await smallPart('xl/workbook.xml'))
  const read: ReadSheetPart[] = []
  for (const { name, hidden, id } of sheets) {
    const path = paths.get(id) ?? unsupported('sheet')
    const relationships = parts.get(path.replace(/^(.*)\//, '$1/_rels/').toLowerCase() + '.rels')
    read.push({ name, hidden, part: part(path), relationships: await relationships?.content() })
  }
  return {
    sheets: read,
    is1904,
    strings: named.strings === undefined ? undefined : part(named.strings),
    styles: named.styles === undefined ? undefined : await smallPart(named.styles),
  }
}

export function requireUtf8(xml: Bytes): Bytes {
  if (xml[xml[0] === 0xef ? 3 : 0] !== 0x3c) unsupported('encoding')
  return xml
}

/** Where the content types say that shared strings and styles are. */
function namedParts(xml: Bytes): { strings: string | undefined; styles: string | undefined } {
  requireRoot(xml, 'Types', CONTENT_TYPES)
  const found = new Map<string, string>()
  for (const { part, type } of parseContentTypes(xml)) {
    const what = /(sharedStrings|styles|\.main)(?:\+xml)?$/.exec(type)?.[1]
    if (what === undefined) continue
    const isUsual =
      what === '.main'
        ? part === '/xl/workbook.xml'
        : type === `${TYPE}.${what}+xml` && /^\/xl\/.*\.xml$/.test(part)
    if (found.has(what) || !isUsual) unsupported('contents')
    found.set(what, part.slice(1))
  }
  return { strings: found.get('sharedStrings'), styles: found.get('styles') }
}

function sheetPaths(xml: Bytes): Map<string, string> {
  const paths = new Map<string, string>()
  const ids = new Set<string>()
  for (const { id, type, target, prefix } of parseRelationships(xml)) {
    if (target === undefined || ids.has(id)) return unsupported('relationship')
    ids.add(id)
    if (type !== WORKSHEET) continue
    const path = /^(?:\/xl\/)?(worksheets\/[\w-]+\.xml)$/.exec(target)?.[1]
    if (path !== undefined && prefix === '') paths.set(id, `xl/${path}`)
  }
  return paths
}

/** All of them are searched for data before one is chosen. */
const MAX_SHEETS = 256

type NamedSheet = { readonly name: string; readonly hidden: boolean; readonly id: string }

function readWorkbook(xml: Bytes): { sheets: NamedSheet[]; is1904: boolean } {
  requireRoot(xml, 'workbook', SPREADSHEETML)
  const sheets: NamedSheet[] = []
  const names = new Set<string>()
  let is1904: boolean | undefined
  for (const element of parseWorkbook(xml)) {
    if (element.kind === 'properties' && element.prefix === '') {
      if (is1904 !== undefined) unsupported('workbook properties')
      is1904 = /^(?:1|true)$/.test(element.date1904 ?? '')
    }
    if (element.kind !== 'sheet') continue
    const { prefix, rawName, state, relationshipId } = element
    if (prefix !== '' || rawName === undefined || /&#|\r|_x/.test(rawName)) return unsupported('sheet')
    const name = unescapeStrict(rawName)
    if (names.has(name) || names.size === MAX_SHEETS) unsupported('name of a sheet')
    names.add(name)
    const hidden = /^(?:hidden|veryHidden)$/.test(state ?? '')
    sheets.push({ name, hidden, id: relationshipId ?? unsupported('sheet') })
  }
  return { sheets, is1904: is1904 === true }
}

/** Unsupported: another root element, or one with a prefix or in another namespace. */
function requireRoot(xml: Bytes, name: string, namespace: string): void {
  const tags = new XmlTags(xml)
  const isRoot = tags.next() && tags.is(name) && tags.prefix === ''
  if (!isRoot || tags.attribute('xmlns') !== namespace) unsupported(name)
}

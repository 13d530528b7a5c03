import type { ExtractedEntry } from '../../zip/read.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'
import { openElements } from './xml.ts'
import { unescapeStrict } from './strings.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const SHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const CONTENTS = 'http://schemas.openxmlformats.org/package/2006/content-types'

export type ReadSheetPart = {
  readonly name: string
  readonly hidden: boolean
  readonly xml: Bytes
  /** What it is related to. */
  readonly relationships: Bytes | undefined
}

export type ReadParts = {
  readonly sheets: readonly ReadSheetPart[]
  readonly is1904: boolean
  readonly strings: Bytes | undefined
  readonly styles: Bytes | undefined
}

/** What makes the library take an archive for another thing than a workbook of this kind. */
const OTHER_FORMATS = ['meta-inf/manifest.xml', 'objectdata.xml', 'index/document.iwa']

/** The parts of a workbook that hold its cells, where they stand as Office and all usual programs put them. */
export function findReadParts(entries: readonly ExtractedEntry[]): ReadParts {
  const parts = new Map(entries.map(({ name, content }) => [name.toLowerCase(), content]))
  if (parts.size < entries.length || OTHER_FORMATS.some((name) => parts.has(name))) unsupported('archive')
  const part = (name: string) => requireUtf8(parts.get(name.toLowerCase()) ?? unsupported(`no ${name}`))
  const ownPart = (name: string) => requireWellFormed(part(name))
  const named = typedParts(ownPart('[Content_Types].xml'))
  const paths = sheetPaths(ownPart('xl/_rels/workbook.xml.rels'))
  const { sheets, is1904 } = readBook(ownPart('xl/workbook.xml'))
  return {
    sheets: sheets.map(({ name, hidden, id }) => {
      const path = paths.get(id) ?? unsupported('sheet')
      const relationships = parts.get(path.replace(/^(.*)\//, '$1/_rels/').toLowerCase() + '.rels')
      return { name, hidden, xml: part(path), relationships }
    }),
    is1904,
    strings: named.strings === undefined ? undefined : part(named.strings),
    styles: named.styles === undefined ? undefined : ownPart(named.styles),
  }
}

const requireWellFormed = (xml: Bytes): Bytes =>
  openElements(xml).length === 0 ? xml : unsupported('form of the XML')

/** In UTF-8. */
function requireUtf8(xml: Bytes): Bytes {
  const start = xml[0] === 0xef ? 3 : 0
  if (xml[start] !== 0x3c || xml[start + 1] === 0) unsupported('encoding')
  return xml
}

/** Where the table of contents says that strings and styles are. */
function typedParts(xml: Bytes): { strings: string | undefined; styles: string | undefined } {
  const found = new Map<string, string>()
  const tags = root(xml, 'Types', CONTENTS)
  while (tags.next()) {
    if (tags.kind === 'close' || !tags.is('Override')) continue
    const type = tags.attribute('ContentType') ?? ''
    const what = /(sharedStrings|styles|\.main)(?:\+xml)?$/.exec(type)?.[1]
    if (what === undefined) continue
    const name = tags.attribute('PartName') ?? ''
    const isPlain =
      what === '.main'
        ? name === '/xl/workbook.xml'
        : type === `${TYPE}.${what}+xml` && /^\/xl\/.*\.xml$/.test(name)
    if (found.has(what) || !isPlain) unsupported('contents')
    found.set(what, name.slice(1))
  }
  return { strings: found.get('sharedStrings'), styles: found.get('styles') }
}

function sheetPaths(xml: Bytes): Map<string, string> {
  const paths = new Map<string, string>()
  const ids = new Set<string>()
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'close' || !tags.is('Relationship')) continue
    const target = tags.attribute('Target') ?? unsupported('relationship')
    const id = tags.attribute('Id') ?? ''
    if (ids.has(id)) unsupported('relationship')
    ids.add(id)
    if (tags.attribute('Type') !== SHEET) continue
    const path = /^(?:\/xl\/)?(worksheets\/[\w-]+\.xml)$/.exec(target)?.[1]
    if (path !== undefined && tags.prefix === '') paths.set(id, `xl/${path}`)
  }
  return paths
}

/** Each is looked into before one is chosen. */
const MAX_SHEETS = 256

type NamedSheet = { readonly name: string; readonly hidden: boolean; readonly id: string }

function readBook(xml: Bytes): { sheets: NamedSheet[]; is1904: boolean } {
  const sheets: NamedSheet[] = []
  const names = new Set<string>()
  let is1904: boolean | undefined
  for (const tags = root(xml, 'workbook', MAIN); tags.next();) {
    if (tags.kind === 'close') continue
    if (tags.prefix !== '' && tags.is('sheet')) unsupported('sheet')
    if (tags.prefix !== '') continue
    if (tags.is('workbookPr')) {
      if (is1904 !== undefined) unsupported('facts of the book')
      is1904 = /^(?:1|true)$/.test(tags.attribute('date1904') ?? '')
    }
    if (!tags.is('sheet')) continue
    const { start, end } = tags.span('name') ?? unsupported('name of a sheet')
    const raw = rawText(xml, start, end)
    if (/&#|\r|_x/.test(raw)) unsupported('name of a sheet')
    const name = unescapeStrict(raw)
    if (names.has(name) || names.size === MAX_SHEETS) unsupported('name of a sheet')
    names.add(name)
    const hidden = /^(?:hidden|veryHidden)$/.test(tags.attribute('state') ?? '')
    sheets.push({ name, hidden, id: tags.prefixedAttribute('id') ?? unsupported('sheet') })
  }
  return { sheets, is1904: is1904 === true }
}

/** The tags behind that of the root, which has no prefix and the namespace given. */
function root(xml: Bytes, name: string, namespace: string): XmlTags {
  const tags = new XmlTags(xml)
  const isPlain = tags.next() && tags.is(name) && tags.prefix === ''
  if (!isPlain || tags.attribute('xmlns') !== namespace) unsupported(name)
  return tags
}

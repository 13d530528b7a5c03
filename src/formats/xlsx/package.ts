import { type CentralDirectory, type CentralDirectoryEntry, readCentralDirectory } from '../zip/layout.ts'
import { replaceEntries } from '../zip/patch.ts'
import type { EntryContent } from '../zip/write.ts'
import { ZipPart } from '../zip/read.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { piecesOf } from './pieces.ts'
import { type Span, XmlTags, rawText, unescapeXml } from '../xml/tags.ts'

/** A part that another part is related to. */
export type RelatedPart = {
  readonly id: string
  /** The last segment of the relationship's type, such as `worksheet`. */
  readonly type: string
  /** Its name; '' for a target outside the package. */
  readonly part: string
}

/**
 * An Office package (ECMA-376 part 2): its parts are read on demand, and written again only where they were
 * replaced.
 */
export class PackageParts {
  readonly #bytes: Bytes
  readonly #directory: CentralDirectory
  readonly #byName: ReadonlyMap<string, CentralDirectoryEntry>
  readonly #replaced = new Map<CentralDirectoryEntry, EntryContent>()

  private constructor(bytes: Bytes, directory: CentralDirectory) {
    this.#bytes = bytes
    this.#directory = directory
    this.#byName = new Map(directory.entries.map((entry) => [partKey(entry.name), entry]))
  }

  /** Throws for a broken archive: it has been read before, so that is a bug. */
  static open(bytes: Bytes): PackageParts {
    const directory = readCentralDirectory(bytes)
    if (!directory.ok) throw new Error(`The archive is ${directory.reason}.`)
    return new PackageParts(bytes, directory)
  }

  /** Part names without a leading slash. */
  get names(): readonly string[] {
    return this.#directory.entries.map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#byName.has(partKey(name))
  }

  /** The XML of a part in UTF-8; undefined when the part is missing. */
  async read(name: string): Promise<Bytes | undefined> {
    const part = this.#part(name)
    return part && toUtf8(await part.content())
  }

  /**
   * The XML of a part in UTF-8 in pieces that each end with a closing tag (see `piecesOf`), in UTF-16 as one; none when the part is
   * missing.
   */
  async *pieces(name: string, closingTag: Bytes): AsyncGenerator<Bytes> {
    const part = this.#part(name)
    if (part === undefined) return
    let isFirst = true
    for await (const piece of piecesOf(part, closingTag)) {
      if (isFirst && utf16In(piece) !== undefined) return yield toUtf8(await part.content())
      isFirst = false
      yield piece
    }
  }

  #part(name: string): ZipPart | undefined {
    const entry = this.#byName.get(partKey(name))
    return entry && new ZipPart(entry, true)
  }

  replace(name: string, content: EntryContent): void {
    const entry = this.#byName.get(partKey(name))
    if (entry === undefined) throw new Error(`There is no ${name}.`)
    this.#replaced.set(entry, content)
  }

  write(): Promise<Bytes[]> {
    return replaceEntries({ ...this.#directory, bytes: this.#bytes }, this.#replaced)
  }

  /** @param part '' for the package itself */
  async relatedParts(part: string): Promise<readonly RelatedPart[]> {
    const xml = await this.read(relationshipsPartName(part))
    if (xml === undefined) return []
    return Array.from(parseRelationships(xml), ({ id, type, target = '', isExternal }) => ({
      id,
      type: type.replace(/^.*\//, ''),
      part: isExternal ? '' : resolveTarget(target, part),
    }))
  }
}

/** The part with the relationships of another part. */
function relationshipsPartName(part: string): string {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

/** Part names are compared without case (ECMA-376 part 2, 6.2.2). */
const partKey = (name: string): string => name.replace(/^\//, '').toLowerCase()

/** The name of the part that a target names, relative to part `from`. */
function resolveTarget(target: string, from: string): string {
  const path = target.startsWith('/') ? target : `${from.slice(0, from.lastIndexOf('/') + 1)}${target}`
  const segments: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return decodePath(segments.join('/'))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(unescapeXml(path))
  } catch {
    return path
  }
}

/** A `Relationship` element (ECMA-376 part 2, 6.5.3.4). */
export type Relationship = {
  readonly id: string
  /** A URI. */
  readonly type: string
  readonly target: string | undefined
  readonly isExternal: boolean
  /** The namespace prefix of the element, such as `x:`. */
  readonly prefix: string
  /** Byte offsets of the element. */
  readonly span: Span
}

/** The relationships in the XML of a relationships part, in order. */
export function* parseRelationships(xml: Bytes): Generator<Relationship> {
  for (const tags = new XmlTags(xml); tags.next();) {
    if (!tags.is('Relationship') || tags.kind === 'close') continue
    const { start, prefix } = tags
    const relationship = {
      id: tags.attribute('Id') ?? '',
      type: tags.attribute('Type') ?? '',
      target: tags.attribute('Target'),
      isExternal: tags.attribute('TargetMode') === 'External',
      prefix,
    }
    tags.skip()
    yield { ...relationship, span: { start, end: tags.end } }
  }
}

/** The `Override` elements of `[Content_Types].xml`: the content type of each part that has its own. */
export function* parseContentTypes(xml: Bytes): Generator<{ readonly part: string; readonly type: string }> {
  for (const tags = new XmlTags(xml); tags.next();)
    if (tags.kind !== 'close' && tags.is('Override'))
      yield { part: tags.attribute('PartName') ?? '', type: tags.attribute('ContentType') ?? '' }
}

/** Converts XML in UTF-16, which ECMA-376 part 2 allows (8.1.4), to UTF-8. */
function toUtf8(bytes: Bytes): Bytes {
  const encoding = utf16In(bytes)
  if (encoding === undefined) return bytes
  const text = new TextDecoder(encoding).decode(bytes)
  return new TextEncoder().encode(
    text.replace(/^(<\?xml[^>]*?encoding\s*=\s*["'])utf-16(?:le|be)?/i, '$1UTF-8'),
  )
}

/** The encoding of XML, from its first bytes, where it is UTF-16. */
function utf16In([first, second]: Bytes): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : undefined
}

/** A name that the workbook defines (ECMA-376 18.2.5). */
export type DefinedName = {
  readonly name: string
  /** Index of the sheet it belongs to. */
  readonly sheet: number | undefined
  /** Byte offsets of its formula. */
  readonly formula: Span
}

/** Elements of the workbook part (ECMA-376 18.2), each with its namespace prefix. */
type WorkbookElement = { readonly prefix: string } & (
  | {
      readonly kind: 'sheet'
      /** With its XML references. */
      readonly rawName: string | undefined
      readonly state: string | undefined
      readonly relationshipId: string | undefined
    }
  | { readonly kind: 'properties'; readonly date1904: string | undefined }
  | ({ readonly kind: 'definedName' } & DefinedName)
)

/** The sheets, properties and defined names in the XML of a workbook part, in order. */
export function* parseWorkbook(xml: Bytes): Generator<WorkbookElement> {
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'close') continue
    const { prefix } = tags
    if (tags.is('workbookPr')) yield { kind: 'properties', prefix, date1904: tags.attribute('date1904') }
    else if (tags.is('definedName')) yield { kind: 'definedName', prefix, ...parseDefinedName(tags) }
    else if (tags.is('sheet')) {
      const name = tags.span('name')
      yield {
        kind: 'sheet',
        prefix,
        rawName: name && rawText(xml, name.start, name.end),
        state: tags.attribute('state'),
        relationshipId: tags.prefixedAttribute('id'),
      }
    }
  }
}

function parseDefinedName(tags: XmlTags): DefinedName {
  const name = tags.attribute('name') ?? ''
  const sheet = tags.attribute('localSheetId')
  const start = tags.end
  tags.skip()
  const formula = { start, end: Math.max(tags.start, start) }
  return { name, sheet: sheet === undefined ? undefined : Number(sheet), formula }
}

/**
 * The formula of a defined name.
 * @param xml of the workbook part
 */
export const definedNameFormula = (xml: Bytes, { formula }: DefinedName): string =>
  unescapeXml(rawText(xml, formula.start, formula.end))

export type SheetPart = { readonly name: string; readonly part: string }

/** The workbook part, and the names of the parts that patching needs. */
export type WorkbookParts = {
  readonly part: string
  readonly xml: Bytes
  readonly sheets: readonly SheetPart[]
  readonly definedNames: readonly DefinedName[]
  readonly styles: string | undefined
  readonly sharedStrings: string | undefined
  readonly relationshipsPart: string
}

/** Follows the relationships from the package to the workbook and its parts, whatever they are called. */
export async function findWorkbook(parts: PackageParts): Promise<WorkbookParts> {
  const main = (await parts.relatedParts('')).find(({ type }) => type === 'officeDocument')
  const part = main?.part ?? 'xl/workbook.xml'
  const xml = await parts.read(part)
  if (xml === undefined) throw new Error('There is no workbook part.')
  const related = await parts.relatedParts(part)
  const firstOf = (kind: string) => related.find((one) => one.type === kind && parts.has(one.part))?.part
  const sheets: SheetPart[] = []
  const definedNames: DefinedName[] = []
  for (const element of parseWorkbook(xml)) {
    if (element.kind === 'definedName') definedNames.push(element)
    if (element.kind !== 'sheet') continue
    const sheet = related.find(({ id }) => id === element.relationshipId)?.part ?? ''
    sheets.push({ name: unescapeXml(element.rawName ?? ''), part: sheet })
  }
  return {
    part,
    xml,
    sheets,
    definedNames,
    styles: firstOf('styles'),
    sharedStrings: firstOf('sharedStrings'),
    relationshipsPart: relationshipsPartName(part),
  }
}

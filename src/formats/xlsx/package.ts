import { type CentralDirectoryEntry, readCentralDirectory } from '../zip/layout.ts'
import { replaceEntries } from '../zip/patch.ts'
import { readEntry } from '../zip/read.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { type Span, XmlTags, rawText, unescapeXml } from '../xml/tags.ts'

/** One relationship of a part: the last word of its type, and the part that it names. */
export type Relationship = { readonly id: string; readonly type: string; readonly target: string }

type Directory = Extract<ReturnType<typeof readCentralDirectory>, { ok: true }>

/** The parts of an Office package (ECMA-376 part 2), read when they are asked for, and written where they were changed. */
export class PackageParts {
  readonly #bytes: Bytes
  readonly #directory: Directory
  readonly #byName: ReadonlyMap<string, CentralDirectoryEntry>
  readonly #changed = new Map<CentralDirectoryEntry, Iterable<string | Bytes>>()

  private constructor(bytes: Bytes, directory: Directory) {
    this.#bytes = bytes
    this.#directory = directory
    this.#byName = new Map(directory.entries.map((entry) => [partKey(entry.name), entry]))
  }

  /** The package has been read before: one that cannot be read is a defect. */
  static open(bytes: Bytes): PackageParts {
    const directory = readCentralDirectory(bytes)
    if (!directory.ok) throw new Error(`The archive is ${directory.reason}.`)
    return new PackageParts(bytes, directory)
  }

  /** Their names without the slash in front. */
  get names(): readonly string[] {
    return this.#directory.entries.map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#byName.has(partKey(name))
  }

  /** The XML of a part in UTF-8, or undefined when there is none. */
  async read(name: string): Promise<Bytes | undefined> {
    const entry = this.#byName.get(partKey(name))
    if (entry === undefined) return undefined
    const content = await readEntry(entry)
    if (content === 'bomb' || content === 'broken') throw new Error(`${name} is ${content}.`)
    return toUtf8(content)
  }

  replace(name: string, content: Iterable<string | Bytes>): void {
    const entry = this.#byName.get(partKey(name))
    if (entry === undefined) throw new Error(`There is no ${name}.`)
    this.#changed.set(entry, content)
  }

  /** The package as it is now. */
  write(): Promise<Bytes[]> {
    const { entries, start, endRecord } = this.#directory
    return replaceEntries({ bytes: this.#bytes, entries, start, endRecord }, this.#changed)
  }

  /** What a part is related to within the package; of the package itself for ''. */
  async relationships(part: string): Promise<readonly Relationship[]> {
    const xml = await this.read(relationshipsPartName(part))
    if (xml === undefined) return []
    const relations: Relationship[] = []
    for (const tags = new XmlTags(xml); tags.next();) {
      if (!tags.is('Relationship') || tags.kind === 'close') continue
      const isOutside = tags.attribute('TargetMode') === 'External'
      const type = (tags.attribute('Type') ?? '').replace(/^.*\//, '')
      const target = isOutside ? '' : resolveTarget(tags.attribute('Target') ?? '', part)
      relations.push({ id: tags.attribute('Id') ?? '', type, target })
    }
    return relations
  }
}

/** The part that holds the relationships of another. */
export function relationshipsPartName(part: string): string {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

/** Names of parts differ by more than their case. */
const partKey = (name: string): string => name.replace(/^\//, '').toLowerCase()

/** The name of the part that a relative address names, seen from another part. */
function resolveTarget(target: string, from: string): string {
  const path = target.startsWith('/') ? target : `${from.slice(0, from.lastIndexOf('/') + 1)}${target}`
  const steps: string[] = []
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return decodePath(steps.join('/'))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(unescapeXml(path))
  } catch {
    return path
  }
}

/** XML that is in UTF-16 (ECMA-376 part 2, 8.1.4 allows it) becomes UTF-8. */
function toUtf8(bytes: Bytes): Bytes {
  const [first, second] = bytes
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  if (!isLittle && !isBig) return bytes
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes)
  return new TextEncoder().encode(
    text.replace(/^(<\?xml[^>]*?encoding\s*=\s*["'])utf-16(?:le|be)?/i, '$1UTF-8'),
  )
}

export type SheetPart = { readonly name: string; readonly part: string }

/** A name that the workbook defines, with the index of the sheet it belongs to, and where its formula stands. */
export type DefinedName = {
  readonly name: string
  readonly sheet: number | undefined
  readonly formula: Span
}

/** The parts of a workbook that writing back needs to know, and what `workbook.xml` says. */
export type WorkbookParts = {
  readonly part: string
  readonly xml: Bytes
  readonly sheets: readonly SheetPart[]
  readonly definedNames: readonly DefinedName[]
  readonly styles: string | undefined
  readonly sharedStrings: string | undefined
  readonly relationshipsPart: string
}

/** Follows the relationships from the package to the workbook and to its parts, whatever they are called. */
export async function findWorkbook(parts: PackageParts): Promise<WorkbookParts> {
  const main = (await parts.relationships('')).find(({ type }) => type === 'officeDocument')
  const part = main?.target ?? 'xl/workbook.xml'
  const xml = await parts.read(part)
  if (xml === undefined) throw new Error('There is no workbook part.')
  const relations = await parts.relationships(part)
  const target = (kind: string) =>
    relations.find(({ type, target: named }) => type === kind && parts.has(named))?.target
  return {
    part,
    xml,
    ...contentsOf(xml, relations),
    styles: target('styles'),
    sharedStrings: target('sharedStrings'),
    relationshipsPart: relationshipsPartName(part),
  }
}

function contentsOf(
  xml: Bytes,
  relations: readonly Relationship[],
): { sheets: readonly SheetPart[]; definedNames: readonly DefinedName[] } {
  const sheets: SheetPart[] = []
  const definedNames: DefinedName[] = []
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'close') continue
    if (tags.is('sheet')) {
      const id = tags.prefixedAttribute('id')
      const target = relations.find((one) => one.id === id)?.target ?? ''
      sheets.push({ name: tags.attribute('name') ?? '', part: target })
    } else if (tags.is('definedName')) definedNames.push(readName(tags))
  }
  return { sheets, definedNames }
}

function readName(tags: XmlTags): DefinedName {
  const name = tags.attribute('name') ?? ''
  const sheet = tags.attribute('localSheetId')
  const start = tags.end
  tags.skip()
  const formula = { start, end: Math.max(tags.start, start) }
  return { name, sheet: sheet === undefined ? undefined : Number(sheet), formula }
}

/** The formula of a defined name. */
export const definedNameFormula = (xml: Bytes, { formula }: DefinedName): string =>
  unescapeXml(rawText(xml, formula.start, formula.end))

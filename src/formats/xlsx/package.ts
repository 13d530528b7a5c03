import { type PlacedEntry, readZipDirectory } from '../zip/layout.ts'
import { withContents } from '../zip/patch.ts'
import { unpackEntry } from '../zip/read.ts'
import type { Bytes } from '../zip/zip-pack.ts'
import { unescaped, XmlTags } from '../xml/tags.ts'

/** One relationship of a part: the last word of its type, and the part that it names. */
export type Relation = { readonly id: string; readonly type: string; readonly target: string }

type Directory = Extract<ReturnType<typeof readZipDirectory>, { ok: true }>

/** The parts of an Office package (ECMA-376 part 2), read when they are asked for, and written where they were changed. */
export class PackageParts {
  readonly #bytes: Bytes
  readonly #directory: Directory
  readonly #byName: ReadonlyMap<string, PlacedEntry>
  readonly #changed = new Map<PlacedEntry, Iterable<string | Bytes>>()

  private constructor(bytes: Bytes, directory: Directory) {
    this.#bytes = bytes
    this.#directory = directory
    this.#byName = new Map(directory.entries.map((entry) => [keyOf(entry.name), entry]))
  }

  /** The package has been read before: one that cannot be read is a defect. */
  static open(bytes: Bytes): PackageParts {
    const directory = readZipDirectory(bytes)
    if (!directory.ok) throw new Error(`The archive is ${directory.reason}.`)
    return new PackageParts(bytes, directory)
  }

  /** Their names without the slash in front. */
  get names(): readonly string[] {
    return this.#directory.entries.map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#byName.has(keyOf(name))
  }

  /** The XML of a part in UTF-8, or undefined when there is none. */
  async read(name: string): Promise<Bytes | undefined> {
    const entry = this.#byName.get(keyOf(name))
    if (entry === undefined) return undefined
    const content = await unpackEntry(entry)
    if (content === 'bomb' || content === 'broken') throw new Error(`${name} is ${content}.`)
    return inUtf8(content)
  }

  change(name: string, content: Iterable<string | Bytes>): void {
    const entry = this.#byName.get(keyOf(name))
    if (entry === undefined) throw new Error(`There is no ${name}.`)
    this.#changed.set(entry, content)
  }

  /** The package as it is now. */
  write(): Promise<Bytes[]> {
    const { entries, start, endRecord } = this.#directory
    return withContents({ bytes: this.#bytes, entries, start, endRecord }, this.#changed)
  }

  /** What a part is related to within the package; of the package itself for ''. */
  async relationsOf(part: string): Promise<readonly Relation[]> {
    const xml = await this.read(relationsPartOf(part))
    if (xml === undefined) return []
    const relations: Relation[] = []
    for (const tags = new XmlTags(xml); tags.next();) {
      if (!tags.is('Relationship') || tags.kind === 'close') continue
      const isOutside = tags.attribute('TargetMode') === 'External'
      const type = (tags.attribute('Type') ?? '').replace(/^.*\//, '')
      const target = isOutside ? '' : resolved(tags.attribute('Target') ?? '', part)
      relations.push({ id: tags.attribute('Id') ?? '', type, target })
    }
    return relations
  }
}

/** The part that holds the relationships of another. */
export function relationsPartOf(part: string): string {
  const at = part.lastIndexOf('/') + 1
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
}

/** Names of parts differ by more than their case. */
const keyOf = (name: string): string => name.replace(/^\//, '').toLowerCase()

/** The name of the part that a relative address names, seen from another part. */
function resolved(target: string, from: string): string {
  const path = target.startsWith('/') ? target : `${from.slice(0, from.lastIndexOf('/') + 1)}${target}`
  const steps: string[] = []
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return decoded(steps.join('/'))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(unescaped(path))
  } catch {
    return path
  }
}

/** XML that is in UTF-16 (ECMA-376 part 2, 8.1.4 allows it) becomes UTF-8. */
function inUtf8(bytes: Bytes): Bytes {
  const [first, second] = bytes
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  if (!isLittle && !isBig) return bytes
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes)
  return new TextEncoder().encode(
    text.replace(/^(<\?xml[^>]*?encoding\s*=\s*["'])utf-16(?:le|be)?/i, '$1UTF-8'),
  )
}

import type { Bytes } from '../bytes/bytes.ts'
import { XmlTags } from '../xml/tags.ts'
import type { XmlSource } from './source.ts'
import { isUnitTitle } from '#pricelist/headers/header-meaning.ts'
import { isCurrencyName, isUnnamed } from './titles.ts'

const SPACE = 0x20
const EQUALS = 0x3d
const LESS = 0x3c
const LARGEST_ASCII = 0x7f

/** Deeper than any export. */
const MAX_DEPTH = 64
/** Different elements of one parent, attributes of one element, and paths of a file. */
const MAX_NAMES = 256
const MAX_PATHS = 1024

type Named = { readonly name: string; readonly bytes: Bytes }

/** Things found by their name. Those of records come in the same order each time, so the next one is tried first. */
export class Names<T extends Named> {
  readonly all: T[] = []
  #next = 0

  find(units: Bytes, start: number, end: number): T | undefined {
    const { all } = this
    for (let i = 0; i < all.length; i++) {
      const at = this.#next + i < all.length ? this.#next + i : this.#next + i - all.length
      if (!isName(all[at]!.bytes, units, start, end)) continue
      this.#next = at + 1 === all.length ? 0 : at + 1
      return all[at]
    }
    return undefined
  }
}

function isName(name: Bytes, units: Bytes, start: number, end: number): boolean {
  if (name.length !== end - start) return false
  for (let i = 0; i < name.length; i++) if (name[i] !== units[start + i]) return false
  return true
}

/** Different texts of the first elements that have one, of names of currencies and units of all, and how many have one. */
export type Samples = { seen: number; readonly texts: Set<string> }

export class XmlAttribute implements Named {
  readonly name: string
  readonly bytes: Bytes
  readonly samples: Samples = { seen: 0, texts: new Set() }
  /** Whether its values name currencies or units of prices. */
  readonly namesMoney: boolean

  constructor(name: string, bytes: Bytes) {
    this.name = name
    this.bytes = bytes
    this.namesMoney = namesMoney(localName(name))
  }
}

/** All elements of a file that have the same names from the root on. */
export class XmlPath implements Named {
  readonly name: string
  readonly bytes: Bytes
  readonly parent: XmlPath | undefined
  readonly children = new Names<XmlPath>()
  readonly attributes = new Names<XmlAttribute>()
  count = 0
  /** Whether an element has several of these. */
  repeats = false
  readonly samples: Samples = { seen: 0, texts: new Set() }
  /** The parent of the last of these elements, by number. */
  lastParent = -1
  readonly #isUnnamed: boolean
  /** Whether its texts name currencies or units of prices. */
  readonly namesMoney: boolean

  constructor(name: string, bytes: Bytes, parent: XmlPath | undefined) {
    this.name = name
    this.bytes = bytes
    this.parent = parent
    this.#isUnnamed = isUnnamed(localName(name))
    this.namesMoney = namesMoney(localName(name))
  }

  /** Whether an attribute may tell one of these elements from others of its parent. */
  get isOneOfSeveral(): boolean {
    return this.repeats || this.#isUnnamed
  }
}

/** The elements from the root to one. */
export function lineageOf(path: XmlPath): XmlPath[] {
  const all: XmlPath[] = []
  for (let at: XmlPath | undefined = path; at !== undefined; at = at.parent) all.unshift(at)
  return all
}

const namesMoney = (name: string): boolean => isCurrencyName(name) || isUnitTitle(name)

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Goes through the elements of an XML file. Each opens and closes, an empty tag does both. Stops at what is not
 * well-formed (`fault`): tags that do not match, attributes without quotes, text outside the root. Bare ampersands are
 * accepted, as exports have them.
 */
export class XmlWalker {
  readonly source: XmlSource
  readonly tags: XmlTags
  /** Paths in the order of their first elements. */
  readonly paths: XmlPath[]
  isOpen = false
  /** The element that opens or closes, and how many are around it. */
  path!: XmlPath
  depth = -1
  /** Of an element that closes: where its content begins and ends, and whether it has text of its own. */
  contentStart = 0
  contentEnd = 0
  hasText = false
  /** The offset of what is not well-formed. */
  fault: number | undefined
  /** Whether the file has more different names than any export. */
  isTooVaried = false
  readonly #stack: {
    path: XmlPath
    start: number
    end: number
    content: number
    id: number
    text: boolean
  }[] = []
  #elements = 0
  #done = 0
  #isEmptyOpen = false
  /** Whether another walker has counted the elements. */
  readonly #isKnown: boolean

  /** @param paths those of another walker through the same file */
  constructor(source: XmlSource, paths: XmlPath[] = []) {
    this.#isKnown = paths.length > 0
    this.source = source
    this.tags = new XmlTags(source.units)
    this.paths = paths
  }

  next(): boolean {
    if (this.fault !== undefined || this.isTooVaried) return false
    if (this.#isEmptyOpen) {
      this.#isEmptyOpen = false
      this.#leave(this.tags.end, this.tags.end)
      return true
    }
    const { tags } = this
    const from = this.#done
    if (!tags.next()) return this.#finish(from)
    this.#done = tags.end
    const top = this.#stack.at(-1)
    if (top?.text !== true && this.#hasText(from, tags.start)) {
      if (top === undefined) return this.#stop(from)
      top.text = true
    }
    return tags.kind === 'close' ? this.#close() : this.#enter()
  }

  /**
   * Calls `visit` with each attribute of the element that opens, and the offsets of its name and value; declarations of
   * namespaces are left out. False for attributes that are not well-formed.
   */
  attributes(
    visit: (attribute: XmlAttribute, start: number, end: number, nameStart: number) => void,
  ): boolean {
    const { tags, path } = this
    const { units } = this.source
    const seen: XmlAttribute[] = []
    let done = tags.nameEnd
    let isRight = true
    tags.eachAttribute((nameStart, nameEnd, start, end) => {
      isRight &&= this.#isAttribute(done, nameStart, nameEnd, start)
      done = end + 1
      const attribute =
        path.attributes.find(units, nameStart, nameEnd) ?? this.#newAttribute(nameStart, nameEnd)
      if (attribute !== undefined) {
        isRight &&= !seen.includes(attribute)
        seen.push(attribute)
        visit(attribute, start, end, nameStart)
      }
      return !isRight
    })
    const last = tags.kind === 'empty' ? tags.end - 2 : tags.end - 1
    while (done < last && units[done]! <= SPACE) done++
    isRight &&= done >= last
    if (!isRight) this.fault ??= tags.start
    return isRight
  }

  /** White space, a name, and an equals sign before the quote. */
  #isAttribute(done: number, nameStart: number, nameEnd: number, start: number): boolean {
    const { units } = this.source
    if (nameStart === done || nameEnd === nameStart) return false
    let signs = 0
    for (let at = nameEnd; at < start - 1; at++) {
      if (units[at] === EQUALS) signs++
      else if (units[at]! > SPACE) return false
    }
    return signs === 1
  }

  #newAttribute(start: number, end: number): XmlAttribute | undefined {
    const name = this.source.read(start, end)
    if (/^(?:xmlns(?:$|:)|xml:|xsi:)/.test(name)) return undefined
    const { all } = this.path.attributes
    if (all.length === MAX_NAMES) {
      this.isTooVaried = true
      return undefined
    }
    const attribute = new XmlAttribute(name, this.source.units.slice(start, end))
    all.push(attribute)
    return attribute
  }

  #enter(): boolean {
    const { tags } = this
    const { units } = this.source
    const top = this.#stack.at(-1)
    const first = units[tags.fullNameStart]!
    const isNamed =
      tags.nameEnd > tags.nameStart && (first > LARGEST_ASCII || /[A-Za-z_]/.test(String.fromCharCode(first)))
    if (!isNamed || this.#stack.length === MAX_DEPTH) return this.#stop(tags.start)
    // There is one root.
    if (top === undefined && this.#elements > 0) return this.#stop(tags.start)
    const path = this.#pathOf(top?.path)
    if (path === undefined) return false
    if (!this.#isKnown) this.#count(path, top?.id ?? 0)
    this.depth = this.#stack.length
    const id = ++this.#elements
    this.#stack.push({
      path,
      start: tags.fullNameStart,
      end: tags.nameEnd,
      content: tags.end,
      id,
      text: false,
    })
    this.path = path
    this.isOpen = true
    this.#isEmptyOpen = tags.kind === 'empty'
    return true
  }

  #count(path: XmlPath, parent: number): void {
    path.count++
    if (path.lastParent === parent) path.repeats = true
    path.lastParent = parent
  }

  #pathOf(parent: XmlPath | undefined): XmlPath | undefined {
    const { fullNameStart: start, nameEnd: end } = this.tags
    const { units } = this.source
    const known = parent === undefined ? this.paths[0] : parent.children.find(units, start, end)
    if (known !== undefined) return known
    const siblings = parent?.children.all ?? []
    if (siblings.length === MAX_NAMES || this.paths.length === MAX_PATHS) {
      this.isTooVaried = true
      return undefined
    }
    const path = new XmlPath(this.source.read(start, end), units.slice(start, end), parent)
    siblings.push(path)
    this.paths.push(path)
    return path
  }

  #close(): boolean {
    const { tags } = this
    const top = this.#stack.at(-1)
    const { units } = this.source
    const isOwn =
      top !== undefined && isName(units.subarray(top.start, top.end), units, tags.fullNameStart, tags.nameEnd)
    if (!isOwn) return this.#stop(tags.start)
    this.#leave(top.content, tags.start)
    return true
  }

  #leave(start: number, end: number): void {
    const { path, text } = this.#stack.pop()!
    this.path = path
    this.depth = this.#stack.length
    this.isOpen = false
    this.contentStart = start
    this.contentEnd = end
    this.hasText = text
  }

  #finish(from: number): boolean {
    const { units } = this.source
    const isWhole = this.#stack.length === 0 && this.#elements > 0 && !this.#hasText(from, units.length)
    return isWhole ? false : this.#stop(this.#stack.length > 0 ? units.length : from)
  }

  #stop(at: number): boolean {
    this.fault ??= at
    return false
  }

  /** Whether there is text between two tags; comments and processing instructions are none. */
  #hasText(from: number, to: number): boolean {
    const { units } = this.source
    let at = from
    while (at < to && units[at]! <= SPACE) at++
    if (at >= to) return false
    if (units[at] !== LESS) return true
    // The document type is before the root only.
    return this.#elements > 0 && this.source.pieces(at, to).some(({ start, end }) => start < end)
  }
}

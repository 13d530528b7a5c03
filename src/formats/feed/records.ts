import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import type { RecordKind } from './kinds.ts'
import type { XmlSource } from './source.ts'
import {
  type HeaderMeaning,
  isUnitTitle,
  meaningOfHeader,
  titleWithUnits,
} from '#pricelist/headers/header-meaning.ts'
import { isCurrencyName, isPriceName, labelRank, titleOf } from './titles.ts'
import { type XmlAttribute, XmlPath, XmlWalker, localName } from './walk.ts'

const MAX_LABEL_LENGTH = 40
/** The title of a column of currencies, and the name of an element that is added for one. */
export const CURRENCY_TITLE = 'currency'
const NO_BYTES = new Uint8Array()

/** Elements and attributes of a record, with those that have no column because they are blank. */
const MAX_SLOTS = 4 * MAX_READ_COLUMNS
/** Elements of one name in a record that get columns of their own; different ones that are looked at for prices. */
const MAX_LABELS = 64
const MAX_LABELS_JUDGED = 4096

/** An attribute with its value. */
type LabelPart = { readonly attribute: XmlAttribute; readonly text: string }

/**
 * What tells an element from others of its name: an attribute with its value, which may be there again, or a number. `kind`: where that
 * is a currency, the attribute that tells prices of one currency apart.
 */
export type Label = {
  readonly attribute?: XmlAttribute
  readonly text: string
  readonly kind?: LabelPart
  readonly again?: number
}

/** Labels of different kinds are different: the second element is not the one with the value `2`. */
const keyOf = (label: Label | undefined): string => {
  if (label === undefined) return ''
  const { attribute, text, kind, again } = label
  return attribute === undefined ? `#${text}` : labelKey(text, kind, again)
}

/** The key in the children of an element of the one with this value of an attribute. */
export const labelKey = (text: string, kind?: LabelPart, again = 1): string =>
  `=${again} ${text}${kind === undefined ? '' : `\n${kind.text}`}`

/** What a column of the table is in a record: the text of an element, or an attribute. */
export class Slot {
  readonly node: RecordNode
  readonly attribute: XmlAttribute | undefined
  /** The column of the table; -1 while no record has a value. */
  column = -1
  isUsed = false
  #meant: HeaderMeaning | undefined

  constructor(node: RecordNode, attribute?: XmlAttribute) {
    this.node = node
    this.attribute = attribute
  }

  /** The names from the record on, without prefixes. */
  get names(): string[] {
    const own = this.node.names
    if (this.attribute !== undefined) own.push(localName(this.attribute.name))
    return own.length > 0 ? own : [localName(this.node.path.name)]
  }

  /** With the unit that an attribute of its element states, where that is no whole lev or euro: `price (stotinki)`. */
  get title(): string {
    if (this.attribute !== undefined && isUnitTitle(localName(this.attribute.name))) return 'unit'
    const title = titleOf(this.names)
    const { attributes, samples } = this.node.path
    const unit = attributes.all.find(({ name }) => isUnitTitle(localName(name)))
    if (!this.isPrice || this.attribute !== undefined || unit === undefined) return title
    return titleWithUnits(title, unit.samples.texts, unit.samples.seen >= samples.seen)
  }

  /** Whether its title names a price. */
  get isPrice(): boolean {
    return this.#meaning.price > 0
  }

  /** Whether its title names a currency. */
  get namesCurrency(): boolean {
    return this.#meaning.currency !== undefined
  }

  get #meaning(): HeaderMeaning {
    return (this.#meant ??= meaningOfHeader(titleOf(this.names)))
  }
}

/** An element of a record. Elements of one name in the same parent have one each. */
export class RecordNode {
  readonly path: XmlPath
  readonly parent: RecordNode | undefined
  /** The attribute and its value by which it is told from others of its name, or a number. */
  readonly label: Label | undefined
  readonly text: Slot
  readonly attributes = new Map<XmlAttribute, Slot>()
  readonly children = new Map<XmlPath, RecordNode | Map<string, RecordNode>>()
  readonly isPrice: boolean
  readonly isCurrency: boolean

  constructor(path: XmlPath, parent: RecordNode | undefined, label: Label | undefined) {
    this.path = path
    this.parent = parent
    this.label = label
    this.text = new Slot(this)
    const name = localName(path.name)
    this.isPrice = parent !== undefined && isPriceName(name)
    this.isCurrency = parent?.isPrice === true && isCurrencyName(name)
  }

  get names(): string[] {
    if (this.parent === undefined) return []
    const own = [...this.parent.names, localName(this.path.name)]
    if (this.label !== undefined) own.push(this.label.text)
    if (this.label?.kind !== undefined) own.push(this.label.kind.text)
    if (this.label?.again !== undefined) own.push(String(this.label.again))
    return own
  }
}

/** Where an element stands: of its first tag, its content and its end. */
export type Place = {
  readonly node: RecordNode
  readonly parent: Place | undefined
  readonly start: number
  readonly nameStart: number
  readonly nameEnd: number
  /** After its first tag. */
  readonly tagEnd: number
  readonly isEmpty: boolean
  contentEnd: number
  end: number
  /** Where the first element in it begins and the last one ends; -1 where it has none. */
  firstChild: number
  lastChild: number
  /** How many elements of a repeated path it has. */
  counts?: Map<string, number>
  /** The attribute by which it is told from others of its name. */
  label?: Field
  /** What names the currency of the price that it is. */
  currency?: Field
}

/** A value of a record: of an attribute with the offset of its name, or the content of an element. */
export type Field = {
  readonly slot: Slot
  readonly place: Place
  readonly start: number
  readonly end: number
  readonly nameStart: number
}

/** The columns of a kind of record, collected while the records are read. */
export class RecordColumns {
  readonly root: RecordNode
  readonly slots: Slot[] = []
  /** Whether there are prices for which there is no column. */
  isOverfull = false
  /** Labels of elements without a column, by the element around them. */
  readonly #judged = new Map<RecordNode, Set<string>>()
  #judgedCount = 0

  constructor(kind: RecordKind) {
    this.root = new RecordNode(kind.path, undefined, undefined)
    this.slots.push(this.root.text)
  }

  /** @param label tells elements of the name apart */
  child(parent: RecordNode, path: XmlPath, label: Label | undefined): RecordNode | undefined {
    const known = parent.children.get(path)
    if (!path.isOneOfSeveral) {
      if (known instanceof RecordNode) return known
      return this.#add(parent, path, undefined, (node) => parent.children.set(path, node))
    }
    const labels = known instanceof Map ? known : new Map<string, RecordNode>()
    if (known === undefined) parent.children.set(path, labels)
    const key = keyOf(label)
    const found = labels.get(key)
    if (found !== undefined) return found
    if (labels.size < MAX_LABELS) return this.#add(parent, path, label, (node) => labels.set(key, node))
    this.#judge(parent, path, label)
    return undefined
  }

  /** Finds out whether an element that gets no column is a price or has one in it. */
  #judge(parent: RecordNode, path: XmlPath, label: Label | undefined): void {
    if (this.isOverfull) return
    const judged = this.#judged.get(parent) ?? new Set()
    this.#judged.set(parent, judged)
    const key = `${path.name} ${keyOf(label)}`
    if (judged.has(key)) return
    judged.add(key)
    this.#judgedCount++
    const isPriced = mayHavePrice(path) || new RecordNode(path, parent, label).text.isPrice
    this.isOverfull = isPriced || this.#judgedCount > MAX_LABELS_JUDGED
  }

  /** The currency of a record in a file that names one for all: it has no column, until the user changes it. */
  get ownCurrency(): Slot {
    const { path } = this.root
    return new Slot(new RecordNode(new XmlPath(CURRENCY_TITLE, NO_BYTES, path), this.root, undefined))
  }

  attribute(node: RecordNode, attribute: XmlAttribute): Slot | undefined {
    const known = node.attributes.get(attribute)
    if (known !== undefined) return known
    const slot = new Slot(node, attribute)
    if (this.slots.length === MAX_SLOTS) {
      this.isOverfull ||= slot.isPrice
      return undefined
    }
    node.attributes.set(attribute, slot)
    this.slots.push(slot)
    return slot
  }

  #add(
    parent: RecordNode,
    path: XmlPath,
    label: Label | undefined,
    put: (node: RecordNode) => void,
  ): RecordNode | undefined {
    if (this.slots.length === MAX_SLOTS) {
      this.#judge(parent, path, label)
      return undefined
    }
    const node = new RecordNode(path, parent, label)
    put(node)
    this.slots.push(node.text)
    return node
  }

  /** Numbers the columns that have a value in any record, and gives each a title of its own. */
  finish(): readonly FeedColumn[] {
    const all = this.slots.filter(({ isUsed }) => isUsed)
    const used = all.slice(0, MAX_READ_COLUMNS)
    this.isOverfull ||= all.slice(MAX_READ_COLUMNS).some(({ isPrice }) => isPrice)
    const titles = new Set<string>()
    return used.map((slot, column) => {
      slot.column = column
      const title = slot.title
      let own = title
      for (let n = 2; titles.has(own.toLowerCase()); n++) own = `${title} ${n}`
      titles.add(own.toLowerCase())
      return { slot, title: own }
    })
  }
}

/** An XML file with the kind of records that was chosen, for reading and for writing. */
export type Feed = {
  readonly source: XmlSource
  readonly paths: XmlPath[]
  readonly kinds: readonly RecordKind[]
  readonly kind: RecordKind
}

/** Second pass: the records of one kind, one after the other. */
export class RecordReader {
  /** The values of the current record, in the order of the file. */
  fields: Field[] = []
  /** Attributes and elements without any. */
  blanks: Field[] = []
  /** The elements of the record. */
  places: Place[] = []
  /** The record itself. */
  place!: Place
  readonly columns: RecordColumns
  readonly #walker: XmlWalker
  readonly #kind: RecordKind
  /** Records of other kinds, which are tables of their own also where they stand in these. */
  readonly #others: ReadonlySet<XmlPath>
  /** The places of open elements; undefined for those without columns. */
  #open: (Place | undefined)[] = []
  readonly #priced = new Map<XmlPath, boolean>()

  constructor({ source, kind, kinds, paths }: Feed, columns = new RecordColumns(kind)) {
    this.#walker = new XmlWalker(source, paths)
    this.#kind = kind
    this.#others = new Set(kinds.flatMap(({ path }) => (path === kind.path ? [] : [path])))
    this.columns = columns
  }

  next(): boolean {
    const walker = this.#walker
    while (walker.next()) {
      if (this.#open.length === 0) {
        if (walker.isOpen && walker.path === this.#kind.path) this.#begin()
      } else if (walker.isOpen) this.#enter()
      else if (this.#leave()) return true
    }
    return false
  }

  #begin(): void {
    this.fields = []
    this.blanks = []
    this.places = []
    this.place = this.#placeOf(this.columns.root, undefined)
    this.#open = [this.place]
    this.#addAttributes(this.place)
  }

  #enter(): void {
    const parent = this.#open.at(-1)
    if (parent?.firstChild === -1) parent.firstChild = this.#walker.tags.start
    const node = parent === undefined ? undefined : this.#nodeIn(parent)
    const place = node && this.#placeOf(node, parent)
    this.#open.push(place)
    if (place !== undefined) this.#addAttributes(place)
  }

  #nodeIn(parent: Place): RecordNode | undefined {
    const { path } = this.#walker
    if (this.#others.has(path)) return undefined
    if (!path.isOneOfSeveral) return this.columns.child(parent.node, path, undefined)
    const counts = (parent.counts ??= new Map())
    const label = this.#label()
    const nth = this.#count(counts, path.name)
    if (label === undefined) return this.#numbered(parent, path, nth)
    const again = this.#count(counts, `${path.name} ${labelKey(label.text, label.kind)}`)
    const own = again === 1 ? label : { ...label, again }
    return this.columns.child(parent.node, path, own) ?? this.#numbered(parent, path, nth)
  }

  #count(counts: Map<string, number>, name: string): number {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }

  /** Without an attribute that tells them apart, only prices have a column for each. */
  #numbered(parent: Place, path: XmlPath, nth: number): RecordNode | undefined {
    if (nth > 1 && !this.#mayHavePrice(path)) return undefined
    return this.columns.child(parent.node, path, nth > 1 ? { text: String(nth) } : undefined)
  }

  #mayHavePrice(path: XmlPath): boolean {
    const known = this.#priced.get(path) ?? mayHavePrice(path)
    this.#priced.set(path, known)
    return known
  }

  /** The attributes that tell the element from others of its name. */
  #label(): Label | undefined {
    const parts: (LabelPart & { readonly rank: number })[] = []
    this.#walker.attributes((attribute, start, end) => {
      const rank = labelRank(attribute.name)
      if (rank === -1) return
      const text = this.#walker.source.value(start, end).trim()
      if (text !== '' && text.length <= MAX_LABEL_LENGTH) parts.push({ attribute, text, rank })
    })
    const [currency] = parts.filter(isOfCurrency).toSorted((a, b) => a.rank - b.rank)
    const [kind] = parts.filter((part) => !isOfCurrency(part)).toSorted((a, b) => a.rank - b.rank)
    const best = currency ?? kind
    if (best === undefined) return undefined
    // The retail price is told from the wholesale one of the same currency by the other attribute alone.
    const isTold = best !== kind && kind !== undefined && isKind(kind.attribute)
    return { attribute: best.attribute, text: best.text, ...(isTold && { kind }) }
  }

  #placeOf(node: RecordNode, parent: Place | undefined): Place {
    const { tags } = this.#walker
    const place = {
      node,
      parent,
      start: tags.start,
      nameStart: tags.fullNameStart,
      nameEnd: tags.nameEnd,
      tagEnd: tags.end,
      isEmpty: tags.kind === 'empty',
      contentEnd: tags.end,
      end: tags.end,
      firstChild: -1,
      lastChild: -1,
    }
    this.places.push(place)
    return place
  }

  #addAttributes(place: Place): void {
    const { node } = place
    const { attribute: label, kind } = node.label ?? {}
    this.#walker.attributes((attribute, start, end, nameStart) => {
      const isCurrency = node.isPrice && isCurrencyName(localName(attribute.name))
      const isLabel = attribute === label || attribute === kind?.attribute
      const slot = isCurrency || isLabel ? new Slot(node, attribute) : this.columns.attribute(node, attribute)
      if (slot === undefined) return
      const field = { slot, place, start, end, nameStart }
      if (attribute === label) place.label = field
      if (isCurrency && start < end) place.currency = field
      if (!isCurrency && !isLabel) (start < end ? this.fields : this.blanks).push(field)
    })
  }

  /** Whether the record ends. */
  #leave(): boolean {
    const walker = this.#walker
    const place = this.#open.pop()
    if (place !== undefined) {
      place.contentEnd = walker.contentEnd
      place.end = walker.tags.end
      const { node } = place
      const field = {
        slot: node.text,
        place,
        start: walker.contentStart,
        end: walker.contentEnd,
        nameStart: -1,
      }
      if (!walker.hasText) {
        if (place.firstChild === -1) this.blanks.push(field)
      } else if (node.isCurrency) place.parent!.currency ??= field
      else this.fields.push(field)
    }
    const parent = this.#open.at(-1)
    if (parent !== undefined) parent.lastChild = walker.tags.end
    return this.#open.length === 0
  }
}

const MAX_KINDS = 12

/** Whether the values of an attribute are kinds of prices: not all the same, nor another one of each record. */
const isKind = ({ samples: { texts } }: XmlAttribute): boolean => texts.size > 1 && texts.size <= MAX_KINDS

const isOfCurrency = ({ attribute }: LabelPart): boolean => isCurrencyName(localName(attribute.name))

/** A column with its title. */
export type FeedColumn = { readonly slot: Slot; readonly title: string }

/** Whether an element is named after a price or has one in it. */
function mayHavePrice(path: XmlPath): boolean {
  const isOwn = isPriceName(localName(path.name))
  return (
    isOwn ||
    path.attributes.all.some(({ name }) => isPriceName(localName(name))) ||
    path.children.all.some(mayHavePrice)
  )
}

/** What names the currency of a price: its element, or one around it that is named after a price too. */
export function currencyOfField({ slot, place }: Field): Field | undefined {
  if (!slot.isPrice) return undefined
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.currency !== undefined) return at.currency
    if (at !== place && !at.node.isPrice) return undefined
  }
  return undefined
}

export const fieldText = (
  source: XmlSource,
  { slot, start, end }: Pick<Field, 'slot' | 'start' | 'end'>,
): string => (slot.attribute === undefined ? source.text(start, end) : source.value(start, end))

/** The first records of a kind, in the order of the file, then the columns of all of them. */
export function readColumns(
  reader: RecordReader,
  limit: number,
  visit: (fields: readonly Field[]) => void,
): { readonly columns: readonly FeedColumn[]; readonly isCut: boolean } {
  let count = 0
  let isCut = false
  while (!isCut && reader.next()) {
    isCut = count++ === limit
    if (isCut) break
    for (const { slot } of reader.fields) slot.isUsed = true
    visit(reader.fields)
  }
  return { columns: reader.columns.finish(), isCut }
}

import { type HeaderMeaning, meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { LIMITS } from '#product/limits.ts'
import { type JsonTape, ROOT } from './tape.ts'

/** In place of the id of a key: each item of a list. */
export const EACH = -1

/** From this rank on a title names products. */
const NAME_RANK = 80

/** More titles than any price list has; further ones are not looked at. */
const MAX_TITLES = 1024

/** Whether a title names a price, or only an amount ('total'). */
type PriceTitle = 'price' | 'amount' | 'none'

/** The values that are reached by the same keys, whatever list items they are in. */
export class Shape {
  readonly parent: Shape | undefined
  /** The items of the innermost list that these values are in. */
  readonly items: Shape | undefined
  readonly keyId: number
  readonly key: string
  readonly children = new Map<number, Shape>()
  /** Objects and lists that have this shape. */
  containers = 0
  /** Values that are prices, or amounts of a line, by title and content. */
  prices = 0
  amounts = 0
  kind: PriceTitle | undefined

  constructor(parent: Shape | undefined, keyId: number, key: string) {
    this.parent = parent
    this.items = keyId === EACH ? this : parent?.items
    this.keyId = keyId
    this.key = key
  }

  child(keyId: number, nameOf: (keyId: number) => string): Shape {
    const known = this.children.get(keyId)
    if (known !== undefined) return known
    const child = new Shape(this, keyId, keyId === EACH ? '' : nameOf(keyId))
    this.children.set(keyId, child)
    return child
  }

  /** The keys from the items of `list`, or from the whole text, to these values. */
  keysFrom(list: Shape | undefined): string[] {
    if (this === list || this.parent === undefined) return []
    const above = this.parent.keysFrom(list)
    return this.keyId === EACH ? above : [...above, this.key]
  }
}

/** The shapes of a text, and the objects in it that are lists by their keys (`{"SKU-1": {…}, "SKU-2": {…}}`). */
export type Shapes = { readonly root: Shape; readonly maps: ReadonlySet<number> }

export function shapesOf(tape: JsonTape): Shapes {
  const titles = new Titles(tape)
  const maps = new MapFinder(tape, titles).find()
  const root = new Shape(undefined, EACH, '')
  const nameOf = (keyId: number) => tape.nameOf(keyId)
  const visit = (node: number, shape: Shape): void => {
    const isList = tape.isList(node) || maps.has(node)
    if (!isList && !tape.isObject(node)) {
      if (!mayBePrice(tape, node)) return
      const kind = priceKindOf(shape, titles)
      if (kind === 'none' || !isPriceValue(tape, node)) return
      if (kind === 'price') shape.prices++
      else shape.amounts++
      return
    }
    shape.containers++
    for (const child of tape.childrenOf(node))
      visit(child, shape.child(isList ? EACH : tape.keyIdOf(child), nameOf))
  }
  visit(ROOT, root)
  return { root, maps }
}

/** A key alone can name a price, or with the one above it: `price.value`. */
function priceKindOf(shape: Shape, titles: Titles): PriceTitle {
  shape.kind ??=
    shape.keyId === EACH ? 'none' : titles.priceKindOf(shape.key, shape.keysFrom(undefined).at(-2))
  return shape.kind
}

/** The names of products among the values of an object and of those in it, up to this depth. */
const NAME_DEPTH = 4

/** So many keys are looked at for a name. */
const NAME_KEYS = 256

/** Whether the items of a list have names. */
export function areNamed(items: Shape, depth = NAME_DEPTH, before = ''): boolean {
  if (depth === 0) return false
  for (const [keyId, child] of [...items.children].slice(0, NAME_KEYS)) {
    if (keyId === EACH) continue
    const title = before + child.key
    const isText = child.containers === 0 && meaningOfHeader(title).name >= NAME_RANK
    if (isText || areNamed(child, depth - 1, `${title}.`)) return true
  }
  return false
}

/** The meaning of keys, up to a number of them. */
class Titles {
  readonly #tape: JsonTape
  readonly #known = new Map<string, HeaderMeaning>()

  constructor(tape: JsonTape) {
    this.#tape = tape
  }

  priceKindOf(key: string, above: string | undefined): PriceTitle {
    const titles = above === undefined ? [key] : [key, `${above}.${key}`]
    const kinds = titles.map((title) => this.#kindOf(title))
    return kinds.includes('price') ? 'price' : kinds.includes('amount') ? 'amount' : 'none'
  }

  isPriceKey = (node: number): boolean => this.#kindOf(this.#tape.keyOf(node)) === 'price'

  isName = (node: number): boolean => (this.#meaningOf(this.#tape.keyOf(node))?.name ?? 0) >= NAME_RANK

  /** `{"bgn": {…}, "eur": {…}}` has no products. */
  isCurrency = (node: number): boolean => this.#meaningOf(this.#tape.keyOf(node))?.currency !== undefined

  #kindOf(title: string): PriceTitle {
    const { price = 0, kind, isInHundredths } = this.#meaningOf(title) ?? {}
    if (isInHundredths) return 'price'
    if (price === 0) return 'none'
    return kind === 'line-amount' ? 'amount' : 'price'
  }

  #meaningOf(title: string): HeaderMeaning | undefined {
    const known = this.#known.get(title)
    if (known !== undefined || this.#known.size === MAX_TITLES) return known
    const meaning = meaningOfHeader(title)
    this.#known.set(title, meaning)
    return meaning
  }
}

/** Whether a value is a number or a short text with digits. */
function mayBePrice(tape: JsonTape, node: number): boolean {
  const code = tape.source.text.charCodeAt(tape.startOf(node))
  if (code === 0x22) return tape.endOf(node) - tape.startOf(node) <= LIMITS.priceLength * 2
  return code === 0x2d || (code >= 0x30 && code <= 0x39)
}

function isPriceValue(tape: JsonTape, node: number): boolean {
  if (!tape.isText(node)) return true
  const { kind } = parsePriceText(tape.valueOf(node))
  return kind !== 'blank' && kind !== 'invalid'
}

/** What an object or a list holds: the ids of the price keys that all its items have, or that it has itself. */
type Content = { readonly kind: 'record' | 'map' | 'list'; readonly prices: ReadonlySet<number> }

const NOTHING: ReadonlySet<number> = new Set()
const PLAIN_RECORD: Content = { kind: 'record', prices: NOTHING }

/** Lists of one product, by the key under which they are. */
export const VARIANTS =
  /^(?:has_?variants?|variants?|variations?|skus?|sizes?|options?|packages?|packs?|combinations?|children|варианти?|вариации|разфасовк[аи]|размери?|опаковк[аи])$/i

/** Finds the objects whose members are products, or lists of them, and not the fields of one thing. */
class MapFinder {
  readonly #tape: JsonTape
  readonly #titles: Titles
  readonly #maps = new Set<number>()

  constructor(tape: JsonTape, titles: Titles) {
    this.#tape = tape
    this.#titles = titles
  }

  find(): ReadonlySet<number> {
    this.#visit(ROOT, false)
    return this.#maps
  }

  /** @param isInNamed whether the value is in a list item that has a name: its fields are no list */
  #visit(node: number, isInNamed: boolean): Content | undefined {
    const tape = this.#tape
    const isList = tape.isList(node)
    if (!isList && !tape.isObject(node)) return undefined
    if (isList) return this.#visitList(node, isInNamed)
    const children = tape.childrenOf(node)
    const contents = children.map((child) => this.#visit(child, isInNamed))
    const common = this.#commonPrices(node, children, contents, isInNamed)
    if (common !== undefined) {
      this.#maps.add(node)
      return { kind: 'map', prices: common }
    }
    const prices = new Set<number>()
    for (const [i, child] of children.entries()) {
      const content = contents[i]
      if (content?.kind === 'record') for (const key of content.prices) prices.add(key)
      if (content === undefined && this.#isPrice(child)) prices.add(tape.keyIdOf(child))
    }
    return prices.size === 0 ? PLAIN_RECORD : { kind: 'record', prices }
  }

  /** A list holds what the first object or list in it holds. */
  #visitList(list: number, isInNamed: boolean): Content {
    const tape = this.#tape
    let first: Content | undefined
    for (let item = list + 1; item < tape.nextOf(list); item = tape.nextOf(item)) {
      const isNamedItem = list !== ROOT && tape.isObject(item) && this.#isNamed(item)
      const content = this.#visit(item, isInNamed || isNamedItem)
      first ??= content
    }
    return { kind: 'list', prices: first?.prices ?? NOTHING }
  }

  /** The price keys that all members have; undefined for an object that is no list. */
  #commonPrices(
    node: number,
    children: readonly number[],
    contents: readonly (Content | undefined)[],
    isInNamed: boolean,
  ): ReadonlySet<number> | undefined {
    const [first] = contents
    if (first === undefined || first.prices.size === 0) return undefined
    const areRecords = first.kind === 'record'
    const isVariants = this.#tape.keyStartOf(node) >= 0 && VARIANTS.test(this.#tape.keyOf(node))
    if (isInNamed && !(areRecords && isVariants)) return undefined
    const least = first.kind === 'list' ? 3 : isVariants ? 1 : 2
    if (contents.length < least) return undefined
    let common = first.prices
    for (const content of contents) {
      if (content === undefined || (content.kind === 'record') !== areRecords) return undefined
      if (content.prices !== common) common = intersection(common, content.prices)
      if (common.size === 0) return undefined
    }
    const isSame = contents.length !== 2 || first.prices.size === contents[1]!.prices.size
    return isSame && !children.some(this.#titles.isCurrency) ? common : undefined
  }

  #isNamed(item: number): boolean {
    return this.#tape.childrenOf(item).some((child) => this.#tape.isText(child) && this.#titles.isName(child))
  }

  #isPrice(member: number): boolean {
    const code = this.#tape.source.text.charCodeAt(this.#tape.startOf(member))
    // `null` where a product has no price.
    return (code === 0x6e || mayBePrice(this.#tape, member)) && this.#titles.isPriceKey(member)
  }
}

function intersection(one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> {
  const both = new Set([...one].filter((key) => other.has(key)))
  return both.size === one.size ? one : both
}

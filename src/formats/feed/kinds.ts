import { isUnitTitle, meaningOfHeader, otherUnit } from '#pricelist/headers/header-meaning.ts'
import { normalizeHeader } from '#pricelist/headers/header-text.ts'
import { RANKS, wholeWords } from '#pricelist/headers/header-words.ts'
import { isCurrencyName, isLabel, isPriceName, titleOf } from './titles.ts'
import { XmlWalker, type XmlAttribute, type XmlPath, lineageOf, localName, type Samples } from './walk.ts'
import type { XmlSource } from './source.ts'

/** Different texts of a path by which it is judged, and how many are looked at. */
const SAMPLES = 64
const SAMPLED = 2000
/** Of currencies and units more are kept than there are. */
const MONEY_SAMPLES = 1024
const SAMPLE_LENGTH = 120

/** A kind of element that has prices: each of these elements is a row of its table. */
export type RecordKind = {
  readonly path: XmlPath
  /** The names from the root on: `rss/channel/item`. */
  readonly name: string
}

export type Survey =
  | {
      readonly ok: true
      readonly root: string
      /** The offset of the root element. */
      readonly rootStart: number
      readonly paths: XmlPath[]
      readonly kinds: readonly RecordKind[]
    }
  /**
   * `fault`: the offset of what is not well-formed; undefined where there are too many names. `isPriced`: whether an
   * element before it is named after a price.
   */
  | {
      readonly ok: false
      readonly root: string
      readonly fault: number | undefined
      readonly isPriced: boolean
    }

/** First pass: all paths of a file, and the kinds of records in it, the best first. */
export function surveyXml(source: XmlSource): Survey {
  const walker = new XmlWalker(source)
  let rootStart = -1
  while (walker.next()) {
    if (walker.isOpen) {
      if (rootStart < 0) rootStart = walker.tags.start
      walker.attributes((attribute, start, end) => addSample(attribute, () => source.value(start, end)))
    } else if (walker.hasText) {
      const { contentStart, contentEnd } = walker
      addSample(walker.path, () => source.text(contentStart, contentEnd))
    }
  }
  const { fault, paths } = walker
  const root = paths[0]?.name ?? ''
  if (fault === undefined && !walker.isTooVaried)
    return { ok: true, root, rootStart, paths, kinds: findKinds(paths) }
  const isPriced = paths.some(
    ({ name, attributes }) =>
      isPriceName(localName(name)) || attributes.all.some((one) => isPriceName(localName(one.name))),
  )
  return { ok: false, root, fault, isPriced }
}

function addSample({ samples, namesMoney }: XmlPath | XmlAttribute, text: () => string): void {
  samples.seen++
  // One price in another currency or unit may be the last of them.
  if (samples.texts.size === (namesMoney ? MONEY_SAMPLES : SAMPLES)) return
  if (samples.seen > SAMPLED && !namesMoney) return
  const sample = text().slice(0, SAMPLE_LENGTH)
  if (sample.trim() !== '') samples.texts.add(sample)
}

/** Elements that are parts of a record although they are repeated. */
const NO_RECORD = wholeWords(
  'shipping|delivery|доставка|dostavka|transport|courier|tax|taxes|vat|discounts?|rebate|instal?lments?|fees?|deposit|' +
    'warranty|extended warranty|special service|loyalty program|price|prices|pricing',
)

/** Elements that are records also where there is one of them. */
const RECORD =
  /^(?:item|product|offer|goods?|article|shopitem|entry|record|row|стока|артикул|продукт|услуга|stoka|artikul|produkt)$/

const isPart = (name: string): boolean =>
  NO_RECORD.test(normalizeHeader(localName(name))) || isPriceName(localName(name))

const isRecordName = (name: string): boolean => RECORD.test(normalizeHeader(localName(name)))

type Leaf = {
  readonly owner: XmlPath
  readonly attribute?: XmlAttribute
  readonly samples: ReadonlySet<string>
}

function findKinds(paths: readonly XmlPath[]): RecordKind[] {
  const found = new Map<XmlPath, number>()
  for (const owner of paths)
    for (const leaf of leavesOf(owner)) {
      if (!Array.from(leaf.samples).some((text) => /\p{Nd}/u.test(text))) continue
      const record = recordOf(leaf)
      if (record === undefined) continue
      if (rankOf(leaf, record) >= RANKS.promotional)
        found.set(record, Math.max(found.get(record) ?? 0, owner.count))
    }
  const named = namedPaths(paths)
  return [...found]
    .filter(([path]) => path.count > 1 || named.has(path))
    .sort(([one, a], [other, b]) => Number(named.has(other)) - Number(named.has(one)) || b - a)
    .map(([path]) => ({
      path,
      name: lineageOf(path)
        .map(({ name }) => name)
        .join('/'),
    }))
}

const leavesOf = (owner: XmlPath): Leaf[] => [
  { owner, samples: owner.samples.texts },
  ...owner.attributes.all.map((attribute) => ({ owner, attribute, samples: attribute.samples.texts })),
]

/** The record of a price: the nearest repeated element around it that is no part of a record. */
function recordOf({ owner, attribute }: Leaf): XmlPath | undefined {
  const isOwn = attribute !== undefined && !isPart(owner.name)
  let single: XmlPath | undefined
  for (let path = isOwn ? owner : owner.parent; path !== undefined; path = path.parent) {
    if (isPart(path.name)) continue
    if (path.repeats || isRecordName(path.name)) return path
    single ??= path
  }
  // A list of nothing but prices with their names in attributes, or of a single record.
  return owner.repeats ? owner : single
}

/** The names from the record to a leaf, without prefixes; of the record itself that of its attribute or its own. */
function namesBelow({ owner, attribute }: Leaf, record: XmlPath): string[] {
  const lineage = lineageOf(owner)
  const below = lineage.slice(lineage.indexOf(record) + 1).map(({ name }) => localName(name))
  if (attribute !== undefined) return [...below, localName(attribute.name)]
  return below.length > 0 ? below : [localName(record.name)]
}

/** The rank of the title of a leaf as that of a price; of elements that an attribute tells apart, of the best. */
function rankOf(leaf: Leaf, record: XmlPath): number {
  const names = namesBelow(leaf, record)
  return Math.max(...[names, ...labelled(leaf, names)].map(rankOfTitle))
}

function rankOfTitle(names: readonly string[]): number {
  const { price, kind, isInHundredths } = meaningOfHeader(titleOf(names))
  if (isInHundredths) return RANKS.promotional
  return kind === 'bare-currency' ? 0 : price
}

function labelled({ owner, attribute }: Leaf, names: readonly string[]): string[][] {
  if (!owner.isOneOfSeveral || attribute !== undefined) return []
  const label = owner.attributes.all.find(({ name }) => isLabel(name))
  return Array.from(label?.samples.texts ?? [], (text) => [...names, text])
}

/** The elements that have a name in them. */
function namedPaths(paths: readonly XmlPath[]): ReadonlySet<XmlPath> {
  const named = new Set<XmlPath>()
  for (const owner of paths)
    if (leavesOf(owner).some(isName)) for (const path of lineageOf(owner)) named.add(path)
  return named
}

/** The least rank of a title with a word for names. */
const NAME_WORD = 45

function isName(leaf: Leaf): boolean {
  if (leaf.samples.size === 0) return false
  const names = [localName(leaf.attribute?.name ?? leaf.owner.name)]
  return [names, ...labelled(leaf, names)].some((one) => meaningOfHeader(titleOf(one)).name >= NAME_WORD)
}

/** Whether the elements of one kind stand in those of another. */
export const isWithin = (inner: RecordKind, outer: RecordKind): boolean =>
  inner !== outer && lineageOf(inner.path).includes(outer.path)

/** `<currency id="EUR" rate="1"/>` of YML. */
const isCode = (attribute: string): boolean => /^(?:id|code|iso)$/i.test(attribute)

/** The name of a currency, or of a unit that says that prices are not in lev or euro. */
const isMoneyOf = (name: string, { texts }: Samples): boolean =>
  isCurrencyName(name) || (isUnitTitle(name) && otherUnit(texts) !== undefined)

/** A code, a sign or an abbreviation. */
const CURRENCY_TEXT = /^[\p{L}\p{Sc}.]{1,5}$/u

/** The currency that a file names once for all records. */
export function statedCurrency(kind: RecordKind, paths: readonly XmlPath[]): string | undefined {
  const [first, ...others] = statedCurrencies(kind, paths)
  if (first === undefined || others.length > 0) return undefined
  return CURRENCY_TEXT.test(first) || otherUnit([first]) !== undefined ? first : undefined
}

/** The currencies that stand around the records, or in an element before or behind them. */
export function statedCurrencies({ path }: RecordKind, paths: readonly XmlPath[]): string[] {
  const around = new Set(lineageOf(path).slice(0, -1))
  const isBeside = ({ parent, count }: XmlPath): boolean =>
    count === 1 &&
    parent !== undefined &&
    (around.has(parent) || (parent.parent !== undefined && around.has(parent.parent)))
  const stated = paths.flatMap((one) => [
    ...(isBeside(one) && isMoneyOf(localName(one.name), one.samples) && !lineageOf(one).includes(path)
      ? [
          ...one.samples.texts,
          ...one.attributes.all.flatMap(({ name, samples }) => (isCode(name) ? [...samples.texts] : [])),
        ]
      : []),
    ...(around.has(one) ? one.attributes.all : [])
      .filter(({ name, samples }) => isMoneyOf(localName(name), samples))
      .flatMap(({ samples }) => [...samples.texts]),
  ])
  return [...new Set(stated.map((text) => text.trim()).filter(Boolean))]
}

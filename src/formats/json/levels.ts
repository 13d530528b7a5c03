import type { Currency } from '#money/currency.ts'
import { currencyOfCell } from '#pricelist/currency/currency-words.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { type JsonList, OFFERS } from './find-lists.ts'
import { EACH, type Shape, type Shapes } from './shapes.ts'
import { type JsonTape, ROOT } from './tape.ts'

/** Identifies keys that lead from an item of a list to a value. */
export const pathId = (keys: readonly string[]): string => JSON.stringify(keys)

/** The values that products and their variants both have, each in a row of its own: they are one column. */
export type SharedPaths = {
  /** Of prices and currencies, as {@link pathId}. */
  readonly ids: ReadonlySet<string>
  /** The keys that lead to the prices. */
  readonly prices: readonly (readonly string[])[]
  /** Those to the currency of a product, where the lists that it is in name one too: it has that column. */
  readonly currency: readonly string[] | undefined
}

/** More keys than a product has: further ones are not looked at. */
const MOST_KEYS = 512

/** @param paired offers that are columns of their own */
export function sharedPaths(list: JsonList, paired: ReadonlyMap<Shape, OfferList>): SharedPaths {
  const ids = new Set<string>()
  const prices: (readonly string[])[] = []
  const known = new Map<Shape, ReadonlyMap<string, MoneyPath>>()
  const pathsOf = (items: Shape) => {
    const found = known.get(items) ?? moneyPaths(items)
    known.set(items, found)
    return found
  }
  for (const inner of list.inner) {
    if (paired.has(inner)) continue
    const own = pathsOf(inner)
    for (let outer = inner.parent?.items; outer !== undefined; outer = outer.parent?.items) {
      for (const [id, { keys, isPrice }] of pathsOf(outer)) {
        if (ids.has(id) || own.get(id)?.isPrice !== isPrice) continue
        ids.add(id)
        if (isPrice) prices.push(keys)
      }
      if (outer === list.items) break
    }
  }
  const isNamedAround = ancestorsOf(list.items).some(({ children }) =>
    [...children.values()].slice(0, MOST_KEYS).some(isCurrency),
  )
  const all = isNamedAround ? [list.items, ...list.inner].filter((items) => !paired.has(items)) : []
  const own = all.flatMap((items) => [...pathsOf(items).values()]).find(({ isPrice }) => !isPrice)
  if (own !== undefined) ids.add(pathId(own.keys))
  return { ids, prices, currency: own?.keys }
}

function ancestorsOf(shape: Shape): Shape[] {
  const all: Shape[] = []
  for (let at = shape.parent; at !== undefined; at = at.parent) all.push(at)
  return all
}

type MoneyPath = { readonly keys: readonly string[]; readonly isPrice: boolean }

/** The prices and currencies of the items of a list, without those of lists in them. */
function moneyPaths(items: Shape): ReadonlyMap<string, MoneyPath> {
  const paths = new Map<string, MoneyPath>()
  const open: { readonly shape: Shape; readonly keys: readonly string[] }[] = [{ shape: items, keys: [] }]
  let left = MOST_KEYS
  for (const { shape, keys } of open)
    for (const child of shape.children.values()) {
      if (child.keyId === EACH) continue
      if (left-- === 0) return paths
      const own = [...keys, child.key]
      const isPrice = child.prices > 0
      if (isPrice || (child.containers === 0 && meaningOfHeader(own.join('.')).isCurrency))
        paths.set(pathId(own), { keys: own, isPrice })
      open.push({ shape: child, keys: own })
    }
  return paths
}

/** Offers of products, at most one in each currency, which one key names. */
export type OfferList = { readonly keyId: number }

/**
 * The lists of offers in which each product has at most one price in each currency: by the shape of their items.
 * Other lists are rows.
 */
export function pairedOffers(
  tape: JsonTape,
  { root, maps }: Shapes,
  list: JsonList,
): ReadonlyMap<Shape, OfferList> {
  const found = new Map<Shape, OfferList & { isPair: boolean }>()
  for (const items of list.inner) {
    const { parent } = items
    // An offer can also stand without a list.
    if (parent === undefined || parent.children.size > 1 || !OFFERS.test(parent.key)) continue
    const key = [...items.children.values()].find(isCurrency)
    if (key !== undefined) found.set(items, { keyId: key.keyId, isPair: false })
  }
  if (found.size === 0) return found
  const way = new Set<Shape>()
  for (const items of found.keys())
    for (let shape: Shape | undefined = items; shape !== undefined; shape = shape.parent) way.add(shape)
  const visit = (node: number, shape: Shape): void => {
    const children = tape.childrenOf(node)
    const items = tape.isList(node) || maps.has(node) ? shape.children.get(EACH) : undefined
    const offers = items && found.get(items)
    if (items !== undefined && offers !== undefined) {
      const currencies = children.map((item) => offerCurrency(tape, item, offers))
      if (currencies.includes(undefined) || new Set(currencies).size < currencies.length) found.delete(items)
      else offers.isPair ||= currencies.length > 1
    }
    for (const child of children) {
      const inner = items ?? shape.children.get(tape.keyIdOf(child))
      if (inner !== undefined && way.has(inner)) visit(child, inner)
    }
  }
  visit(ROOT, root)
  return new Map([...found].filter(([, { isPair }]) => isPair))
}

const isCurrency = ({ keyId, key, containers }: Shape): boolean =>
  keyId !== EACH && containers === 0 && meaningOfHeader(key).isCurrency

/** The currency that an offer names. */
export function offerCurrency(tape: JsonTape, item: number, { keyId }: OfferList): Currency | undefined {
  if (!tape.isObject(item)) return undefined
  const named = tape.childrenOf(item).find((member) => tape.keyIdOf(member) === keyId)
  return named !== undefined && tape.isText(named) ? currencyOfCell(tape.valueOf(named)) : undefined
}

import { WHOLE_FILE } from '../format.ts'
import { Shape, type Shapes, VARIANTS, areNamed } from './shapes.ts'

/** A list of products in a JSON text, by the shape of its items. */
export type JsonList = {
  /** Its keys, such as `data.items`. */
  readonly name: string
  readonly items: Shape
  /** The items of lists in them whose prices belong to the product (variants, offers). */
  readonly inner: ReadonlySet<Shape>
  /** Whether it is as good as the first: it has names where that has them, and not much fewer prices. */
  readonly isEqual: boolean
}

/** Lists of prices without names of their own belong to what has the name. */
export const OFFERS = /^(?:offers?|prices?|оферти|цени)$/i

/** From this share of the prices of the best list on another one is as good. */
const EQUAL_SHARE = 0.5

type PricedList = {
  readonly items: Shape
  readonly inner: ReadonlySet<Shape>
  readonly prices: number
  readonly isNamed: boolean
}

/** The lists with prices, those with names and with the most prices first. */
export function findLists({ root }: Shapes): JsonList[] {
  const named = new Map<Shape, boolean>()
  const isNamed = (items: Shape): boolean => {
    const known = named.get(items) ?? areNamed(items)
    named.set(items, known)
    return known
  }
  const lists = listsOf(
    pricedLists(root, ({ prices }) => prices),
    isNamed,
  )
  if (lists.length > 0) return withNames(lists)
  return withNames(
    listsOf(
      pricedLists(root, ({ amounts }) => amounts),
      isNamed,
    ).filter((list) => list.isNamed),
  )
}

function listsOf(priced: ReadonlyMap<Shape, number>, isNamed: (items: Shape) => boolean): PricedList[] {
  const found = new Map<Shape, { prices: number; inner: Set<Shape> }>()
  for (const [items, prices] of priced) {
    const outer = productsOf(items, priced, isNamed)
    const list = found.get(outer) ?? { prices: 0, inner: new Set<Shape>() }
    list.prices += prices
    for (let shape = items; shape !== outer; shape = shape.parent!.items!) list.inner.add(shape)
    found.set(outer, list)
  }
  return Array.from(found, ([items, { prices, inner }]) => ({
    items,
    inner,
    prices,
    isNamed: isNamed(items),
  }))
    .filter((list) => list.isNamed || !isWholeValue(list.items))
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.prices - a.prices)
}

/** One object that is the whole text: with a cost or a total, but without a name it is no product. */
const isWholeValue = ({ parent, containers }: Shape): boolean =>
  parent?.parent === undefined && containers === 1

/** The items with prices of their own, and how many they have of the price that most of them have. */
function pricedLists(root: Shape, pricesOf: (shape: Shape) => number): Map<Shape, number> {
  const lists = new Map<Shape, number>()
  const visit = (shape: Shape): void => {
    const { items } = shape
    const prices = pricesOf(shape)
    if (prices > 0 && items !== undefined) lists.set(items, Math.max(lists.get(items) ?? 0, prices))
    for (const child of shape.children.values()) visit(child)
  }
  visit(root)
  return lists
}

/** The list whose items are the products that the prices are of: variants and offers are in them. */
function productsOf(
  items: Shape,
  priced: ReadonlyMap<Shape, number>,
  isNamed: (items: Shape) => boolean,
): Shape {
  let products = items
  for (let outer = items.parent?.items; outer !== undefined; outer = outer.parent?.items) {
    if (!isNamed(outer)) continue
    const keys = products.keysFrom(outer)
    const areVariants = keys.some((key) => VARIANTS.test(key))
    const areOffers = areVariants || keys.some((key) => OFFERS.test(key))
    const areMany = outer.containers > 1
    const isPart = isNamed(products) ? areVariants && areMany : areOffers || (areMany && !priced.has(outer))
    if (!isPart) break
    products = outer
  }
  return products
}

/** The name of each list, and no other one has. */
function withNames(lists: readonly PricedList[]): JsonList[] {
  const used = new Set<string>()
  const [first] = lists
  return lists.map(({ items, inner, prices, isNamed }) => {
    const path = items.keysFrom(undefined).join('.') || WHOLE_FILE
    let name = path
    for (let n = 2; used.has(name); n++) name = `${path} (${n})`
    used.add(name)
    const isEqual = isNamed === first!.isNamed && prices >= first!.prices * EQUAL_SHARE
    return { name, items, inner, isEqual }
  })
}

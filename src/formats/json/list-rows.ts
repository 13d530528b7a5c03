import type { Currency } from '#money/currency.ts'
import { MINOR_UNITS } from '#money/currency-words.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import { Cells } from './cells.ts'
import {
  type OfferList,
  type SharedPaths,
  offerCurrency,
  pairedOffers,
  pathId,
  sharedPaths,
} from './levels.ts'
import { isUnitTitle, meaningOfHeader, titleWithUnits } from '#pricelist/headers/header-meaning.ts'
import { namesHundredths } from '#pricelist/rows/stated-hundredths.ts'
import type { JsonList } from './find-lists.ts'
import { type JsonColumn, type JsonRows, type JsonStep, keyOfNode } from './rows.ts'
import { EACH, type Shape, type Shapes } from './shapes.ts'
import { type JsonTape, ROOT, grown } from './tape.ts'

/** More columns than any price list has. */
const MAX_COLUMNS = 512

/** Names and currencies of a product that are repeated in the rows of its variants. */
const MAX_REPEATED = 8

/** The rank from which a title names products. */
const NAME_RANK = 80

/** Keys of exports whose prices are whole cents: WooCommerce's Store API, Shopify's product.js, Stripe. */
const IN_CENTS = new RegExp(
  `^(?:(?:currency_?)?${MINOR_UNITS.replaceAll(' ?', '_?')}|price_varies|unit_amount|cent_?amount|fraction_?digits|price_?money|` +
    '(?:price_?)?(?:decimals|precision|exponent))$',
  'i',
)

/** The key under which the keys of items are shown. */
const KEY_TITLES = ['key', 'sku'] as const

/** A key in a product, with its column and what is under it. */
class Field {
  readonly inner = new Map<number, Field>()
  offers: Map<Currency, Field> | undefined
  readonly steps: readonly JsonStep[]
  column = -1
  /** Of the keys of the items, where this is an object of them. */
  keyColumn = -1
  isRepeated = false
  /** Whether variants have the value too, in the same column. */
  isShared = false
  /** In an offer, the key that names its currency: it has no column. */
  currencyKey: number | undefined

  constructor(steps: readonly JsonStep[]) {
    this.steps = steps
  }
}

/**
 * An item whose values are added. `isOwn`: it has a price besides those of its variants, `next`: the row of the next of
 * these, `repeated`: cells that their rows have too.
 */
type OpenItem = {
  readonly row: number
  readonly isOwn: boolean
  next: number
  readonly repeated: { readonly column: number; readonly node: number; readonly isShared: boolean }[]
}

type ListOptions = {
  /** Rows at most. */
  readonly limit: number
  /** Values that all rows have. */
  readonly around: readonly number[]
  /** Of all prices, where they are no whole lev or euro. */
  readonly unit: string | undefined
}

/** The rows of a list. A product has one for each of its variants. */
export class ListRows implements JsonRows {
  readonly tape: JsonTape
  readonly columns: JsonColumn[] = []
  /** By row: the node of the item, which several rows can share. */
  #items = new Int32Array(64)
  length = 0
  isCut = false
  readonly #list: JsonList
  readonly #maps: ReadonlySet<number>
  readonly #limit: number
  readonly #nameOf: (keyId: number) => string
  readonly #fields = new Field([])
  /** Of values of the lists that this one is in: `currency` of a category. */
  readonly #around = new Map<Shape, Field>()
  readonly #outer = new Set<Shape>()
  readonly #isInCents: boolean
  readonly #unit: string | undefined
  readonly #shared: SharedPaths
  /** By {@link pathId}. */
  readonly #sharedColumns = new Map<string, number>()
  readonly #paired: ReadonlyMap<Shape, OfferList>
  #cells = new Cells()
  /** Cells by row: those of row r are from `starts[r]` to `starts[r + 1]`. */
  #starts = new Int32Array(1)

  constructor(tape: JsonTape, shapes: Shapes, list: JsonList, { limit, around, unit }: ListOptions) {
    this.tape = tape
    this.#list = list
    this.#maps = shapes.maps
    this.#limit = limit
    this.#nameOf = (keyId) => tape.nameOf(keyId)
    for (let shape: Shape | undefined = list.items; shape !== undefined; shape = shape.parent)
      this.#outer.add(shape)
    this.#paired = pairedOffers(tape, shapes, list)
    this.#shared = sharedPaths(list, this.#paired)
    const { root } = shapes
    this.#unit = unit
    this.#isInCents = hasKey(root, (key) => IN_CENTS.test(key))
    const isOwn = around.length > 0 && hasKey(list.items, (key) => meaningOfHeader(key).isCurrency)
    const given = isOwn ? [] : around.flatMap((node) => this.#cellAround(node, root))
    this.#visit(ROOT, root, given)
    this.#starts = this.#cells.sortByRow(this.length)
    this.#nameUnits()
  }

  /**
   * Appends the unit that the file states, in the same object as the price or outside the list, to the titles of price columns.
   * Columns with decimals get no unit of hundredths (stotinki, cents).
   */
  #nameUnits(): void {
    for (const [c, column] of this.columns.entries()) {
      const { price, currency } = meaningOfHeader(column.title)
      if (price === 0) continue
      const stated = this.#titleWithUnit(c, column)
      const unit = this.#unit ?? (this.#isInCents ? 'cents' : undefined)
      const isNamed = stated !== column.title || unit === undefined
      const isOfOthers = !isNamed && (namesHundredths(unit) ? this.#haveDecimals(c) : currency !== undefined)
      this.columns[c] = { ...column, title: isNamed || isOfOthers ? stated : `${stated} (${unit})` }
    }
  }

  #titleWithUnit(column: number, { title, steps }: JsonColumn): string {
    const isBeside = (one: JsonColumn): boolean =>
      one.steps.length === steps.length &&
      isUnitTitle(one.steps.at(-1)?.key ?? '') &&
      one.steps.every((step, i) => i === steps.length - 1 || step.key === steps[i]!.key)
    const at = this.columns.findIndex(isBeside)
    // 'amount_eur' beside the amount that is in stotinki.
    const isApart = meaningOfHeader(title).currency !== undefined && this.#haveDecimals(column)
    if (at === -1 || isApart) return title
    const texts = [...this.#textsOf(at)]
    return titleWithUnits(title, texts, texts.length >= [...this.#textsOf(column)].length)
  }

  *#textsOf(column: number): Generator<string> {
    const { columns, nodes } = this.#cells
    for (const [i, one] of columns.entries()) if (one === column) yield this.tape.valueOf(nodes[i]!)
  }

  #haveDecimals(column: number): boolean {
    const texts = [...this.#textsOf(column)]
    return 2 * texts.filter((text) => /[.,]/.test(text)).length > texts.length
  }

  itemOf(row: number): number {
    return this.#items[row]!
  }

  nodeAt(row: number, column: number): number | undefined {
    const { columns, nodes } = this.#cells
    for (let i = this.#starts[row + 1]! - 1; i >= this.#starts[row]!; i--)
      if (columns[i] === column) return nodes[i]
    return undefined
  }

  forEachCell(row: number, call: (column: number, node: number) => void): void {
    const { columns, nodes } = this.#cells
    for (let i = this.#starts[row]!; i < this.#starts[row + 1]!; i++) call(columns[i]!, nodes[i]!)
  }

  /** @param around columns and nodes of values of the lists that the value is in */
  #visit(node: number, shape: Shape, around: readonly (readonly [number, number])[]): void {
    if (this.isCut) return
    const { tape } = this
    const isList = this.#isList(node)
    const children = tape.childrenOf(node)
    const areItems = isList && (node !== ROOT || children.length > 1)
    for (const child of children) {
      const inner = shape.children.get(isList ? EACH : tape.keyIdOf(child))
      if (inner === undefined || !this.#outer.has(inner)) continue
      if (inner !== this.#list.items) {
        const isItem = areItems && tape.isObject(child)
        this.#visit(child, inner, isItem ? [...around, ...this.#currenciesOf(child, inner)] : around)
      } else if (tape.isObject(child)) {
        if (this.length >= this.#limit) {
          this.isCut = true
          return
        }
        this.#addItem(child, around)
      } else if (this.#isList(child)) this.#visit(child, inner, around)
    }
  }

  #isList(node: number): boolean {
    return this.tape.isList(node) || this.#maps.has(node)
  }

  /** The currencies of an item of a list that the products are in. */
  #currenciesOf(node: number, shape: Shape): [number, number][] {
    if (this.#maps.has(node)) return []
    return this.tape.childrenOf(node).flatMap((child) => {
      const isCurrency = this.tape.isText(child) && meaningOfHeader(this.tape.keyOf(child)).isCurrency
      return isCurrency ? this.#cellAround(child, shape) : []
    })
  }

  /** The column of a value that is not in the products, by the shape that it is in. */
  #cellAround(node: number, shape: Shape): [column: number, node: number][] {
    const own = this.#shared.currency
    if (own !== undefined) {
      const steps = own.map((key) => ({ key, isList: false }))
      const column = this.#sharedColumn(new Field(steps), steps)
      if (column >= 0) this.columns[column]!.hasAround = true
      return column < 0 ? [] : [[column, node]]
    }
    const known = this.#around.get(shape) ?? new Field([])
    this.#around.set(shape, known)
    const field = this.#fieldOf(known, this.tape.keyIdOf(node))
    return field === undefined ? [] : [[this.#columnOf(field, true), node]]
  }

  #addItem(node: number, around: readonly (readonly [number, number])[]): void {
    const row = this.length
    const before = this.#cells.length
    const end = this.#addListItem(node, this.#list.items, this.#fields, row)
    const own = around.map(([column]) => this.#cells.rowsOf(column, before))
    for (let r = row; r < end; r++) {
      if (r >= this.#items.length) this.#items = grown(this.#items, r + 1)
      this.#items[r] = node
      for (const [i, [column, value]] of around.entries())
        if (!own[i]!.has(r)) this.#cells.add(r, column, value)
    }
    this.length = end
  }

  /** Adds the values of a list item from `row` on, and returns the row after its last one. */
  #addListItem(node: number, shape: Shape | undefined, field: Field, row: number): number {
    const before = this.#cells.length
    const isOwn = this.#hasOwnPrice(node)
    const item: OpenItem = { row, isOwn, next: isOwn ? row + 1 : row, repeated: [] }
    if (this.tape.keyStartOf(node) >= 0) {
      const column = this.#keyColumn(field, node)
      if (column >= 0) item.repeated.push({ column, node: keyOfNode(node), isShared: false })
    }
    for (const { column, node: key } of item.repeated) this.#cells.add(row, column, key)
    const end = this.#addFields(node, shape, field, item)
    for (const { column, node: value, isShared } of item.repeated) {
      const own = isShared ? this.#cells.rowsOf(column, before) : undefined
      for (let r = isShared ? row : row + 1; r < end; r++)
        if (own?.has(r) !== true) this.#cells.add(r, column, value)
    }
    return end
  }

  /** Whether the item has one of the prices that its variants have: its row is before theirs. */
  #hasOwnPrice(item: number): boolean {
    return this.#shared.prices.some((keys) => {
      let node: number | undefined = item
      for (const key of keys) {
        if (node === undefined || !this.tape.isObject(node)) return false
        node = this.tape.childrenOf(node).find((child) => this.tape.keyOf(child) === key)
      }
      return node !== undefined && !this.#isBlank(node)
    })
  }

  #isBlank(node: number): boolean {
    const value = this.tape.valueOf(node)
    return this.tape.isText(node) ? parsePriceText(value).kind === 'blank' : value === 'null'
  }

  #addFields(node: number, shape: Shape | undefined, field: Field, item: OpenItem): number {
    const { tape } = this
    let end = item.row + 1
    for (const child of tape.childrenOf(node)) {
      const keyId = tape.keyIdOf(child)
      const inner = shape?.children.get(keyId)
      const isList = this.#isList(child)
      if (keyId === field.currencyKey || (isList && !this.#isInner(inner))) continue
      const own = this.#fieldOf(field, keyId)
      if (own === undefined) continue
      if (isList) end = Math.max(end, this.#addInner(child, inner, own, item))
      else if (tape.isObject(child)) end = Math.max(end, this.#addFields(child, inner, own, item))
      else this.#addValue(child, own, item)
    }
    return end
  }

  #addValue(node: number, field: Field, { row, isOwn, repeated }: OpenItem): void {
    const column = this.#columnOf(field)
    if (column < 0) return
    if (field.isShared && field.isRepeated) {
      if (!this.#isBlank(node)) repeated.push({ column, node, isShared: true })
      return
    }
    // The first variant is in this row.
    if (field.isShared && !isOwn && this.#isBlank(node)) return
    this.#cells.add(row, column, node)
    if (field.isRepeated && repeated.length < MAX_REPEATED) repeated.push({ column, node, isShared: false })
  }

  /** A list in an item begins in the row of that item, unless both have prices in one column. */
  #addInner(node: number, shape: Shape | undefined, field: Field, item: OpenItem): number {
    if (this.#shared.ids.size === 0) return this.#addList(node, shape, field, item.row)
    item.next = this.#addList(node, shape, field, item.next)
    return item.next
  }

  #isInner(shape: Shape | undefined): boolean {
    const items = shape?.children.get(EACH)
    return items !== undefined && (this.#list.inner.has(items) || this.#isInner(items))
  }

  #addList(node: number, shape: Shape | undefined, field: Field, row: number): number {
    const items = shape?.children.get(EACH)
    const last = field.steps.at(-1)
    if (last !== undefined) last.isList = true
    const offers = items && this.#paired.get(items)
    let end = row
    for (const item of this.tape.childrenOf(node)) {
      if (offers !== undefined) {
        const own = this.#offerField(field, offers, offerCurrency(this.tape, item, offers)!)
        end = Math.max(end, this.#addListItem(item, items, own, row))
      } else if (this.tape.isObject(item) && !this.#maps.has(item))
        end = this.#addListItem(item, items, field, end)
      else if (this.#isList(item)) end = this.#addList(item, items, field, end)
    }
    return end
  }

  #fieldOf(field: Field, keyId: number): Field | undefined {
    const known = field.inner.get(keyId)
    if (known !== undefined || this.columns.length >= MAX_COLUMNS) return known
    const created = new Field([...field.steps, { key: this.#nameOf(keyId), isList: false }])
    field.inner.set(keyId, created)
    return created
  }

  #offerField(field: Field, { keyId }: OfferList, currency: Currency): Field {
    const known = field.offers?.get(currency)
    if (known !== undefined) return known
    const { key } = field.steps.at(-1)!
    const offer = { key: this.#nameOf(keyId), currency }
    const created = new Field([...field.steps.slice(0, -1), { key, isList: true, offer }])
    created.currencyKey = keyId
    field.offers = (field.offers ?? new Map<Currency, Field>()).set(currency, created)
    return created
  }

  /** The keys from the innermost list on, where products and their variants have the value. */
  #sharedPathOf(steps: readonly JsonStep[]): readonly JsonStep[] | undefined {
    if (this.#shared.ids.size === 0) return undefined
    const own = steps.slice(steps.findLastIndex(({ isList }) => isList) + 1)
    return this.#shared.ids.has(pathId(own.map(({ key }) => key))) ? own : undefined
  }

  #columnOf(field: Field, isAround?: true): number {
    if (field.column >= 0) return field.column
    const shared = isAround ? undefined : this.#sharedPathOf(field.steps)
    if (shared === undefined) return this.#newColumn(field, field.steps, isAround)
    field.isShared = true
    field.column = this.#sharedColumn(field, shared)
    field.isRepeated = meaningOfHeader(titleOf(shared)).isCurrency
    return field.column
  }

  #sharedColumn(field: Field, steps: readonly JsonStep[]): number {
    const id = pathId(steps.map(({ key }) => key))
    const column = this.#sharedColumns.get(id) ?? this.#newColumn(field, steps)
    this.#sharedColumns.set(id, column)
    return column
  }

  #newColumn(field: Field, steps: readonly JsonStep[], isAround?: true): number {
    if (this.columns.length >= MAX_COLUMNS) return -1
    const path = titleOf(steps)
    const meaning = meaningOfHeader(path)
    field.isRepeated = isAround !== true && (meaning.isCurrency || meaning.name >= NAME_RANK)
    field.column = this.columns.push({ title: path, steps, ...(isAround && { isAround }) }) - 1
    return field.column
  }

  /** The column of the keys of items: their names, where the items have none. */
  #keyColumn(field: Field, item: number): number {
    if (field.keyColumn >= 0 || this.columns.length >= MAX_COLUMNS) return field.keyColumn
    const keys = this.tape.childrenOf(item).map((child) => this.tape.keyOf(child))
    const isNamed = keys.some((key) => meaningOfHeader(key).name >= NAME_RANK)
    const title = isNamed ? (KEY_TITLES.find((one) => !keys.includes(one)) ?? 'key') : 'name'
    const before = field.steps.map(({ key }) => `${key}.`).join('')
    field.keyColumn = this.columns.push({ title: before + title, steps: field.steps, areKeys: true }) - 1
    return field.keyColumn
  }
}

/** Keys that are looked at: objects whose keys are codes have as many as rows. */
const MOST_KEYS = 5000

/** Whether a value that these items hold has such a key. */
function hasKey(items: Shape, isOne: (key: string) => boolean): boolean {
  const shapes = [items]
  let left = MOST_KEYS
  for (let i = 0; i < shapes.length; i++)
    for (const child of shapes[i]!.children.values()) {
      if (left-- === 0) return false
      if (isOne(child.key)) return true
      shapes.push(child)
    }
  return false
}

/** `offers.price_eur` */
function titleOf(steps: readonly JsonStep[]): string {
  const path = steps.map(({ key }) => key).join('.')
  const offer = steps.find((step) => step.offer !== undefined)?.offer
  return offer === undefined ? path : `${path}_${offer.currency.toLowerCase()}`
}

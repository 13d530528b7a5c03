import type { Currency } from '#money/currency.ts'
import type { Column, Item } from './columns.ts'
import { plain } from '../price-hand.ts'
import type { ListSpec } from './spec.ts'
import type { TitleKind } from './price-titles.ts'

export type RightPrice = { readonly price: string; readonly currency: Currency }

/** One product of one line: what each of the readings has as its price. */
export type ProductLine = {
  readonly line: number
  readonly name: string
  /** For each of the columns that are right; undefined where such a column has no price for it. */
  readonly right: readonly (RightPrice | undefined)[]
  /** The prices of the other columns, to say which of them was taken. */
  readonly others: readonly { readonly kind: TitleKind | 'pair'; readonly price: string }[]
  /** It may be reported as invalid too: its row is irregular. */
  readonly isDoubtful?: true
  /** Its content cannot be known. */
  readonly isUnknown?: true
  /** It is in the second of two tables next to each other. */
  readonly isOfSecondTable?: true
}

export type Truth = {
  readonly products: readonly ProductLine[]
  readonly totals: readonly number[]
  /** The totals are no sums: to leave one out without a word is as wrong as to take it for a product. */
  readonly areTotalsDoubtful: boolean
  /** Whether a question is needed, acceptable, or unjustified. */
  readonly asking: 'needed' | 'fair' | 'needless'
  readonly why: string
  /** There is nothing to convert. */
  readonly isNothing: boolean
  readonly hasOnePrice: boolean
  /** Bytes are missing or too many. */
  readonly isDamaged: boolean
}

/** What a column is worth as the price (docs/price-lists.md); 0 is no price. */
const RANKS: Record<TitleKind, number> = {
  selling: 100,
  place: 96,
  measure: 94,
  list: 93,
  bare: 92,
  net: 85,
  wholesale: 70,
  promo: 60,
  cost: 40,
  old: 30,
  amount: 0,
  foreign: 0,
  none: 0,
}

const IS_SELLING = 92

const IS_EXEMPT: ReadonlySet<TitleKind> = new Set(['measure', 'bare'])

export type Choice = Pick<Truth, 'asking' | 'why' | 'isNothing' | 'hasOnePrice'> & {
  readonly columns: readonly Column[]
}

/** The right columns, and whether a question is justified. */
export function rightColumns(spec: ListSpec, columns: readonly Column[], items: readonly Item[]): Choice {
  const priced = columns.filter(({ prices }) => prices !== undefined && RANKS[prices.kind] > 0)
  const selling = priced.filter(({ prices }) => RANKS[prices!.kind] >= IS_SELLING)
  const hasUnlisted = columns.some(({ prices }) => prices?.isUnlisted === true)
  const told = { isNothing: spec.unpriced !== undefined, hasOnePrice: false }
  if (spec.unpriced !== undefined)
    return { ...told, columns: [], asking: 'fair', why: `nothing but ${spec.unpriced}` }
  if (priced.length === 0) return amountAlone(spec, columns)
  if (selling.length === 0) return { ...told, columns: best(priced), asking: 'fair', why: 'no selling price' }
  const differing = groupsOfEqual(selling, items)
  const first = differing[0]!
  if (differing.length === 1) {
    const isFair = hasUnlisted || first.every(({ prices }) => prices!.kind === 'bare' && priced.length > 1)
    return { ...told, columns: first, asking: isFair ? 'fair' : 'needless', why: '', hasOnePrice: true }
  }
  const equals = differing.filter((group) => !group.every(({ prices }) => IS_EXEMPT.has(prices!.kind)))
  const [only] = equals
  if (equals.length === 1 && only !== undefined)
    return { ...told, columns: only, asking: hasUnlisted ? 'fair' : 'needless', why: '' }
  if (equals.length === 0)
    return { ...told, columns: best(selling), asking: 'fair', why: 'prices of measures' }
  return { ...told, columns: equals.flat(), asking: 'needed', why: 'two selling prices' }
}

function best(columns: readonly Column[]): readonly Column[] {
  const rank = Math.max(...columns.map(({ prices }) => RANKS[prices!.kind]))
  return columns.filter(({ prices }) => RANKS[prices!.kind] === rank)
}

function amountAlone(spec: ListSpec, columns: readonly Column[]): Choice {
  const amounts = columns.filter(({ prices }) => prices?.kind === 'amount')
  if (amounts.length === 0)
    return { columns: [], asking: 'fair', why: 'no price', isNothing: true, hasOnePrice: false }
  const isNamed = spec.money.where === 'title' || spec.money.where === 'column'
  const isLone = amounts.length === 1
  return {
    columns: amounts,
    asking: isNamed && isLone ? 'fair' : 'needed',
    why: 'an amount alone',
    isNothing: false,
    hasOnePrice: false,
  }
}

/** Columns whose prices are the same, also in two currencies. */
function groupsOfEqual(columns: readonly Column[], items: readonly Item[]): readonly (readonly Column[])[] {
  const groups: Column[][] = []
  for (const column of columns) {
    const same = groups.find(([first]) => items.every((item) => isSame(first!, column, item)))
    if (same === undefined) groups.push([column])
    else same.push(column)
  }
  return groups
}

const RATE = 1.95583

function isSame(a: Column, b: Column, item: Item): boolean {
  const [one, other] = [a, b].map(({ prices }) => {
    const amount = prices!.amountOf(item) ?? 0
    return prices!.currencyOf(item) === 'EUR' ? amount * RATE : amount
  })
  return Math.abs(one! - other!) < 2500
}

export function rightPrice({ prices }: Column, item: Item): RightPrice | undefined {
  const amount = prices?.amountOf(item)
  const currency = prices?.currencyOf(item)
  return amount === undefined || currency === undefined ? undefined : { price: plain(amount), currency }
}

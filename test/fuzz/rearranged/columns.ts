import type { Currency } from '#money/currency.ts'
import { type Dice, seededDice } from '../dice.ts'
import type { FuzzCell } from '../list.ts'
import type { Amount } from '../price-hand.ts'
import { cellWriter } from './cells.ts'
import { withNoise } from './noise.ts'
import { CURRENCY_TAILS, type Title, type TitleKind, withTail } from './price-titles.ts'
import type { Content } from './rival-titles.ts'
import type { HeaderGroup, ListSpec } from './spec.ts'
import { CURRENCY_TITLES } from './surroundings.ts'

/** One product of a list. */
export type Item = {
  readonly name: string
  /** The name is left blank: it is that of the row above. */
  readonly isVariant: boolean
  /** The selling price, in hundred-thousandths. */
  readonly price: Amount
  readonly quantity: number
  readonly currency: Currency
}

export type PricesOf = {
  readonly kind: TitleKind
  readonly isUnlisted: boolean
  readonly amountOf: (item: Item) => Amount | undefined
  /** Undefined for money that is not converted. */
  readonly currencyOf: (item: Item) => Currency | undefined
  /** The title names its currency. */
  readonly isNamed: boolean
}

/** A column: its titles, downwards, and its cells. */
export type Column = {
  readonly titles: readonly string[]
  readonly role: 'name' | 'price' | 'other'
  readonly cell: (item: Item, i: number) => FuzzCell
  readonly prices?: PricesOf
  /** Writes a sum of the column's prices. */
  readonly sum?: (items: readonly Item[], extra: Amount) => FuzzCell | undefined
}

/** What becomes of the selling price in a column of another meaning, in hundredths of it. */
const SHARES: Partial<Record<TitleKind, number>> = {
  net: 83.333,
  wholesale: 87,
  promo: 90,
  cost: 61,
  old: 118,
  foreign: 58,
  measure: 240,
  list: 106,
  place: 104,
  selling: 96,
  bare: 95,
}

const STEP: Record<ListSpec['hand']['decimals'], Amount> = {
  whole: 100_000,
  two: 1000,
  shortest: 1000,
  three: 100,
  many: 1,
}

export const stepOf = (spec: ListSpec): Amount => STEP[spec.hand.decimals]

export function columnsOf(spec: ListSpec): readonly Column[] {
  const dice = seededDice(spec.seed ^ 0x5eed)
  const name: Column = {
    titles: titlesOf(spec, spec.nameTitle),
    role: 'name',
    cell: ({ name: text, isVariant }) => ({ text: isVariant ? '' : text }),
  }
  const main = priceColumns(spec)
  const rivals = spec.rivals.map(({ title, isPair }) =>
    priceColumn(spec, title, titlesOf(spec, tailed(spec, title), true), isPair === true ? 'pair' : 'rival'),
  )
  const others = spec.others.map(({ title, content }, c): Column => {
    const own = seededDice(spec.seed + 31 * c)
    return {
      titles: titlesOf(spec, title),
      role: 'other',
      cell: ({ quantity }, i) => otherCell(own, content, quantity, i, spec),
    }
  })
  const blocks = [[name], main, ...[...rivals, ...others].map((column) => [column])]
  const inColumn = spec.money.where === 'column' ? [currencyColumn(spec)] : []
  const variant = variantColumns(spec)
  const ordered = spec.isShuffled ? dice.shuffled([...blocks, inColumn]) : [...blocks, inColumn]
  const counter = spec.hasCounter ? [counterColumn(spec)] : []
  return [...counter, ...variant.before, ...ordered.flat(), ...variant.after]
}

function priceColumns(spec: ListSpec): Column[] {
  const { group, rivalGroup, selling } = spec
  if (group !== undefined)
    return [...groupColumns(spec, group, true), ...(rivalGroup ? groupColumns(spec, rivalGroup, false) : [])]
  if (selling === undefined) return []
  return [priceColumn(spec, selling, titlesOf(spec, tailed(spec, selling), true), 'own')]
}

function groupColumns(spec: ListSpec, group: HeaderGroup, isFirst: boolean): Column[] {
  const { top, repeatsGroup, noise } = spec
  return group.parts.map((part, i) => {
    const above = i === 0 || repeatsGroup ? group.above : ''
    const heads = [...(top === undefined ? [] : [i === 0 && isFirst ? top : '']), above, part.text]
    const titles = heads.map((text) => withNoise(text, noise))
    return priceColumn(
      spec,
      part,
      titles,
      part.kind === 'selling' && isSecondSelling(spec, i) ? 'pair' : 'own',
    )
  })
}

const isSecondSelling = ({ group }: ListSpec, i: number): boolean =>
  group?.parts.findIndex(({ kind }) => kind === 'selling') !== i

/** How many rows of titles the list has. */
export function headerDepth(spec: ListSpec): number {
  if (spec.group !== undefined) return spec.top === undefined ? 2 : 3
  const prices = [spec.selling, ...spec.rivals.map(({ title }) => title)]
  return spec.isSplit && prices.some((title) => title !== undefined && / /.test(title.text)) ? 2 : 1
}

function titlesOf(spec: ListSpec, title: string, isPrice = false): string[] {
  const depth = headerDepth(spec)
  const noisy = withNoise(title, spec.noise)
  if (depth === 1) return [noisy]
  const [, first = title, second = ''] = /^(\S+) (.+)$/s.exec(title) ?? []
  if (isPrice && spec.isSplit && second !== '')
    return [withNoise(first, spec.noise), withNoise(second, spec.noise)]
  const blanks = Array.from({ length: depth - 1 }, () => '')
  return spec.isLow ? [...blanks, noisy] : [noisy, ...blanks]
}

/** The title with its currency, where the titles of the list name it. */
function tailed({ money, seed }: ListSpec, title: Title): string {
  if (title.currency !== undefined || money.where !== 'title' || title.kind === 'foreign') return title.text
  const tails = CURRENCY_TAILS[money.currency]
  return withTail(title.text, money.text === '' ? tails[seed % tails.length]! : money.text)
}

type Use = 'own' | 'rival' | 'pair'

function priceColumn(spec: ListSpec, title: Title, titles: readonly string[], use: Use): Column {
  const amountOf = amounts(spec, title, use)
  const isNamed = title.currency !== undefined || spec.money.where === 'title'
  const currencyOf = ({ currency }: Item): Currency | undefined =>
    title.kind === 'foreign' ? undefined : (title.currency ?? currency)
  const write = cellWriter(spec, title)
  return {
    titles,
    role: 'price',
    prices: { kind: title.kind, isUnlisted: title.isUnlisted === true, amountOf, currencyOf, isNamed },
    cell: (item, i) => {
      const amount = amountOf(item)
      return amount === undefined ? { text: '' } : write(amount, currencyOf(item), i)
    },
    sum: (items, extra) => {
      if (spec.total?.isOfAmounts === true && title.kind !== 'amount') return undefined
      if (title.kind === 'promo' || title.kind === 'old' || items.length === 0) return undefined
      const all = items.reduce((sum, item) => sum + (amountOf(item) ?? 0), extra)
      return write(all, currencyOf(items[0]!), 0)
    },
  }
}

const RATE = 1.95583

function amounts(spec: ListSpec, { kind, currency }: Title, use: Use): (item: Item) => Amount | undefined {
  const step = stepOf(spec)
  const cent = Math.min(step, 1000)
  if (use === 'pair') {
    const factor = currency === 'EUR' ? 1 / RATE : RATE
    return ({ price }) => Math.max(Math.round((price * factor) / cent), 1) * cent
  }
  if (kind === 'amount') return ({ price, quantity }) => price * quantity
  if (use === 'own' && (kind === 'selling' || spec.group === undefined)) return ({ price }) => price
  const share = (SHARES[kind] ?? 100) / 100
  const isRare = kind === 'promo' || kind === 'old'
  return ({ price, quantity }) => {
    if (isRare && spec.seed % 3 === 0 && quantity % 3 === 0) return undefined
    const rounded = Math.round((price * share) / step) * step
    return rounded === price || rounded < step ? price + step * (share > 1 ? 1 : 2) : rounded
  }
}

function currencyColumn(spec: ListSpec): Column {
  const titles = CURRENCY_TITLES[spec.language]
  const [bgn, eur] =
    spec.seed % 3 === 0 ? ['лв.', '€'] : spec.seed % 3 === 1 ? ['BGN', 'EUR'] : ['лева', 'евро']
  return {
    titles: titlesOf(spec, titles[spec.seed % titles.length]!),
    role: 'other',
    cell: ({ currency }) => ({ text: currency === 'BGN' ? bgn : eur }),
  }
}

const counterColumn = (spec: ListSpec): Column => ({
  titles: titlesOf(spec, ['№', 'No', '№ по ред', '#'][spec.seed % 4]!),
  role: 'other',
  cell: (_item, i) =>
    spec.format === 'csv' || spec.format === 'html' || spec.isText
      ? { text: String(i + 1) }
      : { text: String(i + 1), stored: { t: 'n', v: i + 1 } },
})

const SIZES = ['S', 'M', 'L', 'XL']

function variantColumns(spec: ListSpec): { before: Column[]; after: Column[] } {
  if (spec.variants === 'none') return { before: [], after: [] }
  const isShop = spec.variants === 'shopify'
  const size: Column = {
    titles: titlesOf(spec, isShop ? 'Option1 Value' : spec.language === 'bg' ? 'Размер' : 'Size'),
    role: 'other',
    cell: (_item, i) => ({ text: SIZES[i % SIZES.length]! }),
  }
  const handle: Column = {
    titles: titlesOf(spec, 'Handle'),
    role: 'other',
    cell: ({ name }) => ({ text: `p-${[...name].reduce((sum, sign) => sum + sign.charCodeAt(0), 0)}` }),
  }
  return { before: isShop ? [handle] : [], after: [size] }
}

function otherCell(dice: Dice, content: Content, quantity: number, i: number, spec: ListSpec): FuzzCell {
  const { mark } = spec.hand
  const isBook = spec.format !== 'csv' && spec.format !== 'html' && !spec.isText
  const number = (value: number, digits: number, z = 'General'): FuzzCell => {
    const text = value.toFixed(digits).replace('.', mark)
    return isBook ? { text, stored: { t: 'n', v: value, z } } : { text }
  }
  switch (content) {
    case 'percent':
      return dice.chance(30) ? { text: `${dice.from(1, 60)}%` } : number(dice.from(1, 60), 0)
    case 'money':
      return number(dice.from(20, 990) / 100, 2)
    case 'date':
      return { text: `${String(dice.from(1, 28)).padStart(2, '0')}.0${dice.from(1, 9)}.2026` }
    case 'code':
      return { text: `A-${1000 + 7 * i + dice.from(0, 5)}` }
    case 'count':
      return number(quantity, 0)
    case 'weight':
      return number(dice.from(1, 60) / 4, 2)
    case 'barcode':
      return { text: `380${dice.from(1_000_000_000, 1_999_999_999)}` }
    case 'text':
      return { text: dice.pick(['бр', 'кг', 'А', 'B2', '', 'ново']) }
  }
}

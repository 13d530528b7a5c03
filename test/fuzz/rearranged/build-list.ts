import type { Currency } from '#money/currency.ts'
import { type Dice, seededDice } from '../dice.ts'
import type { FuzzCell } from '../list.ts'
import { type Amount, plain } from '../price-hand.ts'
import { type Column, type Item, columnsOf, headerDepth, stepOf } from './columns.ts'
import type { ListSpec, Oddity } from './spec.ts'
import { PRODUCTS, SECTIONS } from './surroundings.ts'
import { ambiguityOf } from './ambiguous.ts'
import { type ProductLine, type Truth, rightColumns, rightPrice } from './truth.ts'

export type Merge = {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** A list as cells, with its expected reading; lines are 1-based. */
export type BuiltList = {
  readonly grid: readonly (readonly FuzzCell[])[]
  readonly merges: readonly Merge[]
  readonly truth: Truth
  /** The price column, and the last column that a row needs. */
  readonly priceAt: number
  readonly lastNeeded: number
}

export function buildList(spec: ListSpec): BuiltList {
  const items = itemsOf(spec)
  const columns = columnsOf(spec)
  const sheet = new Sheet(spec, columns, items)
  for (const text of aboveOf(spec)) sheet.addText(text)
  sheet.addHeader(true)
  sheet.addBody()
  for (const text of belowOf(spec)) sheet.addText(text)
  return sheet.finish()
}

const aboveOf = ({ money, above, mention }: ListSpec): string[] => [
  ...above,
  ...(mention === undefined ? [] : [mention.text]),
  ...(money.where === 'above' ? [money.text] : []),
  ...(money.conflict === undefined || (money.conflictIn ?? 'above') !== 'above' ? [] : [money.conflict]),
]

const belowOf = ({ money, below }: ListSpec): string[] => [
  ...(money.where === 'below' ? [money.text] : []),
  ...below,
]

function itemsOf(spec: ListSpec): readonly Item[] {
  const dice = seededDice(spec.seed ^ 0x17e5)
  const names = dice.shuffled(PRODUCTS[spec.names])
  const step = stepOf(spec)
  const items = Array.from({ length: spec.itemCount }, (_, i): Item => {
    const size = spec.variants === 'none' ? 1 : 2 + (spec.seed % 2)
    const isLookalike = spec.lookalike !== undefined && i === spec.itemCount - 1
    const nth = Math.floor(i / size)
    const again = nth >= names.length ? ` ${nth}` : ''
    return {
      name: isLookalike ? spec.lookalike : names[nth % names.length]! + again,
      isVariant: size > 1 && i % size > 0 && !isLookalike,
      price: priceOf(dice, step),
      quantity: dice.from(2, 40),
      currency: currencyOf(dice, spec),
    }
  })
  if (!spec.isSumByChance || items.length < 3) return items
  return items.map((item, i) => (i === 2 ? { ...item, price: items[0]!.price + items[1]!.price } : item))
}

const priceOf = (dice: Dice, step: Amount): Amount =>
  Math.ceil((dice.pick([500, 3000, 20_000, 250_000]) * 1000 * dice.from(250, 999)) / 999 / step) * step

function currencyOf(dice: Dice, { money, group }: ListSpec): Currency {
  const first = group?.parts.find(({ kind }) => kind === 'selling')?.currency
  const isOther = money.isMixed === true && dice.chance(40)
  const currency = first ?? money.currency
  return isOther ? (currency === 'BGN' ? 'EUR' : 'BGN') : currency
}

class Sheet {
  readonly #spec: ListSpec
  readonly #columns: readonly Column[]
  readonly #items: readonly Item[]
  readonly #grid: FuzzCell[][] = []
  readonly #merges: Merge[] = []
  readonly #products: ProductLine[] = []
  readonly #totals: number[] = []
  readonly #choice
  readonly #secondAt: number
  readonly #seconds: readonly Item[]

  constructor(spec: ListSpec, columns: readonly Column[], items: readonly Item[]) {
    this.#spec = spec
    this.#columns = columns
    this.#items = items
    this.#choice = rightColumns(spec, columns, items)
    this.#secondAt =
      spec.layout === 'one table' ? -1 : columns.length + (spec.layout === 'side by side, close' ? 0 : 1)
    this.#seconds = itemsOf({
      ...spec,
      seed: spec.seed + 77,
      lookalike: undefined,
      isSumByChance: false,
    }).slice(spec.seed % 2)
  }

  addText(text: string): void {
    this.#add(text === '' ? [] : [{ text }], false)
  }

  addHeader(isMerged: boolean): void {
    const depth = headerDepth(this.#spec)
    const top = this.#grid.length
    const { group, rivalGroup, repeatsGroup, blankLeft } = this.#spec
    const second = this.#secondColumns()
    for (let r = 0; r < depth; r++) {
      const row = this.#columns.map(({ titles }) => ({ text: titles[r] ?? '' }))
      if (second.length > 0) {
        while (row.length < this.#secondAt) row.push({ text: '' })
        row.push(...second.map(({ titles }) => ({ text: otherTitle(this.#spec, titles[r] ?? '') })))
      }
      const isLost = this.#spec.oddity === 'first title lost' && depth === 1
      this.#add(isLost ? [...row.slice(1), { text: '' }] : row)
    }
    if (!isMerged || depth === 1) return
    this.#columns.forEach(({ titles, role }, c) => {
      const column = c + blankLeft
      if (role !== 'price' && titles[0] !== '')
        this.#merges.push({ row: top, column, rows: depth, columns: 1 })
    })
    if (group === undefined || repeatsGroup) return
    const widths = [group, ...(rivalGroup === undefined ? [] : [rivalGroup])].map(({ parts }) => parts.length)
    let column = blankLeft + this.#columns.findIndex(({ role }) => role === 'price')
    widths.forEach((columns, g) => {
      for (let r = 0; r < depth - 1; r++)
        if (g === 0 || r === depth - 2) this.#merges.push({ row: top + r, column, rows: 1, columns })
      column += columns
    })
  }

  addBody(): void {
    const { sections, blankRows, repeatsHeader, total, itemCount, language } = this.#spec
    const groups = Math.max(sections, 1)
    const size = Math.ceil(itemCount / groups)
    for (let g = 0; g < groups; g++) {
      const block = this.#items.slice(g * size, (g + 1) * size)
      if (block.length === 0) break
      const section = SECTIONS[language][g % SECTIONS[language].length]!
      if (sections > 0) this.#addSection(section)
      block.forEach((item, i) => this.#addItem(item, g * size + i))
      if (total !== undefined && total.where !== 'end') this.#addTotal(block, section, true)
      if (g === 0 && groups > 1 && repeatsHeader) this.addHeader(false)
      else if (blankRows && g < groups - 1) this.#add([])
    }
    if (total !== undefined && total.where !== 'groups') this.#addTotal(this.#items, '', false)
  }

  finish(): BuiltList {
    const { asking, why, isNothing, hasOnePrice, columns } = this.#choice
    const { money, total, layout, oddity, blankLeft } = this.#spec
    const isConflict =
      money.conflict !== undefined && money.conflictIn !== 'file' && money.conflictIn !== 'sheet'
    const ambiguity = ambiguityOf(
      this.#grid,
      [...this.#products.map(({ line }) => line), ...this.#totals],
      this.#at(columns),
    )
    const isTotalDoubtful = total !== undefined && !total.isSum
    const isDamaged = oddity !== undefined && DAMAGES.has(oddity)
    const needed = isConflict ? 'a conflict of currencies' : ambiguity === 'open' ? 'ambiguous prices' : ''
    const reasons = {
      'a total that is no sum': isTotalDoubtful,
      'a product like a total': this.#spec.lookalike !== undefined,
      damage: isDamaged,
      'a name that names another currency': money.conflict !== undefined,
      'an amount in the other currency': isContradicted(this.#spec),
    }
    const fair = Object.entries(reasons).find(([, isSo]) => isSo)?.[0] ?? ''
    const isAside = layout !== 'one table'
    const truth: Truth = {
      products: this.#products,
      totals: this.#totals,
      areTotalsDoubtful: isTotalDoubtful,
      isNothing,
      isDamaged,
      // Then no title is above its own column.
      hasOnePrice: hasOnePrice && !isAside && oddity !== 'first title lost',
      ...(needed !== '' && !isNothing
        ? { asking: 'needed', why: needed }
        : fair !== '' && asking === 'needless'
          ? { asking: 'fair', why: fair }
          : { asking, why }),
    }
    const at = this.#at(columns)
    const needs = this.#columns.flatMap(({ role }, c) => (role === 'other' ? [] : [c + blankLeft]))
    return {
      grid: this.#grid,
      merges: this.#merges,
      truth,
      priceAt: at[0] ?? -1,
      lastNeeded: Math.max(
        ...needs,
        this.#spec.money.where === 'column' ? this.#columns.length + blankLeft : 0,
      ),
    }
  }

  #at(columns: readonly Column[]): number[] {
    return columns.map((column) => this.#columns.indexOf(column) + this.#spec.blankLeft)
  }

  #secondColumns(): readonly Column[] {
    if (this.#secondAt === -1) return []
    const name = this.#columns.find(({ role }) => role === 'name')!
    return [name, ...this.#choice.columns.slice(0, 1)]
  }

  #addSection(text: string): void {
    const at =
      this.#spec.sectionPlace === 'first' ? 0 : this.#columns.findIndex(({ role }) => role === 'name')
    this.#add(this.#columns.map((_, c) => ({ text: c === at ? text : '' })))
  }

  #addItem(item: Item, i: number): void {
    const row = this.#columns.map((column) => column.cell(item, i))
    const second = this.#secondColumns()
    const beside = second.length > 0 ? this.#seconds[i] : undefined
    if (beside !== undefined) {
      while (row.length < this.#secondAt) row.push({ text: '' })
      row.push(...second.map((column) => column.cell(beside, i)))
    }
    this.#add(row)
    if (item.isVariant && this.#spec.variants === 'merged') this.#mergeName()
    this.#addProduct(item)
    if (beside !== undefined) this.#addProduct(beside, true)
  }

  /** The name of the row above goes on in this one. */
  #mergeName(): void {
    const column = this.#columns.findIndex(({ role }) => role === 'name') + this.#spec.blankLeft
    const last = this.#merges.at(-1)
    const row = this.#grid.length - 1
    if (last !== undefined && last.column === column && last.row + last.rows === row && last.row >= 1)
      this.#merges[this.#merges.length - 1] = { ...last, rows: last.rows + 1 }
    else this.#merges.push({ row: row - 1, column, rows: 2, columns: 1 })
  }

  #addProduct(item: Item, isOfSecondTable = false): void {
    const { columns } = this.#choice
    const others = this.#columns.flatMap((column) => {
      const amount = columns.includes(column) ? undefined : column.prices?.amountOf(item)
      return amount === undefined ? [] : [{ kind: column.prices!.kind, price: plain(amount) }]
    })
    this.#products.push({
      line: this.#grid.length,
      name: item.name,
      right: columns.map((column) => rightPrice(column, item)),
      others,
      ...(isOfSecondTable && { isOfSecondTable }),
    })
  }

  #addTotal(items: readonly Item[], section: string, isOfGroup: boolean): void {
    const { total } = this.#spec
    if (total === undefined) return
    const { word: plainWord, place, isSum, namesGroup } = total
    const needsName = / (?:за|for)$/.test(plainWord)
    const word =
      isOfGroup && section !== '' && (needsName || namesGroup) ? `${plainWord} ${section}` : plainWord
    const shown = needsName && !word.includes(section || '\0') ? `${plainWord} групата` : word
    const extra = isSum ? 0 : 137_000
    const firstSum = this.#columns.findIndex(({ role }) => role === 'price')
    const name = this.#columns.findIndex(({ role }) => role === 'name')
    const isBefore = place === 'before' && firstSum > 0 && this.#columns[firstSum - 1]!.role !== 'price'
    const at = place === 'first' ? 0 : isBefore ? firstSum - 1 : name
    const row = this.#columns.map(({ sum }, c) =>
      c === at ? { text: shown } : (sum?.(items, extra) ?? { text: '' }),
    )
    this.#add(row)
    this.#totals.push(this.#grid.length)
  }

  #add(cells: readonly FuzzCell[], isShifted = true): void {
    const blanks = isShifted ? Array.from({ length: this.#spec.blankLeft }, () => ({ text: '' })) : []
    this.#grid.push([...blanks, ...cells])
  }
}

/** An amount above the table is in another currency than the one stated for the prices. */
const isContradicted = ({ mention, money: { where, currency } }: ListSpec): boolean =>
  mention !== undefined &&
  mention.currency !== currency &&
  ['none', 'above', 'below', 'sheet', 'file'].includes(where)

const DAMAGES: ReadonlySet<Oddity> = new Set([
  'one byte too few',
  'one byte too many',
  'starts one byte off',
  'first title lost',
])

const OTHER_TITLES: Readonly<Record<string, string>> = {
  Име: 'Продукт',
  Наименование: 'Стока',
  Цена: 'Ед. цена',
  Name: 'Product',
  Price: 'Unit price',
}

const otherTitle = ({ layout }: ListSpec, title: string): string =>
  layout === 'side by side, other titles' ? (OTHER_TITLES[title] ?? title) : title

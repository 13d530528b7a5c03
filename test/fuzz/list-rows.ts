import type { Currency } from '#money/currency.ts'
import type { Dice } from './dice.ts'
import { DEFAULT_CURRENCY, type FuzzCell, type PersonReading } from './list.ts'
import { type Hand, type Meaning, NO_PRICE, drawAmount, plain, priceText, signOf } from './price-hand.ts'
import { noPriceText } from './no-price.ts'
import { storedPrice } from './stored-price.ts'
import { EXTRAS, type ExtraColumn, currencyTitle, nameTitle, otherMoneyTitle, priceTitle } from './titles.ts'

const PRODUCTS = [
  'Хляб',
  'Сирене краве, 400 г',
  'Вода "Горна баня" 1,5 л',
  'Тръба 1/2"',
  'Болт M8x20; поцинкован',
  '"Добруджа" хляб',
  'Milk 3.6%',
  '7',
  'Кашкавал\nВитоша',
  'Лампа 60W | E27',
  "Сок 'Капи'",
  'Тръба 5; 10',
  'Кабел 3, 5',
  '=A1+1',
  '<b>Ракия</b> 0,7',
  'Ценоразпис',
] as const

/** The columns of one table of a list, and the currency that the price title names. */
export type Layout = {
  readonly columns: readonly ColumnKind[]
  readonly titles: readonly string[]
  readonly titled: Currency | undefined
  /** The title names money that is not converted. */
  readonly isOtherMoney: boolean
}

type ColumnKind = 'name' | 'price' | 'currency' | 'other-price' | ExtraColumn

export function drawLayout(dice: Dice): Layout {
  const hasPair = dice.chance(8)
  const hasCurrency = !hasPair && dice.chance(25)
  const titled = hasPair || (!hasCurrency && dice.chance(40)) ? dice.pick(['BGN', 'EUR']) : undefined
  const isOtherMoney = titled === undefined && !hasCurrency && dice.chance(4)
  const extras = dice.shuffled(EXTRAS).slice(0, dice.from(0, 4))
  const kinds: ColumnKind[] = ['name', 'price', ...extras]
  if (hasCurrency) kinds.push('currency')
  if (hasPair) kinds.push('other-price')
  const columns = mainFirst(dice.chance(50) ? kinds : dice.shuffled(kinds))
  const titles = columns.map((kind) => {
    if (kind === 'name') return nameTitle(dice)
    if (kind === 'currency') return currencyTitle(dice)
    if (kind === 'price') return isOtherMoney ? otherMoneyTitle(dice) : priceTitle(dice, titled)
    if (kind === 'other-price') return titled === 'BGN' ? 'Цена EUR' : 'Цена BGN'
    return dice.pick(kind.titles)
  })
  return { columns, titles: hasPair ? pairTitles(columns, titles, titled) : titles, titled, isOtherMoney }
}

/** Of two prices that are the same price in two currencies the left one is converted. */
function mainFirst(kinds: readonly ColumnKind[]): readonly ColumnKind[] {
  const [price, other] = [kinds.indexOf('price'), kinds.indexOf('other-price')]
  if (other === -1 || price < other) return kinds
  return kinds.map((kind) => (kind === 'price' ? 'other-price' : kind === 'other-price' ? 'price' : kind))
}

/** Two prices of one rank: their titles differ in the currency alone. */
const pairTitles = (
  columns: readonly ColumnKind[],
  titles: readonly string[],
  titled: Currency | undefined,
) => titles.map((title, c) => (columns[c] === 'price' ? `Цена ${titled ?? ''}` : title))

export type DataRow = {
  readonly cells: readonly FuzzCell[]
  readonly name: string
  readonly reading: PersonReading
}

/** Where the cells of a list name their currency, and how often they hold no price. */
export type Habit = {
  readonly namesCurrency: 'never' | 'always' | 'sometimes'
  readonly noPrices: number
  /** Cells of a workbook can be numbers; text is all that a text file has. */
  readonly numbers: number
}

export const drawHabit = (dice: Dice, isWorkbook: boolean): Habit => ({
  namesCurrency: dice.weighted([
    [5, 'never'],
    [2, 'always'],
    [2, 'sometimes'],
  ]),
  noPrices: dice.pick([0, 5, 15, 30]),
  numbers: isWorkbook ? dice.pick([100, 0, 50, 90]) : 0,
})

export function drawRow(dice: Dice, layout: Layout, hand: Hand, habit: Habit, i: number): DataRow {
  const name = dice.chance(4) ? '' : dice.pick(PRODUCTS)
  const columnCurrency = dice.weighted<Currency | undefined>([
    [5, 'BGN'],
    [3, 'EUR'],
    [1, undefined],
  ])
  const { cell, meaning } = priceCell(dice, layout, hand, habit)
  const other = otherPrice(dice, layout, meaning, hand)
  const isSwapped = other !== undefined && other.isAlone
  const cells = layout.columns.map((kind): FuzzCell => {
    if (kind === 'name') return { text: name }
    if (kind === 'price') return isSwapped ? { text: '' } : cell
    if (kind === 'other-price') return { text: other?.text ?? '' }
    if (kind === 'currency') return { text: columnCurrency === undefined ? '' : signOf(dice, columnCurrency) }
    return { text: kind.cell(dice, i) }
  })
  if (isSwapped)
    return { cells, name, reading: { kind: 'price', price: other.price, currency: other.currency } }
  const inColumn = layout.columns.includes('currency') ? columnCurrency : undefined
  const reading = readingOf(meaning, layout, inColumn)
  return {
    cells,
    name,
    reading: reading.kind === 'price' && other !== undefined ? { ...reading, also: other } : reading,
  }
}

function priceCell(
  dice: Dice,
  layout: Layout,
  hand: Hand,
  habit: Habit,
): { cell: FuzzCell; meaning: Meaning } {
  const isNamed =
    !layout.isOtherMoney &&
    (habit.namesCurrency === 'always' || (habit.namesCurrency === 'sometimes' && dice.chance(50)))
  const named = isNamed ? (layout.titled ?? dice.pick(['BGN', 'EUR'])) : undefined
  if (habit.numbers > 0 && dice.chance(habit.numbers))
    return storedPrice(dice, named, dice.chance(habit.noPrices))
  if (dice.chance(habit.noPrices)) return { cell: { text: noPriceText(dice, hand) }, meaning: NO_PRICE }
  const { text, meaning } = priceText(dice, hand, drawAmount(dice, hand), named)
  return { cell: { text }, meaning }
}

/** The same price in the other currency, or it alone where the first was left out. */
function otherPrice(dice: Dice, layout: Layout, meaning: Meaning, hand: Hand) {
  if (!layout.columns.includes('other-price') || meaning.kind === 'none') return undefined
  const currency: Currency = layout.titled === 'BGN' ? 'EUR' : 'BGN'
  const hundredths = dice.from(1, 99_999_99)
  const text = (hundredths / 100).toFixed(2).replace('.', hand.mark)
  return { text, price: plain(hundredths * 1000), currency, isAlone: dice.chance(15) }
}

function readingOf(meaning: Meaning, layout: Layout, inColumn: Currency | undefined): PersonReading {
  if (meaning.kind === 'none' || layout.isOtherMoney) return { kind: 'none' }
  const currency = meaning.currency ?? inColumn ?? layout.titled ?? DEFAULT_CURRENCY
  return { kind: 'price', price: meaning.price, currency }
}

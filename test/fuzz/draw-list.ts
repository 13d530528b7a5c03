import type { Dice } from './dice.ts'
import type { Expected, FuzzCell, PersonReading, PriceList } from './list.ts'
import { drawHabit, drawLayout, drawRow, type Habit, type Layout } from './list-rows.ts'
import { drawHand, type Hand } from './price-hand.ts'
import { priceTitle } from './titles.ts'

const ABOVE = [
  'Ценова листа',
  'Валидна от 01.05.2026 г.',
  'Тел. 02/123 45 67',
  '',
  '„Пример“ ООД, гр. София',
  'Всички цени са крайни',
  'Price list 2026',
] as const

const BELOW = ['* Цените са с ДДС', 'Изготвил: И. Иванов', 'Общо: 123,45', 'стр. 1'] as const

const UNKNOWN_TITLES = ['Col A', 'Първа', 'x', 'Nazwa', '???', 'Поле'] as const

/** A list with everything that surrounds its rows in real files. */
export function drawList(dice: Dice, isWorkbook: boolean): PriceList {
  const hand = drawHand(dice)
  const habit = drawHabit(dice, isWorkbook)
  const layout = drawLayout(dice)
  const sheet = new ListSheet()
  const isTitled = !dice.chance(4)
  for (const text of dice.times(
    dice.weighted([
      [6, 0],
      [2, 1],
      [2, dice.from(2, 6)],
    ]),
    () => dice.pick(ABOVE),
  ))
    sheet.add([{ text }])
  if (isTitled) sheet.add(layout.titles.map(cellOf))
  else if (dice.chance(50)) sheet.add(layout.titles.map(() => cellOf(dice.pick(UNKNOWN_TITLES))))
  drawBody(
    dice,
    sheet,
    layout,
    hand,
    habit,
    dice.weighted([
      [8, dice.from(1, 6)],
      [3, dice.from(5, 25)],
    ]),
    isTitled,
  )
  if (isTitled && dice.chance(8)) drawSecondTable(dice, sheet, layout, hand, habit)
  if (dice.chance(12)) sheet.add(totalsRow(dice, layout))
  if (dice.chance(8)) sheet.add([{ text: dice.pick(BELOW) }])
  return { grid: sheet.grid, expected: sheet.expected, isTitled }
}

const cellOf = (text: string): FuzzCell => ({ text })

class ListSheet {
  readonly grid: (readonly FuzzCell[])[] = []
  readonly expected: Expected[] = []

  add(cells: readonly FuzzCell[], row?: { name: string; reading: PersonReading }): void {
    this.grid.push(cells)
    if (row !== undefined) this.expected.push({ line: this.grid.length, ...row })
  }
}

function drawBody(
  dice: Dice,
  sheet: ListSheet,
  layout: Layout,
  hand: Hand,
  habit: Habit,
  count: number,
  isTitled = true,
): void {
  for (let i = 0; i < count; i++) {
    const { cells, name, reading } = drawRow(dice, layout, hand, habit, i)
    sheet.add(cells, { name, reading })
    if (dice.chance(3)) sheet.add([])
    if (isTitled && dice.chance(2))
      sheet.add(layout.titles.map(cellOf), { name: '', reading: { kind: 'none' } })
    if (dice.chance(2)) {
      const name = dice.pick(['Хлебни изделия', 'НАПИТКИ'])
      sheet.add(
        layout.columns.map((kind) => cellOf(kind === 'name' ? name : '')),
        { name, reading: { kind: 'none' } },
      )
    }
  }
}

/** A table below the first, its columns in another order or its price in another currency. */
function drawSecondTable(dice: Dice, sheet: ListSheet, first: Layout, hand: Hand, habit: Habit): void {
  sheet.add([])
  if (dice.chance(50)) sheet.add([cellOf('Второ приложение')])
  const order = dice.shuffled(first.columns.map((_, c) => c))
  const isEuro = first.titled === 'BGN' && !first.columns.includes('other-price') && dice.chance(50)
  const titled = isEuro ? 'EUR' : first.titled
  const titles = first.titles.map((title, c) =>
    isEuro && first.columns[c] === 'price' ? priceTitle(dice, 'EUR') : title,
  )
  const layout: Layout = {
    ...first,
    titled,
    columns: order.map((c) => first.columns[c]!),
    titles: order.map((c) => titles[c]!),
  }
  sheet.add(layout.titles.map(cellOf))
  drawBody(dice, sheet, layout, hand, habit, dice.from(1, 4))
}

/** Its sum may be read or not: it is an amount, and no article. */
const totalsRow = (dice: Dice, { columns }: Layout): FuzzCell[] =>
  columns.map((kind) =>
    cellOf(kind === 'name' ? 'Общо' : kind === 'price' && dice.chance(50) ? 'Общо: 123,45' : ''),
  )

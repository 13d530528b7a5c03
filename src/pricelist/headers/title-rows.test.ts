import { describe, expect, test } from 'vitest'
import type { Cell } from '#table/table.ts'
import {
  STATEMENT,
  areOneHeader,
  hasAmount,
  isNumber,
  isYearAndCurrency,
  mayBeYearOfPrices,
} from './title-rows.ts'

const list = (texts: string) => texts.split('|')
const stored = (text: string): Cell => ({ kind: 'number', text })
const date: Cell = { kind: 'other', what: 'date', text: '45000' }
const text = (one: string): Cell => ({ kind: 'text', text: one })

describe('READ-03 · digits in titles', () => {
  test('READ-03 · of years, dates, measures and column numbers are no amounts', () => {
    const titles =
      'Цена|Цена 2026|Цена 2025 / 2026 г.|Цена към 01.05.2026|Цена от 1.5.26 г.|Цена 5 май 2026|1. Цена|2.1. Цена|3) Цена|Цена за 100 г|Цена 1 кг|' +
      'Цена за 10 бр|Отстъпка 20 %|2026|01-2026|Цена за 5 л|Price per 100 g|Pack 10 pcs|ПЦД1|Store2'
    expect(list(titles).filter(hasAmount)).toEqual([])
    expect([text('Цена 2026'), '', undefined].map(hasAmount)).toEqual([false, false, false])
  })

  test('READ-03 · of anything else are', () => {
    const others =
      '12,50|5|5 лв.|1999 €|€ 2026|лв. 2026|Цена: 5|Цена: €5|2200|№ 5|Магазин 1|Цена 12,50|3 бр.|(7)|Цена 500 г 5|12 месеца|Цена 1899'
    expect(list(others).filter((one) => !hasAmount(one))).toEqual([])
    expect([stored('2026'), date, text('5')].map(hasAmount)).toEqual([true, true, true])
    // A long text is none of the titles: any digit counts.
    const long = (length: number) => `Цена 2026 ${'а'.repeat(length)}`
    expect([hasAmount(long(310)), hasAmount(long(311))]).toEqual([false, true])
    expect(hasAmount('а'.repeat(400))).toBe(false)
  })

  test('READ-03 · a price by itself is a number, a title with a number is none', () => {
    const numbers = list('12,50|5|1 234|5 лв.|€5|Цена: 5|1.5|20 евро')
    expect(numbers.filter((one) => !isNumber(one))).toEqual([])
    const others = list('Цена|Цена 2026|Price 5|1. Цена|12%|а5|٣x|01.05.2026|')
    expect(others.filter(isNumber)).toEqual([])
    expect([stored('7'), date, text('7'), undefined].map(isNumber)).toEqual([true, true, false, false])
  })

  test('READ-03 · a year of these times with a currency', () => {
    expect(list('2026 €|2015 лв.|2039 EUR| 2010 лева ').filter((one) => !isYearAndCurrency(one))).toEqual([])
    expect(
      list('2026|2026 €5|2009 €|2040 €|1999 €|12026 €|2026 г.|€ 2026|2026 бр').filter(isYearAndCurrency),
    ).toEqual([])
  })

  test('READ-03 · a row that may be years of prices or a product', () => {
    const mayBe = (titles: string, row: string) => mayBeYearOfPrices(titles.split(';'), row.split(';'))
    for (const year of [
      '2026',
      ' 1999 ',
      '2026 г.',
      '2026г',
      '2026 год.',
      '2026 година',
      '2026 year',
      '2026 €',
    ])
      expect([year, mayBe(';Цена', `Услуга;${year}`)]).toEqual([year, true])
    for (const year of ['1899', '2126', '20265', 'от 2026', '2026 бр', '5 €', '2009 €'])
      expect([year, mayBe(';Цена', `Услуга;${year}`)]).toEqual([year, false])
    expect([
      mayBe('Име;Цена', 'Услуга;2026'),
      mayBe(';Код', 'Услуга;2026'),
      mayBe(';Цена', 'Хляб;2026'),
    ]).toEqual([false, false, false])
  })

  test('READ-04 · statements about the prices of a whole list', () => {
    const statements =
      'Цени в евро|Всички цени са в лева|Цените са в лв.|Prices in EUR|All prices in BGN|PRICES in €|ceni v evro|Cenite sa v leva'
    expect(list(statements).filter((one) => !STATEMENT.test(one))).toEqual([])
    expect(
      list('Цена в евро|Нашите цени в евро|Цени|Цени 2026|Цени за кг|Price EUR').filter((one) =>
        STATEMENT.test(one),
      ),
    ).toEqual([])
  })
})

test.each([
  ['', true],
  [' ', true],
  ['Име', true],
  ['артикул', true],
  ['Хляб', false],
])('READ-03 · years below a price are titles with %j below the names: %s', (below, areTitles) => {
  const years = [below, stored('2025'), stored('2026')]
  expect(areOneHeader([['Име', 'Цена', ''], years], 0)).toBe(areTitles)
})

describe('READ-03 · whether two rows are one header', () => {
  const cellsOf = (row: string) =>
    row.split(';').map((cell) => (/^\d+$/.test(cell) ? stored(cell) : cell.replace(/^'/, '')))
  const areOne = (...rows: string[]) => areOneHeader(rows.map(cellsOf), rows.length - 2)

  test.each([
    // A statement above names and prices is the title of the list, also over what tells prices apart.
    ['Цени в лева', 'едро;Име', false],
    ['Цени', 'едро;Име', true],
    // A heading of the rows begins with a capital letter.
    ['Име;Цена', ';в Пловдив', true],
    ['Име;Цена', '; Пловдив', false],
    ['Име;Цена', ';По рецепта', false],
    ['Име;Цена', ';по договаряне', false],
    // Below the title of currencies stand those of prices.
    ['Име;Цена;Валута', ';едро;лв.', false],
    ['Име;Цена;Валута', ';едро;Валута', true],
    ['Име;Цена;Код ', ';едро; Код', true],
    [';лв.;€', ';€;лв.', false],
    ['Код;лв.', ';€', true],
    // A year stored as a number is one of prices only beside another one.
    ['Име;Цена', ';2026', false],
    ['Име;Цена;;', ';2025;2026;12027', false],
    ['Име;Цена;;', ';2025;2026;20271', false],
    ['Име;Цена;;', ';2025;2026;2027', true],
    ['Име;Цена;', ';2025;2026', true],
    ['Име;Цена;;Промо;Град', ";'2025;;'2026;София", false],
    ['Име;Цена;;;Град', ";'2025;;'2026;София", true],
    ['XY;Цена;', "Handle;'2025;'2026", true],
    // A group has no column of its own, and a name nothing but a name below it.
    ['Плодове;Цена', 'Име;едро;Код', true],
    ['Плодове;Цена;Вид', 'Име;едро;Код', false],
    ['Стока;Име', 'цена;', true],
    ['Стока;Код', 'цена;', false],
    ['Име;Стока;Цена', ';стойност;едро', false],
    ['Име на;Цена', 'продукта;едро', true],
    ['Name;Price', 'bg;EUR', true],
    ['Име;Цена', 'за печат;едро', false],
    [';Цена', 'бяла;едро', false],
    [';Цена', 'едро;дребно', false],
    // Beside a name below, each text goes on.
    [';Ед.;Стара', 'Име;цена;цена', true],
    [';Ед.;Град', 'Име;цена;София', false],
    [';Ед.;Стара цена', 'Име;цена;', false],
    [';Ед.;Код', 'Име;цена;', false],
  ])('READ-03 · %s above %s: %s', (upper, lower, areTitles) => {
    expect(areOne(upper, lower)).toBe(areTitles)
  })

  test('READ-03 · a blank cell is that of the row above', () => {
    expect(areOne('Име;Промо;Код', ';; ', ';;€')).toBe(false)
    expect(areOne('Име;Промо;Цена', ';едро; ', ';лв.;XY')).toBe(true)
    expect(areOne('Име;Промо;Код', ';едро; ', ';лв.;XY')).toBe(false)
  })

  test('READ-03 · is told by their first 512 columns', () => {
    const wide = (left: string, right: string, blank: number) => `${left}${';'.repeat(blank)}${right}`
    expect(areOne(wide('Име;Цена', '', 511), wide(';едро', 'Код', 510))).toBe(false)
    expect(areOne(wide('Име;Цена', '', 511), wide(';едро', 'Код', 511))).toBe(true)
    expect(areOne(wide(';Ед.', 'Град', 511), wide('Име;цена', '', 511))).toBe(true)
    expect(areOne(wide(';Ед.', 'Град', 510), wide('Име;цена', '', 511))).toBe(false)
  })
})

test.each(['-', '—', 'n/a', 'няма'])(
  'READ-03 · a product whose price is %s is no part of the titles',
  (text) => {
    const table = [
      ['Цена', 'Стока/услуга'],
      [text, 'Хляб'],
      ['1,20', 'Мляко'],
    ]
    expect(areOneHeader(table, 0)).toBe(false)
  },
)

import { describe, expect, test } from 'vitest'
import type { Table } from '#table/table.ts'
import { detectColumns } from '../columns/detect-columns.ts'
import type { Columns } from '../types.ts'
import { hasRowsAbove, isHeaderDamaged, otherMoneyIn } from './header-warnings.ts'

const tableOf = (...rows: string[]): Table => rows.map((row) => row.split(';'))
const times = (count: number, row: string) => Array.from({ length: count }, () => row)

describe('READ-04 · a text around the list that says its prices are in money that is not converted', () => {
  const LIST = ['Име;Цена', 'Хляб;1,80', 'Сол;0,90']
  const DOLLARS = 'Всички цени са в долари'

  test.each([
    DOLLARS,
    'Prices in £',
    'Цени в хил. лв.',
    'Валута: USD',
    'ЦЕНИТЕ СА В ЩАТСКИ ДОЛАРИ',
    'Цени за 3 хил. бр, в USD',
    'По фиксиран курс? Цени в USD',
    'Добър курс! Цените са в USD',
    'Курс на деня. Цени в USD',
    'Prices: TRY',
  ])('READ-04 · %s', (text) => {
    expect(otherMoneyIn(tableOf(` ${text} ;`, ...LIST), 1)).toBe(text)
    expect(otherMoneyIn(tableOf(...LIST, `;${text}`), 0)).toBe(text)
    const behindRate = `Курс на деня: 1.95583; ${text}`
    expect(otherMoneyIn([[behindRate], ...tableOf(...LIST)], 1)).toBe(behindRate)
  })

  test.each([
    'Работим и с долари',
    'Цени в лева. Курс на долара 1,70',
    'Цени в лева, по курс 1.70 BGN за 1 USD',
    'Цени в лева при курс за деня 1,70, 1 USD',
    'PRICES IN BGN, RATE 1.70 PER USD',
    'Цени за хил. бр.',
    'Цени за хиляда опаковки',
    'Цени за хил бройки и за хил. опак.',
    ...['our new ones', 'the best', 'it', 'out', 'new tastes', 'my cakes'].map(
      (what) => `Prices: try ${what}`,
    ),
    'PRICES: TRY OUR NEW ONES',
    `${DOLLARS};2026`,
    `${DOLLARS}${' и'.repeat(49)}`,
  ])('READ-04 · is none: %s', (text) => {
    expect(otherMoneyIn(tableOf(text, ...LIST), 1)).toBeUndefined()
  })

  test('READ-04 · stands within twenty rows of the titles, or among the last twenty', () => {
    const above = (rows: number) => otherMoneyIn(tableOf(DOLLARS, ...times(rows, ''), ...LIST), rows + 1)
    expect([above(19), above(20)]).toEqual([DOLLARS, undefined])
    const below = (rows: number) => otherMoneyIn(tableOf(...LIST, DOLLARS, ...times(rows, '')), 0)
    expect([below(19), below(20)]).toEqual([DOLLARS, undefined])
    const longest = `${DOLLARS} ${'х'.repeat(96)}`
    expect(longest).toHaveLength(120)
    expect(otherMoneyIn(tableOf(longest, ...LIST), 1)).toBe(longest)
    expect(otherMoneyIn(tableOf(`${longest}х`, ...LIST), 1)).toBeUndefined()
    expect(otherMoneyIn(tableOf('Име;Цена', DOLLARS), 0)).toBe(DOLLARS)
    // The titles themselves, and a file without titles, say nothing around a list.
    expect(otherMoneyIn(tableOf('Цена в USD', '1,80'), 0)).toBeUndefined()
    expect(otherMoneyIn(tableOf('', 'Цена в USD', '1,80'), 1)).toBeUndefined()
    expect(otherMoneyIn(tableOf(DOLLARS, ...LIST), null)).toBeUndefined()
    expect(otherMoneyIn(tableOf(...LIST, DOLLARS), null)).toBeUndefined()
    expect(otherMoneyIn(tableOf(DOLLARS, ...LIST, 'Prices in £'), 1)).toBe(DOLLARS)
  })
})

describe('READ-03 · titles that could not be decoded and are fewer or more than the cells below', () => {
  test.each([
    [['Име;Це\ufffdна', 'Хляб;1,80'], 0, false],
    [['Име\ufffdЦена', 'Хляб;1,80'], 0, true],
    [['Име\0Цена', 'Хляб;1,80'], 0, true],
    [['Име;\ufffd;Цена', 'Хляб;1,80'], 0, true],
    [['Име', 'Хляб;1,80'], 0, false],
    [['Код;Ви\ufffd', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, true],
    [['Код;Ви\ufffd;Марка', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, false],
    [['Код;Ви\ufffd;Марка', 'Име;Цена', 'Хляб;1,80;бр'], 1, true],
    [['Магазин \ufffd', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, false],
    [['Магазин \ufffd;', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, false],
    [['Магазин \ufffd; ', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, false],
    [['Магазин \ufffd', 'Име;Цена', 'Хляб;1,80;бр'], 1, false],
    [['Им\ufffd;Цена;;', ';лв.;€', 'Хляб;1,80;0,92;бял'], 1, true],
    [['Им\ufffd;Цена;;', ';лв.;€;', 'Хляб;1,80;0,92;бял'], 1, false],
    [['Цена \ufffd', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, true],
    [['Име \ufffd', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, true],
    [['', 'Име;Цена;Мярка', 'Хляб;1,80;бр'], 1, false],
    [['Магазин', 'Име;Це\ufffdна;', ';лв.', 'Хляб;1,80;0,92'], 2, true],
    [['Магазин', 'Име;Цена;', ';лв.', 'Хляб;1,80;0,92'], 2, false],
  ] as const)('READ-03 · %j in row %s: %s', (rows, headerRow, isDamaged) => {
    expect(isHeaderDamaged(tableOf(...rows), headerRow)).toBe(isDamaged)
  })

  test('READ-03 · are none without a header', () => {
    expect(isHeaderDamaged(tableOf('Им\ufffd', 'Хляб;1,80'), null)).toBe(false)
  })
})

test.each([
  ['Хляб;1,80', {}, true],
  ['Хляб;няма', {}, false],
  [';1,80', {}, false],
  [';1,80', { name: null }, true],
  ['1,80;Хляб', {}, false],
  ['Хляб;1,80', { price: null }, false],
  ['Хляб;1,80', { headerRow: null }, false],
] as const)('READ-07 · rows above the header that are like those below: %s with %j: %s', (row, own, has) => {
  const columns: Columns = {
    headerRow: 2,
    name: 0,
    price: 1,
    currency: null,
    otherPrice: null,
    morePrices: [],
    ...own,
  }
  expect(hasRowsAbove(tableOf('Ценоразпис', row, 'Име;Цена', 'Сол;0,90'), columns)).toBe(has)
  expect(hasRowsAbove(tableOf(row, 'Ценоразпис', 'Име;Цена', 'Сол;0,90'), columns)).toBe(has)
})

test.each([
  ['Име;Лева;Стотинки', 'Хляб;1;80', 'Стотинки'],
  ['Име;Цена;в ст.', 'Хляб;1;80', 'в ст.'],
  ['Name;Price;Cents', 'Bread;1;80', 'Cents'],
  ['Име;Цена;Евроцентове', 'Хляб;1;80', 'Евроцентове'],
  ['Име;Цена;Цента', 'Хляб;1;80', 'Цента'],
  ['Име;Цена;Ст.', 'Хляб;1;80', 'Ст.'],
  ['Name;Price;Cent', 'Bread;1;80', 'Cent'],
  ['Име;Лева;Стотинки;Евроцентове', 'Хляб;1;80;92', 'Стотинки'],
  ['Име;Цена;Бр. цента', 'Хляб;1;80', undefined],
  ['Име;Цена;Центове с ДДС', 'Хляб;1;80', undefined],
  ['Име;Цена;Стотинки', 'Хляб;1,80;80', undefined],
  ['Име;Цена;Стотинки', 'Хляб;1;няма', undefined],
  ['Име;Цена;Код в ст.', 'Хляб;1;80', undefined],
])('READ-04 · hundredths in a column of their own: %s / %s: %s', (titles, row, hundredths) => {
  for (const rows of [[row], [row, row]])
    expect(detectColumns(tableOf(titles, ...rows))).toMatchObject({
      question: hundredths === undefined ? null : 'other-money',
      ...(hundredths !== undefined && { otherMoney: hundredths }),
    })
})

test.each([
  ['Стока;Цена на едро ст.', 'Хляб;169', 'hundredths'],
  ['Стока;Цена на едро ст.', 'Хляб;1,69', null],
  ['Стока;Цена лв. и ст.', 'Хляб;169', 'other-money'],
  ['Стока;Цена лв. и ст.', 'Хляб;1,69', null],
  // The better price may be the other one.
  ['Стока;Цена KM;Цена на едро лв.', 'Хляб;169,50;1,50', 'other-money'],
  ['Стока;Цена (стотинки);Цена на едро', 'Хляб;169;1,50', 'other-money'],
  ['Стока;Цена на едро KM;Цена лв.', 'Хляб;169,50;1,50', null],
  ['Стока;Цена KM;Цена лв.', 'Хляб;169,50;1,50', null],
  ['Стока;Цена (лв.);Цена (стотинки)', 'Хляб;1,69;169', null],
])('READ-04 · amounts that may be in other units: %s / %s: %s', (titles, row, question) => {
  const found = detectColumns(tableOf(titles, row))
  expect([found.question, found.otherMoney]).toEqual([
    question,
    question === null ? undefined : titles.split(';')[1],
  ])
})

test('READ-04 · a table beside with prices in stotinki is named', () => {
  const table = tableOf('Стока;Цена (лв.);;Стока;Цена (стотинки)', 'Хляб;1,69;;Мед;169', 'Сол;2,00;;Лук;90')
  expect(detectColumns(table)).toMatchObject({ question: 'other-money', otherMoney: 'Цена (стотинки)' })
})

test('READ-03 · two numbers alone below the titles may belong to them where the next twenty rows have names', () => {
  const questionOf = (named: number) =>
    detectColumns(tableOf('Име;Цена;Кол.', ';10;20', ...times(named, 'Хляб;1,80;3'), ';2,80;4')).question
  expect([questionOf(0), questionOf(19), questionOf(20)]).toEqual([null, null, 'titles-go-on'])
  const unnamed = tableOf('Име;Цена;Кол.', ';10;20', ';2,80;4', 'Хляб;1,80;3')
  expect(detectColumns(unnamed).question).toBeNull()
})

describe('READ-03 · texts below the titles that may go on with them', () => {
  const ROWS = ['Хляб;1,80', 'Сол;0,90', 'Сирене;9,90', 'Кашкавал;15,40']
  const questionBelow = (...rows: string[]) => detectColumns(tableOf('Име;Цена', ...rows)).question

  test('READ-03 · stand after two blank rows at most', () => {
    const behind = (blank: number) => questionBelow(...times(blank, ';'), ';на едро', ...ROWS)
    expect([behind(1), behind(2), behind(3)]).toEqual(['titles-go-on', 'titles-go-on', null])
  })

  test.each([
    [';на едро', 'titles-go-on'],
    [';евро за опаковка', 'titles-go-on'],
    [';Хлебни', null],
    [';лв.', null],
    [';цени в лева', null],
    [';по договаряне', null],
    ['хлебни;на едро', null],
  ])('READ-03 · %s: %s', (row, question) => {
    expect(questionBelow(';', row, ...ROWS)).toBe(question)
  })

  test('READ-03 · are none where the prices have words elsewhere too', () => {
    expect(questionBelow(';', ';на едро', ...ROWS.slice(0, 3), 'Мед;продаден')).toBeNull()
  })
})

describe('READ-01 · a blank column to the right of the price that names another currency is asked about', () => {
  test.each([
    ['Стока;Цена;USD', 'Хляб;169;', 'USD'],
    ['Стока;Цена;Валута: $', 'Хляб;169;', 'Валута: $'],
    ['Стока;Цена лв.;USD', 'Хляб;169;', undefined],
    ['Стока;Цена;USD', 'Хляб;169;92', undefined],
    ['Стока;Цена;EUR', 'Хляб;169;', undefined],
    ['Стока;Цена;Код;USD', 'Хляб;169;7;', undefined],
    ['Стока;Цена;Стотинки', 'Хляб;169;', undefined],
  ])('READ-01 · %s: %s: %s', (titles, row, otherMoney) => {
    const { question, otherMoney: found } = detectColumns(tableOf(titles, row, row))
    expect([question, found]).toEqual(
      otherMoney === undefined ? [null, undefined] : ['other-money', otherMoney],
    )
  })
})

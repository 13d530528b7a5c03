import { describe, expect, test } from 'vitest'
import { detectColumns } from './columns.ts'
import { readPriceList } from './read-price-list.ts'

const ROWS = [
  ['Хляб', '1,80', '1,50'],
  ['Сол', '2,80', '2,50'],
]

describe('READ-03 · titles that go on where they are not joined', () => {
  test.each([
    [
      'four rows',
      [
        ['Име', 'Цени', ''],
        ['', 'на едро', 'на дребно'],
        ['', 'без ДДС', 'с ДДС'],
        ['', '€', '€'],
      ],
    ],
    [
      'a blank row between',
      [
        ['Име', 'Цена', ''],
        ['', '', ''],
        ['', 'на едро', 'на дребно'],
      ],
    ],
    [
      'a blank row above the currencies',
      [
        ['Име', 'Цена', 'Промо'],
        ['', '', ''],
        ['', 'лв.', '€'],
      ],
    ],
    [
      'kinds of prices above whole amounts of a year',
      [
        ['', 'Цена', 'Промо', ''],
        ['Име', '2026 г.', 'цена', 'Арт. №'],
        ['Болт', '78', '70', 'A-1007'],
      ],
    ],
    [
      'what could not be decoded beside a kind of price',
      [
        ['\ufffd', '', 'Purchase'],
        ['Product', 'price_per_kg', 'price'],
      ],
    ],
  ])('%s: the person is asked', (_, titles) => {
    expect(detectColumns([...titles, ...ROWS])).toMatchObject({ certain: false, question: 'titles-go-on' })
  })

  test('a heading, or the currency of all prices, is no title', () => {
    const titles = ['Име', 'Цена', 'Код']
    expect(detectColumns([titles, ['', '', ''], ['Хлебни', '', ''], ...ROWS]).certain).toBe(true)
    expect(detectColumns([titles, ['', ''], ['', 'в евро'], ...ROWS]).certain).toBe(true)
  })

  test('READ-04 · the currency in the fourth row is that of the prices', () => {
    const table = [['Име', 'Цена'], ['', ''], ['', '€'], ...ROWS.map((row) => row.slice(0, 2))]
    const { rows } = readPriceList({ format: 'csv', table, warnings: [] }, 'a.csv', {
      columns: detectColumns(table).columns,
    })
    expect(rows.rows.filter(({ name }) => name !== '').map(({ currency }) => currency)).toEqual([
      'EUR',
      'EUR',
    ])
  })
})

describe('READ-03 · years below a title of prices', () => {
  const rows = (...texts: string[]) => texts.map((text) => text.split(';'))
  const DATA = rows('Хляб;1,80;1,95;бял', 'Сол;1,10;1,20;бяла')
  const stored = (year: string) => ({ kind: 'number', text: year }) as const

  test.each([
    ['Име;Цена;;Цвят', ';2025;2026;(основен)', 'Цвят (основен)'],
    ['Име;Цена;;', ';2025;2026;София', 'Цена София'],
    ['Име;Цена;;Цвят', ';2025 г.;2026 г.;основен', 'Цвят основен'],
    ['Храна;Цена;;Цвят', ';2025;2026;(основен)', 'Цвят (основен)'],
  ])('are titles, whatever stands beside them: %s / %s', (upper, lower, last) => {
    const { columns, question, all } = detectColumns([...rows(upper, lower), ...DATA])
    expect(columns.headerRow).toBe(1)
    expect(question).toBe('equal-prices')
    expect(all.slice(1, 3).map(({ title }) => title.replace(' г.', ''))).toEqual(['Цена 2025', 'Цена 2026'])
    expect(all[3]?.title).toBe(last)
  })

  test('are titles where a workbook stores them as numbers', () => {
    const years = ['', stored('2025'), stored('2026'), '']
    expect(detectColumns([...rows('Име;Цена;;Цвят'), years, ...DATA])).toMatchObject({
      columns: { headerRow: 1 },
      question: 'equal-prices',
    })
  })

  test('are prices in the row of a product', () => {
    for (const row of [
      ['Лаптоп', '2025', '2026', 'черен'],
      ['Лаптоп', stored('2025'), stored('2026'), 'черен'],
      ['A1', '2025', '2026', 'черен'],
    ])
      expect(detectColumns([...rows('Име;Цена;;Цвят'), row, ...DATA]).columns.headerRow).toBe(0)
    expect(detectColumns(rows('Цена;;Храна', '2025;2026;Хляб', '1,80;1,95;Сол')).columns.headerRow).toBe(0)
  })
})

describe('READ-08 · letters that could not be decoded above the header', () => {
  const questionOf = (...rows: string[]) => detectColumns(rows.map((row) => row.split(';'))).question

  test('are no matter in the name of a shop', () => {
    expect(questionOf('Ценоразпис на „\ufffdнтика“ ООД', 'Име;Цена', 'Хляб;1,80', 'Сол;1,10')).toBeNull()
    expect(questionOf('\ufffdнтика ООД', '', 'Име;Цена', 'Хляб;1,80;', 'Сол;1,10;')).toBeNull()
  })

  test('are asked about in titles', () => {
    const rows = ['Хляб;бр;1,80', 'Сол;бр;1,10']
    expect(questionOf('Стока;Мя\ufffdка', 'Име;Цена', ...rows)).toBe('damaged-header')
    expect(questionOf('Цена \ufffdла', 'Име;Мярка;Стойност лв.', ...rows)).toBe('damaged-header')
  })
})

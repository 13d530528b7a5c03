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

import { expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import { findUnconvertedColumns } from './file-warnings.ts'

const LIST = [
  ['Име', 'Цена', 'Цена на едро', 'Доставна цена', 'Брой'],
  ['Хляб', '1,80', '1,60', '1,20', '12'],
  ['Мляко', '3,20', '2,90', '2,10', '7'],
  ['Сирене', '14,90', '13,50', '11,00', '30'],
]

const found = detectColumns(LIST)
const told = (price: number) =>
  findUnconvertedColumns(found, withPrice(found.columns, price, found)).map(({ title, kind }) => [
    title,
    kind,
  ])

test('READ-02 · every column of prices but the one that is converted is a rival, also the one found first', () => {
  expect(told(1)).toEqual([
    ['Цена на едро', 'wholesale'],
    ['Доставна цена', 'cost'],
  ])
  expect(told(2)).toEqual([
    ['Цена', 'selling'],
    ['Доставна цена', 'cost'],
  ])
})

test('READ-02 · of columns that were asked about, those that were not chosen are rivals', () => {
  const list = LIST.map(([name = '', price = '']) => [name, name === 'Име' ? 'Доставна цена' : price, price])
  list[0]![2] = 'Колона 7'
  const asked = detectColumns(list)
  expect(asked.question).toBe('unknown-title')
  const chosen = withPrice(asked.columns, 1, asked)
  expect(findUnconvertedColumns(asked, chosen)).toEqual([{ index: 2, title: 'Колона 7', kind: null }])
})

test('READ-02 · both prices of a pair are rivals of a third', () => {
  const pair = detectColumns([
    ['Име', 'Цена лв.', 'Цена EUR', 'Цена на едро'],
    ['Хляб', '1,80', '0,92', '1,60'],
    ['Мляко', '3,29', '1,68', '2,90'],
  ])
  const rivals = findUnconvertedColumns(pair, withPrice(pair.columns, 3, pair))
  expect(rivals.map(({ title }) => title).sort()).toEqual(['Цена EUR', 'Цена лв.'])
  expect(findUnconvertedColumns(pair, pair.columns).map(({ title }) => title)).toEqual(['Цена на едро'])
})

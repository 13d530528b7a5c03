import { expect, test } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import { fileWarnings, findUnconvertedColumns } from './file-warnings.ts'

// 1 + 2 + 4 are 7, and so are 0.90 + 1.80 + 3.60 the 6.30 of the other column.
const LIST = 'Име;Цена, лв.;Промо цена\nХляб;1,00;0,90\nСирене;2,00;1,80\nМляко;4,00;3,60\nОбщо;7,00;6,30\n'

test('SHOP-01 READ-05 · further price columns are counted without totals', async () => {
  const name = 'ceni.csv'
  const opened = await openFile(new TextEncoder().encode(LIST), { fileName: name })
  if (!opened.ok) throw new Error(opened.error.code)
  const detection = detectColumns(opened.file.table)
  const choices = { columns: detection.columns, defaultCurrency: 'BGN' } as const
  const facts = { name, size: LIST.length, format: 'csv', warnings: [], detection } as const
  const read = { file: facts, choices, hash: null, isRemembered: false }
  const rows = readPriceList(opened.file, name, { columns: detection.columns })
  expect(fileWarnings(read, rows).shop?.columns).toEqual([{ index: 2, title: 'Промо цена', prices: 3 }])
  const kept = readPriceList(opened.file, name, { columns: detection.columns, areTotalsDetected: false })
  expect(fileWarnings(read, kept).shop?.columns[0]?.prices).toBe(4)
})

const PRICE_COLUMNS = [
  ['Име', 'Цена', 'Цена на едро', 'Доставна цена', 'Брой'],
  ['Хляб', '1,80', '1,60', '1,20', '12'],
  ['Мляко', '3,20', '2,90', '2,10', '7'],
  ['Сирене', '14,90', '13,50', '11,00', '30'],
]

const found = detectColumns(PRICE_COLUMNS)
const unconverted = (price: number) =>
  findUnconvertedColumns(found, withPrice(found.columns, price, found)).map(({ title, kind }) => [
    title,
    kind,
  ])

test('READ-02 · every other price column is unconverted, also the detected one', () => {
  expect(unconverted(1)).toEqual([
    ['Цена на едро', 'wholesale'],
    ['Доставна цена', 'cost'],
  ])
  expect(unconverted(2)).toEqual([
    ['Цена', 'selling'],
    ['Доставна цена', 'cost'],
  ])
})

test('READ-02 · candidates that were not chosen are unconverted', () => {
  const list = PRICE_COLUMNS.map(([name = '', price = '']) => [
    name,
    name === 'Име' ? 'Доставна цена' : price,
    price,
  ])
  list[0]![2] = 'Колона 7'
  const asked = detectColumns(list)
  expect(asked.question).toBe('unknown-title')
  const chosen = withPrice(asked.columns, 1, asked)
  expect(findUnconvertedColumns(asked, chosen)).toEqual([{ index: 2, title: 'Колона 7', kind: null }])
})

test('READ-02 · both columns of a pair are unconverted when a third is chosen', () => {
  const pair = detectColumns([
    ['Име', 'Цена лв.', 'Цена EUR', 'Цена на едро'],
    ['Хляб', '1,80', '0,92', '1,60'],
    ['Мляко', '3,29', '1,68', '2,90'],
  ])
  const rivals = findUnconvertedColumns(pair, withPrice(pair.columns, 3, pair))
  expect(rivals.map(({ title }) => title).sort()).toEqual(['Цена EUR', 'Цена лв.'])
  expect(findUnconvertedColumns(pair, pair.columns).map(({ title }) => title)).toEqual(['Цена на едро'])
})

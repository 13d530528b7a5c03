import { expect, test } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import type { RowsSummary } from '../types.ts'
import { fileContextFor, fileWarnings, findUnconvertedColumns } from './file-warnings.ts'

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
  expect(fileWarnings(read, rows, opened.file).shop?.columns).toEqual([
    { index: 2, title: 'Промо цена', prices: 3 },
  ])
  const kept = readPriceList(opened.file, name, { columns: detection.columns, areTotalsDetected: false })
  expect(fileWarnings(read, kept, opened.file).shop?.columns[0]?.prices).toBe(4)
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

test('READ-02 · a column that is a candidate and a rival is named once', () => {
  const { columns } = found
  const asked = findUnconvertedColumns({ ...found, candidates: [1, 3] }, { ...columns, price: 2 })
  expect(asked.map(({ index }) => index)).toEqual([1, 3])
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

test('READ-02 · where no title names a price, the detected columns were a guess that is not told', () => {
  const guessed = detectColumns([
    ['Артикул', 'А', 'Б'],
    ['Хляб', '1,80', '2,10'],
    ['Мляко', '3,20', '3,60'],
  ])
  expect(guessed.question).toBe('no-price-title')
  expect(findUnconvertedColumns(guessed, { ...guessed.columns, price: 2, morePrices: [] })).toEqual([])
})

test('SHOP-02 · columns are remembered ones until others, or another currency, are chosen', () => {
  const choices = { columns: found.columns, defaultCurrency: 'BGN' } as const
  const rows = (isRemembered: boolean) =>
    ({ guards: { hash: 'h', isRemembered }, choices }) as unknown as RowsSummary
  expect(fileContextFor(rows(true), { ...choices })).toEqual({ hash: 'h', isRemembered: true })
  for (const other of [
    { ...choices, defaultCurrency: 'EUR' as const },
    { ...choices, columns: { ...found.columns, price: 2 } },
  ])
    expect(fileContextFor(rows(true), other)).toEqual({ hash: 'h', isRemembered: false })
  expect(fileContextFor(rows(false), choices)).toEqual({ hash: 'h', isRemembered: false })
  expect(fileContextFor({} as RowsSummary, choices)).toEqual({ hash: null, isRemembered: false })
})

test('GUARD-01 · why rows have no price is told where none has a valid one', async () => {
  const name = 'ceni.csv'
  const warningsOf = async (text: string) => {
    const opened = await openFile(new TextEncoder().encode(text), { fileName: name })
    if (!opened.ok) throw new Error(opened.error.code)
    const detection = detectColumns(opened.file.table)
    const choices = { columns: detection.columns, defaultCurrency: 'BGN' } as const
    const file = { name, size: 1, format: 'csv', warnings: [], detection } as const
    const reading = readPriceList(opened.file, name, choices)
    return fileWarnings({ file, choices, hash: 'h', isRemembered: true }, reading, opened.file)
  }
  const none = await warningsOf('Име;Цена\nХляб;12 USD\nСол;13 USD\n')
  expect(none.problems?.length).toBeGreaterThan(0)
  expect([none.hash, none.isRemembered, none.shop]).toEqual(['h', true, null])
  expect(await warningsOf('Име;Цена\nХляб;12 USD\nСол;13\n')).not.toHaveProperty('problems')
})

test('SHOP-01 · columns that are in the currency of the new prices already are not suggested', async () => {
  const offered = async (text: string) =>
    ((await allWarningsFor('ceni.csv', text)).shop?.columns ?? []).map(({ title }) => title)
  const rows = 'Хляб;1,89;0,97;1,59;0,81\nСирене;14,90;7,62;12,90;6,60\n'
  expect(await offered(`Име;Цена BGN;Цена EUR;Промо BGN;Промо EUR\n${rows}`)).toEqual(['Промо BGN'])
  expect(await offered(`Име;Цена BGN;Цена EUR;Промо;Промо EUR\n${rows}`)).toEqual(['Промо'])
  const onlyEuro = 'Хляб;0,97;0,81;1,59\nСирене;7,62;6,60;12,90\n'
  expect(await offered(`Име;Цена EUR;Промо EUR;Едро BGN\n${onlyEuro}`)).toEqual(['Промо EUR'])
  expect(await offered('Име;Цена BGN;Промо EUR\nХляб;1,89;0,81\nСирене;14,90;6,60\n')).toEqual([])
})

/** What is known of a file before its conversion. */
async function allWarningsFor(name: string, text: string, rows = 1000) {
  const opened = await openFile(new TextEncoder().encode(text), { fileName: name, limits: { rows } })
  if (!opened.ok) throw new Error(opened.error.code)
  const { withAllKeys: _, ...file } = opened.file
  const detection = detectColumns(file.table)
  const choices = { columns: detection.columns, defaultCurrency: 'BGN' } as const
  const reading = readPriceList(file, name, choices)
  const facts = { ...file, name, size: 1, detection }
  const read = { file: facts, choices, hash: null, isRemembered: false }
  return fileWarnings(read, reading, opened.file)
}

async function warningsFor(...list: Parameters<typeof allWarningsFor>) {
  const warnings = await allWarningsFor(...list)
  return {
    kept: warnings.rivals.map(({ title, kind, currency }) => [title, kind, currency]),
    replacing: warnings.replacing,
  }
}

test('READ-02 CONV-08 · old, delivery and line prices are listed as not converted', async () => {
  const titles = 'Име;Цена;Стара цена;Цена на доставка;Количество;Стойност, лв.;Тегло'
  const rows =
    'Хляб;1,69;2,00;4,00;3;5,07;0,55\nМляко;2,50;3,00;4,00;2;5,00;1,03\nСирене;12,50;13,00;4,00;2;25,00;0,40\n'
  expect(await warningsFor('ceni.csv', `${titles}\n${rows}`)).toEqual({
    kept: [
      ['Стара цена', 'old', undefined],
      ['Цена на доставка', null, undefined],
      ['Стойност, лв.', 'line-amount', 'BGN'],
    ],
    replacing: [],
  })
})

const yml = (offers: string) => `<yml_catalog><shop><offers>${offers}</offers></shop></yml_catalog>`

test('FILE-03 CONV-08 · where an old price shares the currency of an offer it is known that nothing will be replaced', async () => {
  const offer = (n: number) =>
    `<offer id="${n}"><name>Стока ${n}</name><price>${n}.50</price><oldprice>${n}.99</oldprice><currencyId>BGN</currencyId></offer>`
  expect(await warningsFor('feed.xml', yml([1, 2, 3].map(offer).join('')))).toEqual({
    kept: [['oldprice', 'old', undefined]],
    replacing: ['currency-shared'],
  })
})

test('BULK-09 CONV-08 · the further keys of strict JSON count too, though they are no columns', async () => {
  const items = (more: object) =>
    JSON.stringify([1, 2].map((n) => ({ name: `Стока ${n}`, price: n, currency: 'BGN', ...more })))
  expect(await warningsFor('list.json', items({ compareAtPrice: 3.5, stock: 2 }))).toEqual({
    kept: [['compareAtPrice', 'old', undefined]],
    replacing: ['currency-shared'],
  })
  expect(await warningsFor('list.json', items({ stock: 2 }))).toEqual({ kept: [], replacing: [] })
})

test('CONV-08 · where more rows are in the file than were read it is known that nothing will be replaced', async () => {
  const { replacing } = await warningsFor('ceni.csv', 'Име;Цена\nХляб;1,50\nСирене;2,50\nМед;3,50\n', 2)
  expect(replacing).toEqual(['rows-cut'])
})

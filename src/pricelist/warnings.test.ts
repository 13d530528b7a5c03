import { SHOP_EXPORTS } from '#test/fixtures/catalogues/shop-exports.ts'
import { LISTED_WITH_ROWS, areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { detectColumns } from './columns/detect-columns.ts'
import { priceListWarnings } from './warnings.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from './rows/read-rows.ts'

type Given = { fileName?: string; currency?: Currency; morePrices?: readonly number[] }

async function doubtsAbout(
  bytes: Uint8Array<ArrayBuffer>,
  { fileName = 'a.csv', currency = 'BGN', morePrices = [] }: Given,
) {
  const opened = await openFile(bytes, { fileName })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const detection = detectColumns(opened.file.table)
  const options = { columns: { ...detection.columns, morePrices }, defaultCurrency: currency }
  const reading = readRows(opened.file.table, options)
  return priceListWarnings(opened.file, fileName, detection, options, reading)
}

const doubts = (lines: readonly string[], given: Given = {}) =>
  doubtsAbout(new TextEncoder().encode(lines.join('\n')), given)

/** Lev prices with what they are in euro, worked out by hand at 1.95583. */
const PAIRS: readonly [lev: string, euro: string][] = [
  ['19.90', '10.17'],
  ['7.35', '3.76'],
  ['129.00', '65.96'],
  ['4.20', '2.15'],
  ['58.67', '30.00'],
]

describe('a file that looks converted already', () => {
  test('GUARD-01 · another column has the prices in euro', async () => {
    const found = await doubts([
      'Стока;Цена;X',
      ...PAIRS.map(([lev, euro], i) => `Стока ${i};${lev};${euro}`),
    ])
    expect(found).toEqual([{ what: 'converted-column', taken: 'BGN', index: 2, title: 'X', currency: 'EUR' }])
  })

  test('GUARD-01 · another column has them in lev: the price column is in euro', async () => {
    const found = await doubts([
      'Стока;Цена;X',
      ...PAIRS.map(([lev, euro], i) => `Стока ${i};${euro};${lev}`),
    ])
    expect(found).toEqual([{ what: 'converted-column', taken: 'BGN', index: 2, title: 'X', currency: 'BGN' }])
  })

  test('GUARD-01 · both prices with their currencies in the titles', async () => {
    const found = await doubts([
      'Стока;Цена лв.;Цена €',
      ...PAIRS.map(([lev, euro], i) => `Стока ${i};${lev};${euro}`),
    ])
    expect(found).toEqual([
      { what: 'converted-column', taken: 'BGN', index: 2, title: 'Цена €', currency: 'EUR' },
    ])
  })

  test('GUARD-01 · a cent apart, with currencies in the cells, commas, blanks and one of ten otherwise', async () => {
    const rows = Array.from({ length: 4 }, () => PAIRS).flat()
    const found = await doubts([
      'Стока;Цена;Бележка',
      ...rows.map(([lev, euro], i) => {
        const cent = i % 5 === 0 ? '10,18 €' : `${euro.replace('.', ',')} €`
        return `Стока ${i};${lev.replace('.', ',')};${i === 3 ? '1,00 €' : i === 8 ? '' : cent}`
      }),
    ])
    expect(found).toMatchObject([{ what: 'converted-column', title: 'Бележка', currency: 'EUR' }])
  })

  test('GUARD-01 · exactly a cent from the converted price, and not two', async () => {
    const found = (cents: string) =>
      doubts([
        'Стока;Цена;X',
        ...['195.5830;100', '391.1660;200', '586.7490;300', '782.3320;400'].map(
          (row) => `Стока;${row}.${cents}`,
        ),
      ])
    expect(await found('01')).toMatchObject([{ what: 'converted-column', currency: 'EUR' }])
    expect(await found('02')).toEqual([])
  })

  test('GUARD-01 · two prices prove nothing, nor do the same two over and over', async () => {
    const two = PAIRS.slice(0, 2)
    const many = [...two, ...two, ...two, ...two]
    for (const rows of [two, many])
      expect(
        await doubts(['Стока;Цена;X', ...rows.map(([lev, euro], i) => `Стока ${i};${lev};${euro}`)]),
      ).toEqual([])
  })

  test('GUARD-01 · half the price, 49 % off, and quantities are something else', async () => {
    const prices = Array.from({ length: 60 }, (_, i) => 10 + 37 * i)
    const text = (hundredths: number) => (hundredths / 100).toFixed(2)
    for (const other of [
      (price: number) => text(Math.round(price / 2)),
      (price: number) => text(price * 2),
      (price: number) => text(Math.round(price * 0.49)),
      (price: number) => text(price),
      (_: number, i: number) => String(i % 7),
    ])
      expect(
        await doubts([
          'Стока;Цена;X',
          ...prices.map((price, i) => `Стока ${i};${text(price)};${other(price, i)}`),
        ]),
      ).toEqual([])
  })

  test('GUARD-01 · small prices, where the half is the same to the cent', async () => {
    const rows = ['0.10;0.05', '0.20;0.10', '0.30;0.15', '0.40;0.20', '0.50;0.26', '0.60;0.31']
    for (const pairs of [rows, rows.map((row) => row.split(';').toReversed().join(';'))])
      expect(await doubts(['Стока;Цена;X', ...pairs.map((row, i) => `Пирон ${i};${row}`)])).toEqual([])
  })
})

describe('a currency named and another one taken', () => {
  const rows = ['Хляб;1.20', 'Мляко;2.40', 'Сирене;9.80']

  test('GUARD-01 · a title in euro over a column of levs', async () => {
    const found = await doubts(['Стока;Цена EUR;Валута', ...rows.map((row) => `${row};BGN`)])
    expect(found).toEqual([
      { what: 'currency-named', where: 'title', text: 'Цена EUR', named: 'EUR', taken: 'BGN' },
    ])
  })

  test('GUARD-01 · a title in lev over prices that say euro', async () => {
    const found = await doubts(['Стока;Цена лв.', ...rows.map((row) => `${row} €`)])
    expect(found).toMatchObject([{ where: 'title', named: 'BGN', taken: 'EUR' }])
  })

  test.each([
    'ceni-eur.csv',
    'цени в евро.csv',
    'PRICES_EUR_2026.csv',
    'ceni-v-evro.csv',
    'produkti-evro.csv',
    '€.csv',
  ])('GUARD-01 · the name of the file: %s', async (fileName) => {
    expect(await doubts(['Стока;Цена', ...rows], { fileName })).toEqual([
      { what: 'currency-named', where: 'file-name', text: fileName, named: 'EUR', taken: 'BGN' },
    ])
    expect(await doubts(['Стока;Цена', ...rows], { fileName, currency: 'EUR' })).toEqual([])
  })

  test('GUARD-01 · the name of the file says lev, and the prices were taken for euro', async () => {
    const found = await doubts(['Стока;Цена', ...rows], { fileName: 'ceni_lv.csv', currency: 'EUR' })
    expect(found).toMatchObject([{ where: 'file-name', named: 'BGN', taken: 'EUR' }])
  })

  test.each([
    'euro-trade.csv',
    'Евромастер.csv',
    'euromaster-ceni.csv',
    'bgn-eur.csv',
    'levski.csv',
    'ceni.csv',
    'Лев.csv',
  ])('GUARD-01 · a name that says nothing of it: %s', async (fileName) => {
    expect(await doubts(['Стока;Цена', ...rows], { fileName })).toEqual([])
    expect(await doubts(['Стока;Цена', ...rows], { fileName, currency: 'EUR' })).toEqual([])
  })

  test('GUARD-01 · a row above the header', async () => {
    const found = await doubts(['Ценоразпис, всички цени са в евро;', 'Стока;Цена', ...rows])
    expect(found).toMatchObject([{ where: 'above', named: 'EUR', taken: 'BGN' }])
    expect(await doubts(['Евро Фууд ООД;', 'Стока;Цена', ...rows])).toEqual([])
  })

  test.each([
    ['Всичко в евро', 'EUR'],
    ['All in EUR', 'EUR'],
    ['Евро Строй ООД, магазин в Пловдив', undefined],
    ['Доставка над 50 евро безплатна, в цялата страна', undefined],
    ['Euro Build, in Plovdiv', undefined],
  ])('GUARD-01 · a preposition counts before the currency alone: %s', async (above, named) => {
    const found = await doubts([`${above};`, 'Стока;Цена', ...rows])
    expect(found.map((doubt) => doubt.what === 'currency-named' && doubt.named)).toEqual(named ? [named] : [])
  })

  test('GUARD-01 · a title with a currency settles it', async () => {
    expect(await doubts(['Стока;Цена лв.', ...rows], { fileName: 'ceni-eur.csv' })).toEqual([])
  })
})

describe('a price on sale above the regular one', () => {
  test('GUARD-01 · a row is named by its whole name', async () => {
    const name = 'Сирене краве, бяло, саламурено, 400 г'
    const found = (await doubts(['Стока;Редовна цена;Промо цена', `${name};5,20;6,40`, 'Хляб;1,30;1,20']))[0]
    expect(found?.what === 'sale-above-regular' && found.first.map((sale) => sale.name)).toEqual([name])
  })

  test('GUARD-01 · in a shop export, with the row and both prices', async () => {
    const woo = SHOP_EXPORTS[0]!
    expect(await doubts([woo.text], { fileName: woo.fileName })).toEqual([
      {
        what: 'sale-above-regular',
        sale: 'Промоционална цена:',
        regular: 'Редовна цена:',
        count: 1,
        first: [{ row: 4, name: 'Восък 100 г', sale: '6.4', regular: '5.2' }],
      },
    ])
  })

  test('GUARD-01 · a former price below the price now', async () => {
    const found = await doubts([
      'Handle,Title,Variant SKU,Variant Price,Variant Compare At Price',
      'a,Wool hat,A,24.90,29.90',
      'b,Felt bag,B,48.00,40.00',
      'c,Scarf,C,12.00,',
    ])
    expect(found).toMatchObject([
      {
        sale: 'Variant Price',
        regular: 'Variant Compare At Price',
        count: 1,
        first: [{ row: 3, name: 'Felt bag', sale: '48', regular: '40' }],
      },
    ])
  })

  test('GUARD-01 · a former price of the same kind, and of no other', async () => {
    const rows = ['Хляб;1.20;0.90', 'Мляко;2.40;1.80']
    for (const former of ['Цена на дребно стара', 'Стара цена на дребно', 'Предишна цена на дребно'])
      expect(await doubts([`Стока;Цена на дребно;${former}`, ...rows])).toMatchObject([{ count: 2 }])
    for (const other of ['Цена на едро стара', 'Цена на едро', 'Стара доставна цена'])
      expect(await doubts([`Стока;Цена на дребно;${other}`, ...rows])).toEqual([])
    expect(await doubts(['Стока;Цена;Цена преди отстъпка', ...rows])).toMatchObject([{ count: 2 }])
  })

  test('GUARD-01 · the currency that the file names: in the cell, beside it or in the title', async () => {
    const currencies = async (lines: readonly string[]) => {
      const [found] = await doubts(lines)
      return found?.what === 'sale-above-regular' && found.first.map(({ currency }) => currency)
    }
    expect(await currencies(['Стока;Цена;Промо цена', 'Хляб;1.20 €;1.30 €'])).toEqual(['EUR'])
    expect(await currencies(['Стока;Цена;Промо цена;Валута', 'Хляб;1.20;1.30;EUR'])).toEqual(['EUR'])
    expect(await currencies(['Стока;Цена лв.;Промо цена лв.', 'Хляб;1.20;1.30'])).toEqual(['BGN'])
    expect(await currencies(['Стока;Цена;Промо цена', 'Хляб;1.20;1.30'])).toEqual([undefined])
  })

  test('GUARD-01 · equal prices, zeros, and prices in two currencies are in order', async () => {
    const order = ['Стока;Цена;Промо цена', 'Хляб;1.20;1.20', 'Мляко;2.40;0.00', 'Сирене;9.80;']
    expect(await doubts(order)).toEqual([])
    expect(await doubts(['Стока;Цена €;Промо цена лв.', 'Хляб;1.20;2.00', 'Мляко;2.40;4.00'])).toEqual([])
  })

  test('GUARD-01 · five of them are shown, and all counted', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `Стока ${i};1.00;${i % 2 ? '1.01' : '0.99'}`)
    const [found] = await doubts(['Стока;Цена;Промо цена', ...rows])
    expect(found).toMatchObject({ count: 20 })
    expect(found?.what === 'sale-above-regular' && found.first.map(({ row }) => row)).toEqual([
      3, 5, 7, 9, 11,
    ])
  })
})

/** Real promotions of a chain that are dearer than its regular prices, counted with another program. */
const SALES: Record<string, number> = { 'edea-7000-rows.csv': 8 }

describe.runIf(areCataloguesThere)('correct real price lists have no warnings', () => {
  test.each(LISTED_WITH_ROWS)('GUARD-01 · $file', async ({ file }) => {
    for (const currency of ['BGN', 'EUR'] as const) {
      const found = await doubtsAbout(readListed(file), { fileName: file, currency })
      expect(found.map((doubt) => [doubt.what, doubt.what === 'sale-above-regular' && doubt.count])).toEqual(
        SALES[file] ? [['sale-above-regular', SALES[file]]] : [],
      )
    }
  })
})

describe('GUARD-01 · several price columns', () => {
  test('GUARD-01 · each is judged by itself: the first may be in euro and the others in lev', async () => {
    const lines = ['Стока;Цена EUR;Едро;Промо', 'Хляб;1,00;1,80;0,90', 'Сирене;6,39;11,00;6,00']
    expect(await doubts(lines, { morePrices: [2, 3] })).toEqual([])
  })

  test('GUARD-01 · a further column can have its prices in the other currency beside it', async () => {
    const lines = [
      'Стока;Цена;Промо цена;X',
      ...PAIRS.map(
        ([lev, euro], i) => `Стока ${i};${i + 500},99;${lev.replace('.', ',')};${euro.replace('.', ',')}`,
      ),
    ]
    expect(await doubts(lines)).toEqual([])
    expect(await doubts(lines, { morePrices: [2] })).toEqual([
      { what: 'converted-column', taken: 'BGN', index: 3, title: 'X', currency: 'EUR' },
    ])
  })
})

describe('GUARD-01 · what makes a column one of converted prices', () => {
  /** Rows of which the first `agreeing` have the euro price beside the lev price, and the others something else. */
  const list = (agreeing: number, others: readonly string[] = []) => [
    'Стока;Цена;X',
    ...Array.from({ length: agreeing }, (_, i) => {
      const [lev, euro] = PAIRS[i % PAIRS.length]!
      return `Стока ${i};${lev};${euro}`
    }),
    ...others.map((other, i) => `Друга ${i};${300 + i}.50;${other}`),
  ]
  const isFound = async (lines: readonly string[]) =>
    (await doubts(lines)).some((doubt) => doubt.what === 'converted-column')

  test('GUARD-01 · three different prices, and nine of ten of those that can tell', async () => {
    expect(await isFound(list(3))).toBe(true)
    expect(await isFound(list(2))).toBe(false)
    expect(await isFound(list(9, ['1.00']))).toBe(true)
    expect(await isFound(list(8, ['1.00']))).toBe(false)
    // Rows without a second price tell nothing.
    expect(await isFound(list(4, ['', '-', '']))).toBe(true)
    expect(await isFound(list(3, ['виж', 'виж', 'виж']))).toBe(true)
    expect(await isFound(list(3, ['виж', 'виж', 'виж', 'виж']))).toBe(false)
  })

  test('GUARD-01 · a cent apart at most', async () => {
    const apart = (...euros: string[]) => [
      'Стока;Цена;X',
      ...euros.map((euro, i) => `Стока ${i};${['19.90', '129.00', '58.67'][i]};${euro}`),
    ]
    // 10.1747…, 65.9566…, 29.9974…
    expect(await isFound(apart('10.18', '65.95', '30.00'))).toBe(true)
    expect(await isFound(apart('10.19', '65.96', '30.00'))).toBe(false)
    expect(await isFound(apart('10.17', '65.94', '30.00'))).toBe(false)
  })

  test('GUARD-01 · in prices of which the half is another one by more than two cents', async () => {
    const list = (...rows: string[]) => ['Стока;Цена;X', ...rows.map((row, i) => `Стока ${i};${row}`)]
    // 1.80 / 2 = 0.90, and 1.80 / 1.95583 = 0.9203…
    expect(await isFound(list('1.80;0.92', '2.00;1.02', '2.40;1.23'))).toBe(true)
    expect(await isFound(list('1.75;0.89', '1.70;0.87', '1.60;0.82'))).toBe(false)
  })

  test('GUARD-01 · by half of the first fifty rows, and nine of ten of all', async () => {
    const agreeing = (first: number) => {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const [lev, euro] = PAIRS[i % PAIRS.length]!
        return `Стока ${i};${lev};${i < first || i >= 50 ? euro : '1.00'}`
      })
      return isFound(['Стока;Цена;X', ...rows])
    }
    expect([await agreeing(25), await agreeing(24), await agreeing(0)]).toEqual([true, false, false])
  })

  test('GUARD-01 · in a long file by two thousand rows of it', async () => {
    const long = (count: number, other: number) => [
      'Стока;Цена;X',
      ...Array.from({ length: count }, (_, i) => {
        const [lev, euro] = PAIRS[i % PAIRS.length]!
        return `Стока ${i};${lev};${i % other === 0 ? '1.00' : euro}`
      }),
    ]
    expect(await isFound(long(2600, 100))).toBe(true)
    expect(await isFound(long(2000, 100))).toBe(true)
    expect(await isFound(long(2600, 2))).toBe(false)
  })

  test('GUARD-01 · most of the prices decide in which currency they were taken', async () => {
    const rows = PAIRS.map(([lev, euro], i) => `Стока ${i};${lev}${i < 2 ? ' €' : ''};${euro}`)
    expect(await doubts(['Стока;Цена;X', ...rows])).toMatchObject([
      { what: 'converted-column', taken: 'BGN' },
    ])
    const half = rows.slice(1)
    expect(await doubts(['Стока;Цена;X', `Друга;1.00 €;0.51`, ...half])).toEqual([
      expect.objectContaining({ taken: 'BGN' }),
    ])
    // Rows without a price have no currency.
    const blank = ['Стока;Цена лв.', 'а;1.00 €', '', '', 'б;2.00 €']
    expect(await doubts(blank)).toMatchObject([{ what: 'currency-named', taken: 'EUR', named: 'BGN' }])
    const even = ['Стока;Цена лв.', 'а;1.00 €', 'б;2.00']
    expect(await doubts(even)).toEqual([])
    expect(await doubts(['Стока;Цена €', 'а;1.00 €', 'б;2.00 лв.'])).toEqual([])
    expect(await doubts([...even, 'в;3.00 €'])).toMatchObject([
      { what: 'currency-named', taken: 'EUR', named: 'BGN' },
    ])
  })

  test('GUARD-01 · the name of the sheet, and a text below the list', async () => {
    expect(await doubts(['Стока;Цена', 'Хляб;1.20', 'Сол;2.40', 'Цени в евро;'])).toMatchObject([
      { what: 'currency-named', where: 'below', text: 'Цени в евро', named: 'EUR', taken: 'BGN' },
    ])
    const lines = ['Стока;Цена', 'Хляб;1.20', 'Сол;2.40']
    const table = lines.map((line) => line.split(';'))
    const detection = detectColumns(table)
    const options = { columns: detection.columns, defaultCurrency: 'BGN' } as const
    const file = { table, sheet: 'Цени EUR' }
    expect(priceListWarnings(file, 'a.xlsx', detection, options, readRows(table, options))).toEqual([
      { what: 'currency-named', where: 'sheet', text: 'Цени EUR', named: 'EUR', taken: 'BGN' },
    ])
    // Units and totals are no title or text about the prices.
    expect(await doubts(['Стока;Цена;Мярка', 'Хляб;1.20;€/бр', 'Сол;2.40;€/бр'])).toEqual([])
    expect(await doubts(['Стока;Цена', 'Хляб;1.20', 'Сол;2.40', 'Общо;3,60 €'])).toEqual([])
  })

  test('GUARD-01 · the most severe first', async () => {
    const lines = [
      'Стока;Цена;Промо цена;X',
      ...PAIRS.map(([lev, euro], i) => `Стока ${i};${lev};${i === 0 ? '500' : '1'}.00;${euro}`),
    ]
    const found = await doubts(lines, { fileName: 'ceni-eur.csv' })
    expect(found.map(({ what }) => what)).toEqual([
      'currency-named',
      'converted-column',
      'sale-above-regular',
    ])
  })
})

import type { PairDirection } from './price-pair.ts'
import { describe, expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { decimals, plantedPairs } from '#test/planted-pairs.ts'
import type { Cell, Table } from '#table/table.ts'
import { detectColumns } from '../columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { type PairColumns, findPairColumns } from './pair-columns.ts'
import { checkPairs } from './check-pairs.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { type PairsOptions, readPricePairs } from './read-pairs.ts'

const columnsIn = (table: Table) => findPairColumns(table, detectColumns(table))

const read = (table: Table, more: Partial<PairsOptions> = {}) => {
  const { columns } = detectColumns(table)
  const { pairs } = columnsIn(table)
  return readPricePairs(table, { columns, pairs, areNamed: false, firstLine: 1, ...more })
}

async function checkFile(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  direction: PairDirection = 'either',
) {
  const opened = await openFile(bytes, { fileName, allKeys: true })
  if (!opened.ok) return expect.fail(`${fileName}: ${opened.error.code}`)
  const { table } = opened.file
  const detection = detectColumns(table)
  const { pairs } = findPairColumns(table, detection)
  const reading = readFilePairs(opened.file, table, { columns: detection.columns, pairs, areNamed: false })
  return { pairs, ...checkPairs(reading, direction) }
}

/** Own errors: up and down, one cent and more, in the first and in the last row. */
const ERRORS = { 0: 1, 17: -1, 400: 1, 401: 10, 640: -250, 999: -1 }
const PLANTED = plantedPairs(1000, ERRORS)
const EXPECTED = PLANTED.flatMap(({ name, bgn, eur, right, off }, i) =>
  off === 0
    ? []
    : [
        {
          row: i + 2,
          name,
          national: decimals(bgn),
          euro: decimals(eur),
          expected: { euro: decimals(right) },
          difference: { euro: decimals(off) },
        },
      ],
)

describe('CHECK-01 · planted errors among 1,000 right pairs', () => {
  test('CHECK-01 · each is found in delimited text, and nothing else', async () => {
    const lines = PLANTED.map(({ name, bgn, eur }) => `${name};${decimals(bgn, ',')};${decimals(eur, ',')}`)
    const text = ['Наименование;Цена (лв.);Цена (€)', ...lines, ''].join('\r\n')
    const { mismatches, summary } = await checkFile(encode(text, 'windows-1251'), 'list.csv')
    expect(mismatches).toMatchObject(EXPECTED)
    expect(mismatches).toHaveLength(EXPECTED.length)
    expect(summary).toMatchObject({ checked: 1000, exact: 994, off: 6, offByOne: 4, notChecked: 0 })
    expect(summary.largest).toMatchObject(EXPECTED[4]!)
  })

  test('CHECK-01 · and in a workbook, whose number formats alone tell the money', async () => {
    const book = workbook({
      Цени: [
        ['Продукт', 'Цена', 'Нова цена'],
        ...PLANTED.map(({ name, bgn, eur }) => [
          name,
          formatted(bgn / 100, '#,##0.00" лв."'),
          formatted(eur / 100, '[$€-2] #,##0.00'),
        ]),
      ],
    })
    const { pairs } = await checkFile(book, 'list.xlsx')
    // 'Цена' and 'Нова цена' may be two prices: nothing is taken for a pair on a guess.
    expect(pairs).toEqual([])
    const same = workbook({
      Цени: [
        ['Продукт', 'Цена', 'Цена'],
        ...PLANTED.map(({ name, bgn, eur }) => [
          name,
          formatted(bgn / 100, '#,##0.00" лв."'),
          formatted(eur / 100, '[$€-2] #,##0.00'),
        ]),
      ],
    })
    const { mismatches } = await checkFile(same, 'list.xlsx')
    expect(mismatches).toMatchObject(EXPECTED)
    expect(mismatches).toHaveLength(EXPECTED.length)
  })

  test('CHECK-01 · and in items of JSON, which are counted from 1', async () => {
    const items = PLANTED.map(({ name, bgn, eur }) => ({
      name,
      price: bgn / 100,
      currency: 'BGN',
      price_eur: decimals(eur),
    }))
    const { mismatches } = await checkFile(new TextEncoder().encode(JSON.stringify(items)), 'list.json')
    expect(mismatches).toMatchObject(EXPECTED.map((one) => ({ ...one, row: one.row - 1 })))
    expect(mismatches).toHaveLength(EXPECTED.length)
  })

  test('CHECK-01 · and in a page of a shop, with both prices in each cell', async () => {
    const rows = PLANTED.map(
      ({ name, bgn, eur }) =>
        `<tr><td>${name}</td><td>${decimals(bgn, ',')} лв.<br>${decimals(eur, ',')} &euro;</td></tr>`,
    )
    const page = `<html><meta charset="utf-8"><table><tr><th>Име</th><th>Цена</th></tr>${rows.join('')}</table></html>`
    const { mismatches, summary } = await checkFile(new TextEncoder().encode(page), 'list.xls')
    expect(summary.checked).toBe(1000)
    expect(mismatches).toMatchObject(EXPECTED)
  })
})

test('CHECK-05 · the sum of differences is that of the absolute values, exact beyond the cent', () => {
  const table = [
    ['Име', 'Цена лв.', 'Цена €'],
    ['а', '1,96', '1,01'],
    ['б', '1,96', '0,99'],
    ['в', '12,50', '6,3915'],
    ['г', '19,56', '10,00'],
  ]
  const { summary } = checkPairs(read(table), 'bgn-eur')
  expect(summary.sumOfDifferences.euro).toBe('0.0215')
  expect(summary.off).toBe(3)
})

const pair = (national: number, euro: number): PairColumns => ({ national, euro })
const ROW = ['Хляб', '1,96', '1,00', '1,76', '0,90']

describe('CHECK-01 · which columns belong together', () => {
  test.each([
    [
      ['Име', 'Цена лв.', 'Цена €', 'Промо цена лв.', 'Промо цена €'],
      [pair(1, 2), pair(3, 4)],
    ],
    [
      ['Име', 'Цена лв.', 'Промо цена лв.', 'Цена в евро', 'Промо цена в евро'],
      [pair(1, 3), pair(2, 4)],
    ],
    [
      ['name', 'price_eur', 'price_bgn', 'sale_price_eur', 'salePriceBgn'],
      [pair(2, 1), pair(4, 3)],
    ],
    [['Име', 'Цена с ДДС, EUR', 'Цена с ДДС, BGN', 'Код', 'К-во'], [pair(2, 1)]],
    [['Име', 'лв.', '€', 'Код', 'К-во'], [pair(1, 2)]],
    [['Име', 'Цена лв.', '€', 'Код', 'К-во'], [pair(1, 2)]],
    // A quantity times a euro price is no converted amount.
    [['Име', 'Ед. цена лв.', 'Ед. цена €', 'Стойност лв.', 'Стойност €'], [pair(1, 2)]],
    [['Име', 'Стойност лв.', 'Стойност €', 'Код', 'К-во'], [pair(1, 2)]],
    // Without and with VAT are two prices.
    [['Име', 'Цена без ДДС, лв.', 'Цена с ДДС, €', 'Код', 'К-во'], []],
    [['Име', 'Цена лв.', 'Промо цена €', 'Код', 'К-во'], []],
    [['Име', 'Цена лв.', 'Наличност', 'Код', 'К-во'], []],
  ])('CHECK-01 · %j', (header, expected) => {
    expect(columnsIn([header, ROW, ROW]).pairs).toEqual(expected)
  })

  test('CHECK-01 · a price whose money is not said, beside the same one in euro: it is lev, and that is said', () => {
    expect(columnsIn([['Име', 'Цена', 'Цена EUR'], ROW]).pairs).toEqual([
      { national: 1, euro: 2, assumed: 'BGN' },
    ])
    expect(columnsIn([['Име', 'Цена', 'Цена лв.'], ROW]).pairs).toEqual([
      { national: 2, euro: 1, assumed: 'EUR' },
    ])
  })

  test('CHECK-01 · what is known of the columns is offered where no pair is found', () => {
    expect(columnsIn([['Име', 'Цена лв.', 'Наличност', 'Код', 'К-во'], ROW]).guess).toEqual({
      national: 1,
      euro: null,
    })
  })
})

describe('CHECK-01 · few prices in a long list', () => {
  test('CHECK-01 · reduced prices that begin far below are compared too', () => {
    const rows = Array.from({ length: 1500 }, (_, i) => [
      'Хляб',
      '1,96',
      '1,00',
      ...(i === 1400 ? ['1,76', '0,91'] : []),
    ])
    const table = [['Име', 'Цена лв.', 'Цена €', 'Промо цена лв.', 'Промо цена €'], ...rows]
    expect(columnsIn(table).pairs).toEqual([pair(1, 2), pair(3, 4)])
    // 1.76 / 1.95583 = 0.8998…
    expect(checkPairs(read(table), 'either').mismatches).toMatchObject([
      { row: 1402, pair: 1, expected: { euro: '0.90' } },
    ])
  })

  test('CHECK-01 · a formula that was never rounded is off, and told apart', async () => {
    const rows = PLANTED.filter(({ off }) => off === 0).map(({ name, bgn }) => [
      name,
      bgn / 100,
      bgn / 195.583,
    ])
    const book = workbook({ А: [['Име', 'Цена лв.', 'Цена €'], ...rows] })
    const { summary } = await checkFile(book, 'a.xlsx', 'bgn-eur')
    expect(summary.off).toBeGreaterThan(950)
    expect(summary.unrounded).toBe(summary.off)
    // As the original of its lev price such a price is as good as any.
    expect((await checkFile(book, 'a.xlsx')).summary.off).toBe(0)
    expect(summary.offByOne).toBe(0)
  })
})

describe('CHECK-01 · rows that have no two prices', () => {
  const HEADER = ['Име', 'Цена лв.', 'Цена €']

  test('CHECK-01 · each reason is told, with what stands in the row', () => {
    const { pairs, missing } = read([
      HEADER,
      ['Само лева', '1,96', ''],
      ['Само евро', '-', '1,00 €'],
      ['Нула', '0', '0,00'],
      ['Много', '10000000', '5112918,81'],
      ['Двете в лева', '1,96', '1,96 лв.'],
      ['Текст', 'по договаряне', '1,00'],
      ['Раздел', '', ''],
      ['Разменени', '1,00 €', '1,96 лв.'],
    ])
    expect(pairs).toEqual([
      { row: 9, name: 'Разменени', pair: 0, national: '1.96', euro: '1', isSwapped: true },
    ])
    expect(missing.map(({ row, reason, national, euro }) => [row, reason, national, euro])).toEqual([
      [2, 'no-eur', '1.96', ''],
      [3, 'no-bgn', '', '1'],
      [4, 'zero', '0', '0,00'],
      [5, 'too-large', '10000000', '5112918.81'],
      [6, 'same-currency', '1.96', '1.96'],
      [7, 'unreadable', 'по договаряне', '1'],
    ])
  })

  test('CHECK-01 · columns that a person has named are in that money, whatever a cell says', () => {
    const table: Table = [HEADER, ['Хляб', '1,96', '1,00 лв.']]
    expect(read(table).missing).toMatchObject([{ reason: 'same-currency' }])
    expect(read(table, { areNamed: true }).pairs).toMatchObject([{ national: '1.96', euro: '1' }])
  })

  test('CHECK-01 · the names are whole, and without what would turn or break a line', () => {
    const name = 'Маслиново масло\u202e <студено> пресовано,\n1 литър, стъклена бутилка'
    expect(read([HEADER, [name, '1,96', '1,00']]).pairs[0]?.name).toBe(
      'Маслиново масло <студено> пресовано, 1 литър, стъклена бутилка',
    )
  })
})

describe('CHECK-01 · prices like 12,500', () => {
  const HEADER = ['Име', 'Цена лв.', 'Цена €']

  test('CHECK-01 · the column decides the notation', () => {
    // 12500 / 1.95583 = 6391.148…
    const table: Table = [HEADER, ['а', '12,500', '6391.15'], ['б', '1.96', '1.00']]
    expect(checkPairs(read(table), 'either').summary).toMatchObject({ checked: 2, exact: 2 })
    expect(read(table).question).toBeUndefined()
  })

  test('CHECK-01 · a price is read the other way where only so its pair is of one product', () => {
    // 1234 / 1.95583 = 630.934…; 12.5 / 1.95583 = 6.391…; 1500 / 1.95583 = 766.937…
    const table: Table = [
      HEADER,
      ['а', '12,500', '6,39'],
      ['б', '1,234', '630,93'],
      ['в', '3,29', '1,68'],
      ['г', '1,500', '766,95'],
      ['д', '12,500', '100,00'],
      ['е', '630,93 лв.', '1,234 €'],
    ]
    const { pairs, question } = read(table)
    expect(question).toBeUndefined()
    expect(pairs.map(({ national }) => national)).toEqual(['12.5', '1234', '3.29', '1500', '12.5', '630.93'])
    expect(pairs.at(-1)?.euro).toBe('1.234')
    const { mismatches } = checkPairs({ pairs, missing: [] }, 'bgn-eur')
    expect(mismatches.map(({ row, expected }) => [row, expected.euro])).toEqual([
      [5, '766.94'],
      [6, '6.39'],
      [7, '322.59'],
    ])
  })

  test('CHECK-01 · where it does not tell, the person is asked', () => {
    const table: Table = [HEADER, ['без цена'], ['а', '12,500', '6391,15']]
    const asked = {
      example: '12,500',
      side: 'national',
      row: 3,
      name: 'а',
      national: '12,500',
      euro: '6391,15',
    }
    expect(read(table).question).toEqual({
      ...asked,
      readings: { decimal: '12.5', thousands: '12500' },
      currency: 'BGN',
    })
    const inEuro: Table = [HEADER, ['а', '6391,15', '12,500 €'], ['б', '', '7,250 €']]
    expect(read(inEuro).question).toMatchObject({ side: 'euro', currency: 'EUR', row: 2 })
    const swapped: Table = [HEADER, ['а', '12,500 €', '24 447,88 лв.']]
    expect(read(swapped).question).toMatchObject({ side: 'national', currency: 'EUR' })
    expect(read(swapped, { areNamed: true }).question).toMatchObject({ side: 'national', currency: 'BGN' })
    // Longer than what is shown of it.
    const long = `12,500${' '.repeat(70)}лв.`
    expect(read([HEADER, ['а', long, '6391,15']]).question?.readings).toEqual({
      decimal: '12.5',
      thousands: '12500',
    })
    const told = read(table, { ambiguous: 'thousands' })
    expect(told.question).toBeUndefined()
    expect(read(table, { ambiguous: 'decimal' }).pairs).toMatchObject([{ national: '12.5', euro: '6391.15' }])
    expect(told.pairs).toMatchObject([{ national: '12500', euro: '6391.15' }])
  })

  test('CHECK-01 · two prices in one cell explain each other', () => {
    const cell = (text: string) =>
      read([
        ['Име', 'Цена'],
        ['а', text],
        ['б', '1,96 лв. / 1,00 €'],
      ]).pairs[0]
    expect(cell('12,500 лв. / 6391.15 €')).toMatchObject({ national: '12500', euro: '6391.15' })
    expect(cell('12,500 лв. / 6,39 €')).toMatchObject({ national: '12.5', euro: '6.39' })
    // Far apart, which a conversion refuses: here that is what is looked for.
    expect(cell('€ 11,00 (19,56 лв.)')).toMatchObject({ national: '19.56', euro: '11' })
  })
})

describe('READ-11 · two tables beside each other', () => {
  const TWO = [
    ['Име', 'Цена лв.', 'Цена EUR', 'Продукт', 'Цена лв.', 'Цена EUR'],
    ['Хляб', '1,96', '1,00', 'Бира', '3,91', '2,10'],
  ]

  test('are checked each by itself, with its own names', () => {
    expect(columnsIn(TWO).pairs).toMatchObject([
      { national: 1, euro: 2 },
      { national: 4, euro: 5 },
    ])
    expect(read(TWO).pairs.map(({ name, national, euro }) => [name, national, euro])).toEqual([
      ['Хляб', '1.96', '1'],
      ['Бира', '3.91', '2.1'],
    ])
  })

  test('also where the money of one price is not said', () => {
    const unsaid = TWO.map((row, r) => (r === 0 ? row.map((title) => title.replace(' лв.', '')) : row))
    expect(columnsIn(unsaid).pairs).toMatchObject([
      { national: 1, euro: 2, assumed: 'BGN' },
      { national: 4, euro: 5, assumed: 'BGN' },
    ])
  })

  test('are no lev and euro prices of one thing', () => {
    const apart = TWO.map((row) => [row[0]!, row[1]!, row[3]!, row[5]!])
    expect(columnsIn(apart).pairs).toEqual([])
  })
})

describe('CHECK-01 · which columns belong together', () => {
  const pairsIn = (...rows: string[]) => columnsIn(rows.map((row) => row.split(';'))).pairs
  const row = (count: number) => ['Хляб', ...Array.from({ length: count }, (_, i) => `${i + 1},50`)].join(';')

  test('CHECK-01 · the nearest of those with the same words', () => {
    expect(pairsIn('Име;Цена лв.;Цена BGN;Цена €', row(3))).toEqual([{ national: 2, euro: 3 }])
    expect(pairsIn('Име;Цена €;Цена лв.;Цена BGN', row(3))).toEqual([{ national: 2, euro: 1 }])
    expect(pairsIn('Име;Цена лв.;Цена €;Цена EUR;Цена BGN', row(4))).toEqual([
      { national: 1, euro: 2 },
      { national: 4, euro: 3 },
    ])
    expect(pairsIn('Име;Цена €;Промо €;Цена лв.;Промо лв.', row(4))).toEqual([
      { national: 3, euro: 1 },
      { national: 4, euro: 2 },
    ])
    expect(pairsIn('Име;Цена лв.;Промо €', row(2))).toEqual([])
  })

  test('CHECK-01 · a price that names no currency is the other one of a price with the same words', () => {
    expect(pairsIn('Име;Цена;Цена €', row(2))).toEqual([{ national: 1, euro: 2, assumed: 'BGN' }])
    expect(pairsIn('Име;Цена лв.;Цена', row(2))).toEqual([{ national: 1, euro: 2, assumed: 'EUR' }])
    expect(pairsIn('Име;Цена;Промо €', row(2))).toEqual([])
    expect(pairsIn('Име;Цена;Цена', row(2))).toEqual([])
    // Named pairs come first.
    expect(pairsIn('Име;Цена лв.;Цена €;Промо;Промо €', row(4))).toEqual([{ national: 1, euro: 2 }])
  })

  test('CHECK-01 · a currency alone is that of the only price in the other one', () => {
    expect(pairsIn('Име;Цена лв.;€', row(2))).toEqual([{ national: 1, euro: 2 }])
    expect(pairsIn('Име;лв.;Цена €', row(2))).toEqual([{ national: 1, euro: 2 }])
    expect(pairsIn('Име;Цена лв.;Промо лв.;€', row(3))).toEqual([])
    expect(pairsIn('Име;Стара цена лв.;€', row(2))).toEqual([])
  })

  test('CHECK-01 · sums only where there are no prices', () => {
    expect(pairsIn('Име;Цена лв.;Цена €;Сума лв.;Сума €', row(4))).toEqual([{ national: 1, euro: 2 }])
    expect(pairsIn('Име;Сума лв.;Сума €', row(2))).toEqual([{ national: 1, euro: 2 }])
  })

  test('CHECK-01 · by most of the cells, else by a column of currencies', () => {
    const cells = (euros: number, others: number) =>
      pairsIn('Име;Цена лв.;Цена', ...Array(euros).fill('Хляб;2;1 €'), ...Array(others).fill('Хляб;2;1'))
    expect(cells(5, 1)).toEqual([{ national: 1, euro: 2 }])
    expect(cells(4, 1)).toEqual([{ national: 1, euro: 2, assumed: 'EUR' }])
    const both = (pairs: number, others: number) =>
      pairsIn('Име;Цена', ...Array(pairs).fill('Хляб;1,96 лв. / 1,00 €'), ...Array(others).fill('Хляб;виж'))
    expect(both(3, 7)).toEqual([{ national: 1, euro: 1 }])
    expect(both(2, 7)).toEqual([])
    const texts = (prices: number, others: number) =>
      pairsIn('Име;Цена лв.;Цена €', ...Array(prices).fill('Хляб;2;1'), ...Array(others).fill('Хляб;2;виж'))
    expect(texts(3, 7)).toEqual([{ national: 1, euro: 2 }])
    expect(texts(2, 7)).toEqual([])
  })
})

describe('CHECK-01 · a column with both prices in each cell', () => {
  test('CHECK-01 · a cell may have one of them alone, none, or something else', () => {
    const cells = [
      '1,96 лв. / 1,00 €',
      '1,00 € (1,96 лв.)',
      '3,91 лв. | 2,00 €',
      '5,00 лв.',
      '5,00 €',
      '5,00',
      'виж',
      '',
      '0',
    ]
    const { pairs, missing } = read([['Име', 'Цена'], ...cells.map((cell, i) => [`Стока ${i}`, cell])])
    expect(pairs.map(({ row, national, euro }) => [row, national, euro])).toEqual([
      [2, '1.96', '1'],
      [3, '1.96', '1'],
      [4, '3.91', '2'],
    ])
    expect(missing.map(({ row, reason, national, euro }) => [row, reason, national, euro])).toEqual([
      [5, 'no-eur', '5', ''],
      [6, 'no-bgn', '', '5'],
      [7, 'no-eur', '5', ''],
      [8, 'unreadable', 'виж', 'виж'],
      [10, 'zero', '0', '0'],
    ])
  })

  test('CHECK-01 · of two reasons the one that can be mended first is told', () => {
    const reasons = (lev: string, euro: string) =>
      read([
        ['Име', 'Цена лв.', 'Цена €'],
        ['а', '1,96', '1,00'],
        ['б', lev, euro],
      ]).missing.map(({ reason }) => reason)
    expect([reasons('виж', '0'), reasons('0', 'виж'), reasons('0', '99999999'), reasons('', 'виж')]).toEqual([
      ['unreadable'],
      ['unreadable'],
      ['too-large'],
      ['unreadable'],
    ])
    expect([reasons('', '1'), reasons('1', ''), reasons('', ''), reasons('1 €', '2')]).toEqual([
      ['no-bgn'],
      ['no-eur'],
      [],
      ['same-currency'],
    ])
  })
})

test.each([
  ['percent', '1'],
  ['date', '45000'],
] as const)('CHECK-01 · cells with a %s are no prices of a pair', (what, text) => {
  const tableOf = (cell: Cell) => [
    ['Име', 'Цена лв.', 'Цена €'],
    ['Хляб', '1,96', cell],
    ['Сол', '1,96', cell],
  ]
  expect(columnsIn(tableOf({ kind: 'number', text })).pairs).toEqual([{ national: 1, euro: 2 }])
  expect(columnsIn(tableOf({ kind: 'other', what, text })).pairs).toEqual([])
})

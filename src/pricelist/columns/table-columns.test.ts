import { describe, expect, test } from 'vitest'
import { detectColumns } from './detect-columns.ts'
import { readRows } from '../rows/read-rows.ts'
import {
  areReadTogether,
  isInTableOfPrice,
  tableOfPrice,
  tablesRead,
  withPrice,
  withTables,
} from './table-columns.ts'
import type { ColumnInfo, Columns, SideTable } from '../types.ts'
import { planForEditedRows } from '#writeback/build-plan.ts'

const TABLE = [
  ['Име', 'Цена', '', 'Име', 'Цена'],
  ['Хляб', '1,80', '', 'Бира', '2,80'],
  ['Мляко', '3,20', '', '', ''],
]

const readingOf = (table: string[][], columns = detectColumns(table).columns) =>
  readRows(table, { columns, defaultCurrency: 'BGN' })

describe('READ-11 · a table to the right of another', () => {
  test('is read with its own names', () => {
    const { rows, nth, counts } = readingOf(TABLE)
    expect(rows.map(({ name, price }) => `${name} ${price}`)).toEqual(['Хляб 1.8', 'Бира 2.8', 'Мляко 3.2'])
    expect(nth).toEqual([0, 1, 0])
    expect(counts).toMatchObject({ validRows: 3, tokenCost: 3 })
  })

  test('is named and not read where a column of currencies stands', () => {
    const table = TABLE.map((row, r) => [...row.slice(0, 2), r === 0 ? 'Валута' : 'BGN', ...row.slice(3)])
    const { columns, rivals } = detectColumns(table)
    expect(columns.sideTables).toBeUndefined()
    expect(rivals).toMatchObject([{ index: 4, title: 'Цена' }])
  })

  test('is given up with another choice of the price', () => {
    const detection = detectColumns(TABLE)
    expect(readingOf(TABLE, withPrice(detection.columns, 4, detection)).counts.tokenCost).toBe(1)
  })

  test('brings its names with its price', () => {
    const detection = detectColumns(TABLE)
    const { rows } = readingOf(TABLE, withPrice(detection.columns, 4, detection))
    expect(rows.filter(({ price }) => price !== '').map(({ name }) => name)).toEqual(['Бира'])
  })

  test('READ-11 · keeps its names where no price is chosen any more', () => {
    const detection = detectColumns(TABLE)
    const second = withPrice(detection.columns, 4, detection)
    expect(withPrice(second, null, detection)).toMatchObject({ price: null, name: 3 })
  })

  const TWO_EACH = (names: string) => [
    ['Име', 'Цена', 'Промо цена', names, 'Цена', 'Промо цена'],
    ['Хляб', '1,80', '1,60', 'Бира', '2,80', '2,60'],
    ['Сол', '0,90', '0,80', 'Вино', '9,80', '9,60'],
  ]

  test.each(['Име', 'Продукт'])('brings its names with any of its prices: %s', (names) => {
    const found = detectColumns(TWO_EACH(names))
    const after = (...picked: number[]) =>
      picked.reduce((columns, price) => withPrice(columns, price, found), found.columns)
    for (const [price, name] of [
      [5, 3],
      [4, 3],
      [2, 0],
      [1, 0],
    ] as const) {
      expect(after(price)).toMatchObject({ price, name })
      expect(after(4, price)).toMatchObject({ price, name })
      expect(after(2, price)).toMatchObject({ price, name })
    }
  })

  test('has no prices of the other converted with its names, and keeps a name that was chosen in it', () => {
    const found = detectColumns(TWO_EACH('Име'))
    const columns = { ...found.columns, morePrices: [2] }
    expect(withPrice(columns, 4, found).morePrices).toEqual([])
    expect(withPrice({ ...columns, price: 2, morePrices: [1] }, 1, found).morePrices).toEqual([])
    expect(withPrice({ ...columns, name: null }, 2, found).name).toBeNull()
  })

  test('can be left out and read again, and so can the first', () => {
    const { columns, tables } = detectColumns(TABLE)
    const [first, second] = tables
    expect(tablesRead(tables, columns)).toEqual([first, second])
    const pricesOf = (read: typeof tables, now = columns) => {
      const chosen = withTables(now, columns, read)
      const { rows } = readingOf(TABLE, chosen)
      return { chosen, prices: rows.filter(({ price }) => price !== '').map(({ name }) => name) }
    }
    expect(pricesOf([first!]).prices).toEqual(['Хляб', 'Мляко'])
    const alone = pricesOf([second!])
    expect(alone.prices).toEqual(['Бира'])
    expect(pricesOf(tables, alone.chosen)).toEqual({ chosen: columns, prices: ['Хляб', 'Бира', 'Мляко'] })
  })

  test('has its name changed in its own column', () => {
    const { columns } = detectColumns(TABLE)
    const reading = readingOf(TABLE)
    const row = {
      line: 2,
      nth: 1,
      name: 'Бира тъмна',
      price: '2.8',
      currency: 'BGN',
      national: '2.80',
      euro: '1.43',
    }
    const order = planForEditedRows({ columns, reading, table: TABLE }, [row], 'after')
    expect(order.changed.map(({ row: r, cells }) => [r, [...cells]])).toEqual([[1, [[3, 'Бира тъмна']]]])
  })

  test('READ-11 · a variant has the name above it, and a unit or a heading makes none', () => {
    const names = (...rows: string[][]) => readingOf(rows).rows.map(({ name }) => name)
    expect(names(['Име', 'Размер', 'Цена'], ['Риза', 'S', '10,00'], ['', 'M', '11,00'])).toEqual([
      'Риза',
      'Риза',
    ])
    expect(names(['Име', 'Мярка', 'Цена'], ['Хляб', 'бр.', '1,00'], ['', 'бр.', '2,00'])).toEqual([
      'Хляб',
      '',
    ])
    expect(names(['Име', 'Мярка', 'Цена'], ['Хлебни', '', ''], ['', 'бр.', '2,00'])).toEqual(['Хлебни', ''])
    const cap = [
      ['Тениска', 'S', '10,00'],
      ['', 'M', '11,00'],
      ['', 'Общо', '21,00'],
      ['', 'Каскет', '15,00'],
    ]
    expect(names(['Име', 'Размер', 'Цена'], ...cap)).toEqual(['Тениска', 'Тениска', '', ''])
    const unread = [
      ['Тениска', 'S', '10,00'],
      ['', 'M', 'abc'],
      ['', 'L', '12,00'],
    ]
    expect(names(['Име', 'Размер', 'Цена'], ...unread)).toEqual(['Тениска', 'Тениска', 'Тениска'])
  })
})

describe('READ-11 · a table to the right whose names have a title of their own', () => {
  const tableOf = (...rows: string[]) => rows.map((row) => row.split(';'))
  const withPriceOf = (table: string[][], price: number) => {
    const detection = detectColumns(table)
    const { rows } = readingOf(table, withPrice(detection.columns, price, detection))
    return rows.map((row) => `${row.name} ${row.price} ${row.currency}`)
  }
  const DRINKS = ['Ракия 3.5 EUR', 'Бира 4 EUR']

  test('is read with the first where a blank column parts them, in any number', () => {
    const menu = tableOf(
      'Салати;Цена;;Супи;Цена;;Напитки;Цена',
      'Шопска;7,90;;Таратор;4,50;;Бира;4,00',
      'Овчарска;8,90;;Боб;5,50;;;',
    )
    const { question, columns } = detectColumns(menu)
    expect(question).toBeNull()
    expect(readingOf(menu, columns).rows.map(({ name, price }) => `${name} ${price}`)).toEqual([
      'Шопска 7.9',
      'Таратор 4.5',
      'Бира 4',
      'Овчарска 8.9',
      'Боб 5.5',
    ])
  })

  test.each([
    'Храна;Цена;Валута;;Напитки;Цена;Валута',
    'Модел;Цена;Валута;;Резервна част;Цена;Валута',
    'Ястие;Цена;;;Напитки;Цена;',
  ])('brings its names and currencies with its price: %s', (titles) => {
    const table = tableOf(titles, 'Шопска;7.9;BGN;;Ракия;3.5;EUR', 'Таратор;4.5;BGN;;Бира;4;EUR')
    expect(withPriceOf(table, 5)).toEqual(DRINKS)
    expect(withPriceOf(table, 1)).toEqual(['Шопска 7.9 BGN', 'Таратор 4.5 BGN'])
  })

  test('gives its names to no other, whatever the first are', () => {
    const rows = ['A1;7.9;BGN;;Ракия;3.5;EUR', 'A2;4.5;BGN;;Бира;4;EUR']
    const models = tableOf('Модел;Цена;Валута;;Резервна част;Цена;Валута', ...rows)
    expect(withPriceOf(models, 5)).toEqual(DRINKS)
    expect(withPriceOf(models, 1)).toEqual(['A1 7.9 BGN', 'A2 4.5 BGN'])
    const unknown = tableOf('Серия;Цена;Валута;;Резервна част;Цена;Валута', ...rows)
    expect(withPriceOf(unknown, 5)).toEqual(DRINKS)
    expect(withPriceOf(unknown, 1)).toEqual([' 7.9 BGN', ' 4.5 BGN'])
  })

  test('has its currencies before its names', () => {
    const table = tableOf(
      'Валута;Храна;Цена;Валута;Напитки;Цена',
      'BGN;Шопска;7,90;EUR;Ракия;3,50',
      'BGN;Таратор;4,50;EUR;Бира;4,00',
    )
    expect(withPriceOf(table, 5)).toEqual(DRINKS)
  })

  test('has its names behind its prices', () => {
    const table = tableOf('Цена;Храна;;Цена;Напитки', '7,90;Шопска;;3,50;Ракия', '4,50;Таратор;;4,00;Бира')
    expect(withPriceOf(table, 3)).toEqual(['Ракия 3.5 BGN', 'Бира 4 BGN'])
  })

  test.each(['Храна;Цена;Напитки;Цена', 'Продукт;Цена;;Напитки;Цена', ';Цена;;;Цена'])(
    'is asked about where its texts may be of the first: %s',
    (titles) => {
      const isParted = titles.split(';').length === 5
      const table = [
        titles,
        ...['Шопска;7,90;;Ракия;3,50', 'Таратор;4,50;;Бира;4,00'].map((row) =>
          isParted ? row : row.replace(';;', ';'),
        ),
      ]
      const price = isParted ? 4 : 3
      const { question, candidates } = detectColumns(tableOf(...table))
      expect({ question, candidates }).toEqual({ question: 'equal-prices', candidates: [1, price] })
      expect(withPriceOf(tableOf(...table), price)).toEqual(['Ракия 3.5 BGN', 'Бира 4 BGN'])
    },
  )

  test.each(['Магазин', 'Доставчик', 'Забележка', 'Опаковка'])('is none under %s', (title) => {
    const table = tableOf(`Продукт;Цена;;${title};Цена`, 'Хляб;1,80;;Иванов;1,50', 'Мляко;3,20;;Петров;2,90')
    expect(detectColumns(table)).toMatchObject({ question: 'equal-prices', tables: [] })
    expect(withPriceOf(table, 4)).toEqual(['Хляб 1.5 BGN', 'Мляко 2.9 BGN'])
  })

  test('is none where the price on the right is the first in the other currency, or its texts repeat', () => {
    const pair = tableOf('Храна;Цена лв.;;Състав;Цена €', 'Супа;7,90;;Грах;4,04', 'Боб;4,50;;Лук;2,30')
    expect(detectColumns(pair)).toMatchObject({ tables: [], columns: { price: 1, otherPrice: 4 } })
    const sizes = tableOf('Храна;Цена;;Порция;Цена', 'Супа;7,90;;малка;4,04', 'Боб;4,50;;малка;2,30')
    expect(detectColumns(sizes)).toMatchObject({ question: 'equal-prices', tables: [] })
  })
})

test('READ-11 · each table has the price that is taken of the first', () => {
  const table = [
    'Име;Цена без ДДС;Цена с ДДС;Име;Цена без ДДС;Цена с ДДС',
    'Хляб;1,00;1,20;Бира;2,00;2,40',
    'Мляко;2,00;2,40;Вино;10,00;12,00',
  ].map((row) => row.split(';'))
  const { rows } = readingOf(table)
  expect(rows.map(({ name, price }) => `${name} ${price}`)).toEqual([
    'Хляб 1.2',
    'Бира 2.4',
    'Мляко 2.4',
    'Вино 12',
  ])
})

test('READ-04 · each price of one table has the currency beside it', () => {
  const table = [
    'Продукт;Цена;Валута;Цена на едро;Валута',
    'Хляб;1,80;BGN;0,80;EUR',
    'Мляко;3,20;BGN;1,50;EUR',
  ].map((row) => row.split(';'))
  const detection = detectColumns(table)
  expect(detection.columns).toMatchObject({ price: 1, currency: 2 })
  const wholesale = withPrice(detection.columns, 3, detection)
  expect(wholesale).toMatchObject({ name: 0, currency: 4 })
  expect(withPrice(wholesale, 1, detection)).toMatchObject({ name: 0, currency: 2 })
  // With the currencies of the other price its own would be read as those.
  expect(withPrice({ ...detection.columns, morePrices: [3] }, 1, detection).morePrices).toEqual([])
})

describe('READ-11 · the name and currency columns of a price', () => {
  const info = (index: number, title: string, more: Partial<ColumnInfo> = {}): ColumnInfo => ({
    index,
    title,
    samples: /^(?:Име|Продукт)$/.test(title) ? ['Хляб'] : ['1'],
    isPriced: title.startsWith('Цена'),
    ...more,
  })
  const COLUMNS: Columns = {
    headerRow: 0,
    name: 0,
    price: 1,
    currency: null,
    otherPrice: null,
    morePrices: [],
  }
  const foundOf = (all: ColumnInfo[], columns: Partial<Columns> = {}, tables: SideTable[] = []) => ({
    all,
    columns: { ...COLUMNS, ...columns },
    tables,
  })
  const titled = (titles: string, own: Record<number, number> = {}) =>
    titles.split(';').map((title, c) => info(c, title, own[c] === undefined ? {} : { currency: own[c] }))

  test('READ-11 · are those of the file where it is one table', () => {
    const one = titled('Име;Цена;Цена едро;Валута', { 2: 3 })
    expect(tableOfPrice(foundOf(one, { currency: 5 }), 1)).toEqual({ price: 1, name: 0, currency: 5 })
    expect(tableOfPrice(foundOf(one, { currency: 5 }), 2)).toEqual({ price: 2, name: 0, currency: 3 })
    expect(tableOfPrice(foundOf(one, { name: null }), 1)).toEqual({ price: 1, name: null, currency: null })
  })

  test('READ-11 · are its own where a second table begins with names behind a price', () => {
    const two = titled('Име;Цена;Валута;Продукт;Цена едро;Валута', { 1: 2 })
    const tableOf = (price: number, all = two, columns: Partial<Columns> = { currency: 2 }) =>
      tableOfPrice(foundOf(all, columns), price)
    expect(tableOf(1)).toEqual({ price: 1, name: 0, currency: 2 })
    expect(tableOf(4)).toEqual({ price: 4, name: 3, currency: 5 })
    const beside = titled('Име;Цена;Продукт;Валута;Цена едро;Валута', { 4: 5 })
    expect(tableOf(4, beside)).toEqual({ price: 4, name: 2, currency: 5 })
    const third = titled('Име;Цена;Име;Цена;Име;Цена;Валута')
    expect([1, 3, 5].map((price) => tableOf(price, third, {}))).toEqual([
      { price: 1, name: 0, currency: null },
      { price: 3, name: 2, currency: null },
      { price: 5, name: 4, currency: 6 },
    ])
    // Names that are not those of the first table, or no names below the title.
    expect(tableOf(4, two, { name: 3 })).toEqual({ price: 4, name: 3, currency: null })
    const numbered = two.map((one) => (one.title === 'Продукт' ? { ...one, samples: ['17', 'A'] } : one))
    expect(tableOf(4, numbered)).toEqual({ price: 4, name: 0, currency: 2 })
    expect(tableOf(4, titled('Име;Код;Продукт;Валута;Цена'), {})).toEqual({
      price: 4,
      name: 0,
      currency: null,
    })
  })

  const SIDE: SideTable[] = [
    { name: 0, price: 1, currency: null },
    { name: 4, price: 5, currency: 3 },
    { name: 7, price: 6, currency: null },
  ]

  test('READ-11 · are those of the side table that begins with a name, price or currency column', () => {
    const found = foundOf(titled('Име;Цена;;Валута;Име;Цена;Цена;Име;Цена', { 8: 9 }), {}, SIDE)
    expect([1, 2, 3, 5, 6, 8].map((price) => tableOfPrice(found, price))).toEqual([
      { name: 0, price: 1, currency: null },
      { name: 0, price: 2, currency: null },
      { name: 4, price: 3, currency: 3 },
      { name: 4, price: 5, currency: 3 },
      { name: 7, price: 6, currency: null },
      { name: 7, price: 8, currency: 9 },
    ])
    const isInTable = (index: number, price: number | null) =>
      isInTableOfPrice(index, { ...COLUMNS, price }, found)
    expect([isInTable(2, 1), isInTable(5, 1), isInTable(6, 5), isInTable(6, 6), isInTable(6, null)]).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
  })

  test('READ-11 · are those of the first side table up to the second, whatever titles are between', () => {
    const titles = titled('Име;Цена;Име;Цена едро;Име;Цена')
    const found = foundOf(titles, {}, [SIDE[0]!, { name: 4, price: 5, currency: null }])
    expect(tableOfPrice(found, 3)).toEqual({ name: 0, price: 3, currency: null })
  })

  test('READ-11 · prices with different currency columns do not share them', () => {
    const found = foundOf(titled('Име;Цена;Валута;Цена едро;Валута;Цена промо', { 1: 2, 3: 4 }), {
      currency: 2,
    })
    const isInTable = (index: number) => isInTableOfPrice(index, found.columns, found)
    expect([isInTable(3), isInTable(5)]).toEqual([false, true])
  })

  test('READ-11 · another price drops what was detected for the former, and keeps what was chosen', () => {
    const found = foundOf(titled('Име;Цена;Цена едро;Цена промо'), { currency: null, otherPrice: 3 })
    const now: Columns = { ...found.columns, name: 2, morePrices: [2, 3], sideTables: SIDE }
    expect(withPrice(now, 2, found)).toEqual({ ...COLUMNS, name: 2, price: 2, morePrices: [3] })
    expect(withPrice(now, null, found)).toEqual({ ...COLUMNS, name: 2, price: null, morePrices: [2, 3] })
    // Without a price before, it brings the columns of its table.
    const unpriced = { ...COLUMNS, name: null, price: null }
    expect(withPrice(unpriced, 2, found)).toMatchObject({ name: 0, price: 2 })
    // A currency column chosen by the user stays while the table is the same.
    expect(withPrice({ ...COLUMNS, currency: 3 }, 2, found).currency).toBe(3)
  })

  test('READ-11 · side tables are read together where none has a currency column', () => {
    expect([areReadTogether(SIDE), areReadTogether([SIDE[0]!, SIDE[2]!])]).toEqual([false, true])
    expect(tablesRead(SIDE, { ...COLUMNS, morePrices: [6] })).toEqual([SIDE[0], SIDE[2]])
    expect(tablesRead(SIDE, { ...COLUMNS, price: null })).toEqual([])
  })

  test('READ-11 · the chosen side tables become the columns', () => {
    const found: Columns = { ...COLUMNS, otherPrice: 2, sideTables: SIDE.slice(1) }
    const now: Columns = { ...found, headerRow: 3, name: 9 }
    expect(withTables(now, found, [])).toBe(now)
    const { sideTables: _, ...own } = now
    expect(withTables(now, found, [SIDE[0]!])).toEqual(own)
    expect(withTables(now, found, [SIDE[0]!, SIDE[2]!])).toEqual({ ...own, sideTables: [SIDE[2]] })
    // Another first table: as detected, under the header that was chosen.
    expect(withTables(now, found, [SIDE[1]!, SIDE[2]!])).toEqual({
      ...COLUMNS,
      ...SIDE[1],
      headerRow: 3,
      sideTables: [SIDE[2]],
    })
    const alone = withTables(now, found, [SIDE[1]!])
    expect(withTables(alone, found, [SIDE[0]!])).toEqual({ ...COLUMNS, otherPrice: 2, headerRow: 3 })
  })
})

describe('READ-11 · tables of a file by their titles', () => {
  /** The columns as the dialog shows them. */
  const all = (titles: string, samples: readonly string[] = ['Хляб', '7']): ColumnInfo[] =>
    titles.split(';').map((title, index) => ({ index, title, samples, isPriced: title === 'Цена' }))
  const columns: Columns = {
    headerRow: 0,
    name: 0,
    price: 1,
    currency: null,
    otherPrice: null,
    morePrices: [],
  }
  const tableOf = (titles: string, price: number) =>
    tableOfPrice({ all: all(titles), columns, tables: [] }, price)

  test('READ-11 · end where the next begins', () => {
    const titles = 'Име;Цена;Име;Цена;Име;Цена;Валута;Име;Цена'
    expect([1, 3, 5, 8].map((price) => tableOf(titles, price))).toEqual([
      { price: 1, name: 0, currency: null },
      { price: 3, name: 2, currency: null },
      { price: 5, name: 4, currency: 6 },
      { price: 8, name: 7, currency: null },
    ])
  })

  test('READ-11 · begin with the first title of names after a price', () => {
    expect(tableOf('Име;Цена;Име;Продукт;Цена', 4).name).toBe(2)
    const found = { all: all('Име;Цена;Име;Цена', ['7', '8']), columns, tables: [] }
    expect(tableOfPrice(found, 3).name).toBe(0)
  })

  const FIRST: SideTable = { name: 1, price: 2, currency: null }

  test('READ-11 · without names begin with their price', () => {
    const found = {
      all: all('Име;Цена;Цена;x;Цена'),
      columns,
      tables: [
        { ...FIRST, name: 0, price: 1 },
        { name: null, price: 4, currency: null },
      ],
    }
    expect([tableOfPrice(found, 2).name, tableOfPrice(found, 4).name]).toEqual([0, null])
  })

  test('READ-11 · a price to the left of the first names is one of the first table', () => {
    const tables = [FIRST, { name: 4, price: 5, currency: null }]
    const found = { all: all('Промо;Име;Цена;x;Име;Цена'), columns, tables }
    const isIn = (index: number, price: number | null) =>
      isInTableOfPrice(index, { ...columns, price }, found)
    expect([isIn(0, 2), isIn(5, 2), isIn(3, 2), isIn(5, null)]).toEqual([true, false, true, true])
    const turned = {
      ...found,
      tables: [
        { name: 1, price: 0, currency: null },
        { name: 3, price: 2, currency: null },
      ],
    }
    expect([2, 3].map((index) => isInTableOfPrice(index, { ...columns, price: 0 }, turned))).toEqual([
      false,
      false,
    ])
  })

  test('READ-11 · no price at all keeps the other columns, and a name chosen before the price is kept', () => {
    const table = ['Име;Модел;Цена;Промо цена', 'Хляб;а1;1,80;1,60', 'Сол;б1;0,90;0,80'].map((row) =>
      row.split(';'),
    )
    const found = detectColumns(table)
    const more = { ...found.columns, morePrices: [3], otherPrice: 3 }
    expect(withPrice(more, null, found)).toEqual({ ...more, price: null, otherPrice: null })
    expect(withPrice({ ...found.columns, price: null, name: 1 }, 2, found)).toMatchObject({
      name: 1,
      price: 2,
    })
  })
})

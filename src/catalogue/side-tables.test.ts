import { describe, expect, test } from 'vitest'
import { detectColumns } from './columns.ts'
import { readRows } from './rows.ts'
import { tablesRead, withPrice, withTables } from './side-tables.ts'
import { orderOfRows } from './write-back/order-of-rows.ts'

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
      bgn: '2.80',
      eur: '1.43',
    }
    const order = orderOfRows({ columns, reading, table: TABLE }, [row], 'after')
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
    const sizes = ['Тотал', 'Total', 'M', 'L'].map((size, i) => [
      i === 0 ? 'Таблет' : '',
      size,
      `${i + 1},00`,
    ])
    expect(names(['Име', 'Размер', 'Цена'], ...sizes)).toEqual(['Таблет', '', 'Таблет', 'Таблет'])
  })
})

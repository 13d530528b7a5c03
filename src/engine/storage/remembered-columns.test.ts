import { describe, expect, test } from 'vitest'
import type { Columns } from '#pricelist/types.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { Table } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { columnsToRemember, applyRememberedColumns, fileShape } from './remembered-columns.ts'

const fileOf = (table: Table, format: OpenedFile['format'] = 'csv'): OpenedFile => ({
  format,
  table,
  warnings: [],
})

const NOVEMBER: Table = [
  ['Код', 'Стока', 'Цена', 'Цена на едро'],
  ['1', 'Хляб', '1.20', '0.90'],
  ['2', 'Мляко', '2.40', '1.80'],
]
const DECEMBER: Table = [
  ['Ценоразпис', '', '', ''],
  ['Код', ' СТОКА ', 'Цена', 'Цена на  едро'],
  ['7', 'Сирене', '9.80', '8.10'],
]

const detected = detectColumns(NOVEMBER)
const wholesale: Columns = { ...detected.columns, price: 3 }

const remember = (columns: Columns, currency: 'BGN' | 'EUR' = 'BGN') =>
  columnsToRemember('csv', detected, detected, columns, currency)

const recall = (table: Table, columns = wholesale) =>
  applyRememberedColumns(fileOf(table), detectColumns(table), remember(columns)!)

describe('columns are remembered for files of the same shape', () => {
  test('SHOP-02 · whatever the rows, and wherever the header stands', () => {
    expect(recall(DECEMBER)?.columns).toEqual({ ...wholesale, headerRow: 1 })
    const both = { ...detected.columns, morePrices: [3] }
    expect(recall(DECEMBER, both)?.columns).toEqual({ ...both, headerRow: 1 })
  })

  test('SHOP-02 · a file with other titles, another order of them or another format is of another shape', () => {
    const of = (table: Table, format: OpenedFile['format'] = 'csv') => fileShape(format, detectColumns(table))
    expect(of(DECEMBER)).toBe(of(NOVEMBER))
    expect(of(NOVEMBER, 'xlsx')).not.toBe(of(NOVEMBER))
    expect(of(NOVEMBER.map((row) => row.slice(0, 3)))).not.toBe(of(NOVEMBER))
    expect(of(NOVEMBER.map(([a, b, c, d]) => [b, a, c, d]))).not.toBe(of(NOVEMBER))
    expect(of([['1', 'Хляб', '1.20']])).toBeUndefined()
  })

  test('SHOP-02 · nothing is remembered of what is detected anyway, but another currency is', () => {
    expect(remember(detected.columns)).toBeUndefined()
    expect(remember(detected.columns, 'EUR')).toMatchObject({ defaultCurrency: 'EUR' })
  })

  test('SHOP-02 · columns without prices in this file, or that are not there, are not applied', () => {
    const blank = NOVEMBER.map((row, r) => (r === 0 ? row : [...row.slice(0, 3), '']))
    expect(recall(blank)).toBeUndefined()
    expect(recall(NOVEMBER, { ...wholesale, price: 9 })).toBeUndefined()
    expect(recall(NOVEMBER, { ...wholesale, name: 9 })).toBeUndefined()
    expect(recall(NOVEMBER, { ...wholesale, morePrices: [9] })).toBeUndefined()
  })

  test('SHOP-02 · below a header row that the user chose, while the next file has it in the same row', () => {
    const table: Table = [
      ['Стока', 'Цена'],
      ['нова', 'от 1.1.'],
      ['Артикул', 'Продажна'],
      ['Хляб', '1.20'],
    ]
    const found = detectColumns(table)
    const named = columnsForHeader(fileOf(table), 2)
    const columns = { headerRow: 2, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
    const remembered = columnsToRemember('csv', found, named, columns, 'BGN')!
    const again = [...table.slice(0, 3), ['Сирене', '9.80']]
    expect(applyRememberedColumns(fileOf(again), detectColumns(again), remembered)?.columns).toEqual(columns)
    const moved = [...table.slice(0, 2), ['', ''], ...table.slice(2)]
    expect(applyRememberedColumns(fileOf(moved), detectColumns(moved), remembered)).toBeUndefined()
  })
})

test('SHOP-02 · titles are compared by their words, whatever their case, width and spaces', () => {
  const of = (...titles: string[]) =>
    fileShape('csv', { columns: { headerRow: 0 }, all: titles.map((title) => ({ title })) } as never)
  expect(of(' ЦЕНА  на едро ')).toBe(of('цена на едро'))
  expect(of('Ｐｒｉｃｅ')).toBe(of('price'))
  expect(of('ценанаедро')).not.toBe(of('цена на едро'))
  expect(of('цена', 'на едро')).not.toBe(of('цена на едро'))
})

test('SHOP-02 · a choice that names the same columns and another currency is remembered, and so is one of a guess', () => {
  const guess = { ...detected, certain: false }
  expect(columnsToRemember('csv', guess, guess, detected.columns, 'BGN')).toMatchObject({
    foundHeader: 0,
    columns: detected.columns,
    defaultCurrency: 'BGN',
  })
  const untitled = { ...detected, columns: { ...detected.columns, headerRow: null } }
  expect(columnsToRemember('csv', untitled, detected, wholesale, 'BGN')).toBeUndefined()
  expect(columnsToRemember('csv', detected, untitled, wholesale, 'BGN')).toBeUndefined()
})

test('SHOP-02 · remembered columns need their price and header, and may lack the others', () => {
  const none = { ...wholesale, name: null, currency: null, otherPrice: null }
  expect(recall(DECEMBER, none)?.columns).toEqual({ ...none, headerRow: 1 })
  expect(recall(DECEMBER, { ...none, price: null })).toBeUndefined()
  for (const key of ['currency', 'otherPrice'] as const)
    expect(recall(DECEMBER, { ...none, [key]: 4 })).toBeUndefined()
  expect(recall(DECEMBER, { ...none, otherPrice: 3 })).toBeDefined()
  const other = applyRememberedColumns(fileOf(NOVEMBER, 'xlsx'), detected, remember(wholesale)!)
  expect(other).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import type { ConvertedCell } from './converted-cells.ts'
import type { Placement, WriteBackWarning, WriteBackPlan } from './plan.ts'
import { remainingStatement } from './kept-statement.ts'

const LEV: ConvertedCell = { from: 'BGN', national: '1.95', euro: '1.00' }
const EURO: ConvertedCell = { from: 'EUR', national: '1.96', euro: '1.00' }

const TABLE = [['Всички цени са в лева'], [], ['Име', 'Цена'], ['Хляб', '1,95'], ['Сирене', '2,95']]

const orderOf = (placement: Placement, cells: readonly ConvertedCell[]): WriteBackPlan => ({
  placement,
  headerRow: 2,
  currencyColumn: null,
  columns: [{ column: 1, cells: new Map(cells.map((cell, i) => [i + 3, cell])) }],
  changed: [],
  added: [],
})

const keptIn = (
  placement: Placement,
  { cells = [LEV, LEV], table = TABLE, file = 'ceni.csv', warnings = [] as WriteBackWarning[] } = {},
) => remainingStatement(orderOf(placement, cells), table, { file }, warnings)

describe('READ-04 · a statement that still names the currency of replaced prices', () => {
  test('is told where prices are replaced, and nowhere else', () => {
    expect(keptIn('replace')).toEqual({ where: 'above', text: 'Всички цени са в лева', currency: 'BGN' })
    expect(keptIn('after')).toBeUndefined()
    expect(keptIn('end')).toBeUndefined()
    expect(keptIn('replace', { warnings: ['formulas-kept'] })).toBeUndefined()
    expect(keptIn('replace', { warnings: ['currency-shared'] })).toBeUndefined()
    expect(keptIn('replace', { warnings: ['unread-kept'] })).toMatchObject({ where: 'above' })
  })

  test('can stand between the products', () => {
    const rows = [...TABLE.slice(1, 4), ['Алкохол - цени в лв.', ''], ['Бира', '2,95']]
    const cells = new Map([3, 5].map((row) => [row - 1, LEV]))
    const order = { ...orderOf('replace', []), headerRow: 1, columns: [{ column: 1, cells }] }
    expect(remainingStatement(order, rows, { file: 'ceni.csv' }, [])).toMatchObject({ where: 'between' })
  })

  test('is one of the currency that the prices had', () => {
    expect(keptIn('replace', { cells: [EURO] })).toBeUndefined()
    expect(keptIn('replace', { cells: [EURO, LEV] })).toMatchObject({ currency: 'BGN' })
  })

  test('is none that stands in a total, which is replaced or told of by itself', () => {
    const table = [...TABLE.with(0, []), ['Общо', '4,90 лв.']]
    expect(keptIn('replace', { table })).toBeUndefined()
    expect(keptIn('replace', { table, file: 'цени в лева.csv' })).toMatchObject({ where: 'file-name' })
    expect(keptIn('replace', { table: [...TABLE, ['Общо', '4,90 лв.']] })).toMatchObject({ where: 'above' })
  })

  test('can be the name of the returned file or of its sheet', () => {
    const table = TABLE.with(0, [])
    expect(keptIn('replace', { table })).toBeUndefined()
    expect(keptIn('replace', { table, file: 'цени в лева-levro.csv' })).toMatchObject({ where: 'file-name' })
    const names = { file: 'ceni.xlsx', sheet: 'Цени в лева' }
    expect(remainingStatement(orderOf('replace', [LEV]), table, names, [])).toMatchObject({ where: 'sheet' })
  })
})

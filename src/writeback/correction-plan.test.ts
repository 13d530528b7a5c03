import { describe, expect, test } from 'vitest'
import { checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { readPricePairs } from '#pricelist/pairs/read-pairs.ts'
import type { Table } from '#table/table.ts'
import { findCorrections, planForCorrections } from './correction-plan.ts'

/** Corrections of the euro prices in columns 1 and 2, or of cells with both in column 1. */
function correctionsIn(table: Table, euro = 2) {
  const pairs = [{ national: 1, euro }]
  const columns = { headerRow: 0, name: 0, currency: null }
  const reading = readPricePairs(table, { columns, pairs, areNamed: false, firstLine: 1 })
  const { mismatches } = checkPairs(reading, 'bgn-eur')
  const found = findCorrections({ table, pairs, mismatches, replaced: 'EUR', firstLine: 1 })
  return { ...found, cells: found.corrections.map(({ row, column, content }) => [row, column, content]) }
}

describe('CHECK-01 · the corrected cells of wrong prices', () => {
  test('CHECK-01 · a number stays one, a text keeps its words and the mark of its column', () => {
    const { cells, unchangeable } = correctionsIn([
      ['Име', 'Цена лв.', 'Цена €'],
      ['а', '19,56', '10,00'],
      ['б', '19,56', '10,50 €/бр'],
      ['в', '19,56', { kind: 'number', text: '11' }],
      ['г', '19,56', { kind: 'text', text: '12' }],
      ['д', '19,56', '+ 13,00'],
      ['е', '13 €', '19,56 лв.'],
    ])
    expect(cells).toEqual([
      [2, 2, '10,00 €/бр'],
      [3, 2, { number: '10.00' }],
      [4, 2, '10,00'],
      [5, 2, '10,00'],
      [6, 1, '10,00 €'],
    ])
    expect(unchangeable).toBe(0)
  })

  test('CHECK-01 · a price with three decimals keeps its mark', () => {
    const { cells } = correctionsIn([
      ['Име', 'Цена лв.', 'Цена €'],
      ['а', '19,560', '10,500'],
      ['б', '19,560', '11,000'],
    ])
    expect(cells).toEqual([
      [1, 2, '10,00'],
      [2, 2, '10,00'],
    ])
    const inBoth = [
      ['Име', 'Цена'],
      ['а', '19,560 лв. / 10,500 €'],
    ]
    expect(correctionsIn(inBoth, 1).cells).toEqual([[1, 1, '19,560 лв. / 10,00 €']])
  })

  test('CHECK-01 · of a cell with both prices the wrong one is replaced, or none where that is not read', () => {
    const { cells, unchangeable } = correctionsIn(
      [
        ['Име', 'Цена'],
        ['а', '19,56 лв. / 10,00 €'],
        ['б', '19,56 лв. / 11.5 €'],
        ['в', '11 € (19,56 лв.)'],
      ],
      1,
    )
    expect(cells).toEqual([
      [2, 1, '19,56 лв. / 10.00 €'],
      [3, 1, '10,00 € (19,56 лв.)'],
    ])
    expect(unchangeable).toBe(0)
  })

  test('CHECK-01 · the plan changes these cells alone, and keeps formulas', () => {
    const table = [
      ['Име', 'Цена лв.', 'Цена €'],
      ['а', '19,56', '10,50'],
    ]
    const { corrections } = correctionsIn(table)
    expect(planForCorrections(table, corrections)).toMatchObject({
      placement: 'replace',
      headerRow: null,
      currencyColumn: null,
      columns: [],
      changed: [{ row: 1, cells: new Map([[2, '10,00']]) }],
      added: [],
      keepsFormulas: true,
    })
  })
})

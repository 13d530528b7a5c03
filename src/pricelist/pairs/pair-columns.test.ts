import { describe, expect, test } from 'vitest'
import type { Table } from '#table/table.ts'
import { detectColumns } from '../columns/detect-columns.ts'
import { findPairColumns } from './pair-columns.ts'

const searchIn = (table: Table) => findPairColumns(table, detectColumns(table))
const search = (...rows: string[]) => searchIn(rows.map((row) => row.split(';')))
const pairsIn = (...rows: string[]) => search(...rows).pairs
const times = (count: number, row: string): string[] => Array.from({ length: count }, () => row)

describe('CHECK-01 · columns of pairs', () => {
  test('CHECK-01 · stand in the order of the lev prices, also those with both prices in each cell', () => {
    const both = '1,96 лв. / 1,00 €'
    expect(pairsIn('Име;Цена лв.;Цена €;Промо', `Хляб;1,96;1,00;${both}`)).toEqual([
      { national: 1, euro: 2 },
      { national: 3, euro: 3 },
    ])
    expect(pairsIn('Име;Цена;Цена €', `Хляб;${both};1,00`)).toEqual([{ national: 1, euro: 1 }])
  })

  test('CHECK-01 · are no blank ones', () => {
    expect(pairsIn('Име;Цена лв.;Цена €;', 'Хляб;1,96;1,00;', 'Сол;3,91;2,00;')).toEqual([
      { national: 1, euro: 2 },
    ])
    expect(pairsIn('Име;Цена лв.;Цена €', 'Хляб;1,96;', 'Сол;3,91;')).toEqual([])
    // Three of ten filled cells are prices, the blank ones not counted.
    expect(pairsIn('Име;Цена лв.;Цена €', 'Хляб;1,96;1,00', ...times(9, 'Сол;;'))).toHaveLength(1)
    expect(pairsIn('Име;Цена €', 'Хляб;', 'Сол;')).toEqual([])
  })

  test('CHECK-01 · are none where a column of currencies names the same one, in whichever row', () => {
    const pairsAfter = (rows: number, word: string) =>
      pairsIn('Име;Цена;Валута;Цена €', ...times(rows, 'Хляб;1,96;;1,00'), `Сол;3,91;${word};2,00`)
    for (const rows of [1, 3000]) {
      expect(pairsAfter(rows, 'лв.')).toEqual([{ national: 1, euro: 3 }])
      expect(pairsAfter(rows, 'EUR')).toEqual([])
    }
  })

  test('CHECK-01 · have each price once, and one guess at most', () => {
    expect(pairsIn('Име;Цена лв.;Цена €;Цена EUR', 'Хляб;1,96;1,00;1,01')).toHaveLength(1)
    expect(pairsIn('Име;Цена;Цена €;Цена EUR', 'Хляб;1,96;1,00;1,01')).toEqual([
      { national: 1, euro: 2, assumed: 'BGN' },
    ])
    expect(pairsIn('Име;Цена;Цена €;лв.', 'Хляб;1,96;1,00;3,91')).toEqual([
      { national: 1, euro: 2, assumed: 'BGN' },
    ])
  })

  test('CHECK-01 · a currency alone belongs to the only selling price in the other one', () => {
    expect(pairsIn('Име;Цена без ДДС лв.;€', 'Хляб;1,96;1,00')).toEqual([{ national: 1, euro: 2 }])
    expect(pairsIn('Име;лв.;Цена без ДДС €', 'Хляб;1,96;1,00')).toEqual([{ national: 1, euro: 2 }])
    expect(pairsIn('Име;лв.;Цена €;Промо €', 'Хляб;1,96;1,00;0,90')).toEqual([])
    expect(pairsIn('Име;лв.;Цена на едро €', 'Хляб;1,96;1,00')).toEqual([])
    expect(pairsIn('Име;Цена лв.;с ДДС €', 'Хляб;1,96;1,00')).toEqual([])
  })

  test('CHECK-01 · another currency is no lev or euro', () => {
    for (const title of ['Цена $', 'Цена USD', 'USD'])
      expect([title, pairsIn(`Име;${title};Цена €`, 'Хляб;1,96;1,00')]).toEqual([title, []])
  })

  test('CHECK-01 · are told by the cells where there are no titles', () => {
    const bgn = (text: string) => ({ kind: 'number', text, currency: 'BGN' }) as const
    const euro = (text: string) => ({ kind: 'text', text: `${text} €` }) as const
    const table: Table = [
      ['Име', '', ''],
      ['Хляб', bgn('1.96'), euro('1,00')],
      ['Сол', bgn('3.91'), euro('2,00')],
    ]
    expect(searchIn(table).pairs).toEqual([{ national: 1, euro: 2 }])
    const turned = table.map(([name, one, other]) => [name!, other!, one!])
    expect(searchIn(turned).pairs).toEqual([{ national: 2, euro: 1 }])
  })

  test('CHECK-01 · the first 400 filled cells tell what a column holds', () => {
    const rows = [...times(270, 'Хляб;1,96;виж'), ...times(130, 'Хляб;1,96;1,00')]
    expect(pairsIn('Име;Цена лв.;Цена €', ...rows, ...times(200, 'Хляб;1,96;виж'))).toHaveLength(1)
    expect(pairsIn('Име;Цена лв.;Цена €', ...times(400, 'Хляб;1,96;виж'), ...rows)).toEqual([])
  })
})

describe('CHECK-01 · what is preselected', () => {
  test('CHECK-01 · the first lev and euro price, by the title, the cells or the column of currencies', () => {
    expect(search('Име;Цена на едро €;Стара цена лв.', 'Хляб;1;2').guess).toEqual({ national: 2, euro: 1 })
    const beside = (...words: string[]) =>
      search('Име;Код;Цена;Валута', ...words.map((word) => `Хляб;7;1,50;${word}`)).guess
    expect(beside('BGN', ' лв. ', '', '  ', 'BGN', 'лева')).toEqual({ national: 2, euro: null })
    expect(beside('EUR', 'EUR', 'EUR', '€')).toEqual({ national: null, euro: 2 })
    expect(beside(...times(9, 'EUR'), 'BGN').euro).toBe(2)
    expect(beside(...times(8, 'EUR'), ...times(2, 'BGN'))).toEqual({ national: null, euro: null })
  })
})

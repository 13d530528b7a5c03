import { describe, expect, test } from 'vitest'
import type { Columns } from '../types.ts'
import {
  findHeaderRow,
  firstBelow,
  headerTitles,
  laterTableRows,
  likelyHeaderRow,
  titleAt,
} from './header-row.ts'

const rowsOf = (...rows: string[]) => rows.map((row) => row.split(';'))

describe('READ-03 · titles in several rows', () => {
  test.each([
    [
      ['Цена;', 'Код;Име'],
      ['Код', 'Име'],
    ],
    [
      [';;Цена;', 'Код;Име;лв.;€'],
      ['Код', 'Име', 'Цена лв.', 'Цена €'],
    ],
    [
      ['Код;;Цена;;', ';Име;лв.;€;Вид'],
      ['Код', 'Име', 'Цена лв.', 'Цена €', 'Вид'],
    ],
    // The titles nearest to the prices are the last.
    ...[';едро;;дребно;', ';едро;;дребно'].map(
      (middle) =>
        [
          ['Име;Цена;;;', middle, ';лв.;€;лв.;€'],
          ['Име', 'Цена едро лв.', 'Цена едро €', 'Цена дребно лв.', 'Цена дребно €'],
        ] as const,
    ),
    [
      [';Цена;;;', ';едро;;дребно', 'Име;лв.;€;лв.;€'],
      ['Име', 'Цена едро лв.', 'Цена едро €', 'Цена дребно лв.', 'Цена дребно €'],
    ],
    // The same words in one column are one title.
    [
      ['Име;Цена;Цена;', ';Цена;Промо;'],
      ['Име', 'Цена', 'Цена Промо', ''],
    ],
    // An amount goes on below, and is no group over the next title.
    [
      ['Име;Сума;;', ';(общо);цена;'],
      ['Име', 'Сума (общо)', 'цена', ''],
    ],
    [
      ['Име;Цена лв.;;', ';на едро;промо цена;'],
      ['Име', 'Цена лв. на едро', 'Цена лв. промо цена', ''],
    ],
    // Of what stands beside names, a group holds prices only.
    [
      [';Цена;;', 'Име;лв.;€;Марка'],
      ['Име', 'Цена лв.', 'Цена €', 'Марка'],
    ],
    [
      [';Цена;;', 'Име;лв.;€;Стойност'],
      ['Име', 'Цена лв.', 'Цена €', 'Цена Стойност'],
    ],
    [
      [';2. Цена;;', '1. Име;3. лв.;4. €'],
      ['1. Име', '2. Цена лв.', '2. Цена €', ''],
    ],
  ])('READ-03 · %j are %j', (rows, titles) => {
    const table = [...rowsOf(...rows), ...rowsOf('Хляб;1,80;0,92;1,60;0,82')]
    expect(headerTitles(table, findHeaderRow(table)!)).toEqual(titles)
  })

  test('READ-03 · a column without one has none', () => {
    expect([titleAt(['Име'], 0), titleAt(['Име'], 1)]).toEqual(['Име', ''])
    expect([firstBelow(0), firstBelow(3), firstBelow(null)]).toEqual([1, 4, 0])
  })
})

describe('READ-03 · the row of titles', () => {
  test.each([
    // A statement is none, whatever is below it, unless its column holds the prices.
    [['Цени в лева', '', '1,80;Хляб', '0,90;Сол'], undefined],
    [['Цени в лева', '1,80', '0,90'], 0],
    [['Цена', 'XY;Код', '1,80;А1', '2,80;А1'], undefined],
    // The first of equals.
    [['Сума;Модел', 'Име;х', '1,80;А1'], 0],
    [['Сума;Модел', 'Цена;х', '1,80;А1'], 0],
    [['Цена;12'], undefined],
    [['лв.;12;Име'], undefined],
    [['лв.;Вид'], undefined],
    [['лв.;Име'], 0],
    [['лв.;Валута'], 0],
  ])('READ-03 · of %j is row %s', (rows, row) => {
    expect(findHeaderRow(rowsOf(...rows))).toBe(row)
  })

  test.each([
    [['Хляб;бял', '1,50;1'], 0],
    [['XY', 'Вид;Код', 'Хляб;1,50'], 1],
    [['Хляб;бял', ';1'], 0],
    [['Хляб;', '1;'], undefined],
    [['Хляб;бял', 'Сол;бяла', 'Мед;1'], 1],
    [['Хляб;бял', 'Сол;бяла'], undefined],
    [['Хляб;бял'], undefined],
    [['Хляб;лв.', 'Сол;1,50'], undefined],
    [['Хляб;12', 'Сол;1,50'], undefined],
    [['Хляб;бял;', 'Сол;бяла;12'], undefined],
  ])('READ-03 · that only its place tells, of %j, is row %s', (rows, row) => {
    expect(likelyHeaderRow(rowsOf(...rows))).toBe(row)
  })

  test('READ-03 · that only its place tells is among the first twenty rows with the row below it', () => {
    const behind = (rows: number) =>
      likelyHeaderRow(rowsOf(...Array.from({ length: rows }, () => ''), 'Вид;Код', 'Хляб;1,50'))
    expect([behind(18), behind(19)]).toEqual([18, undefined])
  })

  test('READ-07 · of a later table is of no matter where no price or header is known', () => {
    const table = rowsOf('Име;Цена', 'Хляб;1,80', 'Цена;Име', '0,90;Сол')
    const later = (own: Partial<Columns>) => {
      const columns: Columns = {
        headerRow: 0,
        name: 0,
        price: 1,
        currency: null,
        otherPrice: null,
        morePrices: [],
        ...own,
      }
      return [...laterTableRows(table, columns, 1, 4)]
    }
    expect(later({})).toEqual([3])
    expect([later({ price: null }), later({ headerRow: null })]).toEqual([[], []])
  })
})

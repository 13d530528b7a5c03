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
    [
      ['Име;Цена;;;', ';едро;;дребно;', ';лв.;€;лв.;€'],
      ['Име', 'Цена едро лв.', 'Цена едро €', 'Цена дребно лв.', 'Цена дребно €'],
    ],
    [
      ['Име;Цена;;;', ';едро;;дребно', ';лв.;€;лв.;€'],
      ['Име', 'Цена едро лв.', 'Цена едро €', 'Цена дребно лв.', 'Цена дребно €'],
    ],
    [
      [';Цена;;;', ';едро;;дребно', 'Име;лв.;€;лв.;€'],
      ['Име', 'Цена едро лв.', 'Цена едро €', 'Цена дребно лв.', 'Цена дребно €'],
    ],
    // The same words in one column are one title.
    [
      ['Име;Цена;Цена;', ';Цена;Промо;'],
      ['Име', 'Цена', 'Цена Промо', ''],
    ],
    // A group of prices is none over the name to its right.
    [
      [';RRP;', 'Code;Qty;Product'],
      ['Code', 'RRP Qty', 'Product'],
    ],
    [
      [';Цена на дребно;', 'Код;€;Item'],
      ['Код', 'Цена на дребно €', 'Item'],
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
      [';;Цена;', 'едро;Име;лв.;€'],
      ['едро', 'Име', 'Цена лв.', 'Цена €'],
    ],
    [
      ['Вид;;Цена;', 'Име;едро;лв.;€'],
      ['Вид Име', 'едро', 'Цена лв.', 'Цена €'],
    ],
    [
      [';Цена;;', 'Име;едро;;Марка', ';лв.;€;'],
      ['Име', 'Цена едро лв.', 'Цена едро €', 'Марка'],
    ],
    [
      [';Цена;;', ';едро;цена;', 'Име;лв.;€;'],
      ['Име', 'Цена едро лв.', 'цена €', ''],
    ],
    // A price in two lines is no group, a whole one over another is.
    [
      ['Име;Едро;;', ';цена;дребно;'],
      ['Име', 'Едро цена', 'дребно', ''],
    ],
    [
      ['Име;Цена лв.;;', ';цена едро;дребно;'],
      ['Име', 'Цена лв. цена едро', 'Цена лв. дребно', ''],
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
    [['Цена;Описание', 'Стойност;Валута;Модел'], 0],
    // A score of forty is enough, and numbers cost seventy.
    [['Доставна цена;х'], 0],
    [['Стара цена;х'], undefined],
    [['Промо цена;Описание;12'], 0],
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

  const laterIn = (rows: readonly string[], own: Partial<Columns> = {}) => {
    const columns: Columns = {
      headerRow: 0,
      name: 0,
      price: 1,
      currency: null,
      otherPrice: null,
      morePrices: [],
      ...own,
    }
    const table = rowsOf(...rows)
    return [...laterTableRows(table, columns, columns.headerRow! + 1, table.length)]
  }

  test.each([
    // As the first titles, in one row or in two, numbered or with a year.
    [['Име;Цена лв.', 'Хляб;1,80', 'Име;Цена лв.', 'Сол;0,90'], {}, []],
    [['Име;Цена;', ';лв.;€', 'Хляб;1,80;0,92', 'Име;Цена лв.;Цена €', 'Сол;1;2'], { headerRow: 1 }, []],
    [['Име;Цена;', ';лв.;€', 'Хляб;1,80;0,92', 'Име;Цена;', 'Сол;1;2'], { headerRow: 1 }, []],
    [['Име;Цена;Код', 'Хляб;1,80;1', 'Име;Код;Цена', 'Сол;1;2'], {}, [3]],
    [['1. Име;2. Цена;3. Код', 'Хляб;1,80;1', '1. Име;2. Код;3. Цена', 'Сол;1;2'], {}, [3]],
    [['Име;Цена 2026;Код', 'Хляб;1,80;1', 'Име;Цена 2025;Код', 'Сол;1;2'], {}, []],
    [['Име;Цена;Код', 'Хляб;1,80;1', 'Име;Доставна цена 2025;Код', 'Сол;1;2'], {}, [3]],
    // The other price is read too.
    [['Име;Цена лв.;Цена €', 'Хляб;2;1', 'Име;Цена лв.;Код', 'Сол;1;2'], { otherPrice: 2 }, [3]],
    [['Име;Цена лв.;Цена €', 'Хляб;2;1', 'Име;Цена лв.;Код', 'Сол;1;2'], {}, []],
    [['Име;Цена;', ';лв.;€', 'Хляб;2;1', 'Име;ЦЕНА ЛВ.;ЦЕНА €', 'Сол;1;2'], { headerRow: 1 }, []],
    [['Име;Цена;Код', 'Хляб;1,80;1', 'Име;Едро/2025;Код', 'Сол;1;2'], {}, [3]],
    [['Име;Цена;Код', 'Име;Код;Цена', 'Сол;1;2'], {}, [2]],
    [['Име;ЦЕНА; ', 'Хляб;2;лв.', 'Име;Цена; ', 'Сол;1;лв.'], { currency: 2 }, [3]],
    // Any other title of the column of currencies is the same in any letters and spaces.
    [['Име;Цена;Xy ', 'Хляб;2;лв.', 'Име;Цена; xY', 'Сол;1;лв.'], { currency: 2 }, []],
    [['Име;Цена;Xy', 'Хляб;2;лв.', 'Име;Цена;Xz', 'Сол;1;лв.'], { currency: 2 }, [3]],
    [['Име;Цена;', 'Хляб;2;лв.', 'Име;Цена; ', 'Сол;1;лв.'], { currency: 2 }, [3]],
  ] as const)('READ-07 · rows below later titles in another order: %j with %j: %j', (rows, own, found) => {
    expect(laterIn(rows, own)).toEqual(found)
  })
})

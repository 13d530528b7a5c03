import { describe, expect, test } from 'vitest'
import { detectColumns } from '../columns/detect-columns.ts'
import type { Table } from '#table/table.ts'
import { readRows } from '../rows/read-rows.ts'
import { laterTableRows } from './header-row.ts'

function read(table: Table) {
  const { columns, certain } = detectColumns(table)
  const { rows, problems } = readRows(table, { columns, defaultCurrency: 'BGN' })
  return {
    certain,
    columns,
    rows,
    problems,
    prices: rows.map((row, i) => (problems.has(i) ? '' : row.price)),
  }
}

describe('BULK-05 · a second table below the first', () => {
  test('with its columns in another order gives no prices', () => {
    const { prices, problems } = read([
      ['Име', 'Цена', 'Количество'],
      ['Хляб', '1,69', '5'],
      [],
      ['Име', 'Количество', 'Цена'],
      ['Сирене', '5', '3,99'],
    ])
    expect(prices).toEqual(['1.69', '', '', ''])
    expect(problems.get(3)).toBe('out-of-place')
  })

  test('in another currency gives no prices', () => {
    expect(
      read([
        ['Име', 'Цена BGN'],
        ['Хляб', '1,69'],
        ['Име', 'Цена EUR'],
        ['Сирене', '3,99'],
      ]).prices,
    ).toEqual(['1.69', '', ''])
  })

  test('with the same columns, or the header of each page again, is read', () => {
    expect(
      read([
        ['Име', 'Цена'],
        ['Хляб', '1,69'],
        ['ИМЕ', 'цена'],
        ['Сирене', '3,99'],
      ]).prices,
    ).toEqual(['1.69', '', '3.99'])
    expect(
      read([
        ['Име', 'Цена', ''],
        ['', 'лв.', '€'],
        ['Хляб', '1,69', '0,86'],
        ['Име', 'Цена', ''],
        ['', 'лв.', '€'],
        ['Сирене', '3,99', '2,04'],
      ]).prices,
    ).toEqual(['1.69', '', '', '3.99'])
  })

  test('does not swallow the first, however well its header says what is in it', () => {
    const { columns, prices } = read([
      ['Име', 'Цена'],
      ['Хляб', '1,69'],
      ['Име', 'Цена', 'Валута'],
      ['Сирене', '3,99', 'EUR'],
    ])
    expect(columns.headerRow).toBe(0)
    expect(prices).toEqual(['1.69', '', ''])
  })
})

describe('BULK-05 · what only looks like a header', () => {
  test('a sentence above the list with the word for prices', () => {
    expect(read([['Всички цени са крайни'], ['Хляб', '1,69'], ['Сирене', '3,99']]).certain).toBe(false)
  })

  test('rows without their price, with a currency or with the label of a price', () => {
    expect(
      read([
        ['Хляб', '', 'лв.'],
        ['Сирене', '3,99', 'лв.'],
      ]).certain,
    ).toBe(false)
    expect(
      read([
        ['Хляб', 'Цена: 1,69'],
        ['Сирене', '3,99'],
      ]).certain,
    ).toBe(false)
  })

  test('a header with rows of the list above it', () => {
    expect(
      read([
        ['Хляб', '1,69'],
        ['Име', 'Цена'],
        ['Сирене', '3,99'],
      ]).certain,
    ).toBe(false)
  })
})

describe('BULK-05 · a price that is not converted', () => {
  test.each(['Цена USD', 'Price ($)', 'Цена в долари', 'Цена, £', 'Цена (хил. лв.)', 'Цена в стотинки'])(
    '%s',
    (title) => {
      expect(
        read([
          ['Име', title],
          ['Хляб', '1,69'],
        ]).certain,
      ).toBe(false)
      expect(
        read([
          ['Име', title, 'Стара цена'],
          ['Хляб', '1,69', '2'],
        ]).certain,
      ).toBe(false)
      expect(
        read([
          ['Име', title, 'Цена'],
          ['Хляб', '1,69', '2'],
        ]),
      ).toMatchObject({ certain: true, prices: ['2'] })
    },
  )

  test('an old price beside a price that is blank', () => {
    expect(
      read([
        ['Име', 'Стара цена', 'Цена'],
        ['Хляб', '1,69', ''],
      ]).certain,
    ).toBe(false)
  })
})

describe('READ-07 · the numbers of the columns below the titles of a form', () => {
  const tableOf = (...rows: string[]) => rows.map((row) => row.split(';'))
  const namesOf = (...rows: string[]) => {
    const { rows: read, problems } = readOf(...rows)
    return { names: read.map(({ name, price }) => `${name} ${price}`), problems: problems.size }
  }
  const readOf = (...rows: string[]) => read(tableOf(...rows))

  test.each([
    ['№;Наименование;Цена', '1;2;3'],
    ['№;Наименование;Цена', '(1);(2);(3)'],
    ['№;Наименование;Цена;К-во;Стойност', '1;2;3;4;5=3х4'],
    ['№;Наименование;Цена;Бележки', '1.;2.;3.'],
  ])('are no row: %s / %s', (titles, numbers) => {
    const found = namesOf(titles, numbers, '1;Хляб;1,80', '2;Сол;0,90')
    expect(found).toEqual({ names: ['Хляб 1.8', 'Сол 0.9'], problems: 0 })
    expect(readOf(titles, numbers, '1;Хляб;1,80').rows).toHaveLength(1)
  })

  test('are the first row where there are two, or where the next goes on counting', () => {
    expect(namesOf('Код;Цена', '1;2', '2;3', '3;4').names).toHaveLength(3)
    expect(namesOf('Име;Код;Цена', '1;2;3', '2;3;4', '3;4;5').names).toEqual(['1 3', '2 4', '3 5'])
  })

  test('give no price below the titles of a further page', () => {
    const { problems, prices } = readOf(
      '№;Наименование;Цена',
      '1;2;3',
      '1;Хляб;1,80',
      '2;Мляко;3,20',
      '№;Наименование;Цена',
      '1;2;3',
      '3;Сол;0,90',
    )
    expect(prices).toEqual(['1.8', '3.2', '', '', '0.9'])
    expect(problems.get(3)).toBe('out-of-place')
  })
})

describe('BULK-05 · a header below the first has its columns in the same order', () => {
  const COLUMNS = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
  const rowsOfOther = (currency: number | null, ...rows: readonly string[]) => {
    const table = rows.map((row) => row.split(';'))
    return [...laterTableRows(table, { ...COLUMNS, currency }, 1, table.length)]
  }

  test('BULK-05 · where a column that is not read has another title', () => {
    expect(rowsOfOther(null, 'Име;Цена;Код', 'Хляб;1,50;а', 'Име;Цена;Бележка', 'Сол;2,50;нов')).toEqual([])
  })

  test('BULK-05 · where the same titles have one more blank cell, over currencies without a title too', () => {
    expect(rowsOfOther(2, 'Име;Цена;', 'Хляб;1,50;лв.', 'Име;Цена;;', 'Сол;2,50;лв.')).toEqual([])
  })

  test('BULK-05 · not where the currencies are in another column', () => {
    const rows = ['Име;Цена;Валута;Код', 'Хляб;1,50;лв.;а', 'Име;Цена;Код;Валута', 'Сол;2,50;б;лв.']
    expect(rowsOfOther(2, ...rows)).toEqual([3])
  })

  test.each(['Цена (стотинки)', 'Цена USD', 'Цена на едро ст.'])('READ-04 · not where it is %s', (title) => {
    expect(rowsOfOther(null, 'Име;Цена на едро', 'Хляб;1,50', `Име;${title}`, 'Сол;250')).toEqual([3])
    expect(rowsOfOther(null, `Име;${title}`, 'Хляб;150', `Име;${title}`, 'Сол;250')).toEqual([])
  })

  test('BULK-05 · not where the price stands under a blank title of the first', () => {
    expect(rowsOfOther(null, 'Име; ;Цена', 'Хляб;1,50;2,50', 'Стока; ;Цена', 'Сол;2,50;3,50')).toEqual([3])
  })

  test('BULK-05 · not where its titles are texts of a workbook', () => {
    const titles = ['Име', 'Количество', 'Цена'].map((text) => ({ kind: 'text' as const, text }))
    const table = [['Име', 'Цена', 'Количество'], ['Хляб', '1,50', '3'], titles, ['Сол', '5', '2,50']]
    expect([...laterTableRows(table, COLUMNS, 1, table.length)]).toEqual([3])
  })
})

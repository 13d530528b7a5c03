import { describe, expect, test } from 'vitest'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { ColumnSample } from './column-sample.ts'
import { currencyColumn, nameColumn, namesCurrencies, titledNameColumn } from './column-roles.ts'

/** The columns of a table of texts with its titles in the first row. */
function columnsOf(titles: string, ...rows: string[]) {
  const table = [titles, ...rows].map((row) => row.split(';'))
  return table[0]!.map((title, index) => ({
    index,
    title,
    meaning: meaningOfHeader(title),
    sample: new ColumnSample(table, index, 1),
  }))
}
const times = (count: number, row: string): string[] => Array.from({ length: count }, () => row)

describe('BULK-05 · the column of names', () => {
  const named = (titles: string, ...rows: string[]) => titledNameColumn(columnsOf(titles, ...rows))

  test('BULK-05 · has the best title, the left one of equals', () => {
    expect([named('Модел;Име', 'а1а;Хляб'), named('Име;Модел', 'Хляб;а1а')]).toEqual([1, 0])
    expect(named('Име;Продукт', 'Хляб;Сол')).toBe(0)
    expect([named('Цена;Код', '1;2'), named('Цена', '1')]).toEqual([undefined, undefined])
  })

  test('BULK-05 · has words: not where it is blank, or fewer than three of ten cells have them', () => {
    expect(named('Име;Модел', ';Болт', ';Гайка')).toBe(1)
    expect(named('Име;Модел', 'Хляб;Болт')).toBe(0)
    const words = (count: number) => [...times(count, 'Хляб;Болт'), ...times(10 - count, '7;Болт')]
    expect([named('Име;Модел', ...words(3)), named('Име;Модел', ...words(2))]).toEqual([0, 1])
    expect(named('Име', '7', '8')).toBe(0)
    expect(named('Модел', '', '')).toBeUndefined()
  })

  test('BULK-05 · is the longest text where no title says so, but for texts under a price title', () => {
    expect(nameColumn(columnsOf('x;y', 'бял;Хляб', 'бял;Сол'))).toBe(1)
    expect(nameColumn(columnsOf('x;Промо цена', '1,50;по договаряне', '2,50;с отстъпка'))).toBeNull()
  })
})

describe('BULK-05 · the column of currencies', () => {
  const found = (price: number | undefined, titles: string, ...rows: string[]) => {
    const columns = columnsOf(titles, ...rows)
    return currencyColumn(columns, price === undefined ? undefined : columns[price])
  }

  test('BULK-05 · is the one with such a title, else the one that names currencies', () => {
    expect(found(1, 'Име;Цена;Валута;x', 'а;1;лв.;EUR')).toBe(2)
    expect(found(1, 'Име;Цена;x;y', 'а;1;бял;EUR')).toBe(3)
    expect(found(1, 'Име;Цена;Валута', 'а;1;')).toBeNull()
    expect(found(1, 'Име;Цена', 'а;1')).toBeNull()
    // Without a price any of them.
    expect(found(undefined, 'Име;Валута', 'а;лв.')).toBe(1)
    expect(found(undefined, 'Валута;Име', 'лв.;а')).toBe(0)
  })

  test('BULK-05 · stands after its price, or before it where they do so before the first price', () => {
    const behind = 'Име;Цена;Валута;Промо цена;Валута'
    expect([1, 3].map((price) => found(price, behind, 'а;1;лв.;2;EUR'))).toEqual([2, 4])
    const before = 'Име;Валута;Цена;Валута;Промо цена'
    expect([2, 4].map((price) => found(price, before, 'а;лв.;1;EUR;2'))).toEqual([1, 3])
    // One alone is that of all.
    expect([1, 2].map((price) => found(price, 'Име;Цена;Промо цена;Валута', 'а;1;2;лв.'))).toEqual([3, 3])
    expect([2, 3].map((price) => found(price, 'Име;Валута;Цена;Промо цена', 'а;лв.;1;2'))).toEqual([1, 1])
    expect([1, 3].map((price) => found(price, 'Име;Цена;Валута;Промо цена', 'а;1;лв.;2'))).toEqual([2, 2])
  })

  test('BULK-05 · names one in more than eight of ten cells, or of the rows with a price', () => {
    const names = (count: number, others: number, prices = count + others) => {
      const rows = [...times(count, 'EUR'), ...times(others, 'бр')]
      const [price, currency] = columnsOf(
        'Цена;x',
        ...rows.map((row, i) => `${i < prices ? '1' : ''};${row}`),
      )
      return namesCurrencies(currency!, price)
    }
    expect([names(9, 1), names(8, 2), names(8, 2, 9), names(8, 2, 10)]).toEqual([true, false, true, false])
    expect([names(0, 3), names(0, 0)]).toEqual([false, false])
    expect([names(2, 8, 2), names(2, 8, 3), names(2, 8, 0)]).toEqual([true, false, false])
    const [foreign] = columnsOf('x', 'USD', 'EUR', '$')
    expect(namesCurrencies(foreign!, undefined)).toBe(true)
  })
})

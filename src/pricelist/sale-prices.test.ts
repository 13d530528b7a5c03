import { openFile } from '#formats/open-file.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from './columns/detect-columns.ts'
import { findSalesAboveRegular } from './sale-prices.ts'

const salesIn = (titles: string, ...rows: string[]) => {
  const table = [titles, ...rows].map((row) => row.split(';'))
  const { columns, all } = detectColumns(table)
  return findSalesAboveRegular(table, columns, all, undefined)
}
/** Titles of the sale price and of the regular one, where the second column of two prices is lower. */
const titlesOf = (one: string, other: string) => {
  const found = salesIn(`Име;${one};${other}`, 'Хляб;2,50;1,50', 'Сол;1,50;0,50', 'Мед;3,50;2,50')
  return found && [found.sale, found.regular, found.count]
}

describe('GUARD-01 · a former price below the price now', () => {
  const WORDS =
    'Old price|Former price|Price compare at|Price before|Стара цена|Предишна цена|Цена преди|Цена преди отстъпка|Цена стара'

  test.each(WORDS.split('|'))('GUARD-01 · %s', (former) => {
    const price = /[a-z]/.test(former) ? 'Price' : 'Цена'
    expect(titlesOf(price, former)).toEqual([price, former, 3])
  })

  test('GUARD-01 · has the words of the price now, and no more', () => {
    expect(titlesOf('Цена на дребно лв.', 'Стара цена на дребно лв.')?.[2]).toBe(3)
    expect(titlesOf('Цена с ДДС', 'Стара цена')).toBeUndefined()
    expect(titlesOf('Цена', 'Старата цена на едро')).toBeUndefined()
    expect(titlesOf('Цена', 'Цена на остаряла стока')).toBeUndefined()
  })

  test('GUARD-01 · is not in the other currency', () => {
    expect(titlesOf('Цена лв.', 'Стара цена €')).toBeUndefined()
    expect(titlesOf('Цена €', 'Стара цена €')?.[2]).toBe(3)
    // A former price that names no currency is in that of the only other one.
    expect(titlesOf('Цена лв.', 'Стара цена')?.[2]).toBe(3)
    const three = salesIn('Име;Цена лв.;Цена €;Стара цена', 'Хляб;1,96;1,00;0,50', 'Сол;3,91;2,00;1,50')
    expect(three).toBeUndefined()
  })
})

describe('GUARD-01 · a sale price above the regular one', () => {
  test('GUARD-01 · is one of a regular price of the file, not of its wholesale price', () => {
    expect(titlesOf('Промо цена', 'Цена')).toEqual(['Промо цена', 'Цена', 3])
    expect(titlesOf('Промо цена', 'Цена без ДДС')).toEqual(['Промо цена', 'Цена без ДДС', 3])
    expect(titlesOf('Промо цена', 'Цена на едро')).toBeUndefined()
    expect(titlesOf('Промо цена €', 'Цена лв.')).toBeUndefined()
  })

  test('GUARD-01 · is compared with the price that is chosen', () => {
    const table = [
      ['Име', 'Цена без ДДС', 'Цена с ДДС', 'Промо цена'],
      ['Хляб', '1,00', '1,20', '1,10'],
    ]
    const { columns, all } = detectColumns(table)
    const salesFor = (price: number) => findSalesAboveRegular(table, { ...columns, price }, all, undefined)
    expect(salesFor(2)).toBeUndefined()
    expect(salesFor(1)).toMatchObject({ regular: 'Цена без ДДС', count: 1 })
    // Another choice: the first of those that are regular.
    expect(salesFor(3)).toMatchObject({ regular: 'Цена без ДДС' })
  })

  test('GUARD-01 · in rows that have both as prices in one currency', () => {
    const sales = salesIn(
      'Име;Цена;Промо цена',
      'а;1,00;1,01',
      'б;1,00;1,00',
      'в;1,00;0,99',
      'г;1,00;',
      'д;виж;2,00',
      'е;1,00 лв.;2,00 €',
      'ж;1,00 €;2,00 €',
    )
    expect(sales?.first).toEqual([
      { row: 2, name: 'а', sale: '1.01', regular: '1' },
      { row: 8, name: 'ж', sale: '2', regular: '1', currency: 'EUR' },
    ])
    expect(sales?.count).toBe(2)
  })

  test('GUARD-01 · in the currency of its column, and the first of several sale or former prices', () => {
    const sales = salesIn('Име;Цена;Промо цена;Валута', 'а;1,00;2,00; EUR ', 'б;1,00;3,00;')
    expect(sales?.first.map(({ currency }) => currency)).toEqual(['EUR', undefined])
    const promotions = salesIn('Име;Цена;Промо цена;Цена с отстъпка', 'а;1,00;2,00;3,00')
    expect(promotions).toMatchObject({ sale: 'Промо цена' })
    const former = salesIn('Име;Цена;Стара цена;Предишна цена', 'а;3,00;2,00;1,00')
    expect(former).toMatchObject({ regular: 'Стара цена' })
  })

  test('GUARD-01 · prices like 12,500 are read as the user answered', () => {
    const table = [
      ['Име', 'Цена', 'Промо цена'],
      ['Хляб', '1100', '1,200'],
    ]
    const { columns, all } = detectColumns(table)
    const salesBy = (answer: 'decimal' | 'thousands') => findSalesAboveRegular(table, columns, all, answer)
    expect([salesBy('decimal'), salesBy('thousands')?.count]).toEqual([undefined, 1])
  })

  test('GUARD-01 · without names the rows are told by their lines', async () => {
    const table = [
      ['Цена', 'Промо цена'],
      ['1,00', '2,00'],
    ]
    const { all, columns } = detectColumns(table)
    const found = findSalesAboveRegular(table, { ...columns, name: null }, all, undefined)
    expect(found?.first).toEqual([{ row: 2, name: '', sale: '2', regular: '1' }])
    const text = 'Код;Цена;Промо цена\nEUR;1,00;2,00\n'
    const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const file = detectColumns(opened.file.table)
    const none = { ...file.columns, name: null, currency: null }
    expect(findSalesAboveRegular(opened.file.table, none, file.all, undefined)?.first).toEqual(found?.first)
  })
})

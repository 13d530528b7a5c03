import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { openFile } from '#formats/open-file.ts'
import { describe, expect, test } from 'vitest'
import type { Table } from '#table/table.ts'
import type { Columns, RowsOptions } from '../types.ts'
import { readRows } from './read-rows.ts'

const COLUMNS: Columns = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }

/** The totals with their addends, by their indexes, and the lines that are asked about. */
function found(table: Table, columns: Partial<Columns> = {}, options: Partial<RowsOptions> = {}) {
  const reading = readRows(table, { columns: { ...COLUMNS, ...columns }, defaultCurrency: 'BGN', ...options })
  const asked = reading.assumptions.find((one) => one.what === 'totals' && one.asked)
  return {
    totals: reading.totals.map(({ index, addends }) => [index, ...addends]),
    asked: asked?.what === 'totals' ? asked.lines : [],
  }
}
const totalsOf = (...rows: string[]) => found(['Име;Цена', ...rows].map((row) => row.split(';')))
/** With a column before the names. */
const numbered = (...rows: string[]) =>
  found(
    ['№;Име;Цена', ...rows].map((row) => row.split(';')),
    { name: 1, price: 2 },
  )

describe('READ-05 · the block of a total', () => {
  test('READ-05 · goes on over a row whose price cannot be read, with a name or other cells', () => {
    expect(totalsOf('а;1', 'Общо;1', 'б;2', 'в;виж', 'г;3', 'Общо;5').totals).toEqual([
      [1, 0],
      [5, 2, 4],
    ])
    const rows = ['1;а;1', ';Общо;1', '3;б;2', '4;;виж', '5;г;3', ';Общо;5']
    expect(numbered(...rows).totals).toEqual([
      [1, 0],
      [5, 2, 4],
    ])
    // A text alone in the column of prices is a heading.
    expect(numbered(...rows.with(3, ';;Храни'))).toEqual({ totals: [[1, 0]], asked: [7] })
  })

  test('READ-05 · may have the name of its heading, also with a number before it', () => {
    expect(numbered('1;Плодове;', '2;а;1', '3;Общо плодове;1').totals).toEqual([[2, 1]])
    // Two texts without a name are no heading.
    const table = [
      ['№', 'Вид', 'Име', 'Цена'],
      ['Плодове', 'пресни', '', ''],
      ['1', '', 'а', '1'],
      ['', '', 'Общо плодове', '1'],
    ]
    expect(found(table, { name: 2, price: 3 })).toEqual({ totals: [], asked: [] })
    expect(found(table.with(1, ['Плодове', '', '', '']), { name: 2, price: 3 }).totals).toEqual([[2, 1]])
  })

  test('READ-05 · may have the name of the category of the row above it, and of no other row', () => {
    const rows = [';б;2', 'Храни;а;3']
    expect(numbered(...rows, ';Общо храни;4').asked).toEqual([4])
    expect(numbered(...rows.toReversed(), ';Общо храни;4').asked).toEqual([])
    // Nothing is above the first row.
    expect(found([['Общо храни', '3']], { headerRow: null }).totals).toEqual([])
  })

  test('READ-05 · begins anew after a total, with the doubtful rows too', () => {
    // 2 + 3 = 5: with the doubtful row since the total above.
    const rows = ['а;1', 'Аванс;5', 'Общо;6', 'б;2', 'Аванс;3', 'Общо;5']
    const reading = readRows([['Име', 'Цена'], ...rows.map((row) => row.split(';'))], {
      columns: COLUMNS,
      defaultCurrency: 'BGN',
    })
    expect([...reading.omitted.keys()]).toEqual([2, 5])
    // A total is no addend of another one: 1 + 1 + 2 = 4.
    expect(totalsOf('а;1', 'Общо;1', 'б;2', 'Общо;4')).toEqual({ totals: [[1, 0]], asked: [5] })
    expect(totalsOf('а;0,105', 'Общо;0,105', 'б;2', 'Общо;2').totals).toEqual([
      [1, 0],
      [3, 2],
    ])
  })

  test('READ-05 · is added up to its end', () => {
    expect(totalsOf('а;1', 'б;2', 'в;3', 'Общо;3')).toEqual({ totals: [], asked: [5] })
    expect(totalsOf('а;0,105', 'б;3', 'в;3', 'Общо;3')).toEqual({ totals: [], asked: [5] })
  })

  test('READ-05 · a product of the price of the rate is no note of it above another product', () => {
    expect(totalsOf('Хляб;2,00', 'Банкнота лева;1,95583', 'Сол;1,00').asked).toEqual([])
  })

  test('READ-05 · a row that closes a list is no sum of it', () => {
    const table = ['Име;Цена', 'а;1', 'б;2', 'в;3', 'Доплащане;6'].map((row) => row.split(';'))
    expect(found(table).asked).toEqual([5])
    expect(found(table, {}, { totals: 'omit' })).toEqual({ totals: [], asked: [] })
  })

  test('READ-05 · of very many totals not all addends are looked for', () => {
    // The n-th total of one product goes over n rows: 8 times the 41 rows are not reached before the 26th.
    const { totals } = totalsOf('а;1', ...Array.from({ length: 40 }, () => 'Общо;1'))
    expect(totals).toEqual(Array.from({ length: 25 }, (_, i) => [i + 1, 0]))
  })
})

describe('READ-05 · a sum without a total word', () => {
  test('READ-05 · is the last before a blank row, or before one without a price', () => {
    expect(totalsOf('а;1', 'б;2', 'в;3', 'г;6', ';', 'д;7').asked).toEqual([5])
    expect(totalsOf('а;1', 'б;2', 'в;3', 'г;6', 'Напитки;', 'д;7').asked).toEqual([5])
    expect(totalsOf('а;1', 'б;2', 'в;3', 'г;6', 'д;виж').asked).toEqual([])
    expect(totalsOf('а;1', 'б;2', ' ;3').asked).toEqual([4])
  })

  test('READ-05 · is asked about before a row that has only the other price', () => {
    const table = ['Име;Цена лв.;Цена €', 'а;1;', 'б;2;', 'в;3;', 'г;6;', 'д;;4'].map((row) => row.split(';'))
    expect(found(table, { otherPrice: 2 }).asked).toEqual([5])
    expect(found(table.with(5, ['д', '7', '4']), { otherPrice: 2 }).asked).toEqual([])
  })

  test('READ-05 · has no more cells than the row above it', () => {
    expect(numbered(';а;1', ';б;2', '3;в;3', '4;г;6').asked).toEqual([5])
    expect(numbered('1;а;1', '2;б;2', ';в;3', '4;г;6').asked).toEqual([])
  })
})

describe('READ-05 · totals of a file whose names are not read', () => {
  test('READ-05 · are found all the same', async () => {
    const text = 'Име;Цена\nХляб;1\nСол;2\nОбщо;3\nМед;4\nВсичко;7\nКифла;2\n'
    const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const totals = [
      [2, 0, 1],
      [4, 0, 1, 3],
    ]
    expect(found(opened.file.table, {}, { areNamesRead: false }).totals).toEqual(totals)
    const table = text
      .trim()
      .split('\n')
      .map((row) => row.split(';'))
    expect(found(table, {}, { areNamesRead: false }).totals).toEqual(totals)
  })

  test('READ-05 · are found without a column of names too', async () => {
    const text = 'Цена;Бележка\n1;ново\n2;старо\n3;Общо\n4;ново\n'
    const opened = await openFile(encode(text, 'utf-8'), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const columns = { name: null, price: 0 }
    expect(found(opened.file.table, columns, { areNamesRead: false }).totals).toEqual([[2, 0, 1]])
  })
})

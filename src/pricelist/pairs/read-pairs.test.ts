import { openFile } from '#formats/open-file.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import type { Table } from '#table/table.ts'
import { detectColumns } from '../columns/detect-columns.ts'
import { findPairColumns } from './pair-columns.ts'
import { type PairsOptions, readPricePairs } from './read-pairs.ts'

const read = (table: Table, more: Partial<PairsOptions> = {}) => {
  const detection = detectColumns(table)
  const { pairs } = findPairColumns(table, detection)
  return readPricePairs(table, { columns: detection.columns, pairs, areNamed: false, firstLine: 1, ...more })
}
const tableOf = (...rows: string[]) => rows.map((row) => row.split(';'))
const times = (count: number, row: string): string[] => Array.from({ length: count }, () => row)
const shown = ({ pairs, missing }: ReturnType<typeof read>) => ({
  pairs: pairs.map(({ row, pair, national, euro }) => [row, pair, national, euro]),
  missing: missing.map(({ row, pair, reason }) => [row, pair, reason]),
})

describe('CHECK-01 · the pairs of a file', () => {
  test('CHECK-01 · of several columns stand in the order of the rows', () => {
    const table = tableOf(
      'Име;Цена лв.;Цена €;Промо лв.;Промо €',
      'а;1,96;1;3,91;2',
      'б;5,87;3;7,82;',
      'в;;4;9,78;5',
      ';;;;',
      'г;;6;13,69;',
    )
    expect(shown(read(table))).toEqual({
      pairs: [
        [2, 0, '1.96', '1'],
        [2, 1, '3.91', '2'],
        [3, 0, '5.87', '3'],
        [4, 1, '9.78', '5'],
      ],
      missing: [
        [3, 1, 'no-eur'],
        [4, 0, 'no-bgn'],
        [6, 0, 'no-bgn'],
        [6, 1, 'no-eur'],
      ],
    })
  })

  test('CHECK-01 · can have neither names nor titles', () => {
    const columns = { headerRow: 0, name: null, currency: null }
    const table = [['Име'], ['а', '1,96', '1,00']]
    const pairs = [{ national: 1, euro: 2 }]
    expect(readPricePairs(table, { columns, pairs, areNamed: true, firstLine: 1 }).pairs).toEqual([
      { row: 2, name: '', pair: 0, national: '1.96', euro: '1' },
    ])
  })

  test('CHECK-01 · without a column of names or currencies take neither from another column', async () => {
    const opened = await openFile(encode('Код;Цена;Цена €\nEUR;1,96;1,00\n', 'utf-8'), { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const columns = { headerRow: 0, name: null, currency: null }
    const pairs = [{ national: 1, euro: 2 }]
    const reading = readPricePairs(opened.file.table, { columns, pairs, areNamed: false, firstLine: 1 })
    expect(reading.pairs).toEqual([{ row: 2, name: '', pair: 0, national: '1.96', euro: '1' }])
  })

  test('CHECK-01 · in columns that the user named are missing where a cell is blank or no price', () => {
    const table = tableOf('Име;Цена лв.;Цена €', 'а;1,96;', 'б;;1,00', 'в;виж;1,00', 'г;1,96;1,00')
    expect(shown(read(table, { areNamed: true }))).toEqual({
      pairs: [[5, 0, '1.96', '1']],
      missing: [
        [2, 0, 'no-eur'],
        [3, 0, 'no-bgn'],
        [4, 0, 'unreadable'],
      ],
    })
  })
})

describe('CHECK-01 · a column of currencies', () => {
  const rows = times(9, 'а;1,96;лв.;1,00')

  test('CHECK-01 · names the currency of prices whose title and cell do not', () => {
    const table = tableOf('Име;Цена;Валута;Цена €', ...rows, 'б;5; EUR ;2', 'в;5 €;лв.;2', 'г;5;;2')
    expect(shown(read(table)).missing).toEqual([
      [11, 0, 'same-currency'],
      [12, 0, 'same-currency'],
    ])
  })

  test('CHECK-01 · says nothing of a price whose title does, nor of one that is assumed', () => {
    const titled = tableOf('Име;Цена лв.;Валута;Цена €', ...rows, 'б;5;EUR;2', 'в;5;USD;2')
    expect(shown(read(titled)).missing).toEqual([])
    const mixed = tableOf('Име;Цена;Валута;Цена €', ...rows.slice(0, 2), ...times(2, 'б;5;EUR;2'))
    expect(shown(read(mixed)).missing).toEqual([])
  })
})

describe('CHECK-01 · prices like 12,500 in pairs', () => {
  test('CHECK-01 · the first of several columns is asked about, with the texts of its row', () => {
    const table = tableOf('Име;Цена лв.;Цена €;Промо лв.;Промо €', 'а;1,96; 12,500 ;9,250;1')
    expect(read(table).question).toMatchObject({
      example: '12,500',
      side: 'euro',
      currency: 'EUR',
      national: '1,96',
      euro: '12,500',
    })
    const second = tableOf('Име;Цена лв.;Цена €;Промо лв.;Промо €', 'а;1,96;1;9,250;1')
    expect(read(second).question).toMatchObject({ example: '9,250', side: 'national', currency: 'BGN' })
  })

  test('CHECK-01 · are asked about with the row and its name, in the currency that the cell names', () => {
    const question = (euro: string) =>
      read(tableOf('Име;Цена лв.;Цена €', 'а;1,96;', 'б;3,91;', `в;5,87;${euro}`)).question
    expect(question('12,500')).toMatchObject({ row: 4, name: 'в', national: '5,87', currency: 'EUR' })
    expect(question('12,500 лв.')).toMatchObject({ row: 4, side: 'euro', currency: 'BGN' })
  })

  test('CHECK-01 · are read as the user answered, although the two are not of one product', () => {
    const table = tableOf('Име;Цена лв.;Цена €', 'а;12,500;6,39')
    expect(shown(read(table, { ambiguous: 'thousands' })).pairs).toEqual([[2, 0, '12500', '6.39']])
  })

  test('CHECK-01 · are read so that the two are of one product, each by itself', () => {
    // 12.5 / 1.95583 = 6.391…: the lev column has decimals, the euro column whole prices.
    const table = tableOf('Име;Цена лв.;Цена €', 'а;12,500;6,391', 'б;9,78;5')
    expect(shown(read(table)).pairs).toEqual([
      [2, 0, '12.5', '6.391'],
      [3, 0, '9.78', '5'],
    ])
    // 12500 / 1.95583 = 6391.14…: each price in the column of the other.
    const swapped = tableOf('Име;Цена лв.;Цена €', 'а;6,391 €;12 500 лв.', 'б;9,78;5')
    expect(read(swapped).pairs[0]).toMatchObject({ national: '12500', euro: '6391', isSwapped: true })
  })

  test('CHECK-01 · both in one cell are read as the user answered', () => {
    const table = tableOf('Име;Цена', 'а;12,500 лв. / 6,391 €')
    expect(shown(read(table, { ambiguous: 'thousands' })).pairs).toEqual([[2, 0, '12500', '6391']])
    expect(shown(read(table, { ambiguous: 'decimal' })).pairs).toEqual([[2, 0, '12.5', '6.391']])
  })
})

import { describe, expect, it } from 'vitest'
import type { Table } from './catalogue.ts'
import { detectColumns } from './columns.ts'
import { pricedTable } from './priced-table.ts'
import { readRows } from './rows.ts'

const TITLES = { bgn: 'лв', eur: 'евро' }
const TABLE: Table = [
  ['Ценоразпис', undefined, undefined],
  ['Код', 'Име', 'Цена'],
  ['007', 'Хляб', { kind: 'number', text: '1.95' }],
  ['008', 'Без цена', undefined],
  ['009', '=A1', '12,50 лв.'],
  ['', 'Общо', ''],
]

const read = () => {
  const { columns } = detectColumns(TABLE)
  return { columns, reading: readRows(TABLE, { columns, defaultCurrency: 'BGN' }) }
}

/** Rows as they would be converted, with amounts that only mark the place. */
const converted = ({ reading }: ReturnType<typeof read>) =>
  reading.rows.map(({ name, price, currency }, i) => {
    const isPriced = !reading.problems.has(i)
    const line = reading.lines[i] ?? 0
    return {
      line,
      name,
      price,
      currency,
      bgn: isPriced ? `${line}.01` : null,
      eur: isPriced ? `${line}.02` : null,
    }
  })

describe('CONV-08 · my file with the new prices', () => {
  it('CONV-08 · every row and column stays in order, with both prices behind the last', () => {
    const file = read()
    expect(pricedTable(TABLE, file.columns, file.reading, converted(file), TITLES)).toEqual([
      ['Ценоразпис', null, null],
      ['Код', 'Име', 'Цена', 'лв', 'евро'],
      ['007', 'Хляб', { number: '1.95' }, { number: '3.01' }, { number: '3.02' }],
      ['008', 'Без цена', null, null, null],
      ['009', '=A1', '12,50 лв.', { number: '5.01' }, { number: '5.02' }],
      [null, 'Общо', null, null, null],
    ])
  })

  it('CONV-08 · what was changed stands in its row, a deleted row stays without a price, an added one is last', () => {
    const file = read()
    const [bread, , ...rest] = converted(file)
    const rows = [
      { ...bread!, name: 'Питка', price: '2.5' },
      ...rest,
      { line: 7, name: 'Ново', price: 'abc', currency: '', bgn: null, eur: null },
    ]
    const written = pricedTable(TABLE, file.columns, file.reading, rows, TITLES)
    expect(written[2]).toEqual(['007', 'Питка', { number: '2.5' }, { number: '3.01' }, { number: '3.02' }])
    expect(written[3]).toEqual(['008', 'Без цена', null, null, null])
    expect(written[6]).toEqual([null, 'Ново', 'abc', null, null])
  })

  it('CONV-08 · money that no column names stands beside a changed price; a table without a header gets one', () => {
    const table: Table = [
      ['Хляб', '1,95'],
      ['Мляко', '3,10'],
    ]
    const columns = { headerRow: null, name: 0, price: 1, currency: null, otherPrice: null }
    const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
    const rows = [
      { line: 1, name: 'Хляб', price: '1.95', currency: 'EUR', bgn: '3.81', eur: '1.95' },
      { line: 2, name: 'Мляко', price: '3.1', currency: 'BGN', bgn: '3.10', eur: '1.59' },
    ]
    expect(pricedTable(table, columns, reading, rows, TITLES)).toEqual([
      [null, null, 'лв', 'евро'],
      ['Хляб', '1.95 EUR', { number: '3.81' }, { number: '1.95' }],
      ['Мляко', '3,10', { number: '3.10' }, { number: '1.59' }],
    ])
  })
})

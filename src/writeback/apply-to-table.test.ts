import { pricedColumn } from '#test/priced-order.ts'
import { describe, expect, it } from 'vitest'
import type { Table } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import type { Placement } from './plan.ts'
import { type PricedRow, planForEditedRows } from './build-plan.ts'
import { applyPlan } from './apply-to-table.ts'

const TABLE: Table = [
  ['Ценоразпис', undefined, undefined],
  ['Код', 'Име', 'Цена', 'Бележка'],
  ['007', 'Хляб', { kind: 'number', text: '1.95' }, ''],
  ['008', 'Без цена', undefined, 'x'],
  ['009', '=A1', '12,50 лв.'],
  ['', 'Общо', ''],
]

const read = (table = TABLE, morePrices: readonly number[] = []) => {
  const detected = detectColumns(table).columns
  const columns = { ...detected, morePrices }
  return { columns, reading: readRows(table, { columns, defaultCurrency: 'BGN' }), table }
}

/** Rows as they would be converted, with amounts that only mark the place. */
const converted = ({ reading }: ReturnType<typeof read>): PricedRow[] =>
  reading.rows.map(({ name, price, currency }, i) => {
    const isPriced = !reading.problems.has(i)
    const [line, nth] = [reading.lines[i] ?? 0, reading.nth[i] ?? 0]
    const amount = isPriced && price !== '' ? `${line}.${nth}` : null
    return {
      line,
      nth,
      name,
      price,
      currency,
      national: amount === null ? null : `${amount}1`,
      euro: amount === null ? null : `${amount}2`,
    }
  })

const amount = (number: string) => ({ number, look: 'amount' as const })

const priced = (placement: Placement, rows?: PricedRow[]) => {
  const file = read()
  return applyPlan(TABLE, planForEditedRows(file, rows ?? converted(file), placement))
}

describe('CONV-08 · the table of my file with the new prices', () => {
  it('CONV-08 · every row and column stays in order, with the new price at the end', () => {
    expect(priced('end')).toEqual([
      ['Ценоразпис', null, null, null, null],
      ['Код', 'Име', 'Цена', 'Бележка', 'Цена (EUR)'],
      ['007', 'Хляб', { number: '1.95' }, null, amount('3.02')],
      ['008', 'Без цена', null, 'x', null],
      ['009', '=A1', '12,50 лв.', null, amount('5.02')],
      [null, 'Общо', null, null, null],
    ])
  })

  it('CONV-08 · the new price stands beside its source, or in its place', () => {
    expect(priced('after').slice(1, 3)).toEqual([
      ['Код', 'Име', 'Цена', 'Цена (EUR)', 'Бележка'],
      ['007', 'Хляб', { number: '1.95' }, amount('3.02'), null],
    ])
    expect(priced('replace').slice(1, 5)).toEqual([
      ['Код', 'Име', 'Цена', 'Бележка'],
      ['007', 'Хляб', amount('3.02'), null],
      ['008', 'Без цена', null, 'x'],
      ['009', '=A1', amount('5.02'), null],
    ])
  })

  it('CONV-08 · what was changed stands in its row, a deleted row stays without a price, an added one is last', () => {
    const [bread, , ...rest] = converted(read())
    const rows = [
      { ...bread!, name: 'Питка', price: '2.5' },
      ...rest,
      { line: 7, nth: 0, name: 'Ново', price: 'abc', currency: '', national: null, euro: null },
    ]
    const written = priced('end', rows)
    expect(written[2]).toEqual(['007', 'Питка', { number: '2.50' }, null, amount('3.02')])
    expect(written[3]).toEqual(['008', 'Без цена', null, 'x', null])
    expect(written[6]).toEqual([null, 'Ново', 'abc', null, null])
  })

  it('CONV-08 · a currency changed by hand is written beside a price that no column names it for', () => {
    const [bread, ...rest] = converted(read())
    const written = priced('end', [{ ...bread!, currency: 'EUR' }, ...rest])
    // Of two kinds of money in one column both new columns are there.
    expect(written[1]?.slice(4)).toEqual(['Цена (BGN)', 'Цена (EUR)'])
    expect(written[2]).toEqual([
      '007',
      'Хляб',
      { number: '1.95', currency: 'EUR' },
      null,
      amount('3.01'),
      amount('3.02'),
    ])
  })

  it('CONV-08 · a table without a header gets one for the new column, so that it says what money it is', () => {
    const table: Table = [
      ['Хляб', '1.95'],
      ['Сирене', '12.50'],
    ]
    const columns = { headerRow: null, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
    const reading = readRows(table, { columns, defaultCurrency: 'EUR' })
    const file = { columns, reading, table }
    expect(applyPlan(table, planForEditedRows(file, converted(file), 'end'))).toEqual([
      [null, null, 'BGN'],
      ['Хляб', '1.95', amount('1.01')],
      ['Сирене', '12.50', amount('2.01')],
    ])
  })

  it('CONV-08 · a title that turns becomes like no other one', () => {
    const titles = (table: Table, columns: readonly number[]) =>
      applyPlan(table, {
        placement: 'replace',
        headerRow: table.length - 2,
        currencyColumn: null,
        columns: columns.map((column) => pricedColumn(column, { [table.length - 1]: '1' })),
        changed: [],
        added: [],
      })[table.length - 2]
    expect(
      titles(
        [
          ['Име', 'Цена BGN', 'Цена EUR'],
          ['a', '1', '9'],
        ],
        [1],
      ),
    ).toEqual(['Име', 'Цена EUR 2', 'Цена EUR'])
    expect(
      titles(
        [
          ['Име', 'Цена лв', 'Цена лв.'],
          ['a', '1', '9'],
        ],
        [1, 2],
      ),
    ).toEqual(['Име', 'Цена евро', 'Цена евро 2'])
    // Under titles of their own, currencies may be alike.
    expect(
      titles(
        [
          ['Име', 'Цена', 'Едро'],
          ['', 'BGN', 'EUR'],
          ['a', '1', '9'],
        ],
        [1],
      ),
    ).toEqual([null, 'EUR', 'EUR'])
  })

  it('CONV-08 · each of several price columns has its own new one, and the currency follows where prices are replaced', () => {
    const table: Table = [
      ['Name', 'Regular price', 'Sale price', 'Currency'],
      ['Bread', '1.95', '', 'BGN'],
      ['Cheese', '12.50', '11.00', 'BGN'],
      ['Tea', '', '2.00', 'EUR'],
    ]
    const file = read(table, [2])
    // A blank sale price is no row; a product with a sale price alone has both its cells.
    expect(file.reading.lines).toEqual([2, 3, 3, 4, 4])
    expect(file.reading.nth).toEqual([0, 0, 1, 0, 1])
    expect(file.reading.counts).toMatchObject({ validRows: 4, invalidRows: 1, tokenCost: 4 })
    expect(applyPlan(table, planForEditedRows(file, converted(file), 'after'))).toEqual([
      [
        'Name',
        'Regular price',
        'Regular price (EUR)',
        'Sale price',
        'Sale price (BGN)',
        'Sale price (EUR)',
        'Currency',
      ],
      ['Bread', '1.95', amount('2.02'), null, null, null, 'BGN'],
      ['Cheese', '12.50', amount('3.02'), '11.00', amount('3.11'), amount('3.12'), 'BGN'],
      ['Tea', null, null, '2.00', amount('4.11'), amount('4.12'), 'EUR'],
    ])
    expect(applyPlan(table, planForEditedRows(file, converted(file), 'replace'))[2]).toEqual([
      'Cheese',
      amount('3.02'),
      amount('3.12'),
      'EUR',
    ])
  })
})

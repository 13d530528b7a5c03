import { cleanName } from '../product-name.ts'
import { type RowStatus, validateRow } from '../row.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell, Table } from '#table/table.ts'
import type { Columns } from '../types.ts'
import { detectColumns } from '../columns/detect-columns.ts'
import { readRows } from './read-rows.ts'

const COLUMNS: Columns = { headerRow: 0, name: 0, price: 1, currency: 2, otherPrice: null, morePrices: [] }
const HEADER = ['Име', 'Цена', 'Валута']

const read = (rows: Table, columns: Partial<Columns> = {}, header: readonly string[] = HEADER) =>
  readRows([header, ...rows], { columns: { ...COLUMNS, ...columns }, defaultCurrency: 'BGN' })

describe('BULK-08 · the currency of a row', () => {
  test('its text, its number format, the currency column, the header, the default', () => {
    const euroFormat: Cell = { kind: 'number', text: '3', currency: 'EUR' }
    const rows: Table = [
      ['a', '1 €', 'BGN'],
      ['b', euroFormat, 'BGN'],
      ['c', '3', 'EUR'],
      ['d', '4', ''],
    ]
    expect(read(rows).rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR', 'BGN'])
    const header = ['Име', 'Цена в евро', 'Валута']
    expect(read(rows, {}, header).rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR', 'EUR'])
    expect(read([['a', '1', 'лв.']], {}, header).rows[0]?.currency).toBe('BGN')
  })

  test('only what was assumed is said', () => {
    expect(
      read([
        ['a', '1', 'EUR'],
        ['b', '2', ''],
        ['c', '-', ''],
      ]).assumptions,
    ).toEqual([{ what: 'currency', currency: 'BGN', rows: 1 }])
    expect(read([['a', '1', 'EUR']]).assumptions).toEqual([])
  })

  test('a foreign currency column makes the row invalid, and shows why', () => {
    const { rows, problems } = read([['a', '5', 'USD']])
    expect(rows[0]).toEqual({ name: 'a', price: '5 USD', currency: 'BGN' })
    expect(problems.get(0)).toBe('other-currency')
  })
})

describe('BULK-11 · valid, invalid and empty rows', () => {
  test('by price and name', () => {
    const rows: Table = [
      ['a', '1,50', ''],
      ['', '2', ''],
      ['c', '', ''],
      ['d', '-', ''],
      ['', '—', 'BGN'],
      [],
      ['g', '0,00', ''],
      ['h', 'по договаряне', ''],
      ['i', { kind: 'other', text: '2026-05-14', what: 'date' }, ''],
      ['j', { kind: 'other', text: '#N/A', what: 'error' }, ''],
      ['k', '10000000', ''],
      ['', '', 'BGN'],
      [],
      ['', '  '],
    ]
    const reading = read(rows)
    expect(reading.counts).toEqual({
      totalRows: 12,
      validRows: 2,
      invalidRows: 7,
      emptyRows: 3,
      tokenCost: 2,
    })
    expect(Object.fromEntries(reading.problems)).toEqual({
      2: 'no-price',
      3: 'no-price',
      6: 'not-positive',
      7: 'no-number',
      8: 'date',
      9: 'cell-error',
      10: 'too-large',
    })
    expect(reading.lines).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect(reading.rows[0]).toEqual({ name: 'a', price: '1.5', currency: 'BGN' })
    expect(reading.rows[8]?.price).toBe('2026-05-14')
  })

  const cell = fc.oneof(
    fc.constantFrom<string | Cell | undefined>(
      '',
      undefined,
      '-',
      '5',
      '12,500',
      '1e3',
      '0',
      '00',
      '5 лв.',
      '3 €',
      '$5',
      '12.',
      ' 7 ',
    ),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.stringMatching(/^[0-9 .,]{0,70}$/),
    fc.double().map((value): Cell => ({ kind: 'number', text: String(value) })),
    fc.constantFrom<Cell>(
      { kind: 'other', text: '2026-01-01', what: 'date' },
      { kind: 'other', text: 'TRUE', what: 'boolean' },
      { kind: 'other', text: '7', what: 'value' },
    ),
  )

  test('the status of a row never depends on where it came from', () => {
    const table = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 12 })
    const options = fc.record({
      ambiguous: fc.constantFrom('decimal', 'thousands'),
      other: fc.constantFrom(null, 3),
    })
    fc.assert(
      fc.property(table, options, (rows, { ambiguous, other }) => {
        const reading = readRows([[...HEADER, 'EUR'], ...rows], {
          columns: { ...COLUMNS, otherPrice: other },
          defaultCurrency: 'EUR',
          ambiguous,
        })
        const judged: Record<RowStatus, number> = { valid: 0, invalid: 0, empty: 0 }
        reading.rows.forEach((row, i) => {
          const { status } = validateRow(row)
          judged[status]++
          expect(reading.problems.has(i)).toBe(status === 'invalid')
          expect(row.price.length).toBeLessThanOrEqual(64)
          expect(row.name).toBe(cleanName(row.name))
        })
        const { validRows: valid, invalidRows: invalid, emptyRows: empty } = reading.counts
        expect({ valid, invalid, empty }).toEqual(judged)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('BULK-06 · a lev and a euro price of one row', () => {
  const header = ['Име', 'Цена лв.', 'Валута', 'Цена €']
  const read4 = (rows: Table) => read(rows, { currency: null, otherPrice: 3 }, header)

  test('apart by more than 0.05 euro is an issue', () => {
    const { pairs } = read4([
      ['a', '19,56', '', '10,00'],
      ['b', '19,56', '', '10,05'],
      ['c', '19,56', '', '10,06'],
      ['d', '195.5830', '', '100.05'],
      ['e', '195.5830', '', '100.0501'],
    ])
    expect(pairs).toEqual({
      count: 2,
      first: [
        { row: 4, name: 'c', bgn: '19.56', eur: '10.06' },
        { row: 6, name: 'e', bgn: '195.583', eur: '100.0501' },
      ],
    })
  })

  test('the first five are shown, all are counted', () => {
    const { pairs } = read4(Array.from({ length: 9 }, () => ['a', '1', '', '1']))
    expect(pairs.count).toBe(9)
    expect(pairs.first).toHaveLength(5)
  })

  test('a column of currencies does not change what the two titles say', () => {
    const { rows } = read(
      [
        ['a', '19,56', 'EUR', '10,00'],
        ['b', '', 'BGN', '3,20'],
      ],
      { otherPrice: 3 },
      header,
    )
    expect(rows.map(({ currency }) => currency)).toEqual(['BGN', 'EUR'])
  })

  test('where the first is blank the other is the price', () => {
    expect(read4([['a', '', '', '3,20']]).rows[0]).toEqual({ name: 'a', price: '3.2', currency: 'EUR' })
  })
})

test('BULK-10 · names lose brackets and keep 25 characters', () => {
  expect(read([['<b>Мляко</b> прясно 3,6% от Родопите', '1', '']]).rows[0]?.name).toBe(
    'bМляко/b прясно 3,6% от Р',
  )
})

test('BULK-05 · without a header all rows are data', () => {
  const { rows } = readRows([['a', '1']], {
    columns: { ...COLUMNS, headerRow: null, currency: null },
    defaultCurrency: 'EUR',
  })
  expect(rows).toEqual([{ name: 'a', price: '1', currency: 'EUR' }])
})

test('BULK-07 · without a price column no row is valid', () => {
  expect(read([['a', '1', '']], { price: null }).counts).toMatchObject({ validRows: 0, invalidRows: 1 })
})

describe('BULK-08 · the money of a row without a price', () => {
  test('is what its currency column says, so that whoever mends the price finds it', () => {
    const table = [
      ['Име', 'Цена', 'Валута'],
      ['Хляб', '2,50', 'EUR'],
      ['Сирене', '', 'EUR'],
      ['Мляко', 'абв', 'EUR'],
      ['Сол', '-3', 'лв.'],
    ]
    const { columns } = detectColumns(table)
    const { rows } = readRows(table, { columns, defaultCurrency: 'BGN' })
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR', 'BGN'])
  })
})

describe('CONV-08 · several price columns', () => {
  const several = (header: readonly string[], rows: Table, columns: Partial<Columns>) =>
    readRows([header, ...rows], { columns: { ...COLUMNS, ...columns }, defaultCurrency: 'BGN' })
  const priced = ({ rows, lines, nth }: ReturnType<typeof several>) =>
    rows.map(({ price, currency }, i) => `${lines[i]}/${nth[i]} ${price} ${currency}`)

  test('CONV-08 · a title that names its currency comes before the column of currencies', () => {
    const header = ['Име', 'Цена', 'Промо цена EUR', 'Валута']
    const read = several(header, [['Хляб', '2,50', '1,10', 'BGN']], { currency: 3, morePrices: [2] })
    expect(priced(read)).toEqual(['2/0 2.5 BGN', '2/1 1.1 EUR'])
  })

  test('CONV-08 · the other price of a pair is a row of its own where it is chosen, and no second one', () => {
    const header = ['Име', 'Цена лв', 'Цена EUR']
    const rows: Table = [
      ['A', '10,00', '5,11'],
      ['B', '', '7,00'],
    ]
    const columns = { currency: null, otherPrice: 2, morePrices: [2] }
    const read = several(header, rows, columns)
    expect(priced(read)).toEqual(['2/0 10 BGN', '2/1 5.11 EUR', '3/0  BGN', '3/1 7 EUR'])
    expect(read.counts).toMatchObject({ validRows: 3, tokenCost: 3 })
    // Alone, the first column takes the other price where it has none.
    const alone = several(header, rows, { ...columns, morePrices: [] })
    expect(priced(alone)).toEqual(['2/0 10 BGN', '3/0 7 EUR'])
  })
})

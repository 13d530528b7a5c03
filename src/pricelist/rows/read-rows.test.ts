import { describe, expect, test } from 'vitest'
import type { Cell, Table, TableRow } from '#table/table.ts'
import type { Columns, RowsOptions } from '../types.ts'
import { readRows } from './read-rows.ts'

const COLUMNS: Columns = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }

const tableOf = (...rows: string[]): TableRow[] => rows.map((row) => row.split(';'))

type Options = Partial<Omit<RowsOptions, 'columns'>> & Partial<Columns>

function read(
  table: Table,
  { headerRow, name, price, currency, otherPrice, morePrices, sideTables, ...options }: Options = {},
) {
  const columns = { headerRow, name, price, currency, otherPrice, morePrices, sideTables }
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  return readRows(table, { columns: { ...COLUMNS, ...given }, defaultCurrency: 'BGN', ...options })
}

/** Line, price column, name, price and currency of each row, and why it has none or is left out. */
const shown = ({ rows, lines, nth, problems, omitted }: ReturnType<typeof readRows>) =>
  rows.map(({ name, price, currency }, i) =>
    [`${lines[i]}/${nth[i]}`, name, price, currency, problems.get(i), omitted.get(i)]
      .filter(Boolean)
      .join(' '),
  )

describe('READ-12 · prices that are in the target currency already', () => {
  const table = tableOf('Име;Цена', 'а;1,00 €', 'б;2,00 лв.', 'в;3,00', 'г;виж €', 'д;', 'Общо;6,00')

  test('READ-12 · are left out, and nothing else', () => {
    const reading = read(table, { wanted: 'EUR' })
    expect(shown(reading)).toEqual([
      '2/0 а 1 EUR wanted-currency',
      '3/0 б 2 BGN',
      '4/0 в 3 BGN',
      '5/0 г виж € BGN no-number',
      '6/0 д BGN no-price',
      '7/0 Общо 6 BGN total',
    ])
    expect(reading.counts).toEqual({ totalRows: 4, validRows: 2, invalidRows: 2, emptyRows: 0, tokenCost: 2 })
    expect(reading.currencies).toEqual({ BGN: 2, EUR: 0 })
  })

  test('READ-12 · are converted where no currency is wanted', () => {
    const reading = read(table)
    expect(reading.counts).toMatchObject({ totalRows: 5, validRows: 3 })
    expect(reading.currencies).toEqual({ BGN: 2, EUR: 1 })
  })
})

test('READ-12 · a row without a price is in no currency', () => {
  const reading = read(tableOf('Име;Цена', 'а;1', ';', 'б;', 'в;2 €'), { wanted: 'BGN' })
  expect([...reading.omitted]).toEqual([[0, 'wanted-currency']])
  expect(reading.counts).toEqual({ totalRows: 3, validRows: 1, invalidRows: 1, emptyRows: 1, tokenCost: 1 })
})

describe('READ-05 · what is said of totals', () => {
  const doubtful = tableOf('Име;Цена', 'Хляб;1', 'Сол;2', 'Общо;9')

  test('READ-05 · those that are left out, with the first five lines', () => {
    const groups = Array.from({ length: 6 }, (_, i) => [
      `Група ${i};`,
      `Стока ${i};${i + 1}`,
      `Общо;${i + 1}`,
    ]).flat()
    const { assumptions, totals } = read(tableOf('Име;Цена', ...groups))
    const said = { what: 'totals', count: 6, lines: [4, 7, 10, 13, 16], example: 'Общо · 1', asked: false }
    expect(assumptions.filter(({ what }) => what === 'totals')).toEqual([said])
    expect(totals.map(({ index, addends }) => [index, addends])).toEqual(
      [2, 5, 8, 11, 14, 17].map((i) => [i, [i - 1]]),
    )
  })

  test('READ-05 · those that may be totals are asked about, and read as the user answered', () => {
    const of = (options: Options) => {
      const { assumptions, omitted, counts, totals } = read(doubtful, options)
      const said = assumptions
        .filter((one) => one.what === 'totals')
        .map(({ asked, lines }) => [asked, lines])
      return { said, omitted: [...omitted], validRows: counts.validRows, totals }
    }
    expect(of({})).toEqual({ said: [[true, [4]]], omitted: [], validRows: 3, totals: [] })
    expect(of({ totals: 'keep' })).toEqual({ said: [], omitted: [], validRows: 3, totals: [] })
    expect(of({ totals: 'omit' })).toEqual({
      said: [[false, [4]]],
      omitted: [[2, 'total']],
      validRows: 2,
      totals: [],
    })
    expect(of({ areTotalsDetected: false })).toEqual({ said: [], omitted: [], validRows: 3, totals: [] })
  })

  test('READ-05 · a total without a price is no mistake', () => {
    const { problems, counts, assumptions } = read(tableOf('Име;Цена', 'Хляб;1', 'Общо;', 'Сол;'))
    expect([...problems]).toEqual([[2, 'no-price']])
    expect(counts).toEqual({ totalRows: 2, validRows: 1, invalidRows: 1, emptyRows: 0, tokenCost: 1 })
    expect(assumptions).toEqual([{ what: 'currency', currency: 'BGN', rows: 1 }])
  })

  test('READ-05 · without a name the example is the price alone', () => {
    const { assumptions } = read(tableOf('Име;Цена', 'а;1', 'б;2', ';3'))
    expect(assumptions).toContainEqual({ what: 'totals', count: 1, lines: [4], example: '3', asked: true })
  })
})

describe('CONV-08 · prices of several columns', () => {
  test('CONV-08 · follow each other in a line, and a blank one adds no row', () => {
    const table = tableOf('Име;Цена;Промо;Едро', 'а;1;;3', 'б;;2;', 'в;виж;виж;', ';;;', 'г;4;5;6')
    const reading = read(table, { morePrices: [2, 3] })
    expect(shown(reading)).toEqual([
      '2/0 а 1 BGN',
      '2/2 а 3 BGN',
      '3/0 б BGN no-price',
      '3/1 б 2 BGN',
      '4/0 в виж BGN no-number',
      '4/1 в виж BGN no-number',
      '5/0 BGN',
      '6/0 г 4 BGN',
      '6/1 г 5 BGN',
      '6/2 г 6 BGN',
    ])
    expect(reading.counts).toEqual({
      totalRows: 10,
      validRows: 6,
      invalidRows: 3,
      emptyRows: 1,
      tokenCost: 6,
    })
    expect(reading.currencies).toEqual({ BGN: 6, EUR: 0 })
    expect(reading.assumptions).toEqual([{ what: 'currency', currency: 'BGN', rows: 6 }])
  })

  test('CONV-08 · a line that is a total in one of them is one in all', () => {
    const table = tableOf('Име;Цена;Промо', 'а;1;1', 'б;2;2', 'Общо;3;4')
    const reading = read(table, { morePrices: [2] })
    expect(shown(reading).slice(-2)).toEqual(['4/0 Общо 3 BGN total', '4/1 Общо 4 BGN total'])
    expect(reading.totals).toEqual([{ index: 4, addends: [0, 2] }])
    expect(reading.assumptions).toContainEqual({
      what: 'totals',
      count: 1,
      lines: [4],
      example: 'Общо · 3',
      asked: false,
    })
    const turned = read(table, { price: 2, morePrices: [1] })
    expect(turned.totals).toEqual([{ index: 5, addends: [1, 3] }])
    expect(turned.counts.validRows).toBe(4)
  })

  test('READ-11 · a table at the side has its own totals, names and rows without a price', () => {
    const table = tableOf('Име;Цена;Име;Цена', 'а;1;x;5', 'б;2;y;', 'Общо;3;z;7', ';;Общо;12')
    const reading = read(table, { sideTables: [{ name: 2, price: 3, currency: null }] })
    expect(shown(reading)).toEqual([
      '2/0 а 1 BGN',
      '2/1 x 5 BGN',
      '3/0 б 2 BGN',
      '3/1 y BGN no-price',
      '4/0 Общо 3 BGN total',
      '4/1 z 7 BGN',
      '5/0 BGN total',
      '5/1 Общо 12 BGN total',
    ])
    const totalsOf = ({ assumptions }: typeof reading) =>
      assumptions.filter((one) => one.what === 'totals').map(({ lines, asked }) => [lines, asked])
    expect(totalsOf(reading)).toEqual([[[4, 5], false]])
    const whole = read(table.with(2, ['б', '2', 'y', '4']), {
      sideTables: [{ name: 2, price: 3, currency: null }],
    })
    expect(totalsOf(whole)).toEqual([
      [[4], false],
      [[5], true],
    ])
    expect(whole.counts.validRows).toBe(6)
  })

  test('READ-05 · a total without a price is none of a column that has no row there', () => {
    const reading = read(tableOf('Име;Цена;Промо', 'Общо;;', 'а;1;2', 'Общо;;'), { morePrices: [2] })
    expect(shown(reading)).toEqual(['2/0 Общо BGN total', '3/0 а 1 BGN', '3/1 а 2 BGN', '4/0 Общо BGN total'])
    expect(reading.counts).toEqual({ totalRows: 2, validRows: 2, invalidRows: 0, emptyRows: 0, tokenCost: 2 })
  })

  test('READ-11 · a total of a table at the side says nothing of the first, nor the other way round', () => {
    const side = { sideTables: [{ name: 2, price: 3, currency: null }] }
    const asked = (...rows: string[]) => {
      const { assumptions, omitted } = read(tableOf('Име;Цена;Име;Цена', ...rows), side)
      const said = assumptions.flatMap((one) => (one.what === 'totals' && one.asked ? one.lines : []))
      return [said, [...omitted.keys()]]
    }
    expect(asked('а;1;x;5', 'б;2;y;6', 'Общо;9;Общо;11')).toEqual([[4], [5]])
    expect(asked('а;1;x;5', 'б;2;y;6', 'Общо;3;Общо;9')).toEqual([[4], [4]])
    // The lines are told in the order of the file.
    expect(asked('а;1;x;5', 'б;2;Общо;9', 'Общо;9;;')).toEqual([[3, 4], []])
  })

  test('READ-11 · a total without a name is none of the empty rows', () => {
    const table = tableOf('Име;Цена;Име;Цена', 'а;1;x;5', ';;Общо;5')
    const reading = read(table, { sideTables: [{ name: 2, price: 3, currency: null }] })
    expect(reading.counts).toEqual({ totalRows: 2, validRows: 2, invalidRows: 0, emptyRows: 0, tokenCost: 2 })
    expect(reading.currencies).toEqual({ BGN: 2, EUR: 0 })
  })

  test('CONV-08 · nothing is assumed where each names its currency', () => {
    const { assumptions } = read(tableOf('Име;Цена лв.;Промо лв.', 'а;1;2'), { morePrices: [2] })
    expect(assumptions).toEqual([])
  })

  test('CONV-08 · each has its own question about prices like 12,500', () => {
    const { assumptions } = read(tableOf('Име;Цена;Промо', 'а;12,500;8,250'), { morePrices: [2] })
    expect(assumptions).toEqual([
      { what: 'currency', currency: 'BGN', rows: 2 },
      { what: 'ambiguous-prices', reading: 'decimal', rows: 1, example: '12,500', asked: true },
      { what: 'ambiguous-prices', reading: 'decimal', rows: 1, example: '8,250', asked: true },
    ])
  })
})

describe('READ-04 · the currency that the user chose for a contradiction', () => {
  const euros: Cell = { kind: 'number', text: '2', currency: 'EUR' }

  test('READ-04 · is that of titles and number formats, not of texts', () => {
    const table: Table = [
      ['Име', 'Цена €'],
      ['а', '1'],
      ['б', euros],
      ['в', '3 €'],
      ['г', { kind: 'text', text: '4 €' }],
    ]
    const currencies = (options: Options) => read(table, options).rows.map(({ currency }) => currency)
    expect(currencies({})).toEqual(['EUR', 'EUR', 'EUR', 'EUR'])
    expect(currencies({ isCurrencyForced: true })).toEqual(['BGN', 'BGN', 'EUR', 'EUR'])
    expect(currencies({ isCurrencyForced: false })).toEqual(['EUR', 'EUR', 'EUR', 'EUR'])
  })

  test('READ-04 · and of a column of currencies', () => {
    const table = tableOf('Име;Цена;Валута', 'а;1;EUR', 'б;2;', 'в;3;USD')
    const reading = read(table, { currency: 2, isCurrencyForced: true })
    expect(shown(reading)).toEqual(['2/0 а 1 BGN', '3/0 б 2 BGN', '4/0 в 3 USD BGN other-currency'])
  })
})

describe('READ-11 · products over several rows', () => {
  const namesIn = (table: Table, options: Options = {}) => read(table, options).rows.map(({ name }) => name)

  test('READ-11 · have the name above where a word in another column differs', () => {
    const sizes = tableOf('Име;Цена;Размер', 'Риза;10;S', ';11;M', ';12;M', ';13;12')
    expect(namesIn(sizes)).toEqual(['Риза', 'Риза', '', ''])
    expect(namesIn(tableOf('Име;Цена;Размер', ';11;M'))).toEqual([''])
    // Long texts are compared by their first eighty letters.
    const long = (same: number) =>
      tableOf('Име;Цена;Размер', `Риза;10;${'я'.repeat(same)}а`, `;11;${'я'.repeat(same)}б`)
    expect([namesIn(long(79)), namesIn(long(80))]).toEqual([
      ['Риза', 'Риза'],
      ['Риза', ''],
    ])
    // A difference in the price, its currency or the other price is none.
    expect(namesIn(tableOf('Име;Цена;Валута', 'Риза;10;лв.', ';11;EUR'), { currency: 2 })).toEqual([
      'Риза',
      '',
    ])
    const other = tableOf('Име;Цена лв.;Цена €', 'Риза;10 лв.;5 €', ';11 лева;6 евро')
    expect(namesIn(other, { otherPrice: 2 })).toEqual(['Риза', ''])
    expect(namesIn(sizes, { areNamesRead: false })).toEqual(['', '', '', ''])
  })

  test('READ-11 · not below a heading, and not where the word is of a table at the side', () => {
    expect(namesIn(tableOf('Име;Цена;Размер', 'Ризи;;', ';11;M'))).toEqual(['Ризи', ''])
    const side = tableOf('Име;Цена;Име;Цена', 'Риза;10;Бира;2', ';11;Вино;9')
    expect(namesIn(side, { sideTables: [{ name: 2, price: 3, currency: null }] })).toEqual([
      'Риза',
      'Бира',
      '',
      'Вино',
    ])
    expect(namesIn(side)).toEqual(['Риза', 'Риза'])
    // A table at the side without names begins with its price.
    const unnamed = tableOf('Име;Размер;Цена;Цена', 'Риза;S;10;5', ';M;11;6')
    expect(namesIn(unnamed, { price: 2, sideTables: [{ name: null, price: 3, currency: null }] })).toEqual([
      'Риза',
      '',
      'Риза',
      '',
    ])
  })

  test('READ-11 · not where the title stands in place of a price', () => {
    const table = tableOf('Име;Цена 2026;Размер', 'Риза;10;S', ';Цена 2026;M', ';11;L')
    expect(namesIn(table)).toEqual(['Риза', '', ''])
  })

  test('BULK-10 · names of rows with a price are left out where only prices are needed', () => {
    const table = tableOf('Име;Цена', 'Хляб;1', 'Сол;', 'Мед;виж')
    expect(namesIn(table, { areNamesRead: false })).toEqual(['', 'Сол', ''])
    expect(namesIn(table, { areNamesRead: true })).toEqual(['Хляб', 'Сол', 'Мед'])
    expect(namesIn(table, { name: null })).toEqual(['', '', ''])
  })
})

describe('BULK-05 · titles that are repeated on each page', () => {
  test('BULK-05 · are no price, also with a number', () => {
    const table = tableOf('Име;Цена 2026', 'Хляб;1', 'Име;Цена 2026', 'Сол;2')
    expect(shown(read(table))).toEqual([
      '2/0 Хляб 1 BGN',
      '3/0 Име Цена 2026 BGN out-of-place',
      '4/0 Сол 2 BGN',
    ])
    const spaced = tableOf('Име; Цена 2026 ', 'Хляб;1', 'Сол;Цена 2026', 'Мед;2')
    expect(read(spaced).problems).toEqual(new Map([[1, 'out-of-place']]))
    // Without a number it is no price anyway.
    expect(read(tableOf('Име;Цена', 'Хляб;1', 'Сол;Цена')).problems).toEqual(new Map([[1, 'no-number']]))
  })

  test('BULK-04 · of blank lines alone there are none', () => {
    const columns = { headerRow: null, price: 0, name: 1, currency: null, otherPrice: null, morePrices: [] }
    expect(readRows([['', ''], ['']], { columns, defaultCurrency: 'BGN' }).rows).toEqual([])
  })

  test('BULK-04 · blank lines at the end are no rows, between others they are', () => {
    const table = tableOf('Име;Цена', 'Хляб;1', ';', ' ;', 'Сол;2', ';', ' ; ')
    expect(read(table).lines).toEqual([2, 3, 4, 5])
    expect(read(tableOf('Име;Цена', ';')).rows).toEqual([])
    expect(read(tableOf('Име;Цена')).rows).toEqual([])
  })
})

describe('BULK-08 · the currency of a row whose price is to be corrected', () => {
  test('BULK-08 · is that of the column of currencies, of the title, or the default', () => {
    expect(shown(read(tableOf('Име;Цена €', 'а;виж')))).toEqual(['2/0 а виж EUR no-number'])
    const table = tableOf('Име;Цена €;Валута', 'а;виж; лв. ', 'б;виж;', 'в;;BGN')
    expect(shown(read(table, { currency: 2 }))).toEqual([
      '2/0 а виж BGN no-number',
      '3/0 б виж EUR no-number',
      '4/0 в BGN no-price',
    ])
  })

  test('BULK-08 · a column of currencies may say nothing', () => {
    const table = tableOf('Име;Цена;Валута', 'а;1;N/A', 'б;2;-', 'в;3; EUR ', 'г;4; USD ')
    expect(shown(read(table, { currency: 2 }))).toEqual([
      '2/0 а 1 BGN',
      '3/0 б 2 BGN',
      '4/0 в 3 EUR',
      '5/0 г 4 USD BGN other-currency',
    ])
  })
})

test('READ-10 · prices like 12,500 are asked about in the column of the other price too', () => {
  const { assumptions } = read(tableOf('Име;Цена лв.;Цена €', 'а;12,50;6,391'), { otherPrice: 2 })
  expect(assumptions).toMatchObject([{ what: 'ambiguous-prices', example: '6,391', asked: true }])
})

describe('BULK-06 · the other price of a row', () => {
  test('BULK-06 · takes the place of a blank one, in its own currency', () => {
    const table = tableOf('Име;Цена лв.;Цена €', 'а;;2', 'б;виж;2', 'в;4;2,05', 'г;;')
    expect(shown(read(table, { otherPrice: 2 }))).toEqual([
      '2/0 а 2 EUR',
      '3/0 б виж BGN no-number',
      '4/0 в 4 BGN',
      '5/0 г BGN no-price',
    ])
  })

  test('BULK-06 · is compared in the currencies that cells or titles name, and only with another', () => {
    const pairsOf = (table: Table) => read(table, { otherPrice: 2 }).pairs
    expect(pairsOf(tableOf('Име;Цена лв.;Цена €', 'а;4;3')).first).toEqual([
      { row: 2, name: 'а', bgn: '4', eur: '3' },
    ])
    expect(pairsOf(tableOf('Име;Цена €;Цена лв.', 'а;3;4')).first).toEqual([
      { row: 2, name: 'а', bgn: '4', eur: '3' },
    ])
    expect(pairsOf(tableOf('Име;Цена;Цена', 'а;3 €;4 лв.')).count).toBe(1)
    const six = pairsOf(tableOf('Име;Цена лв.;Цена €', ...'абвгде'.split('').map((name) => `${name};4;3`)))
    expect([six.count, six.first.length]).toEqual([6, 5])
    expect(pairsOf(tableOf('Име;Цена;Цена €', 'а;4;3')).count).toBe(0)
    expect(pairsOf(tableOf('Име;Цена лв.;Цена', 'а;4;3')).count).toBe(0)
    expect(pairsOf(tableOf('Име;Цена лв.;Цена €', 'а;4;3 лв.')).count).toBe(0)
    for (const row of ['а;4;', 'а;;3', 'а;4;няма', 'а;няма;3', 'а;4;-3', 'а;-4;3'])
      expect(pairsOf(tableOf('Име;Цена лв.;Цена €', row)).count).toBe(0)
  })
})

describe('READ-11 · names that are not read', () => {
  test('READ-11 · are not taken from a heading above', () => {
    const table = tableOf('Име;Цена;Вид', 'Напитки;-;', ';2,00;сок', ';3,00;вода')
    expect(read(table, { areNamesRead: false }).rows.map(({ name }) => name)).toEqual(['Напитки', '', ''])
  })

  test('READ-11 · of a first row without one are none', () => {
    const rows = read(tableOf(';2,00;x', 'Сол;1,00;y'), { headerRow: null }).rows
    expect(rows.map(({ name }) => name)).toEqual(['', 'Сол'])
  })
})

test('READ-04 · a text about the currency alone in its row is no product without a price', () => {
  const table = tableOf(
    'Име;Цена',
    'а;1',
    'Всички цени са в евро без ДДС;',
    'б;2',
    'Цени в евро',
    'Евро касета;',
    'Цени в евро;няма',
  )
  expect(read(table).rows.map(({ name }) => name)).toEqual(['а', '', 'б', '', 'Евро касета', 'Цени в евро'])
  expect(read(table).counts).toMatchObject({ validRows: 2, invalidRows: 2, emptyRows: 2 })
})

import { describe, expect, test } from 'vitest'
import type { TableRow } from '#table/table.ts'
import { hintsInTable, hintsInTotals } from './currency-hints.ts'
import { statedIn } from './currency-statement.ts'

const COLUMNS = { headerRow: 0, price: 1 }

const hintsIn = (
  table: TableRow[],
  columns: Partial<{ headerRow: number | null; price: number | null; currency: number | null }> = {},
) =>
  hintsInTable(table, { ...COLUMNS, ...columns }, (text) => statedIn(text, 'above')).map(
    ({ where, text, currency }) => [where, text, currency],
  )

const rowsOf = (...rows: string[]): TableRow[] => rows.map((row) => row.split(';'))

describe('READ-04 · currencies in the table that are not those of a price title', () => {
  test.each([
    ['Име;Цена', ';EUR', 'Хляб;1,80', 'EUR'],
    ['Име;Цена', ';  EUR ', 'Хляб;1,80', 'EUR'],
    ['Име;Цена', ';50 към 01.05.2026 EUR', undefined],
    ['Име;Цена', ';към 01.05.2026 50 EUR', undefined],
    ['Име;Цена', ';', ';лв.', 'лв.'],
    ['Име;Цена', ';', ';', 'Хляб;1,80', undefined],
    ['Име;Цена', ';', ';', ';лв.', 'лв.'],
    ['Име;Цена', ';', ';', ';', ';лв.', undefined],
    ['Име;Цена', ';на стоката - EUR', 'Хляб;1,80', 'на стоката - EUR'],
    ['Име;Цена', ';към 01.05.2026 EUR', 'към 01.05.2026 EUR'],
    ['Име;Цена', ';към 1/5/26 - EUR', 'към 1/5/26 - EUR'],
    ['Име;Цена', ';as of 2026 EUR', 'as of 2026 EUR'],
    ['Име;Цена', ';2026 година EUR', '2026 година EUR'],
    ['Име;Цена', ';2026г. EUR', '2026г. EUR'],
    ['Име;Цена', ';до 50 EUR', undefined],
    ['Име;Цена', ';към 2200 EUR', undefined],
    ['Име;Цена', 'Хляб;цена в EUR', undefined],
    ['Име;Цена', 'Хляб;EUR', 'EUR'],
  ])('READ-04 · below the price title: %s %s', (...rows) => {
    const text = rows.pop()
    expect(hintsIn(rowsOf(...(rows as string[])))).toEqual(
      text === undefined ? [] : [['cells', text, text.includes('лв.') ? 'BGN' : 'EUR']],
    )
  })

  test('READ-04 · in the title of a column without numbers', () => {
    expect(hintsIn(rowsOf('Артикул (цени в евро);Цена', 'Хляб;1'))).toEqual([
      ['title', 'Артикул (цени в евро)', 'EUR'],
    ])
    expect(hintsIn(rowsOf('Име;Цена;Мярка, лв.', 'Хляб;1;бр'))).toEqual([['title', 'Мярка, лв.', 'BGN']])
    // One of a number in a title without brackets or commas, or over numbers, is something else.
    expect(hintsIn(rowsOf('Артикул евро;Цена', 'Хляб;1'))).toEqual([])
    expect(hintsIn(rowsOf('Име;Цена;Доставка (€)', 'Хляб;1;3'))).toEqual([])
    expect(hintsIn(rowsOf('Име;Цена (€)', 'Хляб;1'))).toEqual([])
    // Alone, or in a part that states none, and over a blank column.
    for (const title of ['В евро', '(€)', '/ /лв.', 'Код (стар евро)'])
      expect([title, hintsIn(rowsOf(`Име;Цена;${title}`, 'Хляб;1;нов'))]).toEqual([title, []])
    expect(hintsIn(rowsOf('Име;Цена;Бележка (€)', 'Хляб;1;'))).toEqual([])
    expect(hintsIn(rowsOf('Име;Цена;Бележка (€)', ...Array(8).fill('Хляб;1;нов'), 'Сол;1;3'))).toHaveLength(1)
    expect(hintsIn(rowsOf('Име;Цена;Бележка (€)', ...Array(4).fill('Хляб;1;нов'), 'Сол;1;3'))).toEqual([])
  })

  test('READ-04 · in units of nearly all rows', () => {
    const units = (...cells: string[]) =>
      hintsIn(rowsOf('Име;Цена;Мярка', ...cells.map((one) => `Хляб;1;${one}`)))
    for (const unit of ['€/бр', 'лв./кг', 'EUR за бр.', 'лева на метър', 'euro per kg', 'бр/€'])
      expect([unit, units(unit, unit).map(([where, text]) => [where, text])]).toEqual([
        unit,
        [['cells', unit]],
      ])
    const long = (length: number) => `${'x'.repeat(length - 2)}/€`
    expect([units(long(40)).length, units(long(41)).length]).toEqual([1, 0])
    expect(units(' €/бр ')).toEqual([['cells', '€/бр', 'EUR']])
    // The first one tells whether they can be any.
    expect(units('бр', ...Array(9).fill('€/бр'))).toEqual([])
    for (const unit of ['лв./€', 'бр', 'AB/12', '€', 'лв.', 'евро бр', 'бр/кг', `${'x'.repeat(40)}/€`])
      expect([unit, units(unit, unit)]).toEqual([unit, []])
    expect(units('', '€/бр', '€/кг', '', '€/л')).toEqual([['cells', '€/бр', 'EUR']])
    expect(units('€/бр', '€/бр', '€/бр', '€/бр', 'бр')).toHaveLength(1)
    expect(units('€/бр', '€/бр', '€/бр', 'бр')).toEqual([])
    expect(units('€/бр', 'лв./бр')).toEqual([
      ['cells', 'лв./бр', 'BGN'],
      ['cells', '€/бр', 'EUR'],
    ])
  })

  test('READ-04 · in the first rows and columns of a large table', () => {
    const below = (headings: number) =>
      hintsIn(rowsOf('Име;Цена;Мярка', ...Array(headings).fill('Хлебни;;'), 'Хляб;1;€/бр'))
    expect([below(19).length, below(20).length]).toEqual([1, 0])
    const right = (columns: number) =>
      hintsIn([
        ['Име', 'Цена', ...Array(columns).fill('x'), 'Мярка'],
        ['Хляб', '1', ...Array(columns).fill(''), '€/бр'],
      ])
    expect([right(61).length, right(62).length]).toEqual([1, 0])
    const few = (count: number) =>
      hintsIn(rowsOf('Име;Цена;Мярка', ...Array(count).fill('Хляб;1;€/бр'), ...Array(400).fill('Хляб;1;бр')))
    expect([few(320).length, few(319).length]).toEqual([1, 0])
  })

  test('READ-04 · none without a header or a price, or beside a column of currencies', () => {
    const table = rowsOf('Име;Цена;Мярка', 'Хляб;1;€/бр')
    expect(hintsIn(table)).toHaveLength(1)
    expect([hintsIn(table, { headerRow: null }), hintsIn(table, { price: null })]).toEqual([[], []])
    expect(hintsIn(rowsOf('Име;Цена;Мярка;Валута', 'Хляб;1;€/бр;лв.'))).toEqual([])
    // The units of the price column itself are read with the prices.
    expect(hintsIn(rowsOf('Име;Цена', 'Хляб;€/бр'))).toEqual([])
  })
})

describe('READ-04 · a second column of currencies', () => {
  const ofSecond = (title: string, ...rows: string[]) =>
    hintsIn(rowsOf(`Име;Цена;Валута;${title}`, ...rows), { currency: 2 })

  test.each([
    ['Currency', ['Хляб;1;;EUR', 'Сол;2;;EUR'], [['cells', 'EUR', 'EUR']]],
    ['Валута 2', ['Хляб;1;лв.; евро ', 'Сол;2;;евро'], [['cells', 'евро', 'EUR']]],
    ['Валута 2', ['Хляб;1;;евро', 'Сол;2;;'], []],
    ['Currency', ['Хляб;1;;USD', 'Сол;2;;лв.'], [['cells', 'USD', 'BGN']]],
    ['Currency', ['Хляб;1;;EUR', 'Сол;2;;лв.'], []],
    ['Currency', ['Хляб;1;лв.;', 'Сол;2;;'], []],
    ['Бележка', ['Хляб;1;;EUR', 'Сол;2;;нов'], []],
  ])('READ-04 · %s with %j', (title, rows, statements) => {
    expect(ofSecond(title, ...rows)).toEqual(statements)
  })

  test('READ-04 · says nothing of several prices, nor where no column was chosen', () => {
    const rows = ['Хляб;1;;EUR;2', 'Сол;2;;EUR;3']
    expect(ofSecond('Currency;Промо цена', ...rows)).toEqual([])
    const table = rowsOf('Име;Цена;Валута;Currency', 'Хляб;1;;EUR')
    expect([hintsIn(table), hintsIn(table, { currency: null })]).toEqual([[], []])
    expect(hintsIn(table, { currency: 3 })).toEqual([])
  })
})

describe('READ-04 · the currency of totals', () => {
  const totalsIn = (...rows: string[]) =>
    hintsInTotals(rowsOf(...rows), COLUMNS).map(({ where, text, currency }) => [where, text, currency])

  test.each([
    ['Общо: 120 €;', 'Общо: 120 €', 'EUR'],
    ['Общо;120 €', 'Общо 120 €', 'EUR'],
    ['Всичко;120 лв.', 'Всичко 120 лв.', 'BGN'],
    ['TOTAL EUR;120', 'TOTAL EUR 120', 'EUR'],
    [' Общо ; 120 €', 'Общо 120 €', 'EUR'],
    ['Общо;€ 120', 'Общо € 120', 'EUR'],
  ])('READ-04 · is said by %s', (total, text, currency) => {
    expect(totalsIn('Име;Цена', 'Хляб;120', total)).toEqual([['cells', text, currency]])
    expect(totalsIn('Име;Цена', 'Хляб;120', total, 'Управител;')).toEqual([['cells', text, currency]])
  })

  test('READ-04 · is none where it names both, or something else', () => {
    for (const total of ['Общо: 2 лв. / 1 €;', 'Общо;120', 'Общо почистване;120 €', 'Хляб;120 €', ';120 €'])
      expect([total, totalsIn('Име;Цена', 'Хляб;120', total)]).toEqual([total, []])
    expect(totalsIn('Име;Цена лв.', 'Хляб;120', 'Общо;120 €')).toEqual([])
    const long = (length: number) => totalsIn('Име;Цена', 'Хляб;120', `Общо;${'120'.padEnd(length - 1)}€`)
    expect([long(80).length, long(81).length]).toEqual([1, 0])
    // The amount of the price counts before others, those of another price not at all.
    expect(totalsIn('Име;Цена;Бележка', 'Хляб;120;', 'Общо;120 €;5 лв.')).toEqual([
      ['cells', 'Общо 120 € 5 лв.', 'EUR'],
    ])
    expect(totalsIn('Име;Цена;Стара цена', 'Хляб;120;', 'Общо;120;5 лв.')).toEqual([])
    expect(totalsIn('Име;Цена;Доставка €', 'Хляб;120;', 'Общо;120;5 лв.')).toEqual([])
    expect(totalsIn('Име;Цена;Сума', 'Хляб;120;', 'Общо;;5 лв.')).toEqual([['cells', 'Общо 5 лв.', 'BGN']])
  })

  test('READ-04 · the last of several, among the last twenty rows', () => {
    expect(totalsIn('Име;Цена', 'Хляб;1', 'Общо;1 €', 'Сол;2', 'Общо;3 лв.')).toMatchObject([
      ['cells', 'Общо 3 лв.', 'BGN'],
    ])
    expect(totalsIn('Име;Цена', 'Хляб;1', 'Общо;1 €', 'Сол;2', 'Общо;3')).toMatchObject([
      ['cells', 'Общо 1 €', 'EUR'],
    ])
    const late = (count: number) => totalsIn('Име;Цена', 'Общо;1 €', ...Array(count).fill('Хляб;1'))
    expect([late(19).length, late(20).length]).toEqual([1, 0])
    expect(totalsIn('Име;Общо €')).toEqual([])
    // The prices have no title.
    expect(totalsIn('Име', 'Хляб;1', 'Общо;1 €')).toEqual([['cells', 'Общо 1 €', 'EUR']])
  })

  test('READ-04 · of a number format', () => {
    const total: TableRow = ['Общо', { kind: 'number', text: '120', currency: 'EUR' }]
    expect(hintsInTotals([['Име', 'Цена'], ['Хляб', '120'], total], COLUMNS)).toMatchObject([
      { text: 'Общо 120', currency: 'EUR' },
    ])
    const plain: TableRow = ['Общо', { kind: 'number', text: '120' }]
    expect(hintsInTotals([['Име', 'Цена'], ['Хляб', '120'], plain], COLUMNS)).toEqual([])
    const named: TableRow = ['Общо, €', { kind: 'number', text: '120' }]
    const written: TableRow = ['Общо', { kind: 'text', text: '120 €' }]
    for (const row of [named, written, [...plain, '5 €']])
      expect(hintsInTotals([['Име', 'Цена'], ['Хляб', '120'], row], COLUMNS)).toMatchObject([
        { currency: 'EUR' },
      ])
    expect(hintsInTotals([['Име', 'Цена'], total], { headerRow: null, price: 1 })).toEqual([])
    expect(hintsInTotals([['Име', 'Цена'], total], { headerRow: 0, price: null })).toEqual([])
  })

  test('READ-04 · a long row is shown by its first eighty letters', () => {
    const [hint] = totalsIn('Име;Цена;Бележка', 'Хляб;120;', `Общо;120 €;${'я'.repeat(100)}`)
    expect(hint?.[1]).toBe(`Общо 120 € ${'я'.repeat(69)}`)
  })
})

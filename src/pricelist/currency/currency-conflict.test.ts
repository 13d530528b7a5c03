import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import type { Cell, TableRow } from '#table/table.ts'
import type { Columns, CurrencyStatement } from '../types.ts'
import { readRows } from '../rows/read-rows.ts'
import { findCurrencyConflict, isOfStatements, withStatements } from './currency-conflict.ts'

const COLUMNS: Columns = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
const EURO: CurrencyStatement = { where: 'above', text: 'Цени в евро', currency: 'EUR' }
const LEV: CurrencyStatement = { where: 'below', text: 'Цени в лева', currency: 'BGN' }

const stored = (text: string, currency?: Currency): Cell => ({
  kind: 'number',
  text,
  ...(currency && { currency }),
})
const titleOf = (text: string, currency: Currency): CurrencyStatement => ({ where: 'title', text, currency })

/** A list with these prices, one row each. */
const listOf = (title: string, ...prices: (string | Cell)[]): TableRow[] => [
  ['Име', title],
  ...prices.map((price, i) => [`Стока ${'абвгдежзий'[i % 10]}`, price]),
]

const conflictOf = (table: TableRow[], columns: Partial<Columns> = {}, ...stated: CurrencyStatement[]) =>
  findCurrencyConflict(table, { ...COLUMNS, ...columns }, stated)

describe('READ-04 · titles, number formats and statements that contradict each other', () => {
  const formatted = [stored('1', 'EUR'), stored('2', 'EUR'), stored('3', 'EUR')]

  test('READ-04 · a title and the number formats', () => {
    expect(conflictOf(listOf('Цена лв.', ...formatted))).toEqual({
      taken: 'EUR',
      by: 'formats',
      stated: titleOf('Цена лв.', 'BGN'),
    })
    expect(conflictOf(listOf('Цена €', ...formatted))).toBeUndefined()
    expect(conflictOf(listOf('Цена', ...formatted))).toBeUndefined()
  })

  test('READ-04 · number formats are those of more than eight of ten numbers', () => {
    const some = (count: number, others: number) => [
      ...Array.from({ length: count }, () => stored('1', 'EUR')),
      ...Array.from({ length: others }, () => stored('1')),
    ]
    expect(conflictOf(listOf('Цена лв.', ...some(5, 1)))).toMatchObject({ by: 'formats' })
    expect(conflictOf(listOf('Цена лв.', ...some(4, 1)))).toBeUndefined()
    // Texts are no numbers; of many rows the first four hundred are looked at.
    expect(conflictOf(listOf('Цена лв.', stored('1', 'EUR'), '2', '3'))).toMatchObject({ by: 'formats' })
    expect(conflictOf(listOf('Цена лв.', '2', '3'))).toBeUndefined()
    expect(conflictOf(listOf('Цена лв.', ...some(400, 200)))).toMatchObject({ by: 'formats' })
    expect(conflictOf(listOf('Цена лв.', ...some(320, 280)))).toBeUndefined()
  })

  test('READ-04 · a statement and what the prices name', () => {
    expect(conflictOf(listOf('Цена', ...formatted), {}, EURO, LEV)).toEqual({
      taken: 'EUR',
      by: 'formats',
      stated: LEV,
    })
    expect(conflictOf(listOf('Цена лв.', '1'), {}, LEV, EURO)).toEqual({
      taken: 'BGN',
      by: titleOf('Цена лв.', 'BGN'),
      stated: EURO,
    })
    expect(conflictOf(listOf('Цена лв.', '1'), {}, LEV)).toBeUndefined()
  })

  test('READ-04 · two statements, and no less', () => {
    expect(conflictOf(listOf('Цена', '1'), {}, LEV, EURO)).toEqual({ taken: 'BGN', by: LEV, stated: EURO })
    expect(conflictOf(listOf('Цена', '1'), {}, EURO, LEV)).toEqual({ taken: 'EUR', by: EURO, stated: LEV })
    expect(conflictOf(listOf('Цена', '1'), {}, EURO)).toBeUndefined()
    expect(conflictOf(listOf('Цена', '1'))).toBeUndefined()
  })

  test('READ-04 · prices in both currencies have each its own', () => {
    const both = [
      ['Име', 'Цена лв.', 'Цена €'],
      ['а', '2', '1'],
    ]
    expect(conflictOf(both, { morePrices: [2] }, LEV, EURO)).toBeUndefined()
    expect(conflictOf(both, { otherPrice: 2 }, LEV, EURO)).toBeUndefined()
    const alike = [
      ['Име', 'Цена лв.', 'Промо лв.'],
      ['а', '2', '1'],
    ]
    expect(conflictOf(alike, { morePrices: [2] }, EURO)).toMatchObject({ taken: 'BGN', stated: EURO })
    const oneNamed = [['Име', 'Цена лв.', 'Промо'], alike[1]!]
    expect(conflictOf(oneNamed, { morePrices: [2] }, EURO)).toMatchObject({ taken: 'BGN', stated: EURO })
    // A price to the right of all titles.
    expect(conflictOf([['Име'], ['а', '2']], {}, LEV, EURO)).toEqual({ taken: 'BGN', by: LEV, stated: EURO })
    expect(conflictOf([['Валута'], ['евро', '2']], { name: null, currency: 0 }, LEV)?.taken).toBe('EUR')
  })

  test('READ-04 · a column of currencies that names one, and the title or a statement the other', () => {
    const list = (title: string, ...words: string[]): TableRow[] => [
      ['Име', title, 'Валута'],
      ['Хлебни', '', 'лв.'],
      ...words.map((word, i) => ['Хляб', `${i + 1}`, word]),
    ]
    const ofColumn = (table: TableRow[], ...stated: CurrencyStatement[]) =>
      conflictOf(table, { currency: 2 }, ...stated)
    const by = { where: 'cells', text: 'евро', currency: 'EUR' } as const
    expect(ofColumn(list('Цена лв.', '', 'евро', 'EUR'))).toEqual({
      taken: 'EUR',
      by,
      stated: titleOf('Цена лв.', 'BGN'),
    })
    expect(ofColumn(list('Цена', ' евро '), EURO, LEV)).toEqual({ taken: 'EUR', by, stated: LEV })
    expect(ofColumn(list('Цена', 'евро'), { ...LEV, where: 'cells' })).toBeUndefined()
    expect(ofColumn(list('Цена €', 'евро'), EURO)).toBeUndefined()
    expect(ofColumn(list('Цена лв.', 'евро', 'лв.'))).toBeUndefined()
    expect(ofColumn(list('Цена лв.', 'USD', ''))).toBeUndefined()
    expect(ofColumn(list('Цена лв.', 'USD', 'евро'))?.taken).toBe('EUR')
    const untitled = list('Цена лв.', 'евро').slice(2)
    const untitledOne = { headerRow: null, currency: 2 }
    expect(conflictOf(untitled, untitledOne, LEV)).toEqual({ taken: 'EUR', by, stated: LEV })
    const ofBoth = [...untitled, ['Сол', '2', 'лв.']]
    expect(conflictOf(ofBoth, untitledOne, LEV)).toBeUndefined()
    expect(conflictOf(ofBoth.toReversed(), untitledOne, LEV)).toBeUndefined()
    expect(ofColumn(list('Цена лв.', 'нов', 'евро'))?.by).toEqual(by)
    // All rows are looked at.
    const long = (word: string) => list('Цена лв.', ...Array.from({ length: 3000 }, () => word))
    expect(ofColumn([...long(''), ['Хляб', '1', 'евро']])?.taken).toBe('EUR')
    expect(ofColumn([...long('евро'), ['Хляб', '1', 'лв.']])).toBeUndefined()
    expect(ofColumn([...long('евро'), ['Сладкарски', '', 'лв.']])?.taken).toBe('EUR')
  })

  test('READ-04 · of statements alone, where neither a title nor a format says anything', () => {
    const title = titleOf('Цена лв.', 'BGN')
    const both = titleOf('Цена (лв./€)', 'EUR')
    expect(isOfStatements({ taken: 'BGN', stated: EURO })).toBe(true)
    expect(isOfStatements({ taken: 'BGN', by: LEV, stated: EURO })).toBe(true)
    expect(isOfStatements({ taken: 'BGN', by: title, stated: EURO })).toBe(false)
    expect(isOfStatements({ taken: 'EUR', by: 'formats', stated: LEV })).toBe(false)
    // One title that names both.
    expect(isOfStatements({ taken: 'BGN', by: both, stated: both })).toBe(true)
  })
})

describe('READ-04 · what is assumed of the currency, and by which statement', () => {
  const assumptionsOf = (
    table: TableRow[],
    {
      statements = [],
      assumed = 'BGN',
      ...columns
    }: Partial<Columns> & { statements?: CurrencyStatement[]; assumed?: Currency } = {},
  ) => {
    const options = { columns: { ...COLUMNS, ...columns }, defaultCurrency: assumed }
    const stated = { statements, conflict: undefined }
    return withStatements(table, options, stated, readRows(table, options), () => false)
  }

  test('READ-04 · the statement of the assumed currency is said with it', () => {
    const list = listOf('Цена', '1', '2')
    expect(assumptionsOf(list)).toEqual([{ what: 'currency', currency: 'BGN', rows: 2 }])
    expect(assumptionsOf(list, { statements: [EURO, LEV] })).toEqual([
      { what: 'currency', currency: 'BGN', rows: 2, stated: LEV },
    ])
    expect(assumptionsOf(list, { statements: [EURO] })).toEqual([
      { what: 'currency', currency: 'BGN', rows: 2 },
    ])
    expect(assumptionsOf(listOf('Цена лв.', '1'), { statements: [LEV] })).toEqual([])
    // Only the assumption of the currency is one of the statement.
    const others = assumptionsOf(listOf('Цена', '12,500'), { statements: [LEV] })
    expect(others).toMatchObject([{ what: 'currency', stated: LEV }, { what: 'ambiguous-prices' }])
    expect(others[1]).not.toHaveProperty('stated')
  })

  test('READ-04 · what other cells say of prices without a currency, where the others name another one', () => {
    const cells: CurrencyStatement = { where: 'cells', text: 'EUR', currency: 'EUR' }
    const found = (statement: CurrencyStatement, ...currencies: string[]) => {
      const table = [['Име', 'Цена', 'Валута'], ...currencies.map((one) => ['Хляб', '1', one])]
      const columns = { ...COLUMNS, currency: 2 }
      const options = { columns, defaultCurrency: statement.currency }
      return withStatements(
        table,
        options,
        { statements: [statement], conflict: undefined },
        readRows(table, options),
        () => false,
      ).filter(({ what }) => what === 'currency-conflict')
    }
    expect(found(cells, '', ' лв. ')).toEqual([
      {
        what: 'currency-conflict',
        taken: 'EUR',
        by: cells,
        stated: { where: 'cells', text: 'лв.', currency: 'BGN' },
        asked: true,
      },
    ])
    expect([found(cells, '', 'EUR', 'лв.'), found(cells, 'лв.', 'лв.'), found(cells, '', '')]).toEqual([
      [],
      [],
      [],
    ])
    expect(found(EURO, '', 'лв.')).toEqual([])
  })

  test('READ-04 · a text between products in both currencies contradicts none of them', () => {
    const list = listOf('Цена', '1,50 лв.', '2,50 €', '3,50 €')
    expect(assumptionsOf([...list.slice(0, 2), ['Цени в евро'], ...list.slice(2)])).toEqual([])
  })

  test('READ-04 · a title that names both is asked about', () => {
    const both = titleOf('Цена (лв./€)', 'EUR')
    expect(assumptionsOf(listOf('Цена (лв./€)', '1'))[0]).toEqual({
      what: 'currency-conflict',
      taken: 'BGN',
      by: both,
      stated: both,
      asked: true,
    })
    expect(assumptionsOf(listOf('Цена (лв./€)', '1'), { statements: [LEV] })).toHaveLength(1)
    expect(assumptionsOf(listOf('Цена (лв./€)', '1 лв.'))).toEqual([])
    const two = [
      ['Име', 'Цена (лв./€)', 'Промо (лв./€)'],
      ['Хляб', '1', '2'],
    ]
    expect(assumptionsOf(two, { morePrices: [2] })[0]).toMatchObject({ by: { text: 'Цена (лв./€)' } })
  })

  test('READ-04 · another price in euro, or one in lev that comes to it, is asked about', () => {
    const beside = (title: string, ...prices: string[]): TableRow[] => [
      ['Име', 'Цена', title],
      ...prices.map((price) => ['Хляб', '1,00', price]),
    ]
    expect(assumptionsOf(beside('Стара цена EUR', '2,10'))[0]).toEqual({
      what: 'currency-conflict',
      taken: 'BGN',
      stated: titleOf('Стара цена EUR', 'EUR'),
      asked: true,
    })
    expect(assumptionsOf(beside('Стара цена лв.', '1,96'))[0]).toEqual({
      what: 'currency-conflict',
      taken: 'BGN',
      stated: titleOf('Стара цена лв.', 'BGN'),
      asked: true,
    })
    for (const table of [
      beside('Стара цена лв.', '2,10'),
      beside('Стара цена EUR', ''),
      beside('Бележка EUR', '2,10'),
      beside('Цена EUR', '2,10'),
      beside('Цена EUR', '2,10'),
    ])
      expect(assumptionsOf(table)).toEqual([{ what: 'currency', currency: 'BGN', rows: 1 }])
    expect(assumptionsOf(beside('Стара цена EUR', '2,10'), { otherPrice: 2 })).toHaveLength(1)
    expect(assumptionsOf(beside('Стара цена EUR', '', '2,10'))).toHaveLength(2)
    const first = (title: string, next: string, price: string) =>
      assumptionsOf(beside(title, price).map((row, r) => [...row, r === 0 ? next : price]))[0]
    expect(first('Стара цена EUR', 'Доставна цена EUR', '2,10')).toMatchObject({
      stated: { text: 'Стара цена EUR' },
    })
    expect(first('Стара цена лв.', 'Доставна цена лв.', '1,96')).toMatchObject({
      stated: { text: 'Стара цена лв.' },
    })
    const three = beside('Стара цена EUR', '2,10').map((row, r) => [
      ...row,
      r === 0 ? 'Доставна цена лв.' : '9,10',
    ])
    expect(assumptionsOf(three)).toHaveLength(1)
  })

  test('READ-04 · a text between two products that names another currency, and no text before or after them', () => {
    const list = (...rows: [string, string?][]): TableRow[] => [
      ['Име', 'Цена'],
      ...rows.map(([name, price = '']) => [name, price]),
    ]
    const text = 'ВНОС (EUR)'
    const asked = (table: TableRow[], options = {}) =>
      assumptionsOf(table, options).flatMap((one) => (one.what === 'currency-conflict' ? [one.stated] : []))
    const stated = { where: 'between', text, currency: 'EUR' }
    expect(asked(list(['Хляб', '1'], [text], ['Вино', '9']))).toEqual([stated])
    expect(asked(list([text], ['Вино', '9']))).toEqual([stated])
    expect(asked(list(['Хляб', '1'], ['Вина'], [text], ['Вино', '9']))).toEqual([stated])
    expect(asked(list(['Хляб', '1'], [text]))).toEqual([])
    expect(asked(list(['Хляб', '1'], [text], ['Вино']))).toEqual([])
    expect(asked(list(['Хляб', '1'], [text], ['Вино', '9']), { assumed: 'EUR' })).toEqual([])
    const lev = list(['Хляб', '1'], ['БЪЛГАРСКИ (лв.)'], ['Вино', '9'])
    expect(asked(lev, { assumed: 'EUR' })).toMatchObject([{ text: 'БЪЛГАРСКИ (лв.)', currency: 'BGN' }])
    expect(asked(list(['Хляб', '1'], [text], [''], ['Вино']))).toEqual([])
    expect(asked(list(['Хляб', '1'], [text, 'няма'], ['Вино', '9']))).toEqual([])
    expect(asked(list(['Хляб', '1'], ['Опаковка лева'], ['Вино', '9']), { assumed: 'EUR' })).toEqual([])
    expect(asked(list(['Хляб', '1'], [text], ['Вино', '-9']))).toEqual([])
    const withoutTitles = list(['Хляб', '1'], [text], ['Вино', '9']).slice(1)
    expect(asked(withoutTitles, { headerRow: null })).toEqual([stated])
    expect(asked(withoutTitles.slice(1), { headerRow: null })).toEqual([stated])
    // Its statement is said with the currency that was assumed.
    expect(assumptionsOf(list([text], ['Вино', '9']), { statements: [LEV] })[0]).toEqual({
      what: 'currency-conflict',
      taken: 'BGN',
      by: LEV,
      stated,
      asked: true,
    })
    // Each price or row has its own currency.
    const inBoth = list(['Хляб', '1'], [text], ['Вино', '9']).with(0, ['Име', 'Цена лв.', 'Цена €'])
    expect(asked(inBoth, { otherPrice: 2 })).toEqual([])
    expect(asked(inBoth, { morePrices: [2] })).toEqual([])
    const beside = list(['Хляб', '1'], [text], ['Вино', '9']).map((row, r) => [
      ...row,
      r === 0 ? 'Валута' : r === 2 ? '' : 'лв.',
    ])
    expect(asked(beside.with(0, ['Име', 'Цена лв.', 'Валута']), { currency: 2 })).toEqual([])
    const titled = list(['Хляб', '1'], [text], ['Вино', '9']).with(0, ['Име', 'Цена лв.'])
    expect(assumptionsOf(titled)).toEqual([
      {
        what: 'currency-conflict',
        taken: 'BGN',
        by: titleOf('Цена лв.', 'BGN'),
        stated,
        asked: true,
      },
    ])
  })
})

test('READ-04 · a currency column contradicts no statement where no price is known', () => {
  const table = [
    ['Код', 'Валута'],
    ['12', 'EUR'],
  ]
  expect(conflictOf(table, { price: 0, currency: 1 }, LEV)).toMatchObject({ taken: 'EUR', stated: LEV })
  expect(conflictOf(table, { price: null, currency: 1 }, LEV)).toBeUndefined()
})

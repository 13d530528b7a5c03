import { describe, expect, test } from 'vitest'
import type { TableRow } from './catalogue.ts'
import { detectColumns } from './columns.ts'
import { findCurrencyStatements, statedIn } from './currency-statement.ts'
import { readPriceList } from './read-price-list.ts'

const read = (table: readonly TableRow[], fileName = 'a.csv', currency?: 'BGN' | 'EUR') =>
  readPriceList({ format: 'csv', table: [...table], warnings: [] }, fileName, {
    columns: detectColumns([...table]).columns,
    ...(currency && { currency }),
  }).rows

const LIST = [
  ['Име', 'Цена'],
  ['Хляб', '1,80'],
  ['Сол', '0,90'],
]

describe('READ-04 · what is stated of the currency', () => {
  test.each([
    ['Всички цени са в евро', 'EUR'],
    ['Цените са в лева с ДДС', 'BGN'],
    ['Ценоразпис 2026 евро', 'EUR'],
    ['Ценова листа 2026 EUR', 'EUR'],
    ['Валута: EUR', 'EUR'],
    ['Prices in BGN', 'BGN'],
    ['Цени в евро (EUR)', 'EUR'],
    ['1 € = 1,95583 лв.', undefined],
    ['Цени в лв. и €', undefined],
    ['Цени в Евро Маркет ООД', undefined],
    ['Цените не са в евро', undefined],
    ['От 01.01.2026 цените ще бъдат в евро', undefined],
    ['Доставка над 50 евро безплатна', undefined],
    ['Цени от 5 лв.', undefined],
  ])('%s', (text, currency) => {
    expect(statedIn(text, 'above')).toBe(currency)
  })

  test('above, below and between the rows, and in the name of the file', () => {
    const wheres = (table: readonly TableRow[], fileName = 'a.csv') =>
      findCurrencyStatements({ table: [...table] }, fileName, detectColumns([...table]).columns).map(
        ({ where, currency }) => [where, currency],
      )
    expect(wheres([['Цени в евро'], ...LIST])).toEqual([['above', 'EUR']])
    expect(wheres([...LIST, ['Цени в евро']])).toEqual([['above', 'EUR']])
    expect(wheres([LIST[0]!, ['Цени в евро', ''], ...LIST.slice(1)])).toEqual([['above', 'EUR']])
    expect(wheres(LIST, 'ceni 2026 eur.csv')).toEqual([['file-name', 'EUR']])
  })

  test.each([
    'Всички цени са в щатски долари',
    'Prices in USD',
    'Цените са в стотинки',
    'Цените са в хил. лв.',
  ])('in money that is not converted it is asked about: %s', (text) => {
    expect(detectColumns([[text], ...LIST])).toMatchObject({ certain: false, question: 'second-best' })
    expect(detectColumns([...LIST, [text]]).certain).toBe(false)
  })

  test('is used for prices that name none, and said', () => {
    const { rows, assumptions } = read([['Цени в евро'], ...LIST])
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
    expect(assumptions).toMatchObject([
      { what: 'currency', currency: 'EUR', stated: { text: 'Цени в евро' } },
    ])
  })

  test('is asked about where it contradicts a title, and where two contradict each other', () => {
    const titled = [['Цени в евро'], ['Име', 'Цена лв.'], ['Хляб', '1,80']]
    const isAsked = (rows: ReturnType<typeof read>) =>
      rows.assumptions.some((one) => one.what === 'currency-conflict' && one.asked)
    expect(isAsked(read(titled))).toBe(true)
    // The title is confirmed; the other currency would overrule it.
    expect(isAsked(read(titled, 'a.csv', 'BGN'))).toBe(false)
    expect(isAsked(read(titled, 'a.csv', 'EUR'))).toBe(true)
    expect(isAsked(read([['Цени в евро'], ...LIST], 'ceni-lv.csv'))).toBe(true)
  })
})

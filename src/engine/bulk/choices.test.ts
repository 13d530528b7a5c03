import { describe, expect, it } from 'vitest'
import type { Columns } from '#pricelist/types.ts'
import {
  answersFor,
  applyPriceAnswersChange,
  buildResultsSource,
  disambiguateTitles,
  listPriceColumns,
  pickFileChoices,
  withAmbiguityAnswer,
} from './choices.ts'
import type { RowsSummary } from '../types.ts'

const columns: Columns = {
  headerRow: 0,
  name: 0,
  price: 1,
  currency: null,
  otherPrice: null,
  morePrices: [],
}
const CHOICES = { columns, defaultCurrency: 'BGN' } as const
const ANSWERS = { settled: [3], typedPoints: [[4, '1.234']], isCurrencySettled: true } as const

describe('what the user has said about prices', () => {
  it('READ-10 · holds while the same prices are read', () => {
    expect(answersFor({ ...CHOICES, defaultCurrency: 'EUR' }, CHOICES, ANSWERS)).toEqual(ANSWERS)
    expect(answersFor({ ...CHOICES, columns: { ...columns, name: null } }, CHOICES, ANSWERS)).toEqual(ANSWERS)
  })

  it.each([{ price: 2 }, { morePrices: [2] }, { headerRow: 1 }])(
    'READ-10 · is forgotten when other prices are read (%o), but not their currency',
    (other) => {
      const choices = { ...CHOICES, columns: { ...columns, ...other } }
      expect(answersFor(choices, CHOICES, ANSWERS)).toEqual({
        settled: [],
        typedPoints: [],
        isCurrencySettled: true,
      })
    },
  )
})

describe('answers about prices that can be read in two ways', () => {
  const answered = {
    ...CHOICES,
    ambiguous: 'decimal',
    isCurrencyForced: true,
    totals: 'kept',
  } as never as Parameters<typeof withAmbiguityAnswer>[0]

  it('READ-10 · hold for the same price columns, and are left out for others and for the first reading', () => {
    expect(withAmbiguityAnswer(answered, CHOICES)).toEqual(answered)
    const other = { ...answered, columns: { ...columns, morePrices: [2] } }
    expect(withAmbiguityAnswer(other, CHOICES)).toEqual({ ...CHOICES, columns: other.columns })
    expect(withAmbiguityAnswer(answered, undefined)).toEqual(CHOICES)
  })

  it('READ-10 · of a typed price end its own question alone; a row that is settled twice is named once', () => {
    const typed = applyPriceAnswersChange(
      { ...ANSWERS, typedPoints: [[5, '2.345']] },
      { typedPoint: [4, '1.2'] },
    )
    expect(typed.typedPoints).toEqual([
      [5, '2.345'],
      [4, '1.2'],
    ])
    const again = applyPriceAnswersChange(typed, { typedPoint: [5, '2.3'] })
    expect(again.typedPoints).toEqual([
      [4, '1.2'],
      [5, '2.3'],
    ])
    const ended = applyPriceAnswersChange(again, { settled: 5 })
    expect(ended).toEqual({ ...again, typedPoints: [[4, '1.2']] })
    const settled = applyPriceAnswersChange(applyPriceAnswersChange(ended, { settled: 7 }), { settled: 3 })
    expect(settled).toEqual({ ...ended, settled: [7, 3] })
    expect(applyPriceAnswersChange({ ...ANSWERS, isCurrencySettled: false }, 'currency')).toEqual(ANSWERS)
  })
})

describe('a file for write-back', () => {
  const file = {
    name: 'ceni.xlsx',
    size: 7,
    format: 'xlsx',
    sheet: '',
    encoding: 'utf-8',
    warnings: [],
    detection: { all: [] },
  } as unknown as RowsSummary['file'] & object
  const bytes = new Uint8Array([1])

  it('CONV-08 · has its bytes and how it was read', () => {
    expect(buildResultsSource({ file, choices: CHOICES } as RowsSummary, bytes)).toEqual({
      name: 'ceni.xlsx',
      format: 'xlsx',
      bytes,
      choices: { sheet: '', encoding: 'utf-8' },
      rowChoices: CHOICES,
    })
  })

  it.each([
    [{ choices: CHOICES }, bytes],
    [{ file }, bytes],
    [{ file, choices: CHOICES }, undefined],
  ])('CONV-08 · is none for typed rows, nor without its bytes', (rows, given) => {
    expect(buildResultsSource(rows as never as RowsSummary, given)).toBeUndefined()
  })

  it('BULK-16 · has of its properties the choices alone, and those that are made', () => {
    expect(pickFileChoices({ name: 'a', delimiter: ';' } as { delimiter: ';' })).toEqual({ delimiter: ';' })
    expect(pickFileChoices({})).toEqual({})
  })
})

describe('titles of price columns', () => {
  const all = ['Име', 'Цена', 'Цена', 'Промо', ''].map((title, index) => ({ index, title }))
  const titled = (indexes: number[]) => disambiguateTitles(indexes, all as never)

  it('READ-02 · that several columns share have the name of the column', () => {
    expect(titled([1, 2, 3]).map(({ title }) => title)).toEqual(['Цена (B)', 'Цена (C)', 'Промо'])
    expect(titled([1, 3])).toEqual([
      { index: 1, title: 'Цена' },
      { index: 3, title: 'Промо' },
    ])
    // A column without a title, and one beyond the table, share nothing.
    expect(titled([4, 9]).map(({ title }) => title)).toEqual(['', ''])
  })

  it('READ-02 · are listed where there are several', () => {
    const rowsOf = (morePrices: number[]) =>
      ({
        file: { detection: { all } },
        choices: { ...CHOICES, columns: { ...columns, morePrices } },
      }) as never as RowsSummary
    expect(listPriceColumns(rowsOf([3]))).toEqual([
      { index: 1, title: 'Цена' },
      { index: 3, title: 'Промо' },
    ])
    expect(listPriceColumns(rowsOf([]))).toEqual([])
    expect(listPriceColumns({} as RowsSummary)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { Assumption, ColumnQuestion, Detection } from '#pricelist/types.ts'
import { findOpenQuestion, findOpenQuestions, openQuestionMessage, questionId } from './questions.tsx'
import { hasCandidates } from '#engine/bulk/choices.ts'
import type { FileSummary, RowChoices } from '#reports/types.ts'
import type { RowsSummary } from '#engine/types.ts'

const COLUMNS = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
const CHOICES: RowChoices = { columns: COLUMNS, defaultCurrency: 'BGN' }

const fileOf = (question: ColumnQuestion | null, candidates: readonly number[]): FileSummary => {
  const detection: Detection = {
    columns: COLUMNS,
    certain: question === null,
    question,
    candidates,
    rivals: [],
    tables: [],
    all: [],
    firstRows: [],
  }
  return { name: 'ceni.csv', size: 1, format: 'csv', warnings: [], detection }
}

const rowsOf = (change: Partial<RowsSummary>): RowsSummary => ({
  source: 'upload',
  file: fileOf(null, []),
  choices: CHOICES,
  columnsKnown: true,
  isEdited: false,
  counts: { totalRows: 1, validRows: 1, invalidRows: 0, emptyRows: 0, tokenCost: 1 },
  omitted: { total: 0, 'wanted-currency': 0, zero: 0 },
  inCurrency: { BGN: 1, EUR: 0 },
  inOther: [],
  leftRows: 0,
  zeroRows: 0,
  totals: { bgn: 0, eur: 0 },
  convertedRows: 0,
  assumptions: [],
  pairs: { count: 0, first: [] },
  ...change,
})

const stated = { where: 'above', text: 'Всички цени са в евро', currency: 'EUR' } as const

const ASKED: readonly [Assumption, Partial<RowChoices>][] = [
  [
    { what: 'ambiguous-prices', reading: 'decimal', rows: 1, example: '12,500', asked: true },
    { ambiguous: 'decimal' },
  ],
  [{ what: 'currency-conflict', taken: 'BGN', stated, asked: true }, { isCurrencyForced: true }],
  [{ what: 'totals', count: 1, lines: [4], example: 'Общо почистване', asked: true }, { totals: 'keep' }],
]

describe('the open question before a conversion', () => {
  it.each(ASKED)(
    'READ-04 READ-05 · is that of the file until the user has answered it: %o',
    (assumption, answer) => {
      const rows = rowsOf({ assumptions: [{ what: 'encoding', encoding: 'koi8-r' }, assumption] })
      expect(findOpenQuestion(rows)).toBe(assumption)
      expect(findOpenQuestion({ ...rows, choices: { ...CHOICES, ...answer } })).toBeUndefined()
      expect(
        findOpenQuestion(rowsOf({ assumptions: [{ ...assumption, asked: false } as Assumption] })),
      ).toBeUndefined()
    },
  )

  it('READ-04 READ-05 · is one of several, which are asked in the order of the file', () => {
    const assumptions = ASKED.map(([assumption]) => assumption)
    expect(findOpenQuestions(rowsOf({ assumptions }))).toEqual(assumptions)
    const answered = { ...CHOICES, ...ASKED[0]![1], ...ASKED[2]![1] }
    expect(findOpenQuestions(rowsOf({ assumptions, choices: answered }))).toEqual([assumptions[1]])
    expect([0, 1, -1].map(questionId)).toEqual(['question', 'question-2', undefined])
  })

  it('READ-05 · names the row in question', () => {
    expect(openQuestionMessage(ASKED[2]![0] as never)).toContain('„Общо почистване“')
  })

  it('READ-02 READ-06 · is first about the column, in a notice if there are candidates', () => {
    const open = (question: ColumnQuestion, candidates: readonly number[]) =>
      findOpenQuestion(
        rowsOf({ columnsKnown: false, file: fileOf(question, candidates), assumptions: [ASKED[1]![0]] }),
      )
    expect(open('equal-prices', [1, 2])).toEqual({ what: 'column' })
    expect(open('line-amount', [1])).toEqual({ what: 'column' })
    expect(open('second-best', [])).toEqual({ what: 'dialog' })
    expect(open('no-price-title', [1])).toEqual({ what: 'dialog' })
    expect(open('rows-above', [1])).toEqual({ what: 'dialog' })
    expect(open('titles-go-on', [1])).toEqual({ what: 'dialog' })
    expect(open('other-money', [1])).toEqual({ what: 'dialog' })
    expect(hasCandidates(fileOf('opposed-title', [3]))).toBe(true)
  })

  it('FILE-02 FILE-03 · is which list is converted, before all others, and no longer after a part was converted', () => {
    const file = { ...fileOf('equal-prices', [1, 2]), sheet: 'products', equalSheets: ['services'] }
    const rows = rowsOf({ columnsKnown: false, file, assumptions: [ASKED[1]![0]] })
    expect(findOpenQuestions(rows)).toEqual([{ what: 'lists' }])
    expect(findOpenQuestions(rowsOf({ file }))).toEqual([{ what: 'lists' }])
    expect(findOpenQuestions(rowsOf({ file, convertedRows: 1 }))).toEqual([])
    expect(openQuestionMessage({ what: 'lists' })).toBe(
      'Моля, първо изберете кой списък от файла да се превалутира.',
    )
  })

  it('READ-04 · is none if the currency was only assumed', () => {
    expect(
      findOpenQuestion(rowsOf({ assumptions: [{ what: 'currency', currency: 'BGN', rows: 3 }] })),
    ).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import type { Assumption } from '#pricelist/types.ts'
import { currencyConflictMessage } from '../../results/currency-text.ts'
import type { RowChoices } from '#reports/types.ts'
import type { RowsSummary } from '#engine/types.ts'
import { selectNoticeContent } from './content.ts'
import { replacedText } from './replaced.ts'

const COLUMNS = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }
const CHOICES: RowChoices = { columns: COLUMNS, defaultCurrency: 'BGN' }

const above = { where: 'above', text: 'Всички цени са в лева', currency: 'BGN' } as const
const title = { where: 'title', text: 'Цена, EUR', currency: 'EUR' } as const
const between = { where: 'between', text: 'ИЗНОС - цени в EUR', currency: 'EUR' } as const

const ASSUMED: Assumption = { what: 'currency', currency: 'BGN', rows: 3 }
const CONFLICT: Assumption = {
  what: 'currency-conflict',
  taken: 'EUR',
  by: title,
  stated: above,
  asked: true,
}
const NAMED: PriceListWarning = {
  what: 'currency-named',
  taken: 'BGN',
  where: 'title',
  text: 'Цена, EUR',
  named: 'EUR',
}
const SALES: PriceListWarning = {
  what: 'sale-above-regular',
  count: 1,
  sale: 'Промо',
  regular: 'Цена',
  first: [],
}

const ROWS: RowsSummary = {
  source: 'upload',
  choices: CHOICES,
  columnsKnown: true,
  isEdited: false,
  counts: { totalRows: 3, validRows: 3, invalidRows: 0, emptyRows: 0, tokenCost: 3 },
  omitted: { total: 0, 'wanted-currency': 0, zero: 0 },
  inCurrency: { BGN: 0, EUR: 3 },
  inOther: [],
  leftRows: 0,
  zeroRows: 1,
  totals: { bgn: 0, eur: 0 },
  convertedRows: 0,
  assumptions: [CONFLICT, ASSUMED],
  pairs: { count: 1, first: [] },
  guards: { hash: null, isRemembered: false, shop: null, rivals: [], doubts: [NAMED, SALES] },
}

describe('what the file would be like with replaced prices', () => {
  const other = (index: number, title: string, currency?: 'BGN' | 'EUR') => ({
    index,
    title,
    kind: 'promotional' as const,
    ...(currency && { currency }),
  })
  const textFor = (...rivals: ReturnType<typeof other>[]) =>
    replacedText({ ...ROWS, inCurrency: { BGN: 3, EUR: 0 }, guards: { ...ROWS.guards!, rivals } })

  it('READ-02 · says in the number of the listed columns that they stay', () => {
    expect(textFor(other(2, 'Промо BGN', 'BGN'))).toMatch(/ тя остава, каквато е,/)
    // Both are listed before it, also the one that is in euro already.
    expect(textFor(other(2, 'Промо BGN', 'BGN'), other(3, 'Промо EUR', 'EUR'))).toMatch(
      / те остават, каквито са,/,
    )
    expect(textFor(other(3, 'Промо EUR', 'EUR'))).toBeUndefined()
  })
})

describe('the content of the notices', () => {
  it('READ-04 · omits what depends on the currency while that is asked', () => {
    expect(selectNoticeContent(ROWS)).toEqual({
      assumptions: [CONFLICT],
      warnings: [],
      zeroRows: 0,
      pairs: ROWS.pairs,
      areCurrenciesKnown: false,
    })
  })

  it('READ-04 · does not ask for the currency again after the answer', () => {
    expect(selectNoticeContent({ ...ROWS, choices: { ...CHOICES, isCurrencyForced: true } })).toEqual({
      assumptions: [CONFLICT],
      warnings: [SALES],
      zeroRows: 1,
      pairs: ROWS.pairs,
      areCurrenciesKnown: true,
    })
  })

  it('READ-02 · omits all about the prices while the column is asked', () => {
    const { assumptions, warnings, zeroRows, pairs } = selectNoticeContent({ ...ROWS, columnsKnown: false })
    expect([assumptions, warnings, zeroRows, pairs.count]).toEqual([[], [], 0, 0])
  })

  it('READ-04 · shows everything when no question is open', () => {
    expect(selectNoticeContent({ ...ROWS, assumptions: [ASSUMED] }).assumptions).toEqual([ASSUMED])
  })
})

describe('the message of a currency conflict', () => {
  it.each([
    [
      { taken: 'EUR', by: title, stated: above },
      'Заглавието на колоната е „Цена, EUR“. Над таблицата пише „Всички цени са в лева“. Във файла са посочени и двете валути.',
    ],
    [
      { taken: 'EUR', by: 'formats', stated: above },
      'Според формата на клетките цените са в евро. Над таблицата пише „Всички цени са в лева“. Във файла са посочени и двете валути.',
    ],
    [
      { taken: 'BGN', by: title, stated: title },
      'Заглавието на колоната е „Цена, EUR“. Във файла са посочени и двете валути.',
    ],
    [
      { taken: 'BGN', stated: title },
      'Никъде не е посочено в каква валута са цените, а друга колона е озаглавена „Цена, EUR“.',
    ],
    [
      { taken: 'BGN', by: above, stated: between },
      'Над таблицата пише „Всички цени са в лева“. Между продуктите пише „ИЗНОС - цени в EUR“: част от цените може да са в евро.',
    ],
    [
      { taken: 'BGN', stated: between },
      'Никъде не е посочена валутата на всички цени. Между продуктите пише „ИЗНОС - цени в EUR“: част от цените може да са в евро.',
    ],
  ] as const)('READ-04 · quotes the statements that disagree: %o', (conflict, text) => {
    expect(currencyConflictMessage(conflict)).toBe(text)
  })
})

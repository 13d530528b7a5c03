import { describe, expect, it } from 'vitest'
import type { RowsSummary } from '#engine/types.ts'
import { RESULTS_STEP } from '#product/limits.ts'
import { countOfFirst } from './rail.tsx'

const COLUMNS = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] }

const rowsOf = (count: number): RowsSummary => ({
  source: 'upload',
  choices: { columns: COLUMNS, defaultCurrency: 'BGN' },
  columnsKnown: true,
  isEdited: false,
  counts: { totalRows: count, validRows: count, invalidRows: 0, emptyRows: 0, tokenCost: count },
  omitted: { total: 0, 'wanted-currency': 0, zero: 0 },
  inCurrency: { BGN: count, EUR: 0 },
  inOther: [],
  leftRows: 0,
  zeroRows: 0,
  totals: { bgn: 0, eur: 0 },
  convertedRows: 0,
  assumptions: [],
  pairs: { count: 0, first: [] },
  guards: { hash: null, isRemembered: false, shop: null, rivals: [], doubts: [] },
})

const COUNT = 199
const ROWS = rowsOf(COUNT)

const fundsOf = (balance: number, cost = COUNT) => ({
  isSignedOut: false,
  balance,
  missing: Math.max(0, cost - balance),
})

describe('the first prices that can be converted alone', () => {
  it.each([
    [1, undefined],
    [5, 5],
    [RESULTS_STEP, RESULTS_STEP],
    [COUNT - 1, COUNT - 1],
    [COUNT, RESULTS_STEP],
  ])('CONV-03 · with %i tokens for 199 prices are %s', (balance, first) => {
    expect(countOfFirst({ rows: ROWS, funds: fundsOf(balance), isAsked: false })).toBe(first)
  })

  it('CONV-03 · are as many as are shown while the balance is not known, and none for a visitor', () => {
    const funds = { isSignedOut: false, balance: undefined, missing: 0 }
    expect(countOfFirst({ rows: ROWS, funds, isAsked: false })).toBe(RESULTS_STEP)
    expect(
      countOfFirst({ rows: ROWS, funds: { ...funds, isSignedOut: true }, isAsked: false }),
    ).toBeUndefined()
  })

  it('CONV-03 CONV-11 · are those without a response, which were paid with the whole balance', () => {
    expect(countOfFirst({ rows: ROWS, funds: fundsOf(0), isAsked: false, pendingFirst: 115 })).toBe(115)
  })

  it('CONV-03 · are none of a list that is no longer, of its rest, or while something is asked', () => {
    const funds = fundsOf(500)
    const of = (rows: RowsSummary, isAsked = false) => countOfFirst({ rows, funds, isAsked })
    expect(of(rowsOf(RESULTS_STEP))).toBeUndefined()
    expect(of(rowsOf(RESULTS_STEP + 1))).toBe(RESULTS_STEP)
    expect(of({ ...ROWS, convertedRows: RESULTS_STEP })).toBeUndefined()
    expect(of({ ...ROWS, columnsKnown: false })).toBeUndefined()
    expect(of(ROWS, true)).toBeUndefined()
  })
})

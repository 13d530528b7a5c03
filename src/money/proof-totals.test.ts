import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'
import type { Currency } from './currency.ts'
import { ProofTotals, rowDifference } from './proof.ts'
import { convert } from './convert.ts'

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)

function totalsOf(prices: readonly (readonly [string, Currency])[]) {
  const totals = new ProofTotals()
  for (const [text, from] of prices) totals.add(decimal(text), from, convert(decimal(text), from))
  return totals.directions()
}

describe('PROOF-02 · totals by line and of the total', () => {
  it('PROOF-02 · three times one lev is 1.53 euro by line and of the total', () => {
    // 1 / 1.95583 = 0.51129…; 3 / 1.95583 = 1.53387….
    expect(totalsOf(Array.from({ length: 3 }, () => ['1', 'BGN'] as const))).toEqual([
      { from: 'BGN', rows: 3, prices: '3.00', byLine: 153, ofTotal: 153, difference: 0 },
    ])
    // Ten of them are 5.10 by line, and 5.11291… of the total.
    expect(totalsOf(Array.from({ length: 10 }, () => ['1.00', 'BGN'] as const))).toEqual([
      { from: 'BGN', rows: 10, prices: '10.00', byLine: 510, ofTotal: 511, difference: -1 },
    ])
  })

  it('PROOF-02 · each direction by itself', () => {
    // 1 × 1.95583 = 1.95583; 12.50 / 1.95583 = 6.39114…; 1.005 + 0.001 = 1.006.
    const totals = totalsOf([
      ['1', 'EUR'],
      ['12.50', 'BGN'],
      ['1', 'EUR'],
    ])
    expect(totals).toEqual([
      { from: 'BGN', rows: 1, prices: '12.50', byLine: 639, ofTotal: 639, difference: 0 },
      // 1.96 + 1.96 = 3.92; 2 × 1.95583 = 3.91166.
      { from: 'EUR', rows: 2, prices: '2.00', byLine: 392, ofTotal: 391, difference: 1 },
    ])
    expect(totalsOf([])).toEqual([])
  })

  it('PROOF-02 · sums beyond what doubles divide exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 999_000_000, max: 999_999_999 }), { minLength: 900 }), (all) => {
        const texts = all.map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
        const [totals] = totalsOf(texts.map((text) => [text, 'BGN'] as const))
        const stotinki = all.reduce((sum, n) => sum + BigInt(n), 0n)
        const cents = (stotinki * 200_000n + 195_583n) / 391_166n
        expect(BigInt(totals?.ofTotal ?? 0)).toBe(cents)
        expect(totals?.prices.replace('.', '')).toBe(String(stotinki))
      }),
      { numRuns: 20 },
    )
    // In double arithmetic the cents of this sum are one too many or too few.
    const [separating] = totalsOf([
      ['990000000000', 'BGN'],
      ['1.21', 'BGN'],
    ])
    expect(separating?.ofTotal).toBe(Number((99_000_000_000_121n * 200_000n + 195_583n) / 391_166n))
    // 100,000 rows of the maximum: 999,999,999,000.00 / 1.95583 = 511291880787.28….
    const most = totalsOf(Array.from({ length: 100_000 }, () => ['9999999.99', 'BGN'] as const))
    expect(most[0]?.ofTotal).toBe(Number((99_999_999_900_000n * 200_000n + 195_583n) / 391_166n))
  })

  it('PROOF-02 · one line is as far from the exact result as by hand', () => {
    const difference = (text: string, from: Currency) =>
      rowDifference(decimal(text), from, convert(decimal(text), from))
    // 6.39 - 6.391148…; 977.92 - 977.915; 1.00 - 1.95583 / 1.95583.
    expect(difference('12.50', 'BGN')).toBe('-0.0011')
    expect(difference('500', 'EUR')).toBe('0.0050')
    expect(difference('1.95583', 'BGN')).toBe('0.0000')
  })
})

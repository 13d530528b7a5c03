import { referenceMinor } from '#test/reference-rate.ts'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  addDifferences,
  differenceText,
  isFurther,
  isOneHundredth,
  NO_DIFFERENCE,
  disappearsWhenRounded,
} from '#money/difference.ts'
import { MAX_AMOUNT, toDecimalText } from '#money/amount.ts'
import { derivedCurrency, comparePair, PAIR_DIRECTIONS } from './price-pair.ts'

type Vectors = {
  bgnToEur: { bgn: string; eur: string }[]
  published_wrong: { bgn: string; notEur: string }[]
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/conversion.json', import.meta.url), 'utf8'),
) as Vectors

const statusOf = (bgn: string, eur: string, direction: (typeof PAIR_DIRECTIONS)[number]) =>
  comparePair(bgn, eur, direction).status

/** Hundredths of the other currency, from hundredths. */
const toEur = (stotinki: number): number => referenceMinor(stotinki, 'BGN')
const toBgn = (cents: number): number => referenceMinor(cents, 'EUR')

const amount = fc.integer({ min: 1, max: MAX_AMOUNT })
/** What may stand beside a price in lev: the right euro price, or one some cents away. */
const pairs = fc
  .tuple(fc.integer({ min: 4, max: MAX_AMOUNT }), fc.integer({ min: -3, max: 3 }))
  .map(([bgn, off]) => ({ bgn, eur: Math.max(1, toEur(bgn) + off) }))

describe('CHECK-01 · one pair of prices', () => {
  it('CHECK-01 · every published pair is exact, and every pair that was published wrong is off', () => {
    const within = vectors.bgnToEur.filter(({ bgn }) => Number(bgn) * 100 <= MAX_AMOUNT)
    expect(within.length).toBeGreaterThan(30)
    for (const { bgn, eur } of within) expect([bgn, statusOf(bgn, eur, 'bgn-eur')]).toEqual([bgn, 'exact'])
    expect(vectors.published_wrong.length).toBeGreaterThan(0)
    for (const { bgn, notEur } of vectors.published_wrong) expect(statusOf(bgn, notEur, 'either')).toBe('off')
  })

  it('CHECK-01 · exact is what long division says, in each direction', () => {
    fc.assert(
      fc.property(pairs, ({ bgn, eur }) => {
        const texts = [toDecimalText(bgn), toDecimalText(eur)] as const
        const [isEur, isBgn] = [toEur(bgn) === eur, toBgn(eur) === bgn]
        expect(statusOf(...texts, 'bgn-eur')).toBe(isEur ? 'exact' : 'off')
        expect(statusOf(...texts, 'eur-bgn')).toBe(isBgn ? 'exact' : 'off')
        expect(statusOf(...texts, 'either')).toBe(isEur || isBgn ? 'exact' : 'off')
      }),
      { numRuns: 5000 },
    )
  })

  it('CHECK-01 · what fits from euro to lev fits from lev to euro too', () => {
    fc.assert(
      fc.property(
        amount.filter((eur) => toBgn(eur) <= MAX_AMOUNT),
        (eur) => {
          const bgn = toBgn(eur)
          expect(toEur(bgn)).toBe(eur)
          expect(statusOf(toDecimalText(bgn), toDecimalText(eur), 'eur-bgn')).toBe('exact')
          expect(statusOf(toDecimalText(bgn), toDecimalText(eur), 'bgn-eur')).toBe('exact')
        },
      ),
    )
  })

  it('CHECK-01 · a pair that is off comes with both right prices and how far it is from them', () => {
    // 19.56 / 1.95583 = 10.0008…; 10.01 × 1.95583 = 19.5778…
    const verdict = comparePair('19.56', '10.01', 'either')
    if (verdict.status !== 'off') return expect.fail('10.01 is not 19.56 lev')
    expect(verdict.right).toEqual({ national: 1958, euro: 1000 })
    expect(differenceText(verdict.difference.euro)).toBe('0.01')
    expect(differenceText(verdict.difference.national)).toBe('-0.02')
  })

  it('CHECK-01 · the lev price is judged where the euro price is the original', () => {
    // 1.00 × 1.95583 = 1.95583, which is 1.96 lev; 1.95 lev are 0.997… euro, which is 1.00.
    expect(statusOf('1.95', '1.00', 'bgn-eur')).toBe('exact')
    expect(statusOf('1.95', '1.00', 'either')).toBe('exact')
    const verdict = comparePair('1.95', '1.00', 'eur-bgn')
    if (verdict.status !== 'off') return expect.fail('1.00 euro is not 1.95 lev')
    expect([differenceText(verdict.difference.national), differenceText(verdict.difference.euro)]).toEqual([
      '-0.01',
      '0.00',
    ])
    expect(PAIR_DIRECTIONS.map(derivedCurrency)).toEqual(['EUR', 'EUR', 'BGN'])
  })

  it('CHECK-01 · a converted price of more than two decimals is not exact to the cent', () => {
    expect(statusOf('19.56', '10.0008', 'bgn-eur')).toBe('off')
    expect(statusOf('19.56', '10.000', 'bgn-eur')).toBe('exact')
    // An original may have them: 10.005 × 1.95583 = 19.568…
    expect(statusOf('19.57', '10.005', 'eur-bgn')).toBe('exact')
    const verdict = comparePair('19.56', '10.0008', 'bgn-eur')
    expect(verdict.status === 'off' && differenceText(verdict.difference.euro)).toBe('0.0008')
  })

  it('CHECK-01 · nothing, zero, too much and what is no price are told apart', () => {
    const problemOf = (bgn: string, eur: string) => {
      const verdict = comparePair(bgn, eur, 'either')
      return verdict.status === 'not-checked' && [verdict.currency, verdict.problem]
    }
    expect(problemOf('0.00', '1')).toEqual(['BGN', 'not-positive'])
    expect(problemOf('1', '10000000')).toEqual(['EUR', 'too-large'])
    expect(problemOf('1', '-1')).toEqual(['EUR', 'not-a-price'])
    expect(problemOf('1', ' ')).toEqual(['EUR', 'no-price'])
  })

  it('CHECK-01 · differences add up exactly whatever their decimals', () => {
    const sum = ['0.01', '-0.025', '0.0000001'].map((text) => {
      const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)\.(\d+)$/.exec(text) ?? []
      return { units: BigInt(`${sign}${whole}${fraction}`), decimals: fraction.length }
    })
    expect(differenceText(sum.reduce(addDifferences, NO_DIFFERENCE))).toBe('-0.0149999')
    expect(isFurther(sum[1]!, sum[0]!)).toBe(true)
    expect(sum.map(isOneHundredth)).toEqual([true, false, false])
  })

  it('CHECK-01 · what vanishes when the given price is rounded half up is told from what stays', () => {
    const vanishes = (eur: string) => {
      const verdict = comparePair('19.56', eur, 'bgn-eur')
      return verdict.status === 'off' && disappearsWhenRounded(verdict.difference.euro)
    }
    // 19.56 lev are 10.00 euro.
    expect(['10.0008181284', '9.995', '10.00499'].map(vanishes)).toEqual([true, true, true])
    expect(['10.01', '9.99', '10.005', '9.99499'].map(vanishes)).toEqual([false, false, false, false])
  })
})

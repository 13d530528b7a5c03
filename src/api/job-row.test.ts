import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountsOf, minorUnitsOfJson } from './job-row.ts'

/** Hundredths as JSON has them: `0.29`. */
const inJson = (hundredths: number): number => {
  const digits = String(hundredths).padStart(3, '0')
  return JSON.parse(`${digits.slice(0, -2)}.${digits.slice(-2)}`) as number
}

describe('amounts of JSON', () => {
  it('CONV-06 · are the hundredths that are written, also where a double is a little below them', () => {
    // 0.29 × 100 is 28.999999999999996 in double arithmetic.
    expect([0.29, 1.13, 8.2, 1.005e3, 9_999_999.99].map(minorUnitsOfJson)).toEqual([
      29, 113, 820, 100_500, 999_999_999,
    ])
    for (let hundredths = 0; hundredths < 100_000; hundredths++) {
      if (minorUnitsOfJson(inJson(hundredths)) !== hundredths)
        expect.fail(`${hundredths} hundredths are read as ${minorUnitsOfJson(inJson(hundredths))}`)
    }
  })

  it('CONV-06 · up to the sum of the largest job', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_900_000 }), (hundredths) => {
        expect(minorUnitsOfJson(inJson(hundredths))).toBe(hundredths)
      }),
    )
  })

  it('CONV-06 · each in its own currency, and none of a row without amounts', () => {
    expect(amountsOf({ bgn: 12.5, eur: 6.39 })).toEqual({ national: 1250, euro: 639 })
    expect(amountsOf({ bgn: null, eur: null })).toBeNull()
  })
})

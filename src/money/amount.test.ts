import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ConvertedAmount,
  amountIn,
  sideOf,
  targetAmount,
  toDecimalText,
  toMajorUnits,
} from './amount.ts'

describe('RATE-02 · amounts as text', () => {
  it('RATE-02 · have two decimals and a point', () => {
    const texts = [0, 1, 10, 99, 100, 101, 1234, 999_999_999].map(toDecimalText)
    expect(texts).toEqual(['0.00', '0.01', '0.10', '0.99', '1.00', '1.01', '12.34', '9999999.99'])
  })

  it('RATE-02 · have the digits of the whole number, up to the largest a double counts to', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(999_999_999), fc.maxSafeNat()), (hundredths) => {
        const digits = String(hundredths).padStart(3, '0')
        expect(toDecimalText(hundredths)).toBe(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('RATE-02 · one price in both currencies', () => {
  const amount = { national: 1956, euro: 1000 } as ConvertedAmount

  it('RATE-02 · has the amount that is asked for', () => {
    expect(['BGN', 'EUR', 'HRK'].map(sideOf)).toEqual(['national', 'euro', 'national'])
    expect([amountIn(amount, 'BGN'), amountIn(amount, 'EUR')]).toEqual([1956, 1000])
    expect([targetAmount(amount, 'BGN'), targetAmount(amount, 'EUR')]).toEqual([1000, 1956])
  })

  it('RATE-02 · is a number of the main unit in JSON', () => {
    const written = [0, 1, 10, 1234, 999_999_999].map((hundredths) =>
      JSON.stringify(toMajorUnits(hundredths)),
    )
    expect(written).toEqual(['0', '0.01', '0.1', '12.34', '9999999.99'])
  })
})

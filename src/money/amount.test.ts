import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDecimalText } from './amount.ts'

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

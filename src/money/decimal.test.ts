import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecimalSum, decimalText, parseDecimal, toMinorUnits } from './decimal.ts'

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)

function sumOf(texts: readonly string[]): string {
  const sum = new DecimalSum()
  for (const text of texts) sum.add(decimal(text))
  return decimalText(sum.decimal())
}

describe('decimals of any length', () => {
  it.each([
    [['9007199254740993', '0.1', '9999999.123456789012', '0.000000000001'], '9007199264740992.223456789013'],
    [['0.00000000000000000001', '9999999.99'], '9999999.99000000000000000001'],
    [['0.05', '0.95'], '1'],
    [[], '0'],
  ])('PROOF-02 · of %j the sum is %s', (texts, sum) => {
    expect(sumOf(texts)).toBe(sum)
  })

  it('PROOF-02 · the sum of any of them is exact', () => {
    const fraction = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 20 })
    const price = fc.tuple(fc.integer({ min: 0, max: 9_999_999 }), fraction)
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 40 }), (prices) => {
        const exact = prices.reduce(
          (sum, [whole, digits]) => sum + BigInt(whole + digits.padEnd(20, '0')),
          0n,
        )
        const sum = decimal(sumOf(prices.map(([whole, digits]) => `${whole}.${digits}`)))
        expect(BigInt(sum.whole + sum.fraction.padEnd(20, '0'))).toBe(exact)
      }),
    )
  })

  it('RATE-02 · are hundredths only where a double holds them exactly', () => {
    expect(toMinorUnits(decimal('9999999999999.99'))).toBe(999_999_999_999_999)
    expect(toMinorUnits(decimal('1.005'))).toBeUndefined()
    // 2^53 + 1 hundredths.
    expect(toMinorUnits(decimal('90071992547409.93'))).toBeUndefined()
  })
})

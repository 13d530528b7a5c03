import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'
import type { Cents, MinorUnits } from './amount.ts'
import { type Currency, otherCurrency } from './currency.ts'
import { convert } from './convert.ts'
import { RoundingDifference } from './rounding.ts'

const decimal = (text: string) => parseDecimal(text) ?? { whole: '0', fraction: '' }

/** In the currency that prices of `from` are converted to, unless another is asked for. */
function differenceOf(
  prices: readonly (readonly [string, Currency])[],
  from: Currency,
  currency = otherCurrency(from),
): string | null {
  const sum = new RoundingDifference()
  for (const [text, currency] of prices) sum.add(decimal(text), currency, convert(decimal(text), currency))
  return sum.in(currency)
}

/** Added price by price, with 40 decimals: another way than the product's, which divides once. */
function reference(prices: readonly string[], from: Currency): string {
  const unit = 10n ** 40n
  let difference = 0n
  for (const text of prices) {
    const { whole, fraction } = decimal(text)
    const [value, one] = [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
    const [top, bottom] = from === 'BGN' ? [100_000n, 195_583n] : [195_583n, 100_000n]
    const exact = (value * top * unit) / (one * bottom)
    const cents = (2n * value * top * 100n + one * bottom) / (2n * one * bottom)
    difference += cents * (unit / 100n) - exact
  }
  const size = difference < 0n ? -difference : difference
  const rounded = (size + unit / 20_000n) / (unit / 10_000n)
  const digits = rounded.toString().padStart(5, '0')
  return `${difference < 0n && rounded > 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

describe('CONV-12 · the sum of the rounding differences', () => {
  it('CONV-12 · one price: what was added or taken by rounding it', () => {
    // 12.50 / 1.95583 = 6.391148…, rounded to 6.39; 1.00 / 1.95583 = 0.511291…, rounded to 0.51.
    expect(differenceOf([['12.50', 'BGN']], 'BGN')).toBe('-0.0011')
    expect(differenceOf([['1.00', 'BGN']], 'BGN')).toBe('-0.0013')
    // 1.00 × 1.95583 = 1.95583, rounded to 1.96.
    expect(differenceOf([['1', 'EUR']], 'EUR')).toBe('0.0042')
  })

  it('CONV-12 · a ten-thousandth has its sign, and less has none', () => {
    // 1.78 and 6.20 / 1.95583 = 0.91009955… and 3.17000966…; 5.75 and 2.21 / 1.95583 = 2.93992831… and 1.12995505….
    const differences = ['1.78', '6.20', '5.75', '2.21'].map((price) => differenceOf([[price, 'BGN']], 'BGN'))
    expect(differences).toEqual(['-0.0001', '0.0000', '0.0001', '0.0000'])
  })

  it('CONV-12 · prices in lev differ in euro, prices in euro in lev; none is null', () => {
    const mixed = [
      ['1', 'EUR'],
      ['12.50', 'BGN'],
    ] as const
    expect(differenceOf(mixed, 'BGN')).toBe('-0.0011')
    expect(differenceOf(mixed, 'EUR')).toBe('0.0042')
    expect(differenceOf([['1', 'EUR']], 'BGN')).toBeNull()
    expect(differenceOf([['12.50', 'BGN']], 'BGN', 'BGN')).toBeNull()
  })

  it('CONV-12 · a price of more decimals is rounded in its own currency too', () => {
    const prices = [
      ['1.005', 'BGN'],
      ['2.50', 'BGN'],
    ] as const
    // 1.01 + 2.50 is shown for 3.505; 0.51 + 1.28 for 3.505 / 1.95583 = 1.792077….
    expect(differenceOf(prices, 'BGN', 'BGN')).toBe('0.0050')
    expect(differenceOf(prices, 'BGN', 'EUR')).toBe('-0.0021')
  })

  it('CONV-12 · a thousand times the same price is a thousand times its difference', () => {
    // 0.511291881… is rounded to 0.51: -1.2918… for a thousand.
    const prices = Array.from({ length: 1000 }, () => ['1.00', 'BGN'] as const)
    expect(differenceOf(prices, 'BGN')).toBe('-1.2919')
  })

  it('CONV-12 · agrees with adding up each difference, whatever the prices', () => {
    const hundredths = fc
      .integer({ min: 1, max: 999_999_999 })
      .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
    const long = fc
      .tuple(fc.nat(9_999_998), fc.stringMatching(/^\d{1,30}[1-9]$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hundredths, long), { minLength: 1, maxLength: 60 }),
        fc.constantFrom<Currency>('BGN', 'EUR'),
        (prices, from) => {
          const all = prices.map((price) => [price, from] as const)
          expect(differenceOf(all, from)).toBe(reference(prices, from))
        },
      ),
    )
  })

  it('CONV-12 · nothing rounded, nothing different', () => {
    const sum = new RoundingDifference()
    sum.add(decimal('1.95583'), 'BGN', { national: 196 as MinorUnits<'national'>, euro: 100 as Cents })
    expect(sum.in('EUR')).toBe('0.0000')
  })
})

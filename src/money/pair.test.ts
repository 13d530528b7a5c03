import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceAmount } from '#test/reference-rate.ts'
import { MAX_AMOUNT, toDecimalText } from './amount.ts'
import { convert, convertMinorUnits } from './convert.ts'
import { parseDecimal } from './decimal.ts'
import { formatRate } from './format.ts'
import { PAIRS, pair } from './pair.ts'
import { calculationOf } from './proof.ts'
import { RoundingDifference } from './rounding.ts'

/** The rates of Council Regulations (EU) 2022/1208 and (EC) No 2866/98, as printed. */
const HRK = pair('HRK', '7.53450')
const DEM = pair('DEM', '1.95583')

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)

describe.each([...PAIRS, HRK, DEM])('RATE-02 · $national', (pair) => {
  const { national, rateText } = pair

  it('RATE-02 · amounts in hundredths agree with long division, both ways', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT }), (minor) => {
        const text = toDecimalText(minor)
        const euro = toDecimalText(convertMinorUnits(minor, national, pair).euro)
        const back = toDecimalText(convertMinorUnits(minor, 'EUR', pair).national)
        expect(euro).toBe(referenceAmount(text, national, rateText))
        expect(back).toBe(referenceAmount(text, 'EUR', rateText))
      }),
      { numRuns: 5_000 },
    )
  })

  it('RATE-02 · the largest amount that is converted in doubles, and the next, agree with long division', () => {
    expect(pair.maxExactMinor).toBeGreaterThan(MAX_AMOUNT)
    for (const minor of [pair.maxExactMinor - 1, pair.maxExactMinor, pair.maxExactMinor + 1]) {
      const text = toDecimalText(minor)
      const converted = convert(decimal(text), national, pair)
      expect(toDecimalText(converted.euro)).toBe(referenceAmount(text, national, rateText))
      const back = convert(decimal(text), 'EUR', pair)
      expect(toDecimalText(back.national)).toBe(referenceAmount(text, 'EUR', rateText))
    }
  })

  it('RATE-02 · doubles count to the dividend of that amount, and not to that of the next', () => {
    const rate = BigInt(rateText.replace('.', ''))
    const dividend = (minor: number) => 2n * BigInt(minor) * rate + rate
    expect(dividend(pair.maxExactMinor) <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
    expect(dividend(pair.maxExactMinor + 1) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
  })

  it('RATE-02 · longer decimals are rounded once, from the whole text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), digits, (whole, fraction) => {
        const text = `${whole}.${fraction}`
        const euro = convert(decimal(text), national, pair).euro
        expect(toDecimalText(euro)).toBe(referenceAmount(text, national, rateText))
      }),
      { numRuns: 1_000 },
    )
  })
})

it('RATE-01 · HRK: amounts as the Croatian National Bank prints them', () => {
  // 1 EUR = 7.53450 HRK; 100 HRK = 13.27 EUR.
  expect(toDecimalText(convert(decimal('1'), 'EUR', HRK).national)).toBe('7.53')
  expect(toDecimalText(convert(decimal('7.5345'), 'HRK', HRK).euro)).toBe('1.00')
  expect(toDecimalText(convert(decimal('100'), 'HRK', HRK).euro)).toBe('13.27')
  expect(formatRate('bg', HRK)).toBe('7,53450')
})

it('RATE-01 · the pair of the product is one of them', () => {
  expect(PAIRS.map(({ national, rateText }) => [national, rateText])).toEqual([['BGN', '1.95583']])
})

it('RATE-01 · a rate of whole units is read too', () => {
  expect(pair('ABC', '2')).toMatchObject({ numerator: 2, scale: 1 })
  expect(toDecimalText(convert(decimal('5'), 'ABC', pair('ABC', '2')).euro)).toBe('2.50')
})

it('PROOF-01 · HRK: the calculation and the rounding difference use the rate of the pair', () => {
  const calculation = calculationOf(decimal('100'), 'HRK', HRK)
  expect(calculation.exact).toEqual({ text: '13.27228', goesOn: true })
  expect(calculation.rounded).toBe(1327)
  const difference = new RoundingDifference(HRK)
  difference.add(decimal('100'), 'HRK', convert(decimal('100'), 'HRK', HRK))
  // 13.27 - 13.272281… = -0.0023 (four decimals)
  expect(difference.in('EUR')).toBe('-0.0023')
})

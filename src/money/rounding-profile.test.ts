import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceAmount } from '#test/reference-rate.ts'
import { convert } from './convert.ts'
import type { Currency } from './currency.ts'
import { parseDecimal } from './decimal.ts'
import { type RoundingProfile, RoundingProfiler } from './rounding-profile.ts'

const decimal = (text: string) => parseDecimal(text) ?? { whole: '0', fraction: '' }

function profileOf(prices: readonly string[], from: Currency): RoundingProfile {
  const profiler = new RoundingProfiler(from)
  for (const price of prices) profiler.add(decimal(price), convert(decimal(price), from))
  return profiler.profile()
}

/** Rounded minus exact in units of 10^-30 of a hundredth, from the reference amounts. */
function reference(price: string, from: Currency): bigint {
  const { whole, fraction } = decimal(price)
  const [top, bottom] = from === 'BGN' ? [100_000n, 195_583n] : [195_583n, 100_000n]
  const unit = 10n ** 30n
  const rounded = BigInt(referenceAmount(price, from).replace('.', '')) * unit
  return rounded - (BigInt(whole + fraction) * 100n * top * unit) / (bottom * 10n ** BigInt(fraction.length))
}

const price = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => {
    const text = String(digits).padStart(decimals + 1, '0')
    return decimals === 0
      ? text.slice(0, 7)
      : `${text.slice(0, -decimals).slice(0, 7)}.${text.slice(-decimals)}`
  })

describe('CONV-12 · the profile of rounding differences', () => {
  it('CONV-12 · counts prices rounded down and up, by twentieths of a hundredth', () => {
    // 639.1148… and 51.1291… are rounded down by 0.1148 and 0.1291, 86.4083… down by 0.4083; 147.7633… up by 0.2366.
    const { down, up, exact, bins, largest, total } = profileOf(['12.50', '1.00', '1.69', '2.89'], 'BGN')
    expect({ down, up, exact }).toEqual({ down: 3, up: 1, exact: 0 })
    expect(bins.flatMap((count, bin) => (count > 0 ? [[bin, count]] : []))).toEqual([
      [1, 1],
      [7, 2],
      [14, 1],
    ])
    expect(largest).toEqual({ text: '0.4083', goesOn: true })
    expect(total).toBe('-0.0042')
  })

  it('CONV-12 · exactly half a hundredth goes up, into the last bin; what needs no rounding is in none', () => {
    // 500 × 1.95583 = 977.915; 1000 × 1.95583 = 1955.83.
    const { down, up, exact, bins, largest } = profileOf(['500', '1000'], 'EUR')
    expect({ down, up, exact }).toEqual({ down: 0, up: 1, exact: 1 })
    expect(bins.at(-1)).toBe(1)
    expect(largest).toEqual({ text: '0.5', goesOn: false })
    // 0.00977915 / 1.95583 = 0.005.
    expect(profileOf(['0.00977915'], 'BGN')).toMatchObject({ up: 1, largest: { text: '0.5', goesOn: false } })
    expect(profileOf(['0.00977915'], 'BGN').bins.at(-1)).toBe(1)
    expect(profileOf(['1000'], 'EUR').bins.every((count) => count === 0)).toBe(true)
    expect(profileOf(['1000'], 'EUR').largest).toEqual({ text: '0', goesOn: false })
  })

  it('CONV-12 · a price of more decimals that comes to whole hundredths is exact', () => {
    // 1.95583 / 1.95583 = 1; 12.7128950 / 1.95583 = 6.50.
    const { down, up, exact, bins } = profileOf(['1.95583', '12.712895'], 'BGN')
    expect({ down, up, exact }).toEqual({ down: 0, up: 0, exact: 2 })
    expect(bins.every((count) => count === 0)).toBe(true)
  })

  it('CONV-12 · the largest difference has as many decimals as show one that is not 0', () => {
    // 1.955830001 / 1.95583 = 1.000000000511…: 1.00 is 0.0000000511… hundredths less.
    expect(profileOf(['1.955830001'], 'BGN').largest).toEqual({ text: '0.00000005', goesOn: true })
  })

  it('CONV-12 · the smallest difference that a price of two decimals can have is none of 0', () => {
    // 772.47 × 1.95583 = 1510.8200001: a hundred-thousandth of a stotinka.
    expect(profileOf(['772.47'], 'EUR').largest).toEqual({ text: '0.00001', goesOn: false })
    // 445.01 / 1.95583 = 227.5300000511…: 1 / 195583 of a cent.
    expect(profileOf(['445.01'], 'BGN').largest).toEqual({ text: '0.000005', goesOn: true })
  })

  it('CONV-12 · the largest difference is told among prices of two and of more decimals', () => {
    // 12.50: 0.1148… of a hundredth; 1.0005 / 1.95583 = 0.51154752…: 0.1547…; 1.00005 / 1.95583 = 0.51131744…: 0.1317….
    const largestOf = (...prices: string[]) => profileOf(prices, 'BGN').largest.text
    expect(largestOf('12.50', '1.0005')).toBe('0.1547')
    expect(largestOf('1.0005', '1.00005')).toBe('0.1547')
    expect(largestOf('1.00005', '1.0005')).toBe('0.1547')
    expect(largestOf('1.69', '1.0005', '12.50')).toBe('0.4083')
  })

  it('CONV-12 · prices of more decimals are in the same bins', () => {
    const binOf = (price: string) => profileOf([price], 'BGN').bins.findIndex((count) => count > 0)
    // Of 99.525, 99.575 … 100.425 cents all are rounded to 100: one for each bin, from the last to the second.
    const cents = Array.from({ length: 19 }, (_, i) => 99.525 + i / 20)
    const prices = cents.map((exact) => ((exact * 1.95583) / 100).toFixed(14))
    expect(prices.map(binOf)).toEqual(Array.from({ length: 19 }, (_, i) => 19 - i))
  })

  it('CONV-12 · the largest difference is cut off, never rounded to a half', () => {
    // 0.97791 stotinki of lev: 195583 / 2 = 97791.5, the nearest to a half below it.
    const nearest = Array.from({ length: 195_583 }, (_, i) => i + 1).find(
      (hundredths) => (hundredths * 100_000) % 195_583 === 97_791,
    )
    const text = `${Math.floor((nearest ?? 0) / 100)}.${String((nearest ?? 0) % 100).padStart(2, '0')}`
    expect(profileOf([text], 'BGN').largest).toEqual({ text: '0.4999', goesOn: true })
  })

  it('CONV-12 · counts, bins and largest difference of any prices are those of the reference', () => {
    fc.assert(
      fc.property(
        fc.array(price, { maxLength: 30 }),
        fc.constantFrom<Currency>('BGN', 'EUR'),
        (prices, from) => {
          const differences = prices.map((text) => reference(text, from))
          const { down, up, exact, bins, largest } = profileOf(prices, from)
          // The reference is cut off: a difference of a few units is none.
          const isExact = (one: bigint) => one <= 1n && one >= -1n
          expect(exact).toBe(differences.filter(isExact).length)
          expect(up).toBe(differences.filter((one) => one > 1n).length)
          expect(down).toBe(differences.filter((one) => one < -1n).length)
          expect(bins.reduce((sum, count) => sum + count, 0)).toBe(up + down)
          expect(bins.slice(0, 10).reduce((sum, count) => sum + count, 0)).toBe(down)
          const unit = 10n ** 30n
          const expected = Array.from({ length: 20 }, () => 0)
          for (const one of differences.filter((difference) => !isExact(difference))) {
            // Half a hundredth down is 0, half a hundredth up is 20: the last one.
            const bin = Number(((2n * one + unit) * 10n) / unit)
            expected[Math.min(bin, 19)]!++
          }
          expect(bins).toEqual(expected)
          const size = differences.reduce((most, one) => {
            const positive = one < 0n ? -one : one
            return positive > most ? positive : most
          }, 0n)
          expect(Math.abs(Number(size) / 1e30 - Number(largest.text))).toBeLessThan(0.0001)
          expect(Number(largest.text)).toBeLessThanOrEqual(0.5)
        },
      ),
    )
  })

  it('CONV-12 · every one of a hundred thousand prices is counted, in both directions', () => {
    const prices = Array.from(
      { length: 100_000 },
      (_, i) => `${Math.floor(i / 100) + 1}.${String(i % 100).padStart(2, '0')}`,
    )
    for (const from of ['BGN', 'EUR'] as const) {
      const { down, up, exact, bins } = profileOf(prices, from)
      expect(down + up + exact).toBe(100_000)
      expect(bins.reduce((sum, count) => sum + count, 0)).toBe(down + up)
    }
  })
})

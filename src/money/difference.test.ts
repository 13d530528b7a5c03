import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'
import {
  absoluteDifference,
  addDifferences,
  differenceOf,
  differenceText,
  disappearsWhenRounded,
  isFurther,
  isOneHundredth,
  parseDifference,
  trimDecimal,
} from './difference.ts'

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)

describe('CHECK-01 · how far a given price is from the right one', () => {
  it.each([
    ['12.50', 1250, '0.00'],
    ['12.51', 1250, '0.01'],
    ['12.49', 1250, '-0.01'],
    ['13', 1250, '0.50'],
    ['2.5', 1250, '-10.00'],
    ['12.505', 1250, '0.005'],
    ['12.4999', 1250, '-0.0001'],
    ['0.001', 1250, '-12.499'],
    ['12345678901234567.5', 1250, '12345678901234555.00'],
    ['9999999.990000000001', 999_999_998, '0.010000000001'],
    ['90071992547409.93', 0, '90071992547409.93'],
  ])('CHECK-01 · %s is given and %i hundredths are right', (given, right, difference) => {
    expect(differenceText(differenceOf(decimal(given), right))).toBe(difference)
  })

  it.each([
    ['0.01', '0.02', '0.03'],
    ['0.01', '-0.005', '0.005'],
    ['-0.005', '0.01', '0.005'],
    ['-1.50', '-0.0001', '-1.5001'],
    ['-0.01', '0.01', '0.00'],
    ['-2', '0.5', '-1.50'],
    ['9999999.99', '0.000000000000000001', '9999999.990000000000000001'],
    ['-90071992547409.93', '-0.01', '-90071992547409.94'],
  ])('CHECK-01 · %s and %s come to %s', (one, other, sum) => {
    expect(differenceText(addDifferences(parseDifference(one), parseDifference(other)))).toBe(sum)
  })

  it('CHECK-01 · a difference is read as it was written', () => {
    const difference = fc.record({
      units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      decimals: fc.integer({ min: 2, max: 15 }),
    })
    fc.assert(
      fc.property(difference, ({ units, decimals }) => {
        const back = parseDifference(differenceText({ units, decimals }))
        expect(back.units * 10n ** BigInt(15 - back.decimals)).toBe(units * 10n ** BigInt(15 - decimals))
      }),
    )
  })

  it.each([
    ['-0.01', '0.01'],
    ['0.01', '0.01'],
    ['-0.0001', '0.0001'],
    ['0.00', '0.00'],
  ])('CHECK-01 · %s without its sign is %s', (text, size) => {
    expect(differenceText(absoluteDifference(parseDifference(text)))).toBe(size)
  })

  it('CHECK-01 · the further of two is told by the size alone, whatever their decimals', () => {
    const isFurtherThan = (one: string, other: string) =>
      isFurther(parseDifference(one), parseDifference(other))
    expect(isFurtherThan('-0.02', '0.01')).toBe(true)
    expect(isFurtherThan('0.01', '-0.02')).toBe(false)
    expect(isFurtherThan('0.011', '0.01')).toBe(true)
    expect(isFurtherThan('0.01', '0.009')).toBe(true)
    expect(isFurtherThan('-0.01', '0.010')).toBe(false)
  })

  it('CHECK-01 · one hundredth is one in either direction, with any decimals', () => {
    const found = ['0.01', '-0.01', '0.00', '0.02', '0.001', '-0.0100', '0.0101'].map((text) =>
      isOneHundredth(parseDifference(text)),
    )
    expect(found).toEqual([true, true, false, false, false, true, false])
    expect(isOneHundredth({ units: -1000n, decimals: 5 })).toBe(true)
  })

  it('CHECK-01 · up to half a hundredth vanishes when rounded half up: below it goes up, above it stays', () => {
    const found = ['-0.005', '-0.00501', '0.00499', '0.005', '0.00'].map((text) =>
      disappearsWhenRounded(parseDifference(text)),
    )
    expect(found).toEqual([true, false, true, false, true])
  })

  it.each([
    ['19.5', '19.50'],
    ['7', '7.00'],
    ['1.005', '1.005'],
    ['1.00500', '1.005'],
    ['по договаряне', 'по договаряне'],
  ])('CHECK-01 · %s is written as %s', (text, trimmed) => expect(trimDecimal(text)).toBe(trimmed))
})

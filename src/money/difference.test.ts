import { describe, expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'
import { addDifferences, differenceOf, differenceText, parseDifference } from './difference.ts'

const textOf = (given: string, right: number) =>
  differenceText(differenceOf(parseDecimal(given) ?? expect.fail(given), right))

describe('differences of given and right amounts', () => {
  it.each([
    ['12.50', 1251, '-0.01'],
    ['0.001', 1, '-0.009'],
    // A double would lose the last decimals.
    ['9999999.990000000001', 999_999_998, '0.010000000001'],
    ['90071992547409.93', 0, '90071992547409.93'],
  ])('CHECK-02 · %s, where %i hundredths are right, is off by %s', (given, right, text) => {
    expect(textOf(given, right)).toBe(text)
  })

  it.each([
    ['0.01', '-0.005', '0.005'],
    ['9999999.99', '0.000000000000000001', '9999999.990000000000000001'],
    ['-90071992547409.93', '-0.01', '-90071992547409.94'],
  ])('CHECK-05 · %s and %s are %s', (one, other, sum) => {
    expect(differenceText(addDifferences(parseDifference(one), parseDifference(other)))).toBe(sum)
  })
})

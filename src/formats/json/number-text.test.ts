import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainNumber } from '../spreadsheet/cell.ts'
import { numberText } from './number-text.ts'

describe('FILE-02 · a number of JSON is its own digits', () => {
  test.each([
    ['1234567.10', '1234567.10'],
    ['0.1e1', '1'],
    ['1.5E+3', '1500'],
    ['19.990000000000002', '19.99'],
    ['9999999.9949999999', '9999999.995'],
    ['0.30000000000000004', '0.3'],
    ['99999999999999.995', '100000000000000'],
    ['12345678901234567890', '12345678901234600000'],
    ['-0', '-0'],
    ['-12.50e-1', '-1.25'],
    ['5e-7', '0.0000005'],
    ['0e9', '0'],
    ['1e401', undefined],
    ['1e-99999999999', undefined],
  ])('%s: %s', (literal, text) => {
    expect(numberText(literal)).toBe(text)
  })

  test('with up to 15 digits it is what the platform reads', () => {
    const literal = fc
      .tuple(fc.nat(99_999_999), fc.nat(9_999_999), fc.integer({ min: -12, max: 12 }), fc.boolean())
      .map(([whole, fraction, power, hasPower]) => `${whole}.${fraction}${hasPower ? `e${power}` : ''}`)
    fc.assert(
      fc.property(literal, (text) => {
        const written = numberText(text)!
        expect(plainNumber(Number(written))).toBe(plainNumber(Number(text)))
        expect(written).toMatch(/^\d+(?:\.\d+)?$/)
      }),
    )
  })
})

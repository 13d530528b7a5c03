import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateText, plainNumber } from './cell.ts'

describe('RATE-02 · a stored number is the decimal that was entered', () => {
  test.each([
    [12.299999999999999, '12.3'],
    [0.1 + 0.2, '0.3'],
    [1.1 * 3, '3.3'],
    [1e21, '1000000000000000000000'],
    [5e-7, '0.0000005'],
    [1.5e-7, '0.00000015'],
    [-5, '-5'],
    [0, '0'],
    [9_999_999.99, '9999999.99'],
    [1.95583, '1.95583'],
    [123456789012345680, '123456789012346000'],
  ])('%f is %s', (value, text) => {
    expect(plainNumber(value)).toBe(text)
  })

  test('every amount is formatted as it was entered', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.stringMatching(/^\d{0,5}[1-9]$/),
        (whole, fraction) => {
          expect(plainNumber(Number(`${whole}.${fraction}`))).toBe(`${whole}.${fraction}`)
        },
      ),
    )
  })

  test('no number gets an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        expect(plainNumber(value)).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(plainNumber(value))).toBe(Number(value.toPrecision(15)) + 0)
      }),
    )
  })
})

describe('BULK-11 · a date in a price column is shown as a date', () => {
  test.each([
    [45000, false, '2023-03-15'],
    [45000.5, false, '2023-03-15 12:00'],
    [0.25, false, '06:00'],
    [1, false, '1900-01-01'],
    [61, false, '1900-03-01'],
    [0, true, '00:00'],
    [43538, true, '2023-03-15'],
    [-1, false, '#-1'],
  ])('%f (1904: %o) is %s', (serial, is1904, text) => {
    expect(dateText(serial, is1904)).toBe(text)
  })
})

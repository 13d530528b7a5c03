import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeUnits, rkNumber } from './binary-values.ts'
import { ERROR_NAMES, dateText, errorName, plainNumber, toCell } from './cell.ts'

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

describe('BULK-11 · dates of a workbook', () => {
  // Days of Excel, which counts 29 February 1900; every value is that of LibreOffice for the same number.
  test.each([
    [0, false, '00:00'],
    [0.999, false, '23:59'],
    [1.5, false, '1900-01-01 12:00'],
    [59, false, '1900-02-28'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, '#2958466'],
    [-0.5, false, '#-0.5'],
    [Number.NaN, false, '#NaN'],
    [45000.75, true, '2027-03-16 18:00'],
    [1, true, '1904-01-02'],
    [46156.6875, false, '2026-05-14 16:30'],
    [46156.000001, false, '2026-05-14'],
  ])('%f (1904: %o) is %s', (serial, is1904, text) => {
    expect(dateText(serial, is1904)).toBe(text)
  })
})

describe('BULK-08 · a cell that SheetJS has read', () => {
  test.each([
    [{ t: 's', v: 'x' }, 'x'],
    [{ t: 's', v: '' }, ''],
    [
      { t: 'n', v: 1.5 },
      { kind: 'number', text: '1.5' },
    ],
    [
      { t: 'n', v: 1.5, z: '0.00 [$BGN]' },
      { kind: 'number', text: '1.5', currency: 'BGN' },
    ],
    [
      { t: 'n', v: 0.075, z: '0.0%' },
      { kind: 'other', text: '7.5%', what: 'percent' },
    ],
    [
      { t: 'n', v: 5, z: '0 "USD"' },
      { kind: 'other', text: '5 USD', what: 'other-currency' },
    ],
    [
      { t: 'n', v: 45_000, z: 'yyyy' },
      { kind: 'other', text: '2023-03-15', what: 'date' },
    ],
    [
      { t: 'b', v: true },
      { kind: 'other', text: 'TRUE', what: 'boolean' },
    ],
    [
      { t: 'b', v: false },
      { kind: 'other', text: 'FALSE', what: 'boolean' },
    ],
    [
      { t: 'd', v: '2026-05-14' },
      { kind: 'other', text: '2026-05-14', what: 'date' },
    ],
    [
      { t: 'e', v: 99 },
      { kind: 'other', text: '#ERROR!', what: 'error' },
    ],
    [{ t: 'z' }, undefined],
    [{ t: 'z', v: 1 }, undefined],
    [{ t: 's' }, undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const)('%j', (stored, cell) => {
    expect(toCell(stored as Parameters<typeof toCell>[0], false)).toEqual(cell)
  })

  // BErr, MS-XLS 2.5.10.
  test.each([
    [0x00, '#NULL!'],
    [0x07, '#DIV/0!'],
    [0x0f, '#VALUE!'],
    [0x17, '#REF!'],
    [0x1d, '#NAME?'],
    [0x24, '#NUM!'],
    [0x2a, '#N/A'],
    [0x2b, '#GETTING_DATA'],
  ])('the error %i is %s', (code, name) => {
    expect(errorName(code)).toBe(name)
    expect(toCell({ t: 'e', v: code }, false)).toEqual({ kind: 'other', text: name, what: 'error' })
    expect(ERROR_NAMES.has(name)).toBe(true)
  })

  test('no other number is an error', () => {
    const known = Array.from({ length: 256 }, (_, code) => code).filter(
      (code) => errorName(code) !== undefined,
    )
    expect(known).toEqual([0, 7, 15, 23, 29, 36, 42, 43])
    expect(ERROR_NAMES.size).toBe(8)
  })
})

// MS-XLS 2.5.217 and IEEE 754.
describe('RATE-02 · a short number of a binary workbook', () => {
  test.each([
    [(5 << 2) | 2, 5],
    [(5 << 2) | 3, 0.05],
    [((-5 << 2) | 2) >>> 0, -5],
    [((-1250 << 2) | 3) >>> 0, -12.5],
    [0x7ffffffe, 536_870_911],
    [0x80000002, -536_870_912],
    [0x3ff00000, 1],
    [0x3ff00001, 0.01],
    [0x40590000, 100],
    [0x40590001, 1],
    [0xbff00000, -1],
    [0x00000000, 0],
  ])('%i is %f', (stored, value) => {
    expect(rkNumber(stored)).toBe(value)
  })

  test.each([1, 2] as const)('characters of %i bytes, more than are decoded at once', (size) => {
    for (const length of [0, 1, 4095, 4096, 4097, 9000]) {
      const text = Array.from({ length }, (_, i) =>
        String.fromCharCode(0x41 + (i % 26) + (size === 2 ? 0x400 : 0)),
      ).join('')
      const bytes = Buffer.concat([
        Buffer.alloc(3),
        Buffer.from(text, size === 1 ? 'latin1' : 'utf16le'),
        Buffer.alloc(9),
      ])
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      expect(decodeUnits(view, 3, length, size)).toBe(text)
    }
  })
})

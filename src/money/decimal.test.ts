import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DecimalSum,
  decimalText,
  isAboveMaximum,
  isZero,
  parseDecimal,
  parseShortPrice,
  toMinorUnits,
} from './decimal.ts'

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)

describe('RATE-02 · plain decimal text', () => {
  it.each([
    ['12', '12', ''],
    ['12.', '12', ''],
    ['.5', '0', '5'],
    ['12.5', '12', '5'],
    [' 7\t', '7', ''],
    ['0', '0', ''],
    ['000', '0', ''],
    ['0.00', '0', ''],
    ['0070.0500', '70', '05'],
    ['100', '100', ''],
    ['9999999999999999999.123456789', '9999999999999999999', '123456789'],
  ])('RATE-02 · %j', (text, whole, fraction) => {
    expect(parseDecimal(text)).toEqual({ whole, fraction })
    expect(decimalText(decimal(text))).toBe(fraction === '' ? whole : `${whole}.${fraction}`)
  })

  it.each(['', ' ', '.', '-1', '+1', '1e3', '1,5', '1 000', '1.2.3', '..5', '٣', '１', '0x1', 'a1', '1a'])(
    'RATE-02 · %j is none',
    (text) => expect(parseDecimal(text)).toBeUndefined(),
  )

  it('RATE-02 · only zero is zero', () => {
    expect(['0', '00.00', '.0'].map(decimal).map(isZero)).toEqual([true, true, true])
    expect(['0.001', '1', '10', '0.1'].map(decimal).map(isZero)).toEqual([false, false, false, false])
  })

  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['0.05', 5],
    ['12.340', 1234],
    ['12.345', undefined],
    ['9999999999999.99', 999_999_999_999_999],
    ['10000000000000', undefined],
    // 2^53 + 1 hundredths.
    ['90071992547409.93', undefined],
  ])('RATE-02 · %s in hundredths', (text, hundredths) => {
    expect(toMinorUnits(decimal(text))).toBe(hundredths)
  })
})

describe('RATE-03 · the maximum', () => {
  it.each(['9999999.99', '9999999.990', '9999999.98999', '9999999', '9999999.9', '999999.999', '0'])(
    'RATE-03 · %s is not above it',
    (text) => expect(isAboveMaximum(decimal(text))).toBe(false),
  )

  it.each(['9999999.991', '9999999.9900001', '9999999.995', '10000000', '10000000.00', '123456789'])(
    'RATE-03 · %s is above it',
    (text) => expect(isAboveMaximum(decimal(text))).toBe(true),
  )
})

describe('RATE-02 · the hundredths of a usual price text', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.05', 1205],
    ['.5', 50],
    ['5.', 500],
    ['0.01', 1],
    ['0000012.50', 1250],
    ['9999999.99', 999_999_999],
  ])('RATE-02 · %s', (text, hundredths) => expect(parseShortPrice(text)).toBe(hundredths))

  it.each([
    '',
    '.',
    '0',
    '0.00',
    '12.345',
    '1.2.3',
    '1..',
    '-1',
    ' 12',
    '1/2',
    '1:2',
    '1,5',
    '10000000',
    '99999999.9',
    '00000012.50',
    '12345678901',
  ])('RATE-02 · %j has to be read as a decimal', (text) => {
    expect(parseShortPrice(text)).toBeUndefined()
  })
})

describe('CONV-12 · sums of decimals', () => {
  const sumOf = (...texts: string[]) => {
    const sum = new DecimalSum()
    for (const text of texts) sum.add(decimal(text))
    return sum
  }

  it.each([
    [[], '0'],
    [['1', '2'], '3'],
    [['0.1', '0.2'], '0.3'],
    [['0.05', '0.02'], '0.07'],
    [['0.005', '0.995'], '1'],
    [['99.99', '0.01', '0.0001'], '100.0001'],
    [['7', '0.5', '0.25', '0.125', '0.5'], '8.375'],
    [['9007199254740993', '0.1', '9999999.123456789012', '0.000000000001'], '9007199264740992.223456789013'],
    [['0.00000000000000000001', '9999999.99'], '9999999.99000000000000000001'],
  ])('CONV-12 · %j', (texts, total) => expect(decimalText(sumOf(...texts).decimal())).toBe(total))

  it('CONV-12 · are exact, however long the decimals are', () => {
    const text = fc
      .tuple(fc.nat(9_999_999), fc.stringMatching(/^\d{0,30}$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`)
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        const { value, scale } = sumOf(...texts).total()
        const unit = 10n ** 30n
        const expected = texts.reduce((sum, one) => {
          const [whole = '', fraction = ''] = one.split('.')
          return sum + BigInt(whole + fraction.padEnd(30, '0'))
        }, 0n)
        expect(value * unit).toBe(expected * scale)
      }),
    )
  })

  it('CONV-12 · tell whether there is anything in them, and whether anything had to be rounded', () => {
    expect(sumOf().isEmpty).toBe(true)
    expect(sumOf('0').isEmpty).toBe(false)
    expect(sumOf().isRounded).toBe(false)
    expect(sumOf('1', '1.50', '1.990').isRounded).toBe(false)
    expect(sumOf('1', '1.995', '1.50').isRounded).toBe(true)
  })
})

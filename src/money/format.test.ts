import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText } from './decimal.ts'
import {
  formatAmount,
  formatCount,
  formatDecimal,
  formatDifference,
  formatDigits,
  formatExactMoney,
  formatMoney,
  formatPercent,
  formatRate,
  formatSignedMoney,
  parseTypedAmount,
} from './format.ts'
import { languageOfPath } from '#i18n/language.ts'
import { MAX_AMOUNT, toDecimalText } from './amount.ts'

const plain = (text: string) => text.replace(/\u00a0/g, ' ')
const typed = (text: string) => {
  const decimal = parseTypedAmount(text)
  return decimal && decimalText(decimal)
}

describe('SNG-02 · amounts in the language of the page', () => {
  it('SNG-02 SNG-05 · every digit that was typed is shown, however many they are', () => {
    expect(plain(formatExactMoney('1.005', 'BGN', 'bg'))).toBe('1,005 лв.')
    expect(plain(formatExactMoney('12345.5', 'BGN', 'bg'))).toBe('12 345,50 лв.')
    expect(formatExactMoney('9999999.985', 'EUR', 'en')).toBe('€9,999,999.985')
    const long = `1.${'0'.repeat(58)}5`
    expect(formatExactMoney(long, 'EUR', 'en')).toBe(`€${long}`)
    expect(plain(formatExactMoney(long, 'EUR', 'bg'))).toBe(`${long.replace('.', ',')} €`)
  })

  it('SNG-02 · Bulgarian: comma, sign behind, groups from five digits on', () => {
    expect(plain(formatMoney(639, 'EUR', 'bg'))).toBe('6,39 €')
    expect(plain(formatMoney(1250, 'BGN', 'bg'))).toBe('12,50 лв.')
    expect(plain(formatMoney(123_450, 'EUR', 'bg'))).toBe('1234,50 €')
    expect(plain(formatMoney(MAX_AMOUNT, 'BGN', 'bg'))).toBe('9 999 999,99 лв.')
    expect(plain(formatCount(12_345, 'bg'))).toBe('12 345')
    expect(formatRate('bg')).toBe('1,95583')
  })

  it('SNG-02 · English: point, euro sign in front', () => {
    expect(formatMoney(639, 'EUR', 'en')).toBe('€6.39')
    expect(plain(formatMoney(1_234_560, 'BGN', 'en'))).toBe('12,345.60 BGN')
    expect(formatRate('en')).toBe('1.95583')
  })

  it.each([
    ['1.005', '1.005'],
    ['1,005', '1.005'],
    ['123.456', '123.456'],
    ['1.234,5', '1234.5'],
    ['1,234.', '1234'],
    ['1.234.567', '1234567'],
    ['1 005', '1005'],
    [' 1 234,50\n', '1234.5'],
    ['12\t345', '12345'],
    ['1\u202f234\u00a0567,8', '1234567.8'],
  ])(
    'SNG-02 · a single mark is decimal, however many digits follow, and of two kinds the last: %s',
    (text, read) => {
      expect(typed(text)).toBe(read)
    },
  )

  it.each([
    ['0', '0', '0,00'],
    ['10', '10', '10,00'],
    ['19.5', '19,5', '19,50'],
    ['6.39000', '6,39000', '6,39'],
    ['12345.6', '12 345,6', '12 345,60'],
    ['1.00500', '1,00500', '1,005'],
    ['1000000', '1 000 000', '1 000 000,00'],
  ])('SNG-02 · %s with its own digits, and with at least two decimals', (decimal, own, atLeastTwo) => {
    expect(plain(formatDigits(decimal, 'bg'))).toBe(own)
    expect(plain(formatDecimal(decimal, 'bg'))).toBe(atLeastTwo)
  })

  it('SNG-02 · amounts without a sign, counts and shares, in both languages', () => {
    expect([formatAmount(5, 'bg'), plain(formatAmount(1_234_560, 'bg'))]).toEqual(['0,05', '12 345,60'])
    expect([formatAmount(123_450, 'en'), formatCount(12_345, 'en')]).toEqual(['1,234.50', '12,345'])
    expect([0, 0.5, 0.816, 1].map((part) => formatPercent(part, 'en'))).toEqual(['0%', '50%', '82%', '100%'])
    expect(formatPercent(0.816, 'bg').replace(/\s/, '')).toBe('82%')
  })

  it('SNG-02 · typing takes a decimal comma or point, and groups', () => {
    expect(
      ['12,50', '12.50', ' 12,5 ', '1 234,50', '1\u00a0234.50', ',5', '1.234,50', '1,234.50', '12'].map(
        typed,
      ),
    ).toEqual(['12.5', '12.5', '12.5', '1234.5', '1234.5', '0.5', '1234.5', '1234.5', '12'])
    expect(['1,234,567', '1.234.567', '1,234,567.80', '1.234.567,8'].map(typed)).toEqual([
      '1234567',
      '1234567',
      '1234567.8',
      '1234567.8',
    ])
    expect(
      ['', 'abc', '1e3', '-5', '1,2,3', '12 5', '1.2.3', '12лв', '1,23.4', '1,234,56'].map(typed),
    ).toEqual(Array(10).fill(undefined))
    expect(['1234 567', '1234,567.8', '1 23 456', '1 234 56', '1 234.567,8', '1 234,5x'].map(typed)).toEqual(
      Array(6).fill(undefined),
    )
  })

  it('SNG-02 · what is shown can be typed back, in both languages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_AMOUNT }),
        fc.constantFrom('bg' as const, 'en' as const),
        (n, lang) => {
          const back = parseTypedAmount(formatAmount(n, lang))
          expect(back && Number(decimalText(back))).toBe(Number(toDecimalText(n)))
        },
      ),
    )
  })
})

describe('ROUTE-02 · the language of a path', () => {
  it('ROUTE-02 · only a first segment `en` is English', () => {
    expect(['/en', '/en/', '/en/converter', '/en?x=1'].map(languageOfPath)).toEqual(Array(4).fill('en'))
    expect(['/', '/energy', '/bg', '/bg/en', '/EN', '/converter/en'].map(languageOfPath)).toEqual(
      Array(6).fill('bg'),
    )
  })
})

describe('CONV-12 · rounding differences', () => {
  it.each([
    ['0.0345', 'EUR', 'bg', '+0,0345 €'],
    ['-0.1200', 'EUR', 'bg', '−0,1200 €'],
    ['-0.1200', 'EUR', 'en', '−€0.1200'],
    ['0.0042', 'BGN', 'en', '+0.0042 BGN'],
    ['0.0000', 'BGN', 'bg', '0,0000 лв.'],
    ['12345.6789', 'EUR', 'en', '+€12,345.6789'],
  ] as const)('%s %s in %s', (difference, currency, lang, text) => {
    expect(formatDifference(difference, currency, lang).replace(/\u00a0/g, ' ')).toBe(text)
  })
})

describe('CHECK-01 · how far a price is from the right one', () => {
  it.each([
    ['0.01', 'EUR', 'bg', '+0,01 €'],
    ['-2.50', 'BGN', 'bg', '−2,50 лв.'],
    ['-2.50', 'EUR', 'en', '−€2.50'],
    ['12.50', 'EUR', 'en', '+€12.50'],
    ['0.0008181284', 'EUR', 'en', '+€0.0008181284'],
    ['0.00', 'BGN', 'en', '0.00 BGN'],
  ] as const)('CHECK-01 · %s %s in %s', (difference, currency, lang, text) => {
    expect(formatSignedMoney(difference, currency, lang).replace(/\u00a0/g, ' ')).toBe(text)
  })
})

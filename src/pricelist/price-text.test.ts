import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceProblem } from './types.ts'
import { type PriceReading, parsePriceText } from './price-text.ts'

type Vector = {
  text: string
  price?: string
  currency?: string
  ambiguous?: boolean
  blank?: boolean
  invalid?: string
}

const VECTORS: { texts: Vector[] } = JSON.parse(
  readFileSync(new URL('../../test/vectors/price-texts.json', import.meta.url), 'utf8'),
)

const PROBLEMS: Record<string, PriceProblem> = {
  'not positive': 'not-positive',
  'not a price': 'not-a-price',
  'other currency': 'other-currency',
  negative: 'negative',
  range: 'range',
  'two prices that disagree': 'two-prices',
  'too large': 'too-large',
  'no number': 'no-number',
}

const currencyIn = (reading: PriceReading) => (reading.kind === 'price' ? reading.currency : undefined)

describe('BULK-08 · every price text of the vectors', () => {
  test.each(VECTORS.texts)('$text', (vector) => {
    const reading = parsePriceText(vector.text)
    if (vector.blank) return expect(reading).toEqual({ kind: 'blank' })
    if (vector.invalid !== undefined) {
      return expect(reading).toMatchObject({ kind: 'invalid', problem: PROBLEMS[vector.invalid] })
    }
    expect(reading).toMatchObject({ kind: 'price', price: vector.price })
    expect(currencyIn(reading)).toBe(vector.currency)
  })

  test('which of them are ambiguous', () => {
    for (const { text, ambiguous = false } of VECTORS.texts) {
      const reading = parsePriceText(text)
      expect(reading.kind === 'price' && reading.thousands !== undefined, text).toBe(ambiguous)
    }
  })
})

describe('BULK-08 · price texts beyond the vectors', () => {
  test.each([
    ['2,99 € / 5,85 лв.', '5.85', 'BGN'],
    ['5,85 лв. (2,99 €)', '5.85', 'BGN'],
    ['5.85лв/2.99€', '5.85', 'BGN'],
    ['€2.99 / 5.85 BGN', '5.85', 'BGN'],
    ['5,85 лв. 2,99 €', '5.85', 'BGN'],
    ['5,85 лв./бр. | 2,99 €/бр.', '5.85', 'BGN'],
    ['1 955,83 лв. / 1 000,00 €', '1955.83', 'BGN'],
    ['1,955 лв. / 1,000 €', '1.955', 'BGN'],
    ['12,50 лв. за 1 кг', '12.5', 'BGN'],
    ['12.50 лв / 100 г', '12.5', 'BGN'],
    ['3.20 EUR per kg', '3.2', 'EUR'],
    ['12,50 лв. (с ДДС)', '12.5', 'BGN'],
    ['12,50 лв. вкл. ДДС', '12.5', 'BGN'],
    ['10.00 € incl. VAT', '10', 'EUR'],
    ['10.00 + ДДС', '10', undefined],
    ['12\u202f345,67\u00a0лв.', '12345.67', 'BGN'],
    ['12,--', '12', undefined],
    ['12.-', '12', undefined],
    ['BGN12.50', '12.5', 'BGN'],
    ['12.50 lv.', '12.5', 'BGN'],
    ['12.50 leva', '12.5', 'BGN'],
    ['5 евро', '5', 'EUR'],
    ['\ufeff12.50', '12.5', undefined],
    ['012,500', '12.5', undefined],
    ['0,500', '0.5', undefined],
    ['Price: 7.10', '7.1', undefined],
    ['5,00 лв. BGN', '5', 'BGN'],
    ['12,50 ,с ДДС', '12.5', undefined],
    ['12,50 лв. ,с ДДС', '12.5', 'BGN'],
    ['EUR 2,50 €', '2.5', 'EUR'],
  ])('%s', (text, price, currency) => {
    expect(parsePriceText(text)).toMatchObject({ kind: 'price', price })
    expect(currencyIn(parsePriceText(text))).toBe(currency)
  })

  test.each([
    ['1.955 лв. / 999 €', 'two-prices'],
    // One of them names two currencies.
    ['5 лв. € / 2,56 €', 'not-a-price'],
    ['5 € лв. / 2,56 €', 'not-a-price'],
    ['(5,00)', 'negative'],
    ['−5 лв.', 'negative'],
    ['- 5', 'negative'],
    ['5-', 'negative'],
    ['10 лв. - 12 лв.', 'range'],
    ['5-10 лв. - 12 лв.', 'range'],
    ['--10 лв. - 12 лв.', 'not-a-price'],
    ['12, 50', 'not-a-price'],
    ['12,50 .', 'not-a-price'],
    ['10…12', 'not-a-price'],
    ['5 £', 'other-currency'],
    ['5 долара', 'other-currency'],
    ['5 щ.д.', 'other-currency'],
    ['٣', 'not-a-price'],
    ['½', 'not-a-price'],
    ['12 345 67', 'not-a-price'],
    ['1,23,456.00', 'not-a-price'],
    ['1.234,567.8', 'not-a-price'],
    // Thousands are separated by one sign throughout.
    ['1 234.567,50', 'not-a-price'],
    ["1'234.567,50", 'not-a-price'],
    ['1 234,567.50', 'not-a-price'],
    ["1 234'567", 'not-a-price'],
    ['12,34,56', 'not-a-price'],
    ['1 2', 'not-a-price'],
    ['12 , 50', 'not-a-price'],
    ['0x10', 'not-a-price'],
    ['1_000', 'not-a-price'],
    ['Infinity', 'no-number'],
    ['5 бр.', 'not-a-price'],
    ['5 лв. €', 'not-a-price'],
    ['9999999.995', 'too-large'],
    ['=1+1', 'not-a-price'],
  ] as const)('%s is no price', (text, problem) => {
    expect(parsePriceText(text)).toMatchObject({ kind: 'invalid', problem })
  })

  test.each(['n/a', 'N/A', 'н/а', 'няма', ' – ', '--', '\u00a0'])('%o is blank', (text) => {
    expect(parsePriceText(text)).toEqual({ kind: 'blank' })
  })

  // A pattern that goes back and forth would take minutes, and the test run out of time.
  test('a text of a million characters is answered', () => {
    for (const text of [
      '9'.repeat(1e6),
      '0'.repeat(1e6),
      ' '.repeat(1e6) + '5',
      '1 '.repeat(5e5),
      '('.repeat(1e6),
    ]) {
      expect(parsePriceText(text).kind).toMatch(/^(price|invalid)$/)
    }
  })
})

test('BULK-08 · a common text reads as it does when its spelling is cleaned first', () => {
  const common = fc.stringMatching(/^(0|[1-9]\d{0,6})([.,]\d\d?)?$/)
  const nearly = fc.stringMatching(/^\d{0,8}[.,]?\d{0,3}$/)
  fc.assert(
    fc.property(fc.oneof(common, nearly), (text) => {
      // With a space before it no text is common.
      expect([text, parsePriceText(text)]).toEqual([text, parsePriceText(` ${text}`)])
    }),
    { numRuns: 20_000 },
  )
  for (const text of ['0', '0.0', '0,00', '0.01', '0,10', '10', '100', '1000', '10.0', '10,00', '9999999.99'])
    expect([text, parsePriceText(text)]).toEqual([text, parsePriceText(` ${text}`)])
})

const cents = fc.integer({ min: 1, max: 999_999_999 })
const group = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark)

describe('BULK-08 · an amount written in any style reads back', () => {
  const styles = fc.record({
    groups: fc.constantFrom('', ' ', '\u00a0', '\u202f', "'", '’', '.', ','),
    mark: fc.constantFrom('.', ','),
    before: fc.constantFrom('', 'лв. ', '€', 'BGN ', 'Цена: '),
    after: fc.constantFrom('', ' лв.', 'лв', ' €', ' EUR', ' лв./бр.', ' с ДДС', '/кг'),
  })

  test('with two decimals', () => {
    fc.assert(
      fc.property(cents, styles, (amount, { groups, mark, before, after }) => {
        fc.pre(groups !== mark)
        fc.pre(!(/лв|BGN/.test(before) && /€|EUR/.test(after)) && !(/€/.test(before) && /лв/.test(after)))
        const whole = group(String(Math.floor(amount / 100)), groups)
        const text = `${before}${whole}${mark}${String(amount % 100).padStart(2, '0')}${after}`
        const price = String(amount)
          .padStart(3, '0')
          .replace(/(\d\d)$/, '.$1')
          .replace(/\.?0+$/, '')
        expect(parsePriceText(text), text).toMatchObject({ kind: 'price', price })
      }),
    )
  })

  test('nothing that is written makes it throw, and what it gives is a plain decimal', () => {
    const pieces = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('лв', '€', ' ', ',', '.', '5', '/', '-')),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const reading = parsePriceText(parts.join(''))
        if (reading.kind === 'price') expect(reading.price).toMatch(/^\d+(\.\d+)?$/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('BULK-08 · what a person would not read as one number', () => {
  test.each(['1\n234', '12\t500', '1 \r\n 234', '1\u2028234', '1\u202e234'])('%j', (text) => {
    expect(parsePriceText(text).kind).toBe('invalid')
  })

  test('a line end before the currency, or behind the price, is none of them', () => {
    expect(parsePriceText('12,50\nлв.\n')).toMatchObject({ price: '12.5', currency: 'BGN' })
  })
})

test.each([
  ['12.500,-', '12500'],
  ['12,500.--', '12500'],
  ['12,50,-', '12.5'],
  ['950,-', '950'],
])('BULK-08 · %s says that there are no cents', (text, price) => {
  expect(parsePriceText(text)).toMatchObject({ price })
  expect(parsePriceText(text)).not.toHaveProperty('thousands')
})

test('BULK-08 · a pair of which both could be thousands is left to the column', () => {
  expect(parsePriceText('12,500 лв. / 6,391 €')).toMatchObject({ price: '12.5', thousands: '12500' })
  expect(parsePriceText('12,500 лв. / 6,39 €')).toMatchObject({ price: '12.5' })
  expect(parsePriceText('12,500 лв. / 6,39 €')).not.toHaveProperty('thousands')
})

describe('BULK-08 · a point behind the currency', () => {
  test.each(['лв.50', 'лв.01', 'lv.5'])('%s could be either, and is no price', (text) => {
    expect(parsePriceText(text)).toEqual({ kind: 'invalid', problem: 'not-a-price' })
  })

  test.each([
    ['лв.12,50', '12.5'],
    ['лв. 50', '50'],
    ['лв 50', '50'],
    ['50 лв.', '50'],
  ])('%s is %s', (text, price) => {
    expect(parsePriceText(text)).toMatchObject({ kind: 'price', price, currency: 'BGN' })
  })
})

test('BULK-08 · only a price has a currency, and only one that it names', () => {
  expect(parsePriceText(' 12,50')).toStrictEqual({ kind: 'price', price: '12.5', notation: 'decimal-comma' })
  expect(parsePriceText('-5 лв.')).toStrictEqual({ kind: 'invalid', problem: 'negative' })
})

describe('BULK-08 · whole units with hundredths', () => {
  test.each([
    ['50 ст.', '0.5', 'BGN'],
    ['50ст', '0.5', 'BGN'],
    ['5 стотинки', '0.05', 'BGN'],
    ['150 стотинки', '1.5', 'BGN'],
    ['10 лв. 50 ст.', '10.5', 'BGN'],
    ['10лв.50ст.', '10.5', 'BGN'],
    ['10 лв и 5 ст', '10.05', 'BGN'],
    ['1 лев и 20 стотинки', '1.2', 'BGN'],
    ['10 leva 50 stotinki', '10.5', 'BGN'],
    ['2 евро и 50 цента', '2.5', 'EUR'],
    ['2 € 50 c', '2.5', 'EUR'],
    ['5 euro cents', '0.05', 'EUR'],
    ['50 евроцента', '0.5', 'EUR'],
    ['50 € cents', '0.5', 'EUR'],
    ['10 lv 50 st', '10.5', 'BGN'],
    ['2 € 50 ct', '2.5', 'EUR'],
    ['10 лв. 50 ст. / 5,37 €', '10.5', 'BGN'],
    ['1 234 лв. 50 ст.', '1234.5', 'BGN'],
    ['1.234 лв. и 5 ст.', '1234.05', 'BGN'],
    ["1'234 лв 50 ст", '1234.5', 'BGN'],
    ['1234567 лв. 5 ст.', '1234567.05', 'BGN'],
    ['10 лв. 50 ст. с ДДС', '10.5', 'BGN'],
    ['10 лв. 50 ст. (без ДДС)', '10.5', 'BGN'],
    ['10 лв. 50 ст./бр.', '10.5', 'BGN'],
    ['10 лв. 50 ст./бр. с ДДС', '10.5', 'BGN'],
    ['10 лв. и 50 ст. за 1 кг', '10.5', 'BGN'],
    ['Цена: 10 лв. 50 ст.', '10.5', 'BGN'],
    ['50 ст./бр.', '0.5', 'BGN'],
    ['50 ст. с ДДС', '0.5', 'BGN'],
    ['2 евро 50 цента/кг', '2.5', 'EUR'],
  ])('BULK-08 · %s', (text, price, currency) => {
    expect(parsePriceText(text)).toMatchObject({ kind: 'price', price, currency })
  })

  // Neither is sure to be hundredths of the unit before it.
  test.each([
    '50 cents',
    '50 цента',
    '50 ц',
    // 'st' may be pieces.
    '5 st',
    '10 лв. 150 ст.',
    '10,20 лв. 50 ст.',
    '10 лв. 50 цента',
    '10 евро 50 ст.',
    '0,5 ст.',
    '50 ст. бр.',
    '0 ст.',
    '10 лв. 20 ст. 5 ст.',
    '1 23 лв. 50 ст.',
    '1,50 лв. 50 ст./бр.',
    '10 лв./бр. 50 ст.',
    '50 cents/бр.',
  ])('BULK-08 · %s is no price', (text) => {
    expect(parsePriceText(text).kind).toBe('invalid')
  })
})

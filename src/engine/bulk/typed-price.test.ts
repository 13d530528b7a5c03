import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validatePrice } from '#pricelist/row.ts'
import { readAmbiguousPrice, readTypedPrice } from './typed-price.ts'

const NO_PRICES = [
  '-5',
  '-19,99',
  '0',
  '0,00',
  '1e3',
  '10-15',
  '2026-11-21',
  '12a3',
  '5 USD',
  '1.2.3',
  '(5)',
  '5-',
  '1e5',
  '12abc',
  'abc',
  'abc 12',
  '12%',
  '−5',
  '١٢',
  '1..5',
  '1,2,3',
  '12,50 x',
  '$12',
  '12½',
  '~12',
  '12 50',
  '0x10',
  '12_000',
  '2 x 5',
  '12:50',
  '1 лв. 150 ст.',
  '5 € 3',
  '99999999999 €',
  '99999999999x',
]

describe('a price that is typed or pasted into a row', () => {
  it.each([
    ['12.34', '12.34'],
    ['12,34', '12.34'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['12.345,67', '12345.67'],
    ['1 234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['.5', '0.5'],
    ['цена 7,30 ', '7.3'],
    ['0,500', '0.5'],
    ['1.000', '1'],
    ['12.345', '12.345'],
    ['99999999999', '9999999.99'],
    ['10000000', '9999999.99'],
    ['', ''],
    ['  ', ''],
    ['няма', ''],
  ])('BULK-12 · %s is %s', (text, price) => {
    expect(readTypedPrice(text)).toEqual({ price })
  })

  it.each([
    ['€12,50', '12.5', 'EUR'],
    ['12 лв.', '12', 'BGN'],
    ['12.50 EUR', '12.5', 'EUR'],
  ])('BULK-08 BULK-12 · %s brings its currency', (text, price, currency) => {
    expect(readTypedPrice(text)).toEqual({ price, currency })
  })

  it.each(NO_PRICES)('READ-09 BULK-12 · %s is no price, and stays as it was typed', (text) => {
    const { price, problem } = readTypedPrice(text)
    expect(price).toBe(text)
    expect(problem).toBeDefined()
    expect(validatePrice(price).ok).toBe(false)
  })

  it.each([
    ['1,000', '1,000', '1', '1000'],
    [' 12,500 ', '12,500', '12.5', '12500'],
    ['999,999', '999,999', '999.999', '999999'],
    ['１，０００', '１，０００', '1', '1000'],
    ['1,000 лв.', '1,000 лв.', '1', '1000'],
    ['€1.000', '€1.000', '1', '1000'],
  ])('READ-10 · %s is asked about, and is no price before the answer', (text, kept, decimal, thousands) => {
    const { price, problem } = readTypedPrice(text)
    expect({ price, problem }).toEqual({ price: kept, problem: 'ambiguous' })
    expect(validatePrice(price).ok).toBe(false)
    expect(readAmbiguousPrice(price)).toEqual({ text: kept, readings: { decimal, thousands } })
  })

  it('READ-10 · a question mark within a text is none that marks an ambiguous price', () => {
    expect(readAmbiguousPrice('1,000 ? лв.')).toBeUndefined()
    expect(readAmbiguousPrice('1.95')).toBeUndefined()
    expect(readAmbiguousPrice('няма')).toBeUndefined()
  })

  it('READ-10 · a point that was typed is decimal, one that was pasted is asked about', () => {
    expect(readTypedPrice('1.000')).toEqual({ price: '1' })
    const { price, problem } = readTypedPrice('1.000', true)
    expect(problem).toBe('ambiguous')
    expect(validatePrice(price).ok).toBe(false)
    expect(readAmbiguousPrice(price)).toEqual({
      text: '1.000',
      readings: { decimal: '1', thousands: '1000' },
    })
  })

  it('READ-10 · the currency of a price that is asked about is kept', () => {
    expect(readTypedPrice('1,000 лв.').currency).toBe('BGN')
    expect(readTypedPrice('€ 1,000').currency).toBe('EUR')
  })

  it('READ-09 BULK-12 · whatever is pasted, a row is valid only with a price that the text holds as one run of digits', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.stringMatching(/^[-+ (]{0,2}[\d.,' \-eE/лв€]{0,14}[)-]?$/),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { price, problem } = readTypedPrice(text)
        const isValid = validatePrice(price).ok
        expect(isValid).toBe(price !== '' && problem === undefined)
        if (problem !== undefined && problem !== 'ambiguous') expect(price).toBe(text.trim())
        if (!isValid || price === '9999999.99') return
        // Between its first digit and its last there is nothing but digits and their marks.
        const wide = text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
        const [run = ''] = /\d.*\d|\d/s.exec(wide) ?? []
        if (!/[лв€]/.test(run)) expect(run).toMatch(/^[\d.,\s'’`´ʼ‘‛′\p{Cf}]+$/u)
        expect(wide).not.toMatch(/^\s*[-−‒–—]\s*\d/)
      }),
      { numRuns: 2000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgePrice } from '#domain/row.ts'
import { isPriceKey, readTypedPrice } from './typed-price.ts'

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
    ['12abc', '12'],
    ['цена 7,30 ', '7.3'],
    ['99999999999', '9999999.99'],
    ['10000000', '9999999.99'],
    ['', ''],
    ['  ', ''],
    ['abc', ''],
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

  it.each(['-5', '-19,99', '0', '0,00', '1e3', '10-15', '2026-11-21', '12a3', '5 USD', '1.2.3', '(5)', '5-'])(
    'BULK-12 · %s is no price, and stays as it was typed',
    (text) => {
      const { price, problem } = readTypedPrice(text)
      expect(price).toBe(text)
      expect(problem).toBeDefined()
      expect(judgePrice(price).ok).toBe(false)
    },
  )

  it('BULK-12 · whatever is pasted, a row is valid only with a price that the text holds as one run of digits', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.stringMatching(/^[-+ (]{0,2}[\d.,' \-eE/лв€]{0,14}[)-]?$/),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { price, problem } = readTypedPrice(text)
        const isValid = judgePrice(price).ok
        expect(isValid).toBe(price !== '' && problem === undefined)
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

  it('BULK-12 · keys of digits, marks and signs are taken, letters are not', () => {
    expect(['0', '9', '.', ',', '-', ' '].every(isPriceKey)).toBe(true)
    expect(['e', 'л', '€', '/', '12'].some(isPriceKey)).toBe(false)
  })
})

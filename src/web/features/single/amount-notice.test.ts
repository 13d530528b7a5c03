import { describe, expect, it } from 'vitest'
import { decimalText } from '#money/decimal.ts'
import type { Currency } from '#money/currency.ts'
import { parseAmountText } from './amount-notice.tsx'

const read = (text: string, from: Currency) => {
  const { outcome, ...rest } = parseAmountText(text, from)
  if (typeof outcome === 'string') return outcome
  return { amount: decimalText(outcome.amount), from: outcome.from, ...rest }
}

describe('an amount pasted into the single converter', () => {
  it.each([
    ['12.50 лв.', 'BGN', '12.5'],
    ['€ 3.20', 'EUR', '3.2'],
    ['1 234,56 лв', 'BGN', '1234.56'],
    ['1\u00a0234,56 лв', 'BGN', '1234.56'],
    ['12,50 BGN', 'BGN', '12.5'],
    ['3,20 евро', 'EUR', '3.2'],
    ['1’234.50', 'BGN', '1234.5'],
    ['Цена: 7,30 лв./бр.', 'BGN', '7.3'],
  ] as const)('READ-10 · %s is read in its own currency', (text, currency, amount) => {
    expect(read(text, currency)).toEqual({ amount, from: currency, isOtherCurrency: false })
  })

  it.each([
    ['12.50 лв.', 'EUR', '12.5', 'BGN'],
    ['€ 3.20', 'BGN', '3.2', 'EUR'],
  ] as const)('READ-10 · %s is never read as %s', (text, from, amount, currency) => {
    expect(read(text, from)).toEqual({ amount, from: currency, isOtherCurrency: true })
  })

  it('READ-10 · of a price in both currencies, the one of the direction is used', () => {
    const both = '19,56 лв. / 10,00 €'
    expect(read(both, 'BGN')).toEqual({ amount: '19.56', from: 'BGN', isOtherCurrency: false })
    expect(read(both, 'EUR')).toEqual({ amount: '10', from: 'EUR', isOtherCurrency: false })
    expect(read('19,56 лв. / 12,00 €', 'BGN')).toBe('no-amount')
  })

  it.each([
    ['1,000', '1', '1000'],
    ['1.000', '1', '1000'],
    ['12.345', '12.345', '12345'],
    ['999,999 лв.', '999.999', '999999'],
  ])('READ-10 · reads %s as a decimal, and returns the other reading too', (text, amount, thousands) => {
    expect(read(text, 'BGN')).toEqual({ amount, from: 'BGN', isOtherCurrency: false, thousands })
  })

  it.each([
    '1e5',
    '12 USD',
    '$5',
    '12%',
    '-5',
    '10-15',
    '١٢',
    '1..5',
    '1,2,3',
    '12 | 500',
    '12 лв. 50',
    '0 лв.',
    'n/a',
    '',
  ])('READ-09 · %s is not an amount', (text) => {
    expect(read(text, 'BGN')).toBe('no-amount')
  })

  it('SNG-03 · an amount with a currency above the maximum is too large', () => {
    expect(read('9 999 999,99 лв.', 'BGN')).toMatchObject({ amount: '9999999.99' })
    expect(read('10 000 000 лв.', 'BGN')).toBe('too-large')
  })
})

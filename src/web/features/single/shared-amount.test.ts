import { describe, expect, it } from 'vitest'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  convertTypedAmount,
  conversionQuery,
  directionQuery,
  parseAmountQuery,
  formatTypedAmount,
} from './shared-amount.ts'

const asked = (query: string) => parseAmountQuery(new URLSearchParams(query))

describe('a shared amount', () => {
  it.each([
    ['amount=12.50&from=BGN', '12.50', 'BGN'],
    ['amount=12,50&from=eur', '12,50', 'EUR'],
    ['amount=12%2C50&from=%20Eur', '12,50', 'EUR'],
    ['amount=1+234,5', '1 234,5', 'BGN'],
    ['amount=7', '7', 'BGN'],
    ['amount=7&from=', '7', 'BGN'],
    ['amount=7&amount=8&from=EUR&from=BGN', '7', 'EUR'],
    ['from=EUR', '', 'EUR'],
    ['', '', 'BGN'],
    ['amount=%00%0A5%09', '5', 'BGN'],
    ['amount=%3Cimg+src%3Dx%3E', '<img src=x>', 'BGN'],
    ['amount=%E0%A4%A', '\ufffd%A', 'BGN'],
  ])('SNG-06 · is read from the query %s', (query, text, from) => {
    expect(asked(query)).toEqual({ text, from, isCut: false })
  })

  it.each([
    ['amount=5&from=USD', 'USD'],
    ['amount=5&from=usd', 'USD'],
    ['amount=5&from=%20us$%0A', 'us$'],
    ['amount=5&from=BGN%2CEUR', 'BGN,EUR'],
    [`amount=5&from=${'x'.repeat(9999)}`, 'x'.repeat(16)],
  ])('READ-10 SNG-06 · names a currency that is not supported: %s', (query, unsupported) => {
    expect(asked(query)).toMatchObject({ text: '5', unsupported })
  })

  it('SNG-06 · is cut to the length of the field', () => {
    expect(asked(`amount=0.${'1'.repeat(100_000)}`)).toMatchObject({
      text: `0.${'1'.repeat(62)}`,
      isCut: true,
    })
  })

  it.each([
    ['', 'no-amount'],
    ['0,00', 'no-amount'],
    ['-5', 'no-amount'],
    ['1e5', 'no-amount'],
    ['<b>1</b>', 'no-amount'],
    ['9999999.991', 'too-large'],
    ['9'.repeat(64), 'too-large'],
    ['9'.repeat(10_000), 'too-large'],
    [`0.${'1'.repeat(63)}`, 'no-amount'],
  ])('SNG-03 SNG-06 · %j is rejected like typed text', (text, fault) => {
    expect(convertTypedAmount(text, 'BGN')).toBe(fault)
  })

  it.each([
    ['12.50', 'BGN', '12.50', '12,50', '12.50'],
    ['12,5', 'EUR', '12.50', '12,50', '12.50'],
    ['1 234,5', 'BGN', '1234.50', '1234,50', '1234.50'],
    ['0012', 'EUR', '12.00', '12,00', '12.00'],
    ['0,12345', 'BGN', '0.12345', '0,12345', '0.12345'],
  ] as const)('SNG-06 · %s %s survives the round trip through the address', (text, from, amount, bg, en) => {
    const converted = convertTypedAmount(text, from)
    if (typeof converted === 'string') throw new Error(converted)
    const { bgn, eur } = referenceAmounts(amount, from)
    expect({ bgn: converted.money.national, eur: converted.money.euro }).toEqual({
      bgn: Number(bgn.replace('.', '')),
      eur: Number(eur.replace('.', '')),
    })
    expect([formatTypedAmount(converted.amount, 'bg'), formatTypedAmount(converted.amount, 'en')]).toEqual([
      bg,
      en,
    ])
    const query = conversionQuery(converted)
    expect(query).toEqual({ amount, from })
    for (const shown of [bg, en]) expect(convertTypedAmount(shown, from)).toEqual(converted)
    expect(convertTypedAmount(parseAmountQuery(new URLSearchParams(query)).text, from)).toEqual(converted)
  })

  it('SNG-06 · without a result the address has only the direction', () => {
    expect([directionQuery('BGN'), directionQuery('EUR')]).toEqual([{}, { from: 'EUR' }])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'
import type { Currency } from './currency.ts'
import { calculationOf, calculationText, sumParts } from './proof.ts'

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)
const sum = (text: string, from: Currency, lang: 'bg' | 'en' = 'en') =>
  calculationText(calculationOf(decimal(text), from), lang).replaceAll('\u00a0', ' ')

describe('PROOF-01 · the sum of one conversion', () => {
  it.each([
    // Each worked out by hand.
    ['10', 'BGN', '10 ÷ 1.95583 = 5.11292… → 5.11'],
    ['12.50', 'BGN', '12.50 ÷ 1.95583 = 6.39115… → 6.39'],
    ['1.955830001', 'BGN', '1.955830001 ÷ 1.95583 = 1.00000… → 1.00'],
    // 2.172990495…: nines behind another digit than a 4 are not beside a half.
    ['4.25', 'BGN', '4.25 ÷ 1.95583 = 2.17299… → 2.17'],
    // 22753 and 1 / 195583.
    ['44501', 'BGN', '44,501 ÷ 1.95583 = 22,753.00001… → 22,753.00'],
    // 31253.22753 and 0.00001 / 195583.
    ['61126', 'BGN', '61,126 ÷ 1.95583 = 31,253.22753… → 31,253.23'],
    // 0.123455 exactly: half of the last digit that is shown goes up.
    ['0.24145699265', 'BGN', '0.24145699265 ÷ 1.95583 = 0.12346… → 0.12'],
    // 0.50000051…, 8.1551054… and 22.6348916…: zeros and nines, but not those of a half.
    ['0.977916', 'BGN', '0.977916 ÷ 1.95583 = 0.50000… → 0.50'],
    ['15.95', 'BGN', '15.95 ÷ 1.95583 = 8.15511… → 8.16'],
    ['44.27', 'BGN', '44.27 ÷ 1.95583 = 22.63489… → 22.63'],
    ['0.62', 'BGN', '0.62 ÷ 1.95583 = 0.31700… → 0.32'],
    ['1.95583', 'BGN', '1.95583 ÷ 1.95583 = 1 → 1.00'],
    ['0.001', 'BGN', '0.001 ÷ 1.95583 = 0.00051… → 0.00'],
    ['0.0001', 'BGN', '0.0001 ÷ 1.95583 = 0.000051… → 0.00'],
    ['1.956', 'BGN', '1.956 ÷ 1.95583 = 1.00009… → 1.00'],
    ['10', 'EUR', '10 × 1.95583 = 19.5583 → 19.56'],
    ['500', 'EUR', '500 × 1.95583 = 977.915 → 977.92'],
    ['0.01', 'EUR', '0.01 × 1.95583 = 0.0195583 → 0.02'],
    ['100000', 'EUR', '100,000 × 1.95583 = 195,583 → 195,583.00'],
    ['9999999.99', 'EUR', '9,999,999.99 × 1.95583 = 19,558,299.9804417 → 19,558,299.98'],
    ['0.123456789012', 'EUR', '0.123456789012 × 1.95583 = 0.24146049165333996 → 0.24'],
  ] as const)('PROOF-01 · %s %s', (price, from, text) => expect(sum(price, from)).toBe(text))

  it('PROOF-01 · the digits have one zero before the point, and none before a whole number', () => {
    const exact = (text: string, from: Currency) => calculationOf(decimal(text), from).exact
    expect(exact('1', 'BGN')).toEqual({ text: '0.51129', goesOn: true })
    expect(exact('0.01', 'EUR')).toEqual({ text: '0.0195583', goesOn: false })
    expect(exact('30', 'BGN')).toEqual({ text: '15.33876', goesOn: true })
    expect(exact('1.95583', 'BGN')).toEqual({ text: '1', goesOn: false })
    expect(calculationOf(decimal('12.5'), 'BGN').price).toEqual({ text: '12.50', goesOn: false })
  })

  it('PROOF-01 · in Bulgarian with a decimal comma', () => {
    expect(sum('10', 'BGN', 'bg')).toBe('10 ÷ 1,95583 = 5,11292… → 5,11')
    expect(sum('12345.60', 'BGN', 'bg')).toBe('12 345,60 ÷ 1,95583 = 6312,20505… → 6312,21')
  })

  it('PROOF-01 · beside a half as many digits as tell the side', () => {
    // 0.005 × 1.95583 = 0.00977915: a ten-thousandth of a millionth to either side of half a cent.
    expect(sum('0.0097791500001', 'BGN')).toBe('0.009779150000… ÷ 1.95583 = 0.00500000000005… → 0.01')
    expect(sum('0.0097791499999', 'BGN')).toBe('0.009779149999… ÷ 1.95583 = 0.00499999999995… → 0.00')
    expect(sum('0.00977915', 'BGN')).toBe('0.00977915 ÷ 1.95583 = 0.005 → 0.01')
  })

  it('PROOF-01 · half of the last digit that is shown of a product goes up', () => {
    // 501.8253120158705 × 1.95583 = 981.485000000000000015.
    const text = '501.825312015870… × 1.95583 = 981.48500000000000002… → 981.49'
    expect(sum('501.8253120158705', 'EUR')).toBe(text)
  })

  it('PROOF-01 · a price of very many decimals is cut, and so is its product', () => {
    const long = `1.${'3'.repeat(40)}`
    // 1.333… × 1.95583 = 2.60777333…
    expect(sum(long, 'EUR')).toBe('1.333333333333… × 1.95583 = 2.60777… → 2.61')
  })

  it('PROOF-01 · is parted between its steps alone', () => {
    expect(sumParts(calculationOf(decimal('10'), 'EUR'), 'en')).toEqual([
      '10 × 1.95583',
      '= 19.5583',
      '→ 19.56',
    ])
  })

  it('PROOF-01 · the digits are those of the exact result, and show why it is rounded as it is', () => {
    const price = fc
      .tuple(fc.nat(9_999_998), fc.stringMatching(/^\d{0,40}[1-9]$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`)
    fc.assert(
      fc.property(price, fc.constantFrom<Currency>('BGN', 'EUR'), (text, from) => {
        const { exact, rounded } = calculationOf(decimal(text), from)
        const [whole = '', fraction = ''] = text.split('.')
        const [rate, scale] = [195_583n, 100_000n]
        const value = BigInt(whole + fraction)
        const one = 10n ** BigInt(fraction.length)
        const [top, bottom] = from === 'BGN' ? [value * scale, one * rate] : [value * rate, one * scale]
        const [shownWhole = '', shownFraction = ''] = exact.text.split('.')
        const unit = 10n ** BigInt(shownFraction.length)
        const shown = BigInt(shownWhole + shownFraction)
        // The shown digits are the result, rounded at the last of them.
        const twice = 2n * (shown * bottom - top * unit)
        expect(-bottom < twice && twice <= bottom).toBe(true)
        if (shown * bottom !== top * unit) expect(exact.goesOn).toBe(true)
        // Whoever rounds the shown digits half up comes to the same.
        const byHand = (shown * 200n + unit) / (2n * unit)
        expect(BigInt(rounded)).toBe(byHand)
        expect(exact.goesOn && /^..50*$/.test(shownFraction)).toBe(false)
      }),
    )
  })
})

import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from './decimal.ts'
import { MAX_AMOUNT, toDecimalText } from './amount.ts'
import { convert, convertMinorUnits } from './convert.ts'
import { BGN_EUR } from './pair.ts'
import { referenceAmount } from '#test/reference-rate.ts'

type Vectors = {
  rate: string
  bgnToEur: { bgn: string; eur: string }[]
  eurToBgn: { eur: string; bgn: string }[]
  published_wrong: { bgn: string; notEur: string }[]
} & Record<string, unknown>

const vectors = JSON.parse(
  readFileSync(new URL('../../test/vectors/conversion.json', import.meta.url), 'utf8'),
) as Vectors

const decimal = (text: string) => parseDecimal(text) ?? expect.fail(`${text} is no decimal`)
const toEur = (text: string) => toDecimalText(convert(decimal(text), 'BGN').euro)
const toBgn = (text: string) => toDecimalText(convert(decimal(text), 'EUR').national)

const amount = fc.integer({ min: 1, max: MAX_AMOUNT })

describe('RATE-01 · conversion at the legal rate', () => {
  it('RATE-01 · the rate is the one of the vectors', () => {
    expect(BGN_EUR.rateText).toBe(vectors.rate)
  })

  it('RATE-01 · every published lev price converts to its published euro price', () => {
    expect(vectors.bgnToEur.length).toBeGreaterThan(30)
    for (const { bgn, eur } of vectors.bgnToEur) expect([bgn, toEur(bgn)]).toEqual([bgn, eur])
  })

  it('RATE-01 · every published euro price converts to its published lev price', () => {
    expect(vectors.eurToBgn.length).toBeGreaterThan(0)
    for (const { eur, bgn } of vectors.eurToBgn) expect([eur, toBgn(eur)]).toEqual([eur, bgn])
  })

  it('RATE-01 · no price converts to a value that was published and is wrong', () => {
    for (const { bgn, notEur } of vectors.published_wrong) expect(toEur(bgn)).not.toBe(notEur)
  })

  it('RATE-01 · half a stotinka goes up', () => {
    // 500, 1500, 2500 … euro are the only exact ties.
    for (const euro of [500, 1500, 2500, 9_999_500])
      expect(toBgn(`${euro}`)).toBe(referenceAmount(`${euro}`, 'EUR'))
    expect(toBgn('500')).toBe('977.92')
  })
})

describe('RATE-02 · exact for every amount and for longer decimals', () => {
  it('RATE-02 · integers of hundredths agree with long division, both ways', () => {
    fc.assert(
      fc.property(amount, (n) => {
        const text = toDecimalText(n)
        expect(toDecimalText(convertMinorUnits(n, 'BGN').euro)).toBe(referenceAmount(text, 'BGN'))
        expect(toDecimalText(convertMinorUnits(n, 'EUR').national)).toBe(referenceAmount(text, 'EUR'))
      }),
      { numRuns: 20_000 },
    )
  })

  it('RATE-02 · a sample through the whole range agrees with long division', () => {
    // A prime step visits every residue of the last digits; `npm run check:amounts` visits every amount.
    for (let n = 1; n <= MAX_AMOUNT; n += 15_331) {
      const text = toDecimalText(n)
      if (toDecimalText(convertMinorUnits(n, 'BGN').euro) !== referenceAmount(text, 'BGN'))
        expect.fail(`${text} BGN`)
      if (toDecimalText(convertMinorUnits(n, 'EUR').national) !== referenceAmount(text, 'EUR'))
        expect.fail(`${text} EUR`)
    }
  })

  it('RATE-02 · decimals of any length are rounded once, from the whole text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), digits, (whole, fraction) => {
        const text = `${whole}.${fraction}`
        expect(toEur(text)).toBe(referenceAmount(text, 'BGN'))
        expect(toBgn(text)).toBe(referenceAmount(text, 'EUR'))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    // In double arithmetic the first two are a cent too much or too little in euro, the others in lev.
    '2520958054.76',
    '990000000001.21',
    '6141948637.65',
    '944215274838.24',
  ])('RATE-02 · a sum beyond what doubles divide exactly: %s', (text) => {
    expect(toEur(text)).toBe(referenceAmount(text, 'BGN'))
    expect(toBgn(text)).toBe(referenceAmount(text, 'EUR'))
  })

  it('RATE-02 · the vectors with more decimals come out', () => {
    const long = Object.values(vectors)
      .filter(Array.isArray)
      .flat()
      .filter((v): v is { amount: string; bgnToEur: string; eurToBgn: string } => 'amount' in v)
    expect(long.length).toBeGreaterThan(5)
    for (const { amount, bgnToEur, eurToBgn } of long) {
      expect([amount, toEur(amount), toBgn(amount)]).toEqual([amount, bgnToEur, eurToBgn])
    }
  })

  it('RATE-02 · a text of 100,000 digits converts', () => {
    expect(toEur(`1.${'9'.repeat(100_000)}`)).toBe('1.02')
  })
})

describe('RATE-03 · the maximum amount', () => {
  it('RATE-03 · is 9,999,999.99 and converts both ways', () => {
    expect(toDecimalText(MAX_AMOUNT)).toBe('9999999.99')
    expect(toEur('9999999.99')).toBe(referenceAmount('9999999.99', 'BGN'))
    expect(toBgn('9999999.99')).toBe(referenceAmount('9999999.99', 'EUR'))
  })
})

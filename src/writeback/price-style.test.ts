import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalMarkOf, DecimalMarkCounter, markedPrice, replacedPrice, withPoint } from './price-style.ts'

describe('CONV-08 · an amount is written as the column has them', () => {
  test.each([
    [['1,50', '2,5', '3.25'], ','],
    [['1.50', '2.50', '3,25'], '.'],
    [['1,234.50', '2,345.00'], '.'],
    [['1.234,50', '12'], ','],
    // Three digits can be thousands, and whole numbers tell nothing.
    [['12,500', '7'], '.'],
    [['1,5', '1.5'], '.'],
    [[], '.'],
    [['12,50 лв.', '1 250,00 лв.'], ','],
  ] as const)('%j: %j', (texts, mark) => {
    expect(decimalMarkOf(texts)).toBe(mark)
  })

  test('a mark is counted in a range of a text as in the extracted text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'15,. €'), maxLength: 8 })
    fc.assert(
      fc.property(text, text, text, (before, own, after) => {
        const [cutOut, inPlace] = [new DecimalMarkCounter(), new DecimalMarkCounter()]
        cutOut.count(own)
        inPlace.countRange(before + own + after, before.length, before.length + own.length)
        expect(inPlace.result).toBe(cutOut.result)
      }),
      { numRuns: 2000 },
    )
  })

  test('counts of several columns add up', () => {
    const [commas, points] = [new DecimalMarkCounter(), new DecimalMarkCounter()]
    for (const text of ['1,50', '12,50']) commas.count(text)
    points.count('1.50')
    points.add(commas)
    expect([points.result, new DecimalMarkCounter().result]).toEqual([',', undefined])
  })

  test.each([
    ['12,50', 'EUR', '6,39'],
    ['12,50 лв./бр', 'EUR', '6,39 евро/бр'],
    ['  12.50 ', 'EUR', '  6,39 '],
    ['1 250,00 лв.', 'EUR', '6,39 евро'],
    ["1'250,00", 'EUR', '6,39'],
    ['1.250,00BGN', 'EUR', '6,39EUR'],
    ['Цена: 12,50 лв. с ДДС', 'EUR', 'Цена: 6,39 евро с ДДС'],
    ['лв.12,50', 'EUR', 'евро 6,39'],
    ['€12,50', 'BGN', 'лв. 6,39'],
    ['12,50€', 'BGN', '6,39лв.'],
    ['12,-', 'EUR', '6,39'],
    ['12. ', 'EUR', '6,39 '],
    [',50', 'EUR', '6,39'],
    ['+12,50', 'EUR', '+6,39'],
    ['12,50 лв. за 1 кг', 'EUR', '6,39 евро за 1 кг'],
    // Two prices in one cell are one afterwards.
    ['12,50 лв. / 6,39 €', 'EUR', '6,39'],
    ['', 'EUR', '6,39'],
    ['１２', 'EUR', '6,39'],
    // Digits that would be read as more decimals of the new amount: the first is all that is replaced.
    ['1２ лв.', 'EUR', '6,39'],
    ['1\u00ad25 лв.', 'EUR', '6,39'],
    // A currency that is read, but cannot be translated.
    ['12,50 ＢＧＮ', 'EUR', '6,39'],
    ['12,50 л\u00adв.', 'EUR', '6,39'],
  ] as const)('%j in %s: %j', (text, to, replaced) => {
    expect(replacedPrice(text, '6.39', to, ',')).toBe(replaced)
  })

  test.each([
    ['12,50', 'EUR', '6,39 €'],
    ['12,50 лв./бр', 'EUR', '6,39 евро/бр'],
    ['12,50/бр', 'EUR', '6,39 €/бр'],
    ['12,50 ＢＧＮ', 'EUR', '6,39 €'],
    // With the sign in its place, this would no longer be a price.
    ['5,/бр', 'EUR', '6,39 €'],
    ['5,/бр', 'BGN', '6,39 лв.'],
  ] as const)('%j in %s, with the currency: %j', (text, to, marked) => {
    expect(markedPrice(text, '6.39', to, ',')).toBe(marked)
  })

  test.each([
    ['6,39 €/бр', '6.39 €/бр'],
    // A second point would make thousands of it.
    ['1.250,005', '1.250,005'],
    ['по договаряне, 2', 'по договаряне, 2'],
  ])('%j with a decimal point: %j', (text, written) => {
    expect(withPoint(text)).toBe(written)
  })
})

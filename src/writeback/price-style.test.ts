import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DecimalMarkCounter,
  decimalMarkIn,
  decimalMarks,
  usualMark,
  hasExtraText,
  markedPrice,
  readAs,
  replacedPrice,
  withMark,
  withPoint,
  withSign,
} from './price-style.ts'

describe('CONV-08 · an amount is written as the column has them', () => {
  test.each([
    [['1,50', '2,5', '3.25'], ','],
    [['1.50', '2.50', '3,25'], '.'],
    [['1,234.50', '2,345.00'], '.'],
    [['1.234,50', '12'], ','],
    // Three digits can be thousands, and whole numbers tell nothing.
    [['12,500', '7'], undefined],
    [['1,5', '1.5'], '.'],
    [[], undefined],
    [['12,50 лв.', '1 250,00 лв.'], ','],
  ] as const)('%j: %j', (texts, mark) => {
    const counter = new DecimalMarkCounter()
    for (const text of texts) counter.count(text)
    expect(counter.result).toBe(mark)
  })

  test.each([
    // More than two decimals that are no thousands: after a zero, four digits, groups, or more than three digits.
    ['0,500', ','],
    ['0.125', '.'],
    ['12,5000', ','],
    ['1234,500', ','],
    ['1.234,500', ','],
    ['1 234.5678 лв.', '.'],
    ['1.234.567,5', ','],
    // Thousands alone.
    ['1,234,567', undefined],
    ['1.234.567', undefined],
    // Both readings are possible.
    ['12,500', undefined],
    ['12.500 лв./бр', undefined],
    // The price is the amount in the national currency.
    ['12,5000 лв. / 6.39 €', ','],
    ['1,950 лв. / 997.02 €', '.'],
    ['12,5000 лв. / 6,3911 €', ','],
    ['6.3911 € / 12.5000 лв.', '.'],
    ['1.250 лв. 50 ст.', undefined],
    // No price, and no decimals that are read.
    ['код 12,5000 б', undefined],
    ['', undefined],
  ] as const)('%j has the mark %j', (text, mark) => {
    expect(decimalMarkIn(text)).toBe(mark)
  })

  test.each([
    ['12,500', '12.5', ','],
    ['12,500', '12500', undefined],
    ['12.500 лв./бр', '12.5', '.'],
    ['12.500 лв./бр', '12500', undefined],
    ['1,950', '1950', undefined],
    ['1,950', '1.95', ','],
  ] as const)('%j read as %j has the mark %j', (text, price, mark) => {
    expect(decimalMarkIn(text, (decimal) => decimal === price)).toBe(mark)
  })

  test('three decimals count where the converted price shows that they were read as decimals', () => {
    const cells = new Map([
      [1, { from: 'BGN', national: '12.50', euro: '6.39' }],
      [2, { from: 'BGN', national: '12500.00', euro: '6391.15' }],
      // Rounded from 12.345.
      [3, { from: 'EUR', national: '24.14', euro: '12.35' }],
      [4, { from: 'BGN', national: '7.00', euro: '3.58' }],
    ] as const)
    const markOf = (row: number, text: string) => {
      const counter = new DecimalMarkCounter(readAs(cells))
      counter.count(text, row)
      return counter.result
    }
    const texts = ['12,500', '12,500', '12,345', '12,500', '12,500']
    // Of a price that was changed, and of a row without one, nothing is known.
    expect(texts.map((text, i) => markOf(i + 1, text))).toEqual([',', undefined, ',', undefined, undefined])
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
    ['12,50 лв. / 6,39 €', 'EUR', '6,39 €'],
    ['', 'EUR', '6,39'],
    ['１２', 'EUR', '6,39'],
    // Digits that would be read as more decimals of the new amount: the first is all that is replaced.
    ['1２ лв.', 'EUR', '6,39 €'],
    ['1\u00ad25 лв.', 'EUR', '6,39 €'],
    // A currency that is read, but cannot be translated.
    ['12,50 ＢＧＮ', 'EUR', '6,39 €'],
    ['12,50 л\u00adв.', 'EUR', '6,39 €'],
    // Hundredths have no place in the new amount.
    ['1 лв. 69 ст.', 'EUR', '6,39 €'],
    ['90 ст.', 'EUR', '6,39 €'],
    ['1 лв. 69 ст./бр.', 'EUR', '6,39 €'],
    ['90 ст. с ДДС', 'EUR', '6,39 €'],
    ['50 евроцента', 'BGN', '6,39 лв.'],
    ['2 € 50 c', 'EUR', '6,39 €'],
  ] as const)('%j in %s: %j', (text, to, replaced) => {
    expect(replacedPrice(text, '6.39', to, ',')).toBe(replaced)
  })

  test.each([
    ['12,50 лв./бр', 'EUR', '6,39 евро/бр'],
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

describe('CONV-08 · the mark and the currency beside an amount', () => {
  const counterOf = (...texts: string[]) => {
    const counter = new DecimalMarkCounter()
    for (const text of texts) counter.count(text)
    return counter
  }

  test('CONV-08 · a column has its own mark, else that of all prices, else a point', () => {
    const counters = new Map([
      [1, counterOf('1,50', '2,50')],
      [2, counterOf('1.50')],
      [3, counterOf('7')],
    ])
    expect(decimalMarks(counters, [1, 2, 3])).toEqual(
      new Map([
        [1, ','],
        [2, '.'],
        [3, ','],
      ]),
    )
    expect(decimalMarks(new Map([[3, counterOf('7')]]), [3])).toEqual(new Map([[3, '.']]))
    expect(decimalMarks(new Map([[3, counterOf('7')]]), [3], () => ',')).toEqual(new Map([[3, ',']]))
    expect(decimalMarks(new Map([[3, counterOf('1.50')]]), [3], () => ',')).toEqual(new Map([[3, '.']]))
    expect([withMark('6.39', ','), withMark('6.39', '.'), withMark('6', ',')]).toEqual(['6,39', '6.39', '6'])
  })

  test.each<readonly [rows: readonly string[], mark: string]>([
    [['Голф;2008;12500'], ','],
    [['Голф;2008|12500'], '.'],
    [['Голф;1.5;12500'], '.'],
    [['Голф|1,5|12500'], ','],
    [['Сол;0,250;3', 'Сол; 0,500 ;3', 'Сол;1.5;3'], ','],
    // Neither dates nor thousands nor texts.
    [['12.05.2026;1.250;v1.5'], ','],
    // They may separate thousands.
    [['Голф;12,500;7'], '.'],
    [['Голф;1,212,500 лв.;7'], '.'],
    [['Голф;12,500;7', 'Сол;1,5;7'], ','],
    [[], ','],
  ])('CONV-08 · where no price has one, of other numbers: %j', (rows, mark) => {
    const delimiter = rows.some((row) => row.includes('|')) ? '|' : ';'
    const table = [['Цена', '7.5', '7.5'], ...rows.map((row) => row.split(delimiter))]
    expect(usualMark(table, 1, delimiter)).toBe(mark)
  })

  test('CONV-08 · where no price has one, of the first two hundred rows', () => {
    const table = [...Array.from({ length: 200 }, () => ['7']), ['7.5']]
    expect([usualMark(table, 0, ';'), usualMark(table, 1, ';')]).toEqual([',', '.'])
  })

  test('CONV-08 · digits after a mark are decimals unless they may be thousands', () => {
    const marks = ['1,5', '1,50', '1,500', '1,5000', ',50', '1.234,5', '1,234.5', '5', '1,5 лв', 'а1,5'].map(
      (text) => counterOf(text).result,
    )
    expect(marks).toEqual([',', ',', undefined, ',', undefined, ',', '.', undefined, ',', ','])
  })

  test.each([
    ['12,50', 'EUR', '6,39 €'],
    ['12,50 лв.', 'EUR', '6,39 евро'],
    ['12,50/бр', 'EUR', '6,39 €/бр'],
    ['12,50 с ДДС', 'BGN', '6,39 лв. с ДДС'],
    ['Цена: 12,50', 'EUR', 'Цена: 6,39 €'],
    ['', 'BGN', '6,39 лв.'],
    ['виж', 'EUR', '6,39 €'],
  ] as const)('CONV-08 · %j with the currency %s: %j', (text, to, marked) => {
    expect(markedPrice(text, '6.39', to, ',')).toBe(marked)
  })

  test('CONV-08 · the sign behind an amount', () => {
    expect([withSign('6.39', 'EUR'), withSign('12.50', 'BGN')]).toEqual(['6.39 €', '12.50 лв.'])
  })

  test('CONV-08 · a decimal comma becomes a point where the price stays the same', () => {
    const texts = ['6,39 €/бр', '12,50', '1 234,50 лв.', '12.50', '12', '1.234,50', '12,500', 'виж', '']
    expect(texts.map(withPoint)).toEqual([
      '6.39 €/бр',
      '12.50',
      '1 234.50 лв.',
      '12.50',
      '12',
      '1.234,50',
      '12.500',
      'виж',
      '',
    ])
  })

  test('CONV-08 · words other than the currency are told', () => {
    expect(['6,39', '6,39 €', '€6', '6,39 лв.', 'BGN 6', '6,-', ''].filter(hasExtraText)).toEqual([])
    const others = ['6,39 €/бр', '6,39 с ДДС', 'Цена: 6,39', '6,39 лв. 5', 'около 6']
    expect(others.filter((text) => !hasExtraText(text))).toEqual([])
  })

  test.each([
    ['12 ст. 50', '6,39'],
    ['около 12,50 лв.', '6,39'],
    ['12,50 лв./бр. (стар)', '6,39'],
    ['12 500,50 лв.', '6,39 евро'],
    ['12\u00a0500 лв.', '6,39 евро'],
    ['12,50 ЛВ.', '6,39 ЕВРО'],
    ['12,50 Лева', '6,39 Евро'],
  ])('CONV-08 · %j keeps its words only where it stays that price: %j', (text, replaced) => {
    expect(replacedPrice(text, '6.39', 'EUR', ',')).toBe(replaced)
  })
})

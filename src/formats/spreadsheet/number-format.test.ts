import { describe, expect, test } from 'vitest'
import { BUILT_IN_FORMATS, meaningOfFormat } from './number-format.ts'

describe('BULK-08 · a number format gives the currency', () => {
  test.each([
    '#,##0.00" лв."',
    '#,##0.00\\ "лв.";[Red]\\-#,##0.00\\ "лв."',
    '_-* #,##0.00\\ "лв."_-;\\-* #,##0.00\\ "лв."_-;_-* "-"??\\ "лв."_-;_-@_-',
    '#,##0.00\\ [$лв.-402]',
    '#,##0.00\\ [$лв-402]',
    '#,##0.00 [$BGN]',
    '[$BGN]\\ #,##0.00',
    '0.00\\ \\л\\в\\.',
    '0.00" lv"',
    '#,##0.00 "лв./бр."',
  ])('%s is lev', (format) => {
    expect(meaningOfFormat(format)).toEqual({ kind: 'number', currency: 'BGN' })
  })

  test.each([
    '[$€-2]\\ #,##0.00',
    '#,##0.00\\ [$€-1]',
    '#,##0.00\\ "€"',
    '#,##0.00 €',
    '_-[$€-2]\\ * #,##0.00_-;\\-[$€-2]\\ * #,##0.00_-',
    '[$EUR]\\ #,##0.00',
    '#,##0.00 [$€-x-euro2]',
    '0.00" EUR"',
    '0.00" €',
    '[$€]0.00',
    '[$€-]0.00',
    '[$ €-1]0.00',
    '0.00 ЕВРО',
  ])('%s is euro', (format) => {
    expect(meaningOfFormat(format)).toEqual({ kind: 'number', currency: 'EUR' })
  })

  test.each([
    'General',
    '0.00',
    '#,##0.00',
    '@',
    '_-* #,##0.00\\ _л_в_._-',
    '_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-;_-* "-"??\\ _€_-;_-@_-',
    '*€#,##0.00',
    '[Синьо лв.]0.00',
    '[$-402]0.00',
    '[Red]0.00',
    '0.00;[Blue]-0.00',
    '# ?/?',
    '0" бр."',
  ])('%s names no currency', (format) => {
    expect(meaningOfFormat(format)).toEqual({ kind: 'number' })
  })

  test.each([
    '"$"#,##0.00',
    '[$$-409]#,##0.00',
    '[$£-809]#,##0.00',
    '#,##0.00\\ [$USD]',
    '#,##0.00 [$RON]',
    '_("$"* #,##0.00_)',
    '#,##0.00 £',
    '¥#,##0',
    '#,##0.00 ₽',
    '#,##0.00 ₺',
    '#,##0.00 $',
  ])('%s is another currency', (format) => {
    expect(meaningOfFormat(format)).toMatchObject({ kind: 'unit', what: 'other-currency' })
  })

  test.each([
    'm/d/yy',
    'dd.mm.yyyy',
    'dd.mm.yyyy\\ "г."',
    '[$-402]d mmmm yyyy',
    'h:mm',
    '[h]:mm:ss',
    'yyyy',
    'd-mmm',
    'yyyy\\-mm\\-dd;@',
    '[mm]:ss',
    '[ss].0',
    'D.M.YY',
  ])('%s is a date', (format) => {
    expect(meaningOfFormat(format)).toEqual({ kind: 'date' })
  })

  test.each([
    ['#,##0.00;-#,##0.00" лв."', { kind: 'number' }],
    ['#,##0.00" лв.";-#,##0.00" €"', { kind: 'number', currency: 'BGN' }],
    ['0.00;yyyy;0%', { kind: 'number' }],
    ['0.00;"без цена"', { kind: 'number' }],
    ['0.00;;"0 ст."', { kind: 'number' }],
    ['0.00"; €";0.00" лв."', { kind: 'number', currency: 'EUR' }],
  ])('of %s the section for positive numbers counts', (format, meaning) => {
    expect(meaningOfFormat(format)).toEqual(meaning)
  })

  // ECMA-376, part 1, 18.8.30: the ids that every workbook may use without a definition.
  test.each([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])(
    'the built-in format %i is a date or time',
    (id) => {
      expect(meaningOfFormat(BUILT_IN_FORMATS[id] ?? 'General')).toEqual({ kind: 'date' })
    },
  )
  test.each([9, 10])('the built-in format %i is a percentage', (id) => {
    expect(meaningOfFormat(BUILT_IN_FORMATS[id] ?? 'General')).toEqual({ kind: 'percent' })
  })
  test.each([0, 1, 2, 3, 4, 11, 12, 13, 37, 38, 39, 40, 48, 49])(
    'the built-in format %i is a number',
    (id) => {
      expect(meaningOfFormat(BUILT_IN_FORMATS[id] ?? 'General')).toEqual({ kind: 'number' })
    },
  )

  test('the sign of a unit is the text that is shown', () => {
    for (const [format, sign] of [
      ['[$USD-]0.00', 'USD'],
      ['[$CHF-807]\\ 0.00', 'CHF'],
      ['0.00" долара  САЩ "', 'долара САЩ'],
    ] as const)
      expect(meaningOfFormat(format)).toEqual({ kind: 'unit', what: 'other-currency', sign })
  })

  test.each(['0%', '0.00%'])('%s is a percentage', (format) => {
    expect(meaningOfFormat(format)).toEqual({ kind: 'percent' })
  })
})

describe('READ-09 · a number whose format shows more than a currency is no price', () => {
  test.each([
    ['0.00 "хил. лв."', 'value'],
    ['#,##0.0 "млн. лв."', 'value'],
    ['0 "ст."', 'value'],
    ['0\\ \\с\\т\\.', 'value'],
    ['0" лв. "00" ст."', 'value'],
    ['0 "eurocents"', 'value'],
    ['0.00 "ден."', 'other-currency'],
    ['0.00 "ден"', 'other-currency'],
    ['0"%"', 'percent'],
    ['0\\%', 'percent'],
  ])('%s', (format, what) => {
    expect(meaningOfFormat(format)).toMatchObject({ kind: 'unit', what })
  })

  test.each(['0.00 "лв. / €"', '0.00 "EUR/BGN"', '0.00 "лв." / "€"'])(
    'READ-04 · %s names both currencies, which counts as none',
    (format) => {
      expect(meaningOfFormat(format)).toEqual({ kind: 'number' })
    },
  )

  test.each(['0.00 "лв. с 20% ДДС"', '0.00 "лв. стъпка"', '0.00 "нови лева"', '0.00 "лв./ден"'])(
    '%s is lev',
    (format) => {
      expect(meaningOfFormat(format)).toEqual({ kind: 'number', currency: 'BGN' })
    },
  )
})

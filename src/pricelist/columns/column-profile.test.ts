import { describe, expect, test } from 'vitest'
import { type CellClass, ColumnProfile, classOf } from './column-profile.ts'

describe('READ-07 · what a cell holds', () => {
  test.each<[CellClass, string[]]>([
    ['blank', ['', '  ', '\t']],
    [
      'whole',
      ['7', ' 12 ', '1 234', '1\u00a0234\u202f567', "1'234", '12 лв.', '€5', '20 %', '5%', '3 лв./кг'],
    ],
    ['fixed', ['12,50', '0,05', '1.234,50', '1 234,50', '12,50 лв.', '€ 3,20', 'Цена: 12,50', 'цена 1,20']],
    ['number', ['12.50', '12,5', '12,500', '1,234.50', '5,5 %', '12 34', 'Price: 7.10', '1.234', '12,50,10']],
    [
      'text',
      [
        'Хляб',
        'до 5%',
        'Стока 3',
        'Мляко 3,50 %',
        'A-12',
        '12 бр',
        '5x3',
        '٣',
        '-',
        'EUR',
        '12%лв',
        'Цени 12',
        '.',
        "'",
        '. ,',
      ],
    ],
  ])('READ-07 · %s: %j', (found, cells) => {
    expect(cells.map((cell) => [cell, classOf(cell)])).toEqual(cells.map((cell) => [cell, found]))
  })
})

describe('READ-07 · what a column holds', () => {
  const profileOf = (cells: readonly string[], isPrice = false) => {
    const profile = new ColumnProfile(isPrice)
    for (const cell of cells) profile.add(cell)
    return profile
  }
  const times = (count: number, cell: string) => Array.from({ length: count }, () => cell)
  const cost = (profile: ColumnProfile, text: string) => profile.costOf(text, classOf(text))

  test('READ-07 · filled cells, and whether any is blank', () => {
    expect(profileOf(['1', '1,50', '1.5', 'а', '']).filled).toBe(4)
    expect(profileOf(['1', 'а']).isNeverBlank).toBe(true)
    expect(profileOf(['1', 'а', '']).isNeverBlank).toBe(false)
    // One cell is not enough.
    expect(profileOf(['1']).isNeverBlank).toBe(false)
  })

  test('READ-07 · numbers or texts, where nine of ten cells are', () => {
    const isNumber = (...cells: string[]) => profileOf(cells).isNumber
    expect([isNumber('1', '2,50'), isNumber('1'), isNumber('1', 'а')]).toEqual([true, false, false])
    expect(isNumber(...times(9, '1.5'), 'а', '')).toBe(true)
    expect(isNumber(...times(8, '1.5'), 'а')).toBe(false)
    const isText = (...cells: string[]) => profileOf(cells).isText
    expect([isText('а'), isText(), isText(''), isText('а', '1')]).toEqual([true, false, false, false])
    expect([isText(...times(9, 'а'), '1'), isText(...times(8, 'а'), '1')]).toEqual([true, false])
  })

  test('READ-07 · whole numbers alone', () => {
    expect(profileOf(['1', '20', '']).isWhole).toBe(true)
    expect(profileOf(['1', '20', '2,50']).isWhole).toBe(false)
    expect(profileOf(['1']).isWhole).toBe(false)
  })

  test('READ-07 · two decimals are always written where one of them is a zero', () => {
    const isFixed = (...cells: string[]) => profileOf(cells).isFixed
    expect([isFixed('1,50', '2,35', '3,10'), isFixed('1,55', '2,35', '3,15')]).toEqual([true, false])
    // A zero elsewhere says nothing, and one is enough.
    expect([isFixed('10,55', '20,35', '30,15'), isFixed('1,50', '2,35', '3,15')]).toEqual([false, true])
    expect([isFixed('1,50', '2,30'), isFixed('1,50', '2,30', '3,10', '4')]).toEqual([false, false])
    expect(isFixed('1,50 лв.', '2,30 лв.', '3,15 лв.', '')).toBe(true)
    expect([profileOf(['1,55']).mayBeFixed, profileOf(['1,55', '1']).mayBeFixed]).toEqual([true, false])
  })

  test('READ-07 · whole amounts have decimals too where ten are known and one of them ends in 00', () => {
    expect(profileOf([...times(9, '1,50'), '2,00']).hasFixedWholes).toBe(true)
    expect(profileOf([...times(9, '1,50'), '2,00 €']).hasFixedWholes).toBe(true)
    expect(profileOf([...times(8, '1,50'), '2,00']).hasFixedWholes).toBe(false)
    expect(profileOf(times(10, '1,50')).hasFixedWholes).toBe(false)
    expect(profileOf(times(10, '100,50')).hasFixedWholes).toBe(false)
    expect(profileOf([...times(9, '1,50'), '2,00', '3']).hasFixedWholes).toBe(false)
  })

  test('READ-07 · texts that end in a number, without commas', () => {
    const isNumbered = (...cells: string[]) => profileOf(cells).isNumbered
    expect([isNumbered('Стока 1', 'Стока 2 '), isNumbered('Стока 1'), isNumbered('1', '2')]).toEqual([
      true,
      false,
      false,
    ])
    expect(isNumbered(...times(9, 'Стока 1'), 'Хляб')).toBe(true)
    expect(isNumbered(...times(8, 'Стока 1'), 'Хляб')).toBe(false)
    expect(isNumbered('Стока 1', 'Стока 2', 'Мляко, 3')).toBe(false)
    expect(isNumbered('А1 бял', 'А2 бял')).toBe(false)
  })

  test('READ-07 · a cell of the other kind', () => {
    const [numbers, texts, mixed] = [profileOf(['1', '2']), profileOf(['а', 'б']), profileOf(['1', 'а'])]
    expect(['а', '3', ''].map((text) => numbers.isOfOtherKind(text))).toEqual([true, false, false])
    expect(['а', '3', ''].map((text) => texts.isOfOtherKind(text))).toEqual([false, true, false])
    expect(['а', '3', ''].map((text) => mixed.isOfOtherKind(text))).toEqual([false, false, false])
    // 'по договаряне' can stand in place of a price.
    expect(profileOf(['1', '2'], true).isOfOtherKind('а')).toBe(false)
  })

  test('READ-07 · signs that a text does not belong to its column', () => {
    const numbers = profileOf(['1', '2,5'])
    expect(['', '7', '1,25', 'а'].map((text) => cost(numbers, text))).toEqual([0, 0, 0, 2])
    expect(cost(profileOf(['1', '2,5'], true), 'а')).toBe(0)
    const texts = profileOf(['а', 'б'])
    expect(['', 'в', '7', '1,25'].map((text) => cost(texts, text))).toEqual([0, 0, 1, 1])
    const whole = profileOf(['1', '2'])
    expect(['7', '1,25', '1.5'].map((text) => cost(whole, text))).toEqual([0, 1, 1])
    const fixed = profileOf(['1,50', '2,35', '3,10'])
    expect(['7', '1,25', '1.5'].map((text) => cost(fixed, text))).toEqual([1, 0, 1])
    const fixedWholes = profileOf([...times(9, '1,50'), '2,00'])
    expect(['7', '1,25', '1.5'].map((text) => cost(fixedWholes, text))).toEqual([2, 0, 1])
  })

  test('READ-07 · a price does not begin with a zero, a code may', () => {
    expect([cost(profileOf(['1', '2'], true), ' 012 '), cost(profileOf(['1', '2']), '012')]).toEqual([1, 0])
    const price = profileOf(['1', '2'], true)
    expect([cost(price, '0'), cost(price, '10'), cost(price, '0,50')]).toEqual([0, 0, 1])
    const codes = ['012', ' 012', '012 ', '100', '1 012', '01 бр']
    expect(codes.map((text) => price.costOf(text, 'whole'))).toEqual([1, 1, 1, 0, 0, 0])
  })
})

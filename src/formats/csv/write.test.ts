import { convertRow } from '#pricelist/row.ts'
import { describe, expect, test } from 'vitest'
import { csvLine, escapeFormula, RESULT_COLUMNS, resultLine } from './write.ts'

describe('CONV-07 · CSV quoting', () => {
  test('values with quotes, commas and line ends are wrapped, inner quotes doubled, missing ones empty', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', 'х'])).toBe('a,"b,c","d""e","f\ng",,х')
  })

  test('a record of results', () => {
    expect(csvLine(RESULT_COLUMNS)).toBe('seq,name,bgn,eur,status,originalPrice,originalCurrency')
    const { money, status } = convertRow({ name: 'x', price: '12.5', currency: 'BGN' })
    const result = { name: 'TV 32", бял', money, status, originalPrice: '12.5', originalCurrency: 'BGN' }
    expect(resultLine(1, result)).toBe('1,"TV 32"", бял",12.50,6.39,valid,12.5,BGN')
    const none = {
      name: '',
      money: null,
      status: 'invalid',
      originalPrice: 'n, a',
      originalCurrency: '',
    } as const
    expect(resultLine(2, none)).toBe('2,,,,invalid,"n, a",')
  })
})

describe('CONV-09 · a cell that would run as a formula is defused', () => {
  test.each(['=1+1', '+SUM(A1)', '-cmd|x', '@SUM(A1)', '\tx', '\rx'])('%j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
  })

  test.each(['Хляб', '', '12.50', '-5', "'x", 'a=b'])('%j stays', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })
})

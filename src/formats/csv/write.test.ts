import { describe, expect, test } from 'vitest'
import { csvLine, escapeFormula } from './write.ts'

describe('CONV-07 · CSV quoting', () => {
  test('values with quotes, commas and line ends are wrapped, inner quotes doubled, missing ones empty', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', 'х'])).toBe('a,"b,c","d""e","f\ng",,х')
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

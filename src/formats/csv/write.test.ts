import { describe, expect, test } from 'vitest'
import { csvLine } from './write.ts'

describe('CONV-07 · CSV quoting', () => {
  test('values with quotes, commas and line ends are wrapped, inner quotes doubled, missing ones empty', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', 'х'])).toBe('a,"b,c","d""e","f\ng",,х')
  })

  test.each([' кафе', 'кафе ', '\tкафе', '\u00a0кафе', ' '])(
    'a value with space at an edge is wrapped, as readers drop it otherwise: %j',
    (value) => {
      expect(csvLine(['1', value, '2'], ';')).toBe(`1;"${value}";2`)
    },
  )
})

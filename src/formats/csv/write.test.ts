import { describe, expect, test } from 'vitest'
import { csvLine } from './write.ts'

describe('CONV-07 · CSV quoting', () => {
  test('values with quotes, commas and line ends are wrapped, inner quotes doubled, missing ones empty', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', 'х'])).toBe('a,"b,c","d""e","f\ng",,х')
  })
})

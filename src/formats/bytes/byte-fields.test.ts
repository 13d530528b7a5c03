import { describe, expect, test } from 'vitest'
import { startsWith, uint16, uint32 } from './byte-fields.ts'

describe('READ-07 · the bytes at an offset', () => {
  const bytes = Uint8Array.of(0x50, 0x4b, 0x03, 0xff)

  test.each([
    ['PK\u0003\u00ff', 0, true],
    ['PK', 0, true],
    ['K\u0003', 1, true],
    ['', 4, true],
    ['QK', 0, false],
    ['PL', 0, false],
    ['PK', 1, false],
    // Beyond the end there is nothing, which is no NUL.
    ['\u00ff\0', 3, false],
  ])('are those of %j at %i: %s', (magic, at, expected) => {
    expect(startsWith(bytes, magic, at)).toBe(expected)
  })

  test('of the file, unless an offset is given', () => {
    expect(startsWith(bytes, 'PK')).toBe(true)
    expect(startsWith(bytes, 'K')).toBe(false)
  })

  test.each([
    [0, 0x4b50, 0xff034b50],
    [1, 0x034b, 0x00ff034b],
    [2, 0xff03, 0x0000ff03],
    [3, 0x00ff, 0x000000ff],
    [4, 0, 0],
  ])('are a number at %i, 0 beyond the end', (at, word, long) => {
    expect([uint16(bytes, at), uint32(bytes, at)]).toEqual([word, long])
  })
})

import { describe, expect, it } from 'vitest'
import { formatRange, isInRange, parseRange, shiftReferences } from './cell-ref.ts'

describe('CONV-08 · references to cells', () => {
  it.each([
    ['A1', [0, 0, 0, 0]],
    ['B3:D20', [2, 1, 19, 3]],
    ['$A$1:$AA$9', [0, 0, 8, 26]],
    ['XFD1048576', [1_048_575, 16_383, 1_048_575, 16_383]],
    ['A1:B', undefined],
    ['A1B2', undefined],
    ['A', undefined],
    ['1', undefined],
    ['A:B', undefined],
    ['AAAA1', undefined],
    ['a1', undefined],
    [' A1', undefined],
    ['A1 ', undefined],
    ['A1:B2:C3', undefined],
    ['', undefined],
  ])('%s', (ref, sides) => {
    const range = parseRange(ref)
    expect(range && [range.top, range.left, range.bottom, range.right]).toEqual(sides)
    if (range) expect(formatRange(range)).toBe(ref.replaceAll('$', ''))
  })

  it('a range has all its sides', () => {
    const range = { top: 2, left: 1, bottom: 3, right: 4 }
    const inside = (row: number, column: number) => isInRange(range, row, column)
    expect([inside(2, 1), inside(3, 4), inside(1, 1), inside(4, 4), inside(2, 0), inside(3, 5)]).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(formatRange({ top: 0, left: 0, bottom: 0, right: 1 })).toBe('A1:B1')
    expect(formatRange({ top: 0, left: 0, bottom: 1, right: 0 })).toBe('A1:A2')
  })

  it.each([
    ['A1', 'A1'],
    ['B1', 'C1'],
    ['A1 B2:C3', 'A1 C2:D3'],
    ['$A:$B', '$A:$C'],
    ['1:2', '1:2'],
    ['Z9', 'AA9'],
    ['AA9:AZ10', 'AB9:BA10'],
    ['$C$3', '$D$3'],
    ['B:B,D:D', 'C:C,E:E'],
    ['B', 'C'],
    // The last column stays the last.
    ['XFD1', 'XFD1'],
  ])('%s behind a column that is put in after A is %s', (before, after) => {
    expect(shiftReferences(before, (column) => (column > 0 ? column + 1 : column))).toBe(after)
  })
})

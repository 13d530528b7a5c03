import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateCell } from './cell-length.ts'
import { columnIndex, columnName } from './column-name.ts'
import { enlarged } from './enlarged.ts'
import { firstPassing, lowerBound } from './lower-bound.ts'

test('BULK-07 · columns have the names of a spreadsheet', () => {
  const names = ['A', 'B', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA', 'XFD']
  expect([0, 1, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual(names)
  expect(names.map(columnIndex)).toEqual([0, 1, 25, 26, 51, 52, 701, 702, 16_383])
  expect(['', 'a', 'A1', '1', 'AAAA', ' A', 'Б', 'A '].map(columnIndex)).toEqual(Array(8).fill(-1))
})

test('CONV-08 · a text of more than 32,767 letters is cut, and ends in a sign of it', () => {
  expect(truncateCell('я'.repeat(32_767))).toBe('я'.repeat(32_767))
  expect(truncateCell('я'.repeat(32_768))).toBe(`${'я'.repeat(32_766)}…`)
})

test('BULK-04 · a longer copy of numbers is filled up with zeros', () => {
  const numbers = Uint16Array.of(7, 300)
  expect(enlarged(numbers)).toEqual(Uint16Array.of(7, 300, 0, 0))
  expect(numbers).toEqual(Uint16Array.of(7, 300))
  expect(enlarged(Int32Array.of(-1))).toEqual(Int32Array.of(-1, 0))
})

test('BULK-04 · a binary search finds what a search from the start does', () => {
  const sorted = fc
    .array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 })
    .map((all) => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1, max: 21 }), fc.nat(4), (list, value, from) => {
      const start = Math.min(from, list.length)
      const at = (end: number) => {
        for (let i = start; i < end; i++) if (list[i]! >= value) return i
        return end
      }
      expect(lowerBound(list, value, start)).toBe(at(list.length))
      const end = Math.max(start, list.length - 2)
      expect(lowerBound(list, value, start, end)).toBe(at(end))
      const first = list.findIndex((one) => one >= value)
      expect(firstPassing(list.length, (i) => list[i]! >= value)).toBe(first === -1 ? list.length : first)
    }),
  )
})

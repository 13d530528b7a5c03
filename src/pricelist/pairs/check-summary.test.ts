import { describe, expect, test } from 'vitest'
import { checkPairs } from './check-pairs.ts'
import type { MissingPair, PricePair } from './read-pairs.ts'

const pair = (row: number, national: string, euro: string): PricePair => ({
  row,
  name: `Стока ${row}`,
  pair: 0,
  national,
  euro,
})
const missing = (row: number, reason: MissingPair['reason']): MissingPair => ({
  row,
  name: '',
  pair: 0,
  reason,
  national: '1',
  euro: '',
})

/*
 * 19.56 / 1.95583 = 10.0008…; 1.96 / 1.95583 = 1.0021…, 1.01 × 1.95583 = 1.9753…; 12.5 / 1.95583 = 6.3911…,
 * 6.3915 × 1.95583 = 12.5006…; 3.91 / 1.95583 = 1.9991…, 1.9 × 1.95583 = 3.7160…, 2.1 × 1.95583 = 4.1072…
 */
const PAIRS = [
  pair(2, '19.56', '10'),
  pair(3, '1.96', '1.01'),
  pair(4, '12.5', '6.3915'),
  pair(5, '3.91', '1.9'),
  pair(6, '3.91', '2.1'),
]

describe('CHECK-05 · the summary of a check', () => {
  test('CHECK-05 · counts pairs, adds up what they are off, and names the largest, the first of equals', () => {
    const { direction, summary, mismatches } = checkPairs({ pairs: PAIRS, missing: [] }, 'bgn-eur')
    expect(direction).toBe('bgn-eur')
    expect(summary).toEqual({
      checked: 5,
      exact: 1,
      off: 4,
      offByOne: 1,
      unrounded: 1,
      sumOfDifferences: { national: '0.41', euro: '0.2115' },
      largest: mismatches[2],
      notChecked: 0,
      reasons: { 'no-eur': 0, 'no-bgn': 0, zero: 0, 'too-large': 0, 'same-currency': 0, unreadable: 0 },
    })
    expect(mismatches.map(({ expected, difference }) => [expected, difference])).toEqual([
      [
        { national: '1.98', euro: '1.00' },
        { national: '-0.02', euro: '0.01' },
      ],
      [
        { national: '12.50', euro: '6.39' },
        { national: '0.00', euro: '0.0015' },
      ],
      [
        { national: '3.72', euro: '2.00' },
        { national: '0.19', euro: '-0.10' },
      ],
      [
        { national: '4.11', euro: '2.00' },
        { national: '-0.20', euro: '0.10' },
      ],
    ])
    expect(mismatches.map(({ row, name, national, euro }) => [row, name, national, euro])).toEqual([
      [3, 'Стока 3', '1.96', '1.01'],
      [4, 'Стока 4', '12.50', '6.3915'],
      [5, 'Стока 5', '3.91', '1.90'],
      [6, 'Стока 6', '3.91', '2.10'],
    ])
  })

  test('CHECK-05 · from euro to lev the lev prices are off', () => {
    const { summary, mismatches } = checkPairs({ pairs: PAIRS, missing: [] }, 'eur-bgn')
    expect(summary).toMatchObject({ exact: 2, off: 3, offByOne: 0, unrounded: 0, largest: mismatches[2] })
  })

  test('CHECK-05 · rows that are not checked, by reason', () => {
    const reasons = ['no-eur', 'no-bgn', 'zero', 'too-large', 'same-currency', 'same-currency'] as const
    const rows = reasons.map((reason, i) => missing(i, reason))
    const check = checkPairs({ pairs: [pair(9, '0', '1'), PAIRS[0]!], missing: rows }, 'either')
    expect(check.summary).toMatchObject({ checked: 1, notChecked: 7 })
    expect(check.summary.reasons).toEqual({
      'no-eur': 1,
      'no-bgn': 1,
      zero: 1,
      'too-large': 1,
      'same-currency': 2,
      unreadable: 1,
    })
    expect(check.missing).toEqual([...rows, { ...pair(9, '0', '1'), reason: 'unreadable' }])
  })

  test('CHECK-05 · of nothing is nothing', () => {
    const { summary } = checkPairs({ pairs: [], missing: [] }, 'either')
    expect(summary).toMatchObject({ checked: 0, off: 0, notChecked: 0, largest: null })
    expect(summary.sumOfDifferences).toEqual({ national: '0.00', euro: '0.00' })
  })
})

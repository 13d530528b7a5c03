import { describe, expect, it } from 'vitest'
import { decimals, plantedPairs } from '#test/planted-pairs.ts'
import { checkPairs } from '#pricelist/pairs/check-pairs.ts'
import type { PricePair } from '#pricelist/pairs/read-pairs.ts'
import { MAX_SINGLE_DOTS, buildStrip, hundredthsOf, placeOf } from './strip.ts'

/** The strip of planted pairs, the first in row 2; `errors` in cents, by 0-based index. */
function stripOf(
  count: number,
  errors: Readonly<Record<number, number>>,
  pairOf: (index: number) => number = () => 0,
) {
  const pairs = plantedPairs(count, errors).map(({ name, bgn, eur }, i): PricePair => {
    return { row: i + 2, name, pair: pairOf(i), national: decimals(bgn), euro: decimals(eur) }
  })
  const byColumn = pairs.toSorted((one, other) => one.pair - other.pair)
  return buildStrip(pairs.map(placeOf), checkPairs({ pairs: byColumn, missing: [] }, 'bgn-eur'), 'euro')
}

describe('CHECK-02 · where in the file pairs are off', () => {
  it('CHECK-02 · few pairs have a dot each, with the signed difference', () => {
    const { dots, pairsPerDot, edge } = stripOf(48, { 6: 1, 18: -1, 44: 9 })
    expect([dots.length, pairsPerDot, edge]).toEqual([48, 1, 3])
    expect(dots.filter(({ off }) => off > 0)).toEqual([
      { firstRow: 8, lastRow: 8, pairs: 1, off: 1, above: '0.01', below: null },
      { firstRow: 20, lastRow: 20, pairs: 1, off: 1, above: null, below: '-0.01' },
      { firstRow: 46, lastRow: 46, pairs: 1, off: 1, above: '0.09', below: null },
    ])
  })

  it('CHECK-02 · of many pairs neighbours share a dot, and none is lost', () => {
    const errors = { 0: 2, 3: 5, 4: -7, 500: 1, 999: -3 }
    const { dots, pairsPerDot } = stripOf(1000, errors)
    expect(pairsPerDot).toBe(9)
    expect(dots).toHaveLength(Math.ceil(1000 / 9))
    expect(dots.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(1000)
    expect(dots.reduce((sum, { off }) => sum + off, 0)).toBe(5)
    expect(dots[0]).toEqual({ firstRow: 2, lastRow: 10, pairs: 9, off: 3, above: '0.05', below: '-0.07' })
    expect(dots.at(-1)).toEqual({
      firstRow: 1001,
      lastRow: 1001,
      pairs: 1,
      off: 1,
      above: null,
      below: '-0.03',
    })
    for (const [i, { firstRow }] of dots.entries()) if (i > 0) expect(firstRow).toBe(dots[i - 1]!.lastRow + 1)
  })

  it.each([
    [MAX_SINGLE_DOTS, MAX_SINGLE_DOTS],
    [MAX_SINGLE_DOTS + 1, 81],
    [100_000, 120],
  ])('CHECK-02 · %i pairs have %i dots', (pairs, dots) => {
    expect(stripOf(pairs, {}).dots).toHaveLength(dots)
  })

  it.each([
    [{}, 3],
    [{ 1: 1, 2: -3 }, 3],
    [{ 1: 4 }, 5],
    [{ 1: 12, 2: -15 }, 20],
    [{ 1: 21 }, 50],
    [{ 1: 101 }, 200],
    // One large difference among small ones does not flatten them.
    [{ 1: 1, 2: -1, 3: 1, 4: 2, 5: -1, 6: 5000 }, 3],
    // Nor do several of the few that there are.
    [{ 1: 100, 2: -1, 3: 100 }, 10],
    [{ 1: 100, 2: -2, 3: 150, 4: 400, 5: -90 }, 20],
  ])('CHECK-02 · the differences %o are drawn up to %i cents', (errors, edge) => {
    expect(stripOf(10, errors).edge).toBe(edge)
  })

  it('CHECK-02 · two pairs of columns are put together by the rows, and pairs that were not checked left out', () => {
    const { dots } = stripOf(20, { 3: 1, 10: 1 }, (i) => i % 2)
    expect(dots.map(({ firstRow }) => firstRow)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2))
    const pairs = [
      { row: 2, name: '', pair: 0, national: '1.96', euro: '1.00' },
      { row: 3, name: '', pair: 0, national: '0.00', euro: '1.00' },
      { row: 4, name: '', pair: 0, national: '1.96', euro: '1.005' },
    ]
    const strip = buildStrip(pairs.map(placeOf), checkPairs({ pairs, missing: [] }, 'bgn-eur'), 'euro')
    expect(strip.dots.map(({ firstRow, above }) => [firstRow, above])).toEqual([
      [2, null],
      [4, '0.005'],
    ])
  })

  it.each([
    [{ 1: 3 }, 3],
    [{ 1: 5 }, 5],
    [{ 1: 6 }, 10],
    [{ 1: 10 }, 10],
    [{ 1: 20 }, 20],
    [{ 1: 50 }, 50],
    [{ 1: 51 }, 100],
    [{ 1: 100 }, 100],
    [{ 1: 200 }, 200],
    [{ 1: 201 }, 500],
    // Eight of ten within the edge: the ninth and tenth may be drawn at it.
    [Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 40].map((off, i) => [i, off])), 10],
    // What is a tenth of the edge or more is still seen.
    [{ 0: 1, 1: 1, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100, 7: 100 }, 10],
    [{ 0: 1, 1: 100, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100, 7: 100 }, 100],
    [{ 0: -20, 1: -20, 2: -20 }, 20],
    // Five of nine steps of the ten differences: the seventh counts, not the eighth.
    [{ 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 5, 6: 5, 7: 5, 8: 40, 9: 40 }, 5],
  ])('CHECK-02 · of the differences %o the edge is at %i cents', (errors, edge) => {
    expect(stripOf(10, errors).edge).toBe(edge)
  })

  it('CHECK-02 · a difference is so many hundredths', () => {
    expect([hundredthsOf('0.07'), hundredthsOf('-1.5'), hundredthsOf('0')].map(Math.round)).toEqual([
      7, -150, 0,
    ])
  })

  it('CHECK-02 · without pairs there are no dots', () => {
    expect(stripOf(0, {})).toEqual({ dots: [], pairsPerDot: 1, edge: 3 })
  })
})

import { describe, expect, it } from 'vitest'
import type { Strip, StripDot } from '#engine/check/strip.ts'
import { type StripSize, dotText, offDots, placeLabels } from './strip-layout.ts'

/** A strip of single dots; `differences` by 0-based index. */
const stripOf = (count: number, differences: Readonly<Record<number, string>>): Strip => ({
  dots: Array.from({ length: count }, (_, i): StripDot => {
    const difference = differences[i]
    const isBelow = difference?.startsWith('-') ?? false
    const off = difference === undefined ? 0 : 1
    return {
      firstRow: i + 2,
      lastRow: i + 2,
      pairs: 1,
      off,
      above: difference !== undefined && !isBelow ? difference : null,
      below: difference !== undefined && isBelow ? difference : null,
    }
  }),
  pairsPerDot: 1,
  edge: 3,
})

const SIZE: StripSize = { width: 600, reach: 66, dot: 6, letter: 14 }

const labels = (strip: Strip, size = SIZE) => {
  const dots = offDots(strip)
  return placeLabels(
    dots,
    dots.map(({ difference }) => String(Math.round(Number(difference) * 100))),
    size,
  )
}

describe('CHECK-02 · the dots and labels of the strip', () => {
  it('CHECK-02 · a dot is as far from the line as its pair is off, and at most at the edge', () => {
    const dots = offDots(stripOf(10, { 0: '0.01', 4: '-0.02', 9: '0.09' }))
    expect(dots.map(({ x, isBeyond }) => [x, isBeyond])).toEqual([
      [0.05, false],
      [0.45, false],
      [0.95, true],
    ])
    for (const [i, y] of [1 / 3, -2 / 3, 1].entries()) expect(dots[i]?.y).toBeCloseTo(y, 9)
  })

  it('CHECK-02 · a label is above a positive dot, below a negative one, and beside a dot at the axis limit', () => {
    const placed = labels(stripOf(40, { 5: '0.01', 15: '-0.01', 25: '0.09', 0: '0.12' }))
    const anchors = [...placed].toSorted(([one], [other]) => one - other).map(([, { anchor }]) => anchor)
    expect(anchors).toEqual(['start', 'middle', 'middle', 'end'])
    expect(placed.get(1)?.y).toBeLessThan(-SIZE.reach / 3)
    expect(placed.get(2)?.y).toBeGreaterThan(SIZE.reach / 3)
  })

  it('CHECK-02 · of labels that would lie upon each other the larger difference keeps its own', () => {
    const strip = stripOf(200, { 100: '0.01', 101: '0.02', 102: '0.01' })
    expect([...labels(strip).keys()]).toEqual([1])
    // In a wide picture there is room for more.
    expect(labels(strip, { ...SIZE, width: 20_000 }).size).toBe(3)
  })

  it('CHECK-02 · no label lies upon the stem of another dot', () => {
    const strip = stripOf(120, { 60: '0.01', 61: '0.09' })
    expect([...labels(strip).keys()]).toEqual([1])
  })

  it('CHECK-02 · no label reaches beyond the strip', () => {
    const placed = labels(stripOf(300, { 0: '12345.00', 299: '-12345.00' }))
    for (const { x, anchor } of placed.values())
      expect([x > 0, x < SIZE.width, anchor !== 'middle']).toEqual([true, true, true])
  })

  it.each([
    ['0.01', '+1', '+1'],
    ['-0.005', '−0,5', '−0.5'],
    ['1.00', '+100', '+100'],
    ['-12.345', '−1234,5', '−1,234.5'],
    ['123.45', '+12 345', '+12,345'],
  ])('CHECK-02 · a difference of %s is labelled in the unit of the axis, %s', (difference, bg, en) => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ')
    expect([plain(dotText(difference, 'bg')), dotText(difference, 'en')]).toEqual([bg, en])
  })
})

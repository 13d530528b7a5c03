import type { Strip, StripDot } from '#engine/check/strip.ts'
import { hundredthsOf } from '#engine/check/strip.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import type { Currency } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'

/** A dot off the line. */
export type OffDot = {
  readonly dot: StripDot
  /** Where along the strip, from 0 to 1. */
  readonly x: number
  /** How far from the line, from -1 at the lower edge to 1 at the upper one. */
  readonly y: number
  /** The signed difference as a decimal text. */
  readonly difference: string
  readonly isBeyond: boolean
}

/** Where along the strip a dot stands, from 0 to 1. */
export const placeOf = (index: number, { dots }: Strip): number => (index + 0.5) / dots.length

/** The dots off the line; shared ones have one on each side that has differences. */
export function offDots(strip: Strip): OffDot[] {
  return strip.dots.flatMap((dot, i) =>
    [dot.above, dot.below].flatMap((difference) => {
      if (difference === null) return []
      const y = hundredthsOf(difference) / strip.edge
      return {
        dot,
        x: placeOf(i, strip),
        y: Math.max(-1, Math.min(1, y)),
        difference,
        isBeyond: Math.abs(y) > 1,
      }
    }),
  )
}

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

export type LabelPlace = {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

/** The size of a strip, in the units of its labels. */
export type StripSize = {
  readonly width: number
  /** From the line to an edge. */
  readonly reach: number
  readonly dot: number
  readonly letter: number
}

/**
 * Positions of the labels that fit, by the index of their dot. A label is above or below its dot. For a dot at the axis
 * limit or at an end of the strip it is to the left or right, if there is room. Where labels would overlap each other or the stem
 * of another dot, only that of the largest difference is kept. `x` and `y` are relative to the left
 * end of the zero line.
 */
export function placeLabels(
  dots: readonly OffDot[],
  texts: readonly string[],
  size: StripSize,
): Map<number, LabelPlace> {
  const taken: Box[] = dots.map(({ x, y }) => boxAround(x * size.width, -y * size.reach, size.dot))
  const stems = dots.map(({ x, y }) => stemOf(x * size.width, -y * size.reach))
  const placed = new Map<number, LabelPlace>()
  const byWeight = dots
    .map(({ difference }, i) => ({ i, weight: Math.abs(hundredthsOf(difference)) }))
    .toSorted((one, other) => other.weight - one.weight)
  for (const { i } of byWeight) {
    const length = (texts[i] ?? '').length
    const isFree = (box: Box) =>
      [taken, stems].every((boxes) => boxes.every((other, k) => k === i || !overlap(box, other))) &&
      box.left >= -size.letter &&
      box.right <= size.width + size.letter
    const place = labelPlaces(dots[i]!, length, size).find((one) => isFree(labelBox(one, length, size)))
    if (!place) continue
    taken.push(labelBox(place, length, size))
    placed.set(i, place)
  }
  return placed
}

/** Digits are a little narrower than they are high. */
const DIGIT = 0.66

/** The places of a label, the best first. */
function labelPlaces({ x, y, isBeyond }: OffDot, length: number, size: StripSize): LabelPlace[] {
  const left = x * size.width
  const top = -y * size.reach
  const gap = size.dot + size.letter / 3
  const isAtEnd = Math.min(left, size.width - left) < (length * size.letter * DIGIT) / 2
  const over: LabelPlace = { x: left, y: top + (y > 0 ? -gap : gap + size.letter * 0.75), anchor: 'middle' }
  if (!isBeyond && !isAtEnd) return [over]
  const middle = top + size.letter * 0.35
  const before: LabelPlace = { x: left - gap, y: middle, anchor: 'end' }
  const after: LabelPlace = { x: left + gap, y: middle, anchor: 'start' }
  const beside = left < length * size.letter ? [after, before] : [before, after]
  return isAtEnd ? beside : [...beside, over]
}

function labelBox({ x, y, anchor }: LabelPlace, length: number, { letter }: StripSize): Box {
  const width = length * letter * DIGIT
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - letter * 0.8, bottom: y + letter * 0.1 }
}

const boxAround = (x: number, y: number, r: number): Box => ({
  left: x - r,
  right: x + r,
  top: y - r,
  bottom: y + r,
})

/** The line from a dot to the axis. */
const stemOf = (x: number, y: number): Box => ({
  left: x - 1,
  right: x + 1,
  top: Math.min(0, y),
  bottom: Math.max(0, y),
})

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** In hundredths, as the axis is labelled: `+9`, `−0,5`, `+120`. */
export function dotText(difference: string, lang: Lang): string {
  const [whole = '0', fraction = ''] = difference.replace('-', '').split('.')
  const hundredths = formatCount(Number(whole + fraction.slice(0, 2).padEnd(2, '0')), lang)
  const parts = fraction.slice(2)
  const size = parts === '' ? hundredths : `${hundredths}${LANGUAGES[lang].decimalMark}${parts}`
  return `${difference.startsWith('-') ? '−' : '+'}${size}`
}

/** Hundredths of a currency in words: `+3 цента`, `−3 стотинки`. */
export const HUNDREDTHS = {
  EUR: m.check_cents,
  BGN: m.check_stotinki,
} satisfies Record<Currency, (values: { n: string }) => string>

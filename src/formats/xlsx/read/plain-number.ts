import { textOf } from '../../xml/tags.ts'
import type { Bytes } from '../../zip/zip-pack.ts'
import { decline } from './not-plain.ts'

const [MINUS, POINT, ZERO, ASCII] = [0x2d, 0x2e, 0x30, 0x7f]

/** So many digits are a whole number that a double holds, and a power of ten as great is exact too. */
const EXACT_DIGITS = 15

const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => Number(`1e${i}`))

/**
 * The number that stands there. Few digits are one whole number over a power of ten: both exact, their quotient is rounded
 * once, and is what the platform reads from the text.
 */
export function numberAt(bytes: Bytes, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS
  const from = isNegative ? start + 1 : start
  if (end - from > EXACT_DIGITS) return longNumber(bytes, start, end)
  let whole = 0
  let point = -1
  for (let at = from; at < end; at++) {
    const digit = bytes[at]! - ZERO
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit
    else if (bytes[at] === POINT && point === -1 && at > from && at < end - 1) point = at
    else return longNumber(bytes, start, end)
  }
  if (end === from) return longNumber(bytes, start, end)
  const value = point === -1 ? whole : whole / POWERS[end - 1 - point]!
  return isNegative ? -value : value
}

function longNumber(bytes: Bytes, start: number, end: number): number {
  // Nothing but ASCII: the platform would leave out a mark of the byte order.
  if (bytes[start]! > ASCII) decline('number')
  const text = textOf(bytes, start, end)
  return /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : decline('number')
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Digits that a program's number has exactly; further ones are noise (19.990000000000002). */
const EXACT_DIGITS = 15

/** A longer number is no amount. */
const MAX_EXPONENT = 400

/**
 * A JSON number as a plain decimal, from its digits: it never becomes a binary number. As in workbooks, more than 15 digits are
 * rounded to so many. Undefined where it is too long to be written so.
 */
export function numberText(literal: string): string | undefined {
  if (literal.length <= EXACT_DIGITS && !/[eE]/.test(literal)) return literal
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(literal) ?? []
  const shift = Number(exponent)
  if (Math.abs(shift) > MAX_EXPONENT) return undefined
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return `${sign}0`
  // The value is `digits` × 10^power.
  const power = shift - fraction.length
  const surplus = digits.length - EXACT_DIGITS
  return surplus > 0
    ? sign + plain(rounded(digits, EXACT_DIGITS), power + surplus)
    : sign + plain(digits, power)
}

/** The first digits, rounded half up; one more where they were all nines. */
function rounded(digits: string, count: number): string {
  const kept = BigInt(digits.slice(0, count))
  return String(digits[count]! >= '5' ? kept + 1n : kept)
}

function plain(digits: string, power: number): string {
  if (power >= 0) return digits + '0'.repeat(power)
  const padded = digits.padStart(1 - power, '0')
  const point = padded.length + power
  const fraction = padded.slice(point).replace(/0+$/, '')
  return fraction === '' ? padded.slice(0, point) : `${padded.slice(0, point)}.${fraction}`
}

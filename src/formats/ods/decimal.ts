import { decimalText, parseDecimal } from '#money/decimal.ts'

/** Digits of a double that are no rounding noise: as many as Excel has. */
const EXACT_DIGITS = 15
/** Digits of a longer number are no value of a cell: a double has 308 before the point at most. */
const MAX_LENGTH = 400

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/

/**
 * The number of `office:value` as a plain decimal, exact but for rounding noise beyond 15 digits; undefined where it is none.
 * @param places by how many the point is moved to the right
 */
export function plainDecimal(value: string, places = 0): string | undefined {
  if (value.length > MAX_LENGTH) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(value) ?? []
  if (whole === '' && fraction === '') return undefined
  const decimal = pointMoved(...rounded(whole, fraction), Number(exponent) + places)
  const text = decimalText(parseDecimal(decimal)!)
  return sign === '-' && text !== '0' ? `-${text}` : text
}

/** The digits before and after the point, rounded to 15 of them. */
function rounded(whole: string, fraction: string): [whole: string, fraction: string] {
  const all = whole + fraction
  const first = /[1-9]/.exec(all)?.index ?? all.length
  const kept = first + EXACT_DIGITS
  if (all.length <= kept) return [whole, fraction]
  const head = BigInt(all.slice(0, kept)) + (all[kept]! >= '5' ? 1n : 0n)
  const digits = String(head).padStart(kept, '0') + '0'.repeat(Math.max(0, whole.length - kept))
  // Rounding can add a digit: 999.9… becomes 1000.
  const point = digits.length - Math.max(0, kept - whole.length)
  return [digits.slice(0, point), digits.slice(point)]
}

function pointMoved(whole: string, fraction: string, places: number): string {
  if (places >= 0) {
    const digits = fraction.padEnd(places, '0')
    return `${whole}${digits.slice(0, places)}.${digits.slice(places)}`
  }
  const digits = whole.padStart(-places, '0')
  const point = digits.length + places
  return `${digits.slice(0, point)}.${digits.slice(point)}${fraction}`
}

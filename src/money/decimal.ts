import { MAX_AMOUNT } from './amount.ts'

/** An exact, non-negative decimal: digits without leading zeros, digits without trailing zeros. */
export type Decimal = { readonly whole: string; readonly fraction: string }

const PLAIN_DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * Reads plain decimal text: digits with at most one point (`12`, `12.5`, `.5`, `12.`). Spaces around are allowed;
 * signs, exponents, separators, other digits are not.
 * @returns the decimal, or undefined when the text is none.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const plain = text.trim()
  if (!PLAIN_DECIMAL.test(plain)) return undefined
  const point = plain.indexOf('.')
  const whole = point === -1 ? plain : plain.slice(0, point)
  const fraction = point === -1 ? '' : plain.slice(point + 1)
  return { whole: withoutLeadingZeros(whole), fraction: withoutTrailingZeros(fraction) }
}

/** Code units of a point and of the first and the last digit. */
const [POINT, ZERO, NINE] = [0x2e, 0x30, 0x39] as const

/** '9999999.99' */
const LONGEST_USUAL = 10

/**
 * The hundredths of a usual price text, as nearly all are: digits with at most one point and two decimals, above 0 and within
 * the maximum; undefined for every other text, which {@link parseDecimal} may read. Digit by digit, without the strings of
 * a decimal: a price list has up to a hundred thousand prices, and this takes a third of the time.
 */
export function parseShortPrice(text: string): number | undefined {
  if (text.length > LONGEST_USUAL) return undefined
  let value = 0
  let point = -1
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (sign === POINT && point === -1) point = i
    else if (sign >= ZERO && sign <= NINE) value = value * 10 + (sign - ZERO)
    else return undefined
  }
  const decimals = point === -1 ? 0 : text.length - 1 - point
  if (decimals > 2) return undefined
  const hundredths = decimals === 2 ? value : decimals === 1 ? value * 10 : value * 100
  return hundredths > 0 && hundredths <= MAX_AMOUNT ? hundredths : undefined
}

/** Plain loops: a pattern anchored at the end takes quadratic time on a long run of zeros. */
function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (digits[start] === '0') start++
  return digits.slice(start) || '0'
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

export const isZero = (decimal: Decimal): boolean => decimal.whole === '0' && decimal.fraction === ''

/** Whether the decimal is above 9,999,999.99, the product's maximum (RATE-03). */
export function isAboveMaximum(decimal: Decimal): boolean {
  const hundredths = Number(decimal.whole + decimal.fraction.slice(0, 2).padEnd(2, '0'))
  return hundredths > MAX_AMOUNT || (hundredths === MAX_AMOUNT && decimal.fraction.length > 2)
}

/** The decimal in hundredths, when it has at most two decimals and is within 15 digits; else undefined. */
export function toMinorUnits(decimal: Decimal): number | undefined {
  if (decimal.fraction.length > 2 || decimal.whole.length > 13) return undefined
  return Number(decimal.whole + decimal.fraction.padEnd(2, '0'))
}

/** The shortest plain text of the decimal: `1234.5`. */
export const decimalText = (decimal: Decimal): string =>
  decimal.fraction === '' ? decimal.whole : `${decimal.whole}.${decimal.fraction}`

/** A number without its sign. */
export const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

/** Adds decimals of any length without rounding. */
export class DecimalSum {
  /** Sums of whole numbers by how many decimals these stand for: most prices have two. */
  #byDecimals = new Map<number, bigint>()

  get isEmpty(): boolean {
    return this.#byDecimals.size === 0
  }

  /** Whether any of them has more decimals than an amount of money. */
  get isRounded(): boolean {
    return [...this.#byDecimals.keys()].some((decimals) => decimals > 2)
  }

  add({ whole, fraction }: Decimal): void {
    const decimals = fraction.length
    this.#byDecimals.set(decimals, (this.#byDecimals.get(decimals) ?? 0n) + BigInt(whole + fraction))
  }

  /** value / scale. */
  total(): { value: bigint; scale: bigint } {
    const most = Math.max(0, ...this.#byDecimals.keys())
    let value = 0n
    for (const [decimals, sum] of this.#byDecimals) value += sum * 10n ** BigInt(most - decimals)
    return { value, scale: 10n ** BigInt(most) }
  }

  /** The sum itself. */
  decimal(): Decimal {
    const { value, scale } = this.total()
    const decimals = String(scale).length - 1
    const digits = value.toString().padStart(decimals + 1, '0')
    const point = digits.length - decimals
    return { whole: digits.slice(0, point), fraction: withoutTrailingZeros(digits.slice(point)) }
  }
}

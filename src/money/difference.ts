import { type Decimal, parseDecimal, sizeOf, toMinorUnits } from './decimal.ts'

/** An exact signed amount: `units` of the last of its `decimals` (at least two). */
export type Difference = { readonly units: bigint; readonly decimals: number }

export const NO_DIFFERENCE: Difference = { units: 0n, decimals: 2 }

/** The given amount minus the right one in hundredths. Exact. */
export function differenceOf(given: Decimal, right: number): Difference {
  const hundredths = toMinorUnits(given)
  if (hundredths !== undefined) return { units: BigInt(hundredths - right), decimals: 2 }
  const decimals = Math.max(given.fraction.length, 2)
  const units = BigInt(given.whole + given.fraction.padEnd(decimals, '0'))
  return { units: units - BigInt(right) * 10n ** BigInt(decimals - 2), decimals }
}

/** The difference that {@link differenceText} has written. */
export function parseDifference(text: string): Difference {
  const [whole, fraction = ''] = text.replace('-', '').split('.') as [string, string?]
  const decimals = Math.max(fraction.length, NO_DIFFERENCE.decimals)
  const size = BigInt(whole + fraction.padEnd(decimals, '0'))
  return { units: text.startsWith('-') ? -size : size, decimals }
}

export function addDifferences(one: Difference, other: Difference): Difference {
  const decimals = Math.max(one.decimals, other.decimals)
  return { units: scaled(one, decimals) + scaled(other, decimals), decimals }
}

export const absoluteDifference = ({ units, decimals }: Difference): Difference => ({
  units: sizeOf(units),
  decimals,
})

/** Whether the first has the larger absolute value. */
export function isFurther(one: Difference, other: Difference): boolean {
  const decimals = Math.max(one.decimals, other.decimals)
  return sizeOf(scaled(one, decimals)) > sizeOf(scaled(other, decimals))
}

/** Whether the absolute value is one hundredth. */
export const isOneHundredth = (difference: Difference): boolean =>
  sizeOf(difference.units) === 10n ** BigInt(difference.decimals - 2)

/** Whether rounding the given amount half up to two decimals removes the difference: it has hidden decimals. */
export function disappearsWhenRounded({ units, decimals }: Difference): boolean {
  const hundredth = 10n ** BigInt(decimals - 2)
  return -hundredth <= 2n * units && 2n * units < hundredth
}

/** Plain text with a minus for negative values and at least two decimals: `-0.01`, `0.005`. */
export function differenceText({ units, decimals }: Difference): string {
  const digits = sizeOf(units)
    .toString()
    .padStart(decimals + 1, '0')
  return `${units < 0n ? '-' : ''}${trimDecimal(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)}`
}

/** A plain decimal text with at least two decimals and without further trailing zeros: `19.50`, `1.005`. */
export function trimDecimal(text: string): string {
  const decimal = parseDecimal(text)
  return decimal === undefined ? text : `${decimal.whole}.${decimal.fraction.padEnd(2, '0')}`
}

const scaled = ({ units, decimals }: Difference, to: number): bigint => units * 10n ** BigInt(to - decimals)

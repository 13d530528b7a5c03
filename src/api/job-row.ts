import type { Cents, ConvertedAmount, MinorUnits } from '#money/amount.ts'
import { toMajorUnits } from '#money/amount.ts'
import type { JobRow } from './conversions.ts'

/** The amounts of a row as the wire and stored jobs name them. They are those of BGN and EUR: another pair needs another row. */
type WireAmounts = Pick<JobRow, 'bgn' | 'eur'>

export const toWireAmounts = (money: ConvertedAmount | null): WireAmounts => ({
  bgn: money && toMajorUnits(money.national),
  eur: money && toMajorUnits(money.euro),
})

/** The amounts of a row in minor units; null where it has none. */
export const amountsOf = ({ bgn, eur }: WireAmounts): ConvertedAmount | null =>
  bgn === null || eur === null
    ? null
    : { national: minorUnitsOfJson(bgn) as MinorUnits<'national'>, euro: minorUnitsOfJson(eur) as Cents }

/** An amount of JSON in minor units. It has at most two decimals, so rounding is exact. */
export const minorUnitsOfJson = (amount: number): number => Math.round(amount * 100)

/** Whether a price is so small that an amount comes to 0.00. */
export const isZeroRow = ({ bgn, eur }: WireAmounts): boolean => bgn === 0 || eur === 0

import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { toMinorUnits } from '#money/decimal.ts'
import { type Difference, differenceOf } from '#money/difference.ts'
import type { ConvertedAmount, Side } from '#money/amount.ts'
import { convert } from '#money/convert.ts'
import { BGN_EUR } from '#money/pair.ts'
import { type PriceValidation, validatePrice } from '../row.ts'
import { PAIR_TOLERANCE_TEXT } from '#product/limits.ts'

/**
 * Which price is the original: lev, from which the euro price was converted, the other way round, or unknown
 * (either is accepted).
 */
export const PAIR_DIRECTIONS = ['either', 'bgn-eur', 'eur-bgn'] as const

export type PairDirection = (typeof PAIR_DIRECTIONS)[number]

/** Why a price cannot be compared. */
type PairProblem = Extract<PriceValidation, { ok: false }>['problem']

/**
 * The result of comparing a lev and a euro price of one product. For a pair that is off: what each price
 * should be if the other is the original, and by how much it is above (or, negative, below) that. In one
 * direction the difference of the other may be zero.
 */
export type PairComparison =
  | { status: 'exact' }
  | { status: 'off'; right: ConvertedAmount; difference: Readonly<Record<Side, Difference>> }
  | { status: 'not-checked'; currency: Currency; problem: PairProblem }

/**
 * Compares one pair of plain decimal texts: exact when the converted price equals, to the hundredth, what the
 * original converts to. A price with more than two decimals never is.
 */
export function comparePair(
  nationalText: string,
  euroText: string,
  direction: PairDirection,
): PairComparison {
  const national = validatePrice(nationalText)
  if (!national.ok) return { status: 'not-checked', currency: NATIONAL, problem: national.problem }
  const euro = validatePrice(euroText)
  if (!euro.ok) return { status: 'not-checked', currency: EURO, problem: euro.problem }
  const right: ConvertedAmount = {
    national: convert(euro.price, EURO).national,
    euro: convert(national.price, NATIONAL).euro,
  }
  const isExact =
    (direction !== 'eur-bgn' && toMinorUnits(euro.price) === right.euro) ||
    (direction !== 'bgn-eur' && toMinorUnits(national.price) === right.national)
  if (isExact) return { status: 'exact' }
  const difference = {
    national: differenceOf(national.price, right.national),
    euro: differenceOf(euro.price, right.euro),
  }
  return { status: 'off', right, difference }
}

/**
 * The currency whose price is wrong when a pair is off; euro where either direction is accepted, since every
 * pair of two decimals that is exact from euro to lev is exact from lev to euro too.
 */
export const derivedCurrency = (direction: PairDirection): Currency =>
  direction === 'eur-bgn' ? NATIONAL : EURO

const RATE = Number(BGN_EUR.rateText)
/** The amounts have few decimals, so a true difference is never within a billionth of the tolerance. */
const TOLERANCE = Number(PAIR_TOLERANCE_TEXT) + 1e-9

/**
 * Whether a lev and a euro price of one product differ by more than 0.05 euro (BULK-06). Takes plain
 * decimals; compares in double arithmetic, for a message only.
 */
export const areApart = (national: string | number, euro: string | number, tolerance = TOLERANCE): boolean =>
  distanceOf(national, euro) > tolerance

/** The approximate difference in euro, to choose between readings of a text. */
export const distanceOf = (national: string | number, euro: string | number): number =>
  Math.abs(Number(national) / RATE - Number(euro))

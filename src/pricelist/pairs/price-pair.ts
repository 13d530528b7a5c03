import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { toMinorUnits } from '#money/decimal.ts'
import { type Difference, differenceOf } from '#money/difference.ts'
import type { ConvertedAmount } from '#money/amount.ts'
import { convert } from '#money/convert.ts'
import { BGN_EUR } from '#money/pair.ts'
import { type PriceVerdict, validatePrice } from '../row.ts'
import { PAIR_TOLERANCE_TEXT } from '#product/limits.ts'

/**
 * Which of two prices was converted to the other: the lev price is the original and the euro one was made of it, the other
 * way round, or nobody knows and either will do.
 */
export const PAIR_DIRECTIONS = ['either', 'bgn-eur', 'eur-bgn'] as const

export type PairDirection = (typeof PAIR_DIRECTIONS)[number]

/** Why a price takes part in no comparison. */
type PairProblem = Extract<PriceVerdict, { ok: false }>['problem']

/**
 * What a lev and a euro price of one thing are together. Of a pair that is off: what each price should be if the other is
 * the original, and how far above it (or below, negative) it is. In one direction the other's difference may be nothing.
 */
export type PairComparison =
  | { status: 'exact' }
  | { status: 'off'; right: ConvertedAmount; difference: Readonly<Record<Currency, Difference>> }
  | { status: 'not-checked'; currency: Currency; problem: PairProblem }

/**
 * Judges one pair of plain decimal texts: exact when the converted price is, to the hundredth, what the original converts
 * to. One of more than two decimals never is.
 */
export function comparePair(bgn: string, eur: string, direction: PairDirection): PairComparison {
  const lev = validatePrice(bgn)
  if (!lev.ok) return { status: 'not-checked', currency: NATIONAL, problem: lev.problem }
  const euro = validatePrice(eur)
  if (!euro.ok) return { status: 'not-checked', currency: EURO, problem: euro.problem }
  const right: ConvertedAmount = {
    national: convert(euro.price, EURO).national,
    euro: convert(lev.price, NATIONAL).euro,
  }
  const isExact =
    (direction !== 'eur-bgn' && toMinorUnits(euro.price) === right.euro) ||
    (direction !== 'bgn-eur' && toMinorUnits(lev.price) === right.national)
  if (isExact) return { status: 'exact' }
  const difference = {
    [NATIONAL]: differenceOf(lev.price, right.national),
    [EURO]: differenceOf(euro.price, right.euro),
  }
  return { status: 'off', right, difference }
}

/**
 * The currency whose price is wrong when a pair is off. Where either direction will do it is the euro one: every pair of
 * two decimals that fits from euro to lev fits from lev to euro too.
 */
export const derivedCurrency = (direction: PairDirection): Currency =>
  direction === 'eur-bgn' ? NATIONAL : EURO

const RATE = Number(BGN_EUR.rateText)
/** The amounts have few decimals, so that a true difference is never within a billionth of the tolerance. */
const TOLERANCE = Number(PAIR_TOLERANCE_TEXT) + 1e-9

/**
 * Whether a lev and a euro price of one thing differ by more than 0.05 euro (BULK-06).
 * Takes plain decimal texts; a comparison for a message, so that doubles do.
 */
export const areApart = (bgn: string, eur: string, tolerance = TOLERANCE): boolean =>
  distanceOf(bgn, eur) > tolerance

/** About how far apart they are, in euro; to tell one reading of a text from another. */
export const distanceOf = (bgn: string, eur: string): number => Math.abs(Number(bgn) / RATE - Number(eur))

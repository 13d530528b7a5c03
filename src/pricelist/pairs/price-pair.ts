import { toHundredths } from '#money/decimal.ts'
import { type Difference, differenceOf } from '#money/difference.ts'
import type { Currency, Money } from '#money/amount.ts'
import { convert } from '#money/convert.ts'
import { judgePrice, type PriceVerdict } from '../row.ts'

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
export type PairVerdict =
  | { status: 'exact' }
  | { status: 'off'; right: Money; difference: Readonly<Record<Currency, Difference>> }
  | { status: 'not-checked'; currency: Currency; problem: PairProblem }

/**
 * Judges one pair of plain decimal texts: exact when the converted price is, to the hundredth, what the original converts
 * to. One of more than two decimals never is.
 */
export function judgePair(bgn: string, eur: string, direction: PairDirection): PairVerdict {
  const lev = judgePrice(bgn)
  if (!lev.ok) return { status: 'not-checked', currency: 'BGN', problem: lev.problem }
  const euro = judgePrice(eur)
  if (!euro.ok) return { status: 'not-checked', currency: 'EUR', problem: euro.problem }
  const right: Money = { bgn: convert(euro.price, 'EUR').bgn, eur: convert(lev.price, 'BGN').eur }
  const isExact =
    (direction !== 'eur-bgn' && toHundredths(euro.price) === right.eur) ||
    (direction !== 'bgn-eur' && toHundredths(lev.price) === right.bgn)
  if (isExact) return { status: 'exact' }
  const difference = { BGN: differenceOf(lev.price, right.bgn), EUR: differenceOf(euro.price, right.eur) }
  return { status: 'off', right, difference }
}

/**
 * The currency whose price is wrong when a pair is off. Where either direction will do it is the euro one: every pair of
 * two decimals that fits from euro to lev fits from lev to euro too.
 */
export const judgedCurrency = (direction: PairDirection): Currency =>
  direction === 'eur-bgn' ? 'BGN' : 'EUR'

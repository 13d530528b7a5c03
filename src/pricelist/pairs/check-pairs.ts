import {
  type Difference,
  NO_DIFFERENCE,
  absoluteDifference,
  addDifferences,
  trimDecimal,
  differenceText,
  isFurther,
  isOneHundredth,
  disappearsWhenRounded,
} from '#money/difference.ts'
import { type Side, sideOf, toDecimalText } from '#money/amount.ts'
import { type PairDirection, type PairComparison, comparePair, derivedCurrency } from './price-pair.ts'
import {
  MISSING_REASONS,
  type MissingPair,
  type MissingReason,
  type PairsOptions,
  type PairsReading,
  type PricePair,
} from './read-pairs.ts'

/** A pair that is not exact to the cent. All amounts are plain decimal texts with at least two decimals. */
export type Mismatch = PricePair & {
  /** What each price should be if the other is the original. */
  readonly expected: Readonly<Record<Side, string>>
  /** Each price minus the expected one. */
  readonly difference: Readonly<Record<Side, string>>
}

export type CheckSummary = {
  readonly checked: number
  readonly exact: number
  readonly off: number
  /** Pairs whose wrong price is one hundredth off. */
  readonly offByOne: number
  /**
   * Pairs whose wrong price has more than two decimals and would be right if rounded, as a spreadsheet
   * displays it.
   */
  readonly unrounded: number
  /** The sum of the absolute values: differences of opposite signs do not cancel. */
  readonly sumOfDifferences: Readonly<Record<Side, string>>
  /** The pair with the largest difference, the first of equals. */
  readonly largest: Mismatch | null
  /** Pairs with a missing or invalid price. A row has as many pairs as there are pairs of columns. */
  readonly notChecked: number
  readonly reasons: Readonly<Record<MissingReason, number>>
}

export type PriceCheck = {
  readonly direction: PairDirection
  readonly summary: CheckSummary
  readonly mismatches: readonly Mismatch[]
  readonly missing: readonly MissingPair[]
}

/** Which prices are compared, and how they are read. */
export type CheckChoices = Omit<PairsOptions, 'firstLine'>

/** Checks every pair: which are exact to the cent, and what each of the others should be (CHECK-01). */
export function checkPairs({ pairs, missing }: PairsReading, direction: PairDirection): PriceCheck {
  const mismatches: Mismatch[] = []
  const notChecked: MissingPair[] = [...missing]
  const wrong = sideOf(derivedCurrency(direction))
  const sum = { national: NO_DIFFERENCE, euro: NO_DIFFERENCE }
  let furthest: { mismatch: Mismatch; difference: Difference } | undefined
  let exact = 0
  let offByOne = 0
  let unrounded = 0
  for (const pair of pairs) {
    const verdict = comparePair(pair.national, pair.euro, direction)
    if (verdict.status === 'exact') exact++
    else if (verdict.status === 'not-checked') notChecked.push({ ...pair, reason: 'unreadable' })
    else {
      const mismatch = mismatchOf(pair, verdict)
      const difference = verdict.difference[wrong]
      mismatches.push(mismatch)
      sum.national = addDifferences(sum.national, absoluteDifference(verdict.difference.national))
      sum.euro = addDifferences(sum.euro, absoluteDifference(verdict.difference.euro))
      if (isOneHundredth(difference)) offByOne++
      if (disappearsWhenRounded(difference)) unrounded++
      if (!furthest || isFurther(difference, furthest.difference)) furthest = { mismatch, difference }
    }
  }
  const reasons = countsOf(notChecked)
  const summary: CheckSummary = {
    checked: exact + mismatches.length,
    exact,
    off: mismatches.length,
    offByOne,
    unrounded,
    sumOfDifferences: bothSides((side) => differenceText(sum[side])),
    largest: furthest?.mismatch ?? null,
    notChecked: notChecked.length,
    reasons,
  }
  return { direction, summary, mismatches, missing: notChecked }
}

const bothSides = <T>(make: (side: Side) => T): Record<Side, T> => ({
  national: make('national'),
  euro: make('euro'),
})

const mismatchOf = (
  pair: PricePair,
  { right, difference }: Extract<PairComparison, { status: 'off' }>,
): Mismatch => ({
  ...pair,
  national: trimDecimal(pair.national),
  euro: trimDecimal(pair.euro),
  expected: bothSides((side) => toDecimalText(right[side])),
  difference: bothSides((side) => differenceText(difference[side])),
})

function countsOf(missing: readonly MissingPair[]): Record<MissingReason, number> {
  const counts = Object.fromEntries(MISSING_REASONS.map((reason) => [reason, 0])) as Record<
    MissingReason,
    number
  >
  for (const { reason } of missing) counts[reason]++
  return counts
}

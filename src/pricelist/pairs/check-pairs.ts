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
export function checkPairs(reading: PairsReading, direction: PairDirection): PriceCheck {
  const checker = new PairChecker(direction)
  const { mismatches, missing } = checker.check(reading)
  return { direction, summary: checker.summary, mismatches, missing }
}

/** Checks pairs in parts, and sums them up. */
export class PairChecker {
  readonly #direction: PairDirection
  readonly #wrong: Side
  readonly #sum = { national: NO_DIFFERENCE, euro: NO_DIFFERENCE }
  readonly #reasons = Object.fromEntries(MISSING_REASONS.map((reason) => [reason, 0])) as Record<
    MissingReason,
    number
  >
  #furthest: { mismatch: Mismatch; difference: Difference } | undefined
  #exact = 0
  #off = 0
  #offByOne = 0
  #unrounded = 0

  constructor(direction: PairDirection) {
    this.#direction = direction
    this.#wrong = sideOf(derivedCurrency(direction))
  }

  /** Counts a pair that is known to be exact. */
  addExact(): void {
    this.#exact++
  }

  /** Checks further pairs. Returns those that are off, and those that cannot be checked. */
  check({ pairs, missing }: PairsReading): Pick<PriceCheck, 'mismatches' | 'missing'> {
    const mismatches: Mismatch[] = []
    const notChecked: MissingPair[] = [...missing]
    for (const pair of pairs) {
      const verdict = comparePair(pair.national, pair.euro, this.#direction)
      if (verdict.status === 'exact') this.#exact++
      else if (verdict.status === 'not-checked') notChecked.push({ ...pair, reason: 'unreadable' })
      else mismatches.push(this.#addMismatch(pair, verdict))
    }
    for (const { reason } of notChecked) this.#reasons[reason]++
    return { mismatches, missing: notChecked }
  }

  #addMismatch(pair: PricePair, verdict: Extract<PairComparison, { status: 'off' }>): Mismatch {
    const mismatch = mismatchOf(pair, verdict)
    const difference = verdict.difference[this.#wrong]
    const sum = this.#sum
    sum.national = addDifferences(sum.national, absoluteDifference(verdict.difference.national))
    sum.euro = addDifferences(sum.euro, absoluteDifference(verdict.difference.euro))
    this.#off++
    if (isOneHundredth(difference)) this.#offByOne++
    if (disappearsWhenRounded(difference)) this.#unrounded++
    if (!this.#furthest || isFurther(difference, this.#furthest.difference))
      this.#furthest = { mismatch, difference }
    return mismatch
  }

  get summary(): CheckSummary {
    const reasons = { ...this.#reasons }
    return {
      checked: this.#exact + this.#off,
      exact: this.#exact,
      off: this.#off,
      offByOne: this.#offByOne,
      unrounded: this.#unrounded,
      sumOfDifferences: bothSides((side) => differenceText(this.#sum[side])),
      largest: this.#furthest?.mismatch ?? null,
      notChecked: Object.values(reasons).reduce((sum, count) => sum + count, 0),
      reasons,
    }
  }
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

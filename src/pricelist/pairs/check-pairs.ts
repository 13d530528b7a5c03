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
  checker.add(reading)
  return checker.finish()
}

/** Checks the pairs of a list, which may be read in parts. */
export class PairChecker {
  readonly #direction: PairDirection
  readonly #mismatches: Mismatch[] = []
  readonly #notChecked: MissingPair[] = []
  readonly #sum = { national: NO_DIFFERENCE, euro: NO_DIFFERENCE }
  #furthest: { mismatch: Mismatch; difference: Difference } | undefined
  #exact = 0
  #offByOne = 0
  #unrounded = 0

  constructor(direction: PairDirection) {
    this.#direction = direction
  }

  /** Checks the pairs of a part; parts come in the order of the file. */
  add({ pairs, missing }: PairsReading): void {
    const wrong = sideOf(derivedCurrency(this.#direction))
    const sum = this.#sum
    for (const pair of missing) this.#notChecked.push(pair)
    for (const pair of pairs) {
      const verdict = comparePair(pair.national, pair.euro, this.#direction)
      if (verdict.status === 'exact') this.#exact++
      else if (verdict.status === 'not-checked') this.#notChecked.push({ ...pair, reason: 'unreadable' })
      else {
        const mismatch = mismatchOf(pair, verdict)
        const difference = verdict.difference[wrong]
        this.#mismatches.push(mismatch)
        sum.national = addDifferences(sum.national, absoluteDifference(verdict.difference.national))
        sum.euro = addDifferences(sum.euro, absoluteDifference(verdict.difference.euro))
        if (isOneHundredth(difference)) this.#offByOne++
        if (disappearsWhenRounded(difference)) this.#unrounded++
        if (!this.#furthest || isFurther(difference, this.#furthest.difference))
          this.#furthest = { mismatch, difference }
      }
    }
  }

  finish(): PriceCheck {
    const mismatches = this.#mismatches
    const missing = this.#notChecked
    const summary: CheckSummary = {
      checked: this.#exact + mismatches.length,
      exact: this.#exact,
      off: mismatches.length,
      offByOne: this.#offByOne,
      unrounded: this.#unrounded,
      sumOfDifferences: bothSides((side) => differenceText(this.#sum[side])),
      largest: this.#furthest?.mismatch ?? null,
      notChecked: missing.length,
      reasons: countsOf(missing),
    }
    return { direction: this.#direction, summary, mismatches, missing }
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

function countsOf(missing: readonly MissingPair[]): Record<MissingReason, number> {
  const counts = Object.fromEntries(MISSING_REASONS.map((reason) => [reason, 0])) as Record<
    MissingReason,
    number
  >
  for (const { reason } of missing) counts[reason]++
  return counts
}

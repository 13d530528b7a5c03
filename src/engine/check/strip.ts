import { type Difference, differenceText, isFurther, parseDifference } from '#money/difference.ts'
import type { Side } from '#money/amount.ts'
import type { PriceCheck } from '#pricelist/pairs/check-pairs.ts'
import type { PricePair } from '#pricelist/pairs/read-pairs.ts'

/** Of more pairs, neighbours share a dot. */
export const MAX_SINGLE_DOTS = 240
const MAX_SHARED_DOTS = 120

/** Neighbouring pairs that share a dot; where there are few pairs, one. */
export type StripDot = {
  readonly firstRow: number
  readonly lastRow: number
  readonly pairs: number
  readonly off: number
  /** The largest difference upwards and downwards, as decimal texts. */
  readonly above: string | null
  readonly below: string | null
}

/** Where in the file pairs are off, and by how much: dots in the order of the rows. */
export type Strip = {
  readonly dots: readonly StripDot[]
  readonly pairsPerDot: number
  /** The difference at the edge, in hundredths. Larger ones are drawn there too. */
  readonly edge: number
}

/** More pairs of columns than a file has. */
const MAX_PAIRS = 1000

/** The row and the pair of columns as one number, since a file has up to a million of them; in the order of the file. */
export const placeOf = ({ row, pair }: Pick<PricePair, 'row' | 'pair'>): number => row * MAX_PAIRS + pair

const rowAt = (place: number): number => Math.floor(place / MAX_PAIRS)

/**
 * The dots of the checked pairs; `side` has the prices that are wrong where a pair is off.
 * @param places of all pairs, ascending
 */
export function buildStrip(places: Iterable<number>, check: PriceCheck, side: Side): Strip {
  const { checked } = check.summary
  const off = new Map(check.mismatches.map((mismatch) => [placeOf(mismatch), mismatch]))
  const notChecked = new Set(check.missing.map(placeOf))
  const pairsPerDot = checked <= MAX_SINGLE_DOTS ? 1 : Math.ceil(checked / MAX_SHARED_DOTS)
  const dots: StripDot[] = []
  let firstRow = 0
  let pairs = 0
  let differences: Difference[] = []
  const end = (place: number) => {
    if (pairs > 0) dots.push({ firstRow, lastRow: rowAt(place), pairs, ...sizesOf(differences) })
    pairs = 0
    differences = []
  }
  let last = 0
  for (const place of places) {
    if (notChecked.has(place)) continue
    if (pairs === 0) firstRow = rowAt(place)
    pairs++
    last = place
    const mismatch = off.get(place)
    const difference = mismatch && parseDifference(mismatch.difference[side])
    if (difference) differences.push(difference)
    if (pairs === pairsPerDot) end(place)
  }
  end(last)
  return { dots, pairsPerDot, edge: edgeOf(dots) }
}

const sizesOf = (differences: readonly Difference[]): Pick<StripDot, 'off' | 'above' | 'below'> => ({
  off: differences.length,
  above: furthestText(differences.filter(({ units }) => units > 0n)),
  below: furthestText(differences.filter(({ units }) => units < 0n)),
})

function furthestText(differences: readonly Difference[]): string | null {
  let furthest: Difference | undefined
  for (const difference of differences)
    if (!furthest || isFurther(difference, furthest)) furthest = difference
  return furthest ? differenceText(furthest) : null
}

const SMALLEST_EDGE = 3
/** The share of the differences that are drawn within the edges. */
const SHARE_WITHIN = 0.8
/** The share of the differences that may be flattened, and what remains of the others: at least a tenth of the edge. */
const SHARE_FLATTENED = 0.2
const LEAST_PART = 10

/** 3, 5, 10, 20, 50, 100 … hundredths: most differences are seen in their size, and the large ones do not flatten the others. */
function edgeOf(dots: readonly StripDot[]): number {
  const sizes = dots
    .flatMap(({ above, below }) => [above, below])
    .flatMap((text) => (text === null ? [] : Math.abs(hundredthsOf(text))))
    .toSorted((one, other) => one - other)
  const sizeAt = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? SMALLEST_EDGE
  const within = Math.min(sizeAt(SHARE_WITHIN), sizeAt(SHARE_FLATTENED) * LEAST_PART)
  if (within <= SMALLEST_EDGE) return SMALLEST_EDGE
  for (let step = 5; ; step *= 10) {
    const edge = [step, step * 2, step * 4].find((one) => within <= one)
    if (edge !== undefined) return edge
  }
}

/** A difference as a number of hundredths, for its place in a picture. */
export const hundredthsOf = (difference: string): number => Number(difference) * 100

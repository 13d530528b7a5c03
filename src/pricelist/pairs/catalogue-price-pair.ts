import { PAIR_TOLERANCE_TEXT } from '#product/limits.ts'
import { RATE_TEXT } from '#money/convert.ts'

const RATE = Number(RATE_TEXT)
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

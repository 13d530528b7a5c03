/** A national currency with its irrevocable conversion rate to the euro. */
export type CurrencyPair<N extends string = string> = {
  /** ISO 4217 code. */
  readonly national: N
  /** 1 EUR in the national currency, with the six significant figures of the regulation. */
  readonly rateText: string
  /** 1 EUR = numerator / scale. */
  readonly numerator: number
  readonly scale: number
  /** Up to this amount of either currency, in minor units, `convertMinorUnits` is exact in double arithmetic. */
  readonly maxExactMinor: number
}

/**
 * A pair from its rate as the legal act writes it. Both currencies have hundredths as minor units.
 * @param rateText plain decimal text, at least 1
 */
export function pair<N extends string>(national: N, rateText: string): CurrencyPair<N> {
  const [, fraction = ''] = rateText.split('.')
  const numerator = Number(rateText.replace('.', ''))
  const scale = 10 ** fraction.length
  const maxExactMinor = Math.floor((Number.MAX_SAFE_INTEGER - numerator) / (2 * numerator))
  return { national, rateText, numerator, scale, maxExactMinor }
}

/**
 * 1 EUR = 1.95583 BGN (Council Regulation (EC) No 2866/98 as amended for Bulgaria), never rounded or truncated, and no inverse
 * rate (Regulation (EC) No 1103/97, Article 4).
 */
export const BGN_EUR = pair('BGN', '1.95583')

/** Every pair of the product. */
export const PAIRS: readonly CurrencyPair[] = [BGN_EUR]

import { type Cents, type ConvertedAmount, MAX_AMOUNT, type Stotinki } from './amount.ts'
import type { Currency } from './currency.ts'
import { type Decimal, toMinorUnits } from './decimal.ts'

/**
 * 1 EUR = 1.95583 BGN: Council Regulation (EC) No 2866/98 as amended for Bulgaria, six significant figures,
 * never rounded or truncated, and no inverse rate (Regulation (EC) No 1103/97, Article 4).
 */
export const RATE_TEXT = '1.95583'

/** The rate in hundred-thousandths of a lev for a euro. */
const RATE = 195_583
const RATE_SCALE = 100_000

/**
 * Lev to euro: s / 1.95583, rounded half up once. Exact in double arithmetic while 200000·s + 195583 < 2^53,
 * that is up to 450 million lev; the floored quotient of two such integers is the true one, because the
 * quotient is at least 1/391166 away from the next integer and a double is not wrong by so much.
 */
export function centsFromStotinki(stotinki: Stotinki): Cents {
  return Math.floor((stotinki * 2 * RATE_SCALE + RATE) / (2 * RATE)) as Cents
}

/** Euro to lev: c × 1.95583, rounded half up once. Exact up to 230 million euro by the same argument. */
export function stotinkiFromCents(cents: Cents): Stotinki {
  return Math.floor((cents * 2 * RATE + RATE_SCALE) / (2 * RATE_SCALE)) as Stotinki
}

/** Rounds half up the non-negative fraction `numerator / denominator` to an integer. */
const roundHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/**
 * One price in both currencies. The target comes from the unrounded decimal, rounded half up once to two
 * decimals; the source is shown with two decimals too, rounded by the same rule.
 * @param price a decimal of any length, in the main unit of `from` (lev or euro)
 */
export function convert(price: Decimal, from: Currency): ConvertedAmount {
  const hundredths = toMinorUnits(price)
  // A sum of many prices is more than doubles divide exactly.
  return hundredths !== undefined && hundredths <= MAX_AMOUNT
    ? convertMinorUnits(hundredths, from)
    : convertLong(price, from)
}

/** One amount in both currencies. @param hundredths a whole number, at most {@link MAX_AMOUNT}, of `from` */
export function convertMinorUnits(hundredths: number, from: Currency): ConvertedAmount {
  return from === 'BGN'
    ? { national: hundredths as Stotinki, euro: centsFromStotinki(hundredths as Stotinki) }
    : { national: stotinkiFromCents(hundredths as Cents), euro: hundredths as Cents }
}

/** Prices of three and more decimals, and sums of many: the whole text takes part in the one rounding. */
function convertLong(price: Decimal, from: Currency): ConvertedAmount {
  const value = BigInt(price.whole + price.fraction) * 100n
  const one = 10n ** BigInt(price.fraction.length)
  const [rate, scale] = [BigInt(RATE), BigInt(RATE_SCALE)]
  const source = roundHalfUp(value, one)
  return from === 'BGN'
    ? { national: source as Stotinki, euro: roundHalfUp(value * scale, one * rate) as Cents }
    : { national: roundHalfUp(value * rate, one * scale) as Stotinki, euro: source as Cents }
}

import type { ConvertedAmount, MinorUnits } from './amount.ts'
import { type Decimal, toMinorUnits } from './decimal.ts'
import { EURO } from './currency.ts'
import { BGN_EUR, type CurrencyPair } from './pair.ts'

/**
 * National currency to euro: n × scale / numerator, rounded half up once. Exact in double arithmetic up to
 * `pair.maxExactMinor`: dividend and divisor are integers below 2^53, and the floored quotient is the true one, because a
 * quotient that is no integer is at least 1 / (2 × numerator) away from the next and a double is not wrong by so much.
 */
const euroFromNational = (minor: number, { numerator, scale }: CurrencyPair): number =>
  Math.floor((minor * 2 * scale + numerator) / (2 * numerator))

/** Euro to national currency: n × numerator / scale, rounded half up once. Exact by the same argument. */
const nationalFromEuro = (minor: number, { numerator, scale }: CurrencyPair): number =>
  Math.floor((minor * 2 * numerator + scale) / (2 * scale))

/** Rounds half up the non-negative fraction `numerator / denominator` to an integer. */
const roundHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/**
 * One price in both currencies. The target comes from the unrounded decimal, rounded half up once to two
 * decimals; the source is shown with two decimals too, rounded by the same rule.
 * @param price a decimal of any length, in the main unit of `from`
 * @param from the code of one of the pair's currencies
 */
export function convert(price: Decimal, from: string, pair: CurrencyPair = BGN_EUR): ConvertedAmount {
  const minor = toMinorUnits(price)
  // A sum of many prices is more than doubles divide exactly.
  return minor !== undefined && minor <= pair.maxExactMinor
    ? convertMinorUnits(minor, from, pair)
    : convertLong(price, from, pair)
}

/**
 * One amount in both currencies.
 * @param minor whole minor units of `from`, at most `pair.maxExactMinor`; {@link convert} takes larger amounts
 */
export function convertMinorUnits(
  minor: number,
  from: string,
  pair: CurrencyPair = BGN_EUR,
): ConvertedAmount {
  // A literal: comparing with an imported constant takes nearly twice as long.
  return from === 'EUR'
    ? amounts(nationalFromEuro(minor, pair), minor)
    : amounts(minor, euroFromNational(minor, pair))
}

/** The other amount of {@link convertMinorUnits}, without an object. */
export const otherMinorUnits = (minor: number, from: string, pair: CurrencyPair = BGN_EUR): number =>
  from === 'EUR' ? nationalFromEuro(minor, pair) : euroFromNational(minor, pair)

/** Prices of three and more decimals, and sums of many: the whole text takes part in the one rounding. */
function convertLong(price: Decimal, from: string, pair: CurrencyPair): ConvertedAmount {
  const value = BigInt(price.whole + price.fraction) * 100n
  const one = 10n ** BigInt(price.fraction.length)
  const [numerator, scale] = [BigInt(pair.numerator), BigInt(pair.scale)]
  const source = roundHalfUp(value, one)
  return from === EURO
    ? amounts(roundHalfUp(value * numerator, one * scale), source)
    : amounts(source, roundHalfUp(value * scale, one * numerator))
}

const amounts = (national: number, euro: number): ConvertedAmount => ({
  national: national as MinorUnits<'national'>,
  euro: euro as MinorUnits<'EUR'>,
})

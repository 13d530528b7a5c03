import { type Decimal, sizeOf, toMinorUnits } from './decimal.ts'
import { type ConvertedAmount, targetAmount } from './amount.ts'
import { type Currency, EURO, otherCurrency } from './currency.ts'
import { BGN_EUR, type CurrencyPair } from './pair.ts'
import { RoundingDifference } from './rounding.ts'

/** Bins between half a hundredth down and half a hundredth up. */
export const PROFILE_BINS = 20

/** The first digits of a decimal; `goesOn` when further digits are left out, never rounded. */
export type FirstDigits = { readonly text: string; readonly goesOn: boolean }

/** The rounding differences of the prices of one currency: each converted amount minus its exact value. */
export type RoundingProfile = {
  readonly from: Currency
  readonly down: number
  readonly up: number
  /** Prices whose exact value has two decimals: there was nothing to round. In no bin. */
  readonly exact: number
  /** Prices by their difference, from half a hundredth down to half a hundredth up, in equal steps. */
  readonly bins: readonly number[]
  /** The largest difference without its sign, in hundredths. */
  readonly largest: FirstDigits
  /** The sum of all differences in the main unit: signed text of four decimals; null where nothing was rounded. */
  readonly total: string | null
}

/** A fraction that is compared exactly. */
type Fraction = { readonly top: bigint; readonly bottom: bigint }

/** Decimals of the largest difference. */
const DECIMALS = 4

/** Collects the rounding differences of many prices of one currency, in integers. */
export class RoundingProfiler {
  readonly #from: Currency
  readonly #top: number
  readonly #bottom: number
  readonly #bins = Array.from({ length: PROFILE_BINS }, () => 0)
  readonly #sum: RoundingDifference
  #down = 0
  #up = 0
  #exact = 0
  /** Over the rate alone: of prices with at most two decimals, which need no big integers. */
  #largestShort = 0
  #largestLong: Fraction = { top: 0n, bottom: 1n }

  constructor(from: Currency, pair: CurrencyPair = BGN_EUR) {
    this.#from = from
    const [rate, scale] = [pair.numerator, pair.scale]
    ;[this.#top, this.#bottom] = from === EURO ? [rate, scale] : [scale, rate]
    this.#sum = new RoundingDifference(pair)
  }

  /**
   * @param price at most the maximum of the product
   * @param money the converted price in both currencies
   */
  add(price: Decimal, money: ConvertedAmount): void {
    this.#sum.add(price, this.#from, money)
    const given = targetAmount(money, this.#from)
    const hundredths = toMinorUnits(price)
    if (hundredths !== undefined) {
      const difference = given * this.#bottom - hundredths * this.#top
      this.#largestShort = Math.max(this.#largestShort, Math.abs(difference))
      this.#count(difference, binOf(difference, this.#bottom))
      return
    }
    const bottom = BigInt(this.#bottom) * 10n ** BigInt(price.fraction.length)
    const exact = BigInt(price.whole + price.fraction) * 100n * BigInt(this.#top)
    const top = BigInt(given) * bottom - exact
    const size = sizeOf(top)
    if (size * this.#largestLong.bottom > this.#largestLong.top * bottom)
      this.#largestLong = { top: size, bottom }
    this.#count(top, binOfBig(top, bottom))
  }

  profile(): RoundingProfile {
    return {
      from: this.#from,
      down: this.#down,
      up: this.#up,
      exact: this.#exact,
      bins: [...this.#bins],
      largest: firstDigits(this.#largest()),
      total: this.#sum.in(otherCurrency(this.#from)),
    }
  }

  #count(difference: number | bigint, bin: number): void {
    if (difference < 0) this.#down++
    else if (difference > 0) this.#up++
    else {
      this.#exact++
      return
    }
    this.#bins[bin]!++
  }

  #largest(): Fraction {
    const short = { top: BigInt(this.#largestShort), bottom: BigInt(this.#bottom) }
    const long = this.#largestLong
    return short.top * long.bottom >= long.top * short.bottom ? short : long
  }
}

/** The bin of top / bottom, from above minus a half to a half: exactly half a hundredth up is in the last one. */
const binOf = (top: number, bottom: number): number =>
  Math.min(Math.floor(((2 * top + bottom) * (PROFILE_BINS / 2)) / bottom), PROFILE_BINS - 1)

const binOfBig = (top: bigint, bottom: bigint): number =>
  Math.min(Number(((2n * top + bottom) * BigInt(PROFILE_BINS / 2)) / bottom), PROFILE_BINS - 1)

/** At least four decimals, and more until one of them is not 0. */
function firstDigits({ top, bottom }: Fraction): FirstDigits {
  let fraction = ''
  let rest = top % bottom
  while (rest > 0n && (fraction.length < DECIMALS || !/[1-9]/.test(fraction))) {
    fraction += String((rest * 10n) / bottom)
    rest = (rest * 10n) % bottom
  }
  const whole = String(top / bottom)
  return { text: fraction === '' ? whole : `${whole}.${fraction}`, goesOn: rest > 0n }
}

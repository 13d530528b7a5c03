import { type Decimal, DecimalSum, sizeOf } from './decimal.ts'
import type { ConvertedAmount } from './amount.ts'
import { EURO } from './currency.ts'
import { BGN_EUR, type CurrencyPair } from './pair.ts'

/** Decimals of a rounding difference; that of one price is below half a cent. */
const DIFFERENCE_DECIMALS = 4

/**
 * Sums the rounding differences of many prices: each total of rounded amounts minus the exact value of all
 * prices. Exact for any number of prices and decimals.
 */
export class RoundingDifference {
  readonly #pair: CurrencyPair
  readonly #national = { prices: new DecimalSum(), total: 0 }
  readonly #euro = { prices: new DecimalSum(), total: 0 }

  constructor(pair: CurrencyPair = BGN_EUR) {
    this.#pair = pair
  }

  /** @param money the converted price in both currencies */
  add(price: Decimal, from: string, money: ConvertedAmount): void {
    this.#sideOf(from).prices.add(price)
    this.#national.total += money.national
    this.#euro.total += money.euro
  }

  /**
   * The difference of the total in one currency: signed text of four decimals (`0.0345`, `-0.1200`); null
   * where nothing was rounded because all prices are in that currency with at most two decimals.
   */
  in(currency: string): string | null {
    const own = this.#sideOf(currency)
    const other = own === this.#euro ? this.#national : this.#euro
    if (other.prices.isEmpty && !own.prices.isRounded) return null
    const [rate, scale] = [BigInt(this.#pair.numerator), BigInt(this.#pair.scale)]
    const [top, bottom] = own === this.#euro ? [scale, rate] : [rate, scale]
    const [kept, converted] = [own.prices.total(), other.prices.total()]
    // total / 100 - kept - converted * (top / bottom), over one denominator.
    const denominator = kept.scale * converted.scale * bottom
    const exact = kept.value * converted.scale * bottom + converted.value * top * kept.scale
    return signedText(BigInt(own.total) * denominator - 100n * exact, 100n * denominator)
  }

  #sideOf(currency: string) {
    return currency === EURO ? this.#euro : this.#national
  }
}

/** The fraction top / bottom as signed text, rounded half away from zero. */
function signedText(top: bigint, bottom: bigint): string {
  const unit = 10n ** BigInt(DIFFERENCE_DECIMALS)
  const rounded = (2n * sizeOf(top) * unit + bottom) / (2n * bottom)
  const digits = rounded.toString().padStart(DIFFERENCE_DECIMALS + 1, '0')
  const sign = top < 0n && rounded > 0n ? '-' : ''
  return `${sign}${digits.slice(0, -DIFFERENCE_DECIMALS)}.${digits.slice(-DIFFERENCE_DECIMALS)}`
}

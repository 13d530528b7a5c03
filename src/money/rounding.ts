import { type Decimal, DecimalSum } from './decimal.ts'
import { type Currency, otherCurrency } from './currency.ts'
import type { ConvertedAmount } from './amount.ts'
import { RATE_TEXT } from './convert.ts'

/** Decimals of a rounding difference: enough to see that of one price, which is below half a cent. */
const DIFFERENCE_DECIMALS = 4

/** The rate as a fraction: 195583 / 100000. */
const [RATE, RATE_SCALE] = [BigInt(RATE_TEXT.replace('.', '')), 100_000n]

/**
 * The sums of the rounding differences of many prices: how far each total of the rounded amounts is from the exact value of
 * all prices together. Exact whatever the number of prices and of their decimals.
 */
export class RoundingDifference {
  readonly #prices = { BGN: new DecimalSum(), EUR: new DecimalSum() } satisfies Record<Currency, DecimalSum>
  #total = { BGN: 0, EUR: 0 }

  /** @param money what the price was converted to, in both currencies */
  add(price: Decimal, from: Currency, money: ConvertedAmount): void {
    this.#prices[from].add(price)
    this.#total.BGN += money.national
    this.#total.EUR += money.euro
  }

  /**
   * The difference of the total in one currency: signed text of four decimals (`0.0345`, `-0.1200`); null where nothing
   * was rounded: all prices are in that currency, with two decimals at most.
   */
  in(currency: Currency): string | null {
    const [own, other] = [this.#prices[currency], this.#prices[otherCurrency(currency)]]
    if (other.isEmpty && !own.isRounded) return null
    const [top, bottom] = currency === 'EUR' ? [RATE_SCALE, RATE] : [RATE, RATE_SCALE]
    const [kept, converted] = [own.total(), other.total()]
    // total / 100 - kept - converted * (top / bottom), over one denominator.
    const denominator = kept.scale * converted.scale * bottom
    const exact = kept.value * converted.scale * bottom + converted.value * top * kept.scale
    return signedText(BigInt(this.#total[currency]) * denominator - 100n * exact, 100n * denominator)
  }
}

/** The fraction top / bottom as signed text, rounded half away from zero. */
function signedText(top: bigint, bottom: bigint): string {
  const size = top < 0n ? -top : top
  const unit = 10n ** BigInt(DIFFERENCE_DECIMALS)
  const rounded = (2n * size * unit + bottom) / (2n * bottom)
  const digits = rounded.toString().padStart(DIFFERENCE_DECIMALS + 1, '0')
  const sign = top < 0n && rounded > 0n ? '-' : ''
  return `${sign}${digits.slice(0, -DIFFERENCE_DECIMALS)}.${digits.slice(-DIFFERENCE_DECIMALS)}`
}

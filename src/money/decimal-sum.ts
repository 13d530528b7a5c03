import { type Decimal, parseDecimal } from './decimal.ts'

/** Adds decimals of any length without rounding. */
export class DecimalSum {
  /** Sums of whole numbers by how many decimals these stand for: most prices have two. */
  #byDecimals = new Map<number, bigint>()

  get isEmpty(): boolean {
    return this.#byDecimals.size === 0
  }

  /** Whether any of them has more decimals than an amount of money. */
  get isRounded(): boolean {
    return [...this.#byDecimals.keys()].some((decimals) => decimals > 2)
  }

  add({ whole, fraction }: Decimal): void {
    const decimals = fraction.length
    this.#byDecimals.set(decimals, (this.#byDecimals.get(decimals) ?? 0n) + BigInt(whole + fraction))
  }

  /** value / scale. */
  total(): { value: bigint; scale: bigint } {
    const most = Math.max(0, ...this.#byDecimals.keys())
    let value = 0n
    for (const [decimals, sum] of this.#byDecimals) value += sum * 10n ** BigInt(most - decimals)
    return { value, scale: 10n ** BigInt(most) }
  }

  /** The sum itself. */
  decimal(): Decimal {
    const { value, scale } = this.total()
    const decimals = String(scale).length - 1
    const digits = value.toString().padStart(decimals + 1, '0')
    const whole = digits.slice(0, digits.length - decimals)
    return parseDecimal(`${whole}.${digits.slice(digits.length - decimals)}`) ?? { whole, fraction: '' }
  }
}

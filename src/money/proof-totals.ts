import type { Decimal } from './decimal.ts'
import { DecimalSum } from './decimal-sum.ts'
import { CURRENCIES, type Currency, type Money, otherCurrency } from './amount.ts'
import { convert } from './convert.ts'
import { RoundingSum } from './rounding.ts'

/** All prices of one currency: converted each by itself and added up, and added up and converted once. */
export type DirectionTotals = {
  readonly from: Currency
  readonly rows: number
  /** The prices together in their own currency, exact: plain decimal text. */
  readonly prices: string
  /** The sum of the rounded lines in the other currency, in hundredths. */
  readonly byLine: number
  /** The sum of the prices converted once and rounded once, in hundredths. */
  readonly ofTotal: number
  /** `byLine` less `ofTotal`. */
  readonly difference: number
}

/** How far one converted amount is from the exact result: signed text of four decimals, `-0.0011`. */
export function lineDifference(price: Decimal, from: Currency, money: Money): string {
  const sum = new RoundingSum()
  sum.add(price, from, money)
  return sum.in(otherCurrency(from)) ?? '0.0000'
}

/** Totals by line and of the total, for each direction there is. */
export class ProofTotals {
  readonly #sums = { BGN: new DirectionSum('BGN'), EUR: new DirectionSum('EUR') } satisfies Record<
    Currency,
    DirectionSum
  >

  /** @param money what the price was converted to, in both currencies */
  add(price: Decimal, from: Currency, money: Money): void {
    this.#sums[from].add(price, money)
  }

  directions(): DirectionTotals[] {
    return CURRENCIES.map((from) => this.#sums[from].totals()).filter(({ rows }) => rows > 0)
  }
}

class DirectionSum {
  readonly #from: Currency
  readonly #prices = new DecimalSum()
  #rows = 0
  #byLine = 0

  constructor(from: Currency) {
    this.#from = from
  }

  add(price: Decimal, { bgn, eur }: Money): void {
    this.#prices.add(price)
    this.#rows++
    this.#byLine += this.#from === 'BGN' ? eur : bgn
  }

  totals(): DirectionTotals {
    const prices = this.#prices.decimal()
    const { bgn, eur } = convert(prices, this.#from)
    const ofTotal: number = this.#from === 'BGN' ? eur : bgn
    return {
      from: this.#from,
      rows: this.#rows,
      prices: `${prices.whole}.${prices.fraction.padEnd(2, '0')}`,
      byLine: this.#byLine,
      ofTotal,
      difference: this.#byLine - ofTotal,
    }
  }
}

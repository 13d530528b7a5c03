import { type Decimal, DecimalSum } from './decimal.ts'
import { formatAmount, formatDigits, formatRate } from './format.ts'
import type { Lang } from '#i18n/language.ts'
import { CURRENCY_CODES, type Currency, EURO, byCurrency, otherCurrency } from './currency.ts'
import { type ConvertedAmount, targetAmount } from './amount.ts'
import { convert } from './convert.ts'
import { BGN_EUR, type CurrencyPair } from './pair.ts'
import { RoundingDifference } from './rounding.ts'

/** A number as plain decimal text; `goesOn` when further digits are not shown. */
export type Digits = { readonly text: string; readonly goesOn: boolean }

/** The steps of one conversion: price, exact result, and that result rounded once, in hundredths. */
export type Calculation<C extends string = Currency> = {
  readonly from: C
  readonly price: Digits
  readonly exact: Digits
  readonly rounded: number
}

/** Decimals shown of an infinite result: enough to see the rounding, except next to a half. */
const DECIMALS = 5

/** Maximum number of decimals of a price; longer ones are truncated, and their product shown like a quotient. */
const LONGEST_PRICE = 12

/**
 * The calculation of one conversion, exact digit by digit. A product is shown in full; a quotient with five
 * decimals, or as many as show on which side of a half it is.
 * @param price a decimal of any length, in the main unit of `from`
 */
export function calculationOf<C extends string>(
  price: Decimal,
  from: C,
  pair: CurrencyPair = BGN_EUR,
): Calculation<C> {
  const [rate, scale] = [BigInt(pair.numerator), BigInt(pair.scale)]
  const isEuro = from === EURO
  const [top, bottom] = isEuro ? [rate, scale] : [scale, rate]
  const isLong = price.fraction.length > LONGEST_PRICE
  const value = BigInt(price.whole + price.fraction) * top
  const one = 10n ** BigInt(price.fraction.length) * bottom
  return {
    from,
    price: { text: priceText(price), goesOn: isLong },
    exact: digitsOf(value, one, isEuro && !isLong ? Infinity : DECIMALS),
    rounded: targetAmount(convert(price, from, pair), from),
  }
}

/** 12.50 rather than 12.5, but 10. */
const priceText = ({ whole, fraction }: Decimal): string =>
  fraction === '' ? whole : `${whole}.${fraction.slice(0, LONGEST_PRICE).padEnd(2, '0')}`

/**
 * top / bottom by long division with `decimals` decimals, the last one rounded, and more while they are those
 * of a half, so that the rounding of the last digit never hides the rounding to cents.
 */
function digitsOf(top: bigint, bottom: bigint, decimals: number): Digits {
  let fraction = ''
  let rest = top % bottom
  while (
    rest > 0n &&
    (fraction.length < decimals || isBesideHalf(fraction) || isTiny(top / bottom, fraction))
  ) {
    fraction += String((rest * 10n) / bottom)
    rest = (rest * 10n) % bottom
  }
  const whole = String(top / bottom)
  if (fraction === '') return { text: whole, goesOn: false }
  const digits = BigInt(whole + fraction) + (2n * rest >= bottom ? 1n : 0n)
  const text = String(digits).padStart(fraction.length + 1, '0')
  return { text: `${text.slice(0, -fraction.length)}.${text.slice(-fraction.length)}`, goesOn: rest > 0n }
}

/** Fewer than two significant digits would look like a wrong division (0.00001 ÷ 1.95583 is not 0.00001). */
const isTiny = (whole: bigint, fraction: string): boolean => whole === 0n && !/[1-9]\d/.test(fraction)

/** Whether all digits after the cent are those of a half, or of just below it. */
function isBesideHalf(fraction: string): boolean {
  const first = fraction[2]
  if (first !== '5' && first !== '4') return false
  const next = first === '5' ? '0' : '9'
  for (let i = 3; i < fraction.length; i++) if (fraction[i] !== next) return false
  return true
}

/** The formatted numbers of a calculation, without operators. */
export function sumWords({ price, exact, rounded }: Calculation, lang: Lang) {
  return {
    price: formatDigits(price.text, lang),
    rate: formatRate(lang),
    exact: formatDigits(exact.text, lang),
    rounded: formatAmount(rounded, lang),
  }
}

/** The calculation in three parts, between which a line may break: `10 ÷ 1.95583`, `= 5.11292…`, `→ 5.11`. */
export function sumParts(sum: Calculation, lang: Lang): [string, string, string] {
  const { price, rate, exact, rounded } = sumWords(sum, lang)
  const sign = sum.from === EURO ? '×' : '÷'
  const rest = ({ goesOn }: Digits) => (goesOn ? '…' : '')
  return [`${price}${rest(sum.price)} ${sign} ${rate}`, `= ${exact}${rest(sum.exact)}`, `→ ${rounded}`]
}

/** `10 ÷ 1.95583 = 5.11292… → 5.11`; `10 × 1,95583 = 19,5583 → 19,56`. */
export const calculationText = (sum: Calculation, lang: Lang): string => sumParts(sum, lang).join(' ')

/** All prices of one currency, converted row by row and as a total. */
export type DirectionTotals = {
  readonly from: Currency
  readonly rows: number
  /** The exact sum of the prices in their own currency: plain decimal text. */
  readonly prices: string
  /** The sum of the rounded rows in the other currency, in hundredths. */
  readonly byLine: number
  /** The sum of the prices, converted and rounded once, in hundredths. */
  readonly ofTotal: number
  /** `byLine` minus `ofTotal`. */
  readonly difference: number
}

/** The converted amount minus the exact result: signed text of four decimals, `-0.0011`. */
export function rowDifference(price: Decimal, from: Currency, money: ConvertedAmount): string {
  const sum = new RoundingDifference()
  sum.add(price, from, money)
  return sum.in(otherCurrency(from)) ?? '0.0000'
}

/** Totals by row and of the sum, for each direction with prices. */
export class ProofTotals {
  readonly #sums = byCurrency((currency) => new DirectionSum(currency))

  /** @param money the converted price in both currencies */
  add(price: Decimal, from: Currency, money: ConvertedAmount): void {
    this.#sums[from].add(price, money)
  }

  directions(): DirectionTotals[] {
    return CURRENCY_CODES.map((from) => this.#sums[from].totals()).filter(({ rows }) => rows > 0)
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

  add(price: Decimal, money: ConvertedAmount): void {
    this.#prices.add(price)
    this.#rows++
    this.#byLine += targetAmount(money, this.#from)
  }

  totals(): DirectionTotals {
    const prices = this.#prices.decimal()
    const ofTotal = targetAmount(convert(prices, this.#from), this.#from)
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

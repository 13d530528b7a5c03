import { convert as convertPrice, convertMinorUnits } from '../../src/money/convert.ts'
import { toDecimalText } from '../../src/money/amount.ts'
import { parseDecimal } from '../../src/money/decimal.ts'
import { BGN_EUR } from '../../src/money/pair.ts'

/** The currencies of the pair, by ISO 4217 code. */
export type Currency = 'BGN' | 'EUR'

/** One amount in both currencies: plain decimal texts with two decimals and a point, `12.50`. */
export type Amounts = { readonly bgn: string; readonly eur: string }

/** One amount in both currencies, in stotinki and cents. */
export type MinorAmounts = { readonly bgn: number; readonly eur: number }

/** 1 EUR in BGN: the irrevocable rate of Council Regulation (EC) No 2866/98, as amended for Bulgaria. */
export const RATE: string = BGN_EUR.rateText

/** The largest amount of `convertMinor`, in minor units. */
export const MAX_MINOR: number = BGN_EUR.maxExactMinor

/** Digits of an amount, before the point and after it. */
const MAX_WHOLE_DIGITS = 13
const MAX_DECIMALS = 100

/**
 * One amount in both currencies. It is converted from all its decimals and rounded once, half up, to two decimals; a negative
 * amount is rounded as its absolute value, so that a credit note equals its invoice.
 * @param amount plain decimal text in the main unit: digits with at most one point, and an optional minus (`12.5`, `-0.005`)
 * @param from the currency of `amount`
 * @throws TypeError when `amount` is not text, or `from` is neither currency
 * @throws RangeError when the text is no plain decimal, or has more than 13 digits before the point or 100 after it
 */
export function convert(amount: string, from: Currency): Amounts {
  checkCurrency(from)
  if (typeof amount !== 'string')
    throw new TypeError(
      `An amount is text such as '12.50', not a ${typeof amount}: a binary number cannot hold most decimals.`,
    )
  const text = amount.trim()
  const isNegative = text.startsWith('-')
  const price = parseDecimal(isNegative ? text.slice(1) : text)
  if (price === undefined)
    throw new RangeError(`${quoted(amount)} is no plain decimal such as '12.50' (digits, at most one point).`)
  if (price.whole.length > MAX_WHOLE_DIGITS || price.fraction.length > MAX_DECIMALS)
    throw new RangeError(
      `${quoted(amount)} has more than ${MAX_WHOLE_DIGITS} digits before the point or ${MAX_DECIMALS} after it.`,
    )
  const { national, euro } = convertPrice(price, from)
  return { bgn: signed(national, isNegative), eur: signed(euro, isNegative) }
}

/** The euro of an amount in lev: `toEuro('12.50')` is `'6.39'`. Takes and throws what {@link convert} does. */
export const toEuro = (bgn: string): string => convert(bgn, 'BGN').eur

/** The lev of an amount in euro: `toLev('6.39')` is `'12.50'`. Takes and throws what {@link convert} does. */
export const toLev = (eur: string): string => convert(eur, 'EUR').bgn

/**
 * One amount in both currencies, without texts: for amounts of at most two decimals that are kept as integers.
 * @param minor stotinki or cents: an integer from -`MAX_MINOR` to `MAX_MINOR`
 * @param from the currency of `minor`
 * @throws TypeError when `from` is neither currency
 * @throws RangeError when `minor` is no such integer
 */
export function convertMinor(minor: number, from: Currency): MinorAmounts {
  checkCurrency(from)
  if (!Number.isInteger(minor) || Math.abs(minor) > MAX_MINOR)
    throw new RangeError(`${String(minor)} is no whole number of minor units up to ${MAX_MINOR}.`)
  const { national, euro } = convertMinorUnits(Math.abs(minor), from)
  return minor < 0 ? { bgn: 0 - national, eur: 0 - euro } : { bgn: national, eur: euro }
}

function checkCurrency(from: unknown): void {
  if (from !== 'BGN' && from !== 'EUR')
    throw new TypeError(`The currency is 'BGN' or 'EUR', not ${quoted(from)}.`)
}

/** Zero has no sign. */
const signed = (minor: number, isNegative: boolean): string =>
  (isNegative && minor > 0 ? '-' : '') + toDecimalText(minor)

const quoted = (value: unknown): string => `'${String(value).slice(0, 40)}'`

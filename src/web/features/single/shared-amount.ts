import { type Decimal, isAboveMaximum, isZero } from '#money/decimal.ts'
import { parseTypedAmount } from '#money/format.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { type Currency, NATIONAL, parseCurrency } from '#money/currency.ts'
import type { ConvertedAmount } from '#money/amount.ts'
import { convert } from '#money/convert.ts'

/** The amount and currency in the query of an address (SNG-06). */
export type AmountQuery = {
  /** As it would be typed; not validated. */
  text: string
  from: Currency
  /** The text was longer than the field: what is left of it is another number. */
  isCut: boolean
  /** An unsupported currency code; then nothing is converted. */
  unsupported?: string
}

export type Converted = { amount: Decimal; from: Currency; money: ConvertedAmount }

export type AmountError = 'no-amount' | 'too-large'

/** '1,234' is 1.234, or 1234 with a thousands separator. */
export const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Of an unsupported currency code, in UTF-16 code units. */
const MAX_CODE_LENGTH = 16

/** The code of a currency is written in capitals (ISO 4217); any other text stays as it is. */
const currencyCode = (text: string): string => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : text)

/** Reads `?amount=12.50&from=BGN`. Any other text is cut to the length of the field, and validated later like typed text. */
export function parseAmountQuery(query: URLSearchParams): AmountQuery {
  const [amount, code] = ['amount', 'from'].map((key) =>
    (query.get(key) ?? '').replace(/\p{Cc}+/gu, ' ').trim(),
  ) as [string, string]
  const from = parseCurrency(code)
  return {
    text: amount.slice(0, LIMITS.priceLength),
    from: from ?? NATIONAL,
    isCut: amount.length > LIMITS.priceLength,
    ...(code && !from && { unsupported: currencyCode(code).slice(0, MAX_CODE_LENGTH) }),
  }
}

export function convertTypedAmount(text: string, from: Currency): Converted | AmountError {
  const amount = parseTypedAmount(text)
  if (!amount || isZero(amount)) return 'no-amount'
  if (isAboveMaximum(amount)) return 'too-large'
  // `parseAmountQuery` would cut it.
  if (text.trim().length > LIMITS.priceLength) return 'no-amount'
  return { amount, from, money: convert(amount, from) }
}

/** The query of an address that converts this amount when opened. The decimal mark is a point in every language. */
export const conversionQuery = ({ amount, from }: Pick<Converted, 'amount' | 'from'>) => ({
  amount: formatDecimals(amount, '.'),
  from,
})

/** The query without a result: the direction, or nothing for the default one. */
export const directionQuery = (from: Currency): { from?: Currency } => (from === NATIONAL ? {} : { from })

/** Formats the amount for the input field, with every digit: `12,50` in Bulgarian, `12.50` in English. */
export const formatTypedAmount = (amount: Decimal, lang: Lang): string =>
  formatDecimals(amount, LANGUAGES[lang].decimalMark)

const formatDecimals = ({ whole, fraction }: Decimal, separator: string): string =>
  whole + separator + fraction.padEnd(2, '0')

import type { Decimal } from '#money/decimal.ts'
import { isTooLarge, isZero } from '#money/decimal.ts'
import { parseTypedAmount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { type Currency, type ConvertedAmount, parseCurrency } from '#money/amount.ts'
import { convert } from '#money/convert.ts'

/** What an address asks of the single converter (SNG-06): the text of the field, and its currency. */
export type AmountQuery = {
  text: string
  from: Currency
  /** The text was longer than the field: what is left of it is another number. */
  isCut: boolean
  /** What stands in place of the currency and is neither of the two: nothing is converted. */
  unsupported?: string
}

/** One amount that was converted. */
export type Converted = { amount: Decimal; from: Currency; money: ConvertedAmount }

export type AmountError = 'no-amount' | 'too-large'

/** Characters of an unsupported currency that are shown. */
const MAX_CODE_LENGTH = 16

/** Reads `?amount=12.50&from=BGN`. Whatever else stands there is cut to what fits the field, and judged like typing. */
export function parseAmountQuery(query: URLSearchParams): AmountQuery {
  const [amount, code] = ['amount', 'from'].map((key) =>
    (query.get(key) ?? '').replace(/\p{Cc}+/gu, ' ').trim(),
  ) as [string, string]
  const from = parseCurrency(code)
  return {
    text: amount.slice(0, LIMITS.priceLength),
    from: from ?? 'BGN',
    isCut: amount.length > LIMITS.priceLength,
    ...(code && !from && { unsupported: code.slice(0, MAX_CODE_LENGTH) }),
  }
}

export function convertTypedAmount(text: string, from: Currency): Converted | AmountError {
  const amount = parseTypedAmount(text)
  if (!amount || isZero(amount)) return 'no-amount'
  if (isTooLarge(amount)) return 'too-large'
  // An address would not hold it.
  if (text.trim().length > LIMITS.priceLength) return 'no-amount'
  return { amount, from, money: convert(amount, from) }
}

/** The query of an address that opens with this amount converted; with a point, whoever reads it. */
export const conversionQuery = ({ amount, from }: Pick<Converted, 'amount' | 'from'>) => ({
  amount: formatDecimals(amount, '.'),
  from,
})

/** The query while nothing is converted: the direction alone, and nothing for the usual one. */
export const directionQuery = (from: Currency): { from?: Currency } => (from === 'BGN' ? {} : { from })

/** The amount as a person would type it in this language, with every digit: `12,50`; `12.50`. */
export const formatTypedAmount = (amount: Decimal, lang: Lang): string =>
  formatDecimals(amount, lang === 'bg' ? ',' : '.')

const formatDecimals = ({ whole, fraction }: Decimal, separator: string): string =>
  whole + separator + fraction.padEnd(2, '0')

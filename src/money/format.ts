import { LANGUAGES, type Lang, byLang } from '#i18n/language.ts'
import { toDecimalText } from './amount.ts'
import { CURRENCIES, type Currency } from './currency.ts'
import { type Decimal, parseDecimal } from './decimal.ts'
import { trimDecimal } from './difference.ts'
import { BGN_EUR, type CurrencyPair } from './pair.ts'

const twoDecimals = byLang((lang) => numberFormat(lang, 2))
const differences = byLang((lang) => numberFormat(lang, 4, 'exceptZero'))

/** Numbers with so many decimals, no fewer and no more. */
export function numberFormat(lang: Lang, decimals: number, signDisplay: 'auto' | 'exceptZero' = 'auto') {
  return new Intl.NumberFormat(LANGUAGES[lang].tag, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay,
  })
}

/** The minus of an amount, as wide as a plus. */
export const MINUS = '\u2212'

const percents = byLang((lang) => new Intl.NumberFormat(LANGUAGES[lang].tag, { style: 'percent' }))
const wholeNumbers = byLang((lang) => numberFormat(lang, 0))

/** An amount in hundredths with its currency sign: `6,39 €`, `12 345,60 лв.`; `€6.39`, `12,345.60 BGN`. */
export const formatMoney = (hundredths: number, currency: Currency, lang: Lang): string =>
  withSign(formatAmount(hundredths, lang), currency, lang)

/** The sign that is written next to an amount: `лв.` and `€`; in English `BGN` and `€`. */
export const currencySign = (currency: Currency, lang: Lang): string => CURRENCIES[currency].sign[lang].text

/** Whether the sign is written before the amount. */
export const isSignFirst = (currency: Currency, lang: Lang): boolean =>
  CURRENCIES[currency].sign[lang].isFirst

/** Adds the currency's sign: after a no-break space, or between an amount's own + or - and its digits. */
export function withSign(amount: string, currency: Currency, lang: Lang): string {
  const text = currencySign(currency, lang)
  return isSignFirst(currency, lang) ? amount.replace(/\d/, `${text}$&`) : `${amount}\u00a0${text}`
}

/** A plain decimal text with all significant digits and the currency sign: `1,005 лв.`; `€1.005`. */
export const formatExactMoney = (decimal: string, currency: Currency, lang: Lang): string =>
  withSign(formatDecimal(decimal, lang), currency, lang)

/** An amount in hundredths without a currency sign: `1234,50`, `12 345,60`; `1,234.50`. */
export const formatAmount = (hundredths: number, lang: Lang): string =>
  // Intl formats decimal text exactly.
  twoDecimals[lang].format(toDecimalText(hundredths) as Intl.StringNumericLiteral)

/** A plain decimal text with all significant digits and at least two decimals: `12,345`; `1 234,50`. */
export const formatDecimal = (decimal: string, lang: Lang): string => formatDigits(trimDecimal(decimal), lang)

/** A plain decimal text with all its digits, grouped: `10`, `19,5583`; `6.39000`. */
export function formatDigits(decimal: string, lang: Lang): string {
  const [whole, fraction] = decimal.split('.') as [string, string?]
  // Intl would round long fractions.
  const grouped = twoDecimals[lang].format(whole as Intl.StringNumericLiteral)
  return fraction === undefined ? grouped.slice(0, -3) : grouped.slice(0, -2) + fraction
}

/** A signed decimal text of four decimals with the currency sign: `+0,0345 €`; `−€0.1200`. */
export const formatDifference = (difference: string, currency: Currency, lang: Lang): string =>
  withSign(differences[lang].format(difference as Intl.StringNumericLiteral), currency, lang).replace(
    '-',
    MINUS,
  )

/** A signed plain decimal with all its digits and the currency sign: `+0,01 €`, `−2,50 лв.`; `−€2.50`. */
export function formatSignedMoney(difference: string, currency: Currency, lang: Lang): string {
  const isBelow = difference.startsWith('-')
  const size = formatExactMoney(isBelow ? difference.slice(1) : difference, currency, lang)
  if (isBelow) return MINUS + size
  return /[1-9]/.test(difference) ? `+${size}` : size
}

/** A share from 0 to 1: `82 %`; `82%`. */
export const formatPercent = (part: number, lang: Lang): string => percents[lang].format(part)

/** An integer, grouped: `12 345`; `12,345`. */
export const formatCount = (count: number, lang: Lang): string => wholeNumbers[lang].format(count)

/** The rate with the decimal mark of the language: `1,95583`; `1.95583`. */
export const formatRate = (lang: Lang, { rateText }: CurrencyPair = BGN_EUR): string =>
  rateText.replace('.', LANGUAGES[lang].decimalMark)

const GROUPED = /^\d{1,3}(?:([ .,])\d{3})(?:\1\d{3})*([.,]\d*)?$/

/**
 * Parses an amount typed into a field: decimal comma or point; thousands separated by spaces, or by the other
 * mark (`1.234,50`), or by one that occurs twice (`1,234,567`). A single mark is always decimal, in all
 * languages: `1,234` is 1.234.
 * @returns undefined when the text is no amount.
 */
export function parseTypedAmount(text: string): Decimal | undefined {
  const plain = text.trim().replace(/\s/g, ' ')
  const [, group, decimals] = GROUPED.exec(plain) ?? []
  const isGrouped =
    group !== undefined &&
    (group === ' ' || (decimals === undefined ? isRepeated(plain, group) : decimals[0] !== group))
  const whole = isGrouped
    ? plain.slice(0, plain.length - (decimals?.length ?? 0)).replaceAll(group, '')
    : plain
  return parseDecimal((isGrouped ? whole + (decimals ?? '') : whole).replace(',', '.'))
}

const isRepeated = (text: string, part: string): boolean => text.indexOf(part) !== text.lastIndexOf(part)

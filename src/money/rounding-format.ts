import { type Lang, byLang } from '#i18n/language.ts'
import type { Currency } from './currency.ts'
import { MINUS, numberFormat, withSign } from './format.ts'

const signedTwoDecimals = byLang((lang) => numberFormat(lang, 2, 'exceptZero'))

// Intl formats decimal text exactly.
const format = (decimal: string, lang: Lang): string =>
  signedTwoDecimals[lang].format(decimal as Intl.StringNumericLiteral)

/** A signed decimal text in hundredths of the currency, without its sign: `+6,69` for `0.0669`. */
export const formatDifferenceInHundredths = (difference: string, lang: Lang): string =>
  format(`${difference}e2`, lang).replace('-', MINUS)

/** A signed decimal text, rounded to two decimals, with the currency sign: `−18,78 €`; `−€18.78`. */
export const formatRoundedDifference = (difference: string, currency: Currency, lang: Lang): string =>
  withSign(format(difference, lang), currency, lang).replace('-', MINUS)

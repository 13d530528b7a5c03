import { LANGUAGES, type Lang, byLang } from '#i18n/language.ts'
import type { Currency } from './currency.ts'
import { MINUS, currencySign, isSignFirst } from './format.ts'

const signedTwoDecimals = byLang(
  (lang) =>
    new Intl.NumberFormat(LANGUAGES[lang].tag, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    }),
)

// Intl formats decimal text exactly.
const format = (decimal: string, lang: Lang): string =>
  signedTwoDecimals[lang].format(decimal as Intl.StringNumericLiteral).replace('-', MINUS)

/** A signed decimal text in hundredths of the currency, without its sign: `+6,69` for `0.0669`. */
export const formatDifferenceInHundredths = (difference: string, lang: Lang): string =>
  format(`${difference}e2`, lang)

/** A signed decimal text with two decimals and the currency sign: `−18,78 €`; `−€18.78`. */
export function formatWholeDifference(difference: string, currency: Currency, lang: Lang): string {
  const [amount, sign] = [format(difference, lang), currencySign(currency, lang)]
  return isSignFirst(currency, lang) ? amount.replace(/^[+\u2212]?/, `$&${sign}`) : `${amount}\u00a0${sign}`
}

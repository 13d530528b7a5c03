import type { Lang } from '#i18n/language.ts'
import type { Currency } from '#money/currency.ts'
import { formatDigits, formatSignedMoney } from '#money/format.ts'

/** Below one unit in hundredths, as the axis is labelled: `+9`, `−0,5`; above it as an amount: `+1,20 €`. */
export function dotText(difference: string, currency: Currency, lang: Lang): string {
  const [whole = '0', fraction = ''] = difference.replace('-', '').split('.')
  if (Number(whole) > 0) return formatSignedMoney(difference, currency, lang)
  const hundredths = String(Number(fraction.slice(0, 2)))
  const parts = fraction.slice(2)
  const size = formatDigits(parts === '' ? hundredths : `${hundredths}.${parts}`, lang)
  return `${difference.startsWith('-') ? '−' : '+'}${size}`
}

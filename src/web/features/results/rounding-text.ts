import { type Currency, EURO } from '#money/currency.ts'
import { formatDifferenceInHundredths, formatRoundedDifference } from '#money/rounding-format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'

/** A sum of rounding differences in words: `+6,69 цента`; from one euro or lev on `−18,78 €`. */
export function roundingText(difference: string, currency: Currency, lang: Lang): string {
  if (!/^-?0(\.|$)/.test(difference)) return formatRoundedDifference(difference, currency, lang)
  const n = formatDifferenceInHundredths(difference, lang)
  return (currency === EURO ? m.cents_edge : m.cents_edge_bgn)({ n }).replaceAll(' ', '\u00a0')
}

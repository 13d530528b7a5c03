import { LANGUAGES, type Lang } from '#i18n/language.ts'
import type { Currency } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'

/** In hundredths, as the axis is labelled: `+9`, `−0,5`, `+120`. */
export function dotText(difference: string, lang: Lang): string {
  const [whole = '0', fraction = ''] = difference.replace('-', '').split('.')
  const hundredths = formatCount(Number(whole + fraction.slice(0, 2).padEnd(2, '0')), lang)
  const parts = fraction.slice(2)
  const size = parts === '' ? hundredths : `${hundredths}${LANGUAGES[lang].decimalMark}${parts}`
  return `${difference.startsWith('-') ? '−' : '+'}${size}`
}

/** Hundredths of a currency in words: `+3 цента`, `−3 стотинки`. */
export const HUNDREDTHS = {
  EUR: m.check_cents,
  BGN: m.check_stotinki,
} satisfies Record<Currency, (values: { n: string }) => string>

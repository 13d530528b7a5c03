import type { AmbiguousReading } from '#pricelist/price-list.ts'
import { formatDecimal } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'

/** '12,500' as a person would read it one way or the other: 12,50 or 12 500. */
export function readingOf(example: string, reading: AmbiguousReading, lang: Lang): string {
  const [digits = ''] = /\d[\d.,]*\d/.exec(example) ?? []
  return formatDecimal(digits.replace(/[.,]/, reading === 'thousands' ? '' : '.'), lang)
}

/** '12500' with its thousands apart by a space in both languages: a comma is what is in doubt. */
export const thousandsText = (digits: string): string => digits.replace(/\d{3}$/, '\u00a0$&')

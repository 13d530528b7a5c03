import { LANGUAGES, type Lang } from '#i18n/language.ts'
import type { Delimiter } from '#table/text-source.ts'

export type CsvStyle = { readonly delimiter: Delimiter; readonly mark: '.' | ',' }

/** As Excel in that language writes and opens CSV. */
export const csvStyle = (lang: Lang): CsvStyle => ({
  delimiter: LANGUAGES[lang].csvDelimiter,
  mark: LANGUAGES[lang].decimalMark,
})

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One record without its line end (RFC 4180, CONV-07). Values that begin or end with a space are quoted too. */
export function csvLine(values: readonly string[], delimiter: Delimiter = ','): string {
  // Without an array: a result has up to 100,000 lines.
  let line = ''
  for (let i = 0; i < values.length; i++) {
    if (i > 0) line += delimiter
    line += csvValue(values[i]!, delimiter)
  }
  return line
}

const csvValue = (value: string, delimiter: Delimiter): string =>
  /["\r\n]/.test(value) || value.includes(delimiter) || value !== value.trim()
    ? `"${value.replaceAll('"', '""')}"`
    : value

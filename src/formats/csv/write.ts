import type { Lang } from '#i18n/language.ts'
import type { Delimiter } from '#table/text-source.ts'

export type CsvStyle = { readonly delimiter: Delimiter; readonly mark: '.' | ',' }

/** As Excel in that language writes and opens delimited text. */
export const CSV_STYLE = {
  bg: { delimiter: ';', mark: ',' },
  en: { delimiter: ',', mark: '.' },
} as const satisfies Record<Lang, CsvStyle>

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line without its end; values with quotes, delimiters or line ends are quoted, inner quotes doubled (CONV-07). */
export const csvLine = (values: readonly string[], delimiter: Delimiter = ','): string =>
  values.map((value) => csvValue(value, delimiter)).join(delimiter)

const csvValue = (value: string, delimiter: Delimiter): string =>
  /["\r\n]/.test(value) || value.includes(delimiter) || value !== value.trim()
    ? `"${value.replaceAll('"', '""')}"`
    : value

/**
 * A text that a spreadsheet would run as a formula, with an apostrophe before it (CONV-09, OWASP "CSV injection"). A plain
 * number, a telephone number and a lone sign run nothing and stay.
 */
export const escapeFormula = (text: string): string =>
  /^\s*[=+\-@\t\r]/.test(text) && !/^(?:[+-][\d.,]+|\+\d[\d ]*|[+\-@])$/.test(text) ? `'${text}` : text

import { type ConvertedAmount, toDecimalText } from '#money/amount.ts'
import type { RowStatus } from '#pricelist/row.ts'
import type { Lang } from '#i18n/language.ts'
import type { Delimiter } from '#table/text-source.ts'

export type CsvStyle = { readonly delimiter: Delimiter; readonly mark: '.' | ',' }

/** As Excel in that language writes and opens delimited text. */
export const CSV_STYLE = {
  bg: { delimiter: ';', mark: ',' },
  en: { delimiter: ',', mark: '.' },
} as const satisfies Record<Lang, CsvStyle>

/** Columns of the results, in the order in which every export has them. */
export const RESULT_COLUMNS = [
  'seq',
  'name',
  'bgn',
  'eur',
  'status',
  'originalPrice',
  'originalCurrency',
] as const

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

/** What one line of results says; amounts in hundredths, null when the row has none. */
export type Result = {
  readonly name: string
  readonly money: ConvertedAmount | null
  readonly status: RowStatus
  readonly originalPrice: string
  readonly originalCurrency: string
}

/** One line of results: amounts as `12.34`, missing ones empty. `seq` counts from 1. */
export const resultLine = (seq: number, result: Result): string =>
  csvLine([
    String(seq),
    escapeFormula(result.name),
    result.money === null ? '' : toDecimalText(result.money.national),
    result.money === null ? '' : toDecimalText(result.money.euro),
    result.status,
    escapeFormula(result.originalPrice),
    result.originalCurrency,
  ])

import { escapeFormula } from '#formats/csv/formulas.ts'
import { csvLine, csvStyle } from '#formats/csv/write.ts'
import type { Lang } from '#i18n/language.ts'
import { toDecimalText } from '#money/amount.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { csvBlob } from './blobs.ts'
import { exportLabels } from './labels.ts'
import { csvAmount, nameOf, priceColumnTitle, statusOf } from './results.ts'
import type { ReportSummary, ResultRow } from './types.ts'
import type { JobRow } from '#api/conversions.ts'

/** The column that tells valid rows: a `RowStatus` on the command line, `true` or `false` on the page. */
type StateColumn = 'status' | 'invalid'

type CsvRow = {
  /** From 1. */
  readonly seq: number
  readonly name: string
  /** Amounts in minor units; null where the row has none. */
  readonly bgn: number | null
  readonly eur: number | null
  readonly state: string
  readonly originalPrice: string
  readonly originalCurrency: string
}

/** Titles of the result columns as one CSV line without its end. */
export const resultCsvHeader = (state: StateColumn): string =>
  csvLine(['seq', 'name', 'bgn', 'eur', state, 'originalPrice', 'originalCurrency'])

/** A result as one CSV line without its end: amounts as `12.34`, missing ones empty, formulas escaped (CONV-09). */
export const resultCsvLine = (row: CsvRow): string =>
  csvLine([
    String(row.seq),
    escapeFormula(row.name),
    amountText(row.bgn),
    amountText(row.eur),
    row.state,
    escapeFormula(row.originalPrice),
    escapeFormula(row.originalCurrency),
  ])

const amountText = (minorUnits: number | null): string =>
  minorUnits === null ? '' : toDecimalText(minorUnits)

/** Rows of a saved job as a CSV file (AUTH-09). */
export function resultsCsv(rows: readonly JobRow[]): Blob {
  const lineOf = (row: JobRow): string => {
    const [bgn, eur] = [row.bgn, row.eur].map((amount) => (amount === null ? null : minorUnitsOfJson(amount)))
    return resultCsvLine({ ...row, bgn: bgn ?? null, eur: eur ?? null, state: String(row.invalid) })
  }
  return csvBlob([resultCsvHeader('invalid'), ...rows.map(lineOf)])
}

/** The results as a CSV file, as Excel in that language writes and opens it. */
export function reportCsv(rows: readonly ResultRow[], facts: ReportSummary, lang: Lang): Blob {
  const { delimiter, mark } = csvStyle(lang)
  const words = exportLabels(lang, facts)
  const decimal = (text: string) => (/^\d+\.\d+$/.test(text) ? text.replace('.', mark) : text)
  const hasColumns = words.priceTitles.length > 0
  const lineOf = (row: ResultRow): string => {
    const values = [
      String(row.seq),
      escapeFormula(nameOf(row)),
      decimal(csvAmount(row.bgn)),
      decimal(csvAmount(row.eur)),
      words.status[statusOf(row)],
      escapeFormula(decimal(row.originalPrice)),
      escapeFormula(row.originalCurrency),
      String(row.line ?? ''),
      words.reasonOf(row),
    ]
    if (hasColumns) values.push(escapeFormula(priceColumnTitle(row, words.priceTitles)))
    return csvLine(values, delimiter)
  }
  const { number, name, bgn, eur, status, originalPrice, currency, line, reason, priceColumn } = words.columns
  const titles = [number, name, bgn, eur, status, originalPrice, currency, line, reason]
  if (hasColumns) titles.push(priceColumn)
  return csvBlob([csvLine(titles, delimiter), ...rows.map(lineOf)])
}

import { csvLine, escapeFormula } from '#formats/csv/write.ts'
import { toDecimalText } from '#money/amount.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import { csvBlob } from './blobs.ts'
import { priceColumnTitle } from './results.ts'
import type { ResultRow } from './types.ts'

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

/**
 * Titles of the result columns as one CSV line without its end.
 * @param more titles of further columns
 */
export const resultCsvHeader = (state: StateColumn, ...more: string[]): string =>
  csvLine(['seq', 'name', 'bgn', 'eur', state, 'originalPrice', 'originalCurrency', ...more])

/** A result as one CSV line without its end: amounts as `12.34`, missing ones empty, formulas escaped (CONV-09). */
export function resultCsvLine(row: CsvRow, ...more: string[]): string {
  const values = [
    String(row.seq),
    escapeFormula(row.name),
    amountText(row.bgn),
    amountText(row.eur),
    row.state,
    escapeFormula(row.originalPrice),
    escapeFormula(row.originalCurrency),
  ]
  for (const text of more) values.push(escapeFormula(text))
  return csvLine(values)
}

const amountText = (minorUnits: number | null): string =>
  minorUnits === null ? '' : toDecimalText(minorUnits)

/**
 * Rows of a job as a CSV file.
 * @param priceColumns titles of the price columns where there are several: one more column then names that of each row
 */
export function resultsCsv(rows: readonly ResultRow[], priceColumns: readonly string[]): Blob {
  const hasColumns = priceColumns.length > 0
  const lineOf = (row: ResultRow): string => {
    const [bgn, eur] = [row.bgn, row.eur].map((amount) => (amount === null ? null : minorUnitsOfJson(amount)))
    const values = { ...row, bgn: bgn ?? null, eur: eur ?? null, state: String(row.invalid) }
    return resultCsvLine(values, ...(hasColumns ? [priceColumnTitle(row, priceColumns)] : []))
  }
  const lines = [resultCsvHeader('invalid', ...(hasColumns ? ['priceColumn'] : [])), ...rows.map(lineOf)]
  return csvBlob(lines)
}

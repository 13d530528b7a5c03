import { type Cell, isExactNumber } from '#formats/xlsx/write/sheet.ts'
import { writeWorkbook } from '#formats/xlsx/write/workbook.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import type { Lang } from '#i18n/language.ts'
import { toDecimalText } from '#money/amount.ts'
import { PRODUCT } from '#product/product.ts'
import { xlsxBlob } from './blobs.ts'
import { nameOf, statusOf, priceColumnTitle } from './results.ts'
import type { ReportSummary, ResultRow } from './types.ts'
import { type ExportLabels, exportLabels } from './labels.ts'

/** Widths of №, name, lev, euro, status, price of the file, its currency, line, reason, column; in characters. */
const WIDTHS = [8, 32, 16, 16, 14, 18, 10, 12, 28, 20]

/**
 * Results as a workbook: a sheet with header and rows only, so that it can be read again, and a summary sheet. Totals are
 * exact sums, stored as values.
 */
export function resultsXlsx(
  rows: readonly ResultRow[],
  facts: ReportSummary,
  lang: Lang,
  onProgress?: (done: number) => void,
): Promise<Blob> {
  const words = exportLabels(lang, facts)
  const summary = summaryOf(facts, words)
  const sheets = [
    {
      name: words.sheetResults,
      rows: resultLines(rows, words),
      rowCount: rows.length + 1,
      widths: WIDTHS,
      bold: 'first-row',
    },
    {
      name: words.sheetSummary,
      rows: summary,
      rowCount: summary.length,
      widths: [24, 60],
      bold: 'first-column',
    },
  ] as const
  const about = { title: words.title, creator: PRODUCT.name[lang], createdAt: facts.createdAt }
  return xlsxBlob(writeWorkbook(sheets, about, onProgress))
}

function* resultLines(rows: readonly ResultRow[], words: ExportLabels): Generator<Cell[]> {
  const { number, name, bgn, eur, status, originalPrice, currency, line, reason, priceColumn } = words.columns
  const titles = words.priceTitles
  const hasColumns = titles.length > 0
  const own = [number, name, bgn, eur, status, originalPrice, currency, line, reason]
  yield hasColumns ? [...own, priceColumn] : own
  for (const row of rows) {
    yield [
      { number: String(row.seq) },
      nameOf(row),
      amountCell(row.bgn),
      amountCell(row.eur),
      words.status[statusOf(row)],
      priceCell(row.originalPrice),
      row.originalCurrency,
      row.line === undefined ? null : { number: String(row.line) },
      words.reasonOf(row),
      ...(hasColumns ? [priceColumnTitle(row, titles)] : []),
    ]
  }
}

const total = (hundredths: number): Cell => ({ number: toDecimalText(hundredths), look: 'amount' })

export const amountCell = (amount: number | null): Cell =>
  amount === null ? null : total(minorUnitsOfJson(amount))

/** A number where the text is one; otherwise the text of the file. */
export function priceCell(price: string): Cell {
  if (!isExactNumber(price)) return price
  const [, decimals = ''] = price.split('.')
  return { number: price, look: decimals.length <= 2 ? 'amount' : 'plain' }
}

function summaryOf(facts: ReportSummary, words: ExportLabels): Cell[][] {
  const { counts, totals } = facts
  const count = (n: number): Cell => ({ number: String(n) })
  return [
    [words.file.label, words.file.name],
    [words.date.label, words.date.text],
    [words.labels.rate, words.rate],
    [words.labels.rule, words.rule],
    [words.labels.rows, count(counts.totalRows)],
    [words.labels.valid, count(counts.validRows)],
    [words.labels.invalid, count(counts.invalidRows)],
    [words.labels.empty, count(counts.emptyRows)],
    [words.labels.totalBgn, total(totals.bgn)],
    [words.labels.totalEur, total(totals.eur)],
    ...words.rounding.map(({ label, difference }): Cell[] => [label, { number: difference }]),
  ]
}

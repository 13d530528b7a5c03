import { type Cell, isExactNumber } from '#formats/xlsx/write/sheet.ts'
import { writeWorkbook } from '#formats/xlsx/write/workbook.ts'
import type { Lang } from '#i18n/language.ts'
import { toDecimalText } from '#money/amount.ts'
import { PRODUCT } from '#product/product.ts'
import { hundredthsOf, statusOf, priceColumnTitle } from './results.ts'
import type { ExportedFacts, ResultRow } from './types.ts'
import { type ExportWords, exportLabels } from './labels.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A written workbook as the file that the browser saves. */
export const xlsxBlob = async (written: Promise<readonly Uint8Array<ArrayBuffer>[]>): Promise<Blob> =>
  new Blob([...(await written)], { type: XLSX_TYPE })

/** Widths of №, name, lev, euro, status, price of the file, its currency, its column; in characters. */
const WIDTHS = [8, 32, 16, 16, 14, 18, 10, 20]

/**
 * Results as a workbook: a sheet of the rows alone, header first, so that it can be read in again; and what they are
 * on a second one. Totals are the exact sums, stored as values.
 */
export function resultsXlsx(
  rows: readonly ResultRow[],
  facts: ExportedFacts,
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

function* resultLines(rows: readonly ResultRow[], words: ExportWords): Generator<Cell[]> {
  const { number, name, bgn, eur, status, originalPrice, currency, priceColumn } = words.columns
  const titles = words.priceTitles
  const hasColumns = titles.length > 0
  yield [number, name, bgn, eur, status, originalPrice, currency, ...(hasColumns ? [priceColumn] : [])]
  for (const row of rows) {
    yield [
      { number: String(row.seq) },
      row.name,
      amountCell(row.bgn),
      amountCell(row.eur),
      words.status[statusOf(row)],
      priceCell(row.originalPrice),
      row.originalCurrency,
      ...(hasColumns ? [priceColumnTitle(row, titles)] : []),
    ]
  }
}

const total = (hundredths: number): Cell => ({ number: toDecimalText(hundredths), look: 'amount' })

export const amountCell = (amount: number | null): Cell =>
  amount === null ? null : total(hundredthsOf(amount))

/** A number where it is one; anything else as it stood in the file. */
export function priceCell(price: string): Cell {
  if (!isExactNumber(price)) return price
  const [, decimals = ''] = price.split('.')
  return { number: price, look: decimals.length <= 2 ? 'amount' : 'plain' }
}

function summaryOf(facts: ExportedFacts, words: ExportWords): Cell[][] {
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

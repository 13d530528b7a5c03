import { BYTE_ORDER_MARK, csvLine, escapeFormula } from '#formats/csv/write.ts'
import type { FormatId } from '#formats/format.ts'
import type { JobRow } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'
import { type Decimal, parseDecimal } from '#money/decimal.ts'
import { CURRENCY_CODES, type Currency, isCurrency } from '#money/currency.ts'
import { type Cents, type ConvertedAmount, type MinorUnits, toDecimalText } from '#money/amount.ts'
import { PRODUCT } from '#product/product.ts'
import { RoundingDifference } from '#money/rounding.ts'
import type { RowStatus } from '#pricelist/row.ts'
import type { ResultRow, Rounding } from './types.ts'

/** An amount of the wire in hundredths: it has two decimals at most, so the nearest integer is the amount itself. */
export const hundredthsOf = (amount: number): number => Math.round(amount * 100)

/** Invalid if marked so, empty without an amount, else valid. */
export const statusOf = (row: JobRow): RowStatus =>
  row.invalid ? 'invalid' : row.bgn === null || row.eur === null ? 'empty' : 'valid'

/** Sums of both columns, in the smallest units. */
export function totalsOf(rows: readonly JobRow[]): { bgn: MinorUnits<'national'>; eur: Cents } {
  let [bgn, eur] = [0, 0]
  for (const row of rows) {
    bgn += hundredthsOf(row.bgn ?? 0)
    eur += hundredthsOf(row.eur ?? 0)
  }
  return { bgn: bgn as MinorUnits<'national'>, eur: eur as Cents }
}

/** The differences of those totals that have any. */
export const differencesOf = ({ bgn, eur }: Rounding): { currency: Currency; difference: string }[] =>
  CURRENCY_CODES.flatMap((currency) => {
    const difference = currency === 'BGN' ? bgn : eur
    return difference === null ? [] : [{ currency, difference }]
  })

/** What a row was converted from, and to. */
export type Converted = { price: Decimal; from: Currency; money: ConvertedAmount }

/** The conversion of a row, from the price as it was sent; undefined where there was none. */
export function conversionOf(row: JobRow): Converted | undefined {
  const price = parseDecimal(row.originalPrice)
  const from = row.originalCurrency
  if (statusOf(row) !== 'valid' || !price || !isCurrency(from)) return undefined
  const bgn = hundredthsOf(row.bgn ?? 0) as MinorUnits<'national'>
  return { price, from, money: { national: bgn, euro: hundredthsOf(row.eur ?? 0) as Cents } }
}

/** Sums of the rounding differences, from the prices as they were sent (CONV-12). */
export function roundingOf(rows: readonly JobRow[]): Rounding {
  const sum = new RoundingDifference()
  for (const row of rows) {
    const conversion = conversionOf(row)
    if (conversion) sum.add(conversion.price, conversion.from, conversion.money)
  }
  return { eur: sum.in('EUR'), bgn: sum.in('BGN') }
}

const COLUMNS = ['seq', 'name', 'bgn', 'eur', 'invalid', 'originalPrice', 'originalCurrency'] as const

/** An amount as `12.34`, '' where there is none. */
export const csvAmount = (amount: number | null): string =>
  amount === null ? '' : toDecimalText(hundredthsOf(amount))

const lineOf = (row: ResultRow, titles: readonly string[]): string =>
  csvLine([
    String(row.seq),
    escapeFormula(row.name),
    csvAmount(row.bgn),
    csvAmount(row.eur),
    String(row.invalid),
    escapeFormula(row.originalPrice),
    escapeFormula(row.originalCurrency),
    ...(titles.length > 0 ? [escapeFormula(priceColumnTitle(row, titles))] : []),
  ])

/** The price column that a row is from; '' where that is not known. */
export const priceColumnTitle = ({ nth }: ResultRow, titles: readonly string[]): string =>
  nth === undefined ? '' : (titles[nth] ?? '')

/**
 * Rows of a job as CSV in UTF-8 with a byte order mark, by which Excel knows the Cyrillic (CONV-09).
 * @param titles of the price columns, where there are several: then one more column tells which a row is from
 */
export function resultsCsv(rows: readonly ResultRow[], titles: readonly string[]): Blob {
  const columns = titles.length > 0 ? [...COLUMNS, 'priceColumn'] : COLUMNS
  const lines = [csvLine(columns), ...rows.map((row) => lineOf(row, titles)), '']
  return new Blob([BYTE_ORDER_MARK, lines.join('\r\n')], { type: 'text/csv;charset=utf-8' })
}

/** Rows of a job as tab-separated text, for pasting into a sheet: with the decimal sign that such a sheet expects. */
export function resultsText(rows: readonly ResultRow[], lang: Lang, titles: readonly string[]): string {
  const text = (amount: number | null) =>
    lang === 'bg' ? csvAmount(amount).replace('.', ',') : csvAmount(amount)
  const column = (row: ResultRow) => (titles.length > 0 ? [escapeFormula(priceColumnTitle(row, titles))] : [])
  return rows
    .map((row) => [escapeFormula(row.name), ...column(row), text(row.bgn), text(row.eur)].join('\t'))
    .join('\n')
}

/** `ceni.csv` → `ceni-levro.xlsx`: the person's own name for it, told apart from the file it was made of. */
export const ownFileName = (filename: string, extension: string): string =>
  `${filename.replace(/\.[^.]*$/, '') || PRODUCT.slug}-${PRODUCT.slug}.${extension}`

/** `levro-job-{id}.csv`: made of the job's id alone, never of a name that somebody typed. */
export const jobFileName = (jobId: string, extension: FormatId | 'pdf'): string =>
  `${PRODUCT.slug}-job-${jobId.replace(/[^\w-]/g, '')}.${extension}`

/** `levro-protocol-{id}.pdf`, by the same rule. */
export const protocolFileName = (jobId: string, extension: FormatId | 'pdf'): string =>
  jobFileName(jobId, extension).replace('-job-', '-protocol-')

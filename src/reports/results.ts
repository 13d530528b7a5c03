import { escapeFormula } from '#formats/csv/write.ts'
import type { FormatId } from '#formats/format.ts'
import type { JobRow } from '#api/conversions.ts'
import { amountsOf, minorUnitsOfJson } from '#api/job-row.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { type Decimal, parseDecimal } from '#money/decimal.ts'
import { CURRENCY_CODES, type Currency, EURO, NATIONAL, isCurrency } from '#money/currency.ts'
import { type Cents, type ConvertedAmount, type MinorUnits, toDecimalText } from '#money/amount.ts'
import { PRODUCT } from '#product/product.ts'
import { RoundingDifference } from '#money/rounding.ts'
import type { RowStatus } from '#pricelist/row.ts'
import type { ResultRow, Rounding } from './types.ts'

/** Invalid if marked so, empty without an amount, else valid. */
export const statusOf = (row: JobRow): RowStatus =>
  row.invalid ? 'invalid' : amountsOf(row) === null ? 'empty' : 'valid'

/** Totals of both columns, in minor units. */
export function sumTotals(rows: readonly JobRow[]): { bgn: MinorUnits<'national'>; eur: Cents } {
  let [bgn, eur] = [0, 0]
  for (const row of rows) {
    bgn += minorUnitsOfJson(row.bgn ?? 0)
    eur += minorUnitsOfJson(row.eur ?? 0)
  }
  return { bgn: bgn as MinorUnits<'national'>, eur: eur as Cents }
}

/** The rounding differences of the totals that have any. */
export const listRoundingDifferences = ({
  bgn,
  eur,
}: Rounding): { currency: Currency; difference: string }[] =>
  CURRENCY_CODES.flatMap((currency) => {
    const difference = currency === EURO ? eur : bgn
    return difference === null ? [] : [{ currency, difference }]
  })

export type RowConversion = { price: Decimal; from: Currency; money: ConvertedAmount }

/** The conversion of a valid row, from the price as sent; undefined for other rows. */
export function rowConversion(row: JobRow): RowConversion | undefined {
  const price = parseDecimal(row.originalPrice)
  const from = row.originalCurrency
  const money = amountsOf(row)
  return row.invalid || !money || !price || !isCurrency(from) ? undefined : { price, from, money }
}

/** Sums of the rounding differences, from the prices as sent (CONV-12). */
export function sumRounding(rows: readonly JobRow[]): Rounding {
  const sum = new RoundingDifference()
  for (const row of rows) {
    const conversion = rowConversion(row)
    if (conversion) sum.add(conversion.price, conversion.from, conversion.money)
  }
  return { eur: sum.in(EURO), bgn: sum.in(NATIONAL) }
}

/** An amount as `12.34`, '' for null. */
export const csvAmount = (amount: number | null): string =>
  amount === null ? '' : toDecimalText(minorUnitsOfJson(amount))

/** Title of the price column of a row; '' where it is unknown. */
export const priceColumnTitle = ({ nth }: ResultRow, titles: readonly string[]): string =>
  nth === undefined ? '' : (titles[nth] ?? '')

/** Rows of a job as tab-separated text for the clipboard, with the decimal mark that a spreadsheet in that language expects. */
export function resultsText(rows: readonly ResultRow[], lang: Lang, titles: readonly string[]): string {
  const text = (amount: number | null) => csvAmount(amount).replace('.', LANGUAGES[lang].decimalMark)
  const column = (row: ResultRow) => (titles.length > 0 ? [escapeFormula(priceColumnTitle(row, titles))] : [])
  return rows
    .map((row) => [escapeFormula(row.name), ...column(row), text(row.bgn), text(row.eur)].join('\t'))
    .join('\n')
}

/** `ceni.csv` → `ceni-levro.xlsx`. */
export const ownFileName = (filename: string, extension: string): string =>
  `${filename.replace(/\.[^.]*$/, '') || PRODUCT.slug}-${PRODUCT.slug}.${extension}`

/** `levro-job-{id}.csv`: from the job id alone, never from user input. */
export const jobFileName = (jobId: string, extension: FormatId | 'pdf'): string =>
  `${PRODUCT.slug}-job-${jobId.replace(/[^\w-]/g, '')}.${extension}`

/** `levro-protocol-{id}.pdf`, like {@link jobFileName}. */
export const protocolFileName = (jobId: string, extension: FormatId | 'pdf'): string =>
  jobFileName(jobId, extension).replace('-job-', '-protocol-')

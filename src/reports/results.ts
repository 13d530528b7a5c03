import { escapeFormula } from '#formats/csv/formulas.ts'
import { type FormatId, unpackedName } from '#formats/format.ts'
import type { JobRow } from '#api/conversions.ts'
import { amountsOf, minorUnitsOfJson } from '#api/job-row.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { type Decimal, parseDecimal } from '#money/decimal.ts'
import {
  CURRENCY_CODES,
  type Currency,
  EURO,
  NATIONAL,
  byCurrency,
  isCurrency,
  otherCurrency,
} from '#money/currency.ts'
import { type Cents, type ConvertedAmount, type MinorUnits, toDecimalText } from '#money/amount.ts'
import { PRODUCT } from '#product/product.ts'
import { RoundingDifference } from '#money/rounding.ts'
import { type RoundingProfile, RoundingProfiler } from '#money/rounding-profile.ts'
import { type RowStatus, validateRow } from '#pricelist/row.ts'
import type { PriceProblem } from '#pricelist/types.ts'
import type { ConversionSummary, ResultRow, Rounding } from './types.ts'
import { DEFAULT_PLACEMENT, type Placement } from '#writeback/plan.ts'

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

/** The rounding differences of the currency that most prices are in; prices in the other one are in the target already. */
export type ResultsProfile = RoundingProfile & { readonly inTarget: number }

/** What rounding did to each price; null where none was converted. */
export function profileRounding(rows: readonly JobRow[]): ResultsProfile | null {
  const profilers = byCurrency((currency) => new RoundingProfiler(currency))
  const counts = byCurrency(() => 0)
  for (const row of rows) {
    const conversion = rowConversion(row)
    if (!conversion) continue
    profilers[conversion.from].add(conversion.price, conversion.money)
    counts[conversion.from]++
  }
  const from = counts[EURO] > counts[NATIONAL] ? EURO : NATIONAL
  if (counts[from] === 0) return null
  return { ...profilers[from].profile(), inTarget: counts[otherCurrency(from)] }
}

/** The name as the file has it, where that is known. */
export const nameOf = ({ name, fullName = name }: ResultRow): string => fullName

/** Why the row was not converted; undefined for a converted or an empty one. */
export function problemOf(row: ResultRow): PriceProblem | undefined {
  if (statusOf(row) !== 'invalid') return undefined
  const { name, originalPrice: price, originalCurrency: currency } = row
  const validation = validateRow({ name, price, currency })
  return row.problem ?? (validation.status === 'invalid' ? validation.problem : undefined)
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
    .map((row) => [escapeFormula(nameOf(row)), ...column(row), text(row.bgn), text(row.eur)].join('\t'))
    .join('\n')
}

/** `ceni.csv` → `ceni-levro.xlsx`; in another placement than the default `ceni-levro-replaced.xlsx`. */
export function ownFileName(
  filename: string,
  extension: string,
  { placement, lang }: { placement: Placement; lang: Lang } = { placement: DEFAULT_PLACEMENT, lang: 'bg' },
): string {
  const word = placement === DEFAULT_PLACEMENT ? '' : `-${PLACEMENT_WORD[placement][lang]}`
  return `${stemOf(filename)}-${PRODUCT.slug}${word}.${extension}`
}

/** The name of the source without its extension, and without characters that a file name cannot have or that hide its end. */
const stemOf = (filename: string): string =>
  unpackedName(filename)
    .replace(/\.[^.]*$/, '')
    .replace(/[<>:"/\\|?*\p{C}]/gu, '')
    .trim() || PRODUCT.slug

/** The words are Latin letters: older mail programs damage others in the name of a file. */
const FILE_WORD = {
  results: { bg: 'rezultati', en: 'results' },
  protocol: { bg: 'protokol', en: 'protocol' },
  corrected: { bg: 'popraven', en: 'corrected' },
  settings: { bg: 'nastroyki', en: 'settings' },
} satisfies Record<string, Record<Lang, string>>

/** The settings of a file as a recipe: `ceni-settings.json`, as `ceni-levro.json` would be the file itself. */
export const recipeFileName = (filename: string, lang: Lang): string =>
  `${stemOf(filename)}-${FILE_WORD.settings[lang]}.json`

/** Downloads with different placements have different names. */
const PLACEMENT_WORD = {
  end: { bg: 'nakraya', en: 'at-end' },
  replace: { bg: 'zameneni', en: 'replaced' },
} satisfies Record<Exclude<Placement, typeof DEFAULT_PLACEMENT>, Record<Lang, string>>

type NamedResults = Pick<ConversionSummary, 'filename' | 'createdAt'>

/** A file made from the results, or with corrected prices: `ceni-levro-results.xlsx`; of typed rows `levro-results-2026-01-15.xlsx`, by the day. */
export function reportFileName(
  what: keyof typeof FILE_WORD,
  { filename, createdAt }: NamedResults,
  extension: string,
  lang: Lang,
): string {
  const word = FILE_WORD[what][lang]
  const name =
    filename === null
      ? `${PRODUCT.slug}-${word}-${dayOf(new Date(createdAt))}`
      : `${stemOf(filename)}-${PRODUCT.slug}-${word}`
  return `${name}.${extension}`
}

/** The local day: `2026-01-15`. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** `levro-job-{id}.csv`: from the job id alone, never from user input. */
export const jobFileName = (jobId: string, extension: FormatId | 'pdf'): string =>
  `${PRODUCT.slug}-job-${jobId.replace(/[^\w-]/g, '')}.${extension}`

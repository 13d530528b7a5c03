import { type Columns, type Detection, type RowsReading, priceColumnsOf } from '#pricelist/types.ts'
import type { PriceListRows } from '#formats/read-price-list.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { priceListWarnings } from '#pricelist/warnings.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { suggestColumns } from '#pricelist/columns/shop-exports.ts'
import type { RowChoices } from '#reports/types.ts'
import type { FileContext, FileReading, FileWarnings, RowsSummary, UnconvertedColumn } from '../types.ts'

/**
 * The columns with prices that are not converted: those detected next to the price column and, where the user chose
 * another one, the detected column and its candidates. Price columns of side-by-side tables are not among them.
 */
export function findUnconvertedColumns(
  { columns: found, question, candidates, rivals, tables, all }: Detection,
  chosen: Columns,
): UnconvertedColumn[] {
  const used = [...priceColumnsOf(chosen), chosen.otherPrice, ...tables.map(({ price }) => price)]
  // Without a title that names a price, the detected columns are a guess.
  const ofFound = question === 'no-price-title' ? [] : [found.price, found.otherPrice, ...candidates]
  const named = rivals.map(({ index }) => index)
  const others = [...new Set(ofFound)].flatMap((index) => {
    const column = index === null || named.includes(index) ? undefined : all[index]
    if (!column?.isPriced) return []
    const { title } = column
    return [{ index: column.index, title, kind: meaningOfHeader(title).kind ?? null }]
  })
  return [...others, ...rivals].filter(({ index }) => !used.includes(index))
}

/** @param reading the rows that were read so */
export function fileWarnings(
  { file, choices, hash, isRemembered }: Omit<FileReading, 'columnsKnown'>,
  reading: PriceListRows,
): FileWarnings {
  const { name, sheet, detection } = file
  const { table } = reading
  return {
    hash,
    isRemembered,
    doubts: priceListWarnings(
      { table, ...(sheet !== undefined && { sheet }) },
      name,
      detection,
      choices,
      reading,
    ),
    shop: suggestColumns(table, detection, choices.columns, totalsIn(reading)) ?? null,
    rivals: findUnconvertedColumns(detection, choices.columns),
    ...(reading.counts.validRows === 0 && { problems: summarizeProblems(reading) }),
  }
}

/** Table rows (0-based) that are omitted as totals. */
const totalsIn = ({ omitted, lines }: RowsReading): Set<number> =>
  new Set([...omitted].flatMap(([i, reason]) => (reason === 'total' ? [lines[i]! - 1] : [])))

/** The context for other choices: remembered columns no longer count as such after another choice. */
export const fileContextFor = ({ guards, choices }: RowsSummary, next: RowChoices): FileContext => ({
  hash: guards?.hash ?? null,
  isRemembered:
    guards?.isRemembered === true &&
    next.defaultCurrency === choices?.defaultCurrency &&
    JSON.stringify(next.columns) === JSON.stringify(choices.columns),
})

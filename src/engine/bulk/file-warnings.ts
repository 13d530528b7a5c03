import { type Columns, type Detection, type RowsReading, priceColumnsOf } from '#pricelist/types.ts'
import { CURRENCY_CODES, otherCurrency } from '#money/currency.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { PriceListRows } from '#formats/read-price-list.ts'
import { isOfMoney, meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { allowedPlacement } from '#writeback/plan.ts'
import { priceListWarnings } from '#pricelist/warnings.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { suggestColumns } from '#pricelist/columns/shop-exports.ts'
import type { RowChoices } from '#reports/types.ts'
import type { FileContext, FileReading, FileWarnings, RowsSummary, UnconvertedColumn } from '../types.ts'

/**
 * The columns with prices that are not converted: where the user chose another price column the detected one and its candidates,
 * those detected next to it, and all others whose titles say that they hold money, as old prices do. Price columns of
 * side-by-side tables are not among them.
 */
export function findUnconvertedColumns(
  { columns: found, question, candidates, rivals, tables, all }: Detection,
  chosen: Columns,
): UnconvertedColumn[] {
  const used = [...priceColumnsOf(chosen), chosen.otherPrice, ...tables.map(({ price }) => price)]
  // Without a title that names a price, the detected columns are a guess.
  const ofFound = question === 'no-price-title' ? [] : [found.price, found.otherPrice, ...candidates]
  const named = rivals.map(({ index }) => index)
  const columnOf = (index: number): UnconvertedColumn[] => {
    const { title, isPriced } = all[index]!
    return isPriced ? [{ index, title, kind: meaningOfHeader(title).kind ?? null }] : []
  }
  const others = [...new Set(ofFound)].filter((index) => index !== null && !named.includes(index))
  const known = [...others.flatMap((index) => columnOf(index!)), ...rivals]
  const rest = all.filter(({ index, title }) => isOfMoney(title) && !known.some((one) => one.index === index))
  return [...known, ...rest.flatMap(({ index }) => columnOf(index))].flatMap((column) => {
    const { currency } = meaningOfHeader(column.title)
    return used.includes(column.index) ? [] : [{ ...column, ...(currency && { currency }) }]
  })
}

/**
 * @param reading the rows that were read so
 * @param withAllKeys of the opened file
 */
export function fileWarnings(
  { file, choices, hash, isRemembered, recipe }: Omit<FileReading, 'columnsKnown'>,
  reading: PriceListRows,
  { withAllKeys }: Pick<OpenedFile, 'withAllKeys'>,
): FileWarnings {
  const { name, sheet, detection } = file
  const { columns } = choices
  const { table } = reading
  const whole = withAllKeys?.()
  const { warnings: replacing } = allowedPlacement('replace', {
    file,
    table: whole ?? table,
    columns,
    reading,
  })
  return {
    hash,
    isRemembered,
    ...(recipe !== undefined && { recipe }),
    doubts: priceListWarnings(
      { table, ...(sheet !== undefined && { sheet }) },
      name,
      detection,
      choices,
      reading,
    ),
    shop: suggestionIn(detection, choices, reading),
    rivals: findUnconvertedColumns(
      whole ? { ...detection, all: detectColumns(whole).all } : detection,
      columns,
    ),
    replacing,
    ...(reading.counts.validRows === 0 && { problems: summarizeProblems(reading) }),
  }
}

/** Without columns that are in the currency of the new prices by their titles: they would be converted back, for tokens. */
function suggestionIn(
  detection: Detection,
  { columns, wanted }: RowChoices,
  reading: PriceListRows,
): FileWarnings['shop'] {
  const suggestion = suggestColumns(reading.table, detection, columns, totalsIn(reading))
  if (suggestion === undefined) return null
  const [from, ...others] = CURRENCY_CODES.filter((currency) => reading.currencies[currency] > 0)
  const target = wanted ?? (from === undefined || others.length > 0 ? undefined : otherCurrency(from))
  const further = suggestion.columns.filter(
    ({ title }) => target === undefined || meaningOfHeader(title).currency !== target,
  )
  return suggestion.shop === null && further.length === 0 ? null : { ...suggestion, columns: further }
}

/** Table rows (0-based) that are omitted as totals. */
const totalsIn = ({ omitted, lines }: RowsReading): Set<number> =>
  new Set([...omitted].flatMap(([i, reason]) => (reason === 'total' ? [lines[i]! - 1] : [])))

/** The context for other choices: remembered columns no longer count as such after another choice. */
export function fileContextFor({ guards, choices }: RowsSummary, next: RowChoices): FileContext {
  const isRemembered =
    guards?.isRemembered === true &&
    next.defaultCurrency === choices?.defaultCurrency &&
    JSON.stringify(next.columns) === JSON.stringify(choices.columns)
  const recipe = isRemembered ? guards.recipe : undefined
  return { hash: guards?.hash ?? null, isRemembered, ...(recipe !== undefined && { recipe }) }
}

import { type Currency, EURO, NATIONAL, otherCurrency } from '#money/currency.ts'
import type { JoinedFields, Table } from '#table/table.ts'
import { type Columns, type RowsReading, priceColumnsOf } from '#pricelist/types.ts'
import { type CellsByRow, type ConvertedCell, currenciesOf } from './converted-cells.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { headerWithoutCurrency } from '#pricelist/headers/header-text.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { statedHundredths } from '#pricelist/rows/stated-hundredths.ts'

/** Where a converted price goes: in a column after its source, after the last column, or in place of its source. */
export const PLACEMENTS = ['after', 'end', 'replace'] as const

export type Placement = (typeof PLACEMENTS)[number]

/** As the rows are shown before the conversion. Where a workbook cannot have it so, the column goes to the end. */
export const DEFAULT_PLACEMENT = 'after' satisfies Placement

/** A price column of the file. Rows that are not in `cells` have no new price. */
export type PricedColumn = {
  /** 0-based. */
  readonly column: number
  /** By row index in the table, 0-based. */
  readonly cells: CellsByRow
  /** Rows whose price is the sum of others: a formula that adds them up is kept. */
  readonly sums?: ReadonlySet<number>
}

/**
 * The user's replacement of a cell's content: text, or a plain decimal. Its currency is one that no column names: it is
 * written beside the number, or is that of its number format.
 */
export type CellContent = string | { readonly number: string; readonly currency?: Currency }

/** Edited cells and added rows: content by column index. */
export type ChangedRow = { readonly row: number; readonly cells: ReadonlyMap<number, CellContent> }
export type AddedRow = {
  readonly cells: ReadonlyMap<number, CellContent>
  readonly prices: ReadonlyMap<number, ConvertedCell>
}

/** The changes to be made to the user's file (CONV-08). All indexes are those of the table that was read from it. */
export type WriteBackPlan = {
  readonly placement: Placement
  /** Null when the file has no header: then the new columns have no title. */
  readonly headerRow: number | null
  /** Its cells get the new currency where prices are replaced. */
  readonly currencyColumn: number | null
  readonly columns: readonly PricedColumn[]
  readonly changed: readonly ChangedRow[]
  readonly added: readonly AddedRow[]
  /** CSV only: cells that the reader joined from two fields of the file. */
  readonly joinedFields?: JoinedFields | undefined
  /** Workbooks only: changed cells that a formula computes keep it (`WriteBackResult.lockedCells`). */
  readonly keepsFormulas?: boolean
}

/**
 * What the user should know about the written file.
 * - `not-kept`: the format cannot be edited in place, so the file has become XLSX.
 * - `placed-at-end`: there is no room for the new column next to its source.
 * - `formulas-kept`: prices computed by formulas cannot be replaced; the new ones are in a column of their own.
 * - `currency-shared`: nothing was replaced, since other prices share the currency column.
 * - `currency-around`: nothing was replaced, since the currency stands once, around the prices of a list.
 * - `hundredths-kept`: nothing was replaced, since a column is in stotinki or cents.
 * - `both-kept`: nothing was replaced, since the file has the same prices in the other currency.
 * - `lists-kept`: the prices of other lists of the file are not replaced.
 * - `rows-cut`: nothing was replaced, since the file was not read to its end.
 * - `unread-kept`: unreadable prices are unchanged among replaced ones.
 * - `title-kept`: the title of replaced prices belongs to a table or is computed, so it still names the old currency; or a title or
 * number format of amounts that formulas work out from them does.
 * - `totals-kept`: a total that is not known to be the sum of replaced prices in one currency is unchanged among them.
 * - `rest-waiting`: nothing was replaced, since other prices of the file are still to be converted.
 * - `mixed-money`: nothing was replaced, since one column would have prices in both currencies with nothing to
 * distinguish them.
 * - `edits-kept`: edited values of a JSON file that other rows share, or that have no place in it, are unchanged.
 * - `fields-widened`: fields of a DBF had no room for their new values.
 * - `fields-renamed`: replaced prices of a DBF have a field of another name, with the currency that they have now.
 * - `values-kept`: edited values that a field of a DBF cannot have are unchanged, or blank in an added record.
 * - `fields-too-many`: a DBF has more or longer fields than programs of its version take.
 * - `deleted-kept`: deleted records of a DBF have their old prices, in the fields of replaced ones.
 * - `index-outdated`: the index of a DBF does not have the new values.
 * - `database-differs`: a DBF belongs to a database that lists its fields as they were.
 */
export type WriteBackWarning =
  | 'not-kept'
  | 'placed-at-end'
  | 'formulas-kept'
  | 'currency-shared'
  | 'currency-around'
  | 'hundredths-kept'
  | 'both-kept'
  | 'lists-kept'
  | 'rows-cut'
  | 'unread-kept'
  | 'title-kept'
  | 'totals-kept'
  | 'rest-waiting'
  | 'mixed-money'
  | 'edits-kept'
  | 'fields-widened'
  | 'fields-renamed'
  | 'values-kept'
  | 'fields-too-many'
  | 'deleted-kept'
  | 'index-outdated'
  | 'database-differs'

/** With one of these no old price is replaced. */
const NOT_REPLACED: readonly WriteBackWarning[] = [
  'formulas-kept',
  'currency-shared',
  'currency-around',
  'hundredths-kept',
  'both-kept',
  'rows-cut',
  'rest-waiting',
  'mixed-money',
]

/** Where a written file has the new prices: those that replace nothing stand at its end. */
export const writtenPlacement = (wanted: Placement, warnings: readonly WriteBackWarning[]): Placement =>
  wanted === 'replace' && warnings.some((warning) => NOT_REPLACED.includes(warning)) ? 'end' : wanted

/** The currencies of the new columns of a price column: both where its cells are in both. */
export function targetCurrencies({ cells }: PricedColumn): readonly Currency[] {
  const from = currenciesOf(cells)
  if (from.size > 1) return [NATIONAL, EURO]
  return from.has(EURO) ? [NATIONAL] : [EURO]
}

/** A column that the plan adds: the price column (0-based) that it is computed from, and its currency. */
export type NewColumn = { readonly source: number; readonly currency: Currency }

/** The new columns of some price columns, in the order given; no title yet (see price-titles). */
export const newColumns = (columns: readonly PricedColumn[]): NewColumn[] =>
  columns.flatMap((priced) =>
    targetCurrencies(priced).map((currency) => ({ source: priced.column, currency })),
  )

/** The amount of a cell in one of the two currencies. */
export const amountIn = (cell: ConvertedCell, currency: Currency): string =>
  currency === NATIONAL ? cell.national : cell.euro

type Source = {
  readonly file: { readonly warnings: readonly { readonly code: string }[] }
  readonly table: Table
  readonly columns: Columns
  readonly reading: Pick<RowsReading, 'problems'>
}

/**
 * The placement that is possible. Prices are not replaced where others would then be in the wrong currency: those of
 * another column that shares the currency column, and those of rows that were not read; nor where the file would then
 * have them twice.
 */
export function allowedPlacement(
  wanted: Placement,
  { file, table, columns, reading }: Source,
): { readonly placement: Placement; readonly warnings: readonly WriteBackWarning[] } {
  if (wanted !== 'replace') return { placement: wanted, warnings: [] }
  if (file.warnings.some(({ code }) => code === 'rows-cut'))
    return { placement: 'end', warnings: ['rows-cut'] }
  if (priceColumnsOf(columns).some((column) => statedHundredths(table, columns, column)))
    return { placement: 'end', warnings: ['hundredths-kept'] }
  if (sameInOtherCurrency(table, columns).length > 0) return { placement: 'end', warnings: ['both-kept'] }
  if (isCurrencyShared(table, columns)) return { placement: 'end', warnings: ['currency-shared'] }
  const isUnread = [...reading.problems.values()].some((problem) => problem !== 'no-price')
  return { placement: wanted, warnings: isUnread ? ['unread-kept'] : [] }
}

/** The columns that have the same prices in the other currency, by the detection or by their titles. */
export function sameInOtherCurrency(table: Table, columns: Columns): readonly number[] {
  const titles = headerTitles(table, columns.headerRow).map((title) => ({
    words: headerWithoutCurrency(title),
    currency: meaningOfHeader(title).currency,
  }))
  const found = priceColumnsOf(columns).flatMap((column) => {
    const price = titles[column]
    if (price?.currency === undefined) return []
    const other = otherCurrency(price.currency)
    return titles.flatMap(({ words, currency }, c) =>
      currency === other && words === price.words ? [c] : [],
    )
  })
  return [...new Set([...(columns.otherPrice === null ? [] : [columns.otherPrice]), ...found])]
}

function isCurrencyShared(table: Table, columns: Columns): boolean {
  const { sideTables = [] } = columns
  // Only one currency column is written.
  if (sideTables.length > 0 && [columns, ...sideTables].some(({ currency }) => currency !== null)) return true
  if (columns.currency === null) return false
  const converted = priceColumnsOf(columns)
  return detectColumns(table, columns.headerRow).all.some(
    ({ index, title, isPriced }) =>
      isPriced && !converted.includes(index) && meaningOfHeader(title).currency === undefined,
  )
}

import type { OpenedFile, Table } from '#pricelist/types.ts'
import type { Columns, RowsReading } from '#pricelist/price-list.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { priceColumnsOf } from '#pricelist/price-columns.ts'
import type { Placement, WriteBackNote } from './plan.ts'

type Source = {
  readonly file: Pick<OpenedFile, 'warnings'>
  readonly table: Table
  readonly columns: Columns
  readonly reading: Pick<RowsReading, 'problems'>
}

/**
 * Where the new prices can stand. Prices are not replaced where others would then be in the wrong money: those of another
 * column that the same column of currencies speaks of, and those of rows that were not read.
 */
export function placementFor(
  wanted: Placement,
  { file, table, columns, reading }: Source,
): { readonly placement: Placement; readonly notes: readonly WriteBackNote[] } {
  if (wanted !== 'replace') return { placement: wanted, notes: [] }
  if (file.warnings.some(({ code }) => code === 'rows-cut')) return { placement: 'end', notes: ['rows-cut'] }
  if (isCurrencyShared(table, columns)) return { placement: 'end', notes: ['currency-shared'] }
  const isUnread = [...reading.problems.values()].some((problem) => problem !== 'no-price')
  return { placement: wanted, notes: isUnread ? ['unread-kept'] : [] }
}

function isCurrencyShared(table: Table, columns: Columns): boolean {
  const { sideTables = [] } = columns
  // Only one column of currencies is written.
  if (sideTables.length > 0 && [columns, ...sideTables].some(({ currency }) => currency !== null)) return true
  if (columns.currency === null) return false
  const converted = priceColumnsOf(columns)
  return detectColumns(table, columns.headerRow).all.some(
    ({ index, title, isPriced }) =>
      isPriced && !converted.includes(index) && meaningOfHeader(title).currency === undefined,
  )
}

import type { Currency } from '#money/currency.ts'
import type { CurrencyStatement } from '#pricelist/types.ts'
import type { Table } from '#table/table.ts'
import { findCurrencyStatements, statedBetween } from '#pricelist/currency/currency-statement.ts'
import { currenciesOf } from './converted-cells.ts'
import { type WriteBackPlan, type WriteBackWarning, writtenPlacement } from './plan.ts'

/** The names of the written file, and of its sheet where it has one. `notes`: texts of the file beside the table. */
export type OutputNames = {
  readonly file: string
  readonly sheet?: string | undefined
  readonly notes?: readonly string[] | undefined
}

/**
 * A statement around the table that is kept and names the former currency of replaced prices ('Всички цени са в
 * лева'): the user has to change it. Undefined where there is none, and where the prices were not replaced. Totals
 * are not reported: they are replaced too, or have a warning of their own.
 */
export function remainingStatement(
  { placement, headerRow, columns }: WriteBackPlan,
  table: Table,
  { file, sheet, notes }: OutputNames,
  warnings: readonly WriteBackWarning[],
): CurrencyStatement | undefined {
  if (writtenPlacement(placement, warnings) !== 'replace') return undefined
  const replaced = new Set(columns.flatMap(({ cells }) => [...currenciesOf(cells)]))
  const price = columns[0]?.column ?? null
  // A web page that becomes a workbook has its tables alone.
  const kept = warnings.includes('not-kept') ? undefined : notes
  const source = { table, ...(sheet !== undefined && { sheet }), ...(kept && { notes: kept }) }
  const isReplaced = (currency: Currency): boolean => replaced.has(currency)
  const statements = findCurrencyStatements(source, file, { headerRow, price }, false)
  const around = statements.find(({ currency }) => isReplaced(currency))
  if (around !== undefined) return around
  let from = (headerRow ?? -1) + 1
  for (const row of columns[0]?.cells.keys() ?? []) {
    const between = statedBetween(table, from, row, isReplaced)
    if (between !== undefined) return between
    from = row + 1
  }
  return undefined
}

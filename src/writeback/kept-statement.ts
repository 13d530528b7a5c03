import type { Currency } from '#money/currency.ts'
import type { CurrencyStatement } from '#pricelist/types.ts'
import type { Table } from '#table/table.ts'
import { findCurrencyStatements, statedBetween } from '#pricelist/currency/currency-statement.ts'
import type { WriteBackPlan, WriteBackWarning } from './plan.ts'

/** What the returned file is called, and its sheet where it has one. */
export type ReturnedNames = { readonly file: string; readonly sheet?: string | undefined }

/**
 * A statement around the table that stays as it was and names the currency that replaced prices had ('Всички цени са в
 * лева'): the person has to change it. Undefined where there is none, and where formulas have kept the prices. A total is
 * none: it is replaced with the prices, or there is a note on it.
 */
export function keptStatement(
  { placement, headerRow, columns }: WriteBackPlan,
  table: Table,
  { file, sheet }: ReturnedNames,
  notes: readonly WriteBackWarning[],
): CurrencyStatement | undefined {
  if (placement !== 'replace' || notes.includes('formulas-kept')) return undefined
  const replaced = new Set<Currency>()
  for (const { cells } of columns) for (const { from } of cells.values()) replaced.add(from)
  const price = columns[0]?.column ?? null
  const source = { table, ...(sheet !== undefined && { sheet }) }
  const isReplaced = (currency: Currency): boolean => replaced.has(currency)
  const statements = findCurrencyStatements(source, file, { headerRow, price }, false)
  const around = statements.find(({ currency }) => isReplaced(currency))
  if (around !== undefined) return around
  let from = (headerRow ?? -1) + 1
  for (const row of columns[0]?.cells.keys() ?? []) {
    const between = row > from ? statedBetween(table, from, row, isReplaced) : undefined
    if (between !== undefined) return between
    from = row + 1
  }
  return undefined
}

import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { type Table, cellAt, isBlankCell } from '#table/table.ts'
import type { WriteBackPlan } from './plan.ts'

/**
 * What becomes of a column with prices of both currencies when they are replaced (READ-12). A currency: all its prices are
 * in that one afterwards, and those that are in it already stay as they are. `mark`: each becomes the other currency, which
 * is written beside it.
 */
export const MIXED_MONEY = [...CURRENCY_CODES, 'mark'] as const

export type MixedMoney = (typeof MIXED_MONEY)[number]

/** By price column, whether prices of both currencies stand in it. */
export function mixedColumns(prices: Iterable<readonly [nth: number, from: Currency]>): readonly boolean[] {
  const found: Set<Currency>[] = []
  for (const [nth, from] of prices) (found[nth] ??= new Set()).add(from)
  return Array.from(found, (currencies) => currencies !== undefined && currencies.size > 1)
}

/** Whether a column of currencies tells which one the prices of this row are in. */
export const isCurrencyTold = (table: Table, row: number, column: number | null): boolean =>
  column !== null && !isBlankCell(cellAt(table, row, column))

/** Whether replaced prices would be in both currencies in one column, with nothing that tells them apart. */
export function hasMixedMoney({ placement, columns, currencyColumn }: WriteBackPlan, table: Table): boolean {
  if (placement !== 'replace') return false
  return columns.some(({ cells }) => {
    const currencies = new Set<Currency>()
    for (const { from } of cells.values()) currencies.add(from)
    if (currencies.size < 2) return false
    for (const [row, { isMarked }] of cells)
      if (isMarked !== true && !isCurrencyTold(table, row, currencyColumn)) return true
    return false
  })
}

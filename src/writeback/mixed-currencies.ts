import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { type Table, cellAt, isBlankCell } from '#table/table.ts'
import { currenciesOf } from './converted-cells.ts'
import type { WriteBackPlan } from './plan.ts'

/**
 * How a column with prices in both currencies is replaced (READ-12). A currency: all its prices end up in that one,
 * and those already in it stay. `mark`: each becomes the other currency, which is written next to it.
 */
export const MIXED_PRICES_CHOICES = [...CURRENCY_CODES, 'mark'] as const

export type MixedPricesChoice = (typeof MIXED_PRICES_CHOICES)[number]

/** By price column, whether it has prices in both currencies. */
export function mixedColumns(prices: Iterable<readonly [nth: number, from: Currency]>): readonly boolean[] {
  const found: Set<Currency>[] = []
  for (const [nth, from] of prices) (found[nth] ??= new Set()).add(from)
  return Array.from(found, (currencies) => currencies !== undefined && currencies.size > 1)
}

/** Whether a currency column names the currency of the prices in this row. */
export const isCurrencyNamed = (table: Table, row: number, column: number | null): boolean =>
  column !== null && !isBlankCell(cellAt(table, row, column))

/** Whether replaced prices would be in both currencies in one column, with nothing to distinguish them. */
export function hasMixedPrices({ placement, columns, currencyColumn }: WriteBackPlan, table: Table): boolean {
  if (placement !== 'replace') return false
  return columns.some(({ cells }) => {
    if (currenciesOf(cells).size < 2) return false
    for (const [row, { isMarked }] of cells)
      if (isMarked !== true && !isCurrencyNamed(table, row, currencyColumn)) return true
    return false
  })
}

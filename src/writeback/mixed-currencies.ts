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

/**
 * Whether a column with prices in both currencies would be replaced although the user has not chosen how: each would
 * become the other currency.
 */
export const hasMixedPrices = (
  { placement, columns }: WriteBackPlan,
  mixed: MixedPricesChoice | undefined,
): boolean =>
  placement === 'replace' && mixed === undefined && columns.some(({ cells }) => currenciesOf(cells).size > 1)

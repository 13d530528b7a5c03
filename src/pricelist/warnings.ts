import { firstRowOfData } from './columns/column-numbers.ts'
import type { Currency } from '#money/amount.ts'
import type { OpenedFile } from './types.ts'
import type { Detection, RowsOptions, RowsReading } from './price-list.ts'
import { type ConvertedColumn, findConvertedColumn } from './converted-column.ts'
import { currencyTaken, findNamedCurrency, type NamedCurrency } from './currency/named-currency.ts'
import { priceColumnsOf } from './price-columns.ts'
import { findSalesAboveRegular, type SalePrices } from './sale-prices.ts'

/**
 * What speaks against converting a file as it was read, for the person to judge: nothing is changed by it. `taken` is the
 * currency that its prices were taken for.
 */
export type Doubt =
  | ({ readonly what: 'currency-named'; readonly taken: Currency } & NamedCurrency)
  | ({ readonly what: 'converted-column'; readonly taken: Currency } & ConvertedColumn)
  | ({ readonly what: 'sale-above-regular' } & SalePrices)

/** The doubts about a file, the gravest first. Looks at a sample where that will do; never throws. */
export function doubtsOf(
  file: Pick<OpenedFile, 'table' | 'sheet'>,
  fileName: string,
  { all }: Detection,
  { columns, ambiguous }: RowsOptions,
  reading: RowsReading,
): Doubt[] {
  const from = firstRowOfData(file.table, columns.headerRow)
  const priced = priceColumnsOf(columns).flatMap((column, n) => {
    const taken = currencyTaken(reading, n)
    return taken === undefined ? [] : [{ column, taken }]
  })
  const named = first(priced, ({ column, taken }) =>
    findNamedCurrency(file, fileName, columns, column, taken),
  )
  const converted = first(priced, ({ column }) =>
    findConvertedColumn(file.table, column, from, all, ambiguous),
  )
  const sales = priced.length > 0 && findSalesAboveRegular(file.table, columns, all, ambiguous)
  return [
    ...(named ? [{ what: 'currency-named', ...named } as const] : []),
    ...(converted ? [{ what: 'converted-column', ...converted } as const] : []),
    ...(sales ? [{ what: 'sale-above-regular', ...sales } as const] : []),
  ]
}

/** One price column, and the currency that its prices were taken for. */
type Priced = { readonly column: number; readonly taken: Currency }

/** What the first of the price columns that has any is found to have: one doubt of a kind is enough to stop at. */
function first<T extends object>(
  priced: readonly Priced[],
  find: (one: Priced) => T | undefined,
): (T & { readonly taken: Currency }) | undefined {
  for (const one of priced) {
    const found = find(one)
    if (found !== undefined) return { ...found, taken: one.taken }
  }
  return undefined
}

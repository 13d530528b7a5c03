import type { Currency } from '#domain/money.ts'
import type { Detection, OpenedFile, RowsOptions, RowsReading } from './catalogue.ts'
import { type ConvertedColumn, findConvertedColumn } from './converted-column.ts'
import { currencyTaken, findNamedCurrency, type NamedCurrency } from './named-currency.ts'
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
  const taken = currencyTaken(reading)
  if (columns.price === null || taken === undefined) return []
  const from = columns.headerRow === null ? 0 : columns.headerRow + 1
  const named = findNamedCurrency(file, fileName, columns, taken)
  const converted = findConvertedColumn(file.table, columns.price, from, all, ambiguous)
  const sales = findSalesAboveRegular(file.table, columns, all, ambiguous)
  return [
    ...(named ? [{ what: 'currency-named', taken, ...named } as const] : []),
    ...(converted ? [{ what: 'converted-column', taken, ...converted } as const] : []),
    ...(sales ? [{ what: 'sale-above-regular', ...sales } as const] : []),
  ]
}

import type { Detection, OpenedFile, RowsOptions, RowsReading } from './catalogue.ts'
import { type ConvertedColumn, findConvertedColumn } from './converted-column.ts'
import { findNamedCurrency, type NamedCurrency } from './named-currency.ts'
import { findSalesAboveRegular, type SalePrices } from './sale-prices.ts'

/** What speaks against converting a file as it was read, for the person to judge: nothing is changed by it. */
export type Doubt =
  | ({ readonly what: 'currency-named' } & NamedCurrency)
  | ({ readonly what: 'converted-column' } & ConvertedColumn)
  | ({ readonly what: 'sale-above-regular' } & SalePrices)

/** The doubts about a file, the gravest first. Looks at a sample where that will do; never throws. */
export function doubtsOf(
  file: Pick<OpenedFile, 'table' | 'sheet'>,
  fileName: string,
  { all }: Detection,
  { columns, ambiguous }: RowsOptions,
  reading: RowsReading,
): Doubt[] {
  if (columns.price === null) return []
  const { table } = file
  const from = columns.headerRow === null ? 0 : columns.headerRow + 1
  const named = findNamedCurrency(file, fileName, columns, reading)
  const converted = findConvertedColumn(table, columns.price, from, all, ambiguous)
  const sales = findSalesAboveRegular(table, columns, all, ambiguous)
  return [
    ...(named ? [{ what: 'currency-named', ...named } as const] : []),
    ...(converted ? [{ what: 'converted-column', ...converted } as const] : []),
    ...(sales ? [{ what: 'sale-above-regular', ...sales } as const] : []),
  ]
}
